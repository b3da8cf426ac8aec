/** A plant whose files are on an S3 server: uploads while the server is away, moving files there and back, backups. */
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import type { UploadState } from '@/contract/sync'
import { checkFileStore } from '@/server/doctor/check-files'
import { hashSha256 } from '@/server/files/check-file'
import { runMoveFilesCommand } from '@/server/files/file-commands'
import { DiskFileStore, type FileStore } from '@/server/files/file-store'
import { moveFiles } from '@/server/files/move-files'
import { S3FileStore } from '@/server/files/s3-file-store'
import type { S3Settings } from '@/server/files/s3-settings'
import { writeBackup, writeBackupWithFileSizes } from '@/server/db/backup'
import { parseBackupKeys } from '@/server/db/backup-encryption'
import { openDatabase } from '@/server/db/connect'
import { restoreBackup } from '@/server/db/restore'
import { createBucket, openS3Trial, type S3Trial } from '../../s3-trial'
import { createTestPlant } from '../harness'
import { drawPicture } from './test-pictures'

const log = pino({ level: 'silent' })
let folder: string
let trial: S3Trial | null
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 's3-plant-'))
  trial = await openS3Trial()
}, 60_000)
afterAll(async () => {
  await trial?.stop()
  rmSync(folder, { recursive: true, force: true })
})
test.beforeEach(({ skip }) => skip(!trial, 'no S3 server'))

async function readHashes(store: FileStore): Promise<string[]> {
  const hashes = []
  for await (const { sha256 } of store.list()) hashes.push(sha256)
  return hashes.sort()
}
/** Stores files of different sizes. @returns their hashes */
async function fillStore(store: FileStore, count: number): Promise<string[]> {
  const files = Array.from({ length: count }, (_, n) => randomBytes(100 + n * 500))
  for (const bytes of files) await store.put(hashSha256(bytes), bytes)
  return files.map(hashSha256).sort()
}

test(
  'a photo waits on the phone while the store is away, and arrives whole afterwards',
  { timeout: 60_000 },
  async () => {
    const { server } = trial!
    const plant = await createTestPlant({ s3: await createBucket(trial!) })
    try {
      const admin = await plant.as('admin')
      const bytes = await drawPicture(900, 700).jpeg(97)
      const id = createUuid7()
      const start = {
        id,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        size: bytes.length,
        mime: 'image/jpeg',
        name: 'a.jpg',
      }
      const sendPiece = (offset: number) =>
        admin.raw('PATCH', `/upload_chunk?id=${id}&offset=${offset}`, bytes.subarray(offset, offset + 20_000), {
          'content-type': 'application/octet-stream',
        })
      expect((await admin.raw('POST', '/upload_start', start)).errno).toBe('200')
      expect((await sendPiece(0)).data).toMatchObject({ received: 20_000 })
      expect((await plant.http.inject({ url: '/readyz' })).json()).toMatchObject({ ok: true, files: { ok: true } })

      await server.pause()
      expect(await sendPiece(20_000)).toMatchObject({ status: 503, errno: '4502' })
      await expect
        .poll(async () => (await plant.http.inject({ url: '/readyz' })).json<unknown>(), { timeout: 15_000 })
        .toMatchObject({ ok: true, files: { ok: false } })
      await server.resume()

      let state = (await admin.raw('POST', '/upload_start', start)).data as unknown as UploadState
      expect(state).toMatchObject({ received: 20_000, done: false })
      while (!state.done) state = (await sendPiece(state.received)).data as unknown as UploadState
      const photo = await admin.raw('GET', `/file?id=${id}`)
      expect(photo.headers['content-type']).toBe('image/jpeg')
      expect(photo.bytes.length).toBeGreaterThan(10_000)
      // Nothing of the plant's files is on this machine.
      expect(existsSync(join(plant.dataDir, 'files'))).toBe(false)
      await expect
        .poll(async () => (await plant.http.inject({ url: '/readyz' })).json<unknown>(), { timeout: 15_000 })
        .toMatchObject({ files: { ok: true } })
    } finally {
      await plant.close()
    }
  },
)

