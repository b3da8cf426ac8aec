/** Consistent backup of either engine while the server runs. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import {
  BACKUP_FORMAT,
  encryptManifest,
  getFileListPath,
  getStoredFileListPath,
  LineDigest,
  type Manifest,
  type BackupProgress,
  getTableFilePath,
  SHARED_BACKUP_FORMAT,
  type TableSummary,
  writeBackupFile,
  writeManifest,
} from './backup-format'
import type { BackupKey } from './backup-encryption'
import { copyUploadedFiles } from './backup-files'
import {
  createDiskSource,
  createStoreSource,
  getStorageName,
  type SharedFolder,
  storeUploadedFiles,
} from './backup-shared-files'
import { loadPlantIdentity } from '../plant-identity'
import { listTables, readLines, type TableShape } from './catalog'
import { signManifest } from './backup-signature'
import { type Database, type DatabaseLog, openDatabase } from './connect'
import { BackupRefused, DatabaseUnavailable } from './errors'
import { requestCopy } from './embedded/control'
import { syncPath, syncTree } from './embedded/sync-tree'
import { getDatabaseFolder } from './embedded/data-folder'
import { findLockHolder } from './embedded/folder-lock'
import type { ConnectionSettings } from './postgres/postgres-settings'
import { listAppliedMigrations } from './migrate'
import { copyFilesToBackup } from '../files/file-commands'
import { S3FileStore } from '../files/s3-file-store'
import type { S3Settings } from '../files/s3-settings'

export interface BackupOptions {
  dataDir: string
  databaseUrl?: string | undefined
  /** Pool, timeouts and pooler of the PostgreSQL server. */
  connections?: ConnectionSettings | undefined
  /** Folder to create; must not exist. */
  to: string
  /** The signing key. If it is empty, the key in the data folder is used. */
  secretKey?: string | undefined
  /** The S3 server that stores files; without it they are in the data folder. */
  s3?: S3Settings | null | undefined
  log: DatabaseLog
  progress?: BackupProgress
  /**
   * Folder of uploaded files that the backups of a directory share, and its key. Without it the backup keeps its files
   * in its own folder.
   */
  shared?: SharedFolder
  /** Key that encrypts a backup with its own files. */
  key?: BackupKey | null | undefined
  /** Cancels the backup and deletes what it has written, except uploaded files in the shared folder. */
  signal?: AbortSignal
}
/** A written backup. */
export interface WrittenBackup {
  manifest: Manifest
  /** Size of all uploaded files as stored, bytes. */
  storedFileBytes: number
  /** Size of the files that this backup added to the shared folder, bytes. */
  addedFileBytes: number
}

/** Suffix of the folder name of a backup that is not complete. */
export const UNFINISHED_SUFFIX = '.unfinished'
const STATEMENT_TIMEOUT_MS = 6 * 60 * 60_000

/**
 * Writes a backup. Its folder gets its final name only when it is complete and on disk. PostgreSQL: one repeatable-read
 * snapshot. Embedded: a running server copies its files, and the backup is read from the copy, so that the server is
 * not held up. If no server runs, the folder itself is opened.
 * @throws BackupRefused if the target exists, DatabaseUnavailable
 */
export const writeBackup = async (options: BackupOptions): Promise<Manifest> =>
  (await writeBackupWithFileSizes(options)).manifest

/** Writes a backup as `writeBackup` does, and also returns the sizes of its uploaded files. */
export async function writeBackupWithFileSizes(backupOptions: BackupOptions): Promise<WrittenBackup> {
  const { databaseUrl, to, signal, key } = backupOptions
  if (fs.existsSync(to)) throw new BackupRefused(`${to} exists already; a backup never overwrites`)
  const unfinishedFolder = `${to}${UNFINISHED_SUFFIX}`
  // Only format 2 can be encrypted, so an encrypted backup has its uploaded files in that form, but in its own folder.
  const ownFolder = key && !backupOptions.shared ? { folder: path.join(unfinishedFolder, 'files'), key } : undefined
  const options = { ...backupOptions, ...(ownFolder ? { shared: ownFolder } : {}) }
  const sharedFolder = options.shared
  fs.rmSync(unfinishedFolder, { recursive: true, force: true })
  fs.mkdirSync(path.join(unfinishedFolder, 'tables'), { recursive: true, mode: 0o700 })
  try {
    const source = await openSource(options, unfinishedFolder)
    let manifest: Manifest
    try {
      manifest = await writeTables(source.db, unfinishedFolder, options)
    } finally {
      await source.closeSource()
    }
    // Copy the files after the rows: a file is stored before any row that names it, and never changes.
    const fileSummary = await writeUploadedFiles(options, unfinishedFolder)
    const ownFiles = ownFolder ? { hasOwnFiles: true } : {}
    manifest = { ...manifest, ...fileSummary.manifest, ...ownFiles, engine: databaseUrl ? 'postgres' : 'embedded' }
    manifest = signManifest(manifest, options)
    writeManifest(unfinishedFolder, sharedFolder?.key ? await encryptManifest(manifest, sharedFolder.key) : manifest)
    await syncTree(unfinishedFolder)
    signal?.throwIfAborted()
    fs.renameSync(unfinishedFolder, to)
    await syncPath(path.dirname(to), true)
    return { manifest, storedFileBytes: fileSummary.storedBytes, addedFileBytes: fileSummary.addedBytes }
  } catch (error) {
    fs.rmSync(unfinishedFolder, { recursive: true, force: true })
    throw error
  }
}

