/**
 * Time, ms, during which calls fail at once after a failure without a network. Going online (`navigator.onLine`) ends
 * it sooner.
 */
const OFFLINE_HOLD_MS = 5_000

/**
 * Creates a `fetch` that does not retry while there is no network. A page that starts without a signal requests two
 * dozen lists, and each failing call costs a phone as much as rendering a card.
 * It applies only if the browser is offline and a call has failed too: a machine on an isolated network with its own
 * server is "offline" but can reach it.
 */
export function createOfflineAwareFetch(send: typeof fetch, now: () => number = () => performance.now()): typeof fetch {
  let failedAt = Number.NEGATIVE_INFINITY
  return async (input, init) => {
    if (!navigator.onLine && now() - failedAt < OFFLINE_HOLD_MS) throw new TypeError('no network')
    try {
      return await send(input, init)
    } catch (error) {
      if (!navigator.onLine && !init?.signal?.aborted) failedAt = now()
      throw error
    }
  }
}