test('doctor tells a store that works from one that does not', async () => {
  const s3 = await createBucket(trial!)
  expect(await checkFileStore(folder, s3, '')).toMatchObject([{ subject: 'Files', status: 'ok' }])
  expect(await readHashes(new S3FileStore(s3))).toEqual([])
  expect(await checkFileStore(folder, { ...s3, secretKey: 'wrong' }, '')).toMatchObject([
    { status: 'failure', detail: expect.stringContaining('FILES_S3_SECRET_KEY') },
  ])
  expect(await checkFileStore(join(folder, 'new'), null, '')).toMatchObject([{ subject: 'Files', status: 'ok' }])
})

const runMove = (dataDir: string, s3: S3Settings, ...args: string[]) => runMoveFilesCommand(args, { dataDir, s3, log })

test('files move to S3 and back; the source goes only when it is asked for and all are verified', async () => {
  const s3 = await createBucket(trial!)
  const dataDir = join(folder, 'there-and-back')
  const disk = new DiskFileStore(join(dataDir, 'files'))
  const remote = new S3FileStore(s3)
  const hashes = await fillStore(disk, 12)
  expect(await runMove(dataDir, s3, 's3')).toMatchObject({ fileCount: 12, verifiedCount: 12, copiedCount: 12 })
  expect(await readHashes(remote)).toEqual(hashes)
  expect(await readHashes(disk)).toEqual(hashes)
  expect(await runMove(dataDir, s3, 's3', 'remove-source')).toMatchObject({ copiedCount: 0, removedCount: 12 })
  expect(await readHashes(disk)).toEqual([])
  expect(await runMove(dataDir, s3, 'disk', 'remove-source')).toMatchObject({ copiedCount: 12, removedCount: 12 })
  expect([await readHashes(disk), await readHashes(remote)]).toEqual([hashes, []])
  expect(readdirSync(dataDir)).toEqual(['files'])
  await expect(runMove(dataDir, s3, 'moon')).rejects.toThrow('node src/start.mjs move-files s3')
  await expect(runMove(dataDir, s3, 's3', 'delete')).rejects.toThrow('remove-source')
})

test('a file that is damaged at its source is named, not moved, and keeps the source', async () => {
  const s3 = await createBucket(trial!)
  const dataDir = join(folder, 'damaged')
  const hashes = await fillStore(new DiskFileStore(join(dataDir, 'files')), 4)
  writeFileSync(join(dataDir, 'files', hashes[1]!.slice(0, 2), hashes[1]!), 'rotten')
  const result = await runMove(dataDir, s3, 's3', 'remove-source')
  expect(result).toMatchObject({ verifiedCount: 3, removedCount: 0, damagedHashes: new Set([hashes[1]]) })
  expect(await readHashes(new DiskFileStore(join(dataDir, 'files')))).toEqual(hashes)
  expect(await readHashes(new S3FileStore(s3))).toEqual(hashes.filter((hash) => hash !== hashes[1]))
})

test('a file that the target returns damaged does not count as moved', async () => {
  const source = new DiskFileStore(join(folder, 'good'))
  const target = new DiskFileStore(join(folder, 'bad'))
  const [hash] = await fillStore(source, 1)
  const put = target.put.bind(target)
  target.put = async (...args) => {
    await put(...args)
    writeFileSync(join(folder, 'bad', hash!.slice(0, 2), hash!), 'rotten')
  }
  const options = { source, target, journalFile: join(folder, 'journal'), removesSource: true }
  await expect(moveFiles(options)).rejects.toThrow('reads differently')
  expect(await source.has(hash!)).toBe(true)
  expect(readFileSync(options.journalFile, 'utf8')).not.toContain(hash)
})

