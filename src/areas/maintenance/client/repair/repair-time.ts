import type { Row } from '@/contract/resource'
import type { repair } from '@/areas/maintenance/contract/repair'
import { toMillis } from '@/plant/rules/plant-time'
import {
  findRepairTimeProblem,
  getRepairStateSince,
  isLineStoppedByRepair,
  type PartWait,
} from '@/areas/maintenance/rules/repair'
import { getPlantMoment, getPlantNow } from '@/client/clock'
import type { FormError } from '@/client/resource/CommandForm'
import type { FormValues } from '@/client/resource/form-values'

/** Client rules for repairs: errors of entered times, order by urgency, and events of the timeline. */

export type Repair = Row<typeof repair>
export { getRepairStateSince }

/**
 * Finds the errors of the times entered in a form of a repair.
 * @param previousRow the stored repair, null for a new one
 */
export function findTimeErrors(
  values: Readonly<FormValues>,
  previousRow: Repair | null,
  t: (key: `contract:errors.issue.${string}` | 'maintenance:refusals.stopOrder') => string,
): FormError[] {
  const { stoppedAt, runningAgainAt, endedAt, lineStopped } = { ...previousRow, ...values } as Partial<Repair> &
    FormValues
  const problem = findRepairTimeProblem(
    {
      state: previousRow?.state ?? 'reported',
      lineStopped: lineStopped === true,
      stoppedAt: stoppedAt ?? null,
      reportedAt: previousRow?.reportedAt ?? getPlantMoment(),
      repairEndAt: typeof endedAt === 'string' ? endedAt : (previousRow?.repairEndAt ?? null),
      runningAgainAt: runningAgainAt ?? null,
    },
    previousRow,
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

const SEVERITY_ORDER = ['critical', 'high', 'medium', 'low']
/**
 * Compares repairs by urgency: first unsent changes of this phone, then stopped lines, severity, and the time in the
 * current state, longest first.
 */
export const compareRepairsByUrgency = (a: Repair, b: Repair): number =>
  Number('pending' in b) - Number('pending' in a) ||
  Number(isLineStoppedByRepair(b)) - Number(isLineStoppedByRepair(a)) ||
  SEVERITY_ORDER.indexOf(a.severity) - SEVERITY_ORDER.indexOf(b.severity) ||
  toMillis(getRepairStateSince(a)) - toMillis(getRepairStateSince(b))

/** An event in the history of a repair. */
export interface RepairEvent {
  name: 'reported' | 'accepted' | 'waiting' | 'wentOn' | 'finished' | 'production' | 'final' | 'rejected' | 'withdrawn'
  at: string
  personId: string | null
  reason: string | null
  /** For a wait: id of the part and the day it is expected. */
  awaitedPart?: Pick<PartWait, 'partId' | 'expectedOn'>
  /** For an acceptance: ids of other people who also accepted. */
  alsoAcceptedBy?: readonly string[]
}
/**
 * Builds the history of a repair, oldest first. A rejection clears the times of the steps that it undoes, but the
 * rejection itself is listed.
 */
export function buildRepairEvents(row: Repair): RepairEvent[] {
  const toEvents = (
    name: RepairEvent['name'],
    at: string | null,
    personId: string | null,
    reason: string | null = null,
    details: Pick<RepairEvent, 'awaitedPart' | 'alsoAcceptedBy'> = {},
  ): RepairEvent[] => (at ? [{ name, at, personId, reason, ...details }] : [])
  return [
    ...toEvents('reported', row.reportedAt, row.reportedBy),
    ...toEvents('accepted', row.acceptedAt, row.acceptedBy, null, { alsoAcceptedBy: row.alsoAcceptedBy ?? [] }),
    ...row.waits.flatMap(({ since, until, part, partId, expectedOn, userId }) => [
      ...toEvents('waiting', since, userId ?? null, part, { awaitedPart: { partId, expectedOn } }),
      ...toEvents('wentOn', until ?? null, null),
    ]),
    ...toEvents('rejected', row.rejectedAt, row.rejectedBy, row.reason),
    ...toEvents('finished', row.repairEndAt, row.finishedBy),
    ...toEvents('production', row.productionAt, row.productionBy),
    ...toEvents('final', row.finalAt, row.finalBy),
    ...(row.state === 'withdrawn' ? toEvents('withdrawn', row.updatedAt, null, row.reason) : []),
  ].sort((a, b) => toMillis(a.at) - toMillis(b.at))
}
