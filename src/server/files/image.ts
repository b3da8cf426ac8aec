import { FastResizeFilter, ResizeFilterType, ResizeFit, Transformer } from '@napi-rs/image'
import { ConcurrencyLimit } from '@/server/concurrency-limit'
import { barePng, imageSize, type ImageSize } from './image-size'
import { FileRefusal } from './refusal'
import type { ImageKind } from './sniff'

export interface CleanImage {
  bytes: Buffer
  mime: string
  width: number
  height: number
  /** WebP, long edge at most 320 px. */
  thumb: Buffer
}
/**
 * Maximum declared pixels, about four times a phone photo. The largest takes about 560 MB for a second (12 MP: 180 MB).
 */
export const MOST_PIXELS = 50_000_000
/** Above this size a slower resize is used that needs less memory (measured at 50 MP: 560 instead of 760 MB). */
const LARGE_PIXELS = 16_000_000
export const LONG_EDGE = 2_560
const THUMB_EDGE = 320
const QUALITY = 82
export const THUMB_MIME = 'image/webp'
<<<<<<< /tmp/tmp.FkRDvVAKf5/ours
/** Processes one picture at a time, because pixels live outside the heap. The work runs in libuv threads. */
const turns = new Turns(1, 200)
=======
/** Pixels live outside the heap, so one picture at a time, its file read when its turn comes; the work itself runs in libuv's threads. */
const turns = new ConcurrencyLimit(1, 200)
>>>>>>> /tmp/tmp.FkRDvVAKf5/theirs

/**
 * Redraws a picture upright, at most 2,560 px long, with nothing but its pixels (no position, camera data or appended
 * file). JPEG, PNG and WebP keep their format.
 * @param sent the bytes, or a function that reads them when it is this picture's turn
 * @throws FileRefusal tooManyPixels (before decoding), damagedImage; Refusal 4502 if too many pictures are waiting
 */
export async function reencode(sent: Buffer | (() => Promise<Buffer>), kind: ImageKind): Promise<CleanImage> {
  return turns.run(async () => {
    const bytes = Buffer.isBuffer(sent) ? sent : await sent()
    const declared = imageSize(bytes, kind)
    if (declared.width * declared.height > MOST_PIXELS) throw new FileRefusal('tooManyPixels', { limit: MOST_PIXELS })
    const source = kind === 'png' ? barePng(bytes) : bytes
    const clean = await drawn(source, declared, LONG_EDGE, kind)
    const size = imageSize(clean, kind)
    const thumb = await drawn(clean, size, THUMB_EDGE, 'webp')
    return { bytes: clean, mime: `image/${kind}`, ...size, thumb }
  })
}

/** Long edge of a picture in a workbook. */
const SHEET_EDGE = 1_280
/** Shrinks a stored picture for a workbook and converts WebP to JPEG, which every spreadsheet program shows. */
export async function forSheet(
  stored: () => Promise<Buffer>,
  mime: string,
): Promise<{ bytes: Buffer; mime: 'image/jpeg' | 'image/png' } & ImageSize> {
  return turns.run(async () => {
    const bytes = await stored()
    const from = mime === 'image/png' ? 'png' : mime === 'image/webp' ? 'webp' : 'jpeg'
    const to = from === 'png' ? 'png' : 'jpeg'
    const clean = await drawn(bytes, imageSize(bytes, from), SHEET_EDGE, to)
    return { bytes: clean, mime: `image/${to}`, ...imageSize(clean, to) } as const
  })
}

async function drawn(bytes: Buffer, size: ImageSize, limit: number, kind: ImageKind): Promise<Buffer> {
  try {
    const picture = fit(new Transformer(bytes).rotate(), size, limit)
    if (kind === 'jpeg') return await picture.jpeg(QUALITY)
    return kind === 'png' ? await picture.png() : await picture.webp(QUALITY)
  } catch (error) {
    throw Object.assign(new FileRefusal('damagedImage'), { cause: error })
  }
}
function fit(picture: Transformer, { width, height }: ImageSize, limit: number): Transformer {
  if (Math.max(width, height) <= limit) return picture
  const box = { width: limit, height: limit, fit: ResizeFit.Inside }
  return width * height > LARGE_PIXELS
    ? picture.resize({ ...box, filter: ResizeFilterType.Triangle })
    : picture.fastResize({ ...box, filter: FastResizeFilter.Bilinear })
}
