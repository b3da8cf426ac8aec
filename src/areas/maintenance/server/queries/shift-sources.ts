import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, limit, options, sql } from '@/server/sql'
import { inspectionRound } from '../../contract/inspection-round'
import { repair } from '../../contract/repair'
import { openRepairStates, getRepairStateAt, type RepairState } from '../../rules/repair'

const MAX_REPAIRS = 100
/** Lists repairs of a line that were open at a moment, with their state at that time, newest first. */
export async function listRepairsOpenAt(ctx: Context, lineId: string, at: Moment): Promise<OpenRepair[]> {
  const rows = await ctx.query(
    sql`select ${columns(repair, ['id', 'equipmentId', 'state', 'severity', 'reportedAt', 'acceptedAt', 'waits', 'rejectedAt', 'repairEndAt', 'productionAt', 'finalAt', 'updatedAt'])} from repair
     where site_id = ${ctx.site} and line_id = ${lineId} and reported_at <= ${at} and (state in (${options(repair.fields.state, ...openRepairStates)}) or final_at > ${at})
     order by reported_at desc ${limit(MAX_REPAIRS)}`,
  )
  return rows.flatMap((row) => {
    const state = getRepairStateAt(row, at)
    const { id: repairId, equipmentId, severity, reportedAt: since } = row
    return state && openRepairStates.includes(state) ? [{ repairId, equipmentId, state, severity, since }] : []
  })
}
export interface OpenRepair {
  readonly repairId: string
  readonly equipmentId: string
  readonly state: RepairState
  readonly severity: string
  readonly since: Moment
}
/** Lists missed rounds of a line whose window closed in a period. */
export const listMissedRounds = (
  ctx: Context,
  { lineId, from, to }: { lineId: string; from: Moment; to: Moment },
): Promise<{ name: string; at: Moment }[]> =>
  ctx.query(
    sql`select ${columns(inspectionRound, [{ name: 'planName', at: 'closesAt' }])} from inspection_round
     where site_id = ${ctx.site} and line_id = ${lineId} and state = ${options(inspectionRound.fields.state, 'missed')} and closes_at >= ${from} and closes_at < ${to}
     order by closes_at limit 100`,
  )
