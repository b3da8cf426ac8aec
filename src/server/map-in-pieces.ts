import { setImmediate } from 'node:timers/promises'

/** Maximum time that a slice may block the event loop. */
const MAX_PIECE_MS = 10

/** Maps items one after another on this thread, yielding to the event loop every few milliseconds. */
export async function mapInPieces<A, B>(items: Iterable<A>, map: (item: A) => B): Promise<B[]> {
  const mapped: B[] = []
  let pieceStartedAt = performance.now()
  for (const item of items) {
    if (performance.now() - pieceStartedAt > MAX_PIECE_MS) {
      await setImmediate()
      pieceStartedAt = performance.now()
    }
    mapped.push(map(item))
  }
  return mapped
}
