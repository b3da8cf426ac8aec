import { columns, options } from '@/server/sql'
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { askQuestion } from '@/server/events'
import { goodRollsByWidth, recentOutput, type RecentOutput } from '@/plant/server/events'
import type { PlantSettings } from '@/plant/rules/settings'
import type { PlantCalendar } from '@/plant/rules/shift'
import { loadPlantCalendar, loadPlantSettings } from '@/plant/server/plant'
import { readableLinesSql } from '@/plant/server/queries'
import { productsSql, standardsSql } from '@/areas/standards/server/queries'
import { workOrder } from '../contract/work-order'
import type { progressList, progressOfOrder } from '../contract/progress'
import {
  delayBy,
  dueEnd,
  forecastEnd,
  isShort,
  kgPerHourAt,
  lateBy,
  LOOK_BACK_MS,
  notBefore,
  progressPercent,
  woundPercent,
  type Forecast,
} from '../rules/progress'
import { begun, isOver, isSettled, mayProduce, ranWithin, type Pause, type WorkOrderState } from '../rules/work-order'
import { changeoverMinutes, type Recipe } from '../rules/schedule'
import { widthsOff } from '../rules/still-wanted'
import { timelineOf } from './order-timeline'
import { hoursMissed } from './needed-length'
import { nextRunInto, type EndingOrder } from './runs-into'
import { rowOf } from './schedule-row'
import { latest, one } from './work-order-lists'
import type { OrderRow } from './work-orders'

interface Standing {
  id: string
  number: string
  lineId: string | null
  plannedStart: string | null
  plannedEnd: string | null
  productId: string
  colour: string | null
  treatment: string | null
  orderedKg: number | null
  goodKg: number
  startedAt: string | null
  finishedAt: string | null
  state: string
  pauses: Pause[]
  /** Total since the start of the order. */
  woundKg: number
  gsm: number | null
  webWidthMm: number | null
  speed: number | null
}
/** Forecast of an order with its basis; `from` names the rolls behind its speed. */
export type OrderForecast = Forecast & {
  readonly from: 'slit' | 'jumbo' | null
  /** Meaning of `leftKg`: left to wind while the order is wound, then left to finish. */
  readonly leftOf: 'wound' | 'finished'
  readonly packedKg: number
  /** Grammage of the order, else of its product, g/m². */
  readonly gsm: number | null
  /** The order that occupies the line before this one resumes, and when it can resume. */
  readonly after: { readonly number: string; readonly from: number } | null
}

/**
 * Loads the forecasts of orders in two queries, from the kg of the last 24 h and the running hours within them. While
 * an order is wound its jumbos count, as slitting follows hours later and would make it look slow. Afterwards its good
 * slit rolls count, over the hours since the first of them. Orders waiting on the same line resume one after the other.
 */
