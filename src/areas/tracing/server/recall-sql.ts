/** SQL of a recall list. */
import { buildOrderCustomersSql } from '@/areas/orders/server/queries/trace-sql'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { departedStates, endedStates } from '../rules/hold-reach'
import { takenBackSlitStates } from '@/areas/slitting/rules/slit-roll'
import { buildJumboKgSql, buildSlitRollKgSql } from '@/areas/rolls/server/queries/mass-sql'
import {
  buildPelletJumbosSql,
  buildReachSql,
  MIN_LISTED_KG_SQL,
  type RecallSubject,
} from '@/areas/tracing/server/reach-sql'
import type { Language } from '@/contract/language'
import { limit, options, sql, type Sql } from '@/server/sql'
import type { PelletHits } from './pellets/find-pellet-hits'

/** Pellets and jumbos that can contain trim of the subject, and the plant's threshold of trace amounts. */
interface SubjectInTrim {
  readonly pellets: PelletHits
  /** Kilograms of trim that went back into a hopper, by jumbo. */
  readonly returnedTrim: ReadonlyMap<string, number>
  readonly traceKg: number
}
const jumboStateField = jumboRoll.fields.state
const slitStateField = slitRoll.fields.state
const DEPARTED_JUMBO_STATES = options(jumboStateField, ...departedStates.jumboRoll)

/**
 * SQL condition: the subject reaches the slit roll `t` itself, not only its jumbo. `in` hashes the ids. A join may
 * become a nested loop, because the planner does not know how many ids there are.
 */
const IS_OWN_ROLL_SQL = sql`t.id in (select id from slit_ids)`
/**
 * Builds SQL of the jumbos that directly contain the subject, with its kilograms; null if the whole roll is recalled.
 */
const buildDirectSql = ({ siteId, kind, id }: RecallSubject): Sql =>
  kind === 'materialLot'
    ? sql`select j.id, (select sum((part->>'kg')::float8) from jsonb_array_elements(j.lots) part where part->>'lotId' = (${id}::uuid)::text) as kg from jumbo_roll j where j.site_id = ${siteId} and j.id = any(array(select id from jumbo_ids))`
    : sql`select id, null::float8 as kg from jumbo_ids`

/**
 * Builds `found`: the jumbos and slit rolls that contain the subject, directly or through trim, or are packed with it.
 * The slit rolls of a cut jumbo represent the jumbo. Scrapped and recycled rolls are omitted. A slit roll contains at
 * most the amount of the jumbo in proportion to its width; all rolls of a jumbo together contain at most `jumbo_kg`.
 * For packing material `max_kg` is null, because packing is not part of the mass of a roll.
 */
