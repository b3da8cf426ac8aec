import { PGlite } from '@electric-sql/pglite'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, truncate, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { hashSha256 } from '@/server/files/judge-file'
import { DiskPieces } from '@/server/files/piece-store'
import { DiskFileStore, type FileStore } from '@/server/files/file-store'
import { Uploads, type UploadDependencies } from '@/server/files/uploads'
import { SqlUploadRecords } from '@/server/files/upload-records'
import type { Sql } from '@/server/sql'
import { drawn, phonePhoto, pixelBomb } from './pictures'

const ann = createUuid7()
const ben = createUuid7()
let db: PGlite
let folder: string
let now: Date
let parts: UploadDependencies

beforeAll(async () => {
  db = await PGlite.create()
  await db.exec(`create table stored_file (site_id int not null, id uuid not null, state text not null, sent_sha256 text, sha256 text, mime text, name text, size bigint, received bigint not null default 0,
    width int, height int, thumb_sha256 text, why text, picture boolean not null default false, created_by uuid, created_at timestamptz not null default now(), updated_at timestamptz not null default now(), primary key (site_id, id))`)
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.exec('delete from stored_file')
  folder = await mkdtemp(join(tmpdir(), 'uploads-'))
  now = new Date('2026-10-04T08:00:00Z')
  const records = new SqlUploadRecords(
    async (statement: Sql | string, values: readonly unknown[] = []) =>
      (typeof statement === 'string'
        ? await db.query(statement, [...values])
        : await db.query(statement.text, [...statement.values])
      ).rows as never,
    1,
  )
  parts = {
    records,
    pieces: new DiskPieces(join(folder, 'uploads')),
    files: new DiskFileStore(join(folder, 'files')),
    now: () => now,
  }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const row = async (id: string) =>
  (await db.query<Record<string, unknown>>('select * from stored_file where id = $1', [id])).rows[0]
const start = (bytes: Buffer, more: object = {}) => ({
  id: createUuid7(),
  userId: ann,
  sha256: hashSha256(bytes),
  size: bytes.length,
  mime: 'image/jpeg',
  name: 'a.jpg',
  ...more,
})
const problem = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { problem?: string; key?: string }) => error.problem ?? error.key,
  )
const PIECE = 64 * 1024
/** Sends what is missing until it is done, as a phone does. */
async function send(uploads: Uploads, asked: ReturnType<typeof start>, bytes: Buffer, most = Infinity) {
  let state = await uploads.start(asked)
  for (let i = 0; i < most && !state.done; i++)
    state = await uploads.append(
      asked.id,
      asked.userId,
      state.received,
      bytes.subarray(state.received, state.received + PIECE),
    )
  return state
}

