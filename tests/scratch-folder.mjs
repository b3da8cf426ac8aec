import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY_FOLDER = '/dev/shm'
/** File system type of tmpfs, see statfs(2). */
const TMPFS_TYPE = 0x01021994
/** Free memory that a run in memory needs, bytes; a run writes up to a quarter of it. */
const MIN_FREE_BYTES = 12 * 2 ** 30
const FOLDER_NAME = /^mes-run-(\d+)-/

/**
 * Creates the folder for all files of one test run and deletes it when the process ends. The folder is in memory if enough
 * is free, because hundreds of short-lived plants would wait for the disk two thirds of their time. Tests of kills and
 * power loss use signals and recorded writes, so they do not need a disk.
 */
export function createScratchFolder() {
  const parent = hasFreeMemory() ? MEMORY_FOLDER : tmpdir()
  for (const name of readdirSync(parent)) if (isAbandoned(name)) deleteFolder(join(parent, name))
  const folder = mkdtempSync(join(parent, `mes-run-${process.pid}-`))
  chmodSync(folder, 0o711) // PostgreSQL runs as another account than root
  process.on('exit', () => deleteFolder(folder))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  return folder
}
function hasFreeMemory() {
  if (process.env.TMPDIR || process.platform !== 'linux') return false
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return type === TMPFS_TYPE && Math.min(bavail * bsize, process.availableMemory()) >= MIN_FREE_BYTES
  } catch {
    return false // no such folder
  }
}
/** True if the process that created the folder has ended. */
function isAbandoned(name) {
  const pid = FOLDER_NAME.exec(name)?.[1]
  if (!pid) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
const deleteFolder = (folder) => rmSync(folder, { recursive: true, force: true })
