/**
 * Combines all reads of one turn of the event loop into a single call of `readAll`. An opening page has twenty lists
 * that each read rows and names, and every database transaction takes some milliseconds on a slow phone, however small
 * it is.
 *
 * @param readAll returns values in the order of the keys
 */
export function together<K, V>(readAll: (keys: readonly K[]) => Promise<readonly V[]>): (key: K) => Promise<V> {
  let gathering: { keys: K[]; answers: Promise<readonly V[]> } | null = null
  const gather = () => {
    const keys: K[] = []
    const answers = new Promise((turn) => setTimeout(turn)).then(() => {
      gathering = null
      return readAll(keys)
    })
    return { keys, answers }
  }
  return async (key) => {
    gathering ??= gather()
    const { keys, answers } = gathering
    const at = keys.push(key) - 1
    return (await answers)[at] as V
  }
}
