/**
 * Survival curve of tool lives by Kaplan & Meier, J. Am. Stat. Assoc. 53 (1958) 457–481. Lives that have not ended by
 * use, such as those of running tools, are censored: they count as survivors up to their present life. Variance by
 * Greenwood (1926); intervals on the log(−log S) scale (Kalbfleisch & Prentice 1980), which stay within 0 and 1.
 */

/** Life of a tool in hours, metres or kg. `ended` is true if the tool was used up; otherwise the life is censored. */
export interface Lifetime {
  readonly life: number
  readonly ended: boolean
}
/** Step of the curve: from a life at which tools ended until the next such life. */
export interface SurvivalStep {
  readonly life: number
  /** Tools that had reached this life. */
  readonly atRisk: number
  readonly ended: number
  /** Share of tools that outlive this life, 0 to 1. */
  readonly survival: number
  /** Standard error of the share, by Greenwood. */
  readonly standardError: number
  /** 95 % interval of the share; null after the last tool ended, because the interval is then undefined. */
  readonly low: number | null
  readonly high: number | null
}
/** An estimate with its 95 % interval; a bound that the curve does not reach is null. */
export interface Estimate {
  readonly value: number | null
  readonly low: number | null
  readonly high: number | null
}
/** The 97.5 % point of the normal distribution. */
const Z_95 = 1.959964
/** Products of shares, e.g. 3/4 × 2/3, may exceed 0.5 by a rounding error. */
const ROUNDING_TOLERANCE = 1e-12

/** Returns the steps of the Kaplan–Meier curve, one per life at which tools ended; empty if no tool ended. */
export function estimateSurvival(lives: readonly Lifetime[]): SurvivalStep[] {
  const sortedLives = lives.filter(({ life }) => life > 0).sort((a, b) => a.life - b.life)
  const steps: SurvivalStep[] = []
  let survival = 1
  let greenwoodSum = 0
  for (let i = 0; i < sortedLives.length;) {
    const life = sortedLives[i]!.life
    const atRisk = sortedLives.length - i
    let ended = 0
    for (; i < sortedLives.length && sortedLives[i]!.life === life; i++) if (sortedLives[i]!.ended) ended++
    if (ended === 0) continue
    survival *= 1 - ended / atRisk
    greenwoodSum += ended / (atRisk * (atRisk - ended))
    steps.push({ life, atRisk, ended, survival, ...calculateBounds(survival, greenwoodSum) })
  }
  return steps
}
function calculateBounds(survival: number, greenwoodSum: number): Pick<SurvivalStep, 'standardError' | 'low' | 'high'> {
  if (survival <= 0) return { standardError: 0, low: null, high: null }
  const exponent = (Z_95 * Math.sqrt(greenwoodSum)) / Math.log(survival)
  return {
    standardError: survival * Math.sqrt(greenwoodSum),
    low: survival ** Math.exp(-exponent),
    high: survival ** Math.exp(exponent),
  }
}

/**
 * Returns the life that half of the tools outlive, with the interval of Brookmeyer & Crowley (1982); null if not
 * reached.
 */
export function estimateMedianLife(steps: readonly SurvivalStep[]): Estimate {
  const findFirstLife = (getShare: (step: SurvivalStep) => number | null) => {
    // A bound is null only after the last tool ended, where the share is 0.
    const isHalfOrLess = (step: SurvivalStep) => (getShare(step) ?? 0) <= 0.5 + ROUNDING_TOLERANCE
    return steps.find(isHalfOrLess)?.life ?? null
  }
  return {
    value: findFirstLife(({ survival }) => survival),
    low: findFirstLife(({ low }) => low),
    high: findFirstLife(({ high }) => high),
  }
}

/**
 * Returns the mean life restricted to `until`, the longest life. It is the area under the curve (Irwin 1949); the 95 %
 * interval assumes a normal distribution.
 */
export function estimateMeanLife(
  lives: readonly Lifetime[],
  steps = estimateSurvival(lives),
): Estimate & { until: number } {
  const until = Math.max(0, ...lives.map(({ life }) => life))
  if (until === 0) return { value: null, low: null, high: null, until }
  const stepLives = [...steps.map(({ life }) => life), until]
  // `areaAfter[i]` is the area under the curve from step i to `until`.
  const areaAfter = stepLives.map(() => 0)
  for (let i = steps.length - 1; i >= 0; i--)
    areaAfter[i] = areaAfter[i + 1]! + steps[i]!.survival * (stepLives[i + 1]! - steps[i]!.life)
  // All tools survive until the first step, so the area before it is its life × 1.
  const meanLife = stepLives[0]! + (steps.length > 0 ? areaAfter[0]! : 0)
  const variance = steps.reduce(
    (sum, { atRisk, ended }, i) =>
      sum + (atRisk > ended ? (areaAfter[i]! ** 2 * ended) / (atRisk * (atRisk - ended)) : 0),
    0,
  )
  const halfWidth = Z_95 * Math.sqrt(variance)
  return { value: meanLife, low: Math.max(0, meanLife - halfWidth), high: meanLife + halfWidth, until }
}
