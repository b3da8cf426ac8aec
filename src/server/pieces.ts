import { setImmediate } from 'node:timers/promises'

/** Maximum time that a slice may block the event loop. */
const PIECE_MS = 10

/** Maps items one after another on this thread, yielding to the event loop every few milliseconds. */
export async function mapInPieces<A, B>(all: Iterable<A>, map: (one: A) => B): Promise<B[]> {
  const mapped: B[] = []
  let since = performance.now()
  for (const one of all) {
    if (performance.now() - since > PIECE_MS) {
      await setImmediate()
      since = performance.now()
    }
    mapped.push(map(one))
  }
  return mapped
}
