/**
 * Severity of the next inspection of a supplier's material: the switching rules of GB/T 2828.1-2012 (ISO 2859-1:1999),
 * 9.3 and 9.4. Only the first inspection of each lot counts.
 */
import { getTighterAcceptanceNumber, type InspectionSeverity } from './attribute-plan'

/** An inspected lot, with the values that the rules need. */
export interface InspectedLot {
  readonly severity: InspectionSeverity
  readonly aql: number
  /** Code letter and acceptance number of its sampling plan. */
  readonly letter: string
  readonly accept: number
  /** Number of nonconforming pieces in the sample. */
  readonly nonconforming: number
  /** True if sampling was discontinued before this lot and resumed with it, because the supplier has acted. */
  readonly resumed: boolean
}
export interface SwitchingResult {
  readonly severity: InspectionSeverity
  /**
   * Five lots were rejected under tightened inspection: no acceptance by sampling until the supplier has acted (9.4).
   */
  readonly discontinued: boolean
  /** Switching score under normal inspection (9.3.3.2); from 30, inspection may be reduced. */
  readonly score: number
}

/** Normal inspection becomes tightened after two rejected lots out of five consecutive ones. */
const WINDOW_LOTS = 5
const REJECTED_LOTS_TO_TIGHTEN = 2
/** Tightened inspection returns to normal after this number of accepted lots in a row. */
const LOTS_BACK_TO_NORMAL = 5
const REJECTED_LOTS_TO_DISCONTINUE = 5
export const SCORE_FOR_REDUCED = 30

interface SwitchingState extends SwitchingResult {
  /** One entry for each of the last `WINDOW_LOTS` lots since the severity began, oldest first; true: accepted. */
  readonly acceptances: readonly boolean[]
  /** Number of lots rejected since tightened inspection began. */
  readonly rejected: number
}
const createState = (severity: InspectionSeverity): SwitchingState => ({
  severity,
  discontinued: false,
  score: 0,
  acceptances: [],
  rejected: 0,
})

/** True if the sample is accepted by its plan. */
export const isAccepted = ({ nonconforming, accept }: Pick<InspectedLot, 'nonconforming' | 'accept'>): boolean =>
  nonconforming <= accept

/**
 * Determines the severity of the next lot from the earlier lots, oldest first.
 * @param steady true if production is steady and reduced inspection is agreed. If false, normal inspection replaces
 * reduced inspection.
 */
export function determineNextSeverity(lots: readonly InspectedLot[], steady: boolean): SwitchingResult {
  const { severity, discontinued, score } = lots.reduce(applyLot, createState('normal'))
  if (severity === 'normal' && score >= SCORE_FOR_REDUCED && steady) return { severity: 'reduced', discontinued, score }
  if (severity === 'reduced' && !steady) return { severity: 'normal', discontinued, score: 0 }
  return { severity, discontinued, score }
}

function applyLot(previousState: SwitchingState, lot: InspectedLot): SwitchingState {
  const state = isSwitchAgreed(previousState, lot) ? createState(lot.severity) : previousState
  // An inspection that started before a change of severity and finished after it counts for neither severity.
  if (lot.severity !== state.severity) return state
  const isLotAccepted = isAccepted(lot)
  const acceptances = [...state.acceptances, isLotAccepted].slice(-WINDOW_LOTS)
  switch (state.severity) {
    case 'normal':
      return acceptances.filter((accepted) => !accepted).length >= REJECTED_LOTS_TO_TIGHTEN
        ? createState('tightened')
        : { ...state, acceptances, score: calculateScore(state.score, lot, isLotAccepted) }
    case 'tightened': {
      const rejectedLots = state.rejected + (isLotAccepted ? 0 : 1)
      if (rejectedLots >= REJECTED_LOTS_TO_DISCONTINUE)
        return { ...state, acceptances, rejected: rejectedLots, discontinued: true }
      return acceptances.length === LOTS_BACK_TO_NORMAL && acceptances.every(Boolean)
        ? createState('normal')
        : { ...state, acceptances, rejected: rejectedLots }
    }
    case 'reduced':
      return isLotAccepted ? { ...state, acceptances } : createState('normal')
  }
}
/** True if a person agreed to a switch with this lot: to or from reduced inspection, or to resume sampling. */
const isSwitchAgreed = ({ severity, discontinued }: SwitchingState, lot: InspectedLot): boolean =>
  (severity === 'normal' && lot.severity === 'reduced') ||
  (severity === 'reduced' && lot.severity === 'normal') ||
  (discontinued && lot.resumed)
/**
 * Returns the switching score after a lot (9.3.3.2). A lot adds 2 if its acceptance number is 0 or 1, and 3 if it would
 * also pass a tighter plan. Otherwise the score starts again at 0.
 */
function calculateScore(
  score: number,
  { aql, letter, accept, nonconforming }: InspectedLot,
  isLotAccepted: boolean,
): number {
  if (accept < 2) return isLotAccepted ? score + 2 : 0
  const tighterAcceptance = getTighterAcceptanceNumber(letter, aql)
  return tighterAcceptance !== null && nonconforming <= tighterAcceptance ? score + 3 : 0
}
