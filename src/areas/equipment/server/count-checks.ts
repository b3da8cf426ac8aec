import type { EndpointOutput } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import { addDays, resolveLocalTime, toLocalTime, toMoment } from '@/plant/rules/plant-time'
import type { checkCount } from '../contract/equipment-endpoints'

/** Returns today in plant time with the beginnings of today (`from`), of tomorrow (`to`) and of the month. */
function getCalendarBounds(ctx: Context): { today: string; from: string; to: string; month: string } {
  const today = toLocalTime(ctx.now.toISOString(), ctx.timeZone).day
  const getBegin = (day: string) => toMoment(resolveLocalTime(day, 0, ctx.timeZone))
  return { today, from: getBegin(today), to: getBegin(addDays(today, 1)), month: getBegin(`${today.slice(0, 7)}-01`) }
}

/** SQL that counts the checks of a table. The newest check of each `subjectColumns` tuple decides if one is due. */
const buildCheckCountsSql = (table: string, subjectColumns: string): string => `select f.*, d.due, d.overdue from
  (select count(*)::int as total, count(*) filter (where occurred_at >= $2 and occurred_at < $3)::int as today,
     count(*) filter (where occurred_at >= $4 and occurred_at < $3 and result <> 'ok')::int as bad from ${table} where site_id = $1) f,
  (select count(*) filter (where next = $5::date)::int as due, count(*) filter (where next < $5::date)::int as overdue from
     (select distinct on (${subjectColumns}) next_due_on as next from ${table} where site_id = $1 order by ${subjectColumns}, occurred_at desc, id desc) newest) d`

/** Counts team and mechanical checks. A due day is valid until a later check of the same subject exists. */
export async function countChecks(ctx: Context): Promise<EndpointOutput<typeof checkCount>> {
  const { today, from, to, month } = getCalendarBounds(ctx)
  const [row] = await ctx.query<EndpointOutput<typeof checkCount>>(
    `select t.total + m.total as total, t.total as team, m.total as mechanical, t.today + m.today as today, t.bad + m.bad as "notOk", t.due + m.due as due, t.overdue + m.overdue as overdue
     from (${buildCheckCountsSql('team_check', 'line_id, kind, equipment_id')}) t, (${buildCheckCountsSql('mechanical_check', 'equipment_id, part')}) m`,
    [ctx.site, from, to, month, today],
  )
  return row!
}
