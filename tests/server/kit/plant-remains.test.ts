/** An empty database beside the key, files or backups of a plant: the plant was lost, and no new one begins by itself. */
import fs from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkKey, checkPlantRemains } from '@/server/doctor/check-plant'
import { isDatabaseMissing, markFolder, markProvisional, recordDatabase } from '@/server/db/embedded/data-folder'
import { toBackupSettings } from '@/server/backups/backup-settings'
import { readSettings } from '@/server/config'
import { explainError } from '@/server/main'
import { assertNoPlantRemains, findPlantRemains, loadPlantState } from '@/server/plant-remains'
import { getKeyFingerprint, KEY_FILE, openSeals } from '@/server/seals'
import { newFolder, removeFolder, storeFile } from '../db/database-fixtures'
import { createTestPlant } from '../harness'

const folders: string[] = []
const makeFolder = (): string => {
  const folder = newFolder()
  folders.push(folder)
  return folder
}
afterAll(() => folders.forEach(removeFolder))

const createPlace = (backupDir = '', secretKey = '') => {
  const dataDir = makeFolder()
  return toBackupSettings({ ...readSettings([], {}), dataDir, backupDir, secretKey })
}
const writeBackupFolder = (folder: string, createdAt: string): void => {
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ createdAt }))
}

describe('a plant was here', () => {
  test('not if there is nothing, only a key, or only files', async () => {
    const place = createPlace(join(makeFolder(), 'not', 'there'))
    expect(await findPlantRemains(place)).toBeNull()
    storeFile(place.dataDir, 'a photo of nobody')
    expect(await findPlantRemains(place)).toBeNull()
    fs.rmSync(join(place.dataDir, 'files'), { recursive: true })
    openSeals(place.dataDir)
    fs.mkdirSync(join(place.dataDir, 'files', 'uploads'), { recursive: true })
    expect(await findPlantRemains(place)).toBeNull()
    await assertNoPlantRemains(place, 'The database')
  })

  test('if there are files and the key', async () => {
    const place = createPlace()
    storeFile(place.dataDir, 'a photo')
    openSeals(place.dataDir)
    await expect(assertNoPlantRemains(place, 'The database localhost:5432/mes')).rejects.toThrow(
      /^The database localhost:5432\/mes is empty, but a plant was here: .*secret\.key.*files.*none in .*NEW_PLANT=1/,
    )
    fs.rmSync(join(place.dataDir, KEY_FILE))
    const keyText = Buffer.alloc(32, 1).toString('base64')
    expect(await findPlantRemains({ ...place, secretKey: keyText })).toMatchObject({
      description: expect.stringContaining('SECRET_KEY'),
    })
  })

  test('if there are backups, and the message names the newest one', async () => {
    const place = createPlace(join(makeFolder(), 'backups'))
    writeBackupFolder(join(place.directory, '2026-11-29T18-30-00Z'), '2026-11-29T18:30:00.000Z')
    writeBackupFolder(join(place.directory, '2026-11-28T18-30-00Z'), '2026-11-28T18:30:00.000Z')
    fs.mkdirSync(join(place.directory, '2026-11-30T18-30-00Z.unfinished'))
    expect((await findPlantRemains(place))?.newestBackup).toBe(join(place.directory, '2026-11-29T18-30-00Z'))
    const newest = join(place.dataDir, 'backups', '2026-11-30T02-00-00-000Z')
    writeBackupFolder(newest, '2026-11-30T02:00:00.000Z')
    const refusal = await assertNoPlantRemains(place, 'The database').catch((error: unknown) => explainError(error))
    expect(refusal).toContain(`node src/start.mjs restore ${newest}.`)
    expect(refusal).not.toContain('\n')
  })

  test('is a failure of doctor as well, unless the database is filled', async () => {
    const place = createPlace()
    storeFile(place.dataDir, 'a photo')
    openSeals(place.dataDir)
    expect(await checkPlantRemains(place, { isEmpty: false })).toEqual([])
    expect(await checkPlantRemains(createPlace(), { isEmpty: true })).toEqual([])
    expect(await checkPlantRemains(place, { isEmpty: true })).toMatchObject([
      { subject: 'Plant', status: 'failure', remedy: expect.stringContaining('NEW_PLANT=1') },
    ])
  })
})

describe('an embedded database', () => {
  test('is missing in a new folder, not while a first start was interrupted, nor if it is there or was lost', async () => {
    const dataDir = makeFolder()
    expect(isDatabaseMissing(dataDir)).toBe(true)
    expect(isDatabaseMissing(join(dataDir, 'not', 'there'))).toBe(true)
    const database = join(dataDir, 'database')
    fs.mkdirSync(database)
    markFolder(database)
    expect(isDatabaseMissing(dataDir)).toBe(false)
    await markProvisional(database)
    expect(isDatabaseMissing(dataDir)).toBe(false)
    fs.rmSync(database, { recursive: true })
    recordDatabase(dataDir)
    expect(isDatabaseMissing(dataDir)).toBe(false)
  })
})

describe('the key', () => {
  test('of another plant, or missing beside a database, is a failure', () => {
    const dataDir = makeFolder()
    const state = { isEmpty: false, keyFingerprint: getKeyFingerprint(Buffer.alloc(32, 7)) }
    expect(checkKey(dataDir, '', state)).toMatchObject({
      status: 'failure',
      detail: expect.stringContaining('is missing'),
      remedy: expect.stringContaining('ACCEPT_NEW_KEY=1'),
    })
    expect(checkKey(dataDir, '', { isEmpty: false }).status).toBe('failure')
    expect(checkKey(dataDir, '', { isEmpty: true }).status).toBe('ok')
    openSeals(dataDir)
    expect(checkKey(dataDir, '', state)).toMatchObject({
      status: 'failure',
      detail: expect.stringContaining('another key'),
    })
    expect(checkKey(dataDir, Buffer.alloc(32, 7).toString('base64'), state).status).toBe('ok')
    const rotatedKeys = [8, 7].map((byte) => Buffer.alloc(32, byte).toString('base64')).join(',')
    expect(checkKey(dataDir, rotatedKeys, state).status).toBe('ok')
  })
})

describe('the state of a plant', () => {
  test('is read from its database', async () => {
    const plant = await createTestPlant()
    try {
      expect(await loadPlantState(plant.app.db.pool)).toEqual({
        isEmpty: false,
        keyFingerprint: plant.app.seals.keyFingerprints[0],
      })
      const client = await plant.app.db.pool.connect()
      try {
        await client.query('begin')
        await client.query('alter table credential rename to renamed')
        await expect(loadPlantState(client)).rejects.toThrow('The tables of the database are gone')
        await client.query('delete from drizzle.__drizzle_migrations')
        expect((await loadPlantState(client)).isEmpty).toBe(true)
      } finally {
        await client.query('rollback')
        client.release()
      }
    } finally {
      await plant.close()
    }
  })
})
