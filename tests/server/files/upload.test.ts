import { PGlite } from '@electric-sql/pglite'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, truncate, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { hashSha256 } from '@/server/files/check-file'
import { DiskPieceStore } from '@/server/files/piece-store'
import { DiskFileStore, type FileStore } from '@/server/files/file-store'
import { Uploads, type UploadDependencies } from '@/server/files/uploads'
import { SqlUploadRecords } from '@/server/files/upload-records'
import type { Sql } from '@/server/sql'
import { drawPicture, buildPhonePhoto, buildPixelBomb } from './test-pictures'

const ann = createUuid7()
const ben = createUuid7()
let db: PGlite
let folder: string
let currentTime: Date
let dependencies: UploadDependencies

beforeAll(async () => {
  db = await PGlite.create()
  await db.exec(`create table stored_file (site_id int not null, id uuid not null, state text not null, sent_sha256 text, sha256 text, mime text, name text, size bigint, received bigint not null default 0,
    width int, height int, thumb_sha256 text, why text, picture boolean not null default false, created_by uuid, created_at timestamptz not null default now(), updated_at timestamptz not null default now(), primary key (site_id, id))`)
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.exec('delete from stored_file')
  folder = await mkdtemp(join(tmpdir(), 'uploads-'))
  currentTime = new Date('2026-10-04T08:00:00Z')
  const records = new SqlUploadRecords(
    async (statement: Sql | string, values: readonly unknown[] = []) =>
      (typeof statement === 'string'
        ? await db.query(statement, [...values])
        : await db.query(statement.text, [...statement.values])
      ).rows as never,
    1,
  )
  dependencies = {
    records,
    pieces: new DiskPieceStore(join(folder, 'uploads')),
    files: new DiskFileStore(join(folder, 'files')),
    now: () => currentTime,
  }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const loadUploadRow = async (id: string) =>
  (await db.query<Record<string, unknown>>('select * from stored_file where id = $1', [id])).rows[0]
const start = (bytes: Buffer, overrides: object = {}) => ({
  id: createUuid7(),
  userId: ann,
  sha256: hashSha256(bytes),
  size: bytes.length,
  mime: 'image/jpeg',
  name: 'a.jpg',
  ...overrides,
})
const getProblem = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { problem?: string; key?: string }) => error.problem ?? error.key,
  )
const PIECE = 64 * 1024
/** Sends missing pieces until the upload is complete, like a phone; stops after `maxPieces`. */
async function sendPieces(uploads: Uploads, upload: ReturnType<typeof start>, bytes: Buffer, maxPieces = Infinity) {
  let state = await uploads.startUpload(upload)
  for (let i = 0; i < maxPieces && !state.done; i++)
    state = await uploads.appendPiece(
      upload.id,
      upload.userId,
      state.received,
      bytes.subarray(state.received, state.received + PIECE),
    )
  return state
}

