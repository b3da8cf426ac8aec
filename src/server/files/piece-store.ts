import { constants, createReadStream, existsSync, mkdirSync, renameSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { isUuid } from '@/contract/id'
import { isFileMissing, readWholeFile, removeOldFiles, writeAll } from './file-store'

/** Stores the bytes of incomplete uploads. */
export interface PieceStore {
  /** Writes a piece; it is durable when this resolves. Writing it twice is harmless. */
  write(id: string, offset: number, bytes: Uint8Array): Promise<void>
  /** Returns the bytes up to the end of the last piece; 0 if there is none. */
  fetchSize(id: string): Promise<number>
  read(id: string, end?: number): Readable
  /** Reads all bytes into memory. */
  readAll(id: string): Promise<Buffer>
  remove(id: string): Promise<void>
  /** Removes uploads last written before a time (milliseconds since 1970). Returns their number. */
  removeOldUploads(beforeMs: number): Promise<number>
}

/** One growing file per upload: `<folder>/<id>`. Processes on one or several machines may share the folder. */
export class DiskPieceStore implements PieceStore {
  /**
   * @param formerFolder folder of unfinished uploads in an earlier version; it is moved, so that phones can continue
   */
  constructor(
    private readonly folder: string,
    formerFolder?: string,
  ) {
    if (formerFolder) moveFolder(formerFolder, folder)
  }

  async write(id: string, offset: number, bytes: Uint8Array): Promise<void> {
    await mkdir(this.folder, { recursive: true })
    const handle = await open(this.getPath(id), constants.O_WRONLY | constants.O_CREAT, 0o600)
    try {
      await writeAll(handle, bytes, offset)
      await handle.datasync()
    } finally {
      await handle.close()
    }
  }
  async fetchSize(id: string): Promise<number> {
    try {
      // Open the file before stat: network file systems show another machine's writes only on open.
      const handle = await open(this.getPath(id), 'r')
      try {
        return (await handle.stat()).size
      } finally {
        await handle.close()
      }
    } catch (error) {
      if (isFileMissing(error)) return 0
      throw error
    }
  }
  read(id: string, end?: number): Readable {
    return createReadStream(this.getPath(id), end === undefined ? {} : { end: end - 1 })
  }
  async readAll(id: string): Promise<Buffer> {
    return readWholeFile(this.getPath(id))
  }
  async remove(id: string): Promise<void> {
    await rm(this.getPath(id), { force: true })
  }
  async removeOldUploads(beforeMs: number): Promise<number> {
    return removeOldFiles(this.folder, beforeMs)
  }

  private getPath(id: string): string {
    if (!isUuid(id)) throw new RangeError('an upload is named by a UUID')
    return join(this.folder, id.toLowerCase())
  }
}

/** Moves a folder unless the target exists. A folder on another disk stays; phones then send those files again. */
function moveFolder(source: string, target: string): void {
  if (!existsSync(source) || existsSync(target)) return
  mkdirSync(dirname(target), { recursive: true })
  try {
    renameSync(source, target)
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
