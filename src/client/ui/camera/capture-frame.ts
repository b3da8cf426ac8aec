import { PhotoError } from './photo'

/**
 * Returns the current video frame at the camera's resolution, as a JPEG.
 * @throws PhotoError
 */
export async function captureFrame(video: HTMLVideoElement): Promise<Blob> {
  if (video.videoWidth === 0) throw new PhotoError('unreadable')
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d', { alpha: false })?.drawImage(video, 0, 0)
  // High quality, because the photo is compressed again to its final size.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.95))
  if (!blob) throw new PhotoError('encode_failed')
  return blob
}