describe('an upload in pieces', () => {
  it('continues after a network failure, with another process of the server', async () => {
    const bytes = await buildPhonePhoto(1600, 1200, 6)
    const upload = start(bytes)
    const brokenUpload = await sendPieces(new Uploads(dependencies), upload, bytes, 2)
    expect(brokenUpload).toEqual({ id: upload.id, received: 2 * PIECE, done: false })
    expect(await sendPieces(new Uploads(dependencies), upload, bytes)).toEqual({
      id: upload.id,
      received: bytes.length,
      done: true,
    })
    const storedRow = await loadUploadRow(upload.id)
    expect(storedRow).toMatchObject({
      state: 'stored',
      mime: 'image/jpeg',
      width: 1200,
      height: 1600,
      sent_sha256: hashSha256(bytes),
    })
    const clean = await buffer(await dependencies.files.read(String(storedRow!['sha256'])))
    expect(hashSha256(clean)).toBe(storedRow!['sha256'])
    expect(clean.includes('CameraMakerSecret')).toBe(false)
    expect(await dependencies.files.has(String(storedRow!['thumb_sha256']))).toBe(true)
    expect(await readdir(join(folder, 'uploads'))).toEqual([])
  })
  it('stores a file that is no picture byte for byte', async () => {
    const bytes = Buffer.from(`%PDF-1.4\n${'x'.repeat(200_000)}`)
    const upload = start(bytes, { mime: 'application/pdf', name: '../报告.pdf' })
    await sendPieces(new Uploads(dependencies), upload, bytes)
    expect(await loadUploadRow(upload.id)).toMatchObject({
      state: 'stored',
      sha256: hashSha256(bytes),
      mime: 'application/pdf',
      name: '报告.pdf',
    })
    expect(hashSha256(await buffer(await dependencies.files.read(hashSha256(bytes))))).toBe(hashSha256(bytes))
  })
  it('needs no name', async () => {
    const bytes = await drawPicture(40, 30).jpeg(95)
    const asked = start(bytes, { name: null })
    expect(await sendPieces(new Uploads(dependencies), asked, bytes)).toMatchObject({ done: true })
    expect(await loadUploadRow(asked.id)).toMatchObject({ name: 'file' })
  })
  it('stores a piece once when two processes receive it 50 times in parallel', async () => {
    const bytes = await drawPicture(400, 300).jpeg(95)
    const upload = start(bytes)
    const [firstProcess, secondProcess] = [new Uploads(dependencies), new Uploads(dependencies)]
    await firstProcess.startUpload(upload)
    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        (i % 2 ? firstProcess : secondProcess).appendPiece(upload.id, ann, 0, bytes),
      ),
    )
    expect(await firstProcess.appendPiece(upload.id, ann, 0, bytes)).toMatchObject({ done: true })
    expect((await db.query('select 1 from stored_file')).rows).toHaveLength(1)
    expect(await loadUploadRow(upload.id)).toMatchObject({ state: 'stored' })
    const storedFiles = (await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })).filter((f) =>
      f.isFile(),
    )
    expect(storedFiles).toHaveLength(2) // picture and thumbnail
  })
  it('answers the expected offset to a piece with a wrong offset and to a repeated announcement', async () => {
    const bytes = await drawPicture(400, 300).jpeg(95)
    const upload = start(bytes)
    const uploads = new Uploads(dependencies)
    await uploads.startUpload(upload)
    expect(await uploads.appendPiece(upload.id, ann, 100, bytes.subarray(100, 200))).toEqual({
      id: upload.id,
      received: 0,
      done: false,
    })
    await uploads.appendPiece(upload.id, ann, 0, bytes.subarray(0, 100))
    expect(await uploads.appendPiece(upload.id, ann, 0, bytes.subarray(0, 100))).toEqual({
      id: upload.id,
      received: 100,
      done: false,
    })
    expect(await uploads.startUpload(upload)).toEqual({ id: upload.id, received: 100, done: false })
  })
  it('continues from an earlier offset when recorded bytes are missing', async () => {
    const bytes = await drawPicture(400, 300).jpeg(95)
    const asked = start(bytes)
    const uploads = new Uploads(dependencies)
    await uploads.startUpload(asked)
    await uploads.appendPiece(asked.id, ann, 0, bytes.subarray(0, 1000))
    await truncate(join(folder, 'uploads', asked.id), 400)
    expect(await uploads.startUpload(asked)).toEqual({ id: asked.id, received: 400, done: false })
    expect(await sendPieces(uploads, asked, bytes)).toMatchObject({ done: true })
  })
  it('finishes a complete upload that a crash left unfinished', async () => {
    const bytes = await drawPicture(40, 30).jpeg(95)
    const startInput = start(bytes)
    await new Uploads(dependencies).startUpload(startInput)
    await dependencies.pieces.write(startInput.id, 0, bytes)
    await dependencies.records.advanceReceived(startInput.id, 0, bytes.length, currentTime)
    expect(await new Uploads(dependencies).startUpload(startInput)).toEqual({
      id: startInput.id,
      received: bytes.length,
      done: true,
    })
  })
  it('reports the sent size as complete even if the re-encoded picture has another size, so the phone can delete its copy', async () => {
    const bytes = await drawPicture(400, 300).jpeg(30)
    const asked = start(bytes)
    await sendPieces(new Uploads(dependencies), asked, bytes)
    expect(Number((await loadUploadRow(asked.id))?.['size'])).not.toBe(bytes.length)
    const finishedState = { id: asked.id, received: bytes.length, done: true }
    expect(await new Uploads(dependencies).startUpload(asked)).toEqual(finishedState)
    expect(await new Uploads(dependencies).appendPiece(asked.id, ann, 0, bytes)).toEqual(finishedState)
  })
})

