import { chmodSync, mkdirSync } from 'node:fs'

/** Nobody but the account that the server runs as reads its data: folders 0700, files 0600. */
const OTHERS = 0o077

/**
 * Makes the data folder, closed to others, and closes to them all that this process makes from now on: the database writes
 * its files by itself. A folder that was open before is closed.
 */
export function openDataFolder(dataDir: string): void {
  makePrivately()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (process.platform !== 'win32') chmodSync(dataDir, 0o700)
}
/** What this process makes from now on is its own. */
export function makePrivately(): void {
  process.umask(OTHERS)
}
