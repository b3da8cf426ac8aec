/**
 * Survival curve of tool lives by Kaplan & Meier, J. Am. Stat. Assoc. 53 (1958) 457–481, with running tools as
 * censored. Variance by Greenwood (1926); intervals on the log(−log S) scale (Kalbfleisch & Prentice 1980), which stay
 * within 0 and 1.
 */

/** Life of a tool in any unit. `ended` is true if it was used up; otherwise the life is censored. */
export interface Lived {
  readonly time: number
  readonly ended: boolean
}
/** Step of the curve: from a life at which tools ended until the next such life. */
export interface Step {
  readonly at: number
  /** Tools that had reached this life. */
  readonly atRisk: number
  readonly ended: number
  /** Share of tools that outlive this life, 0 to 1. */
  readonly survival: number
  /** Standard error of the share, by Greenwood. */
  readonly error: number
  /** 95 % interval of the share; null if undefined, e.g. after the last tool ended. */
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
const Z = 1.959964

/** Returns the steps of the Kaplan–Meier curve, one per life at which tools ended; empty if no tool ended. */
export function kaplanMeier(lives: readonly Lived[]): Step[] {
  const sorted = lives.filter(({ time }) => time > 0).sort((a, b) => a.time - b.time)
  const steps: Step[] = []
  let survival = 1
  let greenwood = 0
  for (let i = 0; i < sorted.length;) {
    const at = sorted[i]!.time
    const atRisk = sorted.length - i
    let ended = 0
    for (; i < sorted.length && sorted[i]!.time === at; i++) if (sorted[i]!.ended) ended++
    if (ended === 0) continue
    survival *= 1 - ended / atRisk
    greenwood += ended / (atRisk * (atRisk - ended))
    steps.push({ at, atRisk, ended, survival, ...boundsOf(survival, greenwood) })
  }
  return steps
}
function boundsOf(survival: number, greenwood: number): Pick<Step, 'error' | 'low' | 'high'> {
  if (survival <= 0) return { error: 0, low: null, high: null }
  const spread = (Z * Math.sqrt(greenwood)) / Math.log(survival)
  return {
    error: survival * Math.sqrt(greenwood),
    low: survival ** Math.exp(-spread),
    high: survival ** Math.exp(spread),
  }
}

/**
 * Returns the life that half of the tools outlive, with the interval of Brookmeyer & Crowley (1982); null if not
 * reached.
 */
export function medianLife(steps: readonly Step[]): Estimate {
  const first = (share: (step: Step) => number | null) =>
    steps.find((step) => (share(step) ?? (step.survival <= 0 ? 0 : 1)) <= 0.5 + 1e-12)?.at ?? null
  return { value: first(({ survival }) => survival), low: first(({ low }) => low), high: first(({ high }) => high) }
}

/**
 * Returns the mean life restricted to `until`, the longest life: area under the curve (Irwin 1949), normal interval.
 */
export function meanLife(lives: readonly Lived[], steps = kaplanMeier(lives)): Estimate & { until: number } {
  const until = Math.max(0, ...lives.map(({ time }) => time))
  if (until === 0) return { value: null, low: null, high: null, until }
  const ends = [...steps.map(({ at }) => at), until]
  // Area under the curve from each step on.
  const after = ends.map(() => 0)
  for (let i = steps.length - 1; i >= 0; i--)
    after[i] = after[i + 1]! + steps[i]!.survival * (ends[i + 1]! - steps[i]!.at)
  const value = ends[0]! + (steps.length > 0 ? after[0]! : 0)
  const variance = steps.reduce(
    (sum, { atRisk, ended }, i) => sum + (atRisk > ended ? (after[i]! ** 2 * ended) / (atRisk * (atRisk - ended)) : 0),
    0,
  )
  const half = Z * Math.sqrt(variance)
  return { value, low: Math.max(0, value - half), high: value + half, until }
}
