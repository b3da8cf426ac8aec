/**
 * Severity of the next inspection of a supplier's material: the switching rules of GB/T 2828.1-2012 (ISO 2859-1:1999),
 * 9.3 and 9.4. Only the first inspection of each lot counts.
 */
import { acceptOneTighter, type Severity } from './attribute-plan'

/** An inspected lot, with the values that the rules need. */
export interface InspectedLot {
  readonly severity: Severity
  readonly aql: number
  readonly letter: string
  readonly accept: number
  /** Number of nonconforming pieces in the sample. */
  readonly nonconforming: number
  /** Sampling had been discontinued and resumed with this lot, because the supplier has acted. */
  readonly resumed: boolean
}
export interface Switching {
  readonly severity: Severity
  /**
   * Five lots were rejected under tightened inspection: no acceptance by sampling until the supplier has acted (9.4).
   */
  readonly discontinued: boolean
  /** Switching score under normal inspection (9.3.3.2); from 30, inspection may be reduced. */
  readonly score: number
}

const WINDOW = 5
const BACK_TO_NORMAL = 5
const DISCONTINUED = 5
export const SCORE_FOR_REDUCED = 30

interface State extends Switching {
  /** Acceptance of the last few lots since the severity began. */
  readonly since: readonly boolean[]
  /** Number of lots rejected since tightened inspection began. */
  readonly rejected: number
}
const begun = (severity: Severity): State => ({ severity, discontinued: false, score: 0, since: [], rejected: 0 })

/** True if the sample is accepted by its plan. */
export const isAccepted = ({ nonconforming, accept }: Pick<InspectedLot, 'nonconforming' | 'accept'>): boolean =>
  nonconforming <= accept

/**
 * Determines the severity of the next lot from the earlier lots, oldest first.
 * @param steady production is steady and reduced inspection is agreed; otherwise reduced inspection does not begin, or
 * ends
 */
export function nextSeverity(lots: readonly InspectedLot[], steady: boolean): Switching {
  const { severity, discontinued, score } = lots.reduce(after, begun('normal'))
  if (severity === 'normal' && score >= SCORE_FOR_REDUCED && steady) return { severity: 'reduced', discontinued, score }
  if (severity === 'reduced' && !steady) return { severity: 'normal', discontinued, score: 0 }
  return { severity, discontinued, score }
}

function after(before: State, lot: InspectedLot): State {
  const state = agreed(before, lot) ? begun(lot.severity) : before
  // Started before the severity changed and finished afterwards: the lot belongs to neither series.
  if (lot.severity !== state.severity) return state
  const accepted = isAccepted(lot)
  const since = [...state.since, accepted].slice(-WINDOW)
  switch (state.severity) {
    case 'normal':
      return since.filter((one) => !one).length >= 2
        ? begun('tightened')
        : { ...state, since, score: scoreAfter(state.score, lot, accepted) }
    case 'tightened': {
      const rejected = state.rejected + (accepted ? 0 : 1)
      if (rejected >= DISCONTINUED) return { ...state, since, rejected, discontinued: true }
      return since.length === BACK_TO_NORMAL && since.every(Boolean) ? begun('normal') : { ...state, since, rejected }
    }
    case 'reduced':
      return accepted ? { ...state, since } : begun('normal')
  }
}
/** True if a person agreed to a switch with this lot: to or from reduced inspection, or to resume sampling. */
const agreed = ({ severity, discontinued }: State, lot: InspectedLot): boolean =>
  (severity === 'normal' && lot.severity === 'reduced') ||
  (severity === 'reduced' && lot.severity === 'normal') ||
  (discontinued && lot.resumed)
function scoreAfter(score: number, { aql, letter, accept, nonconforming }: InspectedLot, accepted: boolean): number {
  if (accept < 2) return accepted ? score + 2 : 0
  const tighter = acceptOneTighter(letter, aql)
  return tighter !== null && nonconforming <= tighter ? score + 3 : 0
}
