import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { DiskFileStore } from '@/server/files/file-store'
import { makeDataFolder, preparePrivateDataFolder } from '@/server/private-folder'
import { BadSetting } from '@/server/setting'
import { drawPicture } from '../files/test-pictures'
import { createTestPlant, type Caller, type TestPlant } from '../harness'
import { runJob } from '../plant-staff'

let plant: TestPlant
let owner: Caller
let other: Caller
beforeAll(async () => {
  plant = await createTestPlant()
  ;[owner, other] = await Promise.all([plant.as('operator-line'), plant.as('accountant')])
})
afterAll(() => plant.close())

async function uploadPhoto(bytes: Buffer): Promise<string> {
  const id = createUuid7()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const start = { id, sha256, size: bytes.length, mime: 'image/jpeg', name: 'p.jpg' }
  expect((await owner.raw('POST', '/upload_start', start)).errno).toBe('200')
  const octets = { 'content-type': 'application/octet-stream' }
  const done = await owner.raw('PATCH', `/upload_chunk?id=${id}&offset=0`, bytes, octets)
  expect(done.data).toMatchObject({ done: true })
  return id
}

describe('a stored file', () => {
  test('is revalidated by caches with a permission check', async () => {
    const id = await uploadPhoto(Buffer.from(await drawPicture(300, 64).jpeg(80)))
    const first = await owner.raw('GET', `/file?id=${id}`)
    expect(first.status).toBe(200)
    expect(first.headers['cache-control']).toBe('private, no-cache')
    expect(String(first.headers['vary']).toLowerCase()).toContain('authorization')
    const etag = String(first.headers['etag'])
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
    const again = await owner.raw('GET', `/file?id=${id}`, undefined, { 'if-none-match': `W/${etag}` })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
    const cacheHeaders = { 'if-none-match': etag }
    expect((await other.raw('GET', `/file?id=${id}`, undefined, cacheHeaders)).errno).toBe('4006')
    expect((await plant.stranger.raw('GET', `/file?id=${id}`, undefined, cacheHeaders)).status).toBe(401)
    const changed = await owner.raw('GET', `/file?id=${id}`, undefined, { 'if-none-match': '"other"' })
    expect([changed.status, changed.bytes.length]).toEqual([200, first.bytes.length])
  })
  test('unused for a month is removed with its bytes; a used one stays', async () => {
    const alone = await uploadPhoto(Buffer.from(await drawPicture(310, 64).jpeg(80)))
    const twice = Buffer.from(await drawPicture(320, 64).jpeg(80))
    const [shownFile, copiedFile] = [await uploadPhoto(twice), await uploadPhoto(twice)]
    expect((await owner.raw('PUT', '/user/info', { photo: [shownFile] })).errno).toBe('200')
    const hashOf = async (id: string) =>
      (await plant.query<{ sha256: string }>('select sha256 from stored_file where id = $1', [id]))[0]?.sha256
    const [goneHash, keptHash] = [await hashOf(alone), await hashOf(shownFile)]
    await runJob(plant, 'abandoned-uploads')
    expect(await hashOf(alone)).toBe(goneHash) // its command may still arrive
    await plant.query(`update stored_file set updated_at = now() - interval '31 days' where id = any($1)`, [
      [alone, shownFile, copiedFile],
    ])
    await runJob(plant, 'abandoned-uploads')
    expect([await hashOf(alone), await hashOf(shownFile), await hashOf(copiedFile)]).toEqual([
      undefined,
      keptHash,
      undefined,
    ])
    expect([await plant.app.files.store.has(goneHash!), await plant.app.files.store.has(keptHash!)]).toEqual([
      false,
      true,
    ])
    expect((await owner.raw('GET', `/file?id=${shownFile}`)).status).toBe(200)
  })
  test('whose write was interrupted leaves its bytes for a day', async () => {
    const folder = join(plant.dataDir, 'files', 'arriving')
    mkdirSync(folder, { recursive: true })
    const dayInSeconds = 86_400
    const nowInSeconds = Date.now() / 1000
    for (const [name, seconds] of [
      ['old', dayInSeconds + 60],
      ['recent', dayInSeconds - 600],
    ] as const) {
      writeFileSync(join(folder, name), 'x')
      utimesSync(join(folder, name), nowInSeconds - seconds, nowInSeconds - seconds)
    }
    await runJob(plant, 'abandoned-uploads')
    expect(readdirSync(folder)).toEqual(['recent'])
  })
})

describe('the data folder', () => {
  test.skipIf(process.platform !== 'linux')('is refused at once, with a sentence, where none can be', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'own-')), 'note')
    writeFileSync(file, 'x')
    // /proc is avoided: Node’s recursive mkdir never ends there.
    for (const [where, why] of [
      [
        '/proc/plant/data',
        /\/proc\/plant\/data cannot be used\. There is no such file or folder, and none can be made there \(ENOENT \/proc\/plant\)/,
      ],
      [file, /is a file/],
      [join(file, 'data'), /is a file/],
    ] as const) {
      const began = performance.now()
      expect(() => makeDataFolder(where), where).toThrow(why)
      expect(() => makeDataFolder(where)).toThrow(BadSetting)
      expect(performance.now() - began).toBeLessThan(2000)
    }
  })
  test.skipIf(process.platform === 'win32')('is the server’s own, what was open before too', async () => {
    const umaskBefore = process.umask()
    const dataDir = join(mkdtempSync(join(tmpdir(), 'own-')), 'data')
    mkdirSync(dataDir, { mode: 0o755 })
    try {
      preparePrivateDataFolder(dataDir)
      await new DiskFileStore(join(dataDir, 'files')).put(
        createHash('sha256').update('x').digest('hex'),
        Buffer.from('x'),
      )
      writeFileSync(join(dataDir, 'note'), 'x')
    } finally {
      process.umask(umaskBefore)
    }
    const wrong = [dataDir, ...readdirSync(dataDir, { recursive: true }).map((name) => join(dataDir, String(name)))]
      .map((path) => ({ path, stat: statSync(path) }))
      .filter(({ stat }) => (stat.mode & 0o777) !== (stat.isDirectory() ? 0o700 : 0o600))
    expect(wrong.map(({ path }) => path)).toEqual([])
  })
})
