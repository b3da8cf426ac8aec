/**
 * Syncs a database folder after a process was killed. PostgreSQL's recovery does so file by file, which takes seconds
 * for the thousands of files of an empty plant.
 */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { syncTree } from './sync-tree'

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
 * Makes all files below a folder durable: with one call for the whole file system if available, otherwise file by file.
 * @param options see `syncTree`
 */
export async function syncDatabaseFolder(folder: string, options?: { changing?: boolean }): Promise<void> {
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
