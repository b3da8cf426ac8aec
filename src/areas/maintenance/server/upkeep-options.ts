import type { InOf, OutOf } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import { labelSql, wordSql } from '@/server/crud/refs'
import { equipment } from '@/areas/equipment/contract/equipment'
import { addDays, addMonths } from '@/plant/rules/plant-time'
import type { upkeepCount, upkeepMachines } from '../contract/upkeep-calls'
import { likeWord, startOf, today } from '@/plant/server/plant'
import { upkeepPlan } from '../contract/upkeep-plan'

type Input = InOf<typeof upkeepMachines>
type Option = {
  id: string
  label: string
  code: string | null
  note: string | null
  unit: string | null
  count: number | null
}
const MOST = 500
const list = (ctx: Context, sql: string, input: Input): Promise<Option[]> =>
  ctx.query<Option>(`${sql} limit ${MOST}`, [ctx.site, input.equipmentId ?? null, likeWord(input.keyword)])

/** GET /book/upkeep */
export const machines = (ctx: Context, input: Input) =>
  list(
    ctx,
    `select e.id, ${labelSql(equipment, ctx.language, 'e')} as label, e.code, null as note, null as unit, count(*)::int as count from upkeep_plan p join equipment e on e.site_id = p.site_id and e.id = p.equipment_id
   where p.site_id = $1 and ($2::uuid is null or e.id = $2) and ($3::text is null or e.code ilike $3 or e.name ilike $3 or e.name_en ilike $3) group by e.id, e.code, e.name, e.name_en order by e.code`,
    input,
  )
/** GET /book/upkeep2 */
export const titles = (ctx: Context, input: Input) =>
  list(
    ctx,
    `select p.id, ${wordSql(upkeepPlan, 'title', ctx.language, 'p')} as label, e.code, to_char(p.next_due_on, 'YYYY-MM-DD') as note, p.meter_unit as unit, null as count from upkeep_plan p join equipment e on e.site_id = p.site_id and e.id = p.equipment_id
   where p.site_id = $1 and not p.paused and ($2::uuid is null or p.equipment_id = $2) and ($3::text is null or p.title ilike $3 or p.title_en ilike $3 or e.code ilike $3 or e.name ilike $3 or e.name_en ilike $3)
   order by array_position(array['overdue', 'due', 'dueSoon', 'ok'], p.state), p.next_due_on nulls last, p.id`,
    input,
  )
/** GET /book/upkeep3 */
export const tasks = (ctx: Context, input: Input) =>
  list(
    ctx,
    `select p.id || ':' || t.at as id, t.task->>'title' as label, t.task->>'standard' as code, t.task->>'method' as note, null as unit, null as count
   from upkeep_plan p cross join lateral jsonb_array_elements(p.tasks) with ordinality as t(task, at)
   where p.site_id = $1 and not p.paused and ($2::uuid is null or p.equipment_id = $2) and ($3::text is null or t.task->>'title' ilike $3) order by p.title, p.id, t.at`,
    input,
  )
/** GET /book/upkeep4 */
export const people = (ctx: Context, input: Input) =>
  list(
    ctx,
    `select u.id, u.account_name as label, u.user_name as code, null as note, null as unit, n.count from app_user u join (
     select person, count(*)::int as count from (
       select jsonb_array_elements_text(responsible) as person from upkeep_plan where site_id = $1 and ($2::uuid is null or equipment_id = $2)
       union all select jsonb_array_elements_text(people) from upkeep_record where site_id = $1 and ($2::uuid is null or equipment_id = $2)
     ) named group by person) n on n.person = u.id::text
   where u.site_id = $1 and u.state = 'active' and ($3::text is null or u.account_name ilike $3 or u.user_name ilike $3) order by n.count desc, u.account_name`,
    input,
  )

/** GET /upkeep/count */
export async function count(ctx: Context): Promise<OutOf<typeof upkeepCount>> {
  const day = today(ctx)
  const [row] = await ctx.query<OutOf<typeof upkeepCount>>(
    `select count(*)::int as total, count(*) filter (where state = 'ok')::int as ok, count(*) filter (where state = 'dueSoon')::int as "dueSoon",
       count(*) filter (where state = 'due')::int as due, count(*) filter (where state = 'overdue')::int as overdue,
       (select count(*)::int from upkeep_record where site_id = $1 and occurred_at >= $2 and occurred_at < $3) as today,
       (select count(*)::int from upkeep_record where site_id = $1 and occurred_at >= $4 and occurred_at < $3) as month
     from upkeep_plan where site_id = $1 and not paused`,
    [ctx.site, startOf(ctx, day), startOf(ctx, addDays(day, 1)), startOf(ctx, addMonths(day, 0, 1))],
  )
  return row!
}
