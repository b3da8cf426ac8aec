/** Output of a line or slitter while a tool was mounted. */
import type { Day, Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll, slitSet } from '../../contract/slitting'
import { takenBackSlitStates, validSetStates } from '../../rules/slit-roll'
import { takenBackJumboStates } from '@/areas/rolls/rules/jumbo-roll'
import { buildJumboKgSql, buildSlitRollKgSql } from '@/areas/rolls/server/queries/mass-sql'

/** A period on a line or slitter; `to` null means until now. */
export interface MachineSpan {
  /** Chosen by the caller; returned with the output of the span. */
  readonly key: string
  readonly lineId: string
  readonly from: Moment
  readonly to: Moment | null
}
/** Output of a span: metres, kg, and hours of winding or cutting. */
export interface SpanOutput {
  readonly key: string
  readonly metres: number
  readonly kg: number
  readonly hours: number
}
const SQL_INFINITY = 'infinity'
const buildSpansSql = (spans: readonly MachineSpan[]) =>
  sql`select * from unnest(${spans.map(({ key }) => key)}::text[], ${spans.map(({ lineId }) => lineId)}::uuid[],
    ${spans.map(({ from }) => from)}::timestamptz[], ${spans.map(({ to }) => to ?? SQL_INFINITY)}::timestamptz[]) as s(key, line_id, since, until)`
const woundHoursSql = sql`greatest(extract(epoch from r.doffed_at - r.started_at), 0)::float8 / 3600`
const validJumbosSql = sql`r.state not in (${options(jumboRoll.fields.state, ...takenBackJumboStates)})`
const validSetsSql = sql`s.state in (${options(slitSet.fields.state, ...validSetStates)})`

/**
 * Sums the output of lines and slitters in spans (`from` inclusive, `to` exclusive). The duration of a set counts from
 * the previous set or from the start of the cutting. One SQL statement calculates a running sum per machine; the output
 * of a span is the difference of this sum between its ends.
 */
export const sumOutputInSpans = (ctx: Context, spans: readonly MachineSpan[]): Promise<SpanOutput[]> =>
  spans.length === 0
    ? Promise.resolve([])
    : ctx.query<SpanOutput>(
        sql<SpanOutput>`with span as (${buildSpansSql(spans)}),
      first as (select line_id, min(since) as since from span group by line_id),
      made as (
        select r.line_id, r.doffed_at as at, coalesce(r.length_m, 0)::float8 as metres, coalesce(${buildJumboKgSql('r')}, 0)::float8 as kg,
            ${woundHoursSql} as hours
          from first f join jumbo_roll r on r.site_id = ${ctx.site} and r.line_id = f.line_id and r.doffed_at >= f.since and ${validJumbosSql}
        union all
        select s.slitter_id, s.doffed_at, (s.to_m - s.from_m)::float8, coalesce(s.kg, 0)::float8,
            greatest(extract(epoch from s.doffed_at - coalesce(lag(s.doffed_at) over (partition by s.cutting_id order by s.doffed_at), c.started_at)), 0)::float8 / 3600
          from first f join slit_set s on s.site_id = ${ctx.site} and s.slitter_id = f.line_id and s.doffed_at >= f.since and ${validSetsSql}
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

/** One output of an order: a jumbo, or the part of a slitter's set that was cut for it. */
export interface OrderOutput {
  readonly lineId: string
  /** Null for rolls without an order. */
  readonly orderId: string | null
  /** ms since 1970 */
  readonly at: number
  readonly metres: number
  readonly kg: number
  /** Winding hours; null for slitters. */
  readonly hours: number | null
}
const outputColumns = sql`(extract(epoch from m.at) * 1000)::float8 as at, m.metres, m.kg`
const woundColumns = columns(jumboRoll, ['lineId', { orderId: 'workOrderId' }], 'm')
const cutColumns = columns(slitRoll, [{ lineId: 'slitterId', orderId: 'workOrderId' }, 'businessDate', 'shift'], 'm')

/** Lists the jumbos of orders, or all jumbos doffed in a period. */
export function listWoundOutput(ctx: Context, filter: OutputFilter): Promise<OrderOutput[]> {
  const condition =
    'orderIds' in filter
      ? sql`r.work_order_id = any(${filter.orderIds}::uuid[]) and r.doffed_at is not null`
      : sql`r.doffed_at >= ${filter.from} and r.doffed_at < ${filter.to}`
  return ctx.query<OrderOutput>(
    sql<OrderOutput>`select ${woundColumns}, ${outputColumns}, m.hours from (
      select r.line_id, r.doffed_at as at, r.work_order_id, coalesce(r.length_m, 0)::float8 as metres, coalesce(${buildJumboKgSql('r')}, 0)::float8 as kg,
          ${woundHoursSql} as hours
        from jumbo_roll r where r.site_id = ${ctx.site} and ${condition} and ${validJumbosSql}) m`,
  )
}

/** The part of a set that was cut for an order, with the shift of the doff. */
export interface OrderCutOutput extends OrderOutput {
  readonly businessDate: Day
  readonly shift: string
}
/** Filter by orders, or by period. */
export type OutputFilter = { readonly orderIds: readonly string[] } | { readonly from: Moment; readonly to: Moment }
/**
 * Lists the slitter output set by set. The filter selects a period, or all shifts in which the given orders were cut,
 * including the other orders of those shifts. The metres of a set are divided among its orders by lane width, so that
 * they add up to the metres that the knives cut. The query finds the sets of a shift by time, because a shift lasts at
 * most a day.
 */
export function listCutOutput(ctx: Context, filter: OutputFilter): Promise<OrderCutOutput[]> {
  const setColumns = sql`s.id, s.slitter_id, s.doffed_at, s.business_date, s.shift, s.from_m, s.to_m`
  const setsSql =
    'orderIds' in filter
      ? sql`select s.* from (
          select slitter_id, business_date, shift, min(doffed_at) as first, max(doffed_at) as last from slit_roll
            where site_id = ${ctx.site} and reworked_from_id is null and work_order_id = any(${filter.orderIds}::uuid[]) group by 1, 2, 3) o
          cross join lateral (
            select ${setColumns} from slit_set s where s.site_id = ${ctx.site} and s.slitter_id = o.slitter_id and s.doffed_at between o.last - interval '1 day' and o.first + interval '1 day'
              and s.business_date = o.business_date and s.shift = o.shift and ${validSetsSql} offset 0) s`
      : sql`select ${setColumns} from slit_set s where s.site_id = ${ctx.site} and s.doffed_at >= ${filter.from} and s.doffed_at < ${filter.to} and ${validSetsSql}`
  return ctx.query<OrderCutOutput>(
    sql<OrderCutOutput>`select ${cutColumns}, ${outputColumns}, null::float8 as hours from (
      select s.slitter_id, s.doffed_at as at, s.business_date, s.shift, r.work_order_id, sum(r.kg)::float8 as kg,
          (s.to_m - s.from_m)::float8 * sum(r.width_mm) / nullif(sum(sum(r.width_mm)) over (partition by s.id), 0) as metres
        from (${setsSql}) s cross join lateral (
          select r.work_order_id, r.width_mm, coalesce(${buildSlitRollKgSql('r')}, 0) as kg from slit_roll r
            where r.site_id = ${ctx.site} and r.slit_set_id = s.id and r.reworked_from_id is null and r.state not in (${options(slitRoll.fields.state, ...takenBackSlitStates)}) offset 0) r
        group by s.id, s.slitter_id, s.doffed_at, s.business_date, s.shift, s.from_m, s.to_m, r.work_order_id) m`,
  )
}
