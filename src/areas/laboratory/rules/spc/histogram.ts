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
const DIGIT_SAMPLE_SIZE = 500

/**
 * Builds a histogram with bins of one width, each including its lower bound. The width is Scott's, 3.49 s n^(−1/3)
 * (Biometrika 66, 1979), rounded to 1, 2 or 5 times a power of ten. It is never finer than the last digit of the
 * readings, because the bins would then show the rounding of the readings instead of their distribution.
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
  while ((moments.max - moments.min) / width > MAX_BINS) width = roundUpWidth(width * 1.6)
  // Bounds lie half a last digit below the readings, so that no reading lies on a bound.
  const shift = width / finestWidth < 1.5 ? finestWidth / 2 : 0
  const first = Math.floor((moments.min + shift) / width + 1e-9)
  const count = Math.floor((moments.max + shift) / width + 1e-9) - first + 1
  const counts = Array.from({ length: count }, () => 0)
  for (const value of values) {
    const binIndex = Math.min(count - 1, Math.max(0, Math.floor((value + shift) / width + 1e-9) - first))
    counts[binIndex] = (counts[binIndex] ?? 0) + 1
  }
  const getBound = (i: number): number => Number(((first + i) * width - shift).toPrecision(12))
  const getCumulativeShare = (x: number): number => calculateNormalCdf((x - moments.mean) / deviation)
  return {
    bins: counts.map((found, i) => ({
      from: getBound(i),
      to: getBound(i + 1),
      count: found,
      expected: moments.n * (getCumulativeShare(getBound(i + 1)) - getCumulativeShare(getBound(i))),
    })),
    width,
    moments,
  }
}
const toSingleValueBin = (value: number) => ({ from: value, to: value })
function roundUpWidth(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 5, 10].find((s) => s * power >= raw * 0.999) ?? 10
  return Number((step * power).toPrecision(6))
}
