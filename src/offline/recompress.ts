import type { Recompress } from './uploads'

/** What a photo is made into when the server said it is too large: long edge in pixels, JPEG quality. */
const LONG_EDGE = 1280
const QUALITY = 0.6

/** A smaller JPEG of a photo; null where the browser cannot draw off screen or cannot read the picture. */
export const recompressPhoto: Recompress = async (data, mime) => {
  if (typeof OffscreenCanvas === 'undefined' || typeof createImageBitmap === 'undefined' || !mime.startsWith('image/'))
    return null
  const picture = await createImageBitmap(new Blob([data], { type: mime }), { imageOrientation: 'from-image' }).catch(
    () => null,
  )
  if (!picture) return null
  const scale = Math.min(1, LONG_EDGE / Math.max(picture.width, picture.height))
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const made = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
  // Some browsers answer with PNG when they cannot write what was asked for.
  return made.type === 'image/jpeg' ? { data: await made.arrayBuffer(), mime: made.type } : null
}
