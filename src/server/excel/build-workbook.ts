import { Readable } from 'node:stream'
import { OFFICE_NAMESPACE, PACKAGE_NAMESPACE, PACKAGE_HEAD as HEAD, buildRelations } from './package-xml'
import { buildDrawingParts, DRAWING_TAG, buildDrawingTypes, PICTURE_TYPES, type PlacedPicture } from './pictures'
import { toColumnLetters } from './workbook-refusal'
import { writeZip, type ZipPart } from './zip-writer'

const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const SPREADSHEET_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Indexes of the cell formats that `buildStyles` writes. An amount with n decimals is `amount0 + n`. */
export const CELL_STYLES = {
  plain: 0,
  header: 1,
  text: 2,
  quoted: 3,
  day: 4,
  moment: 5,
  integer: 6,
  requiredHeader: 7,
  wrapped: 8,
  amount0: 9,
  /** After the amounts with 0 to 9 decimals. */
  title: 19,
} as const
const MAX_DIGITS = 9

/** One worksheet; its body holds the children of `<worksheet>` in the schema's order. */
export interface WorkbookSheet {
  name: string
  isHidden?: boolean
  /** Number of the row with the column headings, which is repeated at the top of each printed page. */
  headerRow?: number
  /** Drawn over its cells. */
  pictures?: readonly PlacedPicture[]
  body: string | AsyncIterable<string>
}

/**
 * Builds a workbook (.xlsx) as a stream. Destroying the stream closes the row source.
 * @param sheets at least one; names are shortened to Excel's limit and made unique
 */
export function buildWorkbook(sheets: readonly WorkbookSheet[]): Readable {
  const parts: ZipPart[] = [
    { name: '[Content_Types].xml', content: buildContentTypes(sheets) },
    { name: '_rels/.rels', content: buildRelations([['officeDocument', 'xl/workbook.xml']]) },
    { name: 'xl/workbook.xml', content: buildWorkbookXml(sheets) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: buildRelations([
        ...sheets.map((_, i): [string, string] => ['worksheet', `worksheets/sheet${i + 1}.xml`]),
        ['styles', 'styles.xml'],
      ]),
    },
    { name: 'xl/styles.xml', content: buildStyles() },
    ...sheets.map((sheet, i) => ({ name: `xl/worksheets/sheet${i + 1}.xml`, content: writeWorksheetXml(sheet) })),
    ...sheets.flatMap(({ pictures }, i) => (pictures?.length ? buildDrawingParts(i + 1, pictures) : [])),
  ]
  return Readable.from(writeZip(parts), { objectMode: false, highWaterMark: 64 * 1024 })
}
async function* writeWorksheetXml({ body, pictures }: WorkbookSheet): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${MAIN_NAMESPACE}">`
  if (typeof body === 'string') yield body
  else yield* body
  if (pictures?.length) yield DRAWING_TAG
  yield '</worksheet>'
}