test('an interrupted move continues where it was killed', { timeout: 60_000 }, async () => {
  const s3 = await createBucket(trial!)
  const dataDir = join(folder, 'killed')
  const disk = new DiskFileStore(join(dataDir, 'files'))
  const hashes = await fillStore(disk, 40)
  const journalFile = join(dataDir, 'move-files-to-s3.journal')
  const countJournal = () =>
    existsSync(journalFile) ? readFileSync(journalFile, 'utf8').trim().split('\n').length - 1 : 0
  trial!.gateway.delayMs = 60
  const root = resolve(import.meta.dirname, '../../..')
  const program = `import { runCommand } from '${root}/src/server/command.ts'; await runCommand('move-files', ['s3', 'remove-source'], process.env)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      FILES_S3_ENDPOINT: s3.endpoint,
      FILES_S3_BUCKET: s3.bucket,
      FILES_S3_ACCESS_KEY: s3.accessKey,
      FILES_S3_SECRET_KEY: s3.secretKey,
    },
  })
  const ended = new Promise((done) => child.once('exit', done))
  while (countJournal() < 8 && child.exitCode === null) await pause(20)
  child.kill('SIGKILL')
  await ended
  trial!.gateway.delayMs = 0
  const countBefore = countJournal()
  expect(countBefore).toBeGreaterThanOrEqual(8)
  expect(countBefore).toBeLessThan(hashes.length)
  expect(await readHashes(disk)).toEqual(hashes)

  const result = await runMove(dataDir, s3, 's3', 'remove-source')
  expect(result).toMatchObject({ verifiedCount: 40, removedCount: 40 })
  expect(result.copiedCount).toBeLessThanOrEqual(40 - countBefore)
  expect(await readHashes(new S3FileStore(s3))).toEqual(hashes)
})

test(
  'a backup contains the files on S3, and a restore puts them into an empty bucket',
  { timeout: 120_000 },
  async () => {
    const [s3, emptyS3] = [await createBucket(trial!), await createBucket(trial!)]
    const hashes = await fillStore(new S3FileStore(s3), 10)
    const dataDir = join(folder, 'plant')
    await (await openDatabase({ dataDir, log })).close()
    const to = join(folder, 'backup')
    const manifest = await writeBackup({ dataDir, to, s3, log })
    expect(manifest.files.count).toBe(10)
    expect(await readHashes(new DiskFileStore(join(to, 'files')))).toEqual(hashes)
    const target = { from: to, dataDir: join(folder, 'restored'), log }
    await restoreBackup({ ...target, s3: emptyS3 })
    expect(await readHashes(new S3FileStore(emptyS3))).toEqual(hashes)
    expect(existsSync(join(folder, 'restored', 'files'))).toBe(false)
  },
)

test(
  'encrypted backups share the files of a bucket, and are restored into an empty one',
  { timeout: 120_000 },
  async () => {
    const [s3, emptyS3] = [await createBucket(trial!), await createBucket(trial!)]
    const hashes = await fillStore(new S3FileStore(s3), 6)
    const dataDir = join(folder, 'shared-plant')
    await (await openDatabase({ dataDir, log })).close()
    const keys = parseBackupKeys(randomBytes(32).toString('base64'))
    const directory = join(folder, 'scheduled')
    mkdirSync(directory)
    const shared = { folder: join(directory, 'files'), key: keys[0]! }
    const first = await writeBackupWithFileSizes({ dataDir, to: join(directory, 'first'), s3, shared, log })
    expect(first.manifest.files.count).toBe(6)
    const second = await writeBackupWithFileSizes({ dataDir, to: join(directory, 'second'), s3, shared, log })
    expect([second.manifest.files.count, second.addedFileBytes]).toEqual([6, 0])
    const restored = join(folder, 'restored-shared')
    await restoreBackup({ from: join(directory, 'second'), dataDir: restored, backupKeys: keys, s3: emptyS3, log })
    expect(await readHashes(new S3FileStore(emptyS3))).toEqual(hashes)
    expect(readdirSync(restored).filter((name) => name.includes('files'))).toEqual([])
  },
)
