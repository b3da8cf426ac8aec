/**
 * Restores a backup into an empty database of either kind; also the way to move from embedded to PostgreSQL and back.
 */
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { migrationsFolder } from '../program-files'
import {
  LineDigest,
  type Manifest,
  type BackupProgress,
  openBackup,
  type OpenedBackup,
  getTableFilePath,
  getUploadedFilesFolder,
  readBackupLines,
  SHARED_BACKUP_FORMAT,
  type TableSummary,
} from './backup-format'
import { assertBackupIntact, loadFileList } from './backup-check'
import type { BackupKey } from './backup-encryption'
import { restoreStoredFiles } from './backup-shared-files'
import { BACKUP_SETTING } from '../backups/backup-state'
import { assertSignatureValid } from './backup-signature'
import { copyUploadedFiles, listUploadedFiles } from './backup-files'
import {
  listForeignKeys,
  listSequences,
  listTables,
  listTablesWithTriggers,
  readLines,
  type TableShape,
} from './catalog'
import { type DatabaseLog, openDatabase } from './connect'
import { syncTree } from './embedded/sync-tree'
import { inspectDataFolder, removeDatabase } from './embedded/data-folder'
import { BackupRefused } from './errors'
import type { ConnectionSettings } from './postgres/postgres-settings'
import { describeServer } from './postgres/server-hosts'
import { applyMigrations, type Migration, readMigrations } from './migrate'
import { storeFilesOfBackup } from '../files/file-commands'
import { S3FileStore } from '../files/s3-file-store'
import type { S3Settings } from '../files/s3-settings'
import { makeDataFolder } from '../private-folder'
import { findSealKeys, getKeyFingerprint, KEY_FILE, KEY_SETTING, NEW_KEY_FILE } from '../seals'
import { toRunQuery, ensureMonthPartitions, toUtcMonth, PARTITION_COLUMNS } from './partitions'

export interface RestoreOptions {
  /** Folder of the backup. */
  from: string
  dataDir: string
  databaseUrl?: string | undefined
  /** Pool, timeouts and pooler of the PostgreSQL server. */
  connections?: ConnectionSettings | undefined
  /** The key that signed the backup. If it is empty, the key in the data folder is used. */
  secretKey?: string | undefined
  /** The S3 server that stores files; without it they are in the data folder. */
  s3?: S3Settings | null | undefined
  log: DatabaseLog
  progress?: BackupProgress
  /** Keys that open an encrypted backup. */
  backupKeys?: readonly BackupKey[]
  /** Folder with the key that signed the backup; by default `dataDir`. */
  keyDir?: string
  /** Restores the rows only, after the uploaded files were verified. */
  withoutFiles?: boolean
  /** Cancels the restore; the target then stays empty. */
  signal?: AbortSignal
  /** Folder of the migrations; by default the program's own. */
  migrationsDir?: string
}

const STATEMENT_TIMEOUT_MS = 6 * 60 * 60_000
const BATCH_ROWS = 500
const BATCH_BYTES = 4 * 1024 * 1024

/**
 * Restores a backup: reads and verifies all of it, then loads it in one transaction. If anything fails, the target
 * stays empty.
 * An older backup is migrated afterwards. Counts and hashes of every table are verified.
 * @throws BackupRefused, MigrationMismatch
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { from, dataDir, databaseUrl, progress } = options
  const backup = await openBackup(from, options.backupKeys)
  const { manifest } = backup
  assertSignatureValid(manifest, { ...options, dataDir: options.keyDir ?? dataDir })
  const migrations = readMigrations(options.migrationsDir ?? migrationsFolder)
  const backupMigrations = getBackupMigrations(migrations, manifest)
  await assertBackupIntact(backup, progress)
  const isNew = !databaseUrl && inspectDataFolder(dataDir) === 'new'
  try {
    await restoreIntoEmptyDatabase(options, backup, migrations, backupMigrations)
    return manifest
  } catch (error) {
    if (isNew) removeDatabase(dataDir)
    throw error
  }
}

/** Names the database that a restore fills. */
export const describeTarget = ({ dataDir, databaseUrl }: Pick<RestoreOptions, 'dataDir' | 'databaseUrl'>): string =>
  databaseUrl
    ? `The PostgreSQL database ${describeServer(databaseUrl)}`
    : `The embedded database in ${path.resolve(dataDir)} (DATABASE_URL is not set)`
const EMPTY_TARGET_HINT = {
  postgres:
    'Stop the server, drop the database and create it again (dropdb, createdb), or name another one in DATABASE_URL.',
  embedded: 'Stop the server and move the data folder away, or name another one in DATA_DIR.',
} as const

