import type { Photo } from './photo'

export type CameraProps = {
  /** Called with each compressed photo. Save the draft before opening the camera. */
  onPhoto: (photo: Photo) => void
  onClose: () => void
  /** Number of photos that may still be taken. */
  max?: number
  /** The clock, for tests. */
  now?: () => Date
}
