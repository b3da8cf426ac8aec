/** Keeps the data of a screen fresh: fetches on changes, periodically, and once the network or server is back. */
import type { Client } from '@/client/api/client'
import { getPlantNow } from '@/client/clock'
import { isServerUnreachable } from '@/client/api/api-error'
import type { EndpointOutput } from '@/contract/endpoint'
import { lobbyScreenData } from '../../contract/lobby-endpoints'

export type ScreenData = EndpointOutput<typeof lobbyScreenData>
export interface ScreenFeed {
  readonly data: ScreenData | null
  /** Time of the last answer, ms on the clock of the plant; 0 before the first. */
  readonly answeredAt: number
  readonly isConnectionLost: boolean
}
/** Time from one fetch to the next. */
const REFRESH_INTERVAL_MS = 30_000
/** Delay of the fetch after a first failure. Each further failure doubles it: 2 s, 4 s … 30 s. */
const FIRST_RETRY_MS = 2000
const MAX_RETRY_MS = 30_000
/** Age from which data are marked as stale. */
export const STALE_AFTER_MS = 90_000

const fetchScreenData = (client: Pick<Client, 'call'>): Promise<ScreenData> =>
  client.call(lobbyScreenData, {}, { quiet: true, timeoutMs: 20_000 })
/**
 * Fetches the data of a screen until stopped.
 * @returns `refresh` fetches now, or after the pending answer; `stop` ends everything
 */
export function followScreen(
  client: Pick<Client, 'call'>,
  onFeed: (feed: ScreenFeed) => void,
): { refresh: () => void; stop: () => void } {
  let feed: ScreenFeed = { data: null, answeredAt: 0, isConnectionLost: false }
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFetching = false
  let isRefreshPending = false
  let isStopped = false
  let failureCount = 0
  const updateFeed = (newFeed: ScreenFeed): void => {
    feed = newFeed
    if (!isStopped) onFeed(newFeed)
  }
  const scheduleFetch = (ms: number): void => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void fetchAndSchedule(), ms)
  }
  async function fetchAndSchedule(): Promise<void> {
    if (isFetching) {
      isRefreshPending = true
      return
    }
    isFetching = true
    try {
      const data = await fetchScreenData(client)
      failureCount = 0
      updateFeed({ data, answeredAt: getPlantNow(), isConnectionLost: false })
    } catch (error) {
      failureCount++
      updateFeed({
        ...feed,
        isConnectionLost:
          feed.isConnectionLost || isServerUnreachable(error instanceof Error ? error : null) || failureCount > 1,
      })
    }
    isFetching = false
    const delayMs =
      failureCount === 0 ? REFRESH_INTERVAL_MS : Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failureCount - 1))
    scheduleFetch(isRefreshPending ? 0 : delayMs)
    isRefreshPending = false
  }
  // A pending answer may be older than the change. In this case the next fetch is scheduled when the answer arrives.
  const refresh = (): void => {
    if (isFetching) isRefreshPending = true
    else scheduleFetch(0)
  }
  const onVisibilityChange = (): void => {
    if (document.visibilityState === 'visible') refresh()
  }
  addEventListener('online', refresh)
  document.addEventListener('visibilitychange', onVisibilityChange)
  void fetchAndSchedule()
  return {
    refresh,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      removeEventListener('online', refresh)
      document.removeEventListener('visibilitychange', onVisibilityChange)
    },
  }
}
