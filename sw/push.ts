/** Push notices that arrive while the app is closed. */
declare const self: ServiceWorkerGlobalScope

interface Pushed {
  readonly title: string
  readonly path: string
  readonly tag: string
}
const isPushed = (value: unknown): value is Pushed =>
  typeof value === 'object' && value !== null && 'title' in value && 'path' in value && 'tag' in value

/** Shows a push notice. Browsers require every push to be shown. */
export async function showPushed(data: PushMessageData | null): Promise<void> {
  const told: unknown = data?.json()
  if (!isPushed(told)) return
  await self.registration.showNotification(told.title, {
    tag: told.tag,
    icon: '/icon-192.png',
    data: { path: told.path },
  })
}
/** Opens the page of a tapped notice, in an open window of the app if there is one. */
export async function openPushed(notification: Notification): Promise<void> {
  notification.close()
  const { path } = notification.data as { path: string }
  const pages = await self.clients.matchAll({ type: 'window' })
  const [page] = pages
  if (!page) return void (await self.clients.openWindow(path))
  await page.focus()
  await page.navigate(path)
}
