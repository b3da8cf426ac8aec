import { finalStates } from '@/contract/state-machine'
import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { repair } from '../../rules/repair'

export interface RepairOpen extends Record<string, unknown> {
  repairId: string
  equipmentId: string
  state: string
  severity: string
  since: Moment
}
/** Open repairs of a line, the newest first. */
export const repairsOpenAt = (ctx: Context, lineId: string): Promise<RepairOpen[]> =>
  ctx.query<RepairOpen>(
    `select id as "repairId", equipment_id as "equipmentId", state, severity, reported_at as since from repair
     where site_id = $1 and line_id = $2 and state <> all($3) order by reported_at desc limit 100`,
    [ctx.site, lineId, finalStates(repair)],
  )
/** Rounds of a line that closed in a span and were not walked. */
export const roundsMissedIn = (
  ctx: Context,
  { lineId, from, to }: { lineId: string; from: Moment; to: Moment },
): Promise<{ name: string; at: Moment }[]> =>
  ctx.query(
    `select plan_name as name, closes_at as at from polling_round where site_id = $1 and line_id = $2 and state = 'missed' and closes_at >= $3 and closes_at < $4 order by closes_at limit 100`,
    [ctx.site, lineId, from, to],
  )
