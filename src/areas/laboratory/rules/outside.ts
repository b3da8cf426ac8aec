/** Which samples of a result lie outside the limits it is judged by: one rule for the check of a batch, the cell as it is typed, and the certificate. */
import { compareWithLimits, getLimitDigits, type LimitJudgement } from '@/plant/rules/limits'
import type { comparisons } from '@/areas/standards/rules/product-standard'
import type { Sample } from './reading'

/** How a result is compared with a limit (GB/T 8170-2008, 4.3): rounded 修约值比较法, or in full 全数值比较法. */
export type Comparison = (typeof comparisons)[number]
export interface Limits {
  readonly lsl?: number | null
  readonly usl?: number | null
}
export interface ResultLimits extends Limits {
  readonly comparison: Comparison
  /** Decimals of a result of the index; its limits may be written with more. */
  readonly digits: number
}
export type Judgement = LimitJudgement
const toRange = ({ lsl, usl }: Limits) => ({ low: lsl ?? null, high: usl ?? null })

/** Decimals to which a result is compared with its limits, and shown beside them. */
export const getComparedDigits = (limits: Limits & Pick<ResultLimits, 'digits'>): number =>
  getLimitDigits(toRange(limits), limits.digits)

/** Whether a result keeps the limits of its index; a limit itself is kept. */
export const judge = (value: number | string, limits: ResultLimits): Judgement =>
  compareWithLimits(value, toRange(limits), limits.comparison === 'rounded' ? limits.digits : null)

export interface Outside<S> {
  readonly sample: S
  /** Null for what is below the limit of detection. */
  readonly value: number | null
  readonly judged: Exclude<Judgement, 'ok'>
  /** The limit that is passed. */
  readonly limit: number | null
}
/** What is below the limit of detection has no number: it keeps an upper limit, and never a lower one. */
export const judgeBelow = ({ lsl }: Limits): Exclude<Judgement, 'high'> => (lsl == null ? 'ok' : 'low')
/** A result by the mean of its samples, of which some may lie below the limit of detection; null where nothing was measured. */
export function judgeMean(
  { mean, below }: { readonly mean: number | null; readonly below: number },
  limits: ResultLimits,
): Judgement | null {
  if (below > 0 && judgeBelow(limits) !== 'ok') return 'low'
  if (mean === null) return below > 0 ? 'ok' : null
  return judge(mean, limits)
}

/** In their order; what is left out is not judged. */
export function outsideOf<S extends Sample>(samples: readonly S[], limits: ResultLimits): Outside<S>[] {
  return samples.flatMap((sample) => {
    const { text, value = null, below, excluded } = sample
    if ((value === null && !below) || excluded) return []
    const judged = value === null ? judgeBelow(limits) : judge(text, limits)
    if (judged === 'ok') return []
    return [{ sample, value, judged, limit: (judged === 'low' ? limits.lsl : limits.usl) ?? null }]
  })
}
