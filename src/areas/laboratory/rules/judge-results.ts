/** Compares results with their limits. Batch checks, cell entry and certificates share these rules. */
import { compareWithLimits, getLimitDigits, type LimitJudgement } from '@/plant/rules/limits'
import { roundTo } from '@/plant/rules/rounding'
import type { comparisons } from '@/areas/standards/rules/product-standard'
import type { Sample } from './reading'

/** Comparison of a result with a limit (GB/T 8170-2008, 4.3): rounded (修约值比较法) or with all digits (全数值比较法). */
export type Comparison = (typeof comparisons)[number]
export interface SpecificationLimits {
  readonly lsl?: number | null
  readonly usl?: number | null
}
export interface ResultLimits extends SpecificationLimits {
  readonly comparison: Comparison
  /** Decimals of results of the index; its limits may have more. */
  readonly digits: number
}
export type ResultJudgement = LimitJudgement
const toRange = ({ lsl, usl }: SpecificationLimits) => ({ low: lsl ?? null, high: usl ?? null })

/** Returns the decimals with which a result is compared with its limits and displayed next to them. */
export const getComparedDigits = (limits: SpecificationLimits & Pick<ResultLimits, 'digits'>): number =>
  getLimitDigits(toRange(limits), limits.digits)

/** Judges a value by the limits of its index. A value equal to a limit is within it. */
export const judgeTestValue = (value: number | string, limits: ResultLimits): ResultJudgement =>
  compareWithLimits(value, toRange(limits), limits.comparison === 'rounded' ? limits.digits : null)

/** Decimals of stored results. */
const MAX_DISPLAYED_DIGITS = 6
/**
 * Returns the decimals with which a mean is displayed next to its judgement. With full comparison a mean that rounds to
 * the other side of a limit gets more decimals: 21.96 against ≥ 22 is not displayed as 22.0.
 */
export function getDisplayedDigits(mean: number | null, limits: ResultLimits): number {
  let digits = getComparedDigits(limits)
  if (mean === null || limits.comparison === 'rounded') return digits
  const judgement = judgeTestValue(mean, limits)
  while (digits < MAX_DISPLAYED_DIGITS && judgeTestValue(roundTo(mean, digits), limits) !== judgement) digits += 1
  return digits
}

export interface OutsideSample<S> {
  readonly sample: S
  /** Null if below the limit of detection. */
  readonly value: number | null
  readonly judgement: Exclude<ResultJudgement, 'ok'>
  /** The limit that the sample violates. */
  readonly limit: number | null
}
/** Judges a reading below the limit of detection. Such a reading meets any upper limit but no lower limit. */
export const judgeBelowDetection = ({ lsl }: SpecificationLimits): Exclude<ResultJudgement, 'high'> =>
  lsl == null ? 'ok' : 'low'
/**
 * Judges a result by the mean of its samples; null without values. If any sample is below the limit of detection and
 * there is a lower limit, the result is `low` whatever the mean.
 */
export function judgeMean(
  { mean, below }: { readonly mean: number | null; readonly below: number },
  limits: ResultLimits,
): ResultJudgement | null {
  if (below > 0 && judgeBelowDetection(limits) !== 'ok') return 'low'
  if (mean === null) return below > 0 ? 'ok' : null
  return judgeTestValue(mean, limits)
}

/** Returns the samples outside the limits in their order. Excluded samples are not judged. */
export function findOutsideSamples<S extends Sample>(samples: readonly S[], limits: ResultLimits): OutsideSample<S>[] {
  return samples.flatMap((sample) => {
    const { text, value = null, below, excluded } = sample
    if ((value === null && !below) || excluded) return []
    const judgement = value === null ? judgeBelowDetection(limits) : judgeTestValue(text, limits)
    if (judgement === 'ok') return []
    return [{ sample, value, judgement, limit: (judgement === 'low' ? limits.lsl : limits.usl) ?? null }]
  })
}
