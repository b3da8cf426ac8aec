/** Scheduled backups of a plant: incremental, encrypted, kept by age, verified, and an alarm if something is wrong. */
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { backupState, startBackup } from '@/areas/access/contract/backup'
import { notice } from '@/areas/notices/contract/notice'
import { listBackups } from '@/server/backups/backup-directory'
import type { BackupSettings } from '@/server/backups/backup-settings'
import { parseBackupKeys } from '@/server/db/backup-encryption'
import { openDatabase } from '@/server/db/connect'
import { restoreBackup } from '@/server/db/restore'
import { newFolder, quietLog, removeFolder } from '../db/database-fixtures'
import { newDataDir } from '../db/new-data-dir'
import { createTestPlant, type Caller, type TestPlant } from '../harness'
import { collectNotices, expectOk, plantTime, runJob } from '../plant-staff'

const folder = newFolder()
const directory = path.join(folder, 'backups')
const keyText = randomBytes(32).toString('base64')
let plant: TestPlant
let admin: Caller
let settings: BackupSettings
beforeAll(async () => {
  plant = await createTestPlant({
    // A database of its own, which lies in the data folder.
    limits: {},
    backups: (dataDir, databaseUrl) => {
      settings = {
        dataDir,
        databaseUrl,
        secretKey: '',
        directory,
        time: '02:30',
        keep: { daily: 2, weekly: 0, monthly: 0 },
        keys: parseBackupKeys(keyText),
      }
      return settings
    },
  })
  plant.clock.set(plantTime('02:29', '2026-11-18'))
})
afterAll(async () => {
  vi.restoreAllMocks()
  await plant.close()
  removeFolder(folder)
})

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const storeFile = async (bytes: Buffer): Promise<string> => {
  const hash = sha256(bytes)
  const file = path.join(plant.dataDir, 'files', hash.slice(0, 2), hash)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, bytes)
  return hash
}
const listStoredFiles = (): string[] => listFilesBelow(path.join(directory, 'files'))
function listFilesBelow(root: string): string[] {
  return fs.existsSync(root)
    ? (fs.readdirSync(root, { recursive: true }) as string[])
        .filter((name) => fs.statSync(path.join(root, name)).isFile())
        .toSorted()
    : []
}
async function runBackupAt(time: string, day: string): Promise<void> {
  plant.clock.set(plantTime(time, day))
  admin = await plant.as('admin')
  await runJob(plant, 'backup')
  await runJob(plant, 'system-notices')
}
const loadState = async () => expectOk(await admin.call(backupState, {}))
const listSystemNotices = async () =>
  expectOk(await admin.call(notice.endpoints.list, { size: 50 }))
    .list.filter(({ condition }) => condition === 'system')
    .map(({ nameEn, state }) => `${nameEn}: ${state}`)
    .toSorted()

/** Restores a backup into a new embedded database. @returns the rows of a table as text, and the hashes of the files */
async function restoreElsewhere(name: string, key = keyText) {
  const dataDir = await newDataDir()
  const log = quietLog()
  try {
    await restoreBackup({ from: path.join(directory, name), dataDir, backupKeys: parseBackupKeys(key), log })
    const db = await openDatabase({ dataDir, log })
    const rows = (
      await db.pool.query<{ line: string }>('select row_to_json(t)::text as line from app_user t order by id')
    ).rows
    const running = await db.pool.query(`select value ->> 'runningSince' as since from setting where name = 'backups'`)
    await db.close()
    const files = listFilesBelow(path.join(dataDir, 'files'))
    return {
      rows: rows.map(({ line }) => line),
      running: running.rows,
      files: files.map((file) => sha256(fs.readFileSync(path.join(dataDir, 'files', file)))),
    }
  } finally {
    removeFolder(dataDir)
  }
}

