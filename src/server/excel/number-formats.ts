import {
  describeNumber,
  formatText,
  isNumberHidden,
  isTextHidden,
  parseSections,
  selectSection,
  type NumberDisplay,
} from './number-section'
import { isSwitchedOn, readPart } from './workbook-parts'
import type { ZipReader } from './zip-reader'

/** The effect of a cell's number format. */
export interface CellFormat {
  readonly showsDate: boolean
  /** The cell holds days and shows them as hours, minutes or seconds. */
  readonly isElapsedTime: boolean
  /** Describes how a number is displayed; null if the format adds nothing to it (`#,##0`, `General`). */
  describe(number: number): NumberDisplay | null
  /** True if the cell displays nothing although it holds this number. */
  isNumberHidden(number: number): boolean
  /** True if the cell displays nothing although it holds a text. */
  readonly isTextHidden: boolean
  /** Returns a text as the cell displays it. */
  formatText(text: string): string
  /** The date has a time of day as well. */
  readonly showsTime: boolean
}
/** The format of a cell style. */
export interface CellStyle extends CellFormat {
  /** The font of the cell strikes its content out. */
  readonly isStruckOut: boolean
}
const SHOWS_ALL = { isNumberHidden: () => false, isTextHidden: false, formatText: (text: string) => text }

/** Ids of built-in formats that show a date or a time of day, including the East Asian ones (ECMA-376, 18.8.30). */
const isBuiltInDateFormat = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || id === 45 || id === 47 || (id >= 50 && id <= 58)
/** Ids of built-in formats that show a time of day, with or without a date. */
const isBuiltInTimeFormat = (id: number) =>
  (id >= 18 && id <= 22) || (id >= 32 && id <= 35) || id === 45 || id === 47 || id === 55 || id === 56
/** Built-in formats whose code matters here (ECMA-376, 18.8.30). */
const BUILT_IN_CODES: Readonly<Record<string, string>> = {
  2: '0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  48: '##0.0E+0',
}
const getBuiltInFormat = (id: string): CellFormat => {
  const code = BUILT_IN_CODES[id]
  return code
    ? parseFormatCode(code)
    : {
        showsDate: isBuiltInDateFormat(Number(id)),
        isElapsedTime: id === '46',
        showsTime: isBuiltInTimeFormat(Number(id)),
        describe: () => null,
        ...SHOWS_ALL,
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
function parseFormatCode(code: string): CellFormat {
  const showsDate = isDateCode(code)
  const isElapsedTime = isElapsedTimeCode(code)
  const sections = parseSections(code)
  const visibility = {
    isNumberHidden: (number: number) => isNumberHidden(sections, number),
    isTextHidden: isTextHidden(sections),
    formatText: (text: string) => formatText(sections, text),
    showsTime: showsDate && /[hs]/i.test((code.split(';')[0] ?? '').replace(LITERAL_PATTERN, '')),
  }
  if (showsDate || isElapsedTime) return { showsDate, isElapsedTime, describe: () => null, ...visibility }
  return {
    showsDate,
    isElapsedTime,
    ...visibility,
    describe: (number) => {
      const section = selectSection(sections, number)
      return section ? describeNumber(section, number) : null
    },
  }
}

/** Loads the format of each cell style of the workbook. */
export async function loadCellFormats(zip: ZipReader, path: string | null): Promise<CellStyle[]> {
  const formatsById = new Map<string, CellFormat>()
  const formats: CellStyle[] = []
  const struckFonts: boolean[] = []
  let isInCellFormats = false
  let isInFonts = false
  if (path)
    await readPart(zip, path, {
      open: (name, attributes) => {
        if (name === 'numFmt')
          formatsById.set(attributes.get('numFmtId') ?? '', parseFormatCode(attributes.get('formatCode') ?? ''))
        if (name === 'fonts') isInFonts = true
        if (name === 'font' && isInFonts) struckFonts.push(false)
        if (name === 'strike' && isInFonts && isSwitchedOn(attributes)) struckFonts[struckFonts.length - 1] = true
        if (name === 'cellXfs') isInCellFormats = true
        if (name === 'xf' && isInCellFormats) {
          const id = attributes.get('numFmtId') ?? '0'
          const isStruckOut = struckFonts[Number(attributes.get('fontId') ?? 0)] ?? false
          formats.push({ ...(formatsById.get(id) ?? getBuiltInFormat(id)), isStruckOut })
        }
      },
      close: (name) => {
        if (name === 'cellXfs') isInCellFormats = false
        if (name === 'fonts') isInFonts = false
      },
      text: () => undefined,
    })
  return formats
}