export async function forecasts(ctx: Context, ids: readonly string[]): Promise<Map<string, OrderForecast>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.query<Standing & Record<string, unknown>>(
    `select ${columns(workOrder, ['id', 'number', 'lineId', 'plannedStart', 'plannedEnd', 'productId'], 'o')}, coalesce(o.colour, p.colour) as colour, p.treatment, o.ordered_kg::float as "orderedKg", o.good_kg::float as "goodKg", ${columns(workOrder, ['startedAt', 'finishedAt', 'state', 'pauses'], 'o')}, o.jumbo_kg::float as "woundKg",
       coalesce(o.gsm, p.gsm)::float as gsm, coalesce(o.web_width_mm, l.width * 1000, p.width_mm)::float as "webWidthMm", s.ideal_speed::float as speed
     from work_order o join ${productsSql} p on p.site_id = o.site_id and p.id = o.product_id left join ${standardsSql} s on s.site_id = o.site_id and s.id = o.process_standard_id
       left join ${readableLinesSql} l on l.site_id = o.site_id and l.id = o.line_id
     where o.site_id = $1 and o.id in (select unnest($2::uuid[]) union
       select r.id from work_order w join work_order r on r.site_id = w.site_id and r.line_id = w.line_id and r.state in (${options(workOrder.fields.state, 'running', 'paused')})
       where w.site_id = $1 and w.id = any($2::uuid[]) and w.state = ${options(workOrder.fields.state, 'paused')})`,
    [ctx.site, ids],
  )
  const now = ctx.now.getTime()
  const output = await askQuestion(ctx, recentOutput, {
    orderIds: rows.map(({ id }) => id),
    since: toMoment(now - LOOK_BACK_MS),
  })
  const recent = new Map(output.map((o) => [o.orderId, o]))
  const nothing = { slitKg: 0, slitSince: null, jumboKg: 0, packedKg: 0 }
  const found = new Map(rows.map((r) => [r.id, forecastOf(now, { ...r, ...(recent.get(r.id) ?? nothing) })]))
  for (const [, orders] of byLine(rows)) {
    let ahead: { order: Standing; free: number } | null = null
    for (const order of orders) {
      let [forecast, from] = [found.get(order.id)!, now]
      // An order that only has to be slit no longer occupies the line.
      if (forecast.kind === 'done' || forecast.leftOf !== 'wound') continue
      if (ahead && ahead.free > now) {
        from = ahead.free + changeoverMinutes(recipe(ahead.order), recipe(order)) * MINUTE_MS
        forecast = { ...forecast, ...notBefore(forecast, from, now), after: { number: ahead.order.number, from } }
        found.set(order.id, forecast)
      }
      ahead = { order, free: forecast.endsAt ?? Math.max(from, order.plannedEnd ? toMillis(order.plannedEnd) : from) }
    }
  }
  return found
}
/** Groups orders by line: the running order first, then paused orders by planned start. */
function byLine(orders: readonly Standing[]): Map<string, Standing[]> {
  const place = ({ state, plannedStart, startedAt, number }: Standing) =>
    state === 'running' ? '' : `${plannedStart ?? startedAt} ${number}`
  const found = new Map<string, Standing[]>()
  for (const order of orders) {
    if (!order.lineId || !['running', 'paused'].includes(order.state)) continue
    found.set(order.lineId, [...(found.get(order.lineId) ?? []), order])
  }
  for (const queue of found.values()) queue.sort((a, b) => (place(a) < place(b) ? -1 : 1))
  return found
}
const recipe = ({ productId, gsm, colour, treatment, webWidthMm }: Standing): Recipe => ({
  productId,
  gsm: gsm ?? 0,
  colour,
  treatment,
  webWidthMm: webWidthMm ?? 0,
})
function forecastOf(now: number, r: Standing & Omit<RecentOutput, 'orderId'>): OrderForecast {
  const ideal = r.speed && r.webWidthMm && r.gsm ? kgPerHourAt(r.speed, r.webWidthMm, r.gsm) : null
  const winding = r.jumboKg > 0 && r.woundKg < (r.orderedKg ?? 0) && r.goodKg < (r.orderedKg ?? 0)
  const from = winding ? 'jumbo' : r.slitKg > 0 ? 'slit' : r.jumboKg > 0 ? 'jumbo' : null
  const since = from === 'slit' && r.slitSince ? toMillis(r.slitSince) : now - LOOK_BACK_MS
  // Without recent output the forecast uses the ideal speed of the line, which is a winding speed.
  const ofWound = winding || (from === null && r.woundKg < (r.orderedKg ?? 0))
  const forecast = forecastEnd(
    {
      orderedKg: r.orderedKg,
      goodKg: ofWound ? Math.max(r.woundKg, r.goodKg) : r.goodKg,
      startedAt: r.startedAt ? toMillis(r.startedAt) : null,
      idealKgPerHour: ideal,
    },
    { kg: from === 'slit' ? r.slitKg : r.jumboKg, runningMs: ranWithin(r, since, now) },
    now,
  )
  return {
    ...forecast,
    from: forecast.kind === 'speed' ? from : null,
    leftOf: ofWound ? 'wound' : 'finished',
    packedKg: r.packedKg,
    gsm: r.gsm,
    after: null,
  }
}

/** Returns the order with its forecast end as a list of one; empty without a forecast end or after its end. */
export function ending(
  byOrder: ReadonlyMap<string, OrderForecast>,
  id: string,
  lineId: string | null,
  state: WorkOrderState,
): EndingOrder[] {
  const endsAt = byOrder.get(id)?.endsAt
  return endsAt && lineId && mayProduce(state) ? [{ id, lineId, endsAt: toMoment(endsAt) }] : []
}
/** Loads the summaries of orders with their forecasts, with a constant number of queries. */
export async function summariesOf(ctx: Context, orders: readonly OrderRow[]): Promise<Summary[]> {
  const byOrder = await forecasts(
    ctx,
    orders.map((o) => o.id),
  )
  const into = await nextRunInto(
    ctx,
    orders.flatMap((o) => ending(byOrder, o.id, o.lineId, o.state)),
  )
  const [settings, calendar] = [await loadPlantSettings(ctx), await loadPlantCalendar(ctx)]
  const missed = await hoursMissed(
    ctx,
    orders.map((o) => ({ ...o, orderId: o.id, startsAt: o.plannedStart, endsAt: o.plannedEnd })),
  )
  return orders.map((o) => ({
    ...summaryOf(ctx, o, byOrder.get(o.id)!, { ...settings, calendar }),
    ...into.get(o.id),
    neededHours: missed.get(o.id) ?? null,
  }))
}

