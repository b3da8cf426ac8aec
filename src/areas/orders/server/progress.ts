import type { InOf, OutOf } from '@/contract/endpoint'
import type { ListQuery, Resource } from '@/contract/resource'
import { addDays, atLocal, toMillis, toMoment } from '@/areas/handover/rules/plant-time'
import type { Context } from '@/server/context'
import { listPage } from '@/server/crud/list'
import { scopeOf } from '@/server/crud/operations'
import { namesOf } from '@/server/crud/refs'
import { workOrder } from '../contract/work-order'
import type { progressList, progressOfOrder } from '../contract/progress'
import { forecastEnd, kgPerHourAt, LOOK_BACK_MS, progressPercent, type Forecast } from '../rules/progress'
import { ranWithin, type Pause } from '../rules/work-order'
import { one } from './work-order-lists'
import type { OrderRow } from './work-orders'

interface Recent {
  id: string; orderedKg: number | null; goodKg: number; startedAt: string | null; finishedAt: string | null; state: string; pauses: Pause[]
  slitKg: number; jumboKg: number; gsm: number | null; widthMm: number | null; speed: number | null
}
/** A forecast, and from which rolls its speed comes. */
export type OrderForecast = Forecast & { readonly from: 'slit' | 'jumbo' | null }

/**
 * Forecasts of orders, in one query: good kg of the last 24 h from slit rolls (from doffed jumbos as long as none was
 * slit in that time), and the hours of them in which the order ran.
 */
