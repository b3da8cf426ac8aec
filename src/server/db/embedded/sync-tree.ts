/** Syncs whole folders to disk. */
import fs from 'node:fs'
import path from 'node:path'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Syncs every file and folder below a folder, and the folder itself.
 * @param ignoreMissing ignores missing files, which other code may have removed meanwhile
 */
export async function syncTree(folder: string, { ignoreMissing = false } = {}): Promise<void> {
  const entries = await fs.promises.readdir(folder, { withFileTypes: true })
  // In parallel, so that the disk can process many at once.
  await Promise.all(
    entries.map((entry) => {
      const entryPath = path.join(folder, entry.name)
      const syncPromise = entry.isDirectory()
        ? syncTree(entryPath, { ignoreMissing })
        : entry.isFile()
          ? syncPath(entryPath, false)
          : Promise.resolve()
      return ignoreMissing ? syncPromise.catch(ignoreMissingFile) : syncPromise
    }),
  )
  await syncPath(folder, true)
}

/** Syncs one file or folder to disk. */
export async function syncPath(target: string, isFolder: boolean): Promise<void> {
  // Windows cannot sync a folder.
  if (isFolder && process.platform === 'win32') return
  const file = await fs.promises.open(target, isFolder ? 'r' : 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

function ignoreMissingFile(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

/** Offset of the state in `global/pg_control`, after the system identifier and two version numbers. */
const STATE_OFFSET = 16
const SHUT_DOWN_STATE = 1
const SYNC_TIMEOUT_MS = 20_000

/** True if PostgreSQL was shut down cleanly, so that everything it wrote is on disk. */
export function isShutDown(folder: string): boolean {
  const state = Buffer.alloc(4)
  const file = fs.openSync(path.join(folder, 'global', 'pg_control'), 'r')
  try {
    fs.readSync(file, state, 0, state.length, STATE_OFFSET)
  } finally {
    fs.closeSync(file)
  }
  return state.readUInt32LE() === SHUT_DOWN_STATE
}

/**
 * Makes all files of a database folder durable: with one call for the whole file system if available, otherwise file by
 * file. After a process was killed, PostgreSQL's recovery would sync file by file, which takes seconds for the thousands
 * of files of an empty plant.
 * @param options see `syncTree`
 */
export async function syncDatabaseFolder(folder: string, options?: { ignoreMissing?: boolean }): Promise<void> {
  if (process.platform === 'linux') {
    try {
      await promisify(execFile)('sync', ['-f', folder], { timeout: SYNC_TIMEOUT_MS })
      return
    } catch {
      // The program or option does not exist here, or the disk is too busy.
    }
  }
  await syncTree(folder, options)
}
