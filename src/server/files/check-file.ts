import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { redrawImage, type CleanImage } from './image'
import { FileRefusal } from './file-refusal'
import { assertNameFits, detectFileType, DETECTION_BYTES, type ImageKind, type DetectedType } from './detect-file-type'
import type { FileStore } from './file-store'

/** Properties of a stored file; sizes in bytes and pixels. */
export interface StoredFileInfo {
  sha256: string
  mime: string
  size: number
  width: number | null
  height: number | null
  thumbSha256: string | null
}
/** Maximum file sizes by kind, in bytes. */
export const FILE_LIMITS = { photo: 15 * 1024 * 1024, file: 50 * 1024 * 1024 } as const

/** The bytes of a received file, in memory, in a temporary file or as uploaded pieces. */
export interface FileSource {
  readonly size: number
  readonly sha256: string
  read(end?: number): Readable
  /** Reads all bytes into memory. Do this for only one large file at a time. */
  readAll(): Promise<Buffer>
}
/** A file that passed all checks and can be stored. */
export interface CheckedFile {
  /** SHA-256 of the sent bytes; a redrawn picture has a different hash. */
  readonly sentSha256: string
  /** Stores the file; repeating it is harmless. @throws errors of the store unchanged */
  store(files: FileStore): Promise<StoredFileInfo>
}

/** Checks a file by its bytes and stores it. @throws FileRefusal if it is refused; errors of the store unchanged */
export async function checkAndStoreFile(
  files: FileStore,
  source: FileSource,
  name: string,
  announcedMime = '',
): Promise<StoredFileInfo> {
  return (await checkFile(source, name, announcedMime)).store(files)
}
/**
 * Checks a file by its bytes. Pictures are redrawn and get a thumbnail; other files stay unchanged.
 * @throws FileRefusal if it is refused; Refusal errno.busy if too many pictures are waiting
 */
export async function checkFile(source: FileSource, name: string, announcedMime = ''): Promise<CheckedFile> {
  const head = source.size === 0 ? Buffer.alloc(0) : await buffer(source.read(Math.min(source.size, DETECTION_BYTES)))
  const detectedType = checkFileHead(head, name, announcedMime)
  const { kind, mime, isImage } = detectedType
  const limit = isImage ? FILE_LIMITS.photo : FILE_LIMITS.file
  if (source.size > limit) throw new FileRefusal('tooLarge', { limit })
  // A file announced as a picture is redrawn, so its name does not matter.
  if (!announcedMime.startsWith('image/')) assertNameFits(detectedType, name)
  const { size, sha256 } = source
  if (isImage) {
    const cleanImage = await redrawImage(() => source.readAll(), kind as ImageKind)
    return { sentSha256: sha256, store: (files) => storePicture(files, cleanImage) }
  }
  const store = async (files: FileStore) => {
    await files.put(sha256, source)
    return { sha256, mime, size, width: null, height: null, thumbSha256: null }
  }
  return { sentSha256: sha256, store }
}
/**
 * Detects a file's type by its first bytes. A file announced with a picture media type must be one.
 * @throws FileRefusal
 */
export function checkFileHead(head: Buffer, name: string, announcedMime: string): DetectedType {
  const detectedType = detectFileType(head, name)
  if (!detectedType.isImage && announcedMime.startsWith('image/')) throw new FileRefusal('damagedImage')
  return detectedType
}
async function storePicture(
  files: FileStore,
  { bytes, thumb, mime, width, height }: CleanImage,
): Promise<StoredFileInfo> {
  const [sha256, thumbSha256] = [hashSha256(bytes), hashSha256(thumb)]
  await files.put(thumbSha256, thumb)
  await files.put(sha256, bytes)
  return { sha256, mime, size: bytes.length, width, height, thumbSha256 }
}

/** Wraps bytes in memory as a file source. */
export const toMemorySource = (bytes: Buffer): FileSource => ({
  size: bytes.length,
  sha256: hashSha256(bytes),
  read: (end) => Readable.from([bytes.subarray(0, end)]),
  readAll: () => Promise.resolve(bytes),
})
/** Returns the SHA-256 of bytes in hex. */
export const hashSha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
/** Cleans a file name for display and download: no path, no control characters, at most the last 120 characters. */
export function cleanFileName(name: string): string {
  const baseName =
    name
      .normalize('NFC')
      .replace(/[\p{Cc}<>:"|?*\u202a-\u202e\u2066-\u2069]/gu, '')
      .split(/[\\/]/)
      .pop() ?? ''
  return baseName.replace(/^[.\s]+|[.\s]+$/g, '').slice(-120) || 'file'
}
