import { useEffect, useRef, type RefObject } from 'react'
import type { Decoder } from './decoder'
import { recordTrouble } from '../trouble'

/** Pause between two attempts, ms: leaves an old phone time to render the video. */
const SCAN_INTERVAL_MS = 100
/** The same code is reported again only after this time, ms. */
const REPEAT_AFTER_MS = 2000
/** Pause after a failed attempt, ms. */
const RETRY_AFTER_MS = 1000
/** Every third attempt searches the whole picture instead of the frame. */
const WHOLE_PICTURE_INTERVAL = 3

/**
 * Searches the video for codes while it is live, one attempt at a time. Every third attempt uses the whole picture, for
 * codes wider than the frame.
 */
export function useScanLoop(
  video: RefObject<HTMLVideoElement | null>,
  isLive: boolean,
  decoder: Promise<Decoder>,
  onHit: (code: string) => void,
): void {
  const callback = useRef(onHit)
  useEffect(() => {
    callback.current = onHit
  })
  useEffect(() => {
    if (!isLive) return
    const canvas = document.createElement('canvas')
    let hasEnded = false
    let timer = 0
    let scanCount = 0
    let lastHit = { code: '', foundAtMs: -REPEAT_AFTER_MS }
    const scanFrame = async () => {
      const element = video.current
      if (hasEnded || !element) return
      if (element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && element.videoWidth > 0) {
        const size = { width: element.videoWidth, height: element.videoHeight }
        const usesWholePicture = ++scanCount % WHOLE_PICTURE_INTERVAL === 0
        const videoBox = { width: element.clientWidth, height: element.clientHeight }
        drawArea(canvas, element, usesWholePicture ? { x: 0, y: 0, ...size } : calculateFrameArea(size, videoBox))
        const code = await (await decoder).decode(canvas)
        const now = performance.now()
        if (!hasEnded && code) {
          if (code !== lastHit.code || now - lastHit.foundAtMs >= REPEAT_AFTER_MS) callback.current(code)
          lastHit = { code, foundAtMs: now }
        }
      }
      if (!hasEnded) timer = window.setTimeout(runScan, SCAN_INTERVAL_MS)
    }
    const runScan = () => {
      scanFrame().catch((error: unknown) => {
        recordTrouble('video not searched for a code', error)
        if (!hasEnded) timer = window.setTimeout(runScan, RETRY_AFTER_MS)
      })
    }
    runScan()
    return () => {
      hasEnded = true
      clearTimeout(timer)
    }
  }, [video, isLive, decoder])
}

/** A part of a picture, in its own pixels. */
type Area = { x: number; y: number; width: number; height: number }

/** Longest edge passed to a decoder, px: enough for a label at arm's length, small enough for an old phone. */
const MAX_EDGE_PX = 1024

/** Side of the frame relative to the shorter side of the video's box; as in the style sheet. */
const FRAME_SHARE = 0.9
/** Returns the part of the video that is visible inside the frame. The video covers its box, so its edges are cut off. */
function calculateFrameArea(
  video: { width: number; height: number },
  videoBox: { width: number; height: number },
): Area {
  if (videoBox.width <= 0 || videoBox.height <= 0) return { x: 0, y: 0, width: video.width, height: video.height }
  const scale = Math.max(videoBox.width / video.width, videoBox.height / video.height)
  const sidePx = (Math.min(videoBox.width, videoBox.height) * FRAME_SHARE) / scale
  const width = Math.min(sidePx, video.width)
  const height = Math.min(sidePx, video.height)
  return { x: (video.width - width) / 2, y: (video.height - height) / 2, width, height }
}

/** Draws a part of a picture for the decoder, scaled down to a size that decodes quickly. */
export function drawArea(
  canvas: HTMLCanvasElement,
  source: CanvasImageSource,
  area: Area,
  maxEdgePx = MAX_EDGE_PX,
): void {
  const scale = Math.min(1, maxEdgePx / Math.max(area.width, area.height))
  canvas.width = Math.max(1, Math.round(area.width * scale))
  canvas.height = Math.max(1, Math.round(area.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(source, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height)
}
