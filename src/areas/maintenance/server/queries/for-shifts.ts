import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { inspectionRound } from '../../contract/inspection-round'
import { repair } from '../../contract/repair'
import { openRepairStates } from '../../rules/repair'

/** Open repairs of a line, the newest first. */
export const repairsOpenAt = (ctx: Context, lineId: string) =>
  ctx.query(
    sql`select ${columns(repair, [{ repairId: 'id' }, 'equipmentId', 'state', 'severity', { since: 'reportedAt' }])} from repair
     where site_id = ${ctx.site} and line_id = ${lineId} and state in (${options(repair.fields.state, ...openRepairStates)}) order by reported_at desc limit 100`,
  )
export type RepairOpen = Awaited<ReturnType<typeof repairsOpenAt>>[number]
/** Rounds of a line that closed in a span and were not walked. */
export const roundsMissedIn = (
  ctx: Context,
  { lineId, from, to }: { lineId: string; from: Moment; to: Moment },
): Promise<{ name: string; at: Moment }[]> =>
  ctx.query(
    sql`select ${columns(inspectionRound, [{ name: 'planName', at: 'closesAt' }])} from inspection_round
     where site_id = ${ctx.site} and line_id = ${lineId} and state = ${options(inspectionRound.fields.state, 'missed')} and closes_at >= ${from} and closes_at < ${to}
     order by closes_at limit 100`,
  )
