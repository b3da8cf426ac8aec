import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileSource } from './check-file'
import { translateDiskErrors } from './file-refusal'
import { DETECTION_BYTES } from './detect-file-type'
import { readWholeFile, removeOldFiles, writeAll } from './file-store'

/** A completely received file of a form, stored temporarily until its call is answered. */
export interface ReceivedFile extends FileSource {
  readonly path: string
  remove(): Promise<void>
}
/** Requirements that a file must meet to be received. */
export interface FileRequirements {
  /** Bytes. */
  maxBytes: number
  /** Returns the refusal of a larger file. */
  createTooLargeRefusal(): Error
  /** Throws if the first `DETECTION_BYTES` bytes (or fewer, if the file is shorter) show the wrong kind of file. */
  inspectHead(head: Buffer): void
}

/** Receives files into `<folder>/<random id>` and hashes them. Several processes may share the folder. */
export class IncomingFiles {
  constructor(private readonly folder: string) {}

  /**
   * Receives a file. Nothing is written before the first bytes are checked, and nothing remains after an error of the
   * sender, the connection or the disk.
   * @throws errors of `requirements`; Refusal errno.busy if the disk is full; errors of `content` unchanged
   */
  async receive(content: AsyncIterable<Uint8Array>, requirements: FileRequirements): Promise<ReceivedFile> {
    const path = join(this.folder, randomUUID())
    const remove = () => rm(path, { force: true })
    const hash = createHash('sha256')
    let handle: FileHandle | undefined
    let size = 0
    try {
      handle = await translateDiskErrors(() => this.create(path))
      for await (const block of inspectBytes(content, requirements.inspectHead)) {
        size += block.length
        if (size > requirements.maxBytes) throw requirements.createTooLargeRefusal()
        hash.update(block)
        await translateDiskErrors(() => writeAll(handle!, block, null))
      }
      await handle.close()
    } catch (error) {
      await handle?.close()
      await remove()
      throw error
    }
    const read = (end?: number) => createReadStream(path, end === undefined ? {} : { end: end - 1 })
    return { path, size, sha256: hash.digest('hex'), read, readAll: () => readWholeFile(path), remove }
  }
  /** Removes files left by dead processes. @param beforeMs only files last written before; milliseconds since 1970 */
  async removeOldFiles(beforeMs: number): Promise<number> {
    return removeOldFiles(this.folder, beforeMs)
  }

  private async create(path: string): Promise<FileHandle> {
    await mkdir(this.folder, { recursive: true })
    return open(path, 'wx', 0o600)
  }
}

/** Passes bytes through after checking their beginning. */
async function* inspectBytes(
  content: AsyncIterable<Uint8Array>,
  inspectHead: (head: Buffer) => void,
): AsyncGenerator<Uint8Array, void> {
  let headBlocks: Uint8Array[] | null = []
  let headLength = 0
  for await (const block of content) {
    if (!headBlocks) {
      yield block
      continue
    }
    headBlocks.push(block)
    headLength += block.length
    if (headLength < DETECTION_BYTES) continue
    const headBuffer = Buffer.concat(headBlocks)
    headBlocks = null
    inspectHead(headBuffer)
    yield headBuffer
  }
  if (!headBlocks) return
  const wholeFile = Buffer.concat(headBlocks)
  inspectHead(wholeFile)
  yield wholeFile
}
