/** Copies the files of a running embedded database, consistent as of one moment. */
import fs from 'node:fs'
import path from 'node:path'
import type { Backend } from '../backend'
import { databaseFolder, PROVISIONAL } from './folder'

const PATIENCE_MS = 30 * 60_000

/**
 * Holds the one connection, so nothing changes meanwhile; other statements wait. File systems that can share blocks
 * (btrfs, XFS, APFS) copy at once.
 * @param to an existing folder, which becomes a data folder
 */
export async function copyDatabase(dataDir: string, backend: Backend, to: string): Promise<void> {
  // short, and leaves less to copy in the pause
  await backend.checkpoint()
  const allow = backend.permit(PATIENCE_MS)
  const client = await backend.pool.connect()
  try {
    await client.query('checkpoint')
    await backend.durable()
    await fs.promises.cp(databaseFolder(dataDir), databaseFolder(to), {
      recursive: true,
      errorOnExist: true,
      force: false,
      mode: fs.constants.COPYFILE_FICLONE,
      // PostgreSQL's note of its own process, and the note that the original is not on disk yet
      filter: (source) => !['postmaster.pid', PROVISIONAL].includes(path.basename(source)),
    })
  } finally {
    client.release()
    allow()
  }
}
