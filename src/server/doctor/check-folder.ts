/** Checks that folders can be written, and that the disk of the data folder has room. */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createFailure, createOk, createWarning, type Finding } from './findings'

/** With less free space, the embedded database may stop in the middle of a shift. */
const MIN_FREE_BYTES = 500e6
/** With less free space, an administrator should make room within a week. */
const LOW_FREE_BYTES = 5e9

/** Returns the folder, or the nearest one above it that exists. */
export const findExistingFolder = (folder: string): string =>
  existsSync(folder) ? folder : findExistingFolder(dirname(folder))

/**
 * Checks that a folder can be written, or created if it is missing.
 * @param setting setting that names the folder
 * @returns null if it can
 */
export function findFolderProblem(subject: string, folder: string, setting: string): Finding | null {
  const existingFolder = findExistingFolder(folder)
  try {
    accessSync(existingFolder, constants.R_OK | constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EROFS')
      return createFailure(
        subject,
        `${existingFolder} is on a file system that is mounted read-only (EROFS)`,
        'Look for the reason in dmesg, then mount it writable again (mount -o remount,rw). A service may write only where its unit allows it (ReadWritePaths).',
      )
    if (existingFolder !== folder)
      return createFailure(
        subject,
        `${folder} does not exist, and this account cannot create it in ${existingFolder} (${code})`,
        `Mount the share it lies on, or create it for the account of the server (install -d -o <account> -m 700 ${folder}); or choose another one with ${setting}.`,
      )
    return createFailure(
      subject,
      `${folder} cannot be written by this account (${code})`,
      `Give the account of the server the folder (chown), or choose another one with ${setting}.`,
    )
  }
}

/** Checks that the data folder can be written and that its disk has room. */
export function checkDataFolder(dataDir: string): Finding[] {
  const folder = resolve(dataDir)
  const existingFolder = findExistingFolder(folder)
  const problem = findFolderProblem('Data folder', folder, 'DATA_DIR')
  if (problem) return [problem]
  const { bavail, bsize } = statfsSync(existingFolder)
  const freeBytes = bavail * bsize
  const freeText = `${(freeBytes / 1e9).toFixed(1)} GB free`
  const folderFinding = createOk('Data folder', existingFolder === folder ? folder : `${folder} (will be created)`)
  if (freeBytes < MIN_FREE_BYTES)
    return [
      folderFinding,
      createFailure('Disk', freeText, `Make room on the disk of ${folder}: writes stop when it is full.`),
    ]
  if (freeBytes < LOW_FREE_BYTES)
    return [
      folderFinding,
      createWarning('Disk', freeText, `Make room on the disk of ${folder}, or move the plant to a larger one.`),
    ]
  return [folderFinding, createOk('Disk', freeText)]
}
