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
import { productsSql, processStandardsSql } from '@/areas/standards/server/queries'
import { workOrder } from '../contract/work-order'
import type { progressList, orderProgress } from '../contract/progress'
import {
  calculateDelay,
  calculateDueEnd,
  forecastOrderEnd,
  isShort,
  calculateKgPerHour,
  calculateLateness,
  LOOK_BACK_MS,
  shiftForecast,
  calculateProgressPercent,
  calculateWoundPercent,
  type EndForecast,
} from '../rules/order-progress'
import {
  hasOrderBegun,
  isOrderEnded,
  isOrderSettled,
  canProduce,
  calculateRunningMs,
  type Pause,
  type WorkOrderState,
} from '../rules/work-order'
import { calculateChangeoverMinutes, type Recipe } from '../rules/line-schedule'
import { findWidthDeviations } from '../rules/remaining-rolls'
import { loadOrderTimeline } from './order-timeline'
import { loadMissingHours } from './order-durations'
import { loadRunsInto, type EndingOrder } from './runs-into'
import { loadLineRow } from './schedule-row'
import { findLatestOrder, findOrder } from './work-order-lists'
import type { WorkOrderRow } from './work-orders'

interface ForecastRow {
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
/** Forecast of an order. `from` names the rolls whose output gives the speed. */
export type OrderForecast = EndForecast & {
  readonly from: 'slit' | 'jumbo' | null
  /** Meaning of `leftKg`: left to wind while the order is wound, then left to finish. */
  readonly leftOf: 'wound' | 'finished'
  readonly packedKg: number
  /** Grammage of the order, else of its product, g/m². */
  readonly gsm: number | null
  /** The order that occupies the line before this one resumes, and when it can resume. */
  readonly waitsBehind: { readonly number: string; readonly resumesAt: number } | null
}

/**
 * Loads the forecasts of orders in two queries, from the output and the running hours of the last 24 h. While an order is
 * wound, the output is its jumbos, because slitting follows hours later. Afterwards the output is its good slit rolls
 * since the first of them. Orders that wait on the same line resume one after the other.
 */
export async function loadForecasts(ctx: Context, ids: readonly string[]): Promise<Map<string, OrderForecast>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.query<ForecastRow & Record<string, unknown>>(
    `select ${columns(workOrder, ['id', 'number', 'lineId', 'plannedStart', 'plannedEnd', 'productId'], 'o')}, coalesce(o.colour, p.colour) as colour, p.treatment, o.ordered_kg::float as "orderedKg", o.good_kg::float as "goodKg", ${columns(workOrder, ['startedAt', 'finishedAt', 'state', 'pauses'], 'o')}, o.jumbo_kg::float as "woundKg",
       coalesce(o.gsm, p.gsm)::float as gsm, coalesce(o.web_width_mm, l.width * 1000, p.width_mm)::float as "webWidthMm", s.ideal_speed::float as speed
     from work_order o join ${productsSql} p on p.site_id = o.site_id and p.id = o.product_id left join ${processStandardsSql} s on s.site_id = o.site_id and s.id = o.process_standard_id
       left join ${readableLinesSql} l on l.site_id = o.site_id and l.id = o.line_id
     where o.site_id = $1 and o.id in (select unnest($2::uuid[]) union
       select r.id from work_order w join work_order r on r.site_id = w.site_id and r.line_id = w.line_id and r.state in (${options(workOrder.fields.state, 'running', 'paused')})
       where w.site_id = $1 and w.id = any($2::uuid[]) and w.state = ${options(workOrder.fields.state, 'paused')})`,
    [ctx.site, ids],
  )
  const nowMs = ctx.now.getTime()
  const recentOutputs = await askQuestion(ctx, recentOutput, {
    orderIds: rows.map(({ id }) => id),
    since: toMoment(nowMs - LOOK_BACK_MS),
  })
  const outputByOrderId = new Map(recentOutputs.map((output) => [output.orderId, output]))
  const noRecentOutput = { slitKg: 0, slitSince: null, jumboKg: 0, packedKg: 0 }
  const forecastById = new Map(
    rows.map((row) => [row.id, buildForecast(nowMs, { ...row, ...(outputByOrderId.get(row.id) ?? noRecentOutput) })]),
  )
  for (const [, lineQueue] of groupByLine(rows)) {
    let previousInQueue: { order: ForecastRow; lineFreeAt: number } | null = null
    for (const order of lineQueue) {
      let [forecast, startsFromMs] = [forecastById.get(order.id)!, nowMs]
      // An order that only has to be slit no longer occupies the line.
      if (forecast.kind === 'done' || forecast.leftOf !== 'wound') continue
      if (previousInQueue && previousInQueue.lineFreeAt > nowMs) {
        startsFromMs =
          previousInQueue.lineFreeAt +
          calculateChangeoverMinutes(toRecipe(previousInQueue.order), toRecipe(order)) * MINUTE_MS
        forecast = {
          ...forecast,
          ...shiftForecast(forecast, startsFromMs, nowMs),
          waitsBehind: { number: previousInQueue.order.number, resumesAt: startsFromMs },
        }
        forecastById.set(order.id, forecast)
      }
      previousInQueue = {
        order,
        lineFreeAt:
          forecast.endsAt ?? Math.max(startsFromMs, order.plannedEnd ? toMillis(order.plannedEnd) : startsFromMs),
      }
    }
  }
  return forecastById
}
/** Groups orders by line: the running order first, then paused orders by planned start. */
function groupByLine(orders: readonly ForecastRow[]): Map<string, ForecastRow[]> {
  const getQueueKey = ({ state, plannedStart, startedAt, number }: ForecastRow) =>
    state === 'running' ? '' : `${plannedStart ?? startedAt} ${number}`
  const queueByLine = new Map<string, ForecastRow[]>()
  for (const order of orders) {
    if (!order.lineId || !['running', 'paused'].includes(order.state)) continue
    queueByLine.set(order.lineId, [...(queueByLine.get(order.lineId) ?? []), order])
  }
  for (const lineQueue of queueByLine.values()) lineQueue.sort((a, b) => (getQueueKey(a) < getQueueKey(b) ? -1 : 1))
  return queueByLine
}
const toRecipe = ({ productId, gsm, colour, treatment, webWidthMm }: ForecastRow): Recipe => ({
  productId,
  gsm: gsm ?? 0,
  colour,
  treatment,
  webWidthMm: webWidthMm ?? 0,
})
function buildForecast(nowMs: number, row: ForecastRow & Omit<RecentOutput, 'orderId'>): OrderForecast {
  const idealKgPerHour =
    row.speed && row.webWidthMm && row.gsm ? calculateKgPerHour(row.speed, row.webWidthMm, row.gsm) : null
  const isWinding = row.jumboKg > 0 && row.woundKg < (row.orderedKg ?? 0) && row.goodKg < (row.orderedKg ?? 0)
  const speedSource = isWinding ? 'jumbo' : row.slitKg > 0 ? 'slit' : row.jumboKg > 0 ? 'jumbo' : null
  const measuredSinceMs = speedSource === 'slit' && row.slitSince ? toMillis(row.slitSince) : nowMs - LOOK_BACK_MS
  // Without recent output the forecast uses the ideal speed of the line, which is a winding speed.
  const forecastsWinding = isWinding || (speedSource === null && row.woundKg < (row.orderedKg ?? 0))
  const forecast = forecastOrderEnd(
    {
      orderedKg: row.orderedKg,
      goodKg: forecastsWinding ? Math.max(row.woundKg, row.goodKg) : row.goodKg,
      startedAt: row.startedAt ? toMillis(row.startedAt) : null,
      idealKgPerHour,
    },
    {
      kg: speedSource === 'slit' ? row.slitKg : row.jumboKg,
      runningMs: calculateRunningMs(row, measuredSinceMs, nowMs),
    },
    nowMs,
  )
  return {
    ...forecast,
    from: forecast.kind === 'speed' ? speedSource : null,
    leftOf: forecastsWinding ? 'wound' : 'finished',
    packedKg: row.packedKg,
    gsm: row.gsm,
    waitsBehind: null,
  }
}

