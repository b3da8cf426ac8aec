import type { OutOf } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import { addDays, atLocal, localClock, toMoment } from '@/areas/handover/rules/plant-time'
import type { checkCount, partsCount } from '../contract/equipment-calls'

/** Begin of the plant's day, of the day after, and of its month, and the day itself. */
function calendar(ctx: Context): { today: string; from: string; to: string; month: string } {
  const today = localClock(ctx.now.toISOString(), ctx.timeZone).day
  const begin = (day: string) => toMoment(atLocal(day, 0, ctx.timeZone))
  return { today, from: begin(today), to: begin(addDays(today, 1)), month: begin(`${today.slice(0, 7)}-01`) }
}

const partFigures = (table: string): string => `select count(*)::int as total, count(*) filter (where occurred_at >= $2 and occurred_at < $3)::int as today, count(*) filter (where occurred_at >= $4 and occurred_at < $3)::int as month from ${table} where site_id = $1`

export async function countParts(ctx: Context): Promise<OutOf<typeof partsCount>> {
  const { from, to, month } = calendar(ctx)
  const [row] = await ctx.query<OutOf<typeof partsCount>>(
    `select m.total + e.total as total, m.total as mechanical, e.total as electrical, m.today + e.today as today, m.month + e.month as month,
       (select count(*)::int from spare_part where site_id = $1 and low) as "belowMinimum"
     from (${partFigures('parts_record')}) m, (${partFigures('electrical_parts_record')}) e`, [ctx.site, from, to, month])
  return row!
}

/** No later row of the same thing, told by SQL over `n` and `c`. */
const none = (table: string, same: string): string => `not exists (select 1 from ${table} n where n.site_id = $1 and n.occurred_at > c.occurred_at and ${same})`

const checkFigures = (table: string, later: string): string => `select count(*)::int as total, count(*) filter (where occurred_at >= $2 and occurred_at < $3)::int as today,
      count(*) filter (where occurred_at >= $4 and occurred_at < $3 and result <> 'ok')::int as bad,
      (select count(*)::int from ${table} c where site_id = $1 and next_due_on = $5::date and ${later}) as due,
      (select count(*)::int from ${table} c where site_id = $1 and next_due_on < $5::date and ${later}) as overdue from ${table} where site_id = $1`

/** A sheet's next day counts until a later sheet of the same thing was written. */
export async function countChecks(ctx: Context): Promise<OutOf<typeof checkCount>> {
  const { today, from, to, month } = calendar(ctx)
  const [row] = await ctx.query<OutOf<typeof checkCount>>(
    `select t.total + m.total as total, t.total as team, m.total as mechanical, t.today + m.today as today, t.bad + m.bad as "notOk", t.due + m.due as due, t.overdue + m.overdue as overdue
     from (${checkFigures('team_check', none('team_check', 'n.line_id = c.line_id and n.kind = c.kind and n.equipment_id is not distinct from c.equipment_id'))}) t,
       (${checkFigures('mechanical_check', none('mechanical_check', 'n.equipment_id = c.equipment_id and n.part is not distinct from c.part'))}) m`, [ctx.site, from, to, month, today])
  return row!
}
