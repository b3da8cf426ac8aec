/** A photo ready for the outbox. */
export type Photo = {
  bytes: ArrayBuffer
  mime: 'image/jpeg'
  /** Pixels. */
  width: number
  height: number
  /** ISO 8601, UTC. */
  takenAt: string
  /** Hex, over `bytes`. */
  sha256: string
}

/** Each value is a key under `ui.photoError`. */
export type PhotoFault = 'not_image' | 'too_large' | 'unreadable' | 'heic' | 'encode_failed' | 'insecure'

/** A photo could not be used; `fault` says why. */
export class PhotoError extends Error {
  override name = 'PhotoError'
  constructor(
    readonly fault: PhotoFault,
    options?: ErrorOptions,
  ) {
    super(`photo: ${fault}`, options)
  }
}

/** Larger files are rejected before decoding, bytes. */
export const MAX_FILE_BYTES = 30 * 1024 * 1024

export type CameraProps = {
  /** Called with each compressed photo. Save the draft before opening the camera. */
  onPhoto: (photo: Photo) => void
  onClose: () => void
  /** Number of photos that may still be taken. */
  max?: number
  /** The clock, for tests. */
  now?: () => Date
}
