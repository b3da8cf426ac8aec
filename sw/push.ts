/** Push notices that arrive while the app is closed. */
declare const self: ServiceWorkerGlobalScope

interface PushedNotice {
  readonly title: string
  readonly path: string
  readonly tag: string
}
const isPushedNotice = (value: unknown): value is PushedNotice =>
  typeof value === 'object' && value !== null && 'title' in value && 'path' in value && 'tag' in value

/** Shows a push notice. Browsers require every push to be shown. */
export async function showPushedNotice(data: PushMessageData | null): Promise<void> {
  const payload: unknown = data?.json()
  if (!isPushedNotice(payload)) return
  await self.registration.showNotification(payload.title, {
    tag: payload.tag,
    icon: '/icon-192.png',
    data: { path: payload.path },
  })
}
/** Opens the page of a tapped notice, in an open window of the app if there is one. */
export async function openPushedNotice(notification: Notification): Promise<void> {
  notification.close()
  const { path } = notification.data as { path: string }
  const pages = await self.clients.matchAll({ type: 'window' })
  const [page] = pages
  if (!page) return void (await self.clients.openWindow(path))
  await page.focus()
  await page.navigate(path)
}
