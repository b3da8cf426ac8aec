/** Validates the work entered at the end of a repair: hours, parts, times. */
import { findMomentProblem } from '@/contract/moment-problem'
import { HOUR_MS, toMillis, type Moment } from '@/plant/rules/plant-time'
import { countStartedDays, calculateMaxHours } from './work-hours'

export interface RepairWork {
  readonly reportedAt: Moment
  readonly acceptedAt: Moment
  readonly endedAt: Moment
  /** Hours of work per person. */
  readonly hours: readonly { readonly userId: string; readonly hours: number }[]
  readonly parts: readonly { readonly partId: string; readonly quantity: number }[]
}

export interface RepairWorkProblem {
  readonly field: 'endedAt' | 'hours' | 'parts'
  readonly code: 'beforeAcceptance' | 'inFuture' | 'notPositive' | 'twice' | 'moreThanElapsed' | 'tooManyHours'
  /** Id of the person or part. */
  readonly of?: string
  /** Maximum hours that the person can have worked. */
  readonly most?: number
  /** Warnings are only displayed; other problems block the command. */
  readonly warning: boolean
}

/**
 * Validates the work of a repair before it is finished. More hours than elapsed since acceptance are only a warning:
 * helpers may start before acceptance, and rejections spread work over days. More hours than the days since the report
 * have are refused.
 */
export function findRepairWorkProblems(work: RepairWork, now: Moment): RepairWorkProblem[] {
  const problems: RepairWorkProblem[] = []
  const accepted = toMillis(work.acceptedAt)
  const ended = toMillis(work.endedAt)
  if (ended < accepted) problems.push({ field: 'endedAt', code: 'beforeAcceptance', warning: false })
  if (findMomentProblem(work.endedAt, toMillis(now), { startedAt: work.acceptedAt }) === 'inFuture')
    problems.push({ field: 'endedAt', code: 'inFuture', warning: false })
  const elapsed = Math.max(0, ended - accepted) / HOUR_MS
  problems.push(
    ...findLineProblems(
      'hours',
      work.hours.map(({ userId, hours }) => [userId, hours]),
    ),
  )
  problems.push(
    ...findLineProblems(
      'parts',
      work.parts.map(({ partId, quantity }) => [partId, quantity]),
    ),
  )
  const maxHours = calculateMaxHours(1, countStartedDays(work.reportedAt, work.endedAt))
  for (const { userId, hours } of work.hours) {
    if (hours > maxHours)
      problems.push({ field: 'hours', code: 'tooManyHours', of: userId, most: maxHours, warning: false })
    else if (hours > elapsed) problems.push({ field: 'hours', code: 'moreThanElapsed', of: userId, warning: true })
  }
  return problems
}

function findLineProblems(
  field: 'hours' | 'parts',
  lines: readonly (readonly [string, number])[],
): RepairWorkProblem[] {
  const seenIds = new Set<string>()
  return lines.flatMap(([subjectId, amount]) => {
    const problems: RepairWorkProblem[] = []
    if (!Number.isFinite(amount) || amount <= 0)
      problems.push({ field, code: 'notPositive', of: subjectId, warning: false })
    if (seenIds.has(subjectId)) problems.push({ field, code: 'twice', of: subjectId, warning: false })
    seenIds.add(subjectId)
    return problems
  })
}
