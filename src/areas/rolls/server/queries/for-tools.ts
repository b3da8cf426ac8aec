/** What tools ask of the rolls: what a line or slitter made while they were mounted. */
import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { jumboRoll } from '../../contract/jumbo-roll'
import { slitRoll, slitSet } from '../../contract/slitting'
import { standingSets } from '../../rules/cutting'
import { takenBack as rollsTakenBack } from '../../rules/jumbo-roll'
import { takenBack } from '../../rules/slit-roll'

/** A time on a line or slitter; `to` null: until now. */
export interface MachineSpan {
  readonly key: string
  readonly lineId: string
  readonly from: Moment
  readonly to: Moment | null
}
/** What was made in a span: metres and kg, and the hours that its rolls were wound, its sets cut. */
export interface MadeInSpan {
  readonly key: string
  readonly metres: number
  readonly kg: number
  readonly hours: number
}
const LATER = 'infinity'
const spansOf = (spans: readonly MachineSpan[]) =>
  sql`select * from unnest(${spans.map(({ key }) => key)}::text[], ${spans.map(({ lineId }) => lineId)}::uuid[],
    ${spans.map(({ from }) => from)}::timestamptz[], ${spans.map(({ to }) => to ?? LATER)}::timestamptz[]) as s(key, line_id, since, until)`
const jumbosMade = sql`r.state not in (${options(jumboRoll.fields.state, ...rollsTakenBack)})`
const setsMade = sql`s.state in (${options(slitSet.fields.state, ...standingSets)})`

/**
 * What lines and slitters made in spans; a set took as long as since the set before it, or since its cutting began: what came off from the begin on and before the end counts. One statement whatever
 * the number of spans: a running sum along each machine, read at the ends of the spans.
 */
export const madeInSpans = (ctx: Context, spans: readonly MachineSpan[]): Promise<MadeInSpan[]> =>
  spans.length === 0
    ? Promise.resolve([])
    : ctx.query<MadeInSpan>(
        sql<MadeInSpan>`with span as (${spansOf(spans)}),
      first as (select line_id, min(since) as since from span group by line_id),
      made as (
        select r.line_id, r.doffed_at as at, coalesce(r.length_m, 0)::float8 as metres, coalesce(r.net_kg, r.expected_kg, 0)::float8 as kg,
            greatest(extract(epoch from r.doffed_at - r.started_at), 0)::float8 / 3600 as hours
          from first f join jumbo_roll r on r.site_id = ${ctx.site} and r.line_id = f.line_id and r.doffed_at >= f.since and ${jumbosMade}
        union all
        select s.slitter_id, s.doffed_at, (s.to_m - s.from_m)::float8, coalesce(s.kg, 0)::float8,
            greatest(extract(epoch from s.doffed_at - coalesce(lag(s.doffed_at) over (partition by s.cutting_id order by s.doffed_at), c.started_at)), 0)::float8 / 3600
          from first f join slit_set s on s.site_id = ${ctx.site} and s.slitter_id = f.line_id and s.doffed_at >= f.since and ${setsMade}
          join cutting c on c.site_id = s.site_id and c.id = s.cutting_id),
      moments as (
        select null::text as key, 0 as sign, line_id, at, metres, kg, hours from made
        union all select key, -1, line_id, since, 0, 0, 0 from span
        union all select key, 1, line_id, until, 0, 0, 0 from span),
      sums as (select key, sign, sum(metres) over w as metres, sum(kg) over w as kg, sum(hours) over w as hours from moments
        window w as (partition by line_id order by at, key is null rows unbounded preceding))
      select key, sum(sign * metres)::float8 as metres, sum(sign * kg)::float8 as kg, sum(sign * hours)::float8 as hours
        from sums where key is not null group by key`,
      )

/** What an order made in a span; `orderId` null: rolls of no order. */
export interface MadeForOrder {
  readonly key: string
  readonly orderId: string | null
  readonly metres: number
  readonly kg: number
}
/** Orders, or all that was made in a time. */
export type OrdersAsked = { readonly orderIds: readonly string[] } | { readonly from: Moment; readonly to: Moment }

/**
 * The same split by the orders that it was made for. The metres of a set belong to its orders by the widths of their lanes,
 * so that they add up to what the knives cut. One statement.
 */
export const madeForOrders = (
  ctx: Context,
  spans: readonly MachineSpan[],
  asked: OrdersAsked,
): Promise<MadeForOrder[]> => {
  if (spans.length === 0) return Promise.resolve([])
  const ids = 'orderIds' in asked ? asked.orderIds : null
  const when = 'from' in asked ? asked : { from: '-infinity', to: LATER }
  return ctx.query<MadeForOrder>(
    sql<MadeForOrder>`with span as (${spansOf(spans)}),
    wanted as (
      select distinct r.slit_set_id as id from slit_roll r where r.site_id = ${ctx.site} and ${ids}::uuid[] is not null and r.work_order_id = any(${ids}::uuid[])
      union select s.id from slit_set s where s.site_id = ${ctx.site} and ${ids}::uuid[] is null and s.doffed_at >= ${when.from} and s.doffed_at < ${when.to}),
    lane as (
      select s.slitter_id as line_id, s.doffed_at as at, r.work_order_id, (s.to_m - s.from_m)::float8 * r.width_mm / nullif(sum(r.width_mm) over (partition by s.id), 0) as metres,
          coalesce(r.kg, r.expected_kg, 0)::float8 as kg
        from wanted w join slit_set s on s.site_id = ${ctx.site} and s.id = w.id and ${setsMade}
        join slit_roll r on r.site_id = s.site_id and r.slit_set_id = s.id and r.state not in (${options(slitRoll.fields.state, ...takenBack)})),
    made as (
      select r.line_id, r.doffed_at as at, r.work_order_id, coalesce(r.length_m, 0)::float8 as metres, coalesce(r.net_kg, r.expected_kg, 0)::float8 as kg
        from jumbo_roll r where r.site_id = ${ctx.site} and (${ids}::uuid[] is null or r.work_order_id = any(${ids}::uuid[]))
          and r.doffed_at >= ${when.from} and r.doffed_at < ${when.to} and ${jumbosMade}
      union all select line_id, at, work_order_id, metres, kg from lane where ${ids}::uuid[] is null or work_order_id = any(${ids}::uuid[]))
    select p.key, ${columns(slitRoll, [{ orderId: 'workOrderId' }], 'm')}, sum(m.metres)::float8 as metres, sum(m.kg)::float8 as kg
      from made m join span p on p.line_id = m.line_id and m.at >= p.since and m.at < p.until
      group by p.key, m.work_order_id`,
  )
}
