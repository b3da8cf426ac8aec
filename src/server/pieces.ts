import { setImmediate } from 'node:timers/promises'

/** How long a piece of work may keep everybody else waiting. */
const PIECE_MS = 10

/** `map` of one after another, on this thread; between pieces of some milliseconds others get their turn. */
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
