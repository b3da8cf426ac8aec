import { useEffect, useRef, type RefObject } from 'react'
import type { Decoder } from './decoder'
import { drawArea, calculateFrameArea } from './frame-area'
import { recordTrouble } from '../trouble'

/** Pause between two attempts, ms: leaves an old phone time to render the video. */
const LOOK_INTERVAL_MS = 100
/** The same code is reported again only after this time, ms. */
const REPEAT_AFTER_MS = 2000

/**
 * Searches the video for codes while `live`, one attempt at a time. Every third attempt uses the whole picture, for
 * codes wider than the frame.
 */
export function useScanLoop(
  video: RefObject<HTMLVideoElement | null>,
  live: boolean,
  decoder: Promise<Decoder>,
  onHit: (code: string) => void,
): void {
  const callback = useRef(onHit)
  useEffect(() => {
    callback.current = onHit
  })
  useEffect(() => {
    if (!live) return
    const canvas = document.createElement('canvas')
    let ended = false
    let timer = 0
    let lookCount = 0
    let lastHit = { code: '', at: -REPEAT_AFTER_MS }
    const look = async () => {
      const element = video.current
      if (ended || !element) return
      if (element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && element.videoWidth > 0) {
        const size = { width: element.videoWidth, height: element.videoHeight }
        const usesWholePicture = ++lookCount % 3 === 0
        const box = { width: element.clientWidth, height: element.clientHeight }
        drawArea(canvas, element, usesWholePicture ? { x: 0, y: 0, ...size } : calculateFrameArea(size, box))
        const code = await (await decoder).decode(canvas)
        const now = performance.now()
        if (!ended && code) {
          if (code !== lastHit.code || now - lastHit.at >= REPEAT_AFTER_MS) callback.current(code)
          lastHit = { code, at: now }
        }
      }
      if (!ended) timer = window.setTimeout(run, LOOK_INTERVAL_MS)
    }
    const run = () => {
      look().catch((error: unknown) => {
        recordTrouble('look for a code failed', error)
        if (!ended) timer = window.setTimeout(run, 1000)
      })
    }
    run()
    return () => {
      ended = true
      clearTimeout(timer)
    }
  }, [video, live, decoder])
}
