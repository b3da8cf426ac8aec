import type { Recompress } from './uploads'

/** Target of a photo that is too large for the server: long edge in pixels, JPEG quality. */
const LONG_EDGE = 1280
const QUALITY = 0.6

/** Recompresses a photo into a smaller JPEG; null if the browser has no offscreen canvas or cannot read the picture. */
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
  // Some browsers return PNG if they cannot encode the requested type.
  return made.type === 'image/jpeg' ? { data: await made.arrayBuffer(), mime: made.type } : null
}
