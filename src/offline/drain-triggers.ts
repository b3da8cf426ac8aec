import type { Drain, PassReport } from './drain'

/** Why a pass is asked for. */
export type Trigger = 'save' | 'login' | 'visible' | 'online' | 'offline' | 'timer' | 'wish' | 'worker'
/** News about the road, or a person's wish: they forget waiting times. Not the worker: where the network stands and only the server is gone, the browser wakes it as often as it is asked to. */
const FRESH: readonly Trigger[] = ['login', 'visible', 'online', 'offline', 'wish']
/** With unsent work, look again at least this often, ms. */
const LONGEST_IDLE = 60_000

export interface TriggerDeps {
  drain: Drain
  now: () => number
  unsent: () => Promise<number>
  onError: (error: unknown) => void
  /** Timers, for tests. */
  later?: (work: () => void, ms: number) => () => void
  /** Asks the browser to wake the worker when the network is back (Chromium). */
  askForSync?: () => Promise<void>
}
export type Triggers = ReturnType<typeof createTriggers>

/** Turns reasons into passes: one at a time, one more when something came up meanwhile, and a timer for what waits. */
export function createTriggers({ drain, now, unsent, onError, later = timer, askForSync }: TriggerDeps) {
  let cancel: (() => void) | null = null
  let again: 'no' | 'yes' | 'eager' = 'no'
  let active: Promise<PassReport> | null = null
  /** Nobody but the worker asked for this pass. */
  let woken = false

  async function loop(eager: boolean): Promise<PassReport> {
    try {
      for (let keen = eager; ;) {
        again = 'no'
        const report = await drain.run(keen)
        const left = await unsent()
        // From this look at `again` to the end nothing is awaited, so no reason given meanwhile is overlooked.
        keen = (again as string) === 'eager'
        if (again !== 'no' || report.end === 'more') continue
        plan(report, left)
        return report
      }
    } finally {
      active = null
    }
  }
  function plan(report: PassReport, left: number): void {
    cancel?.()
    cancel = null
    // Without work it rests, but for a road that is gone: the person is told so, and when it is back.
    if (left === 0 && report.end !== 'offline' && report.end !== 'backingOff') return
    // Not in answer to the worker: a browser that holds its network for good wakes it at once, and so without end.
    if (left > 0 && report.end !== 'clear' && !woken) askForSync?.().catch(onError)
    const wait = report.nextAt === null ? LONGEST_IDLE : Math.min(Math.max(report.nextAt - now(), 250), LONGEST_IDLE)
    cancel = later(() => void ask('timer').catch(onError), wait)
  }
  /** Asks for a pass; answers how it ended. */
  function ask(reason: Trigger): Promise<PassReport> {
    const eager = FRESH.includes(reason)
    if (active) {
      woken &&= reason === 'worker'
      again = eager ? 'eager' : again === 'eager' ? again : 'yes'
      return active
    }
    woken = reason === 'worker'
    active = loop(eager)
    return active
  }
  return {
    ask,
    /** Listens to the page. Answers how to stop. */
    start(
      page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
      hidden: () => boolean,
      worker?: ServiceWorkerContainer,
    ): () => void {
      const fire = (reason: Trigger) => () => void ask(reason).catch(onError)
      const online = fire('online')
      const offline = fire('offline')
      const visible = () => {
        if (!hidden()) void ask('visible').catch(onError)
        // It may be closed next: from then on only the worker can send.
        else
          unsent()
            .then((left) => (left > 0 ? askForSync?.() : undefined))
            .catch(onError)
      }
      const message = (event: Event) => {
        if (event instanceof MessageEvent && event.data instanceof Object && event.data.type === 'drain') {
          event.ports[0]?.postMessage('taken')
          void ask('worker').catch(onError)
        }
      }
      page.addEventListener('online', online)
      page.addEventListener('offline', offline)
      page.addEventListener('visibilitychange', visible, true)
      page.addEventListener('pageshow', visible)
      worker?.addEventListener('message', message)
      void ask('visible').catch(onError)
      return () => {
        page.removeEventListener('online', online)
        page.removeEventListener('offline', offline)
        page.removeEventListener('visibilitychange', visible, true)
        page.removeEventListener('pageshow', visible)
        worker?.removeEventListener('message', message)
        cancel?.()
      }
    },
  }
}
function timer(work: () => void, ms: number): () => void {
  const handle = setTimeout(work, ms)
  return () => clearTimeout(handle)
}
