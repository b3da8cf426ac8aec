import { columns, options, sql } from '@/server/sql'
import { MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { askQuestion } from '@/server/events'
import { recentOutput, type RecentOutput } from '../events'
import { linesSql } from '@/plant/server/queries'
import { productsSql, processStandardsSql } from '@/areas/standards/server/queries'
import { workOrder } from '../../contract/work-order'
import {
  forecastOrderEnd,
  calculateKgPerHour,
  LOOK_BACK_MS,
  shiftForecast,
  type EndForecast,
} from '../../rules/order-progress'
import { canProduce, calculateRunningMs, type Pause, type WorkOrderState } from '../../rules/work-order'
import { calculateChangeoverMinutes, type Recipe } from '../../rules/line-schedule'
import type { EndingOrder } from '../runs-into'

/** Data of an order from which the forecast is calculated. */
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
  /** Wound kg since the start of the order. */
  woundKg: number
  gsm: number | null
  webWidthMm: number | null
  speed: number | null
}
/** Forecast of an order. `speedSource` names the rolls from whose output the speed is calculated. */
export type OrderForecast = EndForecast & {
  readonly speedSource: 'slit' | 'jumbo' | null
  /** The work that is forecast: winding while the order is wound, then slitting (`finished`). */
  readonly leftOf: 'wound' | 'finished'
  readonly packedKg: number
  /** Grammage of the order, else of its product, g/m². */
  readonly gsm: number | null
  /** The order that runs on the line before this order resumes, and when this order can resume. */
  readonly waitsBehind: { readonly number: string; readonly resumesAt: number } | null
}

/**
 * Loads the forecasts of orders in two queries, from the output and the running hours of the last 24 h. While an order
 * is wound, its speed is that of its jumbos, because slitting follows hours later. Afterwards its speed is that of its
 * good slit rolls: their kg ÷ the running hours since the first slit roll of the last 24 h. Paused orders of a line
 * resume one after the other, so the result also contains the other orders in production on that line.
 */
export async function loadForecasts(ctx: Context, ids: readonly string[]): Promise<Map<string, OrderForecast>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.query(
    sql<ForecastRow>`select ${columns(workOrder, ['id', 'number', 'lineId', 'plannedStart', 'plannedEnd', 'productId'], 'o')}, coalesce(o.colour, p.colour) as colour, p.treatment, o.ordered_kg::float as "orderedKg", o.good_kg::float as "goodKg", ${columns(workOrder, ['startedAt', 'finishedAt', 'state', 'pauses'], 'o')}, o.jumbo_kg::float as "woundKg",
       coalesce(o.gsm, p.gsm)::float as gsm, coalesce(o.web_width_mm, l.width * 1000, p.width_mm)::float as "webWidthMm", s.ideal_speed::float as speed
     from work_order o join ${productsSql} p on p.site_id = o.site_id and p.id = o.product_id left join ${processStandardsSql} s on s.site_id = o.site_id and s.id = o.process_standard_id
       left join ${linesSql} l on l.site_id = o.site_id and l.id = o.line_id
     where o.site_id = ${ctx.site} and o.id in (select unnest(${ids}::uuid[]) union
       select r.id from work_order w join work_order r on r.site_id = w.site_id and r.line_id = w.line_id and r.state in (${options(workOrder.fields.state, 'running', 'paused')})
       where w.site_id = ${ctx.site} and w.id = any(${ids}::uuid[]) and w.state = ${options(workOrder.fields.state, 'paused')})`,
  )
  const nowMs = ctx.now.getTime()
  const recentOutputs = await askQuestion(ctx, recentOutput, {
    orderIds: rows.map(({ id }) => id),
    since: toMoment(nowMs - LOOK_BACK_MS),
  })
  const outputByOrderId = new Map(recentOutputs.map((output) => [output.orderId, output]))
  const noRecentOutput = { recentSlitKg: 0, firstSlitAt: null, recentJumboKg: 0, packedKg: 0 }
  const forecastById = new Map(
    rows.map((row) => [row.id, buildForecast(nowMs, { ...row, ...(outputByOrderId.get(row.id) ?? noRecentOutput) })]),
  )
  for (const lineQueue of groupByLine(rows).values()) {
    let previousInQueue: { order: ForecastRow; lineFreeAt: number } | null = null
    for (const order of lineQueue) {
      let forecast = forecastById.get(order.id)!
      let startsFromMs = nowMs
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
/** Returns the rolls whose recent output determines the speed; null without recent output. */
function selectSpeedSource(
  { recentSlitKg, recentJumboKg }: Pick<RecentOutput, 'recentSlitKg' | 'recentJumboKg'>,
  isStillWinding: boolean,
): 'slit' | 'jumbo' | null {
  if (isStillWinding) return 'jumbo'
  if (recentSlitKg > 0) return 'slit'
  return recentJumboKg > 0 ? 'jumbo' : null
}
function buildForecast(nowMs: number, row: ForecastRow & Omit<RecentOutput, 'orderId'>): OrderForecast {
  const idealKgPerHour =
    row.speed && row.webWidthMm && row.gsm ? calculateKgPerHour(row.speed, row.webWidthMm, row.gsm) : null
  const isStillWinding =
    row.recentJumboKg > 0 && row.woundKg < (row.orderedKg ?? 0) && row.goodKg < (row.orderedKg ?? 0)
  const speedSource = selectSpeedSource(row, isStillWinding)
  const measuredSinceMs = speedSource === 'slit' && row.firstSlitAt ? toMillis(row.firstSlitAt) : nowMs - LOOK_BACK_MS
  // Without recent output the forecast uses the ideal speed of the line, which is a winding speed.
  const forecastsWinding = isStillWinding || (speedSource === null && row.woundKg < (row.orderedKg ?? 0))
  const forecast = forecastOrderEnd(
    {
      orderedKg: row.orderedKg,
      doneKg: forecastsWinding ? Math.max(row.woundKg, row.goodKg) : row.goodKg,
      startedAt: row.startedAt ? toMillis(row.startedAt) : null,
      idealKgPerHour,
    },
    {
      kg: speedSource === 'slit' ? row.recentSlitKg : row.recentJumboKg,
      runningMs: calculateRunningMs(row, measuredSinceMs, nowMs),
    },
    nowMs,
  )
  return {
    ...forecast,
    speedSource: forecast.kind === 'speed' ? speedSource : null,
    leftOf: forecastsWinding ? 'wound' : 'finished',
    packedKg: row.packedKg,
    gsm: row.gsm,
    waitsBehind: null,
  }
}

/**
 * Returns a list with the order and its forecast end. The list is empty without a forecast end, or if the order has
 * ended.
 */
export function toEndingOrders(
  forecastById: ReadonlyMap<string, OrderForecast>,
  id: string,
  lineId: string | null,
  state: WorkOrderState,
): EndingOrder[] {
  const endsAt = forecastById.get(id)?.endsAt
  return endsAt && lineId && canProduce(state) ? [{ id, lineId, endsAt: toMoment(endsAt) }] : []
}
