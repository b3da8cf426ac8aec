/** Validation of the shifts for which people fill in records. Pure. */
import { findMomentProblem, type MomentProblem } from '@/contract/moment-problem'
import type { Shift } from './shift'

/**
 * Returns the problem of a record's shifts, or null: the first has not begun, or the last ended so long ago that the
 * date is a slip. Days without shifts have no problem.
 * @param filledInAt ms since 1970
 */
export function validateRecordShifts(
  shifts: readonly Pick<Shift, 'startsAt' | 'endsAt'>[],
  filledInAt: number,
): MomentProblem | null {
  const [first, last] = [shifts[0], shifts.at(-1)]
  if (!first || !last) return null
  if (findMomentProblem(first.startsAt, filledInAt) === 'inFuture') return 'inFuture'
  return findMomentProblem(last.endsAt, filledInAt) === 'longAgo' ? 'longAgo' : null
}
