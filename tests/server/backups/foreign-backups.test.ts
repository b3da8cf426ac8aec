/** Backups of another plant in the same directory: they are told by the id of the plant, and never removed. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBackups } from '@/server/backups/backup-directory'
import { parseBackupKeys } from '@/server/db/backup-encryption'
import { type Manifest, readBackupHeader } from '@/server/db/backup-format'
import { signManifest } from '@/server/db/backup-signature'
import { isBackupOfPlant, loadPlantIdentity } from '@/server/plant-identity'
import { newFolder, quietLog, removeFolder } from '../db/database-fixtures'
import { createTestPlant, type TestPlant } from '../harness'
import { plantTime, runJob } from '../plant-staff'

const folder = newFolder()
const directory = path.join(folder, 'backups')
const keyText = randomBytes(32).toString('base64')
let plant: TestPlant
beforeAll(async () => {
  plant = await createTestPlant({
    limits: {},
    backups: (dataDir, databaseUrl) => ({
      dataDir,
      databaseUrl,
      secretKey: '',
      directory,
      time: '02:30',
      keep: { daily: 1, weekly: 0, monthly: 0 },
      keys: parseBackupKeys(keyText),
    }),
  })
})
afterAll(async () => {
  await plant.close()
  removeFolder(folder)
})
const runBackupAt = async (time: string, day: string): Promise<void> => {
  plant.clock.set(plantTime(time, day))
  await runJob(plant, 'backup')
}
const listNames = async () => (await listBackups(directory)).map(({ name }) => name)
const setIdentity = (identity: object | null) =>
  plant.query(
    identity === null
      ? `delete from setting where name = 'plant.id'`
      : `update setting set value = '${JSON.stringify(identity)}' where name = 'plant.id'`,
  )

test('retention removes those of this plant only', async () => {
  await runBackupAt('02:30', '2026-11-10')
  const [foreign] = await listNames()
  const identity = await loadPlantIdentity(plant.app.db.pool)
  expect(readBackupHeader(path.join(directory, foreign!)).plant).toBe(identity!.id)
  const manifest = fs.readFileSync(path.join(directory, foreign!, 'manifest.json'), 'utf8')
  fs.writeFileSync(path.join(directory, foreign!, 'manifest.json'), manifest.replace(identity!.id, 'another'))
  const storedFile = path.join(directory, 'files', 'aa', `aa${'0'.repeat(62)}`)
  fs.mkdirSync(path.dirname(storedFile), { recursive: true })
  fs.writeFileSync(storedFile, 'of the other plant')
  fs.writeFileSync(path.join(directory, foreign!, 'stored-files.txt'), `${path.basename(storedFile)}\n`)
  await runBackupAt('02:30', '2026-11-14')
  await runBackupAt('02:30', '2026-11-18')
  expect(await listNames()).toEqual(['2026-11-17T18-30-00Z', foreign])
  expect(fs.existsSync(storedFile)).toBe(true)
})

test('without an id in the database none is removed', async () => {
  const identity = await loadPlantIdentity(plant.app.db.pool)
  await setIdentity(null)
  await runBackupAt('02:30', '2026-11-22')
  expect(await listNames()).toHaveLength(3)
  await plant.query(
    `insert into setting (site_id, name, value, updated_at) values (1, 'plant.id', '${JSON.stringify(identity)}', now())`,
  )
})

test('those of earlier versions have no id: the key of the plant tells them, unless they are older than the plant', async () => {
  const identity = { id: 'this', since: null }
  const keys = { dataDir: plant.dataDir, secretKey: '', backupKeys: [] }
  const draft: Manifest = {
    format: 2,
    program: 'nonwoven-mes',
    createdAt: '2026-11-01T00:00:00.000Z',
    engine: 'embedded',
    migration: null,
    tables: {},
    files: { count: 0, bytes: 0 },
  }
  const oldBackup = path.join(folder, 'old')
  fs.mkdirSync(oldBackup)
  const write = (manifest: Manifest) =>
    fs.writeFileSync(path.join(oldBackup, 'manifest.json'), JSON.stringify(manifest))
  write(draft)
  expect(await isBackupOfPlant(oldBackup, identity, keys)).toBe(false)
  write(signManifest(draft, { dataDir: plant.dataDir, log: quietLog() }))
  expect(await isBackupOfPlant(oldBackup, identity, keys)).toBe(true)
  expect(await isBackupOfPlant(oldBackup, { ...identity, since: '2026-11-02T00:00:00.000Z' }, keys)).toBe(false)
  const otherKey = Buffer.alloc(32, 9).toString('base64')
  expect(await isBackupOfPlant(oldBackup, identity, { ...keys, secretKey: otherKey })).toBe(false)
})
