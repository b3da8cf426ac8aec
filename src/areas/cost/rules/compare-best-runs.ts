/**
 * Compares the cheapest runs of a product with its other runs. For each parameter: difference of means with confidence
 * interval (Welch), effect size (Hedges' g), and p-value corrected for multiple tests (Holm). The result is an
 * association, not a cause; it recommends trials and changes no setting.
 */
import { calculateStudentCdf, calculateStudentQuantile } from '@/plant/rules/distributions'

/** Minimum number of runs in each group; with fewer there are no findings. */
export const MIN_RUNS = 5
export interface WelchTest {
  /** Mean of the first sample less mean of the second. */
  readonly difference: number
  readonly low: number
  readonly high: number
  readonly t: number
  /** Welch–Satterthwaite degrees of freedom. */
  readonly df: number
  /** Two-sided p-value. */
  readonly p: number
}
const calculateMean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
const calculateVariance = (values: readonly number[]): number => {
  const mean = calculateMean(values)
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
}
/**
 * Performs Welch's test of two means with unequal variances. Null if a sample has fewer than two values or there is no
 * spread.
 */
export function calculateWelchTest(a: readonly number[], b: readonly number[], confidence = 0.95): WelchTest | null {
  if (a.length < 2 || b.length < 2) return null
  const meanVarianceA = calculateVariance(a) / a.length
  const meanVarianceB = calculateVariance(b) / b.length
  const differenceVariance = meanVarianceA + meanVarianceB
  const standardError = Math.sqrt(differenceVariance)
  if (!(standardError > 0)) return null
  const df = differenceVariance ** 2 / (meanVarianceA ** 2 / (a.length - 1) + meanVarianceB ** 2 / (b.length - 1))
  const difference = calculateMean(a) - calculateMean(b)
  const t = difference / standardError
  const halfWidth = calculateStudentQuantile(1 - (1 - confidence) / 2, df) * standardError
  return {
    difference,
    low: difference - halfWidth,
    high: difference + halfWidth,
    t,
    df,
    p: 2 * calculateStudentCdf(-Math.abs(t), df),
  }
}
/**
 * Calculates Hedges' g: Cohen's d with the pooled standard deviation, times 1 − 3 ÷ (4·(n₁ + n₂) − 9).
 * @see Hedges 1981
 */
export function calculateHedgesG(a: readonly number[], b: readonly number[]): number | null {
  const df = a.length + b.length - 2
  if (a.length < 2 || b.length < 2) return null
  const pooledDeviation = Math.sqrt(
    ((a.length - 1) * calculateVariance(a) + (b.length - 1) * calculateVariance(b)) / df,
  )
  return pooledDeviation > 0
    ? ((calculateMean(a) - calculateMean(b)) / pooledDeviation) * (1 - 3 / (4 * (a.length + b.length) - 9))
    : null
}
/**
 * Applies Holm's step-down correction to p-values and returns them in the input order.
 * @see Holm 1979
 */
export function applyHolmCorrection(pValues: readonly number[]): number[] {
  const ascendingIndexes = pValues.map((_, i) => i).sort((i, j) => pValues[i]! - pValues[j]!)
  const correctedPValues = pValues.map(() => 0)
  let runningMax = 0
  ascendingIndexes.forEach((i, rank) => {
    runningMax = Math.max(runningMax, Math.min(1, (pValues.length - rank) * pValues[i]!))
    correctedPValues[i] = runningMax
  })
  return correctedPValues
}

