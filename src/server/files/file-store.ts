import { createHash, randomBytes } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Bytes that are read as a stream, again for each attempt. */
export interface StreamSource {
  /** Bytes. */
  readonly size: number
  read(): Readable
}
export interface StoredBytes {
  sha256: string
  /** Bytes. */
  size: number
}
/**
 * Stores files under the SHA-256 of their bytes (64 hex digits, lower case).
 * All calls throw FileStoreUnavailable while the store cannot be reached.
 */
export interface FileStore {
  /** Location of the files, for messages. */
  readonly place: string
  /** Stores bytes; they are durable when this resolves. Repeating it is harmless. @throws if the hash does not match */
  put(sha256: string, content: Uint8Array | StreamSource): Promise<void>
  /**
   * Opens a file for reading.
   * @param range offsets of the first and the last byte, both included
   * @throws an error with code ENOENT if it does not exist
   */
  read(sha256: string, range?: { start: number; end: number }): Promise<Readable>
  has(sha256: string): Promise<boolean>
  /** Returns the size in bytes. @throws an error with code ENOENT if the file does not exist */
  fetchSize(sha256: string): Promise<number>
  /** Removes a file; a missing file counts as removed. */
  remove(sha256: string): Promise<void>
  /** Removes leftovers of interrupted writes older than a day. Returns the number of files. */
  removeLeftovers(now: Date): Promise<number>
  /** Lists all stored files. */
  list(): AsyncIterable<StoredBytes>
  /** Asserts that the store can be used. */
  check(): Promise<void>
}
/** Thrown if the store cannot be reached or refuses everybody; a later call may succeed. HTTP: 503 with errno.busy. */
export class FileStoreUnavailable extends Error {
  override readonly name = 'FileStoreUnavailable'
}

const DAY_MS = 86_400_000

/** Files on this machine: `<folder>/<first two digits>/<sha256>`. Several processes may share the folder. */
export class DiskFileStore implements FileStore {
  private readonly temporaryFolder: string
  constructor(private readonly folder: string) {
    this.temporaryFolder = join(folder, 'arriving')
  }

  get place(): string {
    return this.folder
  }
  async put(sha256: string, content: Uint8Array | StreamSource): Promise<void> {
    const target = this.getPath(sha256)
    await mkdir(dirname(target), { recursive: true })
    await mkdir(this.temporaryFolder, { recursive: true })
    const temporaryPath = join(this.temporaryFolder, `${sha256}.${randomBytes(8).toString('hex')}`)
    try {
      const writtenHash = await writeDurably(temporaryPath, content)
      if (writtenHash !== sha256)
        throw new Error(`bytes with the SHA-256 ${writtenHash} were to be stored as ${sha256}`)
      await rename(temporaryPath, target)
      await persistFolderEntry(dirname(target))
    } catch (error) {
      await rm(temporaryPath, { force: true })
      throw error
    }
  }
  async read(sha256: string, range?: { start: number; end: number }): Promise<Readable> {
    const path = this.getPath(sha256)
    await access(path) // a missing file must fail here, not in the middle of an answer
    return createReadStream(path, range)
  }
  async has(sha256: string): Promise<boolean> {
    return fileExists(this.getPath(sha256))
  }
  async fetchSize(sha256: string): Promise<number> {
    return (await stat(this.getPath(sha256))).size
  }
  async remove(sha256: string): Promise<void> {
    await rm(this.getPath(sha256), { force: true })
  }
  async removeLeftovers(now: Date): Promise<number> {
    return removeOldFiles(this.temporaryFolder, now.getTime() - DAY_MS)
  }

  async *list(): AsyncGenerator<StoredBytes, void> {
    const folders = (await fileExists(this.folder)) ? await readdir(this.folder) : []
    for (const folder of folders.filter((name) => /^[0-9a-f]{2}$/.test(name)).sort())
      for (const sha256 of (await readdir(join(this.folder, folder))).sort())
        if (/^[0-9a-f]{64}$/.test(sha256)) yield { sha256, size: await this.fetchSize(sha256) }
  }
  async check(): Promise<void> {
    try {
      if (await fileExists(this.folder)) await access(this.folder, constants.W_OK)
    } catch (error) {
      throw new FileStoreUnavailable(`The folder of the files cannot be written: ${this.folder}`, { cause: error })
    }
  }

  private getPath(sha256: string): string {
    assertHashName(sha256)
    return join(this.folder, sha256.slice(0, 2), sha256)
  }
}

/** Thrown if the bytes of a stored file do not have the hash that is its name. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile'
}
/** @throws RangeError if a name is not the SHA-256 of a file */
export function assertHashName(sha256: string): void {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError('a stored file is named by 64 hex digits')
}
export const createMissingFileError = (cause?: unknown): Error =>
  Object.assign(new Error('the stored file does not exist', { cause }), { code: 'ENOENT' })
/** True if an error means that the file does not exist. */
export const isFileMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
async function fileExists(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch (error) {
    if (isFileMissing(error)) return false
    throw error
  }
}
async function writeDurably(path: string, content: Uint8Array | StreamSource): Promise<string> {
  const hash = createHash('sha256')
  const handle = await open(path, 'wx')
  try {
    for await (const block of content instanceof Uint8Array ? [content] : content.read()) {
      hash.update(block as Uint8Array)
      await writeAll(handle, block as Uint8Array, null)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return hash.digest('hex')
}
/**
 * Writes all bytes. A single system call may write less if the disk is nearly full.
 * @param position offset in the file; null: the current position
 */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number | null): Promise<void> {
  for (let writtenBytes = 0; writtenBytes < bytes.byteLength;) {
    const { bytesWritten } = await handle.write(
      bytes,
      writtenBytes,
      bytes.byteLength - writtenBytes,
      position === null ? null : position + writtenBytes,
    )
    writtenBytes += bytesWritten
  }
}
/** Reads a file into one buffer of its size. A stream would need twice the memory for its chunks. */
export async function readWholeFile(path: string): Promise<Buffer> {
  const handle = await open(path, 'r')
  try {
    const bytes = Buffer.allocUnsafeSlow((await handle.stat()).size)
    let readBytes = 0
    while (readBytes < bytes.byteLength) {
      const { bytesRead } = await handle.read(bytes, readBytes, bytes.byteLength - readBytes, readBytes)
      if (bytesRead === 0) break // truncated in the meantime
      readBytes += bytesRead
    }
    return bytes.subarray(0, readBytes)
  } finally {
    await handle.close()
  }
}
/** Makes a new file name durable by syncing its folder. Windows neither supports nor needs this. */
export async function persistFolderEntry(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
/** Removes files last changed before a time (milliseconds since 1970). Returns their number. */
export async function removeOldFiles(folder: string, beforeMs: number): Promise<number> {
  let removedCount = 0
  for (const name of (await fileExists(folder)) ? await readdir(folder) : []) {
    const path = join(folder, name)
    try {
      if ((await stat(path)).mtimeMs >= beforeMs) continue
      await rm(path, { force: true })
      removedCount += 1
    } catch (error) {
      if (!isFileMissing(error)) throw error // another process already removed it
    }
  }
  return removedCount
}
