/** Consistent backup of either engine while the server runs. */
import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import {
  BACKUP_FORMAT,
  LineDigest,
  type Manifest,
  type BackupProgress,
  getTableFile,
  type TableSummary,
  writeManifest,
} from './backup-format'
import { copyUploadedFiles } from './backup-files'
import { listTables, readLines, type TableShape } from './catalog'
import { signManifest } from './backup-signature'
import { type Database, type DatabaseLog, openDatabase } from './connect'
import { BackupRefused, DatabaseUnavailable } from './errors'
import { requestCopy } from './embedded/control'
import { syncTree } from './embedded/sync-tree'
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
}

const STATEMENT_TIMEOUT_MS = 6 * 60 * 60_000

/**
 * Writes a backup. Its folder gets its final name only when it is complete and on disk. PostgreSQL: one repeatable-read
 * snapshot. Embedded: a running server copies its files, and the backup is read from the copy, so that the server is
 * not held up. If no server runs, the folder itself is opened.
 * @throws BackupRefused if the target exists, DatabaseUnavailable
 */
export async function writeBackup(options: BackupOptions): Promise<Manifest> {
  const { dataDir, databaseUrl, to, s3, progress } = options
  if (fs.existsSync(to)) throw new BackupRefused(`${to} exists already; a backup never overwrites`)
  const unfinishedFolder = `${to}.unfinished`
  fs.rmSync(unfinishedFolder, { recursive: true, force: true })
  fs.mkdirSync(path.join(unfinishedFolder, 'tables'), { recursive: true, mode: 0o700 })
  try {
    const source = await openSource(options, unfinishedFolder)
    let manifest: Manifest
    try {
      manifest = await writeTables(source.db, unfinishedFolder, progress)
    } finally {
      await source.closeSource()
    }
    // Copied after the rows, because files never change and are stored before the rows that name them.
    const filesFolder = path.join(unfinishedFolder, 'files')
    manifest.files = s3
      ? await copyFilesToBackup(new S3FileStore(s3), filesFolder, progress)
      : await copyUploadedFiles(path.join(dataDir, 'files'), filesFolder, progress)
    manifest.engine = databaseUrl ? 'postgres' : 'embedded'
    manifest = signManifest(manifest, options)
    writeManifest(unfinishedFolder, manifest)
    await syncTree(unfinishedFolder)
    fs.renameSync(unfinishedFolder, to)
    return manifest
  } catch (error) {
    fs.rmSync(unfinishedFolder, { recursive: true, force: true })
    throw error
  }
}

async function openSource(
  { dataDir, databaseUrl, connections, log }: BackupOptions,
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
  const copyFolder = path.resolve(unfinishedFolder, 'copy')
  fs.mkdirSync(copyFolder, { mode: 0o700 })
  await requestCopy(dataDir, copyFolder)
  const db = await openDatabase({ dataDir: copyFolder, log })
  const closeSource = async (): Promise<void> => {
    await db.close()
    fs.rmSync(copyFolder, { recursive: true, force: true })
  }
  return { db, closeSource }
}

async function writeTables(db: Database, folder: string, progress: BackupProgress | undefined): Promise<Manifest> {
  return db.transaction(
    async (client) => {
      const appliedMigrations = await listAppliedMigrations(client)
      const shapes = await listTables(client)
      const tables: Record<string, TableSummary> = {}
      for (const [index, shape] of shapes.entries()) {
        tables[shape.name] = await writeTable(client, shape, folder)
        progress?.({ doing: 'table', name: shape.name, done: index + 1, of: shapes.length })
      }
      return {
        format: BACKUP_FORMAT,
        program: 'nonwoven-mes',
        createdAt: new Date().toISOString(),
        engine: db.kind,
        migration: appliedMigrations.at(-1) ?? null,
        tables,
        files: { count: 0, bytes: 0 },
      }
    },
    { isolation: 'repeatable read', readOnly: true, statementTimeoutMs: STATEMENT_TIMEOUT_MS },
  )
}

async function writeTable(client: pg.ClientBase, shape: TableShape, folder: string): Promise<TableSummary> {
  const digest = new LineDigest()
  async function* streamLines(): AsyncGenerator<string> {
    for await (const batch of readLines(client, shape)) {
      for (const line of batch) digest.add(line)
      yield `${batch.join('\n')}\n`
    }
  }
  await pipeline(
    Readable.from(streamLines()),
    createGzip({ level: 6 }),
    fs.createWriteStream(getTableFile(folder, shape.name)),
  )
  return digest.getSummary()
}