const buildFoundSql = (
  subject: RecallSubject,
  { pellets, returnedTrim, traceKg }: SubjectInTrim,
): Sql => sql`with ${buildReachSql(subject)},
  ${buildPelletJumbosSql(subject.siteId, pellets, traceKg)},
  omitted_jumbo_ids as materialized (select id from pellet_jumbos where kg > 0 and not is_listed and id not in (select id from jumbo_ids)),
  returned_jumbos as (select * from unnest(${[...returnedTrim.keys()]}::uuid[], ${[...returnedTrim.values()]}::float8[]) as t(id, kg)),
  hits as materialized (
    select coalesce(subj.id, pel.id, ret.id) as id, subj.id is not null as direct, subj.kg as direct_kg, pel.pellet_id, coalesce(pel.kg, 0) >= ${MIN_LISTED_KG_SQL} as recorded, ret.id is not null as returned, false as is_packed,
      coalesce(pel.unrecorded_kg, 0) >= greatest(${traceKg}::float8, ${MIN_LISTED_KG_SQL}) as unrecorded,
      coalesce(subj.kg, 0) + coalesce(pel.kg, 0) + coalesce(ret.kg, 0) + case when pel.unrecorded_kg >= ${traceKg}::float8 then pel.unrecorded_kg else 0 end as max_kg
    from (${buildDirectSql(subject)}) subj full join by_pellets pel on pel.id = subj.id full join returned_jumbos ret on ret.id = coalesce(subj.id, pel.id)
    union all select id, false, null, null, false, false, true, false, null from packed_jumbo_ids where id <> all(array(select id from jumbo_ids))),
  rolls as (
    select 'jumboRoll' as kind, t.id, coalesce(t.number, '') as number, t.state, ${buildJumboKgSql('t')} * case when t.state not in (${DEPARTED_JUMBO_STATES}) and coalesce(t.length_m, 0) > 0 and t.left_m is not null then t.left_m / t.length_m else 1 end as kg,
      t.doffed_at as made_at, t.work_order_id, null::uuid as package_id, null as package, null as place, t.holds <> '[]' as held, t.state in (${DEPARTED_JUMBO_STATES}) as gone, h.direct, h.recorded, h.returned, h.unrecorded, h.is_packed, h.pellet_id,
      case when h.direct and h.direct_kg is null then null else h.max_kg end as max_kg,
      t.id as jumbo_id, case when h.direct and h.direct_kg is null then null else h.max_kg end as jumbo_kg
    from hits h join jumbo_roll t on t.site_id = ${subject.siteId} and t.id = h.id where t.state not in (${options(jumboStateField, ...endedStates.jumboRoll)})
    union all
    select 'slitRoll', t.id, t.number, t.state, ${buildSlitRollKgSql('t')}, t.doffed_at, t.work_order_id, p.id, p.number, p.place, t.holds <> '[]', t.state in (${options(slitStateField, ...departedStates.slitRoll)}), coalesce(h.direct, false) or ${IS_OWN_ROLL_SQL}, h.recorded, h.returned, h.unrecorded, t.id in (select id from packed_slit_ids), h.pellet_id,
      case when (h.direct or ${IS_OWN_ROLL_SQL}) and h.direct_kg is null then null else h.max_kg * least(1, coalesce(t.width_mm::float8 / nullif(j.width_mm, 0), 1)) end,
      t.jumbo_roll_id, case when (h.direct or ${IS_OWN_ROLL_SQL}) and h.direct_kg is null then null else h.max_kg end
    from slit_roll t join jumbo_roll j on j.site_id = t.site_id and j.id = t.jumbo_roll_id left join hits h on h.id = t.jumbo_roll_id left join package p on p.site_id = t.site_id and p.id = t.package_id
    where t.site_id = ${subject.siteId} and t.state not in (${options(slitStateField, ...takenBackSlitStates, ...endedStates.slitRoll)}) and t.id = any(array(select id from slit_ids union select id from packed_slit_ids${subject.kind === 'customer' ? sql`` : sql` union select id from slit_roll where site_id = ${subject.siteId} and jumbo_roll_id = any(array(select id from hits where not is_packed))`}))),
  found as materialized (
    select kind, id, number, state, kg, made_at, work_order_id, package, place, held, gone, pellet_id, package_id, case when is_packed and not direct and not coalesce(recorded, false) then null else least(coalesce(max_kg, kg), kg) end as max_kg, jumbo_id, jumbo_kg,
      case when direct then 'direct' when recorded then 'pellets' when returned then 'hopper' when is_packed then 'packing' else 'unrecorded' end as through, coalesce(unrecorded, false) as sources_missing,
      coalesce(least(max_kg, kg) < ${traceKg}::float8, false) as trace_amount
    from rolls)`

/**
 * Builds SQL that counts the rolls with too little of the subject to be listed. A cut jumbo counts as its slit rolls.
 */
const buildOmittedRollsSql = (siteId: number): Sql =>
  sql`(select count(*)::int from jumbo_roll t where t.site_id = ${siteId} and t.id = any(array(select id from omitted_jumbo_ids)) and t.state not in (${options(jumboStateField, ...endedStates.jumboRoll)}))
    + (select count(*)::int from slit_roll t where t.site_id = ${siteId} and t.jumbo_roll_id = any(array(select id from omitted_jumbo_ids)) and t.state not in (${options(slitStateField, ...takenBackSlitStates, ...endedStates.slitRoll)}))`

/**
 * Builds the statement of the whole answer except path texts. `shown` contains the rows of this portion,
 * `shipped_quantities` the departed rolls by customer and order.
 * @param portion row offset and maximum of rows; maximum of orders in each list per order and per customer
 */
