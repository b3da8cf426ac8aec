/** A part of a picture, in its own pixels. */
export type Area = { x: number; y: number; width: number; height: number }

/** Longest edge passed to a decoder, px: enough for a label at arm's length, small enough for an old phone. */
const MAX_EDGE_PX = 1024

/**
 * Returns the part of the video that is visible inside the frame. The video covers its box, so its edges are cut off.
 * @param share side of the frame relative to the shorter side of the box
 */
export function calculateFrameArea(
  video: { width: number; height: number },
  box: { width: number; height: number },
  share = 0.9,
): Area {
  if (box.width <= 0 || box.height <= 0) return { x: 0, y: 0, width: video.width, height: video.height }
  const scale = Math.max(box.width / video.width, box.height / video.height)
  const side = (Math.min(box.width, box.height) * share) / scale
  const width = Math.min(side, video.width)
  const height = Math.min(side, video.height)
  return { x: (video.width - width) / 2, y: (video.height - height) / 2, width, height }
}

/** Draws a part of a picture for the decoder, scaled down to a size that decodes quickly. */
export function drawArea(canvas: HTMLCanvasElement, source: CanvasImageSource, area: Area, edge = MAX_EDGE_PX): void {
  const scale = Math.min(1, edge / Math.max(area.width, area.height))
  canvas.width = Math.max(1, Math.round(area.width * scale))
  canvas.height = Math.max(1, Math.round(area.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(source, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height)
}
