import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { openDatabase } from '@/server/db/connect'
import { newFolder, quietLog, removeFolder } from '../db/database-fixtures'
import { createTestPlant, type Caller, type TestPlant } from '../harness'

// Uses a small memory disk where this account may mount one. Elsewhere embedded.test.ts and files/upload.test.ts inject the error.
const DISK_MB = 160
const disk = newFolder()
const mounted =
  process.platform === 'linux' &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk]).status === 0
afterAll(() => {
  if (mounted) execFileSync('umount', [disk])
  removeFolder(disk)
})

/** Fills the disk except for a few KB. */
function fill(leaveKb: number): () => void {
  const ballast = join(disk, 'ballast')
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leaveKb * 1024), 1))
  return () => rmSync(ballast)
}
const WRITERS = 8
const isStorageFull = (answer: { status: number; errno: string; headers: Record<string, unknown> }) =>
  answer.status === 503 && answer.errno === '4502' && Number(answer.headers['retry-after']) > 0

describe.skipIf(!mounted)('a full disk', () => {
  test('is reported; no acknowledged data is lost; with free space the server recovers by itself', async () => {
    const plant = await createTestPlant({ disk })
    try {
      const admin = await plant.as('admin')
      const acknowledged = new Set<string>()
      const strange: string[] = []
      const photo = await begunUpload(admin)
      const free = fill(256)
      const refused = await writeUntilRefused(admin, acknowledged, strange)
      expect(strange).toEqual([])
      expect(refused).toBeGreaterThan(0)
      expect(isStorageFull(await photo.send())).toBe(true)
      expect(isStorageFull(await sendForm(admin))).toBe(true)

      free()
      await vi.waitUntil(async () => (await create(admin)).errno === '200', { timeout: 30_000, interval: 100 })
      const storedIds = new Set((await plant.query<{ id: string }>('select id from equipment')).map((row) => row.id))
      expect(
        [...acknowledged].filter((id) => !storedIds.has(id)),
        'acknowledged and lost',
      ).toEqual([])
      expect((await sendForm(admin)).errno).toBe('6000') // accepted and found not to be a workbook
      const sent = await photo.send()
      expect([sent.errno, sent.data]).toMatchObject(['200', { received: photo.size }])
      process.stdout.write(`${acknowledged.size} acknowledged, ${refused} refused\n`)
    } finally {
      await plant.close()
    }
  }, 300_000)
})

const small = newFolder()
const smallMounted = mounted && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', small]).status === 0
afterAll(() => {
  if (smallMounted) execFileSync('umount', [small])
  removeFolder(small)
})
test.skipIf(!smallMounted)(
  'a first start on a disk that is too small says that it is full, and takes nothing of it',
  async () => {
    await expect(openDatabase({ dataDir: small, log: quietLog() })).rejects.toThrow(/The disk is full\. .*\(ENOSPC\)/)
    expect(readdirSync(small)).toEqual([])
  },
  120_000,
)

let serial = 0
async function create(admin: Caller, id = createUuid7()) {
  return admin.raw('POST', '/book/add_equ', { id, code: `FULL-${++serial}`, name: 'machine', model: 'x'.repeat(40) })
}
/** Writes until every writer has been refused. Returns the number of refusals. */
async function writeUntilRefused(admin: Caller, acknowledged: Set<string>, strange: string[]): Promise<number> {
  let refused = 0
  const sentences = new Set<string>()
  const until = Date.now() + 150_000
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (let createdCount = 0; createdCount < 3 && Date.now() < until;) {
        const id = createUuid7()
        const answer = await create(admin, id)
        if (answer.errno === '200') acknowledged.add(id)
        else if (isStorageFull(answer)) {
          createdCount++
          refused++
          sentences.add(answer.errmsg)
        } else {
          strange.push(`${answer.status} ${answer.errno} ${answer.errmsg}`)
          return
        }
      }
    }),
  )
  expect([...sentences].join()).toContain('磁盘已满') // some get the reason; others may meet a restarting engine
  return refused
}
/** A form of 2 MB that starts like a workbook: larger than the free space. */
const sendForm = (admin: Caller) =>
  admin.upload('/book/upload', Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(2 * 1024 * 1024)]))

/** A file of 512 KB, announced while there is space and sent when there is none. */
async function begunUpload(admin: Caller): Promise<{ size: number; send(): ReturnType<TestPlant['stranger']['raw']> }> {
  const bytes = randomBytes(512 * 1024)
  const id = createUuid7()
  const begun = await admin.raw('POST', '/upload_start', {
    id,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size: bytes.length + 1,
    mime: 'image/jpeg',
    name: 'a.jpg',
  })
  if (begun.errno !== '200') throw new Error(begun.errmsg)
  return {
    size: bytes.length,
    send: () =>
      admin.raw('PATCH', `/upload_chunk?id=${id}&offset=0`, bytes, { 'content-type': 'application/octet-stream' }),
  }
}
