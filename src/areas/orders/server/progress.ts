import type { InOf, OutOf } from '@/contract/endpoint'
import type { ListQuery, Resource } from '@/contract/resource'
import { addDays, atLocal, toMillis, toMoment } from '@/areas/handover/rules/plant-time'
import type { Context } from '@/server/context'
import { slitFigures, type SlitCounted } from '@/areas/rolls/rules/order-figures'
import { listPage } from '@/server/crud/list'
import { scopeOf } from '@/server/crud/operations'
import { today } from '@/server/plant'
import { workOrder } from '../contract/work-order'
import type { progressList, progressOfOrder } from '../contract/progress'
import { forecastEnd, kgPerHourAt, LOOK_BACK_MS, progressPercent, type Forecast } from '../rules/progress'
import { ranWithin, type Pause } from '../rules/work-order'
import { latest, one } from './work-order-lists'
import type { OrderRow } from './work-orders'

interface Recent {
  id: string; orderedKg: number | null; goodKg: number; startedAt: string | null; finishedAt: string | null; state: string; pauses: Pause[]
  /** Of the last 24 h. */
  slitKg: number; slitSince: string | null; jumboKg: number
  /** Of the order's whole life. */
  woundKg: number; gsm: number | null; widthMm: number | null; speed: number | null
}
/** A forecast, and from which rolls its speed comes. */
export type OrderForecast = Forecast & { readonly from: 'slit' | 'jumbo' | null }

/**
 * Forecasts of orders, in one query: kg of the last 24 h and the hours of them in which the order ran. As long as an order
 * is wound its jumbos count: slitting follows hours later and would make it look slow. Then its good slit rolls do, by the
 * hours since the first of them came off.
 */
export async function forecasts(ctx: Context, ids: readonly string[]): Promise<Map<string, OrderForecast>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.query<Recent & Record<string, unknown>>(
    `select o.id, o.ordered_kg::float as "orderedKg", o.good_kg::float as "goodKg", o.started_at as "startedAt", o.finished_at as "finishedAt", o.state, o.pauses, o.jumbo_kg::float as "woundKg",
       coalesce(o.gsm, p.gsm)::float as gsm, coalesce(l.width * 1000, p.width_mm, o.width_mm)::float as "widthMm", s.ideal_speed::float as speed,
       coalesce((select sum(kg) from slit_roll r where r.site_id = o.site_id and r.work_order_id = o.id and r.doffed_at > $3 and r.grade = 'good' and r.state not in ('undone', 'recycled')), 0)::float as "slitKg",
       (select min(doffed_at) from slit_roll r where r.site_id = o.site_id and r.work_order_id = o.id and r.doffed_at > $3 and r.state <> 'undone') as "slitSince",
       coalesce((select sum(net_kg) from jumbo_roll j where j.site_id = o.site_id and j.work_order_id = o.id and j.doffed_at > $3 and j.grade = 'good' and j.state not in ('deleted', 'scrapped')), 0)::float as "jumboKg"
     from work_order o join product p on p.site_id = o.site_id and p.id = o.product_id left join process_standard s on s.site_id = o.site_id and s.id = o.process_standard_id
       left join line l on l.site_id = o.site_id and l.id = o.line_id
     where o.site_id = $1 and o.id = any($2::uuid[])`,
    [ctx.site, ids, toMoment(ctx.now.getTime() - LOOK_BACK_MS)])
  return new Map(rows.map((r) => [r.id, forecastOf(ctx.now.getTime(), r)]))
}
function forecastOf(now: number, r: Recent): OrderForecast {
  const ideal = r.speed && r.widthMm && r.gsm ? kgPerHourAt(r.speed, r.widthMm, r.gsm) : null
  const winding = r.jumboKg > 0 && r.woundKg < (r.orderedKg ?? 0) && r.goodKg < (r.orderedKg ?? 0)
  const from = winding ? 'jumbo' : r.slitKg > 0 ? 'slit' : r.jumboKg > 0 ? 'jumbo' : null
  const since = from === 'slit' && r.slitSince ? toMillis(r.slitSince) : now - LOOK_BACK_MS
  const forecast = forecastEnd(
    { orderedKg: r.orderedKg, goodKg: winding ? Math.max(r.woundKg, r.goodKg) : r.goodKg, startedAt: r.startedAt ? toMillis(r.startedAt) : null, idealKgPerHour: ideal },
    { kg: from === 'slit' ? r.slitKg : r.jumboKg, runningMs: ranWithin(r, since, now) }, now)
  return { ...forecast, from: forecast.kind === 'speed' ? from : null }
}

