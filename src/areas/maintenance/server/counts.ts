import type { OutOf } from '@/contract/endpoint'
import { shiftAt } from '@/plant/rules/shift'
import type { Context } from '@/server/context'
import { openRepairStates } from '../rules/repair'
import { openTasks, weekAt } from '../rules/weekly-work'
import { addDays, addMonths, type Moment } from '@/plant/rules/plant-time'
import { partsReplaced } from '@/areas/equipment/server/queries/records'
import type { partsCount } from '../contract/machine-calls'
import type { oamCount } from '../contract/polling-calls'
import { calendarOf, personOf, startOf, today } from '@/plant/server/plant'

type Figures = OutOf<typeof oamCount>

/**
 * GET /oam/count. `today` and the states: rounds of today's business date; `total`: all rounds kept; `mine`: open rounds
 * this person may walk or has begun, and repairs this person has accepted.
 */
export async function oam(ctx: Context): Promise<Figures> {
  const person = personOf(ctx)
  const { pattern, timeZone } = await calendarOf(ctx)
  const { businessDate } = shiftAt(ctx.now.toISOString(), pattern, timeZone)
  const [row] = await ctx.query<Figures & { [column: string]: unknown }>(
    `select (select count(*)::int from polling_round where site_id = $1) as total, r.*,
       (select count(*)::int from polling_round where site_id = $1 and state in ('due', 'inProgress') and opens_at <= $5 and closes_at > $5 and coalesce(user_id, assigned_to, $3) = $3
          and (user_id = $3 or assigned_to = $3 or (role_ids = '[]' and user_ids = '[]') or user_ids ? $3::text or role_ids ? $4))
       + (select count(*)::int from repair where site_id = $1 and state = 'inMaintenance' and accepted_by = $3) as mine,
       (select count(*)::int from repair where site_id = $1 and state = any($7)) as "openRepairs", u.*,
       (select count(*)::int from weekly_work where site_id = $1 and state = any($8) and week <= $6) as "weeklyOpen",
       (select count(*)::int from spare_part where site_id = $1 and low) as "belowMinimum"
     from (select count(*)::int as today, count(*) filter (where state = 'due')::int as due, count(*) filter (where state = 'inProgress')::int as "inProgress",
             count(*) filter (where state = 'done')::int as done, count(*) filter (where state = 'missed')::int as missed
           from polling_round where site_id = $1 and business_date = $2) r,
          (select count(*) filter (where state = 'due')::int as "upkeepDue", count(*) filter (where state = 'overdue')::int as "upkeepOverdue" from upkeep_plan where site_id = $1 and not paused) u`,
    [
      ctx.site,
      businessDate,
      person.id,
      person.roleId,
      ctx.now,
      weekAt(ctx.now.toISOString(), ctx.timeZone),
      openRepairStates,
      openTasks,
    ],
  )
  return row!
}

/** The plant's day as its begin, that of the next, and that of its month. */
export function thisDay(ctx: Context): { from: Moment; to: Moment; month: Moment } {
  const day = today(ctx)
  return { from: startOf(ctx, day), to: startOf(ctx, addDays(day, 1)), month: startOf(ctx, addMonths(day, 0, 1)) }
}
/** GET /parts/count: counted by the plant's own days. */
export async function countParts(ctx: Context): Promise<OutOf<typeof partsCount>> {
  const { mechanical, electrical, today: onDay, month } = await partsReplaced(ctx, thisDay(ctx))
  const [low] = await ctx.query<{ n: number }>('select count(*)::int as n from spare_part where site_id = $1 and low', [
    ctx.site,
  ])
  return { total: mechanical + electrical, mechanical, electrical, today: onDay, month, belowMinimum: low?.n ?? 0 }
}