/** Returns the order with its forecast end as a list of one; empty without a forecast end or after its end. */
export function toEndingOrders(
  forecastById: ReadonlyMap<string, OrderForecast>,
  id: string,
  lineId: string | null,
  state: WorkOrderState,
): EndingOrder[] {
  const endsAt = forecastById.get(id)?.endsAt
  return endsAt && lineId && canProduce(state) ? [{ id, lineId, endsAt: toMoment(endsAt) }] : []
}
/** Loads the summaries of orders with their forecasts, with a constant number of queries. */
export async function loadSummaries(ctx: Context, orders: readonly WorkOrderRow[]): Promise<ProgressSummary[]> {
  const forecastById = await loadForecasts(
    ctx,
    orders.map((order) => order.id),
  )
  const runsIntoById = await loadRunsInto(
    ctx,
    orders.flatMap((order) => toEndingOrders(forecastById, order.id, order.lineId, order.state)),
  )
  const [settings, calendar] = [await loadPlantSettings(ctx), await loadPlantCalendar(ctx)]
  const neededHoursById = await loadMissingHours(
    ctx,
    orders.map((order) => ({ ...order, orderId: order.id, startsAt: order.plannedStart, endsAt: order.plannedEnd })),
  )
  return orders.map((order) => ({
    ...buildSummary(ctx, order, forecastById.get(order.id)!, { ...settings, calendar }),
    ...runsIntoById.get(order.id),
    neededHours: neededHoursById.get(order.id) ?? null,
  }))
}

/** True if an order ended short by its finished output. Before closing, its wound kg, which may be slit, must be short too. */
function hasEndedShort(order: WorkOrderRow, tolerancePercent: number): boolean {
  if (!isOrderEnded(order.state) || !hasOrderBegun(order.state)) return false
  const isFinishedShort = isShort({ kg: order.orderedKg, rolls: order.orderedRolls }, order, tolerancePercent)
  return (
    isFinishedShort &&
    (isOrderSettled(order.state) ||
      (calculateWoundPercent(order.orderedKg, order.jumboKg) ?? 0) < 100 - tolerancePercent)
  )
}

