/**
 * Works through the due items of a job until `maxMs` has passed, so that other work need not wait. A job that recalculates
 * derived data calculates each portion outside a transaction and stores it in a separate transaction.
 * @param portions due items, in portions that share their queries
 * @param maxMs time after which no further portion is started, ms
 * @returns true if portions are left for the next run
 */
export async function runInPortions<T>(
  portions: readonly T[],
  maxMs: number,
  runPortion: (portion: T) => Promise<unknown>,
): Promise<boolean> {
  const startedAtMs = performance.now()
  for (const [index, portion] of portions.entries()) {
    await runPortion(portion)
    if (performance.now() - startedAtMs > maxMs) return index < portions.length - 1
  }
  return false
}
/** Divides items into portions of at most `size`, in their order. */
export const divideIntoPortions = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
