import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { IncomingFiles, type FileRequirements } from '@/server/files/incoming-files'
import { newFolder, removeFolder } from '../db/database-fixtures'

let folder: string
let incoming: IncomingFiles
beforeEach(() => {
  folder = join(newFolder(), 'incoming')
  incoming = new IncomingFiles(folder)
})
afterEach(() => removeFolder(join(folder, '..')))
const listStored = () => (existsSync(folder) ? readdirSync(folder) : [])
const buildRequirements = (more: Partial<FileRequirements> = {}): FileRequirements => ({
  maxBytes: 1_000_000,
  createTooLargeRefusal: () => new Error('too large'),
  inspectHead: () => undefined,
  ...more,
})
async function* splitIntoBlocks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let offset = 0; offset < bytes.length; offset += size) yield bytes.subarray(offset, offset + size)
}

describe('a file in a form', () => {
  it.each([0, 1, 5_000, 65_536, 65_537, 400_000])(
    'of %i bytes is stored unchanged, and deleted when removed',
    async (size) => {
      const bytes = randomBytes(size)
      const file = await incoming.receive(splitIntoBlocks(bytes, 10_000), buildRequirements())
      expect([file.size, file.sha256]).toEqual([size, createHash('sha256').update(bytes).digest('hex')])
      expect(await buffer(file.read())).toEqual(bytes)
      if (size > 9) expect(await buffer(file.read(10))).toEqual(bytes.subarray(0, 10))
      expect(listStored()).toHaveLength(1)
      await file.remove()
      await file.remove()
      expect(listStored()).toEqual([])
    },
  )
  it('is checked before anything is written, by its first 64 KB or the whole smaller file', async () => {
    const bytes = randomBytes(200_000)
    for (const [content, sampleLength] of [
      [bytes, 65_536],
      [bytes.subarray(0, 70), 70],
    ] as const) {
      const heads: number[] = []
      const file = await incoming.receive(
        splitIntoBlocks(content, 1_024),
        buildRequirements({
          inspectHead: (head) => {
            expect(head.equals(content.subarray(0, head.length))).toBe(true)
            expect(listStored().filter((name) => statSync(join(folder, name)).size > 0)).toEqual([])
            heads.push(head.length)
          },
        }),
      )
      expect(heads).toEqual([sampleLength])
      await file.remove()
    }
  })
  it('leaves nothing if its first bytes are refused, if it is too long, or if the stream breaks off', async () => {
    const bytes = randomBytes(200_000)
    let read = 0
    async function* countReadBytes() {
      for await (const block of splitIntoBlocks(bytes, 1_000)) {
        read += block.length
        yield block
      }
    }
    const refusedReceipt = incoming.receive(
      countReadBytes(),
      buildRequirements({
        inspectHead: () => {
          throw new Error('no picture')
        },
      }),
    )
    await expect(refusedReceipt).rejects.toThrow('no picture')
    expect(read).toBeLessThan(70_000) // the rest of the stream is not read
    read = 0
    await expect(incoming.receive(countReadBytes(), buildRequirements({ maxBytes: 100_000 }))).rejects.toThrow(
      'too large',
    )
    expect(read).toBeLessThanOrEqual(101_000)
    async function* breakOff() {
      yield bytes
      throw new Error('the connection broke')
    }
    await expect(incoming.receive(breakOff(), buildRequirements())).rejects.toThrow('the connection broke')
    expect(listStored()).toEqual([])
  })
  it('is swept when abandoned, and not while it arrives', async () => {
    const file = await incoming.receive(splitIntoBlocks(randomBytes(10), 10), buildRequirements())
    await writeFile(join(folder, 'left'), 'x')
    const oldTimeS = Date.now() / 1000 - 7_200
    utimesSync(join(folder, 'left'), oldTimeS, oldTimeS)
    expect(await incoming.removeOldFiles(Date.now() - 3_600_000)).toBe(1)
    expect(listStored()).toHaveLength(1)
    expect(await incoming.removeOldFiles(Number.POSITIVE_INFINITY)).toBe(1)
    expect(listStored()).toEqual([])
    await file.remove()
  })
})