export const buildRecallSql = <R extends object>(
  subject: RecallSubject,
  subjectInTrim: SubjectInTrim,
  portion: { offset: number; rows: number; maxOrders: number },
  language: Language,
): Sql<R> => sql<R>`${buildFoundSql(subject, subjectInTrim)},
  shown as (
    select f.kind, f.id, f.number, f.state, round(f.kg, 3) as kg, to_char(f.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "madeAt", o.number as "order", o.customer, f.package, f.place, f.held, f.gone,
      round(f.max_kg::numeric, 3) as "maxKg", f.through, f.trace_amount as "traceAmount", f.sources_missing as "sourcesMissing", f.pellet_id as "pelletId"
    from found f left join ${buildOrderCustomersSql(language)} o on o.site_id = ${subject.siteId} and o.id = f.work_order_id
    order by f.trace_amount, f.through = 'unrecorded', f.gone desc, f.kind, f.number, f.id offset ${portion.offset} ${limit(portion.rows)}),
  packing_orders as materialized (
    select o.number as "order", o.customer, to_char(q.fed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "fedAt", round(q.kg, 3) as kg,
      count(f.id)::int as rolls, count(f.id) filter (where f.gone)::int as "goneRolls", count(distinct f.package_id)::int as packages
    from packed_orders q join ${buildOrderCustomersSql(language)} o on o.site_id = ${subject.siteId} and o.id = q.work_order_id
      left join found f on f.work_order_id = q.work_order_id and f.through = 'packing' group by o.number, o.customer, q.fed_at, q.kg),
  first_packing_orders as (select * from packing_orders order by "fedAt" desc, "order" ${limit(portion.maxOrders)}),
  gone_of_jumbos as (
    select work_order_id, count(*)::int as rolls, sum(kg) as kg, least(sum(max_kg), max(jumbo_kg)) as max_kg, bool_and(trace_amount) as trace_amount
    from found where gone group by work_order_id, jumbo_id),
  shipped_quantities as materialized (
    select o.customer, o.number as "order", sum(g.rolls)::int as rolls, coalesce(round(sum(g.kg), 3), 0) as kg, coalesce(round(sum(g.max_kg)::numeric, 3), round(max(q.kg), 3), 0) as "maxKg", bool_and(g.trace_amount) as "traceAmount"
    from gone_of_jumbos g left join packed_orders q on q.work_order_id = g.work_order_id left join ${buildOrderCustomersSql(language)} o on o.site_id = ${subject.siteId} and o.id = g.work_order_id
    group by 1, 2),
  first_quantities as (select * from shipped_quantities order by "traceAmount", kg desc, customer, "order" ${limit(portion.maxOrders)})
  select count(*)::int as total, ${buildOmittedRollsSql(subject.siteId)} as "omittedRolls", coalesce(round(sum(kg) filter (where not gone), 3), 0) as "inPlantKg", coalesce(round(sum(kg) filter (where gone), 3), 0) as "goneKg",
    count(*) filter (where through = 'pellets' and not trace_amount)::int as "pelletRolls", count(*) filter (where through = 'unrecorded' and not trace_amount)::int as "unrecordedRolls", count(*) filter (where trace_amount)::int as "traceRolls",
    count(*) filter (where not gone)::int as "inPlantRolls", count(*) filter (where through = 'packing')::int as "packingRolls", count(*) filter (where through = 'pellets' and not trace_amount and not gone)::int as "pelletRollsInPlant",
    coalesce(round(max(max_kg) filter (where through = 'pellets' and not gone)::numeric, 3), 0) as "pelletRollsMaxKg", count(*) filter (where through = 'unrecorded' and not trace_amount and not gone)::int as "unrecordedRollsInPlant",
    (select count(*)::int from packing_orders) as "packingOrderCount", (select coalesce(jsonb_agg(to_jsonb(first_packing_orders)), '[]') from first_packing_orders) as "packingOrders",
    (select count(*)::int from shipped_quantities) as "goneOrders", (select coalesce(jsonb_agg(to_jsonb(first_quantities)), '[]') from first_quantities) as customers, (select coalesce(jsonb_agg(to_jsonb(shown)), '[]') from shown) as rows from found`
