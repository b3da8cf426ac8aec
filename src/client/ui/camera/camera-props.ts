import type { Photo } from './photo'

export type CameraProps = {
  /** Called for each photo, compressed. Save the draft before opening the camera. */
  onPhoto: (photo: Photo) => void
  onClose: () => void
  /** How many photos may still be taken. */
  max?: number
  /** The clock, for tests. */
  now?: () => Date
}