type Summary = OutOf<typeof progressList>['list'][number]
function summaryOf(ctx: Context, o: OrderRow, forecast: OrderForecast): Summary {
  const dueAt = o.dueOn ? atLocal(addDays(o.dueOn, 1), 0, ctx.timeZone) : null
  const over = o.state === 'finished' || o.state === 'closed' || o.state === 'cancelled'
  const end = over ? (o.finishedAt ? toMillis(o.finishedAt) : null) : forecast.endsAt ?? (o.plannedEnd ? toMillis(o.plannedEnd) : null)
  return {
    id: o.id, number: o.number, state: o.state, lineId: o.lineId, customerId: o.customerId, productId: o.productId, gsm: o.gsm, widthMm: o.widthMm, orderedKg: o.orderedKg, orderedRolls: o.orderedRolls,
    goodKg: o.goodKg, goodRolls: o.goodRolls, downgradedKg: o.downgradedKg, percent: progressPercent({ kg: o.orderedKg, rolls: o.orderedRolls }, o),
    plannedStart: o.plannedStart, plannedEnd: o.plannedEnd, startedAt: o.startedAt, finishedAt: o.finishedAt, dueOn: o.dueOn,
    late: dueAt !== null && (end !== null ? end > dueAt : !over && ctx.now.getTime() > dueAt),
    forecastEnd: !over && forecast.endsAt ? toMoment(forecast.endsAt) : null, forecastBy: over ? 'done' : forecast.kind,
    forecastReason: !over && forecast.kind === 'unknown' ? forecast.reason : null, kgPerHour: forecast.kgPerHour, speedHours: 'hours' in forecast ? forecast.hours : null, speedFrom: over ? null : forecast.from, leftKg: !over && 'leftKg' in forecast ? forecast.leftKg : null,
  }
}

/** GET /progress_monitoring_list: open orders by plan unless states are named. `late`: overdue, planned or forecast to end after the day they are due. */
export async function list(ctx: Context, input: InOf<typeof progressList>): Promise<OutOf<typeof progressList>> {
  const state = input.state || 'planned,running,paused'
  const over = /finished|closed|cancelled/.test(state)
  const query: ListQuery = {
    ...(input.page ? { page: input.page } : {}), ...(input.size ? { size: input.size } : {}), ...(input.after ? { after: input.after } : {}),
    state, lineId: input.lineId, customerId: input.customerId, productId: input.productId, keyword: input.keyword ?? '', sort: over ? '-finishedAt' : 'plannedStart',
  }
  const late = input.late === true ? await forecastLate(ctx) : null
  const page = await listPage(scopeOf(ctx), workOrder as unknown as Resource, query, late ? (values) => lateSql(ctx, late, values) : undefined) as unknown as { total: number; list: OrderRow[]; refs: Record<string, string>; next: string | null }
  const byOrder = await forecasts(ctx, page.list.map((o) => o.id))
  return { ...page, list: page.list.map((o) => summaryOf(ctx, o, byOrder.get(o.id)!)) }
}
/** Orders at the lines that will be late at the speed they have; there are as many as lines. */
async function forecastLate(ctx: Context): Promise<string[]> {
  const orders = await ctx.rows.find(workOrder, { where: { state: ['running', 'paused'] }, limit: 500 })
  const byOrder = await forecasts(ctx, orders.map((o) => o.id))
  return orders.filter((o) => summaryOf(ctx, o, byOrder.get(o.id)!).late).map((o) => o.id)
}
function lateSql(ctx: Context, forecast: readonly string[], values: unknown[]): string {
  const p = (value: unknown) => `$${values.push(value) + 1}`
  return `(id = any(${p(forecast)}::uuid[]) or (state = 'planned' and (due_on < ${p(today(ctx))} or planned_end > ((due_on + 1)::timestamp at time zone ${p(ctx.timeZone)}))))`
}

type Event = OutOf<typeof progressOfOrder>['events'][number]
/** GET /progress_monitoring */
export async function ofOrder(ctx: Context, input: InOf<typeof progressOfOrder>): Promise<OutOf<typeof progressOfOrder>> {
  const order = input.id || input.number ? await one(ctx, input) : await latest(ctx)
  const [byOrder, events, hours] = await Promise.all([forecasts(ctx, [order.id]), eventsOf(ctx, order), hoursOf(ctx, order)])
  return { ...summaryOf(ctx, order, byOrder.get(order.id)!), events: [...ownEvents(ctx, order), ...events].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)), hours }
}
/** What the order itself tells: the plan, begin, pauses, end. */
function ownEvents(ctx: Context, order: OrderRow): Event[] {
  const event = (kind: Event['kind'], at: string | null, more: Partial<Event> = {}): Event[] =>
    (at ? [{ kind, at, endsAt: null, label: ctx.t(`orders:pages.progress.event.${kind}`), kg: null, count: null, resource: null, id: null, ...more }] : [])
  return [
    ...event('planned', order.plannedStart, { endsAt: order.plannedEnd }), ...event('started', order.startedAt), ...event('finished', order.finishedAt), ...event('closed', order.closedAt),
    ...order.pauses.flatMap((pause) => [...event('paused', pause.from, { endsAt: pause.to, ...(pause.reason ? { label: pause.reason.slice(0, 400) } : {}) }), ...(pause.to && pause.to !== order.finishedAt ? event('resumed', pause.to) : [])]),
  ]
}

