import { isNoText, isUtf16 } from './first-bytes'
import { SheetRefusal } from './refusal'
import { RowList } from './row-list'
import type { CellValue, Sheet, SheetLimits } from './sheet-rows'

/**
 * Reads comma-separated values (RFC 4180) as exported by ERP systems. Encoding: UTF-8 or UTF-16, with or without BOM,
 * otherwise GB 18030. Separator: comma, semicolon or tab, or the one declared in a first line `sep=;`, which is not
 * counted as a row because Excel hides it.
 * Every cell is text; its column decides what it means.
 * @throws WorkbookRefusal, with row and column if known
 */
export function readCsv(bytes: Buffer, limits: SheetLimits): Sheet {
  if (bytes.length > limits.maxBytes) throw new SheetRefusal('tooBig', { limit: limits.maxBytes })
  const whole = decoded(bytes)
  const [line, named] = /^"?sep=([^"\r\n])"?(?:\r\n|\r|\n|$)/i.exec(whole) ?? ['']
  const text = whole.slice(line.length)
  const separator = named ?? separatorOf(text)
  const list = new RowList(limits)
  let row = 0
  for (const fields of records(text, separator)) {
    row += 1
    const values: CellValue[] = fields.map((field) => (field.trim() === '' ? null : field))
    while (values.at(-1) === null) values.pop()
    values.forEach((value, i) => {
      if (value !== null) list.count(value, row, i + 1)
    })
    list.add(row, values)
  }
  const sheet = list.finish()
  const decimals = separator === ';' ? decimalsOf(sheet.rows) : null
  return decimals ? { ...sheet, decimals } : sheet
}
/**
 * Detects decimal commas. Programs separate by semicolons where the comma is the decimal sign: 1,250 is then 1.25. If
 * numbers with a decimal point occur as well, the sign is unclear.
 */
function decimalsOf(rows: readonly (readonly CellValue[])[]): Sheet['decimals'] | null {
  const texts = rows.flatMap((cells) => cells.flatMap((cell) => (typeof cell === 'string' ? [cell.trim()] : [])))
  if (!texts.some((text) => /^[+-]?(\d+|\d{1,3}(\.\d{3})+),\d+$/.test(text))) return null
  return texts.some((text) => /^[+-]?(\d+\.(\d{1,2}|\d{4,})|0\.\d+|\d{1,3}(,\d{3})+\.\d+)$/.test(text))
    ? 'unclear'
    : 'comma'
}

/**
 * Characters of private use. They show that a Big5 file was decoded as GB 18030; in Unicode files they were typed on
 * purpose.
 */
const PRIVATE_USE = /\p{Co}/u
function decoded(bytes: Buffer): string {
  if (isNoText(bytes)) throw new SheetRefusal('notExcel')
  for (const encoding of isUtf16(bytes) ? ['utf-16le'] : ['utf-8', 'gb18030']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      if (encoding !== 'gb18030' || !PRIVATE_USE.test(text)) return text
    } catch (error) {
      if (!(error instanceof TypeError)) throw error // not in this encoding
    }
  }
  throw new SheetRefusal('damaged')
}
/** Detects the most frequent separator in the first line, outside quotes. */
function separatorOf(text: string): string {
  const line = (/^\s*([^\r\n]*)/.exec(text)?.[1] ?? '').replaceAll(/"[^"]*"/g, '')
  const times = (sign: string) => line.split(sign).length
  return ['\t', ';', ','].reduce((best, sign) => (times(sign) > times(best) ? sign : best), ',')
}

/** Yields the fields of each record. A quoted field may contain separators, line breaks and doubled quotes. */
function* records(text: string, separator: string): Generator<string[]> {
  let fields: string[] = []
  let at = 0
  while (at < text.length) {
    let field: string
    ;[field, at] = text[at] === '"' ? quoted(text, at) : plain(text, at, separator)
    fields.push(field)
    if (text[at] === separator) {
      at += 1
      if (at === text.length) fields.push('')
      continue
    }
    if (at < text.length && text[at] !== '\r' && text[at] !== '\n') throw new SheetRefusal('damaged') // text after a closing quote
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
    yield fields
    fields = []
  }
  if (fields.length > 0) yield fields
}
function plain(text: string, from: number, separator: string): [string, number] {
  let end = from
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return [text.slice(from, end), end]
}
function quoted(text: string, from: number): [string, number] {
  let value = ''
  for (let at = from + 1; ;) {
    const end = text.indexOf('"', at)
    if (end < 0) throw new SheetRefusal('damaged')
    value += text.slice(at, end)
    if (text[end + 1] !== '"') return [value, end + 1]
    value += '"'
    at = end + 2
  }
}
