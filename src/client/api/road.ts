/** How long a road that was found closed is taken to be so, ms: the browser's own word that it is open again ends it sooner. */
const BELIEVED = 5_000

/**
 * A `fetch` that does not try again what has just failed without a network. A page that starts in a hall without a signal asks for
 * two dozen lists, and each call that goes out in vain costs a phone as much as drawing a card.
 *
 * Only where the browser says that there is no network and a call has failed as well: a machine that knows no network but its own
 * server is offline by its browser's word, and served all the same.
 */
export function onOpenRoad(send: typeof fetch, now: () => number = () => performance.now()): typeof fetch {
  let closedAt = Number.NEGATIVE_INFINITY
  return async (input, init) => {
    if (!navigator.onLine && now() - closedAt < BELIEVED) throw new TypeError('no network')
    try {
      return await send(input, init)
    } catch (error) {
      if (!navigator.onLine && !init?.signal?.aborted) closedAt = now()
      throw error
    }
  }
}