describe('the owner of an upload', () => {
  it('is the only person who can announce, continue or see it', async () => {
    const bytes = await drawPicture(40, 30).jpeg(95)
    const upload = start(bytes)
    const uploads = new Uploads(dependencies)
    await uploads.startUpload(upload)
    expect(await getProblem(uploads.startUpload({ ...upload, userId: ben }))).toBe('unknownUpload')
    expect(await getProblem(uploads.appendPiece(upload.id, ben, 0, bytes))).toBe('unknownUpload')
    expect(await getProblem(uploads.appendPiece(createUuid7(), ann, 0, bytes))).toBe('unknownUpload')
    expect(await loadUploadRow(upload.id)).toMatchObject({ received: 0, created_by: ann })
    await sendPieces(uploads, upload, bytes)
    expect(await getProblem(uploads.appendPiece(upload.id, ben, 0, bytes))).toBe('unknownUpload')
  })
  it('can only fill in the own files that records wait for', async () => {
    const bytes = await drawPicture(40, 30).jpeg(95)
    const asked = start(bytes)
    await db.query(`insert into stored_file (site_id, id, state, created_by) values (1, $1, 'awaited', $2)`, [
      asked.id,
      ben,
    ])
    expect(await getProblem(new Uploads(dependencies).startUpload(asked))).toBe('unknownUpload')
    expect(await sendPieces(new Uploads(dependencies), { ...asked, userId: ben }, bytes)).toMatchObject({ done: true })
  })
  it('cannot send other content under the same id', async () => {
    const bytes = await drawPicture(40, 30).jpeg(95)
    const asked = start(bytes)
    const uploads = new Uploads(dependencies)
    await uploads.startUpload(asked)
    expect(await getProblem(uploads.startUpload({ ...asked, sha256: 'a'.repeat(64) }))).toBe('changed')
  })
})

