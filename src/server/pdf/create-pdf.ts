/**
 * A4 documents with Chinese and Latin text: headings, name-value pairs, tables across pages and a footer on each page.
 * Texts use an embedded subset of one font. The same calls always produce the same bytes.
 */
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { sourceFolder } from '../program-files'

const FONT = join(sourceFolder, 'server', 'pdf', 'fonts', 'plant-document-sans.ttf')
/** Lengths are in points (1/72 inch). */
const MARGIN_PT = 40
const FOOTER_HEIGHT_PT = 36
const FONT_SIZE_PT = { title: 16, heading: 11, text: 9, small: 7.5 }
const CELL_PADDING_PT = 3
/** Shares of name and value in the width of a pair. */
const NAME_SHARE = 0.4
const VALUE_SHARE = 0.6
const TEXT_COLOR = '#111111'
const QUIET_COLOR = '#555555'
const LINE_COLOR = '#999999'

export interface PdfColumn {
  header: string
  /** Relative width. */
  relativeWidth: number
  align?: 'left' | 'right' | 'center'
}
export interface PdfOptions {
  title: string
  /** Date of the document. The time of creation would make every copy different. */
  date: Date
  /** Returns the footer of a page, given its number and the number of pages. */
  footer: (page: number, pages: number) => string
}
/** A document that is written from top to bottom. */
export interface Pdf {
  writeTitle(text: string, subtitle?: string): void
  writeHeading(text: string): void
  /** @param options `quiet` writes small grey text; `link` opens this address at a tap on the text */
  writeText(text: string, options?: { quiet?: boolean; align?: 'left' | 'center'; link?: string }): void
  /** Writes names and values, two pairs per line. */
  writePairs(pairs: readonly (readonly [name: string, value: string])[]): void
  /** Writes a table and repeats its header on every page. */
  writeTable(columns: readonly PdfColumn[], rows: readonly (readonly string[])[]): void
  /** Draws a square of black modules, such as a QR code, right of the text. @param side length in points */
  drawSquares(modules: readonly (readonly boolean[])[], side: number): void
  /** Stamps words across every page like a watermark, as large as they fit: 草稿 DRAFT. */
  setStamp(text: string): void
  finish(): Promise<Buffer>
}

/** pdfkit keeps its font in a private member and has no public way to ask which characters the font contains. */
interface FontDocument {
  readonly _font: { readonly font: { hasGlyphForCodePoint(code: number): boolean } }
}
const hasFont = (doc: object): doc is FontDocument => '_font' in doc

/**
 * Returns a test for characters that a document's font can draw. Line breaks have no glyph, but pdfkit handles them.
 */
function getDrawableTest(doc: object): (char: string) => boolean {
  if (!hasFont(doc)) throw new Error('pdfkit no longer says which font it draws with')
  const { font } = doc._font
  return (char) => char === '\n' || font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0)
}

let isDrawable: ((char: string) => boolean) | null = null
/** Returns the characters of `texts` that the PDF font cannot draw. */
export function findUndrawableChars(texts: Iterable<string>): string[] {
  isDrawable ??= getDrawableTest(new PDFDocument().font(FONT))
  return findCharsWithoutEquivalent([...texts].join(''), isDrawable)
}

