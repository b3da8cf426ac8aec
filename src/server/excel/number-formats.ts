import { isUnit } from '@/contract/unit-table'
import { readPart } from './workbook-parts'
import type { ZipReader } from './zip-reader'

/** The effect of a cell's number format. */
export interface CellFormat {
  readonly showsDate: boolean
  readonly isPercent: boolean
  /** The cell holds days and shows them as hours, minutes or seconds. */
  readonly isElapsedTime: boolean
  /** Formats the number if the format adds something to it: `00000000`, `"P-"000`, `0%`. */
  readonly formatNumber: ((number: number) => string) | null
  /** The unit behind the number, and the divisor applied to the number for display. */
  readonly unit: { readonly word: string; readonly divisor: number } | null
}

/** Ids of built-in formats that show a date or a time of day, including the East Asian ones (ECMA-376, 18.8.30). */
const isBuiltInDateFormat = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || id === 45 || id === 47 || (id >= 50 && id <= 58)
/** Built-in formats whose code matters here (ECMA-376, 18.8.30). */
const BUILT_IN_CODES: Readonly<Record<string, string>> = { 9: '0%', 10: '0.00%' }
const getBuiltInFormat = (id: string): CellFormat => {
  const code = BUILT_IN_CODES[id]
  return code
    ? parseFormatCode(code)
    : {
        showsDate: isBuiltInDateFormat(Number(id)),
        isPercent: false,
        isElapsedTime: id === '46',
        formatNumber: null,
        unit: null,
      }
}

/** Parts of a format code that are literal or have no effect: quoted, escaped, in brackets, spaces. */
const LITERAL_PATTERN = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g
const isElapsedTimeCode = (code: string): boolean => /\[(h+|m+|s+)\]/i.test(code)
/**
 * True if a format code shows dates: it has date letters outside quotes, escapes and brackets. Elapsed time (`[h]`) is
 * a number.
 */
export function isDateCode(code: string): boolean {
  if (isElapsedTimeCode(code)) return false
  const codeWithoutLiterals = (code.split(';')[0] ?? '').replace(LITERAL_PATTERN, '').replace(/general/i, '')
  return /[ymdhs]/i.test(codeWithoutLiterals) && !/[#0?]/.test(codeWithoutLiterals.replace(/s+\.0+/i, ''))
}
const parseFormatCode = (code: string): CellFormat => {
  const showsDate = isDateCode(code)
  const isPercent = !showsDate && code.replace(LITERAL_PATTERN, '').includes('%')
  return {
    showsDate,
    isPercent,
    isElapsedTime: isElapsedTimeCode(code),
    formatNumber: showsDate ? null : createNumberFormatter(code),
    unit: showsDate ? null : parseUnit(code),
  }
}
/** Returns the section for non-negative numbers, without colors, padding and conditions. */
const getFirstSection = (code: string): string =>
  (/^(?:"[^"]*"|\\.|[^;"\\])*/.exec(code)?.[0] ?? '').replace(/_.|\*.|\[[^\]]*\]/g, '')
/**
 * Parses the unit of `#,##0.0" t"`, `0.00\k\g` and `0吨`; each comma after the last digit divides by a thousand
 * (ECMA-376, 18.8.31).
 */
function parseUnit(code: string): CellFormat['unit'] {
  const [, commas = '', suffix = ''] =
    /^[#0?,]*[#0?](?:\.[#0?]*)?(,*)((?:"[^"]*"|\\.|[^\p{ASCII}]|[ /])+)$/u.exec(getFirstSection(code)) ?? []
  const word = suffix.replaceAll(/["\\]/g, '').trim()
  return isUnit(word) ? { word, divisor: 1000 ** commas.length } : null
}

/** A part of a format code: a digit placeholder or literal text. */
type FormatPiece = { readonly digit: '0' | '#' | '?' } | { readonly text: string }
/**
 * Creates the formatter of a fixed-place format for non-negative numbers; null if the format only changes the
 * appearance (`#,##0`, `General`).
 */
function createNumberFormatter(code: string): CellFormat['formatNumber'] {
  const section = getFirstSection(code)
  const [percentMatch, decimals = ''] = /^[#0?,]*0(?:\.(0+))?%$/.exec(section) ?? []
  if (percentMatch) return (number) => `${formatFixed(number * 100, decimals.length)}%`
  const [fixedMatch, places = ''] = /^[#0?]*0\.(0+)$/.exec(section) ?? []
  if (fixedMatch) return (number) => formatFixed(number, places.length)
  const pieces: FormatPiece[] = []
  for (const [part, quoted, escaped, digit, sign] of section.matchAll(/"([^"]*)"|\\(.)|([0#?])|([-/ ():])|./gu)) {
    const text = quoted ?? escaped ?? sign
    if (digit) pieces.push({ digit: digit as '0' })
    else if (text !== undefined) pieces.push({ text })
    else if (/[^\p{ASCII}]/u.test(part)) pieces.push({ text: part })
    else return null
  }
  const zeroCount = pieces.filter((piece) => 'digit' in piece && piece.digit === '0').length
  return zeroCount > 1 || (zeroCount === 1 && pieces.some((piece) => 'text' in piece))
    ? (number) => fillPlaces(pieces, number)
    : null
}
/** Formats a number with this many decimals, or with all its decimals if there are more. */
function formatFixed(number: number, places: number): string {
  const text = String(Number(number.toPrecision(15)))
  return (text.split('.')[1]?.length ?? 0) > places ? text : Number(text).toFixed(places)
}
/** Fills digits into their places from the right. The first place takes all remaining digits. */
function fillPlaces(pieces: readonly FormatPiece[], number: number): string {
  const remainingDigits = [...String(number)]
  if (!/^\d{1,15}$/.test(String(number))) return String(number)
  const firstPlace = pieces.findIndex((piece) => 'digit' in piece)
  return pieces
    .toReversed()
    .map((piece, i) => {
      if ('text' in piece) return piece.text
      const digits =
        pieces.length - 1 - i === firstPlace ? remainingDigits.splice(0).join('') : (remainingDigits.pop() ?? '')
      return digits || (piece.digit === '0' ? '0' : '')
    })
    .toReversed()
    .join('')
}

/** Loads the format of each cell style of the workbook. */
export async function loadCellFormats(zip: ZipReader, path: string | null): Promise<CellFormat[]> {
  const formatsById = new Map<string, CellFormat>()
  const formats: CellFormat[] = []
  let isInCellFormats = false
  if (path)
    await readPart(zip, path, {
      open: (name, a) => {
        if (name === 'numFmt') formatsById.set(a.get('numFmtId') ?? '', parseFormatCode(a.get('formatCode') ?? ''))
        if (name === 'cellXfs') isInCellFormats = true
        if (name === 'xf' && isInCellFormats) {
          const id = a.get('numFmtId') ?? '0'
          formats.push(formatsById.get(id) ?? getBuiltInFormat(id))
        }
      },
      close: (name) => {
        if (name === 'cellXfs') isInCellFormats = false
      },
      text: () => undefined,
    })
  return formats
}