/** A run: one order with its cost per kilogram, quality and process parameters. */
export interface CostedRun {
  readonly id: string
  /** Cost, CNY/kg. */
  readonly perKg: number
  /** Share of first grade, 0–1. */
  readonly quality: number | null
  readonly parameters: Readonly<Record<string, number>>
}
/** Comparison of one parameter: `best…` describes the cheapest quartile, `rest…` the other good runs. */
export interface ParameterFinding {
  readonly key: string
  /** Number of runs with a value of the parameter. */
  readonly bestN: number
  readonly restN: number
  readonly bestMean: number
  readonly restMean: number
  readonly test: WelchTest
  /** Hedges' g. */
  readonly effect: number | null
  /** p-value corrected for the number of tested parameters. */
  readonly p: number
  /** True if the difference is significant after correction. */
  readonly worthTrying: boolean
}
export interface BestRunComparison {
  /** Number of runs at or above the minimum quality. */
  readonly goodRunCount: number
  readonly bestRunIds: readonly string[]
  /** Mean cost of the best quartile, CNY/kg. */
  readonly bestPerKg: number | null
  readonly restPerKg: number | null
  readonly tooFew: boolean
  readonly findings: readonly ParameterFinding[]
}
/**
 * Compares the cheapest quartile of the good-quality runs with the other good runs.
 * @param minQuality minimum quality, 0–1
 */
export function compareBestRuns(
  runs: readonly CostedRun[],
  minQuality: number,
  significanceLevel = 0.05,
): BestRunComparison {
  const goodRuns = runs
    .filter(({ quality }) => quality !== null && quality >= minQuality)
    .sort((a, b) => a.perKg - b.perKg || (a.id < b.id ? -1 : 1))
  const bestRuns = goodRuns.slice(0, Math.floor(goodRuns.length / 4))
  const otherRuns = goodRuns.slice(bestRuns.length)
  const calculateMeanPerKg = (group: readonly CostedRun[]) =>
    group.length ? calculateMean(group.map(({ perKg }) => perKg)) : null
  const summary = {
    goodRunCount: goodRuns.length,
    bestRunIds: bestRuns.map(({ id }) => id),
    bestPerKg: calculateMeanPerKg(bestRuns),
    restPerKg: calculateMeanPerKg(otherRuns),
  }
  if (bestRuns.length < MIN_RUNS || otherRuns.length < MIN_RUNS) return { ...summary, tooFew: true, findings: [] }
  const keys = [...new Set(goodRuns.flatMap(({ parameters }) => Object.keys(parameters)))].sort()
  const testedParameters = keys.flatMap((key) => {
    const getValues = (group: readonly CostedRun[]) => group.flatMap(({ parameters }) => parameters[key] ?? [])
    const bestValues = getValues(bestRuns)
    const otherValues = getValues(otherRuns)
    const hasEnoughValues = bestValues.length >= MIN_RUNS && otherValues.length >= MIN_RUNS
    const test = hasEnoughValues ? calculateWelchTest(bestValues, otherValues) : null
    return test ? [{ key, bestValues, otherValues, test }] : []
  })
  const correctedPValues = applyHolmCorrection(testedParameters.map(({ test }) => test.p))
  const findings = testedParameters
    .map(({ key, bestValues, otherValues, test }, i) => ({
      key,
      bestN: bestValues.length,
      restN: otherValues.length,
      bestMean: calculateMean(bestValues),
      restMean: calculateMean(otherValues),
      test,
      effect: calculateHedgesG(bestValues, otherValues),
      p: correctedPValues[i]!,
      worthTrying: correctedPValues[i]! <= significanceLevel,
    }))
    .sort((x, y) => x.p - y.p || Math.abs(y.effect ?? 0) - Math.abs(x.effect ?? 0))
  return { ...summary, tooFew: false, findings }
}

interface DifferenceOfMeans {
  readonly difference: number
  readonly low: number
  readonly high: number
  /** Hedges' g. */
  readonly effect: number | null
}
export interface StandardizedInterval {
  readonly low: number
  readonly estimate: number
  readonly high: number
}
/**
 * Converts a difference of means with its confidence interval to standard deviations, so that parameters with different
 * units share a scale. The factor is Hedges' g divided by the difference.
 * @returns null if there is no effect size, or the difference is 0 and the factor therefore unknown
 */
export function toStandardizedInterval({
  difference,
  low,
  high,
  effect,
}: DifferenceOfMeans): StandardizedInterval | null {
  if (effect === null || effect === 0 || difference === 0) return null
  const factor = effect / difference
  return { low: low * factor, estimate: effect, high: high * factor }
}
