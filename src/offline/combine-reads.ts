/**
 * Combines all reads of one turn of the event loop into a single call of `readAll`. An opening page has twenty lists
 * that each read rows and names, and every database transaction takes some milliseconds on a slow phone, however small
 * it is.
 *
 * @param readAll returns values in the order of the keys
 */
export function combineReads<K, V>(readAll: (keys: readonly K[]) => Promise<readonly V[]>): (key: K) => Promise<V> {
  let pendingBatch: { keys: K[]; answers: Promise<readonly V[]> } | null = null
  const startBatch = () => {
    const keys: K[] = []
    const answers = new Promise((turn) => setTimeout(turn)).then(() => {
      pendingBatch = null
      return readAll(keys)
    })
    return { keys, answers }
  }
  return async (key) => {
    pendingBatch ??= startBatch()
    const { keys, answers } = pendingBatch
    const index = keys.push(key) - 1
    return (await answers)[index] as V
  }
}
