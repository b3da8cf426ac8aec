import type { Decoder } from './decoder'
import { drawArea } from './frame-area'

/** Sizes tried in turn, px of the longest edge: small codes need detail, large blurred ones less of it. */
const EDGES_PX = [1024, 1800, 640]

/**
 * Returns the code in a photo, or null if there is none.
 * @throws if the file is not a readable picture
 */
export async function readCodeFromPhoto(file: Blob, decoder: Decoder): Promise<string | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const canvas = document.createElement('canvas')
    for (const edge of EDGES_PX) {
      drawArea(canvas, picture, { x: 0, y: 0, width: picture.width, height: picture.height }, edge)
      const code = await decoder.decode(canvas)
      if (code) return code
    }
    return null
  } finally {
    picture.close()
  }
}
