import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** The kernel's number for a file system that lies in memory. */
const TMPFS = 0x01021994
/** A run's plants, databases and browsers take up to a quarter of this. */
const ENOUGH_BYTES = 12 * 2 ** 30
const NAME = /^mes-run-(\d+)-/

/**
 * A folder for all that one run of the tests writes, taken away when it ends: in memory where there is plenty, as hundreds of
 * plants that live for seconds wait for a disk two thirds of their time; else where temporary files go. Kills and lost power
 * are tried on recorded writes and by signals, which need no disk.
 */
export function scratch() {
  const parent = inMemory() ? MEMORY : tmpdir()
  for (const name of readdirSync(parent)) if (isLeft(name)) remove(join(parent, name))
  const folder = mkdtempSync(join(parent, `mes-run-${process.pid}-`))
  chmodSync(folder, 0o711) // PostgreSQL runs as another account than root
  process.on('exit', () => remove(folder))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  return folder
}
function inMemory() {
  if (process.env.TMPDIR || process.platform !== 'linux') return false
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY)
    return type === TMPFS && Math.min(bavail * bsize, process.availableMemory()) >= ENOUGH_BYTES
  } catch {
    return false // there is no such place
  }
}
/** Whether a run that was killed left this. */
function isLeft(name) {
  const pid = NAME.exec(name)?.[1]
  if (!pid) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
const remove = (folder) => rmSync(folder, { recursive: true, force: true })
