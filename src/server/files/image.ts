import { FastResizeFilter, ResizeFilterType, ResizeFit, Transformer } from '@napi-rs/image'
import { ConcurrencyLimit } from '@/server/concurrency-limit'
import { stripPng, readImageSize, type ImageSize } from './image-size'
import { FileRefusal } from './file-refusal'
import type { ImageKind } from './detect-file-type'

/** A redrawn picture and its thumbnail. */
export interface CleanImage {
  bytes: Buffer
  mime: string
  width: number
  height: number
  /** WebP, long edge at most 320 px. */
  thumb: Buffer
}
/**
 * Maximum number of declared pixels, about four times a phone photo. The largest picture needs about 560 MB for a second
 * (12 megapixels: 180 MB).
 */
export const MAX_PIXELS = 50_000_000
/** Larger pictures are resized by a slower method that needs less memory (measured at 50 MP: 560 instead of 760 MB). */
const LARGE_PIXELS = 16_000_000
export const MAX_EDGE_PX = 2_560
const THUMB_EDGE_PX = 320
const JPEG_QUALITY = 82
export const THUMB_MIME = 'image/webp'
/** Processes one picture at a time, because pixels live outside the heap. The work runs in libuv threads. */
const imageLimit = new ConcurrencyLimit(1, 200)

/**
 * Redraws a picture upright, at most 2,560 px long, with nothing but its pixels (no position, camera data or appended
 * file). JPEG, PNG and WebP keep their format.
 * @param input the bytes, or a function that reads them when it is this picture's turn
 * @throws FileRefusal tooManyPixels (before decoding), damagedImage; Refusal errno.busy if too many pictures are waiting
 */
export async function redrawImage(input: Buffer | (() => Promise<Buffer>), kind: ImageKind): Promise<CleanImage> {
  return imageLimit.run(async () => {
    const bytes = Buffer.isBuffer(input) ? input : await input()
    const declaredSize = readImageSize(bytes, kind)
    if (declaredSize.width * declaredSize.height > MAX_PIXELS)
      throw new FileRefusal('tooManyPixels', { limit: MAX_PIXELS })
    const source = kind === 'png' ? stripPng(bytes) : bytes
    const cleanImage = await drawImage(source, declaredSize, MAX_EDGE_PX, kind)
    const size = readImageSize(cleanImage, kind)
    const thumb = await drawImage(cleanImage, size, THUMB_EDGE_PX, 'webp')
    return { bytes: cleanImage, mime: `image/${kind}`, ...size, thumb }
  })
}

/** Long edge of a picture in a workbook. */
const WORKBOOK_EDGE_PX = 1_280
/** Shrinks a stored picture for a workbook and converts WebP to JPEG, which every spreadsheet program shows. */
export async function shrinkForWorkbook(
  readStored: () => Promise<Buffer>,
  mime: string,
): Promise<{ bytes: Buffer; mime: 'image/jpeg' | 'image/png' } & ImageSize> {
  return imageLimit.run(async () => {
    const bytes = await readStored()
    const sourceKind = mime === 'image/png' ? 'png' : mime === 'image/webp' ? 'webp' : 'jpeg'
    const targetKind = sourceKind === 'png' ? 'png' : 'jpeg'
    const shrunkBytes = await drawImage(bytes, readImageSize(bytes, sourceKind), WORKBOOK_EDGE_PX, targetKind)
    return { bytes: shrunkBytes, mime: `image/${targetKind}`, ...readImageSize(shrunkBytes, targetKind) } as const
  })
}

async function drawImage(bytes: Buffer, size: ImageSize, maxEdgePx: number, kind: ImageKind): Promise<Buffer> {
  try {
    const picture = resizeToFit(new Transformer(bytes).rotate(), size, maxEdgePx)
    if (kind === 'jpeg') return await picture.jpeg(JPEG_QUALITY)
    return kind === 'png' ? await picture.png() : await picture.webp(JPEG_QUALITY)
  } catch (error) {
    throw Object.assign(new FileRefusal('damagedImage'), { cause: error })
  }
}
function resizeToFit(picture: Transformer, { width, height }: ImageSize, maxEdgePx: number): Transformer {
  if (Math.max(width, height) <= maxEdgePx) return picture
  const box = { width: maxEdgePx, height: maxEdgePx, fit: ResizeFit.Inside }
  return width * height > LARGE_PIXELS
    ? picture.resize({ ...box, filter: ResizeFilterType.Triangle })
    : picture.fastResize({ ...box, filter: FastResizeFilter.Bilinear })
}
