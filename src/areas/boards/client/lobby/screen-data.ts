/** Keeps the data of a screen fresh: fetches on changes, periodically, and once the network or server is back. */
import type { Client } from '@/client/api/client'
import { getPlantNow } from '@/client/clock'
import { isUnreachable } from '@/client/api/api-error'
import type { EndpointOutput } from '@/contract/endpoint'
import { lobbyScreen } from '../../contract/lobby-calls'

export type ScreenData = EndpointOutput<typeof lobbyScreen>
export interface Heard {
  readonly data: ScreenData | null
  /** Time of the last answer, ms on the clock of the plant; 0 before the first. */
  readonly at: number
  readonly lost: boolean
}
/** Longest time between two fetches, ms. After failures the next fetch follows after 2 s, 4 s … 30 s. */
const EVERY = 30_000
const FIRST_PAUSE = 2000
const LONGEST_PAUSE = 30_000
/** Age from which data are marked as stale, ms. */
export const STALE_AFTER = 90_000

const ask = (client: Pick<Client, 'call'>): Promise<ScreenData> =>
  client.call(lobbyScreen, {}, { quiet: true, timeout: 20_000 })
/**
 * Fetches the data of a screen until stopped.
 * @returns `refresh` fetches now, or after the pending answer; `stop` ends everything
 */
export function followScreen(
  client: Pick<Client, 'call'>,
  tell: (heard: Heard) => void,
): { soon: () => void; stop: () => void } {
  let heard: Heard = { data: null, at: 0, lost: false }
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking = false
  let again = false
  let stopped = false
  let failures = 0
  const put = (next: Heard): void => {
    heard = next
    if (!stopped) tell(next)
  }
  const plan = (ms: number): void => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void run(), ms)
  }
  async function run(): Promise<void> {
    if (asking) {
      again = true
      return
    }
    asking = true
    try {
      const data = await ask(client)
      failures = 0
      put({ data, at: getPlantNow(), lost: false })
    } catch (error) {
      failures++
      put({ ...heard, lost: heard.lost || isUnreachable(error instanceof Error ? error : null) || failures > 1 })
    }
    asking = false
    const pause = failures === 0 ? EVERY : Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - 1))
    plan(again ? 0 : pause)
    again = false
  }
  // A pending answer may be older than the change, and schedules the next fetch when it arrives.
  const soon = (): void => {
    if (asking) again = true
    else plan(0)
  }
  const awake = (): void => {
    if (document.visibilityState === 'visible') soon()
  }
  addEventListener('online', soon)
  document.addEventListener('visibilitychange', awake)
  void run()
  return {
    soon,
    stop: () => {
      stopped = true
      clearTimeout(timer)
      removeEventListener('online', soon)
      document.removeEventListener('visibilitychange', awake)
    },
  }
}
