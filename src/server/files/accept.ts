import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { reencode } from './image'
import { FileRefusal } from './refusal'
import { sniff, SNIFF_BYTES, type ImageKind } from './sniff'
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
  size: number
  sha256: string
  read(end?: number): Readable
}

/**
 * Judges a file by its bytes and stores it: pictures drawn anew with a thumbnail, others as they are. What was announced
 * as a picture (its media type) must be one.
 * @throws FileRefusal when it is not taken; errors of the store as they are
 */
export async function accept(files: FileStore, source: Source, name: string, announced = ''): Promise<Accepted> {
  const head = source.size === 0 ? Buffer.alloc(0) : await buffer(source.read(Math.min(source.size, SNIFF_BYTES)))
  const { kind, mime, image } = sniff(head, name)
  if (!image && announced.startsWith('image/')) throw new FileRefusal('damagedImage')
  const limit = image ? FILE_LIMITS.photo : FILE_LIMITS.file
  if (source.size > limit) throw new FileRefusal('tooLarge', { limit })
  if (image) return picture(files, await buffer(source.read()), kind as ImageKind)
  await files.put(source.sha256, source.read())
  return { sha256: source.sha256, mime, size: source.size, width: null, height: null, thumbSha256: null }
}
async function picture(files: FileStore, sent: Buffer, kind: ImageKind): Promise<Accepted> {
  const clean = await reencode(sent, kind)
  const [sha256, thumbSha256] = [sha256Of(clean.bytes), sha256Of(clean.thumb)]
  await files.put(thumbSha256, clean.thumb)
  await files.put(sha256, clean.bytes)
  return { sha256, mime: clean.mime, size: clean.bytes.length, width: clean.width, height: clean.height, thumbSha256 }
}

/** A file that came whole, for example in a multipart form. */
export const inMemory = (bytes: Buffer): Source => ({
  size: bytes.length,
  sha256: sha256Of(bytes),
  read: (end) => Readable.from([bytes.subarray(0, end)]),
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
