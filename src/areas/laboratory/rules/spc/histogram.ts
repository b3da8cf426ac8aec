import { calculateNormalCdf } from '@/plant/rules/distributions'
import { calculateDeviation, calculateMoments, type Moments } from './moments'
import { countDecimals } from '@/plant/rules/rounding'

export interface FrequencyBin {
  readonly from: number
  readonly to: number
  readonly count: number
  /** Count expected from a normal distribution with the same mean and deviation. */
  readonly expected: number
}
export interface HistogramData {
  readonly bins: readonly FrequencyBin[]
  readonly width: number
  readonly moments: Moments
}
const MAX_BINS = 60
/** Allowance for binary rounding, in bins, so that a value on a bound falls into the bin above. */
const BOUND_TOLERANCE = 1e-9
/** A width times this factor is rounded up to the next of the widths 1, 2, 5, 10. */
const NEXT_WIDTH_FACTOR = 1.6
/** Number of values whose decimals are counted to find the last digit of the readings. */
const DIGIT_SAMPLE_SIZE = 500

/**
 * Builds a histogram with bins of equal width, each including its lower bound. The width is 3.49 s n^(−1/3) (Scott,
 * Biometrika 66, 1979), rounded up to 1, 2 or 5 times a power of ten. A bin is never narrower than the last digit of
 * the readings, because narrower bins would show the rounding of the readings instead of their distribution.
 */
export function buildHistogram(values: readonly number[]): HistogramData {
  const moments = calculateMoments(values)
  const deviation = calculateDeviation(moments) ?? 0
  if (values.length === 0 || deviation === 0)
    return {
      bins: values.length ? [{ ...toSingleValueBin(moments.mean), count: values.length, expected: values.length }] : [],
      width: 0,
      moments,
    }
  const digits = Math.min(9, Math.max(...values.slice(0, DIGIT_SAMPLE_SIZE).map(countDecimals)))
  const finestWidth = 10 ** -digits
  let width = Math.max(finestWidth, roundUpWidth(3.49 * deviation * moments.n ** (-1 / 3)))
  while ((moments.max - moments.min) / width > MAX_BINS) width = roundUpWidth(width * NEXT_WIDTH_FACTOR)
  // If bins are as wide as the last digit of a reading, the bounds are shifted by half a digit, so that no reading lies
  // on a bound.
  const boundShift = width / finestWidth < 1.5 ? finestWidth / 2 : 0
  const toBinNumber = (value: number) => Math.floor((value + boundShift) / width + BOUND_TOLERANCE)
  const firstBin = toBinNumber(moments.min)
  const binCount = toBinNumber(moments.max) - firstBin + 1
  const counts = Array.from({ length: binCount }, () => 0)
  for (const value of values) {
    const binIndex = Math.min(binCount - 1, Math.max(0, toBinNumber(value) - firstBin))
    counts[binIndex] = (counts[binIndex] ?? 0) + 1
  }
  const getBound = (i: number): number => Number(((firstBin + i) * width - boundShift).toPrecision(12))
  const getCumulativeShare = (x: number): number => calculateNormalCdf((x - moments.mean) / deviation)
  return {
    bins: counts.map((count, i) => ({
      from: getBound(i),
      to: getBound(i + 1),
      count,
      expected: moments.n * (getCumulativeShare(getBound(i + 1)) - getCumulativeShare(getBound(i))),
    })),
    width,
    moments,
  }
}
const toSingleValueBin = (value: number) => ({ from: value, to: value })
/** Rounds up to 1, 2 or 5 times a power of ten. The factor 0.999 keeps a width that is such a number but for rounding. */
function roundUpWidth(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width))
  const step = [1, 2, 5, 10].find((s) => s * power >= width * 0.999) ?? 10
  return Number((step * power).toPrecision(6))
}

/** Maximum number of decimals that bin edges may have beyond the decimals of their test index. */
const MAX_EXTRA_DIGITS = 3

/**
 * Returns the number of decimals at which different values, such as bin edges, are displayed differently.
 * @param digits decimals of the test index; the result is at least this number and at most three more
 */
export function countDistinctDecimals(values: readonly number[], digits: number): number {
  const distinctCount = new Set(values).size
  const areDistinct = (extraDigits: number) =>
    new Set(values.map((value) => value.toFixed(digits + extraDigits))).size === distinctCount
  let extraDigits = 0
  while (extraDigits < MAX_EXTRA_DIGITS && !areDistinct(extraDigits)) extraDigits++
  return digits + extraDigits
}

interface ParetoBar {
  readonly key: string
  readonly value: number
  readonly share: number
  /** Share of this and all previous bars; exactly 1 for the last. */
  readonly cumulative: number
}
/**
 * Sorts causes from largest to smallest and adds cumulative shares. Causes without a value are dropped; ties are sorted
 * by key for a stable order.
 */
export function buildParetoBars(causes: ReadonlyMap<string, number>): ParetoBar[] {
  const sortedCauses = [...causes]
    .filter(([, value]) => value > 0)
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  const total = sortedCauses.reduce((sum, [, value]) => sum + value, 0)
  let runningTotal = 0
  return sortedCauses.map(([key, value], i) => {
    runningTotal += value
    return { key, value, share: value / total, cumulative: i === sortedCauses.length - 1 ? 1 : runningTotal / total }
  })
}
