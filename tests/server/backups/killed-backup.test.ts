import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyRetention, listBackups, removeUnfinishedBackups } from '@/server/backups/backup-directory'
import { parseBackupKeys } from '@/server/db/backup-encryption'
import { openDatabase } from '@/server/db/connect'
import { migrateDatabase } from '@/server/db/migrate'
import { restoreBackup } from '@/server/db/restore'
import {
  fillTables,
  hashFiles,
  newFolder,
  quietLog,
  readTables,
  removeFolder,
  writeMigrations,
} from '../db/database-fixtures'
import { startChild } from '../db/children/run-child'
import { newDataDir } from '../db/new-data-dir'

const folder = newFolder()
const directory = path.join(folder, 'backups')
const migrations = writeMigrations(path.join(folder, 'migrations'), 2)
const keyText = randomBytes(32).toString('base64')
const log = quietLog()
let dataDir: string
beforeAll(async () => {
  dataDir = await newDataDir()
  const db = await openDatabase({ dataDir, log })
  await migrateDatabase(db, migrations)
  await fillTables(db, 300)
  await db.close()
  for (const size of [10, 70_000, 200_000]) {
    const bytes = randomBytes(size)
    const hash = createHash('sha256').update(bytes).digest('hex')
    fs.mkdirSync(path.join(dataDir, 'files', hash.slice(0, 2)), { recursive: true })
    fs.writeFileSync(path.join(dataDir, 'files', hash.slice(0, 2), hash), bytes)
  }
})
afterAll(() => {
  removeFolder(dataDir)
  removeFolder(folder)
})
const startBackup = (name: string, step: string) =>
  startChild('write-backup', [dataDir, path.join(directory, name), keyText, step])

it('a killed backup does not count; the next one is complete and leaves nothing of it', async () => {
  for (const [index, step] of ['table 1', 'table 4', 'files 1', 'files 3'].entries()) {
    const child = startBackup(`2026-11-20T02-30-0${index}Z`, step)
    expect(await child.waitForLine(step), child.errors()).toBe(true)
    await child.kill()
    expect(await listBackups(directory)).toEqual([])
  }
  expect(fs.readdirSync(directory).filter((name) => name.endsWith('.unfinished'))).toHaveLength(4)
  await removeUnfinishedBackups(directory)
  const child = startBackup('2026-11-20T02-31-00Z', 'never')
  expect(await child.waitForLine('complete'), child.errors()).toBe(true)
  const keptBackups = await applyRetention(directory, {
    keep: { daily: 7, weekly: 4, monthly: 12 },
    timeZone: 'Asia/Shanghai',
    now: new Date(),
    isOwn: async () => true,
  })
  expect(keptBackups.map(({ name }) => name)).toEqual(['2026-11-20T02-31-00Z'])
  expect(fs.readdirSync(directory).toSorted()).toEqual(['2026-11-20T02-31-00Z', 'files'])

  const target = await newDataDir()
  const from = path.join(directory, '2026-11-20T02-31-00Z')
  await restoreBackup({ from, dataDir: target, backupKeys: parseBackupKeys(keyText), log, migrationsDir: migrations })
  const readAll = async (place: string) => {
    const db = await openDatabase({ dataDir: place, log })
    const tables = await readTables(db)
    await db.close()
    return tables
  }
  expect(await readAll(target)).toEqual(await readAll(dataDir))
  const restoredFiles = hashFiles(path.join(target, 'files'))
  expect(restoredFiles).toEqual(hashFiles(path.join(dataDir, 'files')))
  expect(Object.keys(restoredFiles)).toHaveLength(3)
  removeFolder(target)
})