describe('a photo in pieces', () => {
  it('goes on after the network broke, with another process of the server', async () => {
    const bytes = await phonePhoto(1600, 1200, 6)
    const asked = start(bytes)
    const broken = await send(new Uploads(parts), asked, bytes, 2)
    expect(broken).toEqual({ id: asked.id, received: 2 * PIECE, done: false })
    expect(await send(new Uploads(parts), asked, bytes)).toEqual({ id: asked.id, received: bytes.length, done: true })
    const stored = await row(asked.id)
    expect(stored).toMatchObject({
      state: 'stored',
      mime: 'image/jpeg',
      width: 1200,
      height: 1600,
      sent_sha256: hashSha256(bytes),
    })
    const clean = await buffer(await parts.files.read(String(stored!['sha256'])))
    expect(hashSha256(clean)).toBe(stored!['sha256'])
    expect(clean.includes('CameraMakerSecret')).toBe(false)
    expect(await parts.files.has(String(stored!['thumb_sha256']))).toBe(true)
    expect(await readdir(join(folder, 'uploads'))).toEqual([])
  })
  it('keeps a file that is no picture byte for byte', async () => {
    const bytes = Buffer.from(`%PDF-1.4\n${'x'.repeat(200_000)}`)
    const asked = start(bytes, { mime: 'application/pdf', name: '../报告.pdf' })
    await send(new Uploads(parts), asked, bytes)
    expect(await row(asked.id)).toMatchObject({
      state: 'stored',
      sha256: hashSha256(bytes),
      mime: 'application/pdf',
      name: '报告.pdf',
    })
    expect(hashSha256(await buffer(await parts.files.read(hashSha256(bytes))))).toBe(hashSha256(bytes))
  })
  it('needs no name', async () => {
    const bytes = await drawn(40, 30).jpeg(95)
    const asked = start(bytes, { name: null })
    expect(await send(new Uploads(parts), asked, bytes)).toMatchObject({ done: true })
    expect(await row(asked.id)).toMatchObject({ name: 'file' })
  })
  it('takes 50 parallel repeats of the same piece, over two processes, once', async () => {
    const bytes = await drawn(400, 300).jpeg(95)
    const asked = start(bytes)
    const [one, two] = [new Uploads(parts), new Uploads(parts)]
    await one.start(asked)
    await Promise.all(Array.from({ length: 50 }, (_, i) => (i % 2 ? one : two).append(asked.id, ann, 0, bytes)))
    expect(await one.append(asked.id, ann, 0, bytes)).toMatchObject({ done: true })
    expect((await db.query('select 1 from stored_file')).rows).toHaveLength(1)
    expect(await row(asked.id)).toMatchObject({ state: 'stored' })
    const stored = (await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })).filter((f) =>
      f.isFile(),
    )
    expect(stored).toHaveLength(2) // the picture and its thumbnail
  })
  it('answers the right place to bytes for another one, and repeats of the announcement', async () => {
    const bytes = await drawn(400, 300).jpeg(95)
    const asked = start(bytes)
    const uploads = new Uploads(parts)
    await uploads.start(asked)
    expect(await uploads.append(asked.id, ann, 100, bytes.subarray(100, 200))).toEqual({
      id: asked.id,
      received: 0,
      done: false,
    })
    await uploads.append(asked.id, ann, 0, bytes.subarray(0, 100))
    expect(await uploads.append(asked.id, ann, 0, bytes.subarray(0, 100))).toEqual({
      id: asked.id,
      received: 100,
      done: false,
    })
    expect(await uploads.start(asked)).toEqual({ id: asked.id, received: 100, done: false })
  })
  it('goes back when bytes that were written down are gone', async () => {
    const bytes = await drawn(400, 300).jpeg(95)
    const asked = start(bytes)
    const uploads = new Uploads(parts)
    await uploads.start(asked)
    await uploads.append(asked.id, ann, 0, bytes.subarray(0, 1000))
    await truncate(join(folder, 'uploads', asked.id), 400)
    expect(await uploads.start(asked)).toEqual({ id: asked.id, received: 400, done: false })
    expect(await send(uploads, asked, bytes)).toMatchObject({ done: true })
  })
  it('finishes what a crash left complete but unfinished', async () => {
    const bytes = await drawn(40, 30).jpeg(95)
    const asked = start(bytes)
    await new Uploads(parts).start(asked)
    await parts.pieces.write(asked.id, 0, bytes)
    await parts.records.advance(asked.id, 0, bytes.length, now)
    expect(await new Uploads(parts).start(asked)).toEqual({ id: asked.id, received: bytes.length, done: true })
  })
  it('says that all of what was sent is there, also where the picture drawn anew has another size: else the phone never lets go of it', async () => {
    const bytes = await drawn(400, 300).jpeg(30)
    const asked = start(bytes)
    await send(new Uploads(parts), asked, bytes)
    expect(Number((await row(asked.id))?.['size'])).not.toBe(bytes.length)
    const whole = { id: asked.id, received: bytes.length, done: true }
    expect(await new Uploads(parts).start(asked)).toEqual(whole)
    expect(await new Uploads(parts).append(asked.id, ann, 0, bytes)).toEqual(whole)
  })
})

