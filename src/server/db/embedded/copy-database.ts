/** Copies the files of a running embedded database, consistent as of one moment. */
import fs from 'node:fs'
import path from 'node:path'
import type { Backend } from '../backend'
import { getDatabaseFolder, PROVISIONAL_FILE } from './data-folder'

const COPY_TIMEOUT_MS = 30 * 60_000

/**
 * Copies the database while holding its only connection, so that nothing changes; other statements wait. File systems
 * that can share blocks (btrfs, XFS, APFS) copy instantly.
 * @param targetDataDir an existing folder, which becomes a data folder
 */
export async function copyEmbeddedDatabase(dataDir: string, backend: Backend, targetDataDir: string): Promise<void> {
  // A first checkpoint is short and leaves less to copy during the pause.
  await backend.checkpoint()
  const endLongStatements = backend.allowLongStatements(COPY_TIMEOUT_MS)
  const client = await backend.pool.connect()
  try {
    await client.query('checkpoint')
    await backend.waitUntilDurable()
    await fs.promises.cp(getDatabaseFolder(dataDir), getDatabaseFolder(targetDataDir), {
      recursive: true,
      errorOnExist: true,
      force: false,
      mode: fs.constants.COPYFILE_FICLONE,
      // Skips PostgreSQL's pid file and the marker that says the original is not on disk yet.
      filter: (source) => !['postmaster.pid', PROVISIONAL_FILE].includes(path.basename(source)),
    })
  } finally {
    client.release()
    endLongStatements()
  }
}
