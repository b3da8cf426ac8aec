import { useEffect, useRef, type RefObject } from 'react'
import type { Decoder } from './decoder'
import { drawArea, framed } from './picture'
import { recordTrouble } from '../trouble'

/** Pause between two attempts, ms: leaves an old phone time to render the video. */
const PAUSE = 100
/** The same code is reported again only after this time, ms. */
const REPEAT = 2000

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
  const hit = useRef(onHit)
  useEffect(() => {
    hit.current = onHit
  })
  useEffect(() => {
    if (!live) return
    const canvas = document.createElement('canvas')
    let ended = false
    let timer = 0
    let looks = 0
    let last = { code: '', at: -REPEAT }
    const look = async () => {
      const element = video.current
      if (ended || !element) return
      if (element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && element.videoWidth > 0) {
        const size = { width: element.videoWidth, height: element.videoHeight }
        const whole = ++looks % 3 === 0
        const box = { width: element.clientWidth, height: element.clientHeight }
        drawArea(canvas, element, whole ? { x: 0, y: 0, ...size } : framed(size, box))
        const code = await (await decoder).decode(canvas)
        const now = performance.now()
        if (!ended && code) {
          if (code !== last.code || now - last.at >= REPEAT) hit.current(code)
          last = { code, at: now }
        }
      }
      if (!ended) timer = window.setTimeout(run, PAUSE)
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
