/**
 * A4 documents with Chinese and Latin text: headings, name-value pairs, tables across pages and a footer on each page.
 * The text uses an embedded subset of one font. The same calls always give the same bytes.
 */
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { sourceFolder } from '../program-files'
import { findCharsWithoutStandIn, withStandIns } from './stand-ins'

const FONT = join(sourceFolder, 'server', 'pdf', 'fonts', 'plant-document-sans.ttf')
/** Lengths are in points (1/72 inch). */
const MARGIN = 40
const FOOT = 36
const SIZE = { title: 16, heading: 11, text: 9, small: 7.5 }
const PAD = 3
const INK = '#111111'
const QUIET = '#555555'
const LINE = '#999999'

export interface PdfColumn {
  header: string
  /** Relative width. */
  share: number
  align?: 'left' | 'right' | 'center'
}
export interface PdfOptions {
  title: string
  /** Date of the document. The time of creation would make every copy different. */
  at: Date
  /** Returns the footer of a page, given its number and the number of pages. */
  footer: (page: number, pages: number) => string
}
/** A document that is written from top to bottom. */
export interface Pdf {
  title(text: string, sub?: string): void
  heading(text: string): void
  text(text: string, options?: { quiet?: boolean; align?: 'left' | 'center' }): void
  /** Writes names and values, two pairs per line. */
  pairs(pairs: readonly (readonly [name: string, value: string])[]): void
  /** Writes a table and repeats its header on every page. */
  table(columns: readonly PdfColumn[], rows: readonly (readonly string[])[]): void
  /** Draws a square of black modules, such as a QR code, right of the text. @param side length in points */
  squares(modules: readonly (readonly boolean[])[], side: number): void
  /** Stamps words across every page like a watermark, as large as they fit: 草稿 DRAFT. */
  stamp(text: string): void
  finish(): Promise<Buffer>
}

/** pdfkit keeps its font in a private member and has no public way to ask which characters the font contains. */
interface FontHolder {
  readonly _font: { readonly font: { hasGlyphForCodePoint(code: number): boolean } }
}
const holdsFont = (doc: object): doc is FontHolder => '_font' in doc

/**
 * Returns a test for characters that a document's font can draw. Line breaks have no glyph, but pdfkit handles them.
 */
function getDrawableTest(doc: object): (char: string) => boolean {
  if (!holdsFont(doc)) throw new Error('pdfkit no longer says which font it draws with')
  const { font } = doc._font
  return (char) => char === '\n' || font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0)
}

let isDrawable: ((char: string) => boolean) | null = null
/** Returns the characters of `texts` that the PDF font cannot draw. */
export function findUndrawable(texts: Iterable<string>): string[] {
  isDrawable ??= getDrawableTest(new PDFDocument().font(FONT))
  return findCharsWithoutStandIn([...texts].join(''), isDrawable)
}

