/** Of which shifts people fill in sheets. Pure. */
import { momentProblem, type MomentProblem } from '@/contract/entered-moment'
import type { Shift } from './shift'

/**
 * What is wrong with the shifts that a sheet is of, as it is filled in at `at` (ms): the first has not begun, or the last was
 * over so long ago that the day is a slip. Null when they can be right, and of a day without shifts.
 */
export function sheetShiftProblem(
  shifts: readonly Pick<Shift, 'startsAt' | 'endsAt'>[],
  at: number,
): MomentProblem | null {
  const [first, last] = [shifts[0], shifts.at(-1)]
  if (!first || !last) return null
  if (momentProblem(first.startsAt, at) === 'inFuture') return 'inFuture'
  return momentProblem(last.endsAt, at) === 'longAgo' ? 'longAgo' : null
}
