/**
 * Reads what is asked for in one turn of the browser at once. A page that opens has twenty lists, and each asks for its rows and its
 * names: every transaction of the database costs a slow phone some milliseconds, however little is read in it.
 *
 * @param readAll answers in the order of the keys
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
