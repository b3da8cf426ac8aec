/** The database of what must not be lost. */
export const OUTBOX = 'nonwoven-outbox'

/**
 * Whether this phone has a store from an earlier day. Asked before the store's code is loaded: on a new phone there is nothing
 * to send and nothing to read in it. A browser that cannot tell is taken to have one.
 */
export async function storeIsThere(): Promise<boolean> {
  try {
    const all = await indexedDB.databases()
    return all.some(({ name }) => name === OUTBOX)
  } catch {
    return true // no such call in this browser, or storage is blocked: opening the store will tell
  }
}
