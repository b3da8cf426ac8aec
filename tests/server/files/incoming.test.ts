import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { IncomingFiles, type FileRequirements } from '@/server/files/incoming-files'
import { newFolder, removeFolder } from '../db/plant'

let folder: string
let incoming: IncomingFiles
beforeEach(() => {
  folder = join(newFolder(), 'incoming')
  incoming = new IncomingFiles(folder)
})
afterEach(() => removeFolder(join(folder, '..')))
const kept = () => (existsSync(folder) ? readdirSync(folder) : [])
const anything = (more: Partial<FileRequirements> = {}): FileRequirements => ({
  limit: 1_000_000,
  tooLarge: () => new Error('too large'),
  inspectHead: () => undefined,
  ...more,
})
async function* blocks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('a file that comes with a form', () => {
  it.each([0, 1, 5_000, 65_536, 65_537, 400_000])(
    'of %i bytes is kept as it came, and is gone when removed',
    async (size) => {
      const bytes = randomBytes(size)
      const file = await incoming.receive(blocks(bytes, 10_000), anything())
      expect([file.size, file.sha256]).toEqual([size, createHash('sha256').update(bytes).digest('hex')])
      expect(await buffer(file.read())).toEqual(bytes)
      if (size > 9) expect(await buffer(file.read(10))).toEqual(bytes.subarray(0, 10))
      expect(kept()).toHaveLength(1)
      await file.remove()
      await file.remove()
      expect(kept()).toEqual([])
    },
  )
  it('is looked at before any of it is written, by its first 64 KB or all there is', async () => {
    const bytes = randomBytes(200_000)
    for (const [whole, seen] of [
      [bytes, 65_536],
      [bytes.subarray(0, 70), 70],
    ] as const) {
      const heads: number[] = []
      const file = await incoming.receive(
        blocks(whole, 1_024),
        anything({
          inspectHead: (head) => {
            expect(head.equals(whole.subarray(0, head.length))).toBe(true)
            expect(kept().filter((name) => statSync(join(folder, name)).size > 0)).toEqual([])
            heads.push(head.length)
          },
        }),
      )
      expect(heads).toEqual([seen])
      await file.remove()
    }
  })
  it('leaves nothing when it is refused by its first bytes, grows too long, or breaks off', async () => {
    const bytes = randomBytes(200_000)
    let read = 0
    async function* counted() {
      for await (const block of blocks(bytes, 1_000)) {
        read += block.length
        yield block
      }
    }
    const refused = incoming.receive(
      counted(),
      anything({
        inspectHead: () => {
          throw new Error('no picture')
        },
      }),
    )
    await expect(refused).rejects.toThrow('no picture')
    expect(read).toBeLessThan(70_000) // no more of it is asked for
    read = 0
    await expect(incoming.receive(counted(), anything({ limit: 100_000 }))).rejects.toThrow('too large')
    expect(read).toBeLessThanOrEqual(101_000)
    async function* broken() {
      yield bytes
      throw new Error('the connection broke')
    }
    await expect(incoming.receive(broken(), anything())).rejects.toThrow('the connection broke')
    expect(kept()).toEqual([])
  })
  it('is swept when it was left behind, and not while it comes', async () => {
    const file = await incoming.receive(blocks(randomBytes(10), 10), anything())
    await writeFile(join(folder, 'left'), 'x')
    const old = Date.now() / 1000 - 7_200
    utimesSync(join(folder, 'left'), old, old)
    expect(await incoming.sweep(Date.now() - 3_600_000)).toBe(1)
    expect(kept()).toHaveLength(1)
    expect(await incoming.sweep(Number.POSITIVE_INFINITY)).toBe(1)
    expect(kept()).toEqual([])
    await file.remove()
  })
})
