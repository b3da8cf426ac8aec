/** Movements of rolls, derived in the database from the stored rolls, packages and cuttings. */
import type { PoolClient } from 'pg'
import { toSqlLiterals } from '@/server/crud/statements'
import { options } from '@/server/sql'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { hallJumboStates } from '@/areas/rolls/rules/jumbo-roll'
import { stockStates } from '@/areas/packing/rules/roll-stock'
import { DAY_MS } from '@/plant/rules/plant-time'

/** Days with all movements. Rolls that were in stock before are booked in at the beginning of the first day. */
const MOVEMENT_DAYS = 30
/** Rolls doffed up to this many days before the first day may have left since. */
const LOOKBACK_DAYS = 40
const subtractDays = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)
/** Time from packing to the store. */
const PACKED_TO_STORED = `interval '6 hours'`
/** Time from packing to shipping with the order. */
const PACKED_TO_SHIPPED = `interval '18 days'`

const buildSlitStateSql = (state: 'made' | 'packed' | 'stored' | 'shipped' | 'recycled' | 'reworked' | 'undone') =>
  options(slitRoll.fields.state, state)
const buildJumboStateSql = (state: 'uncut' | 'slitting') => options(jumboRoll.fields.state, state)
/**
 * Events of slit rolls; `n` orders the events of one roll. The roll's current state comes last. Parameters: `$1` site,
 * `$2` now, `$5` earliest time at which a roll was doffed.
 */
const slitRollEventsSql = `
  select 'slitRoll' as kind, r.id, r.jumbo_roll_id, r.number, e.n, e.at, e.state, r.grade, case when e.state in (${buildSlitStateSql('stored')}, ${buildSlitStateSql('shipped')}) or e.state = r.state then p.place end as place, round(coalesce(r.kg, r.expected_kg, 0), 3) as kg,
    r.width_mm, r.work_order_id, r.product_id, case when e.state <> ${buildSlitStateSql('made')} or r.state = ${buildSlitStateSql('made')} then r.package_id end as package_id, r.doffed_at, r.user_id, r.shift, r.team, r.business_date
  from slit_roll r left join package p on p.site_id = r.site_id and p.id = r.package_id
    cross join lateral (select greatest(r.doffed_at, coalesce(p.packed_at, p.updated_at, r.updated_at)) as packed) t
    cross join lateral (values (1, r.doffed_at, ${buildSlitStateSql('made')}), (2, t.packed, ${buildSlitStateSql('packed')}), (3, t.packed + ${PACKED_TO_STORED}, ${buildSlitStateSql('stored')}), (4, greatest(t.packed + ${PACKED_TO_SHIPPED}, t.packed + ${PACKED_TO_STORED}), ${buildSlitStateSql('shipped')}), (5, r.doffed_at + interval '20 hours', ${buildSlitStateSql('recycled')}), (6, $2::timestamptz - interval '20 minutes', ${buildSlitStateSql('reworked')})) e(n, at, state)
  where r.site_id = $1 and r.state <> ${buildSlitStateSql('undone')} and (r.doffed_at > $5 or r.state in (${toSqlLiterals(stockStates.slitRoll)})) and (e.n = 1 or e.state = r.state
    or r.state in (${buildSlitStateSql('stored')}, ${buildSlitStateSql('shipped')}) and e.n = 2 or r.state = ${buildSlitStateSql('shipped')} and e.n = 3)`
