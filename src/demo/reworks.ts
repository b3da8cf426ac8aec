/** Reworks of the last weeks: waste turned into pellets, downgraded goods, and rolls rewound or slit narrower today. */
import type { PoolClient } from 'pg'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { options } from '@/server/sql'
import type { DemoEra } from './demo-era'
import { toBilingualText } from './bilingual-text'

const stateField = slitRoll.fields.state
const { grade } = slitRoll.fields
const REWORK_DAYS = 40
/** Share of a roll that is left after rewinding. */
const REWIND_YIELD = 0.985
/** Cost of rewinding. */
const RATE_CNY_PER_HOUR = 80
// `$3` is the plant's time zone.
const businessDateSql = `(done_at at time zone $3 - interval '8 hours')::date`
const shiftSql = `(array['early', 'middle', 'night'])[1 + extract(hour from done_at at time zone $3 - interval '8 hours')::int / 8]`

/** Stores reworks. Rolls, orders and packages must be stored; movements are derived afterwards. */
export async function storeReworks(client: PoolClient, site: number, era: DemoEra): Promise<void> {
  const now = new Date(era.now)
  // Uses rolls that are still at the slitters, because those are in no package. Every second one is slit into two
  // halves if it is at least 100 mm wide; the others are rewound.
  await client.query(
    `with source_roll as (select r.*, row_number() over (order by r.doffed_at, r.number) as n from slit_roll r
        where r.site_id = $1 and r.state = ${options(stateField, 'made')} and r.grade = ${options(grade, 'good')} and r.kg is not null order by r.doffed_at, r.number limit 4),
      source_update as (update slit_roll r set state = ${options(stateField, 'reworked')}, reworked_kg = round(t.kg * ${REWIND_YIELD}, 3), note = '${era.localize(toBilingualText('端面不齐', 'Uneven roll edges'))}', version = r.version + 1, updated_at = $2 from source_roll t where r.site_id = t.site_id and r.id = t.id returning r.id),
      piece as (select t.*, g as part, case when t.n % 2 = 0 and t.width_mm >= 100 then 2 else 1 end as parts from source_roll t cross join generate_series(1, 2) g where g = 1 or t.n % 2 = 0 and t.width_mm >= 100),
      new_roll as (insert into slit_roll (site_id, id, created_at, updated_at, created_by, number, state, jumbo_roll_id, slit_set_id, slitter_id, work_order_id, product_id, lane, width_mm, from_mm, from_m, to_m, length_m, doffed_at, business_date, shift, team, user_id, expected_kg, kg, grade, reworked_from_id)
        select site_id, gen_random_uuid(), $2, $2, user_id, number || '-F' || part, ${options(stateField, 'made')}, jumbo_roll_id, slit_set_id, slitter_id, work_order_id, product_id, lane, width_mm / parts, from_mm + (part - 1) * (width_mm / parts), from_m, to_m, length_m, $2::timestamptz - interval '20 minutes', business_date, shift, team, user_id,
          expected_kg / parts, case when part = 1 and parts = 2 then round(kg * ${REWIND_YIELD} / 2, 3) when parts = 2 then round(kg * ${REWIND_YIELD}, 3) - round(kg * ${REWIND_YIELD} / 2, 3) else round(kg * ${REWIND_YIELD}, 3) end, grade, id from piece returning *),
      order_update as (update work_order o set good_kg = o.good_kg - l.kg, waste_kg = o.waste_kg + l.kg, good_rolls = o.good_rolls + l.added_rolls
        from (select t.work_order_id, sum(t.kg - round(t.kg * ${REWIND_YIELD}, 3)) as kg, (select count(*)::int from piece p where p.work_order_id = t.work_order_id) - count(*)::int as added_rolls from source_roll t group by 1) l where o.site_id = $1 and o.id = l.work_order_id returning o.id)
    ${insertReworkSql} select t.site_id, gen_random_uuid(), $2, $2, t.user_id, 'FX' || to_char(t.business_date, 'YYMMDD') || '-' || to_char(900 + t.n, 'FM000'), case when t.n % 2 = 0 and t.width_mm >= 100 then 'reslit' else 'rewind' end, t.id, t.jumbo_roll_id, t.work_order_id, t.product_id, '${era.localize(toBilingualText('端面不齐', 'Uneven roll edges'))}', null,
      $2::timestamptz - interval '20 minutes', t.business_date, t.shift, t.team, t.user_id, t.kg, round(t.kg * ${REWIND_YIELD}, 3), t.kg - round(t.kg * ${REWIND_YIELD}, 3),
      (select jsonb_agg(jsonb_build_object('widthMm', m.width_mm, 'lengthM', m.length_m, 'kg', m.kg, 'number', m.number) order by m.number) from new_roll m where m.reworked_from_id = t.id), 25, ${RATE_CNY_PER_HOUR}, round(25.0 / 60 * ${RATE_CNY_PER_HOUR}, 2) from source_roll t`,
    [site, now],
  )
  await client.query(
    `with source_roll as (select r.*, r.doffed_at + interval '20 hours' as done_at, row_number() over (partition by r.state order by r.doffed_at desc, r.number) as n, r.downgrades->0->>'defect' as defect from slit_roll r
        where r.site_id = $1 and r.doffed_at > $2::timestamptz - interval '${REWORK_DAYS} days' and (r.state = ${options(stateField, 'recycled')} or r.state = ${options(stateField, 'stored')} and r.grade = ${options(grade, 'downgraded')} and r.downgrades->0->>'fromM' = '0')),
      chosen as (select *, row_number() over (partition by ${businessDateSql} order by doffed_at, number) as serial from source_roll where n <= 14)
    ${insertReworkSql} select site_id, gen_random_uuid(), done_at, done_at, user_id, 'FX' || to_char(${businessDateSql}, 'YYMMDD') || '-' || to_char(800 + serial, 'FM000'), case state when ${options(stateField, 'recycled')} then 'pellets' else 'regrade' end, id, jumbo_roll_id, work_order_id, product_id, case state when ${options(stateField, 'recycled')} then '${era.localize(toBilingualText('废品，回用造粒', 'Waste, back to pellets'))}' else '${era.localize(toBilingualText('条件接收，降级销售', 'Accepted with concession, sold as second choice'))}' end, defect,
      done_at, ${businessDateSql}, ${shiftSql}, null, user_id, kg, case state when ${options(stateField, 'recycled')} then 0 else kg end, 0, '[]'::jsonb, 10, ${RATE_CNY_PER_HOUR}, round(10.0 / 60 * ${RATE_CNY_PER_HOUR}, 2) from chosen`,
    [site, now, era.zone],
  )
}
const insertReworkSql = `insert into rework (site_id, id, created_at, updated_at, created_by, number, kind, slit_roll_id, jumbo_roll_id, work_order_id, product_id, reason, defect, done_at, business_date, shift, team, user_id, kg_in, kg_out, loss_kg, pieces, minutes, rate_per_hour, cost)`