/** Escapes text for XML: drops characters that XML cannot hold, replaces lone surrogates, escapes the rest. */
export function escapeXml(text: string): string {
  if (!/[\p{Cc}\p{Cs}\ufffe\uffff&<>"]|_x[0-9a-fA-F]{4}_/u.test(text)) return text
  return text
    .replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_') // otherwise Excel reads it as an escape
    .replace(/\r\n/g, '\n')
    .replace(/\p{Cc}/gu, (c) => (c === '\r' ? '_x000D_' : c === '\t' || c === '\n' || c >= '\x7f' ? c : ''))
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Maximum text length of a cell; Excel reports a file with longer text as damaged. */
const MAX_CELL_CHARACTERS = 32_767
/** Text that a spreadsheet program would evaluate as a formula when it opens the file (or saves it as CSV). */
const FORMULA_PATTERN = /^[=+\-@\t\r]/

/** Builds a text cell: always an inline string, never a formula; `quotePrefix` keeps it text after editing. */
export function buildTextCell(ref: string, value: string, format: number = CELL_STYLES.text): string {
  const text = value.length > MAX_CELL_CHARACTERS ? `${value.slice(0, MAX_CELL_CHARACTERS - 1)}…` : value
  const style = FORMULA_PATTERN.test(text) ? CELL_STYLES.quoted : format
  return `<c r="${ref}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`
}
/** Builds a number cell. */
export const buildNumberCell = (ref: string, value: number, format: number): string =>
  `<c r="${ref}" s="${format}"><v>${value}</v></c>`
/** Returns the cell format of an amount with this many decimals, at most 9. */
export const getAmountStyle = (digits: number): number =>
  CELL_STYLES.amount0 + Math.min(Math.max(digits, 0), MAX_DIGITS)

/** Builds column widths (characters) and the format of empty cells in each column. */
export const buildColumnsXml = (columns: readonly { width: number; format?: number }[]): string =>
  `<cols>${columns.map((c, i) => `<col min="${i + 1}" max="${i + 1}" width="${c.width}" customWidth="1"${c.format === undefined ? '' : ` style="${c.format}"`}/>`).join('')}</cols>`
/** Builds a view in which the rows down to the column headings stay visible while scrolling. */
export const buildFrozenView = (headerRow: number): string =>
  `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${headerRow}" topLeftCell="A${headerRow + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
/** Must precede the views. Prints all columns on one page width, with any number of pages in height. */
export const ONE_PAGE_WIDE = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
/**
 * Builds the print setup, which must follow the filter: A4 with narrow margins, landscape for tables and portrait for
 * forms, page number and count in the footer.
 */
export const buildPrintSetup = (orientation: 'landscape' | 'portrait'): string =>
  `<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="${orientation}" fitToWidth="1" fitToHeight="0"/><headerFooter><oddHeader>&amp;L&amp;A</oddHeader><oddFooter>&amp;C&amp;P / &amp;N&amp;R&amp;D</oddFooter></headerFooter>`
export const PLAIN_VIEW = '<sheetViews><sheetView workbookViewId="0"/></sheetViews>'
/** Formats the range over a number of columns from one row to another: `A1:C20`. */
export const formatRange = (columns: number, firstRow: number, lastRow: number): string =>
  `A${firstRow}:${toColumnLetters(columns)}${lastRow}`
/**
 * Name that marks the row with the column headings of a worksheet, so that an import finds it below a heading. Excel
 * keeps it up to date when rows are inserted above.
 */
export const HEADINGS_NAME = 'mes.headings'

function buildContentTypes(sheets: readonly WorkbookSheet[]): string {
  const sheetTypes = sheets
    .map(
      ({ pictures }, i) =>
        `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${SPREADSHEET_MIME}.worksheet+xml"/>${pictures?.length ? buildDrawingTypes(i + 1) : ''}`,
    )
    .join('')
  return (
    `${HEAD}<Types xmlns="${PACKAGE_NAMESPACE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>${PICTURE_TYPES}<Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET_MIME}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET_MIME}.styles+xml"/>${sheetTypes}</Types>`
  )
}

function buildWorkbookXml(sheets: readonly WorkbookSheet[]): string {
  const usedNames = new Set<string>()
  const titleDefinitions: string[] = []
  const tags = sheets.map((sheet, i) => {
    let name = toSheetName(sheet.name) || `Sheet${i + 1}`
    if (usedNames.has(name.toLowerCase())) name = `${name.slice(0, MAX_SHEET_NAME_LENGTH - 4)} ${i + 1}`
    usedNames.add(name.toLowerCase())
    if (sheet.headerRow !== undefined) {
      const rowReference = `${escapeXml(`'${name.replaceAll("'", "''")}'`)}!$${sheet.headerRow}:$${sheet.headerRow}`
      titleDefinitions.push(`<definedName name="_xlnm.Print_Titles" localSheetId="${i}">${rowReference}</definedName>`)
      if (sheet.headerRow > 1)
        titleDefinitions.push(
          `<definedName name="${HEADINGS_NAME}" localSheetId="${i}" hidden="1">${rowReference}</definedName>`,
        )
    }
    return `<sheet name="${escapeXml(name)}" sheetId="${i + 1}"${sheet.isHidden ? ' state="hidden"' : ''} r:id="rId${i + 1}"/>`
  })
  return `${HEAD}<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${OFFICE_NAMESPACE}"><sheets>${tags.join('')}</sheets>${titleDefinitions.length ? `<definedNames>${titleDefinitions.join('')}</definedNames>` : ''}</workbook>`
}
const MAX_SHEET_NAME_LENGTH = 31
/** Makes a name valid for a worksheet: Excel forbids some characters, apostrophes at the ends, and long names. */
export const toSheetName = (name: string): string =>
  name
    .replace(/[\\/?*[\]:\p{Cc}]/gu, ' ')
    .trim()
    .replace(/^'+|'+$/g, '')
    .slice(0, MAX_SHEET_NAME_LENGTH)

function buildStyles(): string {
  const decimalCounts = Array.from({ length: MAX_DIGITS + 1 }, (_, digits) => digits)
  const numberFormats =
    `<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>` +
    decimalCounts
      .map((d) => `<numFmt numFmtId="${170 + d}" formatCode="#,##0${d ? `.${'0'.repeat(d)}` : ''}"/>`)
      .join('')
  const buildFormat = (format: number, attributes = '', inner = '') =>
    `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${attributes}${inner ? `>${inner}</xf>` : '/>'}`
  const buildHeaderFormat = (font: number) =>
    `<xf numFmtId="49" fontId="${font}" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1" applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf>`
  // Built-in number formats: 0 is General, 1 a whole number, 49 text. The order is that of `CELL_STYLES`.
  const cellFormats = [
    buildFormat(0),
    buildHeaderFormat(1),
    buildFormat(49),
    buildFormat(49, ' quotePrefix="1"'),
    buildFormat(164),
    buildFormat(165),
    buildFormat(1),
    buildHeaderFormat(2),
    buildFormat(49, ' applyAlignment="1"', '<alignment vertical="top" wrapText="1"/>'),
    ...decimalCounts.map((d) => buildFormat(170 + d)),
    '<xf numFmtId="49" fontId="3" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
  ]
  return (
    `${HEAD}<styleSheet xmlns="${MAIN_NAMESPACE}"><numFmts count="${2 + decimalCounts.length}">${numberFormats}</numFmts>` +
    '<fonts count="4"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FFB00020"/><name val="Calibri"/></font><font><b/><sz val="14"/><name val="Calibri"/></font></fonts>' +
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8EEF4"/><bgColor indexed="64"/></patternFill></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${cellFormats.length}">${cellFormats.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
  )
}

/** A line of a heading: what it is about, and its value. */
export type HeadingLine = readonly [label: string, value: string]
export interface WorksheetHeading {
  readonly title: string
  readonly lines: readonly HeadingLine[]
}
/** Returns the number of the row with the column headings: below the heading and an empty row. */
export const getHeaderRow = (heading: WorksheetHeading | undefined): number => (heading ? heading.lines.length + 3 : 1)
/** Builds the rows of a heading. The texts extend over the empty cells beside them. */
export function buildHeadingRows({ title, lines }: WorksheetHeading): string {
  const texts = [title, ...lines.map(([label, value]) => `${label}: ${value}`)]
  return texts
    .map((text, i) => {
      const cell = buildTextCell(`A${i + 1}`, text, i === 0 ? CELL_STYLES.title : CELL_STYLES.text)
      return `<row r="${i + 1}">${cell}</row>`
    })
    .join('')
}