/** Weight of the part of a jumbo that has not been slit yet. */
const leftKgSql = `round(coalesce(j.net_kg, j.expected_kg, 0) * coalesce(j.left_m / nullif(j.length_m, 0), 1), 3)`
/** Events of jumbos: they come to the hall, are put on a slitter, and are slit or go back. */
const jumboEventsSql = `
  select 'jumboRoll', j.id, j.id, j.number, e.n, e.at, e.state, j.grade, null, case e.n when 3 then ${leftKgSql} when 1 then round(coalesce(j.net_kg, j.expected_kg, 0) * (case when j.state = ${buildJumboStateSql('uncut')} then coalesce(j.left_m / nullif(j.length_m, 0), 1) else 1 end), 3) else round(coalesce(j.net_kg, j.expected_kg, 0), 3) end,
    j.width_mm, j.work_order_id, j.product_id, null::uuid, j.doffed_at, j.user_id, j.shift, j.team, j.business_date
  from jumbo_roll j left join (select site_id, jumbo_roll_id, min(started_at) as started_at, case when bool_and(ended_at is not null) then max(ended_at) end as ended_at from cutting group by 1, 2) c on c.site_id = j.site_id and c.jumbo_roll_id = j.id
    cross join lateral (values (1, j.doffed_at, ${buildJumboStateSql('uncut')}), (2, coalesce(c.started_at, j.updated_at), ${buildJumboStateSql('slitting')}), (3, greatest(coalesce(c.ended_at, j.updated_at), c.started_at, j.doffed_at), j.state)) e(n, at, state)
  where j.site_id = $1 and (j.doffed_at > $5 or j.state in (${toSqlLiterals(hallJumboStates)})) and (e.n = 1 or e.n = 2 and c.started_at is not null or e.n = 3 and j.state <> ${buildJumboStateSql('uncut')})`

/** Tables that are analyzed before movements are derived from them. */
export const analyzedTables: readonly string[] = ['jumbo_roll', 'slit_roll', 'package', 'cutting']

/** Stores the movements of the last days in one statement. Rolls, cuttings and packages must be stored already. */
export async function storeMovements(
  client: PoolClient,
  site: number,
  { now, zone }: { now: Date; zone: string },
): Promise<void> {
  // Without statistics of the new rows, the planner expects a handful of rows.
  await client.query(`analyze ${analyzedTables.join(', ')}`)
  await client.query(
    `with event as (${slitRollEventsSql} union all ${jumboEventsSql}),
      dated as (select e.*, least(e.at, $2::timestamptz) as moved_at, lead(e.at) over roll_events as next_at from event e window roll_events as (partition by e.id order by e.n)),
      -- Events before the first day are dropped, except the last one of a roll that was then in stock.
      booked as (select d.*, greatest(moved_at, $3::timestamptz) as booked_at from dated d
        where moved_at >= $3 or (coalesce(next_at, 'infinity') >= $3 and (kind = 'slitRoll' and state in (${toSqlLiterals(stockStates.slitRoll)}) or kind = 'jumboRoll' and state in (${toSqlLiterals(hallJumboStates)})))),
      numbered as (select b.*, row_number() over roll_events as step, lag(state) over roll_events as from_state, lag(place) over roll_events as from_place, lag(kg) over roll_events as from_kg from booked b window roll_events as (partition by b.id order by b.n))
    insert into roll_movement (site_id, id, created_at, updated_at, created_by, kind, roll_id, step, number, jumbo_roll_id, at, business_date, shift, team, user_id,
      from_state, state, from_grade, grade, from_place, place, from_kg, kg, from_width_mm, width_mm, from_order_id, work_order_id, product_id, package_id, doffed_at)
    select $1, gen_random_uuid(), booked_at, booked_at, user_id, kind, id::text, step, number, jumbo_roll_id, booked_at,
      case when step = 1 and booked_at = doffed_at then business_date else (booked_at at time zone $4 - interval '8 hours')::date end,
      case when step = 1 and booked_at = doffed_at then shift else (array['early', 'middle', 'night'])[1 + extract(hour from booked_at at time zone $4 - interval '8 hours')::int / 8] end,
      case when step = 1 and booked_at = doffed_at then team end, user_id,
      from_state, state, case when step > 1 then grade end, grade, from_place, place, from_kg, kg, case when step > 1 then width_mm end, width_mm, case when step > 1 then work_order_id end, work_order_id, product_id, package_id, doffed_at
    from numbered order by booked_at`,
    [site, now, subtractDays(now, MOVEMENT_DAYS), zone, subtractDays(now, MOVEMENT_DAYS + LOOKBACK_DAYS)],
  )
}