/** Creates a document. */
export function createPdf(options: PdfOptions): Pdf {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN_PT, left: MARGIN_PT, right: MARGIN_PT, bottom: MARGIN_PT + FOOTER_HEIGHT_PT },
    bufferPages: true,
    info: { Title: options.title, CreationDate: options.date, ModDate: options.date },
  })
  const chunks: Buffer[] = []
  const finishedPdf = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  doc.font(FONT).fillColor(TEXT_COLOR)
  const canDraw = getDrawableTest(doc)
  const toDrawable = (text: string) => withSubstitutes(text, canDraw)
  const textWidth = doc.page.width - 2 * MARGIN_PT
  const bottomY = doc.page.height - MARGIN_PT - FOOTER_HEIGHT_PT
  const ensureRoom = (height: number) => {
    if (doc.y + height > bottomY) doc.addPage()
  }
  let stampText: string | null = null
  return {
    writeTitle(text, subtitle) {
      doc
        .fontSize(FONT_SIZE_PT.title)
        .fillColor(TEXT_COLOR)
        .text(toDrawable(text), MARGIN_PT, doc.y, { width: textWidth, align: 'center' })
      if (subtitle)
        doc
          .fontSize(FONT_SIZE_PT.text)
          .fillColor(QUIET_COLOR)
          .text(toDrawable(subtitle), { width: textWidth, align: 'center' })
      doc.moveDown(0.5)
    },
    writeHeading(text) {
      ensureRoom(40)
      doc
        .moveDown(0.4)
        .fontSize(FONT_SIZE_PT.heading)
        .fillColor(TEXT_COLOR)
        .text(toDrawable(text), MARGIN_PT, doc.y, { width: textWidth })
      doc.moveDown(0.2)
    },
    writeText(plain, { quiet = false, align = 'left', link } = {}) {
      const text = toDrawable(plain)
      doc.fontSize(quiet ? FONT_SIZE_PT.small : FONT_SIZE_PT.text).fillColor(quiet ? QUIET_COLOR : TEXT_COLOR)
      ensureRoom(doc.heightOfString(text, { width: textWidth }))
      doc.text(text, MARGIN_PT, doc.y, { width: textWidth, align, ...(link ? { link } : {}) })
    },
    writePairs(pairs) {
      const pairWidth = textWidth / 2
      const nameWidth = pairWidth * NAME_SHARE
      const valueWidth = pairWidth * VALUE_SHARE
      doc.fontSize(FONT_SIZE_PT.text)
      for (let i = 0; i < pairs.length; i += 2) {
        const rowPairs = pairs.slice(i, i + 2).map(([name, value]) => [toDrawable(name), toDrawable(value)] as const)
        const height = Math.max(
          ...rowPairs.flatMap(([name, value]) => [
            doc.heightOfString(name, { width: nameWidth - CELL_PADDING_PT }),
            doc.heightOfString(value || ' ', { width: valueWidth - CELL_PADDING_PT }),
          ]),
        )
        ensureRoom(height)
        const y = doc.y
        rowPairs.forEach(([name, value], k) => {
          const x = MARGIN_PT + k * pairWidth
          doc.fillColor(QUIET_COLOR).text(name, x, y, { width: nameWidth - CELL_PADDING_PT })
          doc.fillColor(TEXT_COLOR).text(value, x + nameWidth, y, { width: valueWidth - CELL_PADDING_PT })
        })
        doc.y = Math.max(doc.y, y + height) + CELL_PADDING_PT
      }
      doc.x = MARGIN_PT
    },
    writeTable(columns, rows) {
      const totalShare = columns.reduce((sum, { relativeWidth }) => sum + relativeWidth, 0)
      const widths = columns.map(({ relativeWidth }) => (relativeWidth / totalShare) * textWidth)
      const lefts = widths.map((_, i) => MARGIN_PT + widths.slice(0, i).reduce((sum, width) => sum + width, 0))
      const measureHeight = (cells: readonly string[]) =>
        Math.max(
          ...cells.map((cell, i) => doc.heightOfString(cell || ' ', { width: widths[i]! - 2 * CELL_PADDING_PT })),
        ) +
        2 * CELL_PADDING_PT
      const drawRow = (cells: readonly string[], isHeader: boolean) => {
        const [y, height] = [doc.y, measureHeight(cells)]
        if (isHeader) doc.rect(MARGIN_PT, y, textWidth, height).fill('#eeeeee')
        cells.forEach((cell, i) => {
          doc.fillColor(TEXT_COLOR).text(cell, lefts[i]! + CELL_PADDING_PT, y + CELL_PADDING_PT, {
            width: widths[i]! - 2 * CELL_PADDING_PT,
            align: columns[i]!.align ?? 'left',
          })
        })
        doc.lineWidth(0.5).strokeColor(LINE_COLOR)
        for (const x of [...lefts, MARGIN_PT + textWidth]) doc.moveTo(x, y).lineTo(x, y + height)
        doc.moveTo(MARGIN_PT, y).lineTo(MARGIN_PT + textWidth, y)
        doc
          .moveTo(MARGIN_PT, y + height)
          .lineTo(MARGIN_PT + textWidth, y + height)
          .stroke()
        doc.y = y + height
        doc.x = MARGIN_PT
      }
      doc.fontSize(FONT_SIZE_PT.small + 0.5)
      const headerCells = columns.map(({ header }) => toDrawable(header))
      // Room for the header and about one row.
      ensureRoom(measureHeight(headerCells) * 2)
      drawRow(headerCells, true)
      for (const row of rows.map((cells) => cells.map(toDrawable))) {
        if (doc.y + measureHeight(row) > bottomY) {
          doc.addPage()
          drawRow(headerCells, true)
        }
        drawRow(row, false)
      }
      doc.moveDown(0.5)
    },
    drawSquares(modules, side) {
      ensureRoom(side)
      const [y, moduleSide] = [doc.y, side / modules.length]
      const left = MARGIN_PT + textWidth - side
      modules.forEach((line, row) =>
        line.forEach((isBlack, column) => {
          if (isBlack) doc.rect(left + column * moduleSide, y + row * moduleSide, moduleSide, moduleSide)
        }),
      )
      doc.fill('#000000')
      doc.y = y
    },
    setStamp(text) {
      stampText = toDrawable(text)
    },
    async finish() {
      const { count } = doc.bufferedPageRange()
      for (let page = 0; page < count; page++) {
        doc.switchToPage(page)
        doc.page.margins.bottom = 0
        if (stampText)
          doc
            .save()
            .rotate(-35, { origin: [doc.page.width / 2, doc.page.height / 2] })
            .fontSize(Math.min(60, (60 * textWidth) / doc.fontSize(60).widthOfString(stampText)))
            .fillColor('#cc0000', 0.18)
            .text(stampText, 0, doc.page.height / 2 - 40, { width: doc.page.width, align: 'center', lineBreak: false })
            .restore()
        doc
          .fontSize(FONT_SIZE_PT.small)
          .fillColor(QUIET_COLOR, 1)
          .text(toDrawable(options.footer(page + 1, count)), MARGIN_PT, doc.page.height - MARGIN_PT - 10, {
            width: textWidth,
            align: 'center',
            lineBreak: false,
          })
      }
      doc.end()
      return finishedPdf
    },
  }
}

