/** Validation of the shifts for which people fill in records. */
import { findMomentProblem, type MomentProblem } from '@/contract/instant'
import type { Shift } from './shift'

/**
 * Returns the problem of a record's shifts, or null. `inFuture`: the first shift has not begun. `longAgo`: the last shift
 * ended so long ago that the date must be a typing error. Days without shifts have no problem.
 * @param filledInAtMs ms since 1970
 */
export function validateRecordShifts(
  shifts: readonly Pick<Shift, 'startsAt' | 'endsAt'>[],
  filledInAtMs: number,
): MomentProblem | null {
  const [firstShift, lastShift] = [shifts[0], shifts.at(-1)]
  if (!firstShift || !lastShift) return null
  if (findMomentProblem(firstShift.startsAt, filledInAtMs) === 'inFuture') return 'inFuture'
  return findMomentProblem(lastShift.endsAt, filledInAtMs) === 'longAgo' ? 'longAgo' : null
}
