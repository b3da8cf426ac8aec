/** The decimal sign of numbers that are written as text, and why a text is not a number. */
import { toHalfWidth } from './unit-table'

/**
 * How texts of a file or column write decimals. `comma`: 1,250 is 1.25. `unclear`: numbers with commas and with points
 * occur. `undecided`: no number shows which sign is meant, so that 1,250 and 1.250 can be read in two ways. By default
 * numbers have decimal points.
 */
export type DecimalSign = 'comma' | 'unclear' | 'undecided'

/** A number with an optional currency sign before it and an optional unit after it. */
const AMOUNT_TEXT_PATTERN = /^[+-]?\s*(?:[¥￥$€]\s*)?[+-]?(?<number>\d[\d.,]*)(?:\s*\/?[\p{L}%‰°].{0,20})?$/u
/** Numbers that certainly use decimal commas: 1,25 and 1.234,5, and also 1.234.567, whose points separate thousands. */
const DECIMAL_COMMA_PATTERN =
  /^(\d+,(\d{1,2}|\d{4,})|0+,\d+|\d{4,},\d+|[1-9]\d{0,2}(\.\d{3})+,\d+|[1-9]\d{0,2}(\.\d{3}){2})$/
const DECIMAL_POINT_PATTERN =
  /^(\d+\.(\d{1,2}|\d{4,})|0+\.\d+|\d{4,}\.\d+|[1-9]\d{0,2}(,\d{3})+\.\d+|[1-9]\d{0,2}(,\d{3}){2})$/
/** Numbers whose comma or point may separate decimals or thousands. */
const UNCLEAR_COMMA_PATTERN = /^[1-9]\d{0,2},\d{3}$/
const UNCLEAR_POINT_PATTERN = /^[1-9]\d{0,2}\.\d{3}$/
/** Returns the digits, commas and points of a text that is one number; undefined for other text. */
const findNumberText = (text: string): string | undefined => AMOUNT_TEXT_PATTERN.exec(text.trim())?.groups?.['number']
/** Returns the numbers of a cell, which may hold several readings: `35,2; 35,4`. */
function getNumberParts(text: string): string[] {
  const wholeNumber = findNumberText(text)
  if (wholeNumber !== undefined) return [wholeNumber]
  const parts = text.split(/[;；、/\s]+/).filter(Boolean)
  const numbers = parts.flatMap((part) => findNumberText(part) ?? [])
  return numbers.length === parts.length ? numbers : []
}

/**
 * Detects the decimal sign of a text file. Programs that write decimal commas separate columns by semicolons; in such a
 * file 1,250 is 1.25, and 1.250 is 1250. The sign is unclear if the numbers contradict each other, or if each can be read
 * in two ways.
 */
export function detectFileDecimals(
  texts: readonly string[],
  separator: string,
): Exclude<DecimalSign, 'undecided'> | null {
  if (separator !== ';' && separator !== '\t') return null
  const numbers = texts.flatMap(getNumberParts)
  const hasNumber = (pattern: RegExp): boolean => numbers.some((number) => pattern.test(number))
  const hasDecimalComma = hasNumber(DECIMAL_COMMA_PATTERN)
  // Files with tabs occur with both decimal signs.
  if (separator === '\t') return hasDecimalComma ? 'unclear' : null
  const hasUnclearComma = hasNumber(UNCLEAR_COMMA_PATTERN)
  if (hasNumber(DECIMAL_POINT_PATTERN)) return hasDecimalComma || hasUnclearComma ? 'unclear' : null
  if (hasDecimalComma) return 'comma'
  return hasUnclearComma || hasNumber(UNCLEAR_POINT_PATTERN) ? 'unclear' : null
}
/**
 * Detects the decimal sign of a text file from the cells that hold numbers only. Codes such as 1.234.567 and notes in
 * other columns say nothing about it.
 * @param sheet `separator` is only set for text files, `decimals` is the sign by all cells
 */