describe('whose it is', () => {
  it('does not exist for anybody else: not to announce, not to go on, not to see', async () => {
    const bytes = await drawn(40, 30).jpeg(95)
    const asked = start(bytes)
    const uploads = new Uploads(parts)
    await uploads.start(asked)
    expect(await problem(uploads.start({ ...asked, userId: ben }))).toBe('unknownUpload')
    expect(await problem(uploads.append(asked.id, ben, 0, bytes))).toBe('unknownUpload')
    expect(await problem(uploads.append(createUuid7(), ann, 0, bytes))).toBe('unknownUpload')
    expect(await row(asked.id)).toMatchObject({ received: 0, created_by: ann })
    await send(uploads, asked, bytes)
    expect(await problem(uploads.append(asked.id, ben, 0, bytes))).toBe('unknownUpload')
  })
  it('fills in a file that a record was waiting for, of the same person only', async () => {
    const bytes = await drawn(40, 30).jpeg(95)
    const asked = start(bytes)
    await db.query(`insert into stored_file (site_id, id, state, created_by) values (1, $1, 'awaited', $2)`, [
      asked.id,
      ben,
    ])
    expect(await problem(new Uploads(parts).start(asked))).toBe('unknownUpload')
    expect(await send(new Uploads(parts), { ...asked, userId: ben }, bytes)).toMatchObject({ done: true })
  })
  it('refuses other content under the same id', async () => {
    const bytes = await drawn(40, 30).jpeg(95)
    const asked = start(bytes)
    const uploads = new Uploads(parts)
    await uploads.start(asked)
    expect(await problem(uploads.start({ ...asked, sha256: 'a'.repeat(64) }))).toBe('changed')
  })
})

describe('refused', () => {
  it.each([
    ['a picture of 10 gigapixels', () => pixelBomb(100_000, 100_000), 'tooManyPixels'],
    ['SVG called JPEG', () => Buffer.from('<svg onload="alert(1)"/>'), 'markup'],
    ['a program called JPEG', () => Buffer.from('MZ\x90\0', 'latin1'), 'program'],
  ])('%s, again with the same reason, and nothing stays', async (_, make, expected) => {
    const bytes = make()
    const asked = start(bytes)
    const uploads = new Uploads(parts)
    expect(await problem(send(uploads, asked, bytes))).toBe(expected)
    expect(await problem(uploads.start(asked))).toBe(expected)
    expect(await problem(uploads.append(asked.id, ann, 0, bytes))).toBe(expected)
    expect(await row(asked.id)).toMatchObject({ state: 'refused', why: expected })
    expect(await readdir(join(folder, 'uploads'))).toEqual([])
  })
  it('starts over when the bytes are not the announced ones', async () => {
    const bytes = await drawn(40, 30).jpeg(95)
    const asked = start(bytes)
    const uploads = new Uploads(parts)
    await uploads.start(asked)
    const changed = Buffer.from(bytes)
    changed[changed.length - 10]! ^= 1
    await expect(uploads.append(asked.id, ann, 0, changed)).rejects.toMatchObject({
      problem: 'hashMismatch',
      data: { received: 0, done: false },
    })
    expect(await send(uploads, asked, bytes)).toMatchObject({ done: true })
  })
  it('by size before anything is sent, and bytes past the announced end', async () => {
    const uploads = new Uploads(parts)
    const bytes = await drawn(40, 30).jpeg(95)
    expect(await problem(uploads.start(start(bytes, { size: 16 * 1024 * 1024 })))).toBe('tooLarge')
    expect(await problem(uploads.start(start(bytes, { size: 60 * 1024 * 1024, mime: 'application/pdf' })))).toBe(
      'tooLarge',
    )
    expect(await problem(uploads.start(start(bytes, { size: 0 })))).toBe('empty')
    expect(await problem(uploads.start(start(bytes, { id: '../../x' })))).toBe('badStart')
    const asked = start(bytes, { size: bytes.length - 1 })
    await uploads.start(asked)
    expect(await problem(uploads.append(asked.id, ann, 0, bytes))).toBe('pastEnd')
    expect(await problem(uploads.append(asked.id, ann, 0, Buffer.alloc(2 * 1024 * 1024)))).toBe('pieceTooLarge')
  })
  it('a picture larger than pictures may be, whatever it is called', async () => {
    const bytes = Buffer.concat([await drawn(40, 30).jpeg(95), Buffer.alloc(16 * 1024 * 1024)])
    const asked = start(bytes, { mime: 'application/pdf', name: 'a.pdf' })
    expect(await problem(send(new Uploads(parts), asked, bytes))).toBe('tooLarge')
  })
  it('more unfinished uploads than a person may have, also when announced at once', async () => {
    const uploads = new Uploads(parts)
    const size = 50 * 1024 * 1024
    const answers = await Promise.all(
      Array.from({ length: 24 }, () =>
        problem(uploads.start(start(Buffer.from('x'), { size, mime: 'application/zip' }))),
      ),
    )
    expect(answers.filter((a) => a === null)).toHaveLength(20) // 1 GB
    expect(answers.filter((a) => a === 'tooManyUnfinished')).toHaveLength(4)
    expect(await problem(uploads.start(start(Buffer.from('x'), { userId: ben })))).toBe(null)
  })
})

