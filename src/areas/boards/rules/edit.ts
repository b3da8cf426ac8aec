/** What of a board may be changed, and where a difference is booked. */
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
  /** What the board shows now, earlier corrections in it. */
  readonly value: number
  /** What can be reached at most; null where nothing bounds it. */
  readonly most: number | null
}
/** The days a board is about, both included, today by the plant's business date, and for how long days may be changed. */
export interface EditedDays {
  readonly from: Day
  readonly to: Day
  readonly today: Day
  readonly editDays: number
}

/** Why the values of some days may not be changed; null when they may. Of a month that still runs the days that began may. */
export function dayProblem({ from, to, today, editDays }: EditedDays): EditProblem | null {
  if (from > today) return 'ahead'
  return countDaysBetween(to, today) > editDays ? 'tooOld' : null
}
/** Why a difference cannot be written; null when it can. */
export function editProblem({ item, difference, reason, value, most }: Edit, days: EditedDays): EditProblem | null {
  const closed = dayProblem(days)
  if (closed) return closed
  if (!Number.isFinite(difference) || difference === 0) return 'noDifference'
  // The shift still runs: its stops are not over.
  if (item === 'runHours' && days.from === days.today && days.to === days.today) return 'powerOnToday'
  if (reason.trim() === '') return 'noReason'
  if (value + difference < 0) return 'belowZero'
  return most !== null && difference > 0 && value + difference > most ? 'aboveMost' : null
}

/** A shift of a line, with the sum that is corrected. */
export interface Place {
  readonly day: Day
  readonly shift: string
  readonly lineId: string
  readonly value: number
}
/**
 * Where a difference is booked: in the newest day, there in the shift that can carry it and made most. Null when no shift alone can carry it.
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
