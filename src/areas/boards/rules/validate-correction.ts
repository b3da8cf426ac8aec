/** Validation of corrections on a board, and the choice of the shift that a difference is booked in. */
import { countDaysBetween, type Day } from '@/plant/rules/plant-time'
import type { CorrectableItem } from './board-items'

export type CorrectionProblem =
  /** The days are in the future. */
  | 'ahead'
  /** The days are older than the plant permits to edit. */
  | 'tooOld'
  /** Run hours of today are not complete. */
  | 'powerOnToday'
  | 'noDifference'
  | 'noReason'
  | 'belowZero'
  /** The corrected value exceeds the highest value that can be reached. */
  | 'aboveMost'
  /** No shift of the period can take the difference. */
  | 'nowhere'

export interface BoardCorrection {
  readonly item: CorrectableItem
  /** In the unit of the item, signed. */
  readonly difference: number
  readonly reason: string
  /** The value on the board, including earlier corrections. */
  readonly value: number
  /** Highest value that can be reached; null if there is no limit. */
  readonly maxValue: number | null
}
/**
 * First and last day of a board, today's business date, and the number of past days whose values may be edited.
 */
export interface CorrectedDays {
  readonly from: Day
  readonly to: Day
  readonly today: Day
  readonly editDays: number
}

/**
 * Returns why the values of a period may not be edited; null if they may. A period that includes today may be edited,
 * although some of its days are in the future.
 */
export function validateCorrectedDays({ from, to, today, editDays }: CorrectedDays): CorrectionProblem | null {
  if (from > today) return 'ahead'
  return countDaysBetween(to, today) > editDays ? 'tooOld' : null
}
/** Returns why a difference cannot be booked; null if it can. */
export function validateCorrection(
  { item, difference, reason, value, maxValue }: BoardCorrection,
  dayRange: CorrectedDays,
): CorrectionProblem | null {
  const daysProblem = validateCorrectedDays(dayRange)
  if (daysProblem) return daysProblem
  if (!Number.isFinite(difference) || difference === 0) return 'noDifference'
  // The shift is still running, so its stops are not complete.
  if (item === 'runHours' && dayRange.from === dayRange.today && dayRange.to === dayRange.today) return 'powerOnToday'
  if (reason.trim() === '') return 'noReason'
  if (value + difference < 0) return 'belowZero'
  return maxValue !== null && difference > 0 && value + difference > maxValue ? 'aboveMost' : null
}

/** A shift of a line with the sum to correct. */
export interface CorrectableShift {
  readonly day: Day
  readonly shift: string
  readonly lineId: string
  readonly value: number
}
/**
 * Chooses the shift in which a difference is booked. Only shifts whose sum stays at or above zero qualify. The newest
 * day wins, and within the day the highest sum. Null if no shift qualifies.
 * @param delta added to the sum
 */
export function chooseCorrectedShift<S extends CorrectableShift>(shifts: readonly S[], delta: number): S | null {
  const eligibleShifts = shifts.filter(({ value }) => value + delta >= 0)
  let bestShift: S | null = null
  for (const shift of eligibleShifts) if (bestShift === null || isPreferred(shift, bestShift)) bestShift = shift
  return bestShift
}
const isPreferred = (shift: CorrectableShift, otherShift: CorrectableShift): boolean =>
  shift.day > otherShift.day || (shift.day === otherShift.day && shift.value > otherShift.value)
