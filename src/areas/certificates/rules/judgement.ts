/** What the data of an order's rolls say against its limits, index by index. A certificate claims nothing that they do not show. */
import { judgeMean, type Comparison } from '@/areas/laboratory/rules/outside'

export const judgements = ['pass', 'fail', 'missing'] as const
export type LineJudgement = (typeof judgements)[number]

/** The limits of an index, as the order's standard has them. */
export interface JudgedBy {
  readonly lsl: number | null
  readonly usl: number | null
  readonly samplesPerRoll: number | null
  readonly comparison: Comparison
  /** Decimals of a result. */
  readonly digits: number
}
/** What was published of one roll: the mean of its samples, how many there were, and how many were below the limit of detection. */
export interface RollMean {
  readonly n: number
  readonly mean: number | null
  readonly below: number
}

/**
 * An index of a certificate. Each tested roll is judged by the mean of its samples; samples below the limit of detection
 * have no number: they keep an upper limit, and never a lower one. Nothing published, or fewer samples than the standard asks
 * of a roll, is missing; a roll that was tested in full and fails is never hidden behind one that was not.
 */
export function judgeLine(limits: JudgedBy, rolls: readonly RollMean[]): LineJudgement {
  const tested = rolls.filter(({ n, below }) => n + below > 0)
  if (tested.length === 0) return 'missing'
  const wanted = limits.samplesPerRoll ?? 1
  const whole = tested.filter(({ n, below }) => n + below >= wanted)
  if (!whole.every((roll) => judgeMean(roll, limits) === 'ok')) return 'fail'
  return whole.length === tested.length ? 'pass' : 'missing'
}

/** An index over all batches that the rolls come from: each speaks for itself, and one that was not tested leaves it missing. */
export function judgeBatches(limits: JudgedBy, batches: readonly (readonly RollMean[])[]): LineJudgement {
  const each = batches.map((rolls) => judgeLine(limits, rolls))
  if (each.includes('fail')) return 'fail'
  return each.length === 0 || each.includes('missing') ? 'missing' : 'pass'
}

/** What the certificate as a whole may say: all indexes pass; or names of those that fail or are missing, which an approver has to accept. */
export function overall(lines: readonly { readonly judgement: LineJudgement }[]): 'pass' | 'gaps' {
  return lines.length > 0 && lines.every(({ judgement }) => judgement === 'pass') ? 'pass' : 'gaps'
}
