/** Readings as text in one cell of a worksheet: `35.2; 35.4`, `35,2 35,4`, `OK`. */
import { explainNumberText, type DecimalSign, type NumberTextProblem } from '@/contract/decimal-sign'
import { joinNarrowGroups, parseFileNumber, toHalfWidth } from '@/contract/unit-table'
import type { ItemReading } from './judge-inspection'

/** Words that a cell may contain for a conforming and for a nonconforming reading, in lower case. */
export interface VerdictWords {
  readonly ok: readonly string[]
  readonly notOk: readonly string[]
}
/** Decimals of stored readings. A cell that shows 0.3 may contain 0.30000000000000004. */
const STORED_DECIMALS = 6

/**
 * Removes the unit of the item after each reading, and replaces commas between two readings with decimal points by
 * semicolons: `35.2 g/10 min，35.4 g/10 min` → `35.2;35.4`. Other units and commas stay.
 */
export function normalizeReadingText(text: string, unit: string | null | undefined): string {
  const unitCharacters = [...toHalfWidth(unit ?? '')].filter((character) => character !== ' ')
  const unitPattern = unitCharacters.map((character) => character.replace(/[.*+?^${}()|[\]\\/]/, '\\$&')).join(' *')
  const withoutUnit = unitPattern
    ? text.replace(new RegExp(`(?<=\\d)[ \u3000]*${unitPattern}(?=\\s*(?:[;；、,，\\s]|$))`, 'g'), '')
    : text
  return withoutUnit.replace(/(?<=\d\.\d+) *[,，] *(?=\d+\.\d)/g, ';')
}
/** True if a comma may be a decimal sign or a separator of two readings, as in `35,36`. `35,2` and `0,902` are decimals. */
export const hasAmbiguousComma = (text: string): boolean =>
  toTokens(text).some((token) => {
    const [, left = '', right = ''] = /^([1-9]\d+),([1-9]\d+)$/.exec(token) ?? []
    return left !== '' && left.length === right.length
  })
/**
 * True if a space may separate thousands or two readings, as in `1 500`. `120 118 121` is a list of readings. A no-break
 * or thin space separates thousands, unless the first group has three digits.
 */
export const hasAmbiguousSpace = (text: string): boolean =>
  /(?<![\d.,])[1-9]\d? \d{3}(?!\d)/.test(toHalfWidth(joinNarrowGroups(text.replace(/[\r\n\t]/g, ';')))) ||
  /\d[\u00a0\u2007\u2009\u202f]\d/.test(joinNarrowGroups(text))
const toTokens = (text: string): string[] =>
  toHalfWidth(joinNarrowGroups(text))
    .split(/[;、/\s]+/)
    .filter(Boolean)
/**
 * Parses the readings of one item, with samples numbered from 1. Null if a token is neither a number nor a verdict.
 * @param decimals decimal sign of the file
 */
export function parseReadings(
  text: string,
  item: number,
  verdictWords: VerdictWords,
  decimals?: DecimalSign,
): ItemReading[] | null {
  const readings = toTokens(text).map((token, i): ItemReading | null => {
    const sample = i + 1
    const lowerCaseToken = token.normalize('NFKC').toLowerCase()
    if (verdictWords.ok.includes(lowerCaseToken)) return { item, sample, value: null, ok: true }
    if (verdictWords.notOk.includes(lowerCaseToken)) return { item, sample, value: null, ok: false }
    const value = parseFileNumber(token, decimals)
    return value === null ? null : { item, sample, value: Number(value.toFixed(STORED_DECIMALS)), ok: null }
  })
  return readings.every((reading) => reading !== null) ? readings : null
}
/** Explains why a text cannot be parsed as readings; `notNumber` if no better reason is known. */
export const explainReadings = (text: string, decimals?: DecimalSign): NumberTextProblem =>
  [text, ...toTokens(text)].map((part) => explainNumberText(part, decimals)).find((code) => code !== 'notNumber') ??
  'notNumber'
/** The word to write for a conforming reading and the one for a nonconforming reading. */
interface VerdictWordPair {
  readonly ok: string
  readonly notOk: string
}
/** Formats the readings of an item as one text; null if there are none. */
export const formatReadings = (
  readings: readonly ItemReading[],
  item: number,
  verdictWords: VerdictWordPair,
): string | null =>
  readings
    .filter((reading) => reading.item === item && (reading.value !== null || reading.ok !== null))
    .map((reading) => formatReading(reading, verdictWords))
    .join('; ') || null
function formatReading({ value, ok }: ItemReading, verdictWords: VerdictWordPair): string {
  if (value !== null) return String(value)
  return ok ? verdictWords.ok : verdictWords.notOk
}

const countDecimals = (value: number): number => String(value).split('.')[1]?.length ?? 0
/**
 * Formats the mean with one decimal more than the readings have. More decimals would claim a precision that was not
 * measured.
 */
export function formatMean(
  { mean }: { readonly mean: number | null },
  readings: readonly ItemReading[],
  item: number,
): string | null {
  if (mean === null) return null
  const decimals = readings.flatMap((reading) =>
    reading.item === item && reading.value !== null ? [countDecimals(reading.value)] : [],
  )
  return mean.toFixed(Math.max(0, ...decimals) + 1)
}
