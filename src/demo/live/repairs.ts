import { HOUR_MS, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { acceptRepair, confirmProduction, finishRepair } from '@/areas/maintenance/contract/repair-commands'
import type { RepairState } from '@/areas/maintenance/rules/repair'
import { REQUEST, type Crew } from './crew'
import { LEFT_ALONE_MS } from './hands'
import { diceOf } from './pace'
import type { FaultKind } from '../groups/group'
import { usualCause } from '../repair-words'

interface Open {
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
export async function mendLines(crew: Crew, now: number, loadedAt: number): Promise<void> {
  const open = await crew.query<Open>(
    `select r.id, r.state, r.reported_at as "reportedAt", r.accepted_at as "acceptedAt", r.accepted_by as "acceptedBy", r.repair_end_at as "repairEndAt", r.fault_kind as "faultKind", s.started_at as "stoppedAt" from repair r join line_stop s on s.site_id = r.site_id and s.id = r.stop_id
     where r.site_id = $1 and r.reported_at < $2 and (s.ended_at is null or r.state = 'toConfirmByProduction') and r.state in ('reported', 'inMaintenance', 'toConfirmByProduction')
       and not exists (select 1 from operation_log a where a.site_id = r.site_id and a.resource = 'repair' and a.row_id = r.id::text and a.at > $3 and a.user_id is not null and a.request_id not like '${REQUEST}%') limit 10`,
    [toMoment(loadedAt), toMoment(Math.max(now - LEFT_ALONE_MS, loadedAt))],
  )
  for (const row of open) await step(crew, row, now)
}
async function step(crew: Crew, row: Open, now: number): Promise<void> {
  const dice = diceOf(`repair/${row.id}/${row.state}`)
  if (row.state === 'reported' && now > toMillis(row.reportedAt) + dice.between(5, 15) * MINUTE_MS)
    await crew.call('MAINT', acceptRepair, { id: row.id })
  if (
    row.state === 'inMaintenance' &&
    now > toMillis(row.acceptedAt ?? row.reportedAt) + dice.between(20, 60) * MINUTE_MS
  ) {
    const worked = Math.max(0.1, Math.floor(((now - toMillis(row.acceptedAt ?? row.reportedAt)) / HOUR_MS) * 10) / 10)
    await crew.call('MAINT', finishRepair, {
      id: row.id,
      causes: crew.say(usualCause[row.faultKind][0]),
      actions: crew.say(usualCause[row.faultKind][1]),
      hours: row.acceptedBy ? [{ userId: row.acceptedBy, hours: Math.min(8, worked) }] : [],
      endedAt: toMoment(now),
    })
  }
  if (
    row.state === 'toConfirmByProduction' &&
    now > toMillis(row.repairEndAt ?? row.reportedAt) + dice.between(5, 20) * MINUTE_MS
  )
    await crew.call('OPERATOR-LINE', confirmProduction, { id: row.id })
}
