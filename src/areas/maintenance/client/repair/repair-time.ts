import type { Row } from '@/contract/resource'
import type { repair } from '@/areas/maintenance/contract/repair'
import { toMillis } from '@/plant/rules/plant-time'
import {
  openRepairStates,
  repairTimeProblem,
  sinceOf,
  type RepairState,
  type Wait,
} from '@/areas/maintenance/rules/repair'
import { getPlantMoment, getPlantNow } from '@/client/clock'
import type { FormError } from '@/client/resource/CommandForm'
import type { FormValues } from '@/client/resource/form-values'

export type Repair = Row<typeof repair>
export { sinceOf }
export const OPEN_STATES = openRepairStates
export type OpenState = RepairState

/**
 * Checks the times in a form against the rules.
 * @param previousRow the stored repair, null for a new one
 */
export function wrongTimes(
  values: Readonly<FormValues>,
  before: Repair | null,
  t: (key: `contract:errors.issue.${string}` | 'maintenance:refusals.stopOrder') => string,
): FormError[] {
  const { stoppedAt, runningAgainAt, endedAt, lineStopped } = { ...before, ...values } as Partial<Repair> & FormValues
  const problem = repairTimeProblem(
    {
      state: before?.state ?? 'reported',
      lineStopped: lineStopped === true,
      stoppedAt: stoppedAt ?? null,
      reportedAt: before?.reportedAt ?? getPlantMoment(),
      repairEndAt: typeof endedAt === 'string' ? endedAt : (before?.repairEndAt ?? null),
      runningAgainAt: runningAgainAt ?? null,
    },
    before,
    getPlantNow(),
  )
  if (!problem) return []
  const { field, code } = problem
  return [
    {
      name: field,
      message: t(code === 'stopOrder' ? 'maintenance:refusals.stopOrder' : `contract:errors.issue.${code}`),
    },
  ]
}

const severities = ['critical', 'high', 'medium', 'low']
/** Compares by urgency: unsent changes of this phone, stopped lines, severity, then waiting time, longest first. */
export const byUrgency = (a: Repair, b: Repair): number =>
  Number('pending' in b) - Number('pending' in a) ||
  Number(b.lineStopped) - Number(a.lineStopped) ||
  severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
  toMillis(sinceOf(a)) - toMillis(sinceOf(b))

/** An event in the history of a repair. */
export interface LifeStep {
  name: 'reported' | 'accepted' | 'waiting' | 'wentOn' | 'finished' | 'production' | 'final' | 'rejected' | 'withdrawn'
  at: string
  by: string | null
  reason: string | null
  /** For a wait: id of the part and the day it is expected. */
  wait?: Pick<Wait, 'partId' | 'expectedOn'>
  /** For an acceptance: ids of other people who also accepted. */
  also?: readonly string[]
}
/** Builds the history of a repair, oldest first. A rejection clears the steps it undoes but is listed itself. */
export function lifeOf(row: Repair): LifeStep[] {
  const step = (
    name: LifeStep['name'],
    at: string | null,
    by: string | null,
    reason: string | null = null,
    more: Pick<LifeStep, 'wait' | 'also'> = {},
  ): LifeStep[] => (at ? [{ name, at, by, reason, ...more }] : [])
  return [
    ...step('reported', row.reportedAt, row.reportedBy),
    ...step('accepted', row.acceptedAt, row.acceptedBy, null, { also: row.alsoAcceptedBy ?? [] }),
    ...row.waits.flatMap(({ since, until, part, partId, expectedOn, userId }) => [
      ...step('waiting', since, userId ?? null, part, { wait: { partId, expectedOn } }),
      ...step('wentOn', until ?? null, null),
    ]),
    ...step('rejected', row.rejectedAt, row.rejectedBy, row.reason),
    ...step('finished', row.repairEndAt, row.finishedBy),
    ...step('production', row.productionAt, row.productionBy),
    ...step('final', row.finalAt, row.finalBy),
    ...(row.state === 'withdrawn' ? step('withdrawn', row.updatedAt, null, row.reason) : []),
  ].sort((a, b) => toMillis(a.at) - toMillis(b.at))
}
