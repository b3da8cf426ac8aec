import type { Drain, PassReport } from './drain'

/** Why a pass is requested. */
export type Trigger = 'save' | 'login' | 'visible' | 'online' | 'offline' | 'timer' | 'wish' | 'worker'
/**
 * Triggers that skip waiting times: news about the connection and user requests. Not the worker: while only the server
 * is down, the browser wakes it as often as it is asked to.
 */
const FRESH: readonly Trigger[] = ['login', 'visible', 'online', 'offline', 'wish']
/** Longest pause between passes while there is unsent work, ms. */
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

/**
 * Creates the triggers of the drain: one pass at a time, another one if requested during it, and a timer for waiting
 * commands.
 */
export function createTriggers({ drain, now, unsent, onError, later = timer, askForSync }: TriggerDeps) {
  let cancel: (() => void) | null = null
  let again: 'no' | 'yes' | 'eager' = 'no'
  let active: Promise<PassReport> | null = null
  /** Only the worker requested this pass. */
  let woken = false

  async function loop(eager: boolean): Promise<PassReport> {
    try {
      for (let keen = eager; ;) {
        again = 'no'
        const report = await drain.run(keen)
        const left = await unsent()
        // No await between reading `rerun` and the end, so no request in between is lost.
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
    // Without work there is no timer, except while offline: the status must show when the connection is back.
    if (left === 0 && report.end !== 'offline' && report.end !== 'backingOff') return
    // Not for the worker: a browser that considers the network available wakes it immediately, in an endless loop.
    if (left > 0 && report.end !== 'clear' && !woken) askForSync?.().catch(onError)
    const wait = report.nextAt === null ? LONGEST_IDLE : Math.min(Math.max(report.nextAt - now(), 250), LONGEST_IDLE)
    cancel = later(() => void ask('timer').catch(onError), wait)
  }
  /** Requests a pass; resolves with its report. */
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
    /** Listens to the page. Returns a function that stops. */
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
        // The page may be closed next; then only the worker can send.
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