describe('scheduled backups', () => {
  const first = Buffer.from(`%PDF-1.4 ${'图纸'.repeat(60_000)}`)
  const second = randomBytes(1000)
  let hashes: string[] = []

  test('are made at their time, encrypted, with each file once, and restore the same rows and files', async () => {
    hashes = [await storeFile(first)]
    await runBackupAt('02:30', '2026-11-18')
    const storedFiles = listStoredFiles()
    expect(storedFiles).toHaveLength(1)
    expect(storedFiles[0]).not.toContain(hashes[0])
    const changedAtMs = fs.statSync(path.join(directory, 'files', storedFiles[0]!)).mtimeMs
    await runJob(plant, 'backup')
    expect(await listBackups(directory)).toHaveLength(1)

    hashes.push(await storeFile(second))
    await runBackupAt('02:31', '2026-11-19')
    expect(listStoredFiles()).toHaveLength(2)
    expect(fs.statSync(path.join(directory, 'files', storedFiles[0]!)).mtimeMs).toBe(changedAtMs)
    const backups = await listBackups(directory)
    expect(backups.map(({ name }) => name)).toEqual(['2026-11-18T18-31-00Z', '2026-11-17T18-30-00Z'])
    expect(backups.map(({ files }) => files)).toEqual([2, 1])
    expect(backups[0]!.addedBytes).toBeLessThan(backups[0]!.bytes - first.length + 100)

    const names = fs.readdirSync(path.join(directory, backups[0]!.name, 'tables'))
    expect(names.filter((name) => !name.endsWith('.enc'))).toEqual([])
    const restored = await restoreElsewhere(backups[0]!.name)
    expect(restored.files.toSorted()).toEqual(hashes.toSorted())
    const live = await plant.query<{ line: string }>('select row_to_json(t)::text as line from app_user t order by id')
    expect(restored.rows).toEqual(live.map(({ line }) => line))
    // The backup was made while it ran, but in the restored plant none was interrupted.
    expect(restored.running).toEqual([{ since: null }])
    expect(fs.existsSync(path.join(plant.dataDir, 'backup-copy'))).toBe(false)
    expect(fs.existsSync(path.join(plant.dataDir, 'backup-check'))).toBe(false)
  })

  test('open only with their key, and say which one is missing', async () => {
    const [backup] = await listBackups(directory)
    await expect(restoreElsewhere(backup!.name, '')).rejects.toThrow(/encrypted.*Set BACKUP_KEY/)
    await expect(restoreElsewhere(backup!.name, randomBytes(32).toString('hex'))).rejects.toThrow(/another key/)
  })

  test('are shown to the administrator alone', async () => {
    const state = await loadState()
    expect(state).toMatchObject({
      isAvailable: true,
      alarms: [],
      runningSince: null,
      lastError: null,
      time: '02:30',
      directory,
      keepDaily: 2,
      isEncrypted: true,
      verificationError: null,
      verificationName: '2026-11-17T18-30-00Z',
      nextAt: plantTime('02:30', '2026-11-20'),
    })
    expect(state.backups).toHaveLength(2)
    for (const userName of ['manager', 'maint-lead', 'viewer']) {
      const caller = await plant.as(userName)
      expect((await caller.call(backupState, {})).errno).toBe('401')
      expect((await caller.call(startBackup, {})).errno).toBe('401')
    }
  })

  test('are kept by age; files that no kept backup names go with them', async () => {
    fs.rmSync(path.join(plant.dataDir, 'files', hashes[1]!.slice(0, 2), hashes[1]!))
    await runBackupAt('02:30', '2026-11-20')
    expect((await listBackups(directory)).map(({ files }) => files)).toEqual([1, 2])
    expect(listStoredFiles()).toHaveLength(2)
    await runBackupAt('02:31', '2026-11-21')
    expect((await listBackups(directory)).map(({ files }) => files)).toEqual([1, 1])
    expect(listStoredFiles()).toHaveLength(1)
    expect((await loadState()).backups).toHaveLength(2)
    expect(fs.readdirSync(directory).filter((name) => name.endsWith('.unfinished'))).toEqual([])
  })

  test('are made when somebody asks, once', async () => {
    plant.clock.set(plantTime('10:00', '2026-11-21'))
    expectOk(await admin.call(startBackup, {}))
    expect((await loadState()).runningSince).toBe(plantTime('10:00', '2026-11-21'))
    expect((await admin.call(startBackup, {})).errno).not.toBe('200')
    await runJob(plant, 'backup')
    expect((await loadState()).runningSince).toBeNull()
    expect((await listBackups(directory))[0]!.name).toBe('2026-11-21T02-00-00Z')
  })

  test('ring once if the directory is full or closed, until one succeeds', async () => {
    const heard = collectNotices(plant)
    await storeFile(randomBytes(200_000))
    // Writing to /dev/full fails as on a full disk.
    const { createWriteStream } = fs
    const spy = vi
      .spyOn(fs, 'createWriteStream')
      .mockImplementation((file, options) =>
        createWriteStream(String(file).includes('/files/') ? '/dev/full' : file, options),
      )
    await runBackupAt('02:30', '2026-11-22')
    spy.mockRestore()
    expect((await loadState()).lastError).toContain('The disk is full')
    expect((await loadState()).alarms).toEqual([{ alarm: 'failed' }])
    expect(await listSystemNotices()).toEqual(['The data backup failed; see the page Backups: ringing'])
    expect(fs.readdirSync(directory).filter((name) => name.startsWith('2026-11-21T18'))).toEqual([])

    Object.assign(settings, { directory: '/proc/backups' })
    await runBackupAt('03:00', '2026-11-22')
    expect((await loadState()).lastError).toContain('/proc/backups')
    Object.assign(settings, { directory })

    vi.spyOn(fs, 'mkdirSync').mockImplementationOnce(() => {
      throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: directory })
    })
    await runBackupAt('03:30', '2026-11-22')
    expect((await loadState()).lastError).toContain('may not read or write')
    expect(heard.filter(({ notice: kind }) => kind === 'ruleRang')).toHaveLength(1)
    expect(heard[0]!.to).toContain(admin.userId)

    plant.clock.set(plantTime('04:31', '2026-11-22'))
    await runJob(plant, 'notices') // leaves notices without a rule alone
    await runJob(plant, 'system-notices')
    expect(await listSystemNotices()).toEqual(['The data backup failed; see the page Backups: ringing'])
    await runBackupAt('04:32', '2026-11-22')
    expect((await loadState()).alarms).toEqual([])
    expect(await listSystemNotices()).toEqual(['The data backup failed; see the page Backups: over'])
    expect((await listBackups(directory))[0]!.files).toBe(2)
  })

  test('ring if none was made for 26 hours', async () => {
    plant.clock.set(plantTime('06:33', '2026-11-23'))
    admin = await plant.as('admin')
    await runJob(plant, 'system-notices')
    expect(await listSystemNotices()).toContain('No data backup for more than 26 hours: ringing')
    expect((await loadState()).alarms).toEqual([{ alarm: 'missing' }])
    await runBackupAt('06:34', '2026-11-23')
    expect(await listSystemNotices()).toContain('No data backup for more than 26 hours: over')
  })

  test('ring if a backup does not restore', async () => {
    await plant.query(`update setting set value = value || '{"verifiedAt": null}' where name = 'backups'`)
    const [file] = listStoredFiles()
    const damaged = path.join(directory, 'files', file!)
    const bytes = fs.readFileSync(damaged)
    bytes[20]! ^= 1
    fs.writeFileSync(damaged, bytes)
    await runBackupAt('02:30', '2026-11-24')
    expect((await loadState()).verificationError).toContain(path.basename(damaged))
    expect(await listSystemNotices()).toContain('A backup could not be restored in its test: ringing')
    // The plant still has the file: without the damaged copy it is copied again.
    fs.rmSync(damaged)
    await runBackupAt('02:30', '2026-11-25')
    expect(await loadState()).toMatchObject({ verificationError: null, alarms: [] })
    expect(await listSystemNotices()).toContain('A backup could not be restored in its test: over')
  })

  test('that were interrupted ring, and are repeated', async () => {
    await plant.query(
      `update setting set value = value || '{"runningSince": "2026-11-25T18:30:00.000Z"}' where name = 'backups'`,
    )
    await runBackupAt('02:31', '2026-11-26')
    expect((await loadState()).lastError).toContain('ended during the backup')
    await runBackupAt('03:01', '2026-11-26')
    expect(await loadState()).toMatchObject({ lastError: null, alarms: [] })
  })
})
