import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { reencode, type CleanImage } from './image'
import { FileRefusal } from './refusal'
import { sniff, SNIFF_BYTES, type ImageKind, type Sniffed } from './sniff'
import type { FileStore } from './store'

/** What is known of a file once it is stored. Bytes and pixels. */
export interface Accepted {
  sha256: string
  mime: string
  size: number
  width: number | null
  height: number | null
  thumbSha256: string | null
}
/** Largest file by what it is, in bytes. */
export const FILE_LIMITS = { photo: 15 * 1024 * 1024, file: 50 * 1024 * 1024 } as const

/** Bytes that came whole or lie in pieces. */
export interface Source {
  readonly size: number
  readonly sha256: string
  read(end?: number): Readable
  /** All of it in memory: no more than once at a time for what is large. */
  whole(): Promise<Buffer>
}
/** A file that may be stored, and is not yet. */
export interface Judged {
  /** SHA-256 of what was sent; a picture drawn anew has another. */
  readonly sentSha256: string
  /** Stores it; a repeat is harmless. @throws errors of the store as they are */
  store(files: FileStore): Promise<Accepted>
}

/** Judges a file by its bytes and stores it. @throws FileRefusal when it is not taken; errors of the store as they are */
export async function accept(files: FileStore, source: Source, name: string, announced = ''): Promise<Accepted> {
  return (await judge(source, name, announced)).store(files)
}
/**
 * Judges a file by its bytes: pictures are drawn anew with a thumbnail, others stay as they are.
 * @throws FileRefusal when it is not taken; Refusal 4502 when too many pictures wait
 */
export async function judge(source: Source, name: string, announced = ''): Promise<Judged> {
  const head = source.size === 0 ? Buffer.alloc(0) : await buffer(source.read(Math.min(source.size, SNIFF_BYTES)))
  const { kind, mime, image } = judgeHead(head, name, announced)
  const limit = image ? FILE_LIMITS.photo : FILE_LIMITS.file
  if (source.size > limit) throw new FileRefusal('tooLarge', { limit })
  const { size, sha256 } = source
  if (image) {
    const clean = await reencode(() => source.whole(), kind as ImageKind)
    return { sentSha256: sha256, store: (files) => storePicture(files, clean) }
  }
  const store = async (files: FileStore) => {
    await files.put(sha256, source.read())
    return { sha256, mime, size, width: null, height: null, thumbSha256: null }
  }
  return { sentSha256: sha256, store }
}
/** What a file is by its first bytes. What was announced as a picture (its media type) must be one. @throws FileRefusal */
export function judgeHead(head: Buffer, name: string, announced: string): Sniffed {
  const found = sniff(head, name)
  if (!found.image && announced.startsWith('image/')) throw new FileRefusal('damagedImage')
  return found
}
async function storePicture(files: FileStore, { bytes, thumb, mime, width, height }: CleanImage): Promise<Accepted> {
  const [sha256, thumbSha256] = [sha256Of(bytes), sha256Of(thumb)]
  await files.put(thumbSha256, thumb)
  await files.put(sha256, bytes)
  return { sha256, mime, size: bytes.length, width, height, thumbSha256 }
}

/** A file whose bytes are here already. */
export const inMemory = (bytes: Buffer): Source => ({
  size: bytes.length,
  sha256: sha256Of(bytes),
  read: (end) => Readable.from([bytes.subarray(0, end)]),
  whole: () => Promise.resolve(bytes),
})
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
/** A file's name as it may be shown and offered: no path, no control characters, at most 120. */
export function cleanName(name: string): string {
  const last =
    name
      .replace(/[\p{Cc}<>:"|?*\u202a-\u202e\u2066-\u2069]/gu, '')
      .split(/[\\/]/)
      .pop() ?? ''
  return last.replace(/^[.\s]+|[.\s]+$/g, '').slice(-120) || 'file'
}
