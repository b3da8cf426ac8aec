import { constants, createReadStream, existsSync, mkdirSync, renameSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { isUuid } from '@/contract/id'
import { isMissing, readWhole, sweepFolder, writeAll } from './store'

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

/** One growing file an upload: `<folder>/<id>`. Several processes, on one machine or on several, may share the folder. */
export class DiskPieces implements PieceStore {
  /** @param formerFolder where an earlier version kept unfinished uploads; they are moved, so that phones go on */
  constructor(
    private readonly folder: string,
    formerFolder?: string,
  ) {
    if (formerFolder) moveFolder(formerFolder, folder)
  }

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
      // Opened, not only looked up: network file systems answer with another machine's writes on open.
      const handle = await open(this.pathOf(id), 'r')
      try {
        return (await handle.stat()).size
      } finally {
        await handle.close()
      }
    } catch (error) {
      if (isMissing(error)) return 0
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

/** Moves a folder unless its new place is taken. On another disk it stays: phones then send those files again. */
function moveFolder(from: string, to: string): void {
  if (!existsSync(from) || existsSync(to)) return
  mkdirSync(dirname(to), { recursive: true })
  try {
    renameSync(from, to)
  } catch (error) {
    if (
      !(
        error instanceof Error &&
        'code' in error &&
        ['EXDEV', 'EEXIST', 'ENOTEMPTY', 'ENOENT'].includes(String(error.code))
      )
    )
      throw error
  }
}