/** Creates a document. */
export function pdf(options: PdfOptions): Pdf {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT },
    bufferPages: true,
    info: { Title: options.title, CreationDate: options.at, ModDate: options.at },
  })
  const chunks: Buffer[] = []
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  doc.font(FONT).fillColor(INK)
  const canDraw = getDrawableTest(doc)
  const written = (text: string) => withStandIns(text, canDraw)
  const width = doc.page.width - 2 * MARGIN
  const bottom = doc.page.height - MARGIN - FOOT
  const room = (height: number) => {
    if (doc.y + height > bottom) doc.addPage()
  }
  let stamped: string | null = null
  return {
    title(text, sub) {
      doc.fontSize(SIZE.title).fillColor(INK).text(written(text), MARGIN, doc.y, { width, align: 'center' })
      if (sub) doc.fontSize(SIZE.text).fillColor(QUIET).text(written(sub), { width, align: 'center' })
      doc.moveDown(0.5)
    },
    heading(text) {
      room(40)
      doc.moveDown(0.4).fontSize(SIZE.heading).fillColor(INK).text(written(text), MARGIN, doc.y, { width })
      doc.moveDown(0.2)
    },
    text(plain, { quiet = false, align = 'left' } = {}) {
      const text = written(plain)
      doc.fontSize(quiet ? SIZE.small : SIZE.text).fillColor(quiet ? QUIET : INK)
      room(doc.heightOfString(text, { width }))
      doc.text(text, MARGIN, doc.y, { width, align })
    },
    pairs(pairs) {
      const half = width / 2
      doc.fontSize(SIZE.text)
      for (let i = 0; i < pairs.length; i += 2) {
        const two = pairs.slice(i, i + 2).map(([name, value]) => [written(name), written(value)] as const)
        const height = Math.max(
          ...two.flatMap(([name, value]) => [
            doc.heightOfString(name, { width: half * 0.4 - PAD }),
            doc.heightOfString(value || ' ', { width: half * 0.6 - PAD }),
          ]),
        )
        room(height)
        const y = doc.y
        two.forEach(([name, value], k) => {
          const x = MARGIN + k * half
          doc.fillColor(QUIET).text(name, x, y, { width: half * 0.4 - PAD })
          doc.fillColor(INK).text(value, x + half * 0.4, y, { width: half * 0.6 - PAD })
        })
        doc.y = Math.max(doc.y, y + height) + PAD
      }
      doc.x = MARGIN
    },
    table(columns, rows) {
      const all = columns.reduce((sum, { share }) => sum + share, 0)
      const widths = columns.map(({ share }) => (share / all) * width)
      const lefts = widths.map((_, i) => MARGIN + widths.slice(0, i).reduce((sum, one) => sum + one, 0))
      const heightOf = (cells: readonly string[]) =>
        Math.max(...cells.map((cell, i) => doc.heightOfString(cell || ' ', { width: widths[i]! - 2 * PAD }))) + 2 * PAD
      const draw = (cells: readonly string[], head: boolean) => {
        const [y, height] = [doc.y, heightOf(cells)]
        if (head) doc.rect(MARGIN, y, width, height).fill('#eeeeee')
        cells.forEach((cell, i) => {
          doc
            .fillColor(INK)
            .text(cell, lefts[i]! + PAD, y + PAD, { width: widths[i]! - 2 * PAD, align: columns[i]!.align ?? 'left' })
        })
        doc.lineWidth(0.5).strokeColor(LINE)
        for (const x of [...lefts, MARGIN + width]) doc.moveTo(x, y).lineTo(x, y + height)
        doc.moveTo(MARGIN, y).lineTo(MARGIN + width, y)
        doc
          .moveTo(MARGIN, y + height)
          .lineTo(MARGIN + width, y + height)
          .stroke()
        doc.y = y + height
        doc.x = MARGIN
      }
      doc.fontSize(SIZE.small + 0.5)
      const heads = columns.map(({ header }) => written(header))
      room(heightOf(heads) * 2)
      draw(heads, true)
      for (const row of rows.map((cells) => cells.map(written))) {
        if (doc.y + heightOf(row) > bottom) {
          doc.addPage()
          draw(heads, true)
        }
        draw(row, false)
      }
      doc.moveDown(0.5)
    },
    squares(modules, side) {
      room(side)
      const [y, one] = [doc.y, side / modules.length]
      const left = MARGIN + width - side
      modules.forEach((line, row) =>
        line.forEach((black, column) => {
          if (black) doc.rect(left + column * one, y + row * one, one, one)
        }),
      )
      doc.fill('#000000')
      doc.y = y
    },
    stamp(text) {
      stamped = written(text)
    },
    async finish() {
      const { count } = doc.bufferedPageRange()
      for (let page = 0; page < count; page++) {
        doc.switchToPage(page)
        doc.page.margins.bottom = 0
        if (stamped)
          doc
            .save()
            .rotate(-35, { origin: [doc.page.width / 2, doc.page.height / 2] })
            .fontSize(Math.min(60, (60 * width) / doc.fontSize(60).widthOfString(stamped)))
            .fillColor('#cc0000', 0.18)
            .text(stamped, 0, doc.page.height / 2 - 40, { width: doc.page.width, align: 'center', lineBreak: false })
            .restore()
        doc
          .fontSize(SIZE.small)
          .fillColor(QUIET, 1)
          .text(written(options.footer(page + 1, count)), MARGIN, doc.page.height - MARGIN - 10, {
            width,
            align: 'center',
            lineBreak: false,
          })
      }
      doc.end()
      return ended
    },
  }
}
