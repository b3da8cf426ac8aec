import type { RecompressPhoto } from './uploads'

/** Target of a photo that is too large for the server: long edge in pixels, JPEG quality. */
const MAX_LONG_EDGE_PX = 1280
const JPEG_QUALITY = 0.6

/** Recompresses a photo into a smaller JPEG; null if the browser has no offscreen canvas or cannot read the picture. */
export const recompressPhoto: RecompressPhoto = async (data, mime) => {
  if (typeof OffscreenCanvas === 'undefined' || typeof createImageBitmap === 'undefined' || !mime.startsWith('image/'))
    return null
  const picture = await createImageBitmap(new Blob([data], { type: mime }), { imageOrientation: 'from-image' }).catch(
    () => null,
  )
  if (!picture) return null
  const scale = Math.min(1, MAX_LONG_EDGE_PX / Math.max(picture.width, picture.height))
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const smallerPhoto = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY })
  // Some browsers return PNG if they cannot encode the requested type.
  return smallerPhoto.type === 'image/jpeg' ? { data: await smallerPhoto.arrayBuffer(), mime: smallerPhoto.type } : null
}