/** Characters that Unicode does not decompose, with the substitute that is usual in print. */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  '⌀': 'Ø',
  '⩽': '≤',
  '⩾': '≥',
}
/** Marks where a word may be divided, and prints nothing elsewhere. */
const SOFT_HYPHENS = /\u00ad/g

/** The Thai vowel sara am (U+0E33), and the tone mark in front of it. */
const SARA_AM = /([\u0e48-\u0e4b]?)\u0e33/g
/**
 * Composes letters (NFC), because texts stored by earlier releases may be decomposed. Splits sara am into its ring and
 * sara aa, because the ring belongs below the tone mark and pdfkit draws marks in the order of the text.
 * @see https://learn.microsoft.com/typography/script-development/thai
 */
const toPrintedText = (text: string): string =>
  text.normalize('NFC').replace(SOFT_HYPHENS, '').replace(SARA_AM, '\u0e4d$1\u0e32')

/**
 * Returns a drawable form with the same meaning: the character, a substitute (₂ becomes 2), or null if there is none.
 * Marks are not dropped, because a sign without its mark means something else: ≰ is not ≤.
 */
function findEquivalent(char: string, isDrawable: (char: string) => boolean): string | null {
  if (isDrawable(char)) return char
  return [SUBSTITUTES[char] ?? '', char.normalize('NFKC')].find(isWhollyDrawable(isDrawable)) ?? null
}
const isWhollyDrawable = (isDrawable: (char: string) => boolean) => (text: string) =>
  text.length > 0 && [...text].every(isDrawable)

/**
 * Replaces characters that the font cannot draw. One without a substitute becomes its code point, `[U+0628]`, not an
 * empty box.
 */
export function withSubstitutes(text: string, isDrawable: (char: string) => boolean): string {
  return Array.from(
    toPrintedText(text),
    (char) => findEquivalent(char, isDrawable) ?? `[${formatCodePoint(char)}]`,
  ).join('')
}

/** Returns the distinct characters of a text that cannot be drawn without changing it, in order of appearance. */
function findCharsWithoutEquivalent(text: string, isDrawable: (char: string) => boolean): string[] {
  return [...new Set(toPrintedText(text))].filter((char) => findEquivalent(char, isDrawable) === null)
}

/** Formats a character's code point: `U+0628`. */
export function formatCodePoint(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
