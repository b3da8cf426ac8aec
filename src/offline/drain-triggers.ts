import type { Drain, PassReport } from './drain'

/** Why a pass of the drain is requested. `userRequest`: a person asked for it; `worker`: the browser woke the worker. */
export type DrainTrigger = 'save' | 'login' | 'visible' | 'online' | 'offline' | 'timer' | 'userRequest' | 'worker'
/**
 * Triggers that skip waiting times: news about the connection and user requests. `worker` is not eager: a sync request
 * of the app wakes the worker at once while the phone has a network, even if the server is down.
 */
const EAGER_TRIGGERS: readonly DrainTrigger[] = ['login', 'visible', 'online', 'offline', 'userRequest']
/** Shortest pause between passes, ms. */
const MIN_IDLE_MS = 250
/** Longest pause between passes while there is unsent work, ms. */
const MAX_IDLE_MS = 60_000

export interface DrainTriggerDeps {
  drain: Drain
  now: () => number
  countUnsent: () => Promise<number>
  onError: (error: unknown) => void
  /** Replaces the timer in tests. */
  setTimer?: (work: () => void, ms: number) => () => void
  /** Asks the browser to wake the worker when the network is back (Chromium). */
  requestBackgroundSync?: () => Promise<void>
}
export type DrainTriggers = ReturnType<typeof createDrainTriggers>

/**
 * Creates the triggers of the drain. They run one pass at a time, repeat the pass if a trigger fires during it, and
 * set a timer for waiting commands.
 */
export function createDrainTriggers({
  drain,
  now,
  countUnsent,
  onError,
  setTimer = startTimer,
  requestBackgroundSync,
}: DrainTriggerDeps) {
  let cancelTimer: (() => void) | null = null
  let rerunRequest: 'no' | 'yes' | 'eager' = 'no'
  let activePasses: Promise<PassReport> | null = null
  /** Only the worker requested this pass. */
  let isWorkerRequest = false

  async function runPasses(eager: boolean): Promise<PassReport> {
    try {
      for (let isEager = eager; ;) {
        rerunRequest = 'no'
        const report = await drain.run(isEager)
        const unsentCount = await countUnsent()
        // No await between reading `rerunRequest` and the end, so no request in between is lost.
        isEager = (rerunRequest as string) === 'eager'
        if (rerunRequest !== 'no' || report.end === 'more') continue
        scheduleNext(report, unsentCount)
        return report
      }
    } finally {
      activePasses = null
    }
  }
  function scheduleNext(report: PassReport, unsentCount: number): void {
    cancelTimer?.()
    cancelTimer = null
    // Without unsent work a timer is needed only while the phone is offline or waits after a failure. The status then
    // shows when the connection is back.
    if (unsentCount === 0 && report.end !== 'offline' && report.end !== 'backingOff') return
    // A pass of the worker requests no Background Sync: a browser that considers the network available would wake the
    // worker immediately, in an endless loop.
    if (unsentCount > 0 && report.end !== 'clear' && !isWorkerRequest) requestBackgroundSync?.().catch(onError)
    const waitMs =
      report.nextAt === null ? MAX_IDLE_MS : Math.min(Math.max(report.nextAt - now(), MIN_IDLE_MS), MAX_IDLE_MS)
    cancelTimer = setTimer(() => void requestDrain('timer').catch(onError), waitMs)
  }
  /** Requests a pass of the drain, which sends unsent commands. Resolves with the report of the pass. */
  function requestDrain(reason: DrainTrigger): Promise<PassReport> {
    const eager = EAGER_TRIGGERS.includes(reason)
    if (activePasses) {
      isWorkerRequest &&= reason === 'worker'
      if (eager) rerunRequest = 'eager'
      else if (rerunRequest === 'no') rerunRequest = 'yes'
      return activePasses
    }
    isWorkerRequest = reason === 'worker'
    activePasses = runPasses(eager)
    return activePasses
  }
  return {
    requestDrain,
    /** Requests passes on events of the page. Returns a function that removes the listeners. */
    start(
      page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
      isHidden: () => boolean,
      worker?: ServiceWorkerContainer,
    ): () => void {
      const createRequester = (reason: DrainTrigger) => () => void requestDrain(reason).catch(onError)
      const onOnline = createRequester('online')
      const onOffline = createRequester('offline')
      const onVisibilityChange = () => {
        if (!isHidden()) void requestDrain('visible').catch(onError)
        // The page may be closed next; then only the worker can send.
        else
          countUnsent()
            .then((unsentCount) => (unsentCount > 0 ? requestBackgroundSync?.() : undefined))
            .catch(onError)
      }
      const onWorkerMessage = (event: Event) => {
        if (event instanceof MessageEvent && event.data instanceof Object && event.data.type === 'drain') {
          event.ports[0]?.postMessage('taken')
          void requestDrain('worker').catch(onError)
        }
      }
      page.addEventListener('online', onOnline)
      page.addEventListener('offline', onOffline)
      page.addEventListener('visibilitychange', onVisibilityChange, true)
      page.addEventListener('pageshow', onVisibilityChange)
      worker?.addEventListener('message', onWorkerMessage)
      void requestDrain('visible').catch(onError)
      return () => {
        page.removeEventListener('online', onOnline)
        page.removeEventListener('offline', onOffline)
        page.removeEventListener('visibilitychange', onVisibilityChange, true)
        page.removeEventListener('pageshow', onVisibilityChange)
        worker?.removeEventListener('message', onWorkerMessage)
        cancelTimer?.()
      }
    },
  }
}
function startTimer(work: () => void, ms: number): () => void {
  const timeoutId = setTimeout(work, ms)
  return () => clearTimeout(timeoutId)
}