async function restoreIntoEmptyDatabase(
  options: RestoreOptions,
  backup: OpenedBackup,
  migrations: Migration[],
  backupMigrations: Migration[],
): Promise<void> {
  const { dataDir, databaseUrl, connections, secretKey, log, progress, keyDir, withoutFiles, signal } = options
  const db = await openDatabase({ dataDir, databaseUrl, connections, log })
  try {
    await db.transaction(
      async (client) => {
        const { length: tableCount } = await listTables(client)
        if (tableCount)
          throw new BackupRefused(
            `${describeTarget(options)} is not empty (${tableCount} tables). A backup is restored into an empty one only; nothing was changed. ${EMPTY_TARGET_HINT[databaseUrl ? 'postgres' : 'embedded']}`,
          )
        await applyMigrations(client, backupMigrations)
        await loadTables(client, backup, { progress, signal })
        await applyMigrations(client, migrations, { log })
        if (withoutFiles) return
        if (backup.manifest.tables['setting']) {
          await forgetRunningBackup(client)
          await allowNewKey(client, { dataDir: keyDir ?? dataDir, secretKey, log })
        }
        // Files are restored before the commit, so that rows never name a missing file.
        await (options.s3 ? restoreFilesToS3(backup, options, options.s3) : restoreFiles(backup, dataDir, progress))
      },
      { statementTimeoutMs: STATEMENT_TIMEOUT_MS },
    )
    await db.pool.query('analyze')
    await db.checkpoint()
  } finally {
    await db.close()
  }
}

/** Clears the running backup: a scheduled backup contains its own start, which the plant would report as interrupted. */
const forgetRunningBackup = async (client: pg.PoolClient): Promise<void> =>
  void (await client.query(`update setting set value = value - 'runningSince' where name = $1`, [BACKUP_SETTING]))
/**
 * Allows the restored plant to start with another key if its old key is not here, by a marker file in the data folder.
 * Secrets sealed with the old key cannot be opened then; the log warns about this.
 */
async function allowNewKey(
  client: pg.PoolClient,
  { dataDir, secretKey, log }: Pick<RestoreOptions, 'dataDir' | 'secretKey' | 'log'>,
): Promise<void> {
  const fingerprints = [...findSealKeys(dataDir, secretKey).values()].map(getKeyFingerprint)
  const { rows } = await client.query<{ value: string }>(
    `select value #>> '{}' as value from setting where name = $1`,
    [KEY_SETTING],
  )
  if (rows.every(({ value }) => fingerprints.includes(value))) return
  makeDataFolder(dataDir)
  fs.writeFileSync(path.join(dataDir, NEW_KEY_FILE), '')
  if (fingerprints.length > 0)
    log.warn(
      `The backup belongs to another key than the one here (${KEY_FILE} or SECRET_KEY). The plant will start with the key here, but second factors, passwords of data sources and addresses of robots in the backup cannot be opened. To open them, add the line of the old ${KEY_FILE} to the one in the data folder before the start.`,
    )
}
/** Copies the uploaded files and verifies number and size; removes the copies if they are wrong. */
async function restoreFiles(
  backup: OpenedBackup,
  dataDir: string,
  progress: BackupProgress | undefined,
): Promise<void> {
  const { folder, manifest, key } = backup
  const filesFolder = path.join(dataDir, 'files')
  const createdCopies: string[] = []
  try {
    if (manifest.format === SHARED_BACKUP_FORMAT) {
      const shared = { folder: getUploadedFilesFolder(backup), key }
      await restoreStoredFiles(await loadFileList(backup), shared, filesFolder, createdCopies, progress)
    } else {
      const { count, bytes } = await copyUploadedFiles(path.join(folder, 'files'), filesFolder, progress, createdCopies)
      if (count !== manifest.files.count || bytes !== manifest.files.bytes)
        throw new BackupRefused(
          `The backup should have ${manifest.files.count} uploaded files (${manifest.files.bytes} bytes) and has ${count} (${bytes} bytes)`,
        )
    }
    if (manifest.files.count) await syncTree(filesFolder)
  } catch (error) {
    for (const copy of createdCopies) fs.rmSync(copy, { force: true })
    throw error
  }
}

/** Stores the uploaded files of a backup on an S3 server. Files that backups share are first restored to a local folder. */
async function restoreFilesToS3(
  backup: OpenedBackup,
  { dataDir, progress }: Pick<RestoreOptions, 'dataDir' | 'progress'>,
  s3: S3Settings,
): Promise<void> {
  if (backup.manifest.format !== SHARED_BACKUP_FORMAT)
    return storeFilesOfBackup(listUploadedFiles(path.join(backup.folder, 'files')), new S3FileStore(s3), progress)
  const temporaryFolder = path.join(dataDir, 'restoring-files')
  try {
    await restoreFiles(backup, temporaryFolder, progress)
    await storeFilesOfBackup(listUploadedFiles(path.join(temporaryFolder, 'files')), new S3FileStore(s3), progress)
  } finally {
    fs.rmSync(temporaryFolder, { recursive: true, force: true })
  }
}

