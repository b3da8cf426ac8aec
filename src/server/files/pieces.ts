import { constants, createReadStream } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { isUuid } from '@/contract/id'
import { readWhole, sweepFolder, writeAll } from './store'

/** The bytes of uploads that are not complete yet. */
export interface PieceStore {
  /** Durable when it answers; the same piece twice is harmless. */
  write(id: string, offset: number, bytes: Uint8Array): Promise<void>
  /** Bytes up to the end of the last piece; 0 when there is none. */
  size(id: string): Promise<number>
  read(id: string, end?: number): Readable
  /** All of it in memory. */
  whole(id: string): Promise<Buffer>
  remove(id: string): Promise<void>
  /** Removes uploads that nobody wrote to since (milliseconds since 1970). Answers how many. */
  sweep(before: number): Promise<number>
}

/** One growing file an upload: `<folder>/<id>`. Several processes may share the folder. */
export class DiskPieces implements PieceStore {
  constructor(private readonly folder: string) {}

  async write(id: string, offset: number, bytes: Uint8Array): Promise<void> {
    await mkdir(this.folder, { recursive: true })
    const handle = await open(this.pathOf(id), constants.O_WRONLY | constants.O_CREAT, 0o600)
    try {
      await writeAll(handle, bytes, offset)
      await handle.datasync()
    } finally {
      await handle.close()
    }
  }
  async size(id: string): Promise<number> {
    try {
      return (await stat(this.pathOf(id))).size
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0
      throw error
    }
  }
  read(id: string, end?: number): Readable {
    return createReadStream(this.pathOf(id), end === undefined ? {} : { end: end - 1 })
  }
  async whole(id: string): Promise<Buffer> {
    return readWhole(this.pathOf(id))
  }
  async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true })
  }
  async sweep(before: number): Promise<number> {
    return sweepFolder(this.folder, before)
  }

  private pathOf(id: string): string {
    if (!isUuid(id)) throw new RangeError('an upload is named by a UUID')
    return join(this.folder, id.toLowerCase())
  }
}