describe('refused', () => {
  it.each([
    ['a picture of 10 gigapixels', () => buildPixelBomb(100_000, 100_000), 'tooManyPixels'],
    ['SVG called JPEG', () => Buffer.from('<svg onload="alert(1)"/>'), 'markup'],
    ['a program called JPEG', () => Buffer.from('MZ\x90\0', 'latin1'), 'program'],
  ])('%s, with the same reason again, and nothing is stored', async (_, make, expected) => {
    const bytes = make()
    const asked = start(bytes)
    const uploads = new Uploads(dependencies)
    expect(await getProblem(sendPieces(uploads, asked, bytes))).toBe(expected)
    expect(await getProblem(uploads.startUpload(asked))).toBe(expected)
    expect(await getProblem(uploads.appendPiece(asked.id, ann, 0, bytes))).toBe(expected)
    expect(await loadUploadRow(asked.id)).toMatchObject({ state: 'refused', why: expected })
    expect(await readdir(join(folder, 'uploads'))).toEqual([])
  })
  it('after all bytes if they are not the announced ones; the upload starts over', async () => {
    const bytes = await drawPicture(40, 30).jpeg(95)
    const upload = start(bytes)
    const uploads = new Uploads(dependencies)
    await uploads.startUpload(upload)
    const changedBytes = Buffer.from(bytes)
    changedBytes[changedBytes.length - 10]! ^= 1
    await expect(uploads.appendPiece(upload.id, ann, 0, changedBytes)).rejects.toMatchObject({
      problem: 'hashMismatch',
      data: { received: 0, done: false },
    })
    expect(await sendPieces(uploads, upload, bytes)).toMatchObject({ done: true })
  })
  it('for its size before any piece, and for bytes past the announced end', async () => {
    const uploads = new Uploads(dependencies)
    const bytes = await drawPicture(40, 30).jpeg(95)
    expect(await getProblem(uploads.startUpload(start(bytes, { size: 16 * 1024 * 1024 })))).toBe('tooLarge')
    expect(
      await getProblem(uploads.startUpload(start(bytes, { size: 60 * 1024 * 1024, mime: 'application/pdf' }))),
    ).toBe('tooLarge')
    expect(await getProblem(uploads.startUpload(start(bytes, { size: 0 })))).toBe('empty')
    expect(await getProblem(uploads.startUpload(start(bytes, { id: '../../x' })))).toBe('badStart')
    const upload = start(bytes, { size: bytes.length - 1 })
    await uploads.startUpload(upload)
    expect(await getProblem(uploads.appendPiece(upload.id, ann, 0, bytes))).toBe('pastEnd')
    expect(await getProblem(uploads.appendPiece(upload.id, ann, 0, Buffer.alloc(2 * 1024 * 1024)))).toBe(
      'pieceTooLarge',
    )
  })
  it('for a picture above the size limit of pictures, whatever its name', async () => {
    const bytes = Buffer.concat([await drawPicture(40, 30).jpeg(95), Buffer.alloc(16 * 1024 * 1024)])
    const asked = start(bytes, { mime: 'application/pdf', name: 'a.pdf' })
    expect(await getProblem(sendPieces(new Uploads(dependencies), asked, bytes))).toBe('tooLarge')
  })
  it('for too many unfinished uploads of a person, even if announced simultaneously', async () => {
    const uploads = new Uploads(dependencies)
    const size = 50 * 1024 * 1024
    const answers = await Promise.all(
      Array.from({ length: 24 }, () =>
        getProblem(uploads.startUpload(start(Buffer.from('x'), { size, mime: 'application/zip' }))),
      ),
    )
    expect(answers.filter((a) => a === null)).toHaveLength(20) // 1 GB
    expect(answers.filter((a) => a === 'tooManyUnfinished')).toHaveLength(4)
    expect(await getProblem(uploads.startUpload(start(Buffer.from('x'), { userId: ben })))).toBe(null)
  })
})

describe('a full disk', () => {
  const buildDiskFullError = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  it('while a piece is written loses nothing; the same piece succeeds later', async () => {
    const bytes = await drawPicture(40, 30).jpeg(95)
    const upload = start(bytes)
    let failing = true
    const disk = dependencies.pieces
    const pieces = Object.assign(Object.create(disk) as typeof disk, {
      write: async (...args: Parameters<typeof disk.write>) => {
        if (failing) throw buildDiskFullError()
        return disk.write(...args)
      },
    })
    const uploads = new Uploads({ ...dependencies, pieces })
    await uploads.startUpload(upload)
    await expect(uploads.appendPiece(upload.id, ann, 0, bytes)).rejects.toMatchObject({
      errno: '4502',
      key: 'contract:errors.diskFull',
    })
    expect(await loadUploadRow(upload.id)).toMatchObject({ state: 'partial', received: 0 })
    failing = false
    expect(await uploads.appendPiece(upload.id, ann, 0, bytes)).toMatchObject({ done: true })
  })
  it('while the finished file is stored keeps the pieces, and a repeat finishes it', async () => {
    const bytes = await drawPicture(40, 30).jpeg(95)
    const upload = start(bytes)
    let failing = true
    const disk = dependencies.files
    const files: FileStore = Object.assign(Object.create(disk) as FileStore, {
      put: async (...args: Parameters<FileStore['put']>) => {
        if (failing) throw buildDiskFullError()
        return disk.put(...args)
      },
    })
    const uploads = new Uploads({ ...dependencies, files })
    expect(await getProblem(sendPieces(uploads, upload, bytes))).toBe('contract:errors.diskFull')
    expect(await loadUploadRow(upload.id)).toMatchObject({ state: 'partial', received: bytes.length })
    failing = false
    expect(await uploads.appendPiece(upload.id, ann, 0, bytes)).toMatchObject({ done: true })
  })
})

