import { readTakenAt } from './exif'
import { MAX_FILE_BYTES, PhotoError, type Photo } from './photo'

export type CompressOptions = {
  /** Bytes; 30 MiB by default. */
  maxBytes?: number
  /** Longest edge of the result. */
  maxEdgePx?: number
  /** JPEG quality, 0 to 1. */
  quality?: number
  /** Time of capture, if known; otherwise taken from EXIF, then from the file's date. */
  takenAt?: Date
}

/** True if the first bytes are those of a photo format: JPEG, PNG, GIF, BMP, WebP, HEIC or AVIF. Not for SVG. */
function isPhotoFile(firstBytes: Uint8Array): boolean {
  const text = String.fromCharCode(...firstBytes.subarray(0, 12))
  if (firstBytes[0] === 0xff && firstBytes[1] === 0xd8) return true
  if (text.startsWith('\x89PNG') || text.startsWith('GIF8') || text.startsWith('BM')) return true
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return true
  return text.slice(4, 8) === 'ftyp' && /^(heic|heix|hevc|mif1|msf1|avif)/.test(text.slice(8))
}

/** Returns the size after shrinking to the longest edge; never enlarges. */
export function fitToEdge(width: number, height: number, maxEdgePx: number): { width: number; height: number } {
  const scale = Math.min(1, maxEdgePx / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Many browsers cannot decode an iPhone's HEIC. The error gets its own text, because a camera setting avoids it. */
const isHeic = (firstBytes: Uint8Array): boolean =>
  /^ftyp(hei|hev|mif1|msf1)/.test(String.fromCharCode(...firstBytes.subarray(4, 12)))

async function decodePhoto(file: Blob, firstBytes: Uint8Array): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch (error) {
    throw new PhotoError(isHeic(firstBytes) ? 'heic' : 'unreadable', { cause: error })
  }
}

type CanvasSurface = OffscreenCanvas | HTMLCanvasElement

function createSurface(width: number, height: number): CanvasSurface {
  if (typeof OffscreenCanvas === 'function') return new OffscreenCanvas(width, height)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas
}

function toJpegBlob(canvas: CanvasSurface, quality: number): Promise<Blob | null> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type: 'image/jpeg', quality })
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

async function encodeJpeg(
  picture: ImageBitmap,
  maxEdgePx: number,
  quality: number,
): Promise<{ blob: Blob; width: number; height: number }> {
  const size = fitToEdge(picture.width, picture.height, maxEdgePx)
  const canvas = createSurface(size.width, size.height)
  const context = canvas.getContext('2d', { alpha: false }) as
    | CanvasRenderingContext2D
    | OffscreenCanvasRenderingContext2D
    | null
  if (!context) throw new PhotoError('encode_failed')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, size.width, size.height)
  const blob = await toJpegBlob(canvas, quality)
  // Browsers without a JPEG encoder silently return PNG, ten times the size.
  if (blob?.type !== 'image/jpeg' || blob.size === 0) throw new PhotoError('encode_failed')
  return { blob, ...size }
}

async function calculateSha256(bytes: ArrayBuffer): Promise<string> {
  if (!globalThis.crypto?.subtle) throw new PhotoError('insecure')
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** EXIF data is within the first bytes of a file, see `readTakenAt`. */
const EXIF_BYTES = 128 * 1024
async function findTakenAt(file: Blob, captureDate: Date | undefined): Promise<Date> {
  if (captureDate) return captureDate
  const fromExif = readTakenAt(await file.slice(0, EXIF_BYTES).arrayBuffer())
  if (fromExif) return fromExif
  return file instanceof File ? new Date(file.lastModified) : new Date()
}

/**
 * Compresses a photo for slow networks: upright, longest edge 1600 px, JPEG quality 0.8, without position and other
 * metadata.
 * @throws PhotoError
 */
export async function compressPhoto(file: Blob, options: CompressOptions = {}): Promise<Photo> {
  const { maxBytes = MAX_FILE_BYTES, maxEdgePx = 1600, quality = 0.8 } = options
  if (file.size > maxBytes) throw new PhotoError('too_large')
  const firstBytes = new Uint8Array(await file.slice(0, 16).arrayBuffer())
  if (!isPhotoFile(firstBytes)) throw new PhotoError('not_image')
  const takenDate = await findTakenAt(file, options.takenAt)
  const picture = await decodePhoto(file, firstBytes)
  try {
    const { blob, width, height } = await encodeJpeg(picture, maxEdgePx, quality)
    const bytes = await blob.arrayBuffer()
    return {
      bytes,
      mime: 'image/jpeg',
      width,
      height,
      takenAt: takenDate.toISOString(),
      sha256: await calculateSha256(bytes),
    }
  } finally {
    picture.close()
  }
}
