/**
 * Judges the test results of rolls against the limits of their order, by test index. An index without sufficient
 * results never passes.
 */
import { judgeMean, type Comparison } from '@/areas/laboratory/rules/judge-results'

export const certificateJudgements = ['pass', 'fail', 'missing'] as const
export type IndexJudgement = (typeof certificateJudgements)[number]

/** Limits of an index from the standard of the order. */
export interface JudgementLimits {
  readonly lsl: number | null
  readonly usl: number | null
  readonly samplesPerRoll: number | null
  readonly comparison: Comparison
  /** Decimals of a result. */
  readonly digits: number
}
/** Published result of one roll. */
export interface RollMean {
  /** Number of measured samples, without those below the limit of detection. */
  readonly n: number
  /** Mean of the `n` measured samples; null if there are none. */
  readonly mean: number | null
  /** Number of samples below the limit of detection. */
  readonly below: number
}

/**
 * Judges an index. Each tested roll is judged by the mean of its samples. Samples below the limit of detection have no
 * number: they meet an upper limit, but never a lower one. No result, or fewer samples per roll than the standard
 * requires, is `missing`. A fully tested roll that fails takes precedence over rolls that are not fully tested.
 */
export function judgeIndex(limits: JudgementLimits, rolls: readonly RollMean[]): IndexJudgement {
  const testedRolls = rolls.filter(({ n, below }) => n + below > 0)
  if (testedRolls.length === 0) return 'missing'
  const requiredSamples = limits.samplesPerRoll ?? 1
  const fullyTestedRolls = testedRolls.filter(({ n, below }) => n + below >= requiredSamples)
  if (!fullyTestedRolls.every((roll) => judgeMean(roll, limits) === 'ok')) return 'fail'
  return fullyTestedRolls.length === testedRolls.length ? 'pass' : 'missing'
}

/**
 * Judges an index over all batches of the rolls. Each batch is judged separately, and an untested batch makes it
 * `missing`.
 */
export function judgeBatches(limits: JudgementLimits, batches: readonly (readonly RollMean[])[]): IndexJudgement {
  const batchJudgements = batches.map((rolls) => judgeIndex(limits, rolls))
  if (batchJudgements.includes('fail')) return 'fail'
  return batchJudgements.length === 0 || batchJudgements.includes('missing') ? 'missing' : 'pass'
}

/** Returns `pass` if all indexes pass, else `gaps`, which need a concession. */
export function summarizeJudgements(lines: readonly { readonly judgement: IndexJudgement }[]): 'pass' | 'gaps' {
  return lines.length > 0 && lines.every(({ judgement }) => judgement === 'pass') ? 'pass' : 'gaps'
}
