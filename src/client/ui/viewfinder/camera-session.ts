import { recordTrouble } from '../trouble'

/** Why there is no picture. `insecure`: the page is not served over https. */
export type CameraFault = 'denied' | 'none' | 'busy' | 'failed' | 'insecure'

export class CameraError extends Error {
  override name = 'CameraError'
  constructor(
    readonly fault: CameraFault,
    options?: ErrorOptions,
  ) {
    super(`camera: ${fault}`, options)
  }
}

const FAULTS: Record<string, CameraFault> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1920 }, height: { ideal: 1080 } },
}

// One camera, one queue: a start that overtakes a stop leaves phones with a black picture or a light that stays on.
let queue: Promise<unknown> = Promise.resolve()

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = queue.then(work, work)
  queue = turn.catch(() => undefined)
  return turn
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

async function open(): Promise<MediaStream> {
  if (!navigator.mediaDevices?.getUserMedia) throw new CameraError('insecure')
  try {
    return await navigator.mediaDevices.getUserMedia(WANTED)
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    throw new CameraError(FAULTS[name] ?? 'failed', { cause: error })
  }
}

/**
 * Opens the rear camera at up to 1080p and plays it in `video`. Starts and stops wait for each other.
 * Throws CameraError. The answer is the stream; end it with `stopCamera`.
 */
export function startCamera(video: HTMLVideoElement, wanted: () => boolean): Promise<MediaStream | null> {
  return inTurn(async () => {
    if (!wanted()) return null
    const stream = await open()
    if (!wanted()) {
      stopTracks(stream)
      return null
    }
    video.srcObject = stream
    try {
      await video.play()
    } catch (error) {
      stopTracks(stream)
      video.srcObject = null
      // The page left while the picture came up: nothing is wrong.
      if (!wanted()) return null
      throw new CameraError('failed', { cause: error })
    }
    return stream
  })
}

/** Stops the stream; errors of stopping are logged and swallowed, there is nothing a person could do about them. */
export function stopCamera(video: HTMLVideoElement, stream: MediaStream): Promise<void> {
  return inTurn(async () => {
    stopTracks(stream)
    if (video.srcObject === stream) video.srcObject = null
  })
}

/** Whether the camera has a light that can be switched. */
export function hasTorch(stream: MediaStream): boolean {
  const capabilities = stream.getVideoTracks()[0]?.getCapabilities?.()
  return capabilities !== undefined && 'torch' in capabilities && Boolean(capabilities.torch)
}

/** Switches the light; answers whether it worked. */
export async function setTorch(stream: MediaStream, on: boolean): Promise<boolean> {
  try {
    // The torch is not yet in the platform's typings.
    // Browsers know the torch, the types do not.
    const torch: MediaTrackConstraintSet & { torch: boolean } = { torch: on }
    const light: MediaTrackConstraints = { advanced: [torch] }
    await stream.getVideoTracks()[0]?.applyConstraints(light)
    return true
  } catch (error) {
    recordTrouble('torch did not switch', error)
    return false
  }
}