describe('a full disk', () => {
  const full = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  it('while a piece is written loses nothing: the same piece succeeds later', async () => {
    const bytes = await drawn(40, 30).jpeg(95)
    const asked = start(bytes)
    let failing = true
    const disk = parts.pieces
    const pieces = Object.assign(Object.create(disk) as typeof disk, {
      write: async (...args: Parameters<typeof disk.write>) => {
        if (failing) throw full()
        return disk.write(...args)
      },
    })
    const uploads = new Uploads({ ...parts, pieces })
    await uploads.start(asked)
    await expect(uploads.append(asked.id, ann, 0, bytes)).rejects.toMatchObject({
      errno: '4502',
      key: 'contract:errors.diskFull',
    })
    expect(await row(asked.id)).toMatchObject({ state: 'partial', received: 0 })
    failing = false
    expect(await uploads.append(asked.id, ann, 0, bytes)).toMatchObject({ done: true })
  })
  it('while the finished file is stored keeps the pieces, and a repeat finishes it', async () => {
    const bytes = await drawn(40, 30).jpeg(95)
    const asked = start(bytes)
    let failing = true
    const disk = parts.files
    const files: FileStore = Object.assign(Object.create(disk) as FileStore, {
      put: async (...args: Parameters<FileStore['put']>) => {
        if (failing) throw full()
        return disk.put(...args)
      },
    })
    const uploads = new Uploads({ ...parts, files })
    expect(await problem(send(uploads, asked, bytes))).toBe('contract:errors.diskFull')
    expect(await row(asked.id)).toMatchObject({ state: 'partial', received: bytes.length })
    failing = false
    expect(await uploads.append(asked.id, ann, 0, bytes)).toMatchObject({ done: true })
  })
})

describe('given up', () => {
  it('after seven days without a piece: the room is free, a new announcement starts over', async () => {
    const bytes = await drawn(400, 300).jpeg(95)
    const asked = start(bytes)
    const uploads = new Uploads(parts)
    await uploads.start(asked)
    await uploads.append(asked.id, ann, 0, bytes.subarray(0, 1000))
    now = new Date('2026-10-11T07:59:00Z')
    expect(await uploads.sweep()).toBe(0)
    now = new Date('2026-10-11T08:01:00Z')
    expect(await uploads.sweep()).toBe(1)
    expect(await readdir(join(folder, 'uploads'))).toEqual([])
    expect(await row(asked.id)).toMatchObject({ state: 'awaited', received: 0 })
    expect(await problem(uploads.append(asked.id, ann, 1000, bytes.subarray(1000)))).toBe(null)
    expect(await send(uploads, asked, bytes)).toMatchObject({ done: true })
  })
  it('removes pieces that belong to no upload', async () => {
    const stray = createUuid7()
    await parts.pieces.write(stray, 0, Buffer.from('x'))
    await utimes(join(folder, 'uploads', stray), new Date('2026-09-01'), new Date('2026-09-01'))
    await new Uploads(parts).sweep()
    expect(await readdir(join(folder, 'uploads'))).toEqual([])
  })
})

describe('the store', () => {
  const bytes = Buffer.from('hello')
  const hash = createHash('sha256').update(bytes).digest('hex')
  it('keeps one file however often the same bytes arrive at once', async () => {
    const files = new DiskFileStore(join(folder, 'files'))
    await Promise.all(Array.from({ length: 30 }, () => files.put(hash, bytes)))
    expect(await readdir(join(folder, 'files', hash.slice(0, 2)))).toEqual([hash])
    expect(await readdir(join(folder, 'files', 'arriving'))).toEqual([])
    expect(await files.size(hash)).toBe(5)
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
  it('stores nothing under a hash that is not that of the bytes, and sweeps what interrupted writes left', async () => {
    const files = new DiskFileStore(join(folder, 'files'))
    await expect(files.put('b'.repeat(64), bytes)).rejects.toThrow('were to be stored as')
    expect(await files.has('b'.repeat(64))).toBe(false)
    expect(await readdir(join(folder, 'files', 'arriving'))).toEqual([])
    expect(await files.sweep(new Date())).toBe(0)
  })
})