/** True if an order ended short: by finished output; before closing also by wound kg, as it may still be slit. */
function endedShort(o: OrderRow, tolerance: number): boolean {
  if (!isOver(o.state) || !begun(o.state)) return false
  const short = isShort({ kg: o.orderedKg, rolls: o.orderedRolls }, o, tolerance)
  return short && (isSettled(o.state) || (woundPercent(o.orderedKg, o.jumboKg) ?? 0) < 100 - tolerance)
}

export type Summary = EndpointOutput<typeof progressList>['list'][number]
function summaryOf(
  ctx: Context,
  o: OrderRow,
  forecast: OrderForecast,
  { orderTolerance, calendar }: PlantSettings & { readonly calendar: PlantCalendar },
): Summary {
  const due = dueEnd(o.dueOn, calendar)
  const dueAt = due === null ? null : toMoment(due)
  const over = isOver(o.state)
  const forecastEnd = !over && forecast.endsAt ? toMoment(forecast.endsAt) : null
  return {
    id: o.id,
    number: o.number,
    state: o.state,
    lineId: o.lineId,
    customerId: o.customerId,
    productId: o.productId,
    gsm: forecast.gsm,
    widthMm: o.widthMm,
    orderedKg: o.orderedKg,
    orderedRolls: o.orderedRolls,
    woundKg: o.jumboKg,
    goodKg: o.goodKg,
    packedKg: forecast.packedKg,
    goodRolls: o.goodRolls,
    downgradedKg: o.downgradedKg,
    woundPercent: woundPercent(o.orderedKg, o.jumboKg),
    percent: progressPercent({ kg: o.orderedKg, rolls: o.orderedRolls }, o),
    short: endedShort(o, orderTolerance),
    shortReason: o.shortReason,
    plannedStart: o.plannedStart,
    plannedEnd: o.plannedEnd,
    startedAt: o.startedAt,
    finishedAt: o.finishedAt,
    dueOn: o.dueOn,
    dueAt,
    late: over
      ? o.finishedAt !== null && lateBy(toMillis(o.finishedAt), due) > 0
      : delayBy({ dueAt, forecastEnd, plannedEnd: o.plannedEnd }, ctx.now.getTime()) > 0,
    forecastEnd,
    forecastAfter: over ? null : (forecast.after?.number ?? null),
    forecastFrom: !over && forecast.after ? toMoment(forecast.after.from) : null,
    forecastBy: over ? 'done' : forecast.kind,
    forecastReason: !over && forecast.kind === 'unknown' ? forecast.reason : null,
    kgPerHour: forecast.kgPerHour,
    speedHours: 'hours' in forecast ? forecast.hours : null,
    speedFrom: over ? null : forecast.from,
    leftKg: !over && 'leftKg' in forecast ? forecast.leftKg : null,
    leftOf: !over && 'leftKg' in forecast ? forecast.leftOf : null,
    runsInto: null,
    runsIntoAt: null,
    runsIntoChangeover: null,
    neededHours: null,
  }
}

/** GET /progress_monitoring: one order with summary, timeline and width deviations. */
export async function ofOrder(
  ctx: Context,
  input: EndpointInput<typeof progressOfOrder>,
): Promise<EndpointOutput<typeof progressOfOrder>> {
  const order = input.id || input.number ? await one(ctx, input) : await latest(ctx)
  const [[summary], timeline, waitsFor, off] = await Promise.all([
    summariesOf(ctx, [order]),
    timelineOf(ctx, order),
    orderBefore(ctx, order),
    offMix(ctx, order),
  ])
  return { ...summary!, waitsFor, widthsOff: off, ...timeline }
}
/** Loads the widths that deviate from the order although its total is met. */
async function offMix(ctx: Context, order: OrderRow): Promise<EndpointOutput<typeof progressOfOrder>['widthsOff']> {
  const good = await askQuestion(ctx, goodRollsByWidth, { orderIds: [order.id] })
  const { orderTolerance } = await loadPlantSettings(ctx)
  const byWidth = new Map(good.map(({ widthMm, rolls }) => [widthMm, rolls]))
  return widthsOff(order, { goodKg: order.goodKg, goodRolls: order.goodRolls, good: byWidth }, orderTolerance).map(
    ({ width, rolls }) => ({ widthMm: width, rolls }),
  )
}
/** Returns the number of the unfinished order that precedes a planned order on its line; null if there is none. */
async function orderBefore(ctx: Context, { id, state, lineId, plannedStart }: OrderRow): Promise<string | null> {
  if (state !== 'planned' || !lineId || !plannedStart) return null
  const row = await rowOf(ctx, lineId, toMillis(plannedStart))
  const before = row.filter((r) => r.orderId !== id && (r.inMaking || !r.fixed) && r.startsAt < toMillis(plannedStart))
  return before.at(-1)?.number ?? null
}
