/** Parses laboratory readings and sums them up. A reading is a number or, like `<0.5`, below the limit of detection. */
import { calculateDeviation, calculateMoments } from './spc/moments'
import { parseDecimal, countDecimals } from '@/plant/rules/rounding'
import { getUnitFactor, joinNarrowGroups, toHalfWidth } from '@/contract/unit-table'

export interface TestReading {
  /** As entered, with a decimal point. */
  readonly text: string
  /** Null below the limit of detection, which must not be treated as 0. */
  readonly value: number | null
  /** True if below the limit of detection. */
  readonly below: boolean
}
/** Upper bound of the magnitude of a value, so that sums of values fit into the database columns. */
const VALUE_LIMIT = 1e9
const MAX_DECIMALS = 6
/** Below the limit of detection: `<0.5`, `＜0.5`, `≤ 0.5`. */
const BELOW_PATTERN = /^[<≤]\s*(.+)$/

/** Sign rule of a test index: `signed` is true if values may be negative. */
export interface SignRule {
  readonly signed: boolean
}
const EITHER_SIGN: SignRule = { signed: true }

/**
 * Parses one value, or returns the code of the problem. A decimal comma is accepted if it cannot separate thousands
 * (`12,5`, `0,125`). `1,234` can be read in two ways and is refused as `twoReadings`. Negative values are refused as
 * `belowZero` for indexes that cannot be negative.
 */
export function parseTestReading(
  raw: string | number,
  { signed }: SignRule = EITHER_SIGN,
): TestReading | 'notNumber' | 'twoReadings' | 'tooPrecise' | 'tooBig' | 'belowZero' {
  const normalized = toHalfWidth(joinNarrowGroups(String(raw))).trim()
  const [, belowText] = BELOW_PATTERN.exec(normalized) ?? []
  const numberText = (belowText ?? normalized).trim().replace(/^([+-])\s+/, '$1')
  // `2 0.1` may be two values, or one value with a typing error.
  if (/\d.*\s.*\d/s.test(numberText)) return 'twoReadings'
  const text = toDecimalPoint(numberText)
  if (text === null) return 'twoReadings'
  const decimal = parseDecimal(text)
  if (!decimal) return 'notNumber'
  const hasExponent = /e/i.test(text)
  if (hasExponent) return 'tooPrecise'
  const value = Number(text)
  if (Math.abs(value) >= VALUE_LIMIT) return 'tooBig'
  if (value < 0 && !signed) return 'belowZero'
  if (decimal.digits > MAX_DECIMALS) return 'tooPrecise'
  return belowText === undefined ? { text, value, below: false } : { text: `<${text}`, value: null, below: true }
}
/** Replaces decimal commas by points and removes thousands separators; null if the meaning of a comma is ambiguous. */
function toDecimalPoint(text: string): string | null {
  if (!text.includes(',')) return text
  // The first group of thousands never begins with 0.
  if (/^[+-]?[1-9]\d{0,2}(,\d{3})+\.\d*$/.test(text) || /^[+-]?[1-9]\d{0,2}(,\d{3}){2,}$/.test(text))
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
/** Returns the values of samples that are neither below the limit of detection nor excluded. */
export const getCountedValues = (samples: readonly Sample[]): number[] =>
  samples.flatMap(({ value, excluded }) => (typeof value === 'number' && !excluded ? [value] : []))

/** True if two entries of a cell have the same values in the same order and exclude the same samples. */
export const isSameEntry = (a: readonly Sample[], b: readonly Sample[]): boolean =>
  a.length === b.length &&
  a.every(({ text, excluded }, i) => text === b[i]?.text && (excluded ?? false) === (b[i]?.excluded ?? false))

/**
 * Derives the values of the samples and their sums. Excluded samples and samples below the limit of detection do not
 * count in the sums. `below` is the number of samples below the limit of detection, `digits` the largest number of
 * decimals entered.
 */
export function summarizeSamples(enteredSamples: readonly Sample[]) {
  const samples = enteredSamples.map((sample, i) => {
    const parsed = parseTestReading(sample.text)
    const valueFields = typeof parsed === 'string' ? { value: null, below: false, text: sample.text } : parsed
    return {
      lane: sample.lane ?? null,
      no: sample.no ?? i + 1,
      ...valueFields,
      excluded: sample.excluded ?? false,
      reason: sample.reason ?? null,
    }
  })
  const values = getCountedValues(samples)
  const { n, mean, m2, min, max } = calculateMoments(values)
  const hasValues = n > 0
  return {
    samples,
    digits: Math.max(0, ...samples.map(({ text }) => countDecimals(text.replace('<', '')))),
    n,
    mean: hasValues ? roundToStoredDecimals(mean) : null,
    m2: hasValues ? roundToStoredDecimals(m2) : null,
    min: hasValues ? min : null,
    max: hasValues ? max : null,
    below: samples.filter((sample) => sample.below && !sample.excluded).length,
  }
}
/** Rounds to the nine decimals of the database columns. */
const roundToStoredDecimals = (value: number): number => Number(value.toFixed(9))
/** Returns the sample standard deviation. @param m2 stored Σ(x − mean)² @returns null for fewer than two values */
export const calculateDeviationFromSums = (n: number, m2: number | null): number | null =>
  calculateDeviation({ n, m2: m2 ?? 0 })

/** `N/50 mm` is a force on a strip of 50 mm. The tester clamps the strip and shows only N. */
const STRIP_UNIT_PATTERN = /^(.*)\/\s*\d+\s*(mm|cm)$/i
const removeStripWidth = (unit: string): string => STRIP_UNIT_PATTERN.exec(unit.normalize('NFKC').trim())?.[1] ?? unit

/**
 * A converted value keeps at least this many significant digits. If they need more decimals than a value may have, the
 * value is refused instead of losing them.
 */
const MIN_SIGNIFICANT_DIGITS = 3
/**
 * Converts a reading of a balance, tester or worksheet to the unit of an index. Returns null if the units are
 * incompatible. A reading without a unit is assumed to be in the unit of the index. The converted value keeps all
 * decimals that can be stored: GB/T 8170 rounds the mean of the values once, and not the values before.
 * @param text as the device shows it
 */
export function convertReading(text: string, fromUnit: string | null, toUnit: string | null): string | null {
  if (!fromUnit) return text
  if (!toUnit) return null
  const factor = getUnitFactor(fromUnit, toUnit) ?? getUnitFactor(removeStripWidth(fromUnit), removeStripWidth(toUnit))
  if (factor === null) return null
  if (factor === 1) return text
  const value = Number(text) * factor
  // A power of ten only moves the decimal point, so all digits stay.
  if (value === 0 || Number.isInteger(Number(Math.log10(factor).toFixed(9))))
    return String(Number(value.toPrecision(12)))
  const decimals = Math.max(MAX_DECIMALS, MIN_SIGNIFICANT_DIGITS - 1 - Math.floor(Math.log10(Math.abs(value))))
  return String(Number(value.toFixed(Math.min(decimals, 20))))
}
