import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Source } from './accept'
import { unlessFull } from './full-disk'
import { SNIFF_BYTES } from './sniff'
import { readWhole, sweepFolder, writeAll } from './store'

/** A file that has come whole with a form, in a temporary file until the call it belongs to is answered. */
export interface ReceivedFile extends Source {
  readonly path: string
  remove(): Promise<void>
}
/** What a file must be to be received. */
export interface Wanted {
  /** Bytes. */
  limit: number
  /** The refusal of a longer one. */
  tooLarge(): Error
  /** Throws for what cannot be the right kind of file, by its first bytes: `SNIFF_BYTES` of them, or all there are. */
  look(head: Buffer): void
}

/** Files while they come: `<folder>/<random id>`, hashed on the way. Several processes may share the folder. */
export class IncomingFiles {
  constructor(private readonly folder: string) {}

  /**
   * Writes what comes until its end. Nothing is written before the first bytes were looked at, and nothing stays after an
   * error, be it the sender's, the connection's or the disk's.
   * @throws what `wanted` throws; Refusal 4502 when the disk is full; errors of `content` as they are
   */
  async receive(content: AsyncIterable<Uint8Array>, wanted: Wanted): Promise<ReceivedFile> {
    const path = join(this.folder, randomUUID())
    const remove = () => rm(path, { force: true })
    const hash = createHash('sha256')
    let handle: FileHandle | undefined
    let size = 0
    try {
      handle = await unlessFull(() => this.create(path))
      for await (const block of lookedAt(content, wanted.look)) {
        size += block.length
        if (size > wanted.limit) throw wanted.tooLarge()
        hash.update(block)
        await unlessFull(() => writeAll(handle!, block, null))
      }
      await handle.close()
    } catch (error) {
      await handle?.close()
      await remove()
      throw error
    }
    const read = (end?: number) => createReadStream(path, end === undefined ? {} : { end: end - 1 })
    return { path, size, sha256: hash.digest('hex'), read, whole: () => readWhole(path), remove }
  }
  /** Removes what processes that died left behind: files last written before a moment (milliseconds since 1970). */
  async sweep(before: number): Promise<number> {
    return sweepFolder(this.folder, before)
  }

  private async create(path: string): Promise<FileHandle> {
    await mkdir(this.folder, { recursive: true })
    return open(path, 'wx', 0o600)
  }
}

/** The same bytes, once their beginning was looked at. */
async function* lookedAt(
  content: AsyncIterable<Uint8Array>,
  look: (head: Buffer) => void,
): AsyncGenerator<Uint8Array, void> {
  let head: Uint8Array[] | null = []
  let held = 0
  for await (const block of content) {
    if (!head) {
      yield block
      continue
    }
    head.push(block)
    held += block.length
    if (held < SNIFF_BYTES) continue
    const first = Buffer.concat(head)
    head = null
    look(first)
    yield first
  }
  if (!head) return
  const all = Buffer.concat(head)
  look(all)
  yield all
}
