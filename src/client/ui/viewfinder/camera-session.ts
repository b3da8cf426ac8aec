import { recordTrouble } from '../trouble'

/** Reason why there is no picture. `insecure`: the page is not served over https. */
export type CameraFault = 'denied' | 'none' | 'busy' | 'failed' | 'insecure'

/** The camera could not be opened; `fault` says why. */
export class CameraError extends Error {
  override name = 'CameraError'
  constructor(
    readonly fault: CameraFault,
    options?: ErrorOptions,
  ) {
    super(`camera: ${fault}`, options)
  }
}

const FAULT_BY_ERROR_NAME: Record<string, CameraFault> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

const CAMERA_CONSTRAINTS: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1920 }, height: { ideal: 1080 } },
}

// Starts and stops share one queue. If a start overtakes a stop, a phone keeps a black picture or the light on.
let queue: Promise<unknown> = Promise.resolve()

function runInTurn<T>(task: () => Promise<T>): Promise<T> {
  const result = queue.then(task, task)
  queue = result.catch(() => undefined)
  return result
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    try {
      track.stop()
    } catch (error) {
      recordTrouble('camera track did not stop', error)
    }
  }
}

async function openCamera(): Promise<MediaStream> {
  if (!navigator.mediaDevices?.getUserMedia) throw new CameraError('insecure')
  try {
    return await navigator.mediaDevices.getUserMedia(CAMERA_CONSTRAINTS)
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    throw new CameraError(FAULT_BY_ERROR_NAME[name] ?? 'failed', { cause: error })
  }
}

/**
 * Opens the rear camera at up to 1080p and plays it in `video`. Starts and stops run one after another. Stop the stream
 * with `stopCamera`.
 * @returns null if the camera is not wanted any more
 * @throws CameraError
 */
export function startCamera(video: HTMLVideoElement, isWanted: () => boolean): Promise<MediaStream | null> {
  return runInTurn(async () => {
    if (!isWanted()) return null
    const stream = await openCamera()
    if (!isWanted()) {
      stopTracks(stream)
      return null
    }
    video.srcObject = stream
    try {
      await video.play()
    } catch (error) {
      stopTracks(stream)
      video.srcObject = null
      // The page was left during the start: not an error.
      if (!isWanted()) return null
      throw new CameraError('failed', { cause: error })
    }
    return stream
  })
}

/** Stops the stream. Errors are only recorded, because the user cannot do anything about them. */
export function stopCamera(video: HTMLVideoElement, stream: MediaStream): Promise<void> {
  return runInTurn(async () => {
    stopTracks(stream)
    if (video.srcObject === stream) video.srcObject = null
  })
}

/** Returns true if the camera has a torch. */
export function hasTorch(stream: MediaStream): boolean {
  const capabilities = stream.getVideoTracks()[0]?.getCapabilities?.()
  return capabilities !== undefined && 'torch' in capabilities && Boolean(capabilities.torch)
}

/** Switches the torch; returns false if that failed. */
export async function setTorch(stream: MediaStream, isOn: boolean): Promise<boolean> {
  try {
    // Browsers support the torch, but the DOM types do not include it yet.
    const constraint: MediaTrackConstraintSet & { torch: boolean } = { torch: isOn }
    await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [constraint] })
    return true
  } catch (error) {
    recordTrouble('torch did not switch', error)
    return false
  }
}
