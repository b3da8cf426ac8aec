import { FastResizeFilter, ResizeFit, Transformer } from '@napi-rs/image'
import { Turns } from '@/server/turns'
import { barePng, imageSize } from './image-size'
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
/** Pixels a picture may declare; about four times a phone's. One of these takes 200 MB while it is decoded. */
export const MOST_PIXELS = 50_000_000
export const LONG_EDGE = 2_560
const THUMB_EDGE = 320
const QUALITY = 82
export const THUMB_MIME = 'image/webp'
/** Pixels live outside the heap, so one picture at a time; the work itself runs in libuv's threads. */
const turns = new Turns(1, 200)

/**
 * Draws a picture anew: turned upright, at most 2,560 px long, nothing kept but its pixels (no position, no camera data,
 * no second file hidden behind it). JPEG, PNG and WebP stay what they are.
 * @throws FileRefusal tooManyPixels (before anything is decoded), damagedImage; Refusal 4502 when too many wait
 */
export async function reencode(bytes: Buffer, kind: ImageKind): Promise<CleanImage> {
  const declared = imageSize(bytes, kind)
  if (declared.width * declared.height > MOST_PIXELS) throw new FileRefusal('tooManyPixels', { limit: MOST_PIXELS })
  return turns.take(async () => {
    const source = kind === 'png' ? barePng(bytes) : bytes
    const clean = await drawn(source, Math.max(declared.width, declared.height), LONG_EDGE, kind)
    const { width, height } = imageSize(clean, kind)
    const thumb = await drawn(clean, Math.max(width, height), THUMB_EDGE, 'webp')
    return { bytes: clean, mime: `image/${kind}`, width, height, thumb }
  })
}

async function drawn(bytes: Buffer, longEdge: number, limit: number, kind: ImageKind): Promise<Buffer> {
  try {
    const upright = new Transformer(bytes).rotate()
    const fitted = longEdge > limit ? upright.fastResize({ width: limit, height: limit, fit: ResizeFit.Inside, filter: FastResizeFilter.Bilinear }) : upright
    if (kind === 'jpeg') return await fitted.jpeg(QUALITY)
    return kind === 'png' ? await fitted.png() : await fitted.webp(QUALITY)
  } catch (error) {
    throw Object.assign(new FileRefusal('damagedImage'), { cause: error })
  }
}