export type ProgressSummary = EndpointOutput<typeof progressList>['list'][number]
function buildSummary(
  ctx: Context,
  order: WorkOrderRow,
  forecast: OrderForecast,
  { orderTolerance, calendar }: PlantSettings & { readonly calendar: PlantCalendar },
): ProgressSummary {
  const dueEndMs = calculateDueEnd(order.dueOn, calendar)
  const dueAt = dueEndMs === null ? null : toMoment(dueEndMs)
  const isEnded = isOrderEnded(order.state)
  const forecastEnd = !isEnded && forecast.endsAt ? toMoment(forecast.endsAt) : null
  return {
    id: order.id,
    number: order.number,
    state: order.state,
    lineId: order.lineId,
    customerId: order.customerId,
    productId: order.productId,
    gsm: forecast.gsm,
    widthMm: order.widthMm,
    orderedKg: order.orderedKg,
    orderedRolls: order.orderedRolls,
    woundKg: order.jumboKg,
    goodKg: order.goodKg,
    packedKg: forecast.packedKg,
    goodRolls: order.goodRolls,
    downgradedKg: order.downgradedKg,
    woundPercent: calculateWoundPercent(order.orderedKg, order.jumboKg),
    percent: calculateProgressPercent({ kg: order.orderedKg, rolls: order.orderedRolls }, order),
    short: hasEndedShort(order, orderTolerance),
    shortReason: order.shortReason,
    plannedStart: order.plannedStart,
    plannedEnd: order.plannedEnd,
    startedAt: order.startedAt,
    finishedAt: order.finishedAt,
    dueOn: order.dueOn,
    dueAt,
    late: isEnded
      ? order.finishedAt !== null && calculateLateness(toMillis(order.finishedAt), dueEndMs) > 0
      : calculateDelay({ dueAt, forecastEnd, plannedEnd: order.plannedEnd }, ctx.now.getTime()) > 0,
    forecastEnd,
    forecastAfter: isEnded ? null : (forecast.waitsBehind?.number ?? null),
    forecastFrom: !isEnded && forecast.waitsBehind ? toMoment(forecast.waitsBehind.resumesAt) : null,
    forecastBy: isEnded ? 'done' : forecast.kind,
    forecastReason: !isEnded && forecast.kind === 'unknown' ? forecast.reason : null,
    kgPerHour: forecast.kgPerHour,
    speedHours: 'hours' in forecast ? forecast.hours : null,
    speedFrom: isEnded ? null : forecast.from,
    leftKg: !isEnded && 'leftKg' in forecast ? forecast.leftKg : null,
    leftOf: !isEnded && 'leftKg' in forecast ? forecast.leftOf : null,
    runsInto: null,
    runsIntoAt: null,
    runsIntoChangeover: null,
    neededHours: null,
  }
}

/** GET /progress_monitoring: one order with summary, timeline and width deviations. */
export async function loadOrderProgress(
  ctx: Context,
  input: EndpointInput<typeof orderProgress>,
): Promise<EndpointOutput<typeof orderProgress>> {
  const order = input.id || input.number ? await findOrder(ctx, input) : await findLatestOrder(ctx)
  const [[summary], timeline, precedingNumber, widthDeviations] = await Promise.all([
    loadSummaries(ctx, [order]),
    loadOrderTimeline(ctx, order),
    findPrecedingNumber(ctx, order),
    loadWidthDeviations(ctx, order),
  ])
  return { ...summary!, waitsFor: precedingNumber, widthsOff: widthDeviations, ...timeline }
}
/** Loads the widths that deviate from the order although its total is met. */
async function loadWidthDeviations(
  ctx: Context,
  order: WorkOrderRow,
): Promise<EndpointOutput<typeof orderProgress>['widthsOff']> {
  const goodRolls = await askQuestion(ctx, goodRollsByWidth, { orderIds: [order.id] })
  const { orderTolerance } = await loadPlantSettings(ctx)
  const rollsByWidth = new Map(goodRolls.map(({ widthMm, rolls }) => [widthMm, rolls]))
  return findWidthDeviations(
    order,
    { goodKg: order.goodKg, goodRolls: order.goodRolls, good: rollsByWidth },
    orderTolerance,
  ).map(({ width, rolls }) => ({ widthMm: width, rolls }))
}
/** Returns the number of the unfinished order that precedes a planned order on its line; null if there is none. */
async function findPrecedingNumber(
  ctx: Context,
  { id, state, lineId, plannedStart }: WorkOrderRow,
): Promise<string | null> {
  if (state !== 'planned' || !lineId || !plannedStart) return null
  const lineRow = await loadLineRow(ctx, lineId, toMillis(plannedStart))
  const precedingSlots = lineRow.filter(
    (otherSlot) =>
      otherSlot.orderId !== id &&
      (otherSlot.isInProduction || !otherSlot.fixed) &&
      otherSlot.startsAt < toMillis(plannedStart),
  )
  return precedingSlots.at(-1)?.number ?? null
}
