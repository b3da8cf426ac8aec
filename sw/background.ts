import { openOffline } from '@/offline'
import { showBadge } from '@/offline/badge'

/** Maximum wait for an open page to confirm that it sends the outbox, ms. A frozen page never answers. */
const ANSWER_TIMEOUT_MS = 2_000

/** Asks open pages to send the outbox. Resolves to true if one of them confirms. */
export async function askPagesToSendOutbox(clients: Clients): Promise<boolean> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.length === 0) return false
  return new Promise((resolve) => {
    const timeout = setTimeout(() => resolve(false), ANSWER_TIMEOUT_MS)
    for (const page of pages) {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        clearTimeout(timeout)
        resolve(true)
      }
      page.postMessage({ type: 'drain' }, [port2])
    }
  })
}

/**
 * Sends the outbox without a page, with the same code and lock. Does nothing unless a token is stored on this phone.
 * @throws Error if work is left that another attempt may send, so that the browser wakes the worker again
 */
export async function sendOutboxFromWorker(): Promise<void> {
  const failures: unknown[] = []
  const offline = openOffline({ onError: (error) => failures.push(error), setTimer: () => () => {} })
  try {
    await offline.clock.load()
    const session = await offline.sessionStore.restore()
    if (!session) return
    const report = await offline.triggers.requestDrain('worker')
    const items = await offline.items(session.userId)
    await showBadge(items.length)
    if (failures.length > 0) throw new AggregateError(failures, 'the worker could not read its store')
    if (report.end !== 'clear' && report.end !== 'signedOut' && report.end !== 'busy')
      throw new Error(`sync ended: ${report.end}`)
  } finally {
    offline.close()
  }
}
