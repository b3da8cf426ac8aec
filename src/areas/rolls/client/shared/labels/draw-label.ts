import { encode } from 'uqr'
import { paperSizes, type LabelSize, type LabelText } from './label-content'

/** Resolution of the label printers, dots per inch. */
export const LABEL_DPI = 300
/** Converts mm to dots of the label printers. */
export const toDots = (mm: number): number => Math.round((mm / 25.4) * LABEL_DPI)
/** Quiet zone around a code that readers require, in modules. */
const QUIET_ZONE_MODULES = 4
const FONT_FAMILY = "'PingFang SC', 'Noto Sans SC', 'Noto Sans CJK SC', 'Microsoft YaHei', sans-serif"

/** The members of a canvas context that `drawLabel` uses. Tests pass a fake. */
export type LabelCanvas = Pick<
  CanvasRenderingContext2D,
  'fillStyle' | 'font' | 'textBaseline' | 'textAlign' | 'fillRect' | 'fillText' | 'measureText'
>

/** Draws a label in black on white: landscape for the roll printer, portrait for A6. All literal sizes are mm. */
export function drawLabel(canvas: LabelCanvas, label: LabelText, size: LabelSize): void {
  const { width, height } = { width: toDots(paperSizes[size].width), height: toDots(paperSizes[size].height) }
  canvas.fillStyle = '#fff'
  canvas.fillRect(0, 0, width, height)
  canvas.fillStyle = '#000'
  canvas.textBaseline = 'alphabetic'
  canvas.textAlign = 'left'
  const margin = toDots(3)
  const isUpright = size === 'a6'
  const codeSize = toDots(isUpright ? 58 : 38)
  drawCode(canvas, label.qr, isUpright ? (width - codeSize) / 2 : margin, isUpright ? margin : toDots(14), codeSize)
  // The number has a line of its own, because people read it across the hall.
  const numberY = isUpright ? margin + codeSize + toDots(10) : toDots(9)
  drawFittedText(canvas, label.number, {
    x: margin,
    y: numberY,
    width: width - 2 * margin,
    size: toDots(isUpright ? 9 : 7.5),
    bold: true,
  })
  const column = isUpright
    ? { x: margin, width: width - 2 * margin, y: numberY + toDots(4) }
    : { x: margin + codeSize + toDots(2), width: width - codeSize - 2 * margin - toDots(2), y: toDots(12) }
  const bottom = height - margin - (isUpright && label.copy ? toDots(8) : 0)
  const lineHeight = (bottom - column.y) / label.lines.length
  const textSize = Math.min(lineHeight * 0.72, toDots(isUpright ? 5.5 : 3.6))
  label.lines.forEach((line, i) =>
    drawFittedText(canvas, `${line.word} ${line.value}`.trim(), {
      x: column.x,
      y: column.y + lineHeight * i + lineHeight * 0.75,
      width: column.width,
      size: line.big ? Math.min(lineHeight * 0.9, textSize * 1.35) : textSize,
      bold: line.big ?? false,
      isTruncatable: line.word === '',
    }),
  )
  const footerY = isUpright ? height - margin : toDots(14) + codeSize + toDots(4.5)
  drawFittedText(canvas, [label.kind, label.copy].filter(Boolean).join(' · '), {
    x: margin,
    y: footerY,
    width: isUpright ? column.width : codeSize,
    size: toDots(isUpright ? 5 : 3.6),
    bold: label.copy !== null,
  })
}
/** Draws the QR code with modules of whole dots, because a printer cannot draw half dots. */
function drawCode(canvas: LabelCanvas, text: string, left: number, top: number, maxSize: number): void {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE_MODULES })
  const moduleDots = Math.max(1, Math.floor(maxSize / size))
  const margin = Math.floor((maxSize - moduleDots * size) / 2)
  data.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (isDark)
        canvas.fillRect(
          Math.round(left) + margin + x * moduleDots,
          Math.round(top) + margin + y * moduleDots,
          moduleDots,
          moduleDots,
        )
    }),
  )
}
/**
 * Text below this share of its intended size is unreadable, so names are truncated instead. Numbers and masses are
 * never truncated.
 */
const MIN_FONT_SCALE = 0.6
/** Smallest font of text that is never truncated, dots. */
const MIN_FONT_DOTS = 8
/** Draws text at its intended size or as large as its width allows. Text that is still too long ends in an ellipsis. */
function drawFittedText(
  canvas: LabelCanvas,
  text: string,
  box: { x: number; y: number; width: number; size: number; bold: boolean; isTruncatable?: boolean },
): void {
  const buildFont = (size: number) => `${box.bold ? '700' : '400'} ${Math.round(size)}px ${FONT_FAMILY}`
  canvas.font = buildFont(box.size)
  const neededWidth = canvas.measureText(text).width
  if (neededWidth > box.width)
    canvas.font = buildFont(
      Math.floor(
        Math.max(box.isTruncatable ? box.size * MIN_FONT_SCALE : MIN_FONT_DOTS, (box.size * box.width) / neededWidth),
      ),
    )
  canvas.fillText(box.isTruncatable ? truncateText(canvas, text, box.width) : text, box.x, box.y)
}

/** Truncates a text after a whole character, so that it fits into the width. */
function truncateText(canvas: LabelCanvas, text: string, width: number): string {
  const fits = (part: string) => Math.floor(canvas.measureText(part).width) <= width
  if (fits(text)) return text
  const letters = Array.from(text)
  while (letters.length > 1 && !fits(`${letters.join('')}…`)) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

async function drawOnCanvas<T>(
  label: LabelText,
  size: LabelSize,
  readCanvas: (canvas: HTMLCanvasElement, context: CanvasRenderingContext2D) => T | Promise<T>,
): Promise<T> {
  const canvas = document.createElement('canvas')
  canvas.width = toDots(paperSizes[size].width)
  canvas.height = toDots(paperSizes[size].height)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('no canvas')
  drawLabel(context, label, size)
  try {
    return await readCanvas(canvas, context)
  } finally {
    canvas.width = canvas.height = 0 // iOS keeps the memory of a canvas until it is empty
  }
}
/** Renders the label as a PNG at 300 dpi. @throws when the browser gives no canvas or no picture */
export const renderLabelPng = (label: LabelText, size: LabelSize): Promise<Blob> =>
  drawOnCanvas(label, size, async (canvas) => {
    const png = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/png')
    })
    if (!png) throw new Error('no picture')
    return png
  })
/** Returns the label's pixels at 300 dpi. @throws when the browser gives no canvas */
export const getLabelPixels = (label: LabelText, size: LabelSize): Promise<ImageData> =>
  drawOnCanvas(label, size, (canvas, context) => context.getImageData(0, 0, canvas.width, canvas.height))
