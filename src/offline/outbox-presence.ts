/** Name of the database with data that must not be lost. */
export const OUTBOX_DATABASE_NAME = 'nonwoven-outbox'

/**
 * True if this phone already has an outbox database. Checked before the store's code is loaded, since a new phone has
 * nothing to send or read. True as well if the browser cannot tell.
 */
export async function hasOutboxStore(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases()
    return databases.some(({ name }) => name === OUTBOX_DATABASE_NAME)
  } catch {
    return true // unsupported, or storage is blocked; opening the store tells which
  }
}
