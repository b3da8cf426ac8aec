/** Which samples of a result lie outside the limits it is judged by: one rule for the check of a batch, the cell as it is typed, and the certificate. */
import { judge, type Comparison, type Judgement, type Limits } from './spc/rounding'
import type { Sample } from './reading'

export interface ResultLimits extends Limits {
  /** How the standard has a value held against a limit, and to how many decimals. */
  readonly comparison: Comparison
  readonly digits: number
}
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
  return judge(mean, limits, limits.comparison, limits.digits)
}

/** In their order; what is left out is not judged. */
export function outsideOf<S extends Sample>(samples: readonly S[], limits: ResultLimits): Outside<S>[] {
  return samples.flatMap((sample) => {
    const { text, value = null, below, excluded } = sample
    if ((value === null && !below) || excluded) return []
    const judged = value === null ? judgeBelow(limits) : judge(text, limits, limits.comparison, limits.digits)
    if (judged === 'ok') return []
    return [{ sample, value, judged, limit: (judged === 'low' ? limits.lsl : limits.usl) ?? null }]
  })
}