describe('an abandoned upload', () => {
  it('is removed after seven days without a piece; a new announcement starts over', async () => {
    const bytes = await drawPicture(400, 300).jpeg(95)
    const upload = start(bytes)
    const uploads = new Uploads(dependencies)
    await uploads.startUpload(upload)
    await uploads.appendPiece(upload.id, ann, 0, bytes.subarray(0, 1000))
    currentTime = new Date('2026-10-11T07:59:00Z')
    expect(await uploads.resetAbandoned()).toBe(0)
    currentTime = new Date('2026-10-11T08:01:00Z')
    expect(await uploads.resetAbandoned()).toBe(1)
    expect(await readdir(join(folder, 'uploads'))).toEqual([])
    expect(await loadUploadRow(upload.id)).toMatchObject({ state: 'awaited', received: 0 })
    expect(await getProblem(uploads.appendPiece(upload.id, ann, 1000, bytes.subarray(1000)))).toBe(null)
    expect(await sendPieces(uploads, upload, bytes)).toMatchObject({ done: true })
  })
  it('leaves no pieces that belong to no upload', async () => {
    const strayId = createUuid7()
    await dependencies.pieces.write(strayId, 0, Buffer.from('x'))
    await utimes(join(folder, 'uploads', strayId), new Date('2026-09-01'), new Date('2026-09-01'))
    await new Uploads(dependencies).resetAbandoned()
    expect(await readdir(join(folder, 'uploads'))).toEqual([])
  })
})

describe('the file store', () => {
  const bytes = Buffer.from('hello')
  const hash = createHash('sha256').update(bytes).digest('hex')
  it('stores one file when the same bytes arrive several times at once', async () => {
    const files = new DiskFileStore(join(folder, 'files'))
    await Promise.all(Array.from({ length: 30 }, () => files.put(hash, bytes)))
    expect(await readdir(join(folder, 'files', hash.slice(0, 2)))).toEqual([hash])
    expect(await readdir(join(folder, 'files', 'arriving'))).toEqual([])
    expect(await files.fetchSize(hash)).toBe(5)
    await files.remove(hash)
    await files.remove(hash)
    expect(await files.has(hash)).toBe(false)
    await expect(files.read(hash)).rejects.toMatchObject({ code: 'ENOENT' })
  })
  it.each(['../../etc/passwd', `${'a'.repeat(63)}/`, 'A'.repeat(64), ''])('refuses %j as a name', async (name) => {
    const files = new DiskFileStore(join(folder, 'files'))
    await expect(files.read(name)).rejects.toThrow(RangeError)
    await expect(files.put(name, bytes)).rejects.toThrow(RangeError)
    await expect(files.remove(name)).rejects.toThrow(RangeError)
  })
  it('stores nothing under a wrong hash, and sweeps leftovers of interrupted writes', async () => {
    const files = new DiskFileStore(join(folder, 'files'))
    await expect(files.put('b'.repeat(64), bytes)).rejects.toThrow('were to be stored as')
    expect(await files.has('b'.repeat(64))).toBe(false)
    expect(await readdir(join(folder, 'files', 'arriving'))).toEqual([])
    expect(await files.removeLeftovers(new Date())).toBe(0)
  })
})
