/**
 * Puts a database folder on the disk after a process was killed. PostgreSQL does so itself when it recovers, one file after
 * another: that takes seconds for the thousands of files of an empty plant.
 */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { syncTree } from './sync-tree'

/** Place of the state in `global/pg_control`: behind the system's identifier and two versions. */
const STATE_OFFSET = 16
const SHUT_DOWN = 1
const SYNC_MS = 20_000

/** Whether PostgreSQL was shut down in order, so that all it wrote is on the disk. */
export function isShutDown(folder: string): boolean {
  const state = Buffer.alloc(4)
  const file = fs.openSync(path.join(folder, 'global', 'pg_control'), 'r')
  try {
    fs.readSync(file, state, 0, state.length, STATE_OFFSET)
  } finally {
    fs.closeSync(file)
  }
  return state.readUInt32LE() === SHUT_DOWN
}

/**
 * Makes all files below durable: by one call for the whole file system where there is one, else file by file.
 * @param options see `syncTree`
 */
export async function syncFolder(folder: string, options?: { changing?: boolean }): Promise<void> {
  if (process.platform === 'linux') {
    try {
      await promisify(execFile)('sync', ['-f', folder], { timeout: SYNC_MS })
      return
    } catch {
      // No such program or option here, or a disk that is busy with much else.
    }
  }
  await syncTree(folder, options)
}
