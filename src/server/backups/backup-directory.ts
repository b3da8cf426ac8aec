/** The directory of scheduled backups: lists them and removes those that are no longer kept. */
import fs from 'node:fs'
import path from 'node:path'
import { UNFINISHED_SUFFIX } from '../db/backup'
import { getSharedFolder, getStoredFileListPath } from '../db/backup-format'
import { removeUnreferencedFiles } from '../db/backup-shared-files'
import type { BackupSummary, BackupVerification } from './backup-state'
import { selectKeptBackups, type RetentionRule } from './select-kept-backups'

const NAME_PATTERN = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/
const SUMMARY_FILE = 'summary.json'
const VERIFICATION_FILE = 'verification.json'

/** Names the folder of a backup by its time. */
export const toBackupName = (createdAt: Date): string => `${createdAt.toISOString().slice(0, 19).replace(/:/g, '-')}Z`

/** Writes the summary of a complete backup beside its manifest. */
export const writeSummary = (directory: string, summary: BackupSummary): Promise<void> =>
  writeJson(path.join(directory, summary.name, SUMMARY_FILE), summary)
/** Writes the outcome of the last verification to a file, for `doctor`, which does not query the database. */
export const writeVerification = (directory: string, verification: BackupVerification): Promise<void> =>
  writeJson(path.join(directory, VERIFICATION_FILE), verification)
/** Reads the outcome of the last verification; null if there is none. */
export const readVerification = (directory: string): Promise<BackupVerification | null> =>
  readJson<BackupVerification>(path.join(directory, VERIFICATION_FILE))

async function writeJson(file: string, value: unknown): Promise<void> {
  await fs.promises.writeFile(`${file}.part`, `${JSON.stringify(value, null, 2)}\n`, { flush: true })
  await fs.promises.rename(`${file}.part`, file)
}
/** Reads a JSON file; null if it does not exist. */
async function readJson<T>(file: string): Promise<T | null> {
  try {
    return JSON.parse(await fs.promises.readFile(file, 'utf8')) as T
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Lists the complete backups, newest first. A folder without a manifest is not a complete backup. */
export async function listBackups(directory: string): Promise<BackupSummary[]> {
  const names = (await readNames(directory)).filter(
    (name) => NAME_PATTERN.test(name) && fs.existsSync(path.join(directory, name, 'manifest.json')),
  )
  return Promise.all(
    names
      .toSorted()
      .toReversed()
      .map((name) => readSummary(directory, name)),
  )
}
async function readNames(directory: string): Promise<string[]> {
  try {
    return await fs.promises.readdir(directory)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
/** Reads the summary of a backup. It is missing if the program ended between the backup and its summary. */
async function readSummary(directory: string, name: string): Promise<BackupSummary> {
  const summary = await readJson<BackupSummary>(path.join(directory, name, SUMMARY_FILE))
  if (summary) return summary
  const createdAt = name.replace(/T(\d\d)-(\d\d)-(\d\d)Z/, 'T$1:$2:$3.000Z')
  return { name, createdAt, seconds: 0, bytes: 0, addedBytes: 0, files: 0, rows: 0, isEncrypted: false }
}

/** Returns the total size of all files below a folder, bytes. */
export async function measureFolder(folder: string): Promise<number> {
  const entries = await fs.promises.readdir(folder, { withFileTypes: true })
  const sizes = await Promise.all(
    entries.map(async (entry) => {
      const entryPath = path.join(folder, entry.name)
      return entry.isDirectory() ? measureFolder(entryPath) : (await fs.promises.stat(entryPath)).size
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Removes the remains of interrupted backups. Only the instance that has the lease of the job may call it. */
export async function removeUnfinishedBackups(directory: string): Promise<void> {
  for (const name of await readNames(directory))
    if (name.endsWith(UNFINISHED_SUFFIX) && NAME_PATTERN.test(name.slice(0, -UNFINISHED_SUFFIX.length)))
      await fs.promises.rm(path.join(directory, name), { recursive: true, force: true })
}

interface RetentionOptions {
  readonly keep: RetentionRule
  readonly timeZone: string
  readonly now: Date
  /** Tells whether a backup belongs to this plant. @param folder folder of the backup */
  readonly isOwn: (folder: string) => Promise<boolean>
}
/**
 * Removes the backups of the plant that are no longer kept, and the uploaded files that no kept backup names. Backups of
 * another plant stay, and do not count.
 * @returns the kept backups, newest first
 */
export async function applyRetention(
  directory: string,
  { keep, timeZone, now, isOwn }: RetentionOptions,
): Promise<BackupSummary[]> {
  const backups = await listBackups(directory)
  const ownBackups: BackupSummary[] = []
  for (const backup of backups) if (await isOwn(path.join(directory, backup.name))) ownBackups.push(backup)
  const ownNames = new Set(ownBackups.map(({ name }) => name))
  const keptNames = selectKeptBackups(ownBackups, keep, timeZone, now)
  for (const { name } of backups) if (!ownNames.has(name)) keptNames.add(name)
  const keptBackups = backups.filter(({ name }) => keptNames.has(name))
  // Read all lists before removing anything: if one list cannot be read, nothing may be removed.
  const storedNames = new Set<string>()
  for (const { name } of keptBackups) {
    const storedFileList = await fs.promises.readFile(getStoredFileListPath(path.join(directory, name)), 'utf8')
    for (const storedName of storedFileList.split('\n')) if (storedName) storedNames.add(storedName)
  }
  for (const { name } of backups) {
    if (keptNames.has(name)) continue
    // Rename first: the remains of an interrupted removal then do not look like a backup, and the next run removes them.
    const removedFolder = path.join(directory, `${name}${UNFINISHED_SUFFIX}`)
    await fs.promises.rename(path.join(directory, name), removedFolder)
    await fs.promises.rm(removedFolder, { recursive: true, force: true })
  }
  // All backups of the directory share one folder, so any backup name gives its path.
  await removeUnreferencedFiles(getSharedFolder(path.join(directory, 'any')), storedNames)
  return keptBackups
}
