/** Validates the work entered at the end of a repair: hours, parts, times. */
import { findMomentProblem } from '@/contract/instant'
import { HOUR_MS, toMillis, type Moment } from '@/plant/rules/plant-time'
import { countStartedDays, calculateMaxHours } from './work-hours'

/** The work entered at the end of a repair. */
export interface RepairWork {
  readonly reportedAt: Moment
  readonly acceptedAt: Moment
  readonly endedAt: Moment
  /** Hours of work per person. */
  readonly hours: readonly { readonly userId: string; readonly hours: number }[]
  readonly parts: readonly { readonly partId: string; readonly quantity: number }[]
}

/** A problem of the entered work. */
export interface RepairWorkProblem {
  readonly field: 'endedAt' | 'hours' | 'parts'
  readonly code: 'beforeAcceptance' | 'inFuture' | 'notPositive' | 'twice' | 'moreThanElapsed' | 'tooManyHours'
  /** Id of the person or part. */
  readonly subjectId?: string
  /** Maximum hours that the person can have worked. */
  readonly maxHours?: number
  /** Warnings are only displayed; other problems block the command. */
  readonly isWarning: boolean
}

/**
 * Validates the work of a repair before it is finished. More hours than elapsed since acceptance are only a warning:
 * helpers may start before acceptance, and the work on a rejected repair spreads over several days. More than 24 hours
 * per started day since the report are refused.
 */
export function findRepairWorkProblems(work: RepairWork, now: Moment): RepairWorkProblem[] {
  const problems: RepairWorkProblem[] = []
  const acceptedMs = toMillis(work.acceptedAt)
  const endedMs = toMillis(work.endedAt)
  if (endedMs < acceptedMs) problems.push({ field: 'endedAt', code: 'beforeAcceptance', isWarning: false })
  if (findMomentProblem(work.endedAt, toMillis(now), { startedAt: work.acceptedAt }) === 'inFuture')
    problems.push({ field: 'endedAt', code: 'inFuture', isWarning: false })
  const elapsedHours = Math.max(0, endedMs - acceptedMs) / HOUR_MS
  problems.push(
    ...findHourOrPartProblems(
      'hours',
      work.hours.map(({ userId, hours }) => [userId, hours]),
    ),
  )
  problems.push(
    ...findHourOrPartProblems(
      'parts',
      work.parts.map(({ partId, quantity }) => [partId, quantity]),
    ),
  )
  const maxHours = calculateMaxHours(1, countStartedDays(work.reportedAt, work.endedAt))
  for (const { userId, hours } of work.hours) {
    if (hours > maxHours)
      problems.push({ field: 'hours', code: 'tooManyHours', subjectId: userId, maxHours, isWarning: false })
    else if (hours > elapsedHours)
      problems.push({ field: 'hours', code: 'moreThanElapsed', subjectId: userId, isWarning: true })
  }
  return problems
}

/** Finds amounts that are not positive, and people or parts that are entered twice. Each entry is an id and an amount. */
function findHourOrPartProblems(
  field: 'hours' | 'parts',
  amountEntries: readonly (readonly [string, number])[],
): RepairWorkProblem[] {
  const seenIds = new Set<string>()
  return amountEntries.flatMap(([subjectId, amount]) => {
    const problems: RepairWorkProblem[] = []
    if (!Number.isFinite(amount) || amount <= 0)
      problems.push({ field, code: 'notPositive', subjectId, isWarning: false })
    if (seenIds.has(subjectId)) problems.push({ field, code: 'twice', subjectId, isWarning: false })
    seenIds.add(subjectId)
    return problems
  })
}