export async function forecasts(ctx: Context, ids: readonly string[]): Promise<Map<string, OrderForecast>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.query<Recent & Record<string, unknown>>(
    `select o.id, o.ordered_kg::float as "orderedKg", o.good_kg::float as "goodKg", o.started_at as "startedAt", o.finished_at as "finishedAt", o.state, o.pauses,
       coalesce(o.gsm, p.gsm)::float as gsm, coalesce(o.width_mm, p.width_mm) as "widthMm", s.ideal_speed::float as speed,
       coalesce((select sum(kg) from slit_roll r where r.site_id = o.site_id and r.work_order_id = o.id and r.doffed_at > $3 and r.grade = 'good' and r.state <> 'undone'), 0)::float as "slitKg",
       coalesce((select sum(net_kg) from jumbo_roll j where j.site_id = o.site_id and j.work_order_id = o.id and j.doffed_at > $3 and j.grade = 'good' and j.state not in ('deleted', 'scrapped')), 0)::float as "jumboKg"
     from work_order o join product p on p.site_id = o.site_id and p.id = o.product_id left join process_standard s on s.site_id = o.site_id and s.id = o.process_standard_id
     where o.site_id = $1 and o.id = any($2::uuid[])`,
    [ctx.site, ids, toMoment(ctx.now.getTime() - LOOK_BACK_MS)])
  return new Map(rows.map((r) => [r.id, forecastOf(ctx.now.getTime(), r)]))
}
function forecastOf(now: number, r: Recent): OrderForecast {
  const ideal = r.speed && r.widthMm && r.gsm ? kgPerHourAt(r.speed, r.widthMm, r.gsm) : null
  const from = r.slitKg > 0 ? 'slit' : r.jumboKg > 0 ? 'jumbo' : null
  const forecast = forecastEnd(
    { orderedKg: r.orderedKg, goodKg: r.goodKg, startedAt: r.startedAt ? toMillis(r.startedAt) : null, idealKgPerHour: ideal },
    { kg: from === 'slit' ? r.slitKg : r.jumboKg, runningMs: ranWithin(r, now - LOOK_BACK_MS, now) }, now)
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

/** GET /progress_monitoring_list: what runs first, then what waits, then what is done. */
export async function list(ctx: Context, input: InOf<typeof progressList>): Promise<OutOf<typeof progressList>> {
  const query: ListQuery = {
    ...(input.page ? { page: input.page } : {}), ...(input.size ? { size: input.size } : {}), ...(input.after ? { after: input.after } : {}),
    state: input.state || 'planned,running,paused,finished', lineId: input.lineId, customerId: input.customerId, productId: input.productId, keyword: input.keyword ?? '', sort: '-plannedStart',
  }
  const lateOnly = input.late === true
  const page = await listPage(scopeOf(ctx), workOrder as unknown as Resource, query, (values) =>
    (lateOnly ? `due_on < $${values.push(ctx.now.toISOString().slice(0, 10)) + 1} and state in ('planned', 'running', 'paused')` : 'true')) as unknown as { total: number; list: OrderRow[]; refs: Record<string, string>; next: string | null }
  const byOrder = await forecasts(ctx, page.list.map((o) => o.id))
  return { ...page, list: page.list.map((o) => summaryOf(ctx, o, byOrder.get(o.id)!)) }
}

type Event = OutOf<typeof progressOfOrder>['events'][number]
/** GET /progress_monitoring */
export async function ofOrder(ctx: Context, input: InOf<typeof progressOfOrder>): Promise<OutOf<typeof progressOfOrder>> {
  const order = await one(ctx, input)
  const [byOrder, events, hours] = await Promise.all([forecasts(ctx, [order.id]), eventsOf(ctx, order), hoursOf(ctx, order)])
  const lines = order.lineId ? await namesOf(scopeOf(ctx), 'line', [order.lineId]) : {}
  const own: Event[] = [
    ...(order.plannedStart ? [event(ctx, 'planned', order.plannedStart, { endsAt: order.plannedEnd, label: lines[order.lineId ?? ''] ?? '' })] : []),
    ...(order.startedAt ? [event(ctx, 'started', order.startedAt, {})] : []),
    ...(order.finishedAt ? [event(ctx, 'finished', order.finishedAt, {})] : []),
    ...(order.closedAt ? [event(ctx, 'closed', order.closedAt, {})] : []),
  ]
  return { ...summaryOf(ctx, order, byOrder.get(order.id)!), events: [...own, ...events].sort((a, b) => (a.at < b.at ? -1 : 1)), hours }
}
const event = (ctx: Context, kind: Event['kind'], at: string, more: Partial<Event>): Event =>
  ({ kind, at, endsAt: null, label: ctx.t(`orders:pages.progress.event.${kind}`), kg: null, count: null, resource: null, id: null, ...more })

/** Feeding, doffs, slitting and stops by the hour or by themselves: at most 500 of each, newest last. */
async function eventsOf(ctx: Context, order: OrderRow): Promise<Event[]> {
  const rows = await ctx.query<{ kind: Event['kind']; at: string; endsAt: string | null; label: string | null; kg: number | null; count: number | null; resource: string | null; id: string | null }>(
    `(select 'fed' as kind, date_trunc('hour', fed_at) as at, null::timestamptz as "endsAt", null as label, sum(kg)::float as kg, count(*)::int as count, null as resource, null::uuid as id from feed where site_id = $1 and work_order_id = $2 group by 2 order by 2 desc limit 500)
     union all (select 'doffed', doffed_at, null, number, net_kg::float, 1, 'jumboRoll', id from jumbo_roll where site_id = $1 and work_order_id = $2 and doffed_at is not null and state <> 'deleted' order by doffed_at desc limit 500)
     union all (select 'slit', min(doffed_at), max(doffed_at), null, sum(kg)::float, count(*)::int, 'slitSet', slit_set_id from slit_roll where site_id = $1 and work_order_id = $2 and state <> 'undone' group by slit_set_id order by 2 desc limit 500)
     union all (select 'stopped', s.started_at, s.ended_at, coalesce(case when $3 = 'en' then r.name_en end, r.name), null, null, 'lineStop', s.id from line_stop s left join stop_reason r on r.site_id = s.site_id and r.id = s.reason_id where s.site_id = $1 and s.work_order_id = $2 order by s.started_at desc limit 500)
     union all (select 'packed', packed_at, null, number, net_kg::float, rolls, 'package', id from package where site_id = $1 and work_order_id = $2 and packed_at is not null order by packed_at desc limit 500)`,
    [ctx.site, order.id, ctx.language])
  return rows.map((r) => ({ ...r, label: r.label ?? ctx.t(`orders:pages.progress.event.${r.kind}`) }))
}
const hoursOf = (ctx: Context, order: OrderRow) => ctx.query<OutOf<typeof progressOfOrder>['hours'][number]>(
  `select date_trunc('hour', doffed_at) as "from", coalesce(sum(kg) filter (where grade = 'good'), 0)::float as "goodKg", coalesce(sum(kg) filter (where grade <> 'good'), 0)::float as "downgradedKg"
   from slit_roll where site_id = $1 and work_order_id = $2 and state <> 'undone' group by 1 order by 1 desc limit 720`, [ctx.site, order.id])
