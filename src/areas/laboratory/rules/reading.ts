/** Parses and sums laboratory readings: numbers as entered, or values below the limit of detection. */
import { deviationOf, momentsOf } from './spc/moments'
import { parseDecimal, countDecimals } from '@/plant/rules/rounding'

export interface Reading {
  /** As entered, with a decimal point. */
  readonly text: string
  /** Null below the limit of detection, which must not be treated as 0. */
  readonly value: number | null
  readonly below: boolean
}
/** Values must be smaller in magnitude, so that their sums fit into the stored columns. */
const LARGEST = 1e9
const MOST_DIGITS = 6
/** `<0.5`, `＜0.5`, `≤ 0.5`. */
const belowMark = /^[<≤]\s*(.+)$/

/** True in `signed` if the values of an index may be negative. */
export interface Signed {
  readonly signed: boolean
}
const EITHER_SIGN: Signed = { signed: true }

/**
 * Parses one value, or returns the code of the problem. A decimal comma is accepted if it cannot separate thousands
 * (`12,5`, `0,125`); `1,234` is ambiguous and refused. Negative values are refused for indexes that cannot be negative.
 */
export function readingOf(
  raw: string | number,
  { signed }: Signed = EITHER_SIGN,
): Reading | 'notNumber' | 'twoReadings' | 'tooPrecise' | 'tooBig' | 'belowZero' {
  const folded = String(raw).normalize('NFKC').trim()
  const [, marked] = belowMark.exec(folded) ?? []
  const bare = (marked ?? folded).replace(/\s/g, '')
  const text = pointed(bare)
  if (text === null) return 'twoReadings'
  const decimal = parseDecimal(text)
  if (!decimal || /e/i.test(text)) return decimal ? 'tooPrecise' : 'notNumber'
  const value = Number(text)
  if (Math.abs(value) >= LARGEST) return 'tooBig'
  if (value < 0 && !signed) return 'belowZero'
  if (decimal.digits > MOST_DIGITS) return 'tooPrecise'
  return marked === undefined ? { text, value, below: false } : { text: `<${text}`, value: null, below: true }
}
/** Replaces or removes commas according to their meaning; null if the meaning is ambiguous. */
function pointed(text: string): string | null {
  if (!text.includes(',')) return text
  if (/^[+-]?\d{1,3}(,\d{3})+\.\d*$/.test(text) || /^[+-]?\d{1,3}(,\d{3}){2,}$/.test(text))
    return text.replaceAll(',', '')
  if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(text)) return null
  return /^[+-]?\d+,\d+$/.test(text) ? text.replace(',', '.') : text
}

export interface Sample {
  readonly lane?: number | null
  readonly no?: number | null
  readonly text: string
  readonly value?: number | null
  readonly below?: boolean | null
  readonly excluded?: boolean | null
  readonly reason?: string | null
}
/** Returns the numbers that count: neither below the limit of detection nor excluded. */
export const countedValues = (samples: readonly Sample[]): number[] =>
  samples.flatMap(({ value, excluded }) => (typeof value === 'number' && !excluded ? [value] : []))

/** True if two entries of a cell have the same values in the same order and exclude the same ones. */
export const saysSame = (a: readonly Sample[], b: readonly Sample[]): boolean =>
  a.length === b.length &&
  a.every(({ text, excluded }, i) => text === b[i]?.text && (excluded ?? false) === (b[i]?.excluded ?? false))

/** Derives the number of each sample and the sums of the samples that count. */
export function measured(entered: readonly Sample[]) {
  const samples = entered.map((sample, i) => {
    const reading = readingOf(sample.text)
    const read = typeof reading === 'string' ? { value: null, below: false, text: sample.text } : reading
    return {
      lane: sample.lane ?? null,
      no: sample.no ?? i + 1,
      ...read,
      excluded: sample.excluded ?? false,
      reason: sample.reason ?? null,
    }
  })
  const values = countedValues(samples)
  const { n, mean, m2, min, max } = momentsOf(values)
  const some = n > 0
  return {
    samples,
    digits: Math.max(0, ...samples.map(({ text }) => countDecimals(text.replace('<', '')))),
    n,
    mean: some ? rounded(mean) : null,
    m2: some ? rounded(m2) : null,
    min: some ? min : null,
    max: some ? max : null,
    below: samples.filter((sample) => sample.below && !sample.excluded).length,
  }
}
/** Rounds to the nine decimals of the database columns. */
const rounded = (value: number): number => Number(value.toFixed(9))
/** Returns the sample standard deviation of stored sums; null for fewer than two values. */
export const deviationFrom = (n: number, m2: number | null): number | null => deviationOf({ n, m2: m2 ?? 0 })
