/** Which samples of a result lie outside the limits it is judged by: one rule for the check of a batch and for the cell as it is typed. */
import { judge, type Comparison, type Judgement, type Limits } from './spc/rounding'
import type { Sample } from './reading'

export interface ResultLimits extends Limits {
  /** How the standard has a value held against a limit, and to how many decimals. */
  readonly comparison: Comparison
  readonly digits: number
}
export interface Outside<S> {
  readonly sample: S
  readonly value: number
  readonly judged: Exclude<Judgement, 'ok'>
  /** The limit that is passed. */
  readonly limit: number | null
}
/** In their order; what is below the limit of detection or left out is not judged. */
export function outsideOf<S extends Sample>(samples: readonly S[], limits: ResultLimits): Outside<S>[] {
  return samples.flatMap((sample) => {
    const { text, value, excluded } = sample
    if (value === null || value === undefined || excluded) return []
    const judged = judge(text, limits, limits.comparison, limits.digits)
    if (judged === 'ok') return []
    return [{ sample, value, judged, limit: (judged === 'low' ? limits.lsl : limits.usl) ?? null }]
  })
}