function getBackupMigrations(migrations: Migration[], { migration }: Manifest): Migration[] {
  if (!migration) return []
  const index = migrations.findIndex(({ hash }) => hash === migration.hash)
  if (index < 0)
    throw new BackupRefused(
      'The backup was made by a newer or different program: its last migration is unknown here. Restore it with the version that made it, or with a newer one. Nothing was written.',
    )
  return migrations.slice(0, index + 1)
}

async function loadTables(
  client: pg.ClientBase,
  { folder, manifest, key }: OpenedBackup,
  { progress, signal }: { progress: BackupProgress | undefined; signal: AbortSignal | undefined },
): Promise<void> {
  const shapesByName = new Map((await listTables(client)).map((shape) => [shape.name, shape]))
  const names = Object.keys(manifest.tables)
  const unknownTable = names.find((name) => !shapesByName.has(name))
  if (unknownTable !== undefined)
    throw new BackupRefused(`The backup has a table ${unknownTable} that this program does not know`)
  const missingTable = [...shapesByName.keys()].find((name) => !manifest.tables[name])
  if (missingTable !== undefined)
    throw new BackupRefused(`The backup has no table ${missingTable}, which it should have`)
  const restoreConstraints = await suspendConstraints(client)
  for (const [index, name] of names.entries()) {
    const shape = shapesByName.get(name)
    const expectedSummary = manifest.tables[name]
    if (!shape || !expectedSummary) continue
    const lines = readBackupLines(getTableFilePath(folder, name, key !== null), key)
    assertSummaryMatches(name, 'the backup', await loadTable(client, shape, lines, signal), expectedSummary)
    assertSummaryMatches(name, 'the restored table', await digestTable(client, shape), expectedSummary)
    progress?.({ doing: 'table', name, done: index + 1, of: names.length })
  }
  await restoreConstraints()
}

/**
 * Drops foreign keys and disables triggers, so that tables load in any order, cycles included.
 * @returns a function that restores them, which checks every foreign key, and advances sequences beyond the rows
 */
async function suspendConstraints(client: pg.ClientBase): Promise<() => Promise<void>> {
  const foreignKeys = await listForeignKeys(client)
  const tablesWithTriggers = await listTablesWithTriggers(client)
  for (const { table, name } of foreignKeys)
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`)
  for (const table of tablesWithTriggers) await client.query(`alter table ${table} disable trigger user`)
  return async () => {
    for (const { table, name, definition } of foreignKeys)
      await client.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`)
    for (const table of tablesWithTriggers) await client.query(`alter table ${table} enable trigger user`)
    for (const { sequence, table, column } of await listSequences(client)) {
      await client.query(
        `select setval($1::regclass, (select max(${column}) from ${table})) where exists (select from ${table})`,
        [sequence],
      )
    }
  }
}

async function loadTable(
  client: pg.ClientBase,
  { name, columns }: TableShape,
  lines: AsyncIterable<string>,
  signal: AbortSignal | undefined,
): Promise<TableSummary> {
  // The schema is named, because a built-in type may have the same name (line, box, path).
  const table = `public.${pg.escapeIdentifier(name)}`
  const columnList = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const insertSql = `insert into ${table} (${columnList}) overriding system value select ${columnList} from json_populate_recordset(null::${table}, $1)`
  const digest = new LineDigest()
  let batch: string[] = []
  let batchBytes = 0
  const partitionColumn = PARTITION_COLUMNS[name]
  const flushBatch = async (): Promise<void> => {
    signal?.throwIfAborted()
    if (partitionColumn)
      await ensureMonthPartitions(
        toRunQuery(client),
        name,
        batch.map((line) => parseRowMonth(line, partitionColumn)),
      )
    if (batch.length) await client.query(insertSql, [`[${batch.join(',')}]`])
    batch = []
    batchBytes = 0
  }
  for await (const line of lines) {
    digest.add(line)
    batch.push(line)
    batchBytes += line.length
    if (batch.length >= BATCH_ROWS || batchBytes >= BATCH_BYTES) await flushBatch()
  }
  await flushBatch()
  return digest.getSummary()
}

/** Returns the month (UTC) of the partition to which a row belongs. */
const parseRowMonth = (line: string, column: string): string =>
  toUtcMonth(new Date((JSON.parse(line) as Record<string, string>)[column]!).getTime())

async function digestTable(client: pg.ClientBase, shape: TableShape): Promise<TableSummary> {
  const digest = new LineDigest()
  for await (const batch of readLines(client, shape)) for (const line of batch) digest.add(line)
  return digest.getSummary()
}

function assertSummaryMatches(table: string, source: string, actual: TableSummary, expected: TableSummary): void {
  if (actual.rows !== expected.rows)
    throw new BackupRefused(`Table ${table}: ${source} has ${actual.rows} rows and should have ${expected.rows}`)
  if (actual.sha256 !== expected.sha256)
    throw new BackupRefused(`Table ${table}: the content of ${source} is not what was backed up`)
}