const MOST_EVENTS = 500
/** Feeding by the hour; doffs, slitting, downgrades, stops and packages by themselves: at most 500 of each, the newest. */
async function eventsOf(ctx: Context, order: OrderRow): Promise<Event[]> {
  const newest = `order by at desc limit ${MOST_EVENTS}`
  const of = 'site_id = $1 and work_order_id = $2'
  const bad = `round(sum(kg) filter (where grade <> 'good'), 3)::float`
  const rows = await ctx.query<Omit<Event, 'label'> & { label: string | null }>(
    `(select 'fed' as kind, min(fed_at) as at, null::timestamptz as "endsAt", null::text as label, sum(kg)::float as kg, count(*)::int as count, 'feed' as resource, null::uuid as id from feed where ${of} group by date_trunc('hour', fed_at, $4) ${newest})
     union all (select 'doffed', doffed_at as at, null, number, net_kg::float, 1, 'jumboRoll', id from jumbo_roll where ${of} and doffed_at is not null and state <> 'deleted' ${newest})
     union all (select 'slit', min(doffed_at) as at, max(doffed_at), null, sum(kg)::float, count(*)::int, 'slitSet', slit_set_id from slit_roll where ${of} and state <> 'undone' group by slit_set_id ${newest})
     union all (select 'downgraded', min(doffed_at) as at, null, null, ${bad}, (count(*) filter (where grade <> 'good'))::int, 'slitSet', slit_set_id from slit_roll where ${of} and state <> 'undone' group by slit_set_id having count(*) filter (where grade <> 'good') > 0 ${newest})
     union all (select 'stopped', s.started_at as at, s.ended_at, coalesce(case when $3 = 'en' then r.name_en end, r.name), null, null, 'lineStop', s.id from line_stop s left join stop_reason r on r.site_id = s.site_id and r.id = s.reason_id where s.site_id = $1 and s.work_order_id = $2 ${newest})
     union all (select 'packed', packed_at as at, null, number, net_kg::float, rolls, 'package', id from package where ${of} and packed_at is not null ${newest})`,
    [ctx.site, order.id, ctx.language, ctx.timeZone])
  return rows.map((r) => ({ ...r, label: r.label ?? ctx.t(`orders:pages.progress.event.${r.kind}`) }))
}
type Hour = OutOf<typeof progressOfOrder>['hours'][number]
const MOST_HOURS = 720
const MOST_PARTLY = 5000
/** Output by hour, oldest first; the newest thirty days. Of a roll that is not good all along its metres count, as in the order's own figures. */
async function hoursOf(ctx: Context, order: OrderRow): Promise<Hour[]> {
  const of = `site_id = $1 and work_order_id = $2 and state <> 'undone'`
  const [whole, partly] = await Promise.all([
    ctx.query<Hour>(
      `select date_trunc('hour', doffed_at, $3) as "from", coalesce(sum(kg) filter (where grade = 'good'), 0)::float as "goodKg", coalesce(sum(kg) filter (where grade <> 'good'), 0)::float as "downgradedKg"
       from slit_roll where ${of} and downgrades = '[]' group by 1 order by 1 desc limit ${MOST_HOURS}`, [ctx.site, order.id, ctx.timeZone]),
    ctx.query<SlitCounted & { from: string }>(
      `select date_trunc('hour', doffed_at, $3) as "from", state, kg::float as kg, null as "expectedKg", length_m::float as "lengthM", grade, downgrades
       from slit_roll where ${of} and downgrades <> '[]' order by doffed_at desc limit ${MOST_PARTLY}`, [ctx.site, order.id, ctx.timeZone]),
  ])
  const hours = new Map<string, Hour>()
  for (const one of [...whole, ...partly.map((roll) => ({ from: roll.from, ...slitFigures(roll) }))]) {
    const from = new Date(one.from).toISOString()
    const sum = hours.get(from) ?? { from, goodKg: 0, downgradedKg: 0 }
    hours.set(from, { from, goodKg: grams(sum.goodKg + one.goodKg), downgradedKg: grams(sum.downgradedKg + one.downgradedKg) })
  }
  return [...hours.values()].sort((a, b) => (a.from < b.from ? -1 : 1)).slice(-MOST_HOURS)
}
const grams = (kg: number): number => Math.round(kg * 1000) / 1000
