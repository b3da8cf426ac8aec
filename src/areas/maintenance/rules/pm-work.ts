/** What somebody enters of a preventive maintenance that was done: how long it took, and when. */
import { momentProblem } from '@/contract/entered-moment'
import { localClock, toMillis, type Day, type Moment } from '@/plant/rules/plant-time'

/** A day has no more hours, whoever works. */
export const HOURS_OF_A_DAY = 24
/** The most hours that so many people can have worked at it; nobody named is the one who enters it. */
export const mostHours = (people: number): number => HOURS_OF_A_DAY * Math.max(1, people)

export type PmProblem =
  | { readonly field: 'hours'; readonly code: 'tooManyHours'; readonly most: number; readonly people: number }
  | { readonly field: 'occurredAt'; readonly code: 'inFuture' }
  | { readonly field: 'occurredAt'; readonly code: 'beforeLast'; readonly last: Day }

/**
 * What is wrong with a completion as it is entered. `lastDoneOn`: as far as the one who enters it knows; what was done earlier
 * is a slip of the date. A phone that was without a network meanwhile knows an older one, so the server does not ask this.
 */
export function completionProblems(
  work: { readonly occurredAt: Moment | null; readonly hours: number | null; readonly people: number },
  lastDoneOn: Day | null,
  now: Moment,
  timeZone: string,
): PmProblem[] {
  const problems: PmProblem[] = []
  const most = mostHours(work.people)
  if (work.hours !== null && work.hours > most)
    problems.push({ field: 'hours', code: 'tooManyHours', most, people: Math.max(1, work.people) })
  if (work.occurredAt === null) return problems
  if (momentProblem(work.occurredAt, toMillis(now)) === 'inFuture')
    problems.push({ field: 'occurredAt', code: 'inFuture' })
  else if (lastDoneOn !== null && localClock(work.occurredAt, timeZone).day < lastDoneOn)
    problems.push({ field: 'occurredAt', code: 'beforeLast', last: lastDoneOn })
  return problems
}
