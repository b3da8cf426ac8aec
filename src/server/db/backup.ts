/** Consistent backup of either engine while the server runs. */
import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import {
  FORMAT,
  LineDigest,
  type Manifest,
  type Progress,
  tableFile,
  type TableSummary,
  writeManifest,
} from './backup-format'
import { copyFiles } from './backup-files'
import { listTables, readLines, type TableShape } from './catalog'
import { signManifest } from './backup-signature'
import { type Database, type DatabaseLog, openDatabase } from './connect'
import { BackupRefused, DatabaseUnavailable } from './errors'
import { requestCopy } from './embedded/control'
import { syncTree } from './embedded/sync-tree'
import { databaseFolder } from './embedded/folder'
import { lockHolder } from './embedded/lock'
import { appliedMigrations } from './migrate'

export interface BackupOptions {
  dataDir: string
  databaseUrl?: string | undefined
  /** Folder to create; must not exist. */
  to: string
  /** Signing key; empty for the one in the data folder. */
  secretKey?: string | undefined
  log: DatabaseLog
  progress?: Progress
}

const PATIENCE_MS = 6 * 60 * 60_000

/**
 * Writes a backup. Its folder gets its final name only when it is complete and on disk.
 * PostgreSQL: one repeatable-read snapshot. Embedded: a running server is asked for a copy of its files, which is then
 * read without holding it up; if no server runs, the folder itself is opened.
 * @throws BackupRefused if the target exists, DatabaseUnavailable
 */
export async function backup(options: BackupOptions): Promise<Manifest> {
  const { dataDir, databaseUrl, to } = options
  if (fs.existsSync(to)) throw new BackupRefused(`${to} exists already; a backup never overwrites`)
  const unfinished = `${to}.unfinished`
  fs.rmSync(unfinished, { recursive: true, force: true })
  fs.mkdirSync(path.join(unfinished, 'tables'), { recursive: true, mode: 0o700 })
  try {
    const source = await openSource(options, unfinished)
    let manifest: Manifest
    try {
      manifest = await writeTables(source.db, unfinished, options.progress)
    } finally {
      await source.end()
    }
    // After the rows: files never change and are stored before the rows that name them.
    manifest.files = await copyFiles(path.join(dataDir, 'files'), path.join(unfinished, 'files'), options.progress)
    manifest.engine = databaseUrl ? 'postgres' : 'embedded'
    manifest = signManifest(manifest, options)
    writeManifest(unfinished, manifest)
    await syncTree(unfinished)
    fs.renameSync(unfinished, to)
    return manifest
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
}

async function openSource(
  { dataDir, databaseUrl, log }: BackupOptions,
  unfinished: string,
): Promise<{ db: Database; end: () => Promise<void> }> {
  if (databaseUrl) {
    const db = await openDatabase({ dataDir, databaseUrl, log })
    return { db, end: () => db.close() }
  }
  if (!fs.existsSync(databaseFolder(dataDir))) throw new DatabaseUnavailable(`There is no database in ${dataDir}`)
  if ((await lockHolder(dataDir)) === undefined) {
    const db = await openDatabase({ dataDir, log })
    return { db, end: () => db.close() }
  }
  const copy = path.resolve(unfinished, 'copy')
  fs.mkdirSync(copy, { mode: 0o700 })
  await requestCopy(dataDir, copy)
  const db = await openDatabase({ dataDir: copy, log })
  const end = async (): Promise<void> => {
    await db.close()
    fs.rmSync(copy, { recursive: true, force: true })
  }
  return { db, end }
}

async function writeTables(db: Database, folder: string, progress: Progress | undefined): Promise<Manifest> {
  return db.transaction(
    async (client) => {
      const applied = await appliedMigrations(client)
      const shapes = await listTables(client)
      const tables: Record<string, TableSummary> = {}
      for (const [index, shape] of shapes.entries()) {
        tables[shape.name] = await writeTable(client, shape, folder)
        progress?.({ doing: 'table', name: shape.name, done: index + 1, of: shapes.length })
      }
      return {
        format: FORMAT,
        program: 'nonwoven-mes',
        createdAt: new Date().toISOString(),
        engine: db.kind,
        migration: applied.at(-1) ?? null,
        tables,
        files: { count: 0, bytes: 0 },
      }
    },
    { isolation: 'repeatable read', readOnly: true, patience: PATIENCE_MS },
  )
}

async function writeTable(client: pg.ClientBase, shape: TableShape, folder: string): Promise<TableSummary> {
  const digest = new LineDigest()
  async function* lines(): AsyncGenerator<string> {
    for await (const batch of readLines(client, shape)) {
      for (const line of batch) digest.add(line)
      yield `${batch.join('\n')}\n`
    }
  }
  await pipeline(Readable.from(lines()), createGzip({ level: 6 }), fs.createWriteStream(tableFile(folder, shape.name)))
  return digest.summary()
}