async function writeUploadedFiles(
  { dataDir, s3, shared: sharedFolder, progress, signal }: BackupOptions,
  folder: string,
): Promise<{
  manifest: Pick<Manifest, 'format' | 'files' | 'fileListSha256'>
  storedBytes: number
  addedBytes: number
}> {
  const filesFolder = path.join(dataDir, 'files')
  if (!sharedFolder) {
    const target = path.join(folder, 'files')
    const files = s3
      ? await copyFilesToBackup(new S3FileStore(s3), target, progress)
      : await copyUploadedFiles(filesFolder, target, progress)
    return { manifest: { format: BACKUP_FORMAT, files }, storedBytes: files.bytes, addedBytes: files.bytes }
  }
  fs.mkdirSync(sharedFolder.folder, { recursive: true, mode: 0o700 })
  const source = s3 ? createStoreSource(new S3FileStore(s3)) : createDiskSource(filesFolder)
  const { files, storedBytes, addedBytes } = await storeUploadedFiles(source, sharedFolder, {
    progress,
    signal,
  })
  const fileList = files.map(({ name, bytes }) => `${name} ${bytes}\n`).join('')
  await writeBackupFile(
    Readable.from([Buffer.from(fileList)]),
    getFileListPath(folder, sharedFolder.key !== null),
    sharedFolder.key,
  )
  await fs.promises.writeFile(
    getStoredFileListPath(folder),
    files.map(({ name }) => `${getStorageName(sharedFolder, name)}\n`).join(''),
  )
  return {
    manifest: {
      format: SHARED_BACKUP_FORMAT,
      files: { count: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) },
      fileListSha256: createHash('sha256').update(fileList).digest('hex'),
    },
    storedBytes,
    addedBytes,
  }
}

async function openSource(
  { dataDir, databaseUrl, connections, log, shared: sharedFolder }: BackupOptions,
  unfinishedFolder: string,
): Promise<{ db: Database; closeSource: () => Promise<void> }> {
  if (databaseUrl) {
    const db = await openDatabase({ dataDir, databaseUrl, connections, log })
    return { db, closeSource: () => db.close() }
  }
  if (!fs.existsSync(getDatabaseFolder(dataDir))) throw new DatabaseUnavailable(`There is no database in ${dataDir}`)
  if ((await findLockHolder(dataDir)) === undefined) {
    const db = await openDatabase({ dataDir, log })
    return { db, closeSource: () => db.close() }
  }
  // The copy is not encrypted. A scheduled backup may have to be, so its copy lies in the data folder.
  const copyFolder = sharedFolder ? path.resolve(dataDir, 'backup-copy') : path.resolve(unfinishedFolder, 'copy')
  fs.rmSync(copyFolder, { recursive: true, force: true })
  fs.mkdirSync(copyFolder, { mode: 0o700 })
  const removeCopy = (): void => fs.rmSync(copyFolder, { recursive: true, force: true })
  try {
    await requestCopy(dataDir, copyFolder)
    const db = await openDatabase({ dataDir: copyFolder, log })
    return { db, closeSource: () => db.close().finally(removeCopy) }
  } catch (error) {
    removeCopy()
    throw error
  }
}

async function writeTables(
  db: Database,
  folder: string,
  { progress, shared: sharedFolder, signal }: BackupOptions,
): Promise<Manifest> {
  return db.transaction(
    async (client) => {
      const appliedMigrations = await listAppliedMigrations(client)
      const identity = await loadPlantIdentity(client)
      const shapes = await listTables(client)
      const tables: Record<string, TableSummary> = {}
      for (const [index, shape] of shapes.entries()) {
        tables[shape.name] = await writeTable(client, shape, folder, { key: sharedFolder?.key ?? null, signal })
        progress?.({ doing: 'table', name: shape.name, done: index + 1, of: shapes.length })
      }
      return {
        format: BACKUP_FORMAT,
        program: 'nonwoven-mes',
        createdAt: new Date().toISOString(),
        engine: db.kind,
        migration: appliedMigrations.at(-1) ?? null,
        ...(identity ? { plant: identity.id } : {}),
        tables,
        files: { count: 0, bytes: 0 },
      }
    },
    { isolation: 'repeatable read', readOnly: true, statementTimeoutMs: STATEMENT_TIMEOUT_MS },
  )
}

async function writeTable(
  client: pg.ClientBase,
  shape: TableShape,
  folder: string,
  { key, signal }: { key: SharedFolder['key']; signal: AbortSignal | undefined },
): Promise<TableSummary> {
  const digest = new LineDigest()
  async function* streamLines(): AsyncGenerator<string> {
    for await (const batch of readLines(client, shape)) {
      signal?.throwIfAborted()
      for (const line of batch) digest.add(line)
      yield `${batch.join('\n')}\n`
    }
  }
  await writeBackupFile(Readable.from(streamLines()), getTableFilePath(folder, shape.name, key !== null), key)
  return digest.getSummary()
}
