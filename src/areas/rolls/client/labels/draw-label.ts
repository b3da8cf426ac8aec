import { encode } from 'uqr'
import { papers, type LabelSize, type LabelText } from './label-content'

/** Resolution of the label printers, dots per inch. */
export const DPI = 300
/** Converts mm to dots of the label printers. */
export const dots = (mm: number): number => Math.round((mm / 25.4) * DPI)
/** Quiet zone around a code that readers require, in modules. */
const QUIET = 4
const FONT = "'PingFang SC', 'Noto Sans SC', 'Noto Sans CJK SC', 'Microsoft YaHei', sans-serif"

/** The part of a canvas context in use; tests draw on a fake. */
export type Paper = Pick<
  CanvasRenderingContext2D,
  'fillStyle' | 'font' | 'textBaseline' | 'textAlign' | 'fillRect' | 'fillText' | 'measureText'
>

/** Draws a label in black on white: landscape for the roll printer, portrait for A6. All sizes in dots. */
export function drawLabel(paper: Paper, label: LabelText, size: LabelSize): void {
  const { width, height } = { width: dots(papers[size].width), height: dots(papers[size].height) }
  paper.fillStyle = '#fff'
  paper.fillRect(0, 0, width, height)
  paper.fillStyle = '#000'
  paper.textBaseline = 'alphabetic'
  paper.textAlign = 'left'
  const edge = dots(3)
  const upright = size === 'a6'
  const code = dots(upright ? 58 : 38)
  drawCode(paper, label.qr, upright ? (width - code) / 2 : edge, upright ? edge : dots(14), code)
  // The number stands alone at the top, as it is read across the hall.
  const top = upright ? edge + code + dots(10) : dots(9)
  fitted(paper, label.number, { x: edge, y: top, width: width - 2 * edge, size: dots(upright ? 9 : 7.5), bold: true })
  const column = upright
    ? { x: edge, width: width - 2 * edge, y: top + dots(4) }
    : { x: edge + code + dots(2), width: width - code - 2 * edge - dots(2), y: dots(12) }
  const bottom = height - edge - (upright && label.copy ? dots(8) : 0)
  const step = (bottom - column.y) / label.lines.length
  const text = Math.min(step * 0.72, dots(upright ? 5.5 : 3.6))
  label.lines.forEach((line, i) =>
    fitted(paper, `${line.word} ${line.value}`.trim(), {
      x: column.x,
      y: column.y + step * i + step * 0.75,
      width: column.width,
      size: line.big ? Math.min(step * 0.9, text * 1.35) : text,
      bold: line.big ?? false,
      mayCut: line.word === '',
    }),
  )
  const foot = upright ? height - edge : dots(14) + code + dots(4.5)
  fitted(paper, [label.kind, label.copy].filter(Boolean).join(' · '), {
    x: edge,
    y: foot,
    width: upright ? column.width : code,
    size: dots(upright ? 5 : 3.6),
    bold: label.copy !== null,
  })
}
/** Draws the code with modules of whole dots, as a printer cannot draw half dots. */
function drawCode(paper: Paper, text: string, left: number, top: number, room: number): void {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const module = Math.max(1, Math.floor(room / size))
  const rest = Math.floor((room - module * size) / 2)
  data.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (dark)
        paper.fillRect(Math.round(left) + rest + x * module, Math.round(top) + rest + y * module, module, module)
    }),
  )
}
/**
 * Text below this share of its intended size is unreadable, so names are truncated instead. Numbers and masses never
 * are.
 */
const LEAST = 0.6
/** Draws text at its intended size or as large as its width allows. Text that is still too long ends in an ellipsis. */
function fitted(
  paper: Paper,
  text: string,
  at: { x: number; y: number; width: number; size: number; bold: boolean; mayCut?: boolean },
): void {
  const font = (size: number) => `${at.bold ? '700' : '400'} ${Math.round(size)}px ${FONT}`
  paper.font = font(at.size)
  const needed = paper.measureText(text).width
  if (needed > at.width)
    paper.font = font(Math.floor(Math.max(at.mayCut ? at.size * LEAST : 8, (at.size * at.width) / needed)))
  paper.fillText(at.mayCut ? cut(paper, text, at.width) : text, at.x, at.y)
}

/** Truncates a text to its line in whole characters. */
function cut(paper: Paper, text: string, width: number): string {
  const fits = (part: string) => Math.floor(paper.measureText(part).width) <= width
  if (fits(text)) return text
  const letters = Array.from(text)
  while (letters.length > 1 && !fits(`${letters.join('')}…`)) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

async function onCanvas<T>(
  label: LabelText,
  size: LabelSize,
  use: (canvas: HTMLCanvasElement, paper: CanvasRenderingContext2D) => T | Promise<T>,
): Promise<T> {
  const canvas = document.createElement('canvas')
  canvas.width = dots(papers[size].width)
  canvas.height = dots(papers[size].height)
  const paper = canvas.getContext('2d', { alpha: false })
  if (!paper) throw new Error('no canvas')
  drawLabel(paper, label, size)
  try {
    return await use(canvas, paper)
  } finally {
    canvas.width = canvas.height = 0 // iOS keeps the memory of a canvas until it is empty
  }
}
/** Renders the label as a PNG at 300 dpi. @throws when the browser gives no canvas or no picture */
export const labelPicture = (label: LabelText, size: LabelSize): Promise<Blob> =>
  onCanvas(label, size, async (canvas) => {
    const picture = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/png')
    })
    if (!picture) throw new Error('no picture')
    return picture
  })
/** Returns the label's pixels at 300 dpi. @throws when the browser gives no canvas */
export const labelPixels = (label: LabelText, size: LabelSize): Promise<ImageData> =>
  onCanvas(label, size, (canvas, paper) => paper.getImageData(0, 0, canvas.width, canvas.height))
