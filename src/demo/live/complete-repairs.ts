import { HOUR_MS, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { acceptRepair, confirmProduction, finishRepair } from '@/areas/maintenance/contract/repair-commands'
import type { RepairState } from '@/areas/maintenance/rules/repair'
import { REQUEST_ID_PREFIX, type LiveCrew } from './crew'
import { HANDS_OFF_MS } from './touched-machines'
import { createLiveDice } from './line-speeds'
import type { FaultKind } from '../groups/group'
import { usualCauses } from '../repair-words'

interface OpenRepair {
  id: string
  state: RepairState
  reportedAt: string
  acceptedAt: string | null
  acceptedBy: string | null
  repairEndAt: string | null
  faultKind: FaultKind
  stoppedAt: string | null
}

/**
 * Completes the repairs of the history that still stop a line, so that it runs again. Skips repairs reported by people
 * and repairs that a person touched in the last half hour.
 */
export async function completeRepairs(crew: LiveCrew, now: number, loadedAt: number): Promise<void> {
  const repairs = await crew.query<OpenRepair>(
    `select r.id, r.state, r.reported_at as "reportedAt", r.accepted_at as "acceptedAt", r.accepted_by as "acceptedBy", r.repair_end_at as "repairEndAt", r.fault_kind as "faultKind", s.started_at as "stoppedAt" from repair r join line_stop s on s.site_id = r.site_id and s.id = r.stop_id
     where r.site_id = $1 and r.reported_at < $2 and (s.ended_at is null or r.state = 'toConfirmByProduction') and r.state in ('reported', 'inMaintenance', 'toConfirmByProduction')
       and not exists (select 1 from operation_log a where a.site_id = r.site_id and a.resource = 'repair' and a.row_id = r.id::text and a.at > $3 and a.user_id is not null and a.request_id not like '${REQUEST_ID_PREFIX}%') limit 10`,
    [toMoment(loadedAt), toMoment(Math.max(now - HANDS_OFF_MS, loadedAt))],
  )
  for (const repair of repairs) await advanceRepair(crew, repair, now)
}
async function advanceRepair(crew: LiveCrew, repair: OpenRepair, now: number): Promise<void> {
  const dice = createLiveDice(`repair/${repair.id}/${repair.state}`)
  if (repair.state === 'reported' && now > toMillis(repair.reportedAt) + dice.between(5, 15) * MINUTE_MS)
    await crew.callAs('MAINT', acceptRepair, { id: repair.id })
  if (
    repair.state === 'inMaintenance' &&
    now > toMillis(repair.acceptedAt ?? repair.reportedAt) + dice.between(20, 60) * MINUTE_MS
  ) {
    const workedHours = Math.max(
      0.1,
      Math.floor(((now - toMillis(repair.acceptedAt ?? repair.reportedAt)) / HOUR_MS) * 10) / 10,
    )
    await crew.callAs('MAINT', finishRepair, {
      id: repair.id,
      causes: crew.translate(usualCauses[repair.faultKind][0]),
      actions: crew.translate(usualCauses[repair.faultKind][1]),
      hours: repair.acceptedBy ? [{ userId: repair.acceptedBy, hours: Math.min(8, workedHours) }] : [],
      endedAt: toMoment(now),
    })
  }
  if (
    repair.state === 'toConfirmByProduction' &&
    now > toMillis(repair.repairEndAt ?? repair.reportedAt) + dice.between(5, 20) * MINUTE_MS
  )
    await crew.callAs('OPERATOR-LINE', confirmProduction, { id: repair.id })
}
