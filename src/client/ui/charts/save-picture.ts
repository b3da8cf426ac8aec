import type { Palette } from './palette'

/** Builds a file name from a question; characters that file systems reject become a dash. */
function buildFileName(question: string, period: string): string {
  return `${question} ${period}`.replaceAll(/[\\/:*?"<>|\s]+/g, '-').replaceAll(/^-+|-+$/g, '') + '.png'
}

/** Margin around the picture and height of the head with question and caption, in CSS px. */
const MARGIN_PX = 16
const HEAD_HEIGHT_PX = 56
const QUESTION_SIZE_PX = 16
const CAPTION_SIZE_PX = 12
/** Distance of the caption from the top of the head. */
const CAPTION_TOP_PX = 24
/** Returns the chart with background, question, period and unit, so that it explains itself outside the app. */
export function composePicture(
  chart: HTMLCanvasElement,
  question: string,
  caption: string,
  palette: Palette,
): HTMLCanvasElement {
  // The canvas has more pixels than CSS px on dense displays.
  const scale = chart.width / Math.max(1, chart.clientWidth)
  const margin = MARGIN_PX * scale
  const headHeight = HEAD_HEIGHT_PX * scale
  const canvas = document.createElement('canvas')
  canvas.width = chart.width + 2 * margin
  canvas.height = chart.height + headHeight + 2 * margin
  const context = canvas.getContext('2d')
  if (!context) return canvas
  context.fillStyle = palette.ground
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.textBaseline = 'top'
  context.fillStyle = palette.ink
  context.font = `600 ${QUESTION_SIZE_PX * scale}px ${palette.font}`
  context.fillText(question, margin, margin, chart.width)
  context.fillStyle = palette.quiet
  context.font = `${CAPTION_SIZE_PX * scale}px ${palette.font}`
  context.fillText(caption, margin, margin + CAPTION_TOP_PX * scale, chart.width)
  context.drawImage(chart, margin, margin + headHeight)
  return canvas
}

/** Time until the URL of a download is revoked; the browser reads it after the click. */
const DOWNLOAD_URL_LIFETIME_MS = 10_000

/**
 * Downloads the picture as PNG.
 * @throws if the browser cannot encode it
 */
export async function savePicture(
  chart: HTMLCanvasElement,
  question: string,
  period: string,
  caption: string,
  palette: Palette,
): Promise<void> {
  const picture = composePicture(chart, question, caption, palette)
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('picture could not be written')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = buildFileName(question, period)
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_URL_LIFETIME_MS)
}
