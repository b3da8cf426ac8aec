/** Verifies that the files of a backup match its manifest, before anything is restored from it. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import {
  type Manifest,
  type BackupProgress,
  getFileListPath,
  getTableFilePath,
  getUploadedFilesFolder,
  type OpenedBackup,
  readBackupFile,
  SHARED_BACKUP_FORMAT,
  type TableSummary,
} from './backup-format'
import { hashFile, listUploadedFiles, SHA256_HEX_LENGTH } from './backup-files'
import { readStoredFiles, type UploadedFile } from './backup-shared-files'
import { BackupRefused } from './errors'

const LINE_FEED = 0x0a
const NOTHING_WRITTEN = 'Nothing was written. Restore another backup, or copy this one anew from where it was kept.'

/**
 * Asserts that a backup matches its manifest, reading all of it once.
 * @throws BackupRefused naming the file that is missing or damaged
 */
export async function assertBackupIntact(backup: OpenedBackup, progress?: BackupProgress): Promise<void> {
  const { folder, manifest, key } = backup
  const tables = Object.entries(manifest.tables)
  for (const [index, [table, tableSummary]] of tables.entries()) {
    const file = getTableFilePath(folder, table, key !== null)
    const summary = await summarizeFile(file, key)
    if (summary.rows !== tableSummary.rows)
      throw createDamagedError(
        describeTableFile(file),
        `it has ${summary.rows} rows of the table ${table} and should have ${tableSummary.rows}`,
      )
    if (summary.sha256 !== tableSummary.sha256)
      throw createDamagedError(describeTableFile(file), `its rows of the table ${table} are not those backed up`)
    progress?.({ doing: 'check', name: table, done: index + 1, of: tables.length })
  }
  if (manifest.format === SHARED_BACKUP_FORMAT)
    await readStoredFiles(await loadFileList(backup), { folder: getUploadedFilesFolder(backup), key }, { progress })
  else await assertFilesIntact(path.join(folder, 'files'), manifest, progress)
}

/** Loads the list of uploaded files of a backup of format 2. @throws BackupRefused if it is damaged */
export async function loadFileList({ folder, manifest, key }: OpenedBackup): Promise<UploadedFile[]> {
  const file = getFileListPath(folder, key !== null)
  let fileList: Buffer
  try {
    fileList = await buffer(readBackupFile(file, key))
  } catch (error) {
    throw createDamagedError(describeTableFile(file), error instanceof Error ? error.message : String(error), error)
  }
  if (createHash('sha256').update(fileList).digest('hex') !== manifest.fileListSha256)
    throw createDamagedError(describeTableFile(file), 'it is not the one backed up')
  const files = fileList
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [name = '', bytes] = line.split(' ')
      return { name, bytes: Number(bytes) }
    })
  const invalidFile = files.find(({ name }) => !/^[0-9a-f]{64}(\.[\w.-]*)?$/.test(name))
  if (invalidFile) throw createDamagedError(describeTableFile(file), 'it names something else than an uploaded file')
  return files
}

async function assertFilesIntact(folder: string, manifest: Manifest, progress?: BackupProgress): Promise<void> {
  const files = listUploadedFiles(folder)
  let totalBytes = 0
  for (const [index, file] of files.entries()) {
    if ((await hashFile(file)) !== path.basename(file).slice(0, SHA256_HEX_LENGTH))
      throw createDamagedError(`The uploaded file ${file}`, 'its content is not what its name says')
    totalBytes += fs.statSync(file).size
    progress?.({ doing: 'check', name: path.basename(file), done: index + 1, of: files.length })
  }
  if (files.length !== manifest.files.count || totalBytes !== manifest.files.bytes)
    throw new BackupRefused(
      `The backup should have ${manifest.files.count} uploaded files (${manifest.files.bytes} bytes) and has ${files.length} (${totalBytes} bytes). ${NOTHING_WRITTEN}`,
    )
}

const describeTableFile = (file: string): string => `The backup's file ${file}`
const createDamagedError = (file: string, problem: string, cause?: unknown): BackupRefused =>
  new BackupRefused(`${file} is damaged: ${problem}. ${NOTHING_WRITTEN}`, cause ? { cause } : undefined)

/** Counts and hashes the rows of a table file with the same result as `LineDigest`, without splitting lines. */
async function summarizeFile(file: string, key: OpenedBackup['key']): Promise<TableSummary> {
  const hash = createHash('sha256')
  let rows = 0
  let lastByte = LINE_FEED
  try {
    for await (const chunk of readBackupFile(file, key) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      for (let lineEnd = chunk.indexOf(LINE_FEED); lineEnd >= 0; lineEnd = chunk.indexOf(LINE_FEED, lineEnd + 1)) rows++
      lastByte = chunk.at(-1) ?? lastByte
    }
  } catch (error) {
    throw createDamagedError(describeTableFile(file), error instanceof Error ? error.message : String(error), error)
  }
  if (lastByte !== LINE_FEED) {
    hash.update('\n')
    rows++
  }
  return { rows, sha256: hash.digest('hex') }
}
