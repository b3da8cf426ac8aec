import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { CameraError, hasTorch, setTorch, startCamera, stopCamera, type CameraFault } from './camera-session'
import { recordTrouble } from '../trouble'

export type CameraState = {
  video: RefObject<HTMLVideoElement | null>
  status: 'starting' | 'live' | CameraFault
  torch: { isOn: boolean; toggle: () => void } | null
  retry: () => void
}

/**
 * Runs the rear camera while the component is mounted. The camera stops while the page is hidden, because the system
 * takes it away anyway, and restarts afterwards. Safe under StrictMode's double effects.
 */
export function useCamera(): CameraState {
  const video = useRef<HTMLVideoElement>(null)
  const activeStream = useRef<MediaStream | null>(null)
  const [status, setStatus] = useState<CameraState['status']>('starting')
  const [torchState, setTorchState] = useState<{ on: boolean } | null>(null)
  const restart = useRef<() => void>(() => undefined)

  useEffect(() => {
    const element = video.current
    if (!element) return
    // Increased by each start and stop, so that a start that is still pending notices that it is outdated.
    let generation = 0
    const stop = () => {
      generation += 1
      const stream = activeStream.current
      activeStream.current = null
      if (stream) void stopCamera(element, stream)
    }
    const start = async () => {
      const ownGeneration = ++generation
      const isWanted = () => ownGeneration === generation
      setStatus('starting')
      try {
        const stream = await startCamera(element, isWanted)
        if (!stream) return
        // The camera may have been released between the last check and this line.
        if (!isWanted()) return void stopCamera(element, stream)
        activeStream.current = stream
        stream.getVideoTracks()[0]?.addEventListener('ended', () => isWanted() && setStatus('busy'))
        setTorchState(hasTorch(stream) ? { on: false } : null)
        setStatus('live')
      } catch (error) {
        recordTrouble('camera did not open', error)
        if (isWanted()) setStatus(error instanceof CameraError ? error.fault : 'failed')
      }
    }
    const onVisibility = () => {
      stop()
      if (document.visibilityState === 'visible') void start()
    }
    document.addEventListener('visibilitychange', onVisibility)
    restart.current = () => void start()
    void start()
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      stop()
    }
  }, [])

  const toggle = useCallback(async () => {
    const stream = activeStream.current
    if (!stream || !torchState) return
    const on = !torchState.on
    if (await setTorch(stream, on)) setTorchState({ on })
  }, [torchState])

  return {
    video,
    status,
    torch: torchState && { isOn: torchState.on, toggle: () => void toggle() },
    retry: () => restart.current(),
  }
}