export function detectNumberDecimals(
  numberCells: readonly unknown[],
  { separator, decimals }: { readonly separator?: string; readonly decimals?: Exclude<DecimalSign, 'undecided'> },
): Exclude<DecimalSign, 'undecided'> | undefined {
  if (separator === undefined) return decimals
  const texts = numberCells.filter((cell) => typeof cell === 'string')
  return detectFileDecimals(texts, separator) ?? undefined
}
/**
 * Returns how the texts among the cells of a column write decimals; undefined for decimal points. Cells that hold numbers
 * do not count, because they have no written sign.
 * @param sheet `isCommaSeparated`: the cells come from a file in which a decimal comma would have split the cell
 */
export function detectColumnDecimals(
  cells: readonly unknown[],
  sheet: { readonly decimals?: DecimalSign; readonly isCommaSeparated?: boolean },
): DecimalSign | undefined {
  if (sheet.decimals) return sheet.decimals
  const numbers = cells.flatMap((cell) => (typeof cell === 'string' ? (findNumberText(cell) ?? []) : []))
  const hasNumber = (pattern: RegExp): boolean => numbers.some((number) => pattern.test(number))
  const hasDecimalPoint =
    hasNumber(DECIMAL_POINT_PATTERN) || (sheet.isCommaSeparated === true && hasNumber(UNCLEAR_POINT_PATTERN))
  return hasDecimalPoint && !hasNumber(DECIMAL_COMMA_PATTERN) ? undefined : 'undecided'
}
/** True for a number that can be read in two ways where the decimal sign is undecided: `1,250`, `1.250`. */
export const isUndecidedNumber = (text: string): boolean => /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text)

/** True if the text after the first digits is a minus sign or a range instead of a unit: `12-`, `12 - 15`, `12±0.5`. */
export const isSignOrRange = (suffix: string): boolean => /^[-–—~±+至到]/.test(suffix)

/** The reason why a text is not a number. */
export type NumberTextProblem = 'unclearComma' | 'decimalComma' | 'minusBehind' | 'notExact' | 'dash' | 'notNumber'
const CURRENCY_SIGN = '(?:[¥$€]|cny|rmb|us\\$|usd|eur)?'
const TRAILING_MINUS_PATTERN = new RegExp(
  `^(?:\\(\\s*${CURRENCY_SIGN}\\s*[\\d.,]*\\d\\s*\\)|${CURRENCY_SIGN}\\s*[\\d.,]*\\d\\s*[-–—−])$`,
  'i',
)
const INEXACT_PATTERN =
  /^(?:[<>≤≥≦≧≈~±]|约|大约|小于|大于|不大于|不小于|低于|高于|less than|more than|about|approx)|^\d[\d.,]*\s*(?:[-–—~±至到]|\+\/?-)\s*\d/i
const NOT_MEASURED_PATTERN =
  /^(?:n\.?\s?d\.?|n\.?\s?a\.?|n\/a|b[dq]l|l?lo[dq]|none|nil|trace|not (?:detected|measured|tested)|未检出?|未测|检出限以下|痕量|微量|无)$/i
const LEADING_NUMBER_PATTERN = new RegExp(`^[+-]?\\s*${CURRENCY_SIGN}\\s*[+-]?\\s*(?<number>[\\d.,]*\\d)(?!\\d)`, 'i')
/** Returns the message code that explains why a text is not a number. */
export function explainNumberText(text: string, decimals?: DecimalSign): NumberTextProblem {
  const normalized = toHalfWidth(text).trim()
  if (/^[-–—−―_/\\]+$/.test(normalized)) return 'dash'
  if (TRAILING_MINUS_PATTERN.test(normalized)) return 'minusBehind'
  if (INEXACT_PATTERN.test(normalized) || NOT_MEASURED_PATTERN.test(normalized)) return 'notExact'
  const number = LEADING_NUMBER_PATTERN.exec(normalized)?.groups?.['number'] ?? ''
  if (!/[.,]/.test(number)) return 'notNumber'
  if (decimals === 'unclear' && /[\d.]*\d,\d|^[1-9]\d{0,2}\.\d{3}$/.test(number)) return 'unclearComma'
  if (UNCLEAR_COMMA_PATTERN.test(number) || (decimals && UNCLEAR_POINT_PATTERN.test(number))) return 'unclearComma'
  return DECIMAL_COMMA_PATTERN.test(number) ? 'decimalComma' : 'notNumber'
}
