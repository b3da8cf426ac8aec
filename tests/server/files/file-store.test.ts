/** One contract for the file stores on disk and on S3, against a real S3 server behind a gateway that can disturb it. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { hashSha256 } from '@/server/files/check-file'
import { DiskFileStore, FileStoreUnavailable, type FileStore } from '@/server/files/file-store'
import { DiskPieceStore, type PieceStore } from '@/server/files/piece-store'
import { S3FileStore } from '@/server/files/s3-file-store'
import { S3PieceStore } from '@/server/files/s3-piece-store'
import { createBucket, openS3Trial, type S3Trial } from '../../s3-trial'

let folder: string
let trial: S3Trial | null
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stores-'))
  trial = await openS3Trial()
}, 60_000)
afterAll(async () => {
  await trial?.stop()
  await rm(folder, { recursive: true, force: true })
})
afterEach(() => trial?.gateway.behaveWell())

const toSource = (bytes: Buffer, blockSize = 1000) => ({
  size: bytes.length,
  read: () =>
    Readable.from(
      Array.from({ length: Math.ceil(bytes.length / blockSize) }, (_, n) =>
        bytes.subarray(n * blockSize, (n + 1) * blockSize),
      ),
      { objectMode: false },
    ),
})

describe.each(['disk', 's3'] as const)('the file store on %s', (kind) => {
  let store: FileStore
  let pieces: PieceStore
  beforeAll(async () => {
    if (kind === 's3') {
      if (!trial) return
      const settings = await createBucket(trial)
      store = new S3FileStore(settings)
      pieces = new S3PieceStore(settings)
    } else {
      store = new DiskFileStore(join(folder, 'files'))
      pieces = new DiskPieceStore(join(folder, 'files', 'uploads'))
    }
  })
  test.beforeEach(({ skip }) => skip(kind === 's3' && !trial, 'no S3 server'))

  test('returns bytes and streams as they were stored, whole and in part', async () => {
    for (const bytes of [Buffer.from('x'), randomBytes(300_000), Buffer.alloc(0)]) {
      const hash = hashSha256(bytes)
      await store.put(hash, bytes)
      await store.put(hash, toSource(bytes))
      expect((await buffer(await store.read(hash))).equals(bytes)).toBe(true)
      expect([await store.has(hash), await store.fetchSize(hash)]).toEqual([true, bytes.length])
    }
    const bytes = randomBytes(10_000)
    await store.put(hashSha256(bytes), toSource(bytes))
    const part = await buffer(await store.read(hashSha256(bytes), { start: 100, end: 299 }))
    expect(part.equals(bytes.subarray(100, 300))).toBe(true)
  })
  test('stores nothing under a wrong hash', async () => {
    const bytes = randomBytes(5000)
    const wrongHash = hashSha256(Buffer.from('something else'))
    await expect(store.put(wrongHash, bytes)).rejects.toThrow('were to be stored as')
    await expect(store.put(wrongHash, toSource(bytes))).rejects.toThrow('were to be stored as')
    expect(await store.has(wrongHash)).toBe(false)
  })
  test('knows what is missing, and removes what is there and what is not', async () => {
    const bytes = randomBytes(100)
    const hash = hashSha256(bytes)
    await expect(store.read(hash)).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(store.fetchSize(hash)).rejects.toMatchObject({ code: 'ENOENT' })
    await store.put(hash, bytes)
    await Promise.all([store.remove(hash), store.remove(hash)])
    await store.remove(hash)
    expect(await store.has(hash)).toBe(false)
  })
  test.each(['../../etc/passwd', `${'a'.repeat(63)}/`, 'A'.repeat(64), ''])('refuses %j as a name', async (name) => {
    await expect(store.read(name)).rejects.toThrow(RangeError)
    await expect(store.put(name, Buffer.from('x'))).rejects.toThrow(RangeError)
    await expect(store.remove(name)).rejects.toThrow(RangeError)
  })
  test('lists every file once with its size', async () => {
    for await (const { sha256 } of store.list()) await store.remove(sha256)
    const files = Array.from({ length: 25 }, (_, n) => Buffer.from(`file ${n}`.repeat(n + 1)))
    await Promise.all(files.map((bytes) => store.put(hashSha256(bytes), bytes)))
    const listed = []
    for await (const file of store.list()) listed.push(file)
    expect(listed.sort((left, right) => left.sha256.localeCompare(right.sha256))).toEqual(
      files
        .map((bytes) => ({ sha256: hashSha256(bytes), size: bytes.length }))
        .sort((left, right) => left.sha256.localeCompare(right.sha256)),
    )
  })

  test('keeps pieces of an upload in order, also if one is sent twice', async () => {
    const id = createUuid7()
    const bytes = randomBytes(25_000)
    expect(await pieces.fetchSize(id)).toBe(0)
    await expect(buffer(pieces.read(id, 10))).rejects.toMatchObject({ code: 'ENOENT' })
    await pieces.write(id, 0, bytes.subarray(0, 10_000))
    await pieces.write(id, 10_000, bytes.subarray(10_000, 20_000))
    await pieces.write(id, 10_000, bytes.subarray(10_000, 20_000))
    await pieces.write(id, 20_000, bytes.subarray(20_000))
    expect(await pieces.fetchSize(id)).toBe(25_000)
    expect((await pieces.readAll(id)).equals(bytes)).toBe(true)
    expect((await buffer(pieces.read(id, 15_000))).equals(bytes.subarray(0, 15_000))).toBe(true)
    expect(await pieces.removeOldUploads(Date.now() - 3_600_000)).toBe(0)
    expect(await pieces.removeOldUploads(Date.now() + 3_600_000)).toBe(1)
    expect(await pieces.fetchSize(id)).toBe(0)
    await pieces.remove(id)
  })
})

describe('the file store on S3', () => {
  let store: S3FileStore
  beforeAll(async () => {
    if (trial) store = new S3FileStore(await createBucket(trial))
  })
  test.beforeEach(({ skip }) => skip(!trial, 'no S3 server'))

  test('repeats what the server cannot answer for a moment', async () => {
    const { gateway } = trial!
    const bytes = randomBytes(200_000)
    const hash = hashSha256(bytes)
    gateway.fail(['500', 'reset'])
    await store.put(hash, toSource(bytes))
    gateway.fail(['503', 'reset'])
    expect((await buffer(await store.read(hash))).equals(bytes)).toBe(true)
    gateway.fail(['500'])
    expect(await store.has(hash)).toBe(true)
    gateway.fail(['503', '500'])
    await store.remove(hash)
    expect(await store.has(hash)).toBe(false)
  })
  test('sends a file again that was damaged on the way there', async () => {
    const bytes = randomBytes(50_000)
    const hash = hashSha256(bytes)
    trial!.gateway.fail(['damage-request'])
    await store.put(hash, toSource(bytes))
    expect((await buffer(await store.read(hash))).equals(bytes)).toBe(true)
  })
  test('continues a download that breaks off, and never hands on damaged bytes as a whole file', async () => {
    const { gateway } = trial!
    const bytes = randomBytes(2_000_000)
    const hash = hashSha256(bytes)
    await store.put(hash, bytes)
    gateway.fail(['cut-answer', 'cut-answer'])
    expect((await buffer(await store.read(hash))).equals(bytes)).toBe(true)
    expect(gateway.requestCount).toBeGreaterThanOrEqual(3)
    gateway.fail(['damage-answer'])
    await expect(store.read(hash).then(buffer)).rejects.toThrow('is damaged in the store')
  })
  test('says that it is away, keeps what it has, and works again by itself', async () => {
    const { server } = trial!
    const bytes = randomBytes(1000)
    const hash = hashSha256(bytes)
    await store.put(hash, bytes)
    await server.pause()
    try {
      await expect(store.check()).rejects.toThrow(FileStoreUnavailable)
      await expect(store.put(hashSha256(Buffer.from('new')), Buffer.from('new'))).rejects.toThrow(FileStoreUnavailable)
      const startedAt = performance.now()
      await expect(store.read(hash)).rejects.toThrow('does not answer')
      // Known to be away: nobody waits for four attempts.
      expect(performance.now() - startedAt).toBeLessThan(1000)
    } finally {
      await server.resume()
    }
    await store.check()
    expect((await buffer(await store.read(hash))).equals(bytes)).toBe(true)
  }, 60_000)
  test('names the setting to correct', async () => {
    const settings = await createBucket(trial!)
    const tryWith = (wrong: object) => new S3FileStore({ ...settings, ...wrong }).check()
    await expect(tryWith({ bucket: 'no-such-bucket' })).rejects.toThrow('FILES_S3_BUCKET')
    await expect(tryWith({ secretKey: 'wrong' })).rejects.toThrow('FILES_S3_SECRET_KEY')
    await expect(tryWith({ accessKey: 'nobody' })).rejects.toThrow('FILES_S3_ACCESS_KEY')
    await expect(tryWith({ region: 'eu-central-7' })).rejects.toThrow('FILES_S3_REGION')
    await expect(tryWith({ endpoint: 'http://127.0.0.1:65535' })).rejects.toThrow('ECONNREFUSED')
    await new S3FileStore(settings).checkWriting()
  })
  test('reads pieces again whose transfer breaks off', async () => {
    const settings = await createBucket(trial!)
    const pieces = new S3PieceStore(settings)
    const id = createUuid7()
    const bytes = randomBytes(800_000)
    await pieces.write(id, 0, bytes)
    trial!.gateway.fail(['none', 'cut-answer', 'cut-answer'])
    expect((await pieces.readAll(id)).equals(bytes)).toBe(true)
    expect(trial!.gateway.requestCount).toBe(4)
  })
  test('holds no connection for readers that leave', async () => {
    const bytes = randomBytes(4_000_000)
    const hash = hashSha256(bytes)
    await store.put(hash, bytes)
    for (let n = 0; n < 5; n++) (await store.read(hash)).destroy()
    await expect.poll(() => trial!.gateway.openCount, { timeout: 5000 }).toBe(0)
  })
})
