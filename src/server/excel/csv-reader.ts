import { detectFileDecimals } from '@/contract/decimal-sign'
import { isPlausiblyChinese } from './common-hanzi'
import { isBinary, isUnreadableUtf16, isUtf16 } from './first-bytes'
import { WorkbookRefusal } from './workbook-refusal'
import { RowList } from './row-list'
import type { CellValue, Worksheet, WorkbookLimits } from './read-workbook'

/**
 * Reads comma-separated values (RFC 4180) as exported by ERP systems. Encoding: UTF-8 or UTF-16, with or without BOM,
 * otherwise GB 18030 if its text is plausible Chinese. Separator: comma, semicolon or tab, or the one declared in a first line `sep=;`, which is not
 * counted as a row because Excel hides it.
 * Every cell is text; the column of the cell determines how the text is read.
 * @throws WorkbookRefusal, with row and column if known
 */
export function readCsv(bytes: Buffer, limits: WorkbookLimits): Worksheet {
  if (bytes.length > limits.maxBytes) throw new WorkbookRefusal('tooBig', { limit: limits.maxBytes })
  const fullText = decodeText(bytes)
  const [separatorLine, declaredSeparator] = /^"?sep=([^"\r\n])"?(?:\r\n|\r|\n|$)/i.exec(fullText) ?? ['']
  const text = fullText.slice(separatorLine.length)
  const separator = declaredSeparator ?? detectSeparator(text)
  const rowList = new RowList(limits)
  let row = 0
  for (const fields of parseRecords(text, separator)) {
    row += 1
    const values: CellValue[] = fields
      .map((field) => unwrapFormulaText(field))
      .map((text) => (text.trim() === '' ? null : text))
    while (values.at(-1) === null) values.pop()
    values.forEach((value, i) => {
      if (value !== null) rowList.countCell(value, row, i + 1)
    })
    rowList.addRow(row, values)
  }
  const sheet = rowList.finish()
  const texts = sheet.rows.flatMap((cells) => cells.filter((cell) => typeof cell === 'string'))
  const decimals = detectFileDecimals(texts, separator)
  return {
    ...sheet,
    isCsv: true,
    separator,
    ...(decimals ? { decimals } : {}),
    ...(separator === ',' && sheet.header.length > 1 ? { isCommaSeparated: true } : {}),
  }
}
/** Returns 007 for `="007"`, a notation that keeps Excel from dropping the leading zeros of a code. */
const unwrapFormulaText = (field: string): string => /^="([^"]*)"$/.exec(field.trim())?.[1] ?? field
/**
 * Private-use characters. After decoding as GB 18030 they show that the file is Big5; in Unicode files they are
 * intentional.
 */
const PRIVATE_USE_PATTERN = /\p{Co}/u
function decodeText(bytes: Buffer): string {
  if (isBinary(bytes)) throw new WorkbookRefusal(isUnreadableUtf16(bytes) ? 'notUtf8' : 'notExcel')
  const text = decodeAs(isUtf16(bytes) ? 'utf-16le' : 'utf-8', bytes)
  if (text !== null) return text
  if (isUtf16(bytes)) throw new WorkbookRefusal('damaged')
  assertNotBrokenUtf8(bytes)
  const chineseText = decodeAs('gb18030', bytes)
  // Latin, Japanese and Korean text is usually valid GB 18030 too.
  if (chineseText === null || PRIVATE_USE_PATTERN.test(chineseText) || !isPlausiblyChinese(chineseText))
    throw new WorkbookRefusal('notUtf8')
  return chineseText
}
function decodeAs(encoding: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null // not in this encoding
    throw error
  }
}
/** Refuses UTF-8 text with a few damaged characters. Other encodings pass. @throws WorkbookRefusal brokenUtf8 */
function assertNotBrokenUtf8(bytes: Buffer): void {
  const text = bytes.toString('utf8')
  const damagedCount = text.split('\ufffd').length - 1
  // Other encodings hardly ever contain valid sequences of three or four bytes.
  const longCharacterCount = (text.match(/[\u0800-\ufffc]|[\u{10000}-\u{10ffff}]/gu) ?? []).length
  if (longCharacterCount <= damagedCount) return
  const linesBefore = text.slice(0, text.indexOf('\ufffd')).split(/\r\n|\r|\n/)
  const separatorLines = /^"?sep=/i.test(text) ? 1 : 0
  throw new WorkbookRefusal('brokenUtf8', { row: linesBefore.length - separatorLines })
}
/** Detects the separator by the first line. If it has no separator, the first line below an empty line decides. */
function detectSeparator(text: string): string {
  const [firstLine = ''] = /^\s*([^\r\n]*)/.exec(text)?.slice(1) ?? []
  // In an export that was saved as CSV, the header of the table follows an empty line below the title.
  const [lineBelowGap = ''] = /(?:\r\n|\r|\n)[,;\t]*(?:\r\n|\r|\n)([^\r\n]*)/.exec(text)?.slice(1) ?? []
  return findSeparator(firstLine) ?? findSeparator(lineBelowGap) ?? ','
}
/** Returns the most frequent separator of a line outside quotes; null if there is none. */
function findSeparator(line: string): string | null {
  const unquotedText = line.replaceAll(/"[^"]*"/g, '')
  const countFields = (sign: string) => unquotedText.split(sign).length
  const [best] = ['\t', ';', ','].toSorted((a, b) => countFields(b) - countFields(a))
  return countFields(best!) > 1 ? best! : null
}

/** Yields the fields of each record. A quoted field may contain separators, line breaks and doubled quotes. */
function* parseRecords(text: string, separator: string): Generator<string[]> {
  let fields: string[] = []
  let position = 0
  while (position < text.length) {
    let field: string
    ;[field, position] =
      text[position] === '"' ? parseQuotedField(text, position) : parsePlainField(text, position, separator)
    fields.push(field)
    if (text[position] === separator) {
      position += 1
      if (position === text.length) fields.push('')
      continue
    }
    if (position < text.length && text[position] !== '\r' && text[position] !== '\n')
      throw createQuoteRefusal(text, position) // text after a closing quote
    position += text[position] === '\r' && text[position + 1] === '\n' ? 2 : 1
    yield fields
    fields = []
  }
  if (fields.length > 0) yield fields
}
/** Creates the refusal that names the line of a quotation mark, counted as a text editor does. */
const createQuoteRefusal = (text: string, position: number): WorkbookRefusal =>
  new WorkbookRefusal('openQuote', { row: text.slice(0, position).split(/\r\n|\r|\n/).length })
function parsePlainField(text: string, start: number, separator: string): [string, number] {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return [text.slice(start, end), end]
}
function parseQuotedField(text: string, start: number): [string, number] {
  let value = ''
  for (let position = start + 1; ;) {
    const end = text.indexOf('"', position)
    if (end < 0) throw createQuoteRefusal(text, start)
    value += text.slice(position, end)
    if (text[end + 1] !== '"') return [value, end + 1]
    value += '"'
    position = end + 2
  }
}
