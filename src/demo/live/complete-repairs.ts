import { HOUR_MS, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { acceptRepair, confirmProduction, finishRepair } from '@/areas/maintenance/contract/repair-commands'
import type { RepairState } from '@/areas/maintenance/rules/repair'
import stopData from '../data/stops.json' with { type: 'json' }
import { HANDS_OFF_MS, REQUEST_ID_PREFIX, type LiveCrew } from './crew'
import { createLiveDice } from './line-speeds'
import type { FaultKind } from '../machine-groups'
import { usualCauses } from '../repair-words'
import { explainStop } from '@/plant/contract/line-stop'

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
 * Completes the repairs of the history that still stop a line, so that the line runs again. Skips repairs reported by
 * people and repairs that a person touched in the last half hour.
 */
export async function completeRepairs(crew: LiveCrew, nowMs: number, historyEndMs: number): Promise<void> {
  const repairs = await crew.queryOnSite<OpenRepair>(
    `select r.id, r.state, r.reported_at as "reportedAt", r.accepted_at as "acceptedAt", r.accepted_by as "acceptedBy", r.repair_end_at as "repairEndAt", r.fault_kind as "faultKind", s.started_at as "stoppedAt" from repair r join line_stop s on s.site_id = r.site_id and s.id = r.stop_id
     where r.site_id = $1 and r.reported_at < $2 and (s.ended_at is null or r.state = 'toConfirmByProduction') and r.state in ('reported', 'inMaintenance', 'toConfirmByProduction')
       and not exists (select 1 from operation_log a where a.site_id = r.site_id and a.resource = 'repair' and a.row_id = r.id::text and a.at > $3 and a.user_id is not null and a.request_id not like '${REQUEST_ID_PREFIX}%') limit 10`,
    [toMoment(historyEndMs), toMoment(Math.max(nowMs - HANDS_OFF_MS, historyEndMs))],
  )
  for (const repair of repairs) await advanceRepair(crew, repair, nowMs)
}
async function advanceRepair(crew: LiveCrew, repair: OpenRepair, nowMs: number): Promise<void> {
  const dice = createLiveDice(`repair/${repair.id}/${repair.state}`)
  if (repair.state === 'reported' && nowMs > toMillis(repair.reportedAt) + dice.between(5, 15) * MINUTE_MS)
    await crew.callAs('MAINT', acceptRepair, { id: repair.id })
  if (
    repair.state === 'inMaintenance' &&
    nowMs > toMillis(repair.acceptedAt ?? repair.reportedAt) + dice.between(20, 60) * MINUTE_MS
  ) {
    const workedHours = Math.max(
      0.1,
      Math.floor(((nowMs - toMillis(repair.acceptedAt ?? repair.reportedAt)) / HOUR_MS) * 10) / 10,
    )
    await crew.callAs('MAINT', finishRepair, {
      id: repair.id,
      causes: crew.localize(usualCauses[repair.faultKind].cause),
      actions: crew.localize(usualCauses[repair.faultKind].action),
      hours: repair.acceptedBy ? [{ userId: repair.acceptedBy, hours: Math.min(8, workedHours) }] : [],
      endedAt: toMoment(nowMs),
    })
  }
  if (
    repair.state === 'toConfirmByProduction' &&
    nowMs > toMillis(repair.repairEndAt ?? repair.reportedAt) + dice.between(5, 20) * MINUTE_MS
  )
    await crew.callAs('OPERATOR-LINE', confirmProduction, { id: repair.id })
}

const MAX_STOP_AGE_MS = 180 * MINUTE_MS
/** Share of the stops that the crew explains; the others are left for people who try the demonstration. */
const EXPLAINED_SHARE = 0.7
const reasonWeights = stopData.explainedStops.map(({ reason, weight }) => [reason, weight] as const)

/** Enters the reason of stops, 2 to 12 minutes after the line runs again. */
export async function explainStops(crew: LiveCrew, nowMs: number, touchedMachines: ReadonlySet<string>): Promise<void> {
  const unexplainedStops = await crew.queryOnSite<{ id: string; lineId: string; endedAt: string }>(
    `select s.id, s.line_id as "lineId", s.ended_at as "endedAt" from line_stop s join line l on l.site_id = s.site_id and l.id = s.line_id where s.site_id = $1 and s.state = 'toExplain' and s.source = 'speed' and s.started_at > $2 and ${crew.buildDemoRowCondition('l', 'line')} order by s.started_at limit 20`,
    [toMoment(nowMs - MAX_STOP_AGE_MS)],
  )
  for (const stop of unexplainedStops) {
    const dice = createLiveDice(`reason/${stop.id}`)
    if (
      touchedMachines.has(stop.lineId) ||
      !dice.chance(EXPLAINED_SHARE) ||
      nowMs < toMillis(stop.endedAt) + dice.between(2, 12) * MINUTE_MS
    )
      continue
    const [reason] = await crew.queryOnSite<{ id: string }>(
      'select id from stop_reason where site_id = $1 and code = $2 and active',
      [dice.pickWeighted(reasonWeights)],
    )
    if (reason) await crew.callAs('OPERATOR-LINE', explainStop, { id: stop.id, reasonId: reason.id })
  }
}
