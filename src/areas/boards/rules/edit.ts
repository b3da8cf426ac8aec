/** Validation of corrections on a board, and the choice of the shift that a difference is booked in. */
import { countDaysBetween, type Day } from '@/plant/rules/plant-time'
import type { CorrectedItem } from './items'

export type EditProblem =
  | 'ahead'
  | 'tooOld'
  | 'powerOnToday'
  | 'noDifference'
  | 'noReason'
  | 'belowZero'
  | 'aboveMost'
  | 'nowhere'

export interface Edit {
  readonly item: CorrectedItem
  /** In the unit of the item, signed. */
  readonly difference: number
  readonly reason: string
  /** The value on the board, including earlier corrections. */
  readonly value: number
  /** Highest value that can be reached; null if there is no limit. */
  readonly most: number | null
}
/**
 * Days of a board, both included, today's business date of the plant, and for how many days back values may be edited.
 */
export interface EditedDays {
  readonly from: Day
  readonly to: Day
  readonly today: Day
  readonly editDays: number
}

/** Returns why values of a period may not be edited; null if they may. In a running month, past days may be edited. */
export function dayProblem({ from, to, today, editDays }: EditedDays): EditProblem | null {
  if (from > today) return 'ahead'
  return countDaysBetween(to, today) > editDays ? 'tooOld' : null
}
/** Returns why a difference cannot be booked; null if it can. */
export function editProblem({ item, difference, reason, value, most }: Edit, days: EditedDays): EditProblem | null {
  const closed = dayProblem(days)
  if (closed) return closed
  if (!Number.isFinite(difference) || difference === 0) return 'noDifference'
  // The shift is still running, so its stops are not complete.
  if (item === 'runHours' && days.from === days.today && days.to === days.today) return 'powerOnToday'
  if (reason.trim() === '') return 'noReason'
  if (value + difference < 0) return 'belowZero'
  return most !== null && difference > 0 && value + difference > most ? 'aboveMost' : null
}

/** A shift of a line with the sum to correct. */
export interface Place {
  readonly day: Day
  readonly shift: string
  readonly lineId: string
  readonly value: number
}
/**
 * Chooses the shift in which a difference is booked: on the newest day, the one with the highest sum of those that stay
 * at or above zero. Null if no single shift can carry the difference.
 * @param delta added to the sum
 */
export function placeFor<P extends Place>(places: readonly P[], delta: number): P | null {
  const carrying = places.filter(({ value }) => value + delta >= 0)
  return carrying.reduce<P | null>(
    (best, one) =>
      best === null || one.day > best.day || (one.day === best.day && one.value > best.value) ? one : best,
    null,
  )
}
