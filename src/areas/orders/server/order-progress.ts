import type { EndpointOutput } from '@/contract/endpoint'
import { toMillis, toMoment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { askQuestion } from '@/server/events'
import { goodRollsByWidth } from './events'
import type { PlantSettings } from '@/plant/rules/settings'
import type { PlantCalendar } from '@/plant/rules/shift'
import { loadPlantCalendar, loadPlantSettings } from '@/plant/server/plant'
import { type progressList, orderProgress } from '../contract/progress'
import {
  calculateExpectedLateness,
  calculateDueEnd,
  isBelowTolerance,
  isShort,
  calculateLateness,
  calculateProgressPercent,
  calculateWoundPercent,
} from '../rules/order-progress'
import { hasOrderBegun, isOrderEnded, isOrderSettled } from '../rules/work-order'
import { findWidthDeviations } from '../rules/remaining-rolls'
import { loadOrderTimeline } from './order-timeline'
import { loadNeededHoursOfShortPlans } from './queries/order-durations'
import { loadRunsInto } from './runs-into'
import { loadLineSlots } from './writes/line-slots'
import { findLatestOrder, findOrder } from './work-order-lists'
import type { WorkOrderRow } from './work-orders'
import { loadForecasts, toEndingOrders, type OrderForecast } from './queries/order-forecast'
import { handle } from '@/server/area'

/** Loads the summaries of orders with their forecasts, with a constant number of queries. */
export async function loadProgressSummaries(ctx: Context, orders: readonly WorkOrderRow[]): Promise<ProgressSummary[]> {
  const forecastById = await loadForecasts(
    ctx,
    orders.map((order) => order.id),
  )
  const runsIntoById = await loadRunsInto(
    ctx,
    orders.flatMap((order) => toEndingOrders(forecastById, order.id, order.lineId, order.state)),
  )
  const settings = await loadPlantSettings(ctx)
  const calendar = await loadPlantCalendar(ctx)
  const neededHoursById = await loadNeededHoursOfShortPlans(
    ctx,
    orders.map((order) => ({ ...order, orderId: order.id, startsAt: order.plannedStart, endsAt: order.plannedEnd })),
  )
  return orders.map((order) => ({
    ...buildSummary(ctx, order, forecastById.get(order.id)!, { ...settings, calendar }),
    ...runsIntoById.get(order.id),
    neededHours: neededHoursById.get(order.id) ?? null,
  }))
}

/**
 * True if the finished output of an ended order is short. Before the order is closed, the wound kg must be short as
 * well, because wound rolls may still be slit.
 */
function hasEndedShort(order: WorkOrderRow, tolerancePercent: number): boolean {
  if (!isOrderEnded(order.state) || !hasOrderBegun(order.state)) return false
  const isFinishedShort = isShort({ kg: order.orderedKg, rolls: order.orderedRolls }, order, tolerancePercent)
  return (
    isFinishedShort &&
    (isOrderSettled(order.state) ||
      isBelowTolerance(calculateWoundPercent(order.orderedKg, order.jumboKg) ?? 0, tolerancePercent))
  )
}

export type ProgressSummary = EndpointOutput<typeof progressList>['list'][number]
/**
 * Builds the summary of an order without the order that it runs into and without the needed hours, which
 * `loadProgressSummaries` adds.
 */
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
      : calculateExpectedLateness({ dueAt, forecastEnd, plannedEnd: order.plannedEnd }, ctx.now.getTime()) > 0,
    forecastEnd,
    forecastAfter: isEnded ? null : (forecast.waitsBehind?.number ?? null),
    forecastFrom: !isEnded && forecast.waitsBehind ? toMoment(forecast.waitsBehind.resumesAt) : null,
    forecastBy: isEnded ? 'done' : forecast.kind,
    forecastReason: !isEnded && forecast.kind === 'unknown' ? forecast.reason : null,
    kgPerHour: forecast.kgPerHour,
    speedHours: 'hours' in forecast ? forecast.hours : null,
    speedFrom: isEnded ? null : forecast.speedSource,
    leftKg: !isEnded && 'leftKg' in forecast ? forecast.leftKg : null,
    leftOf: !isEnded && 'leftKg' in forecast ? forecast.leftOf : null,
    runsInto: null,
    runsIntoAt: null,
    runsIntoChangeover: null,
    neededHours: null,
  }
}

/** GET /progress_monitoring: one order with summary, timeline and width deviations. */
export const loadOrderProgress = handle(orderProgress, async (ctx, input) => {
  const order = input.id || input.number ? await findOrder.run(ctx, input) : await findLatestOrder(ctx)
  const [[summary], timeline, precedingNumber, widthDeviations] = await Promise.all([
    loadProgressSummaries(ctx, [order]),
    loadOrderTimeline(ctx, order),
    findPrecedingNumber(ctx, order),
    loadWidthDeviations(ctx, order),
  ])
  return { ...summary!, waitsFor: precedingNumber, widthsOff: widthDeviations, ...timeline }
})
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
    { goodKg: order.goodKg, goodRolls: order.goodRolls, goodByWidth: rollsByWidth },
    orderTolerance,
  ).map(({ width, rolls }) => ({ widthMm: width, rolls }))
}
/** Returns the number of the unfinished order that precedes a planned order on its line; null if there is none. */
async function findPrecedingNumber(
  ctx: Context,
  { id, state, lineId, plannedStart }: WorkOrderRow,
): Promise<string | null> {
  if (state !== 'planned' || !lineId || !plannedStart) return null
  const lineSlots = await loadLineSlots(ctx, lineId, toMillis(plannedStart))
  const precedingSlots = lineSlots.filter(
    (otherSlot) =>
      otherSlot.orderId !== id &&
      (otherSlot.isInProduction || !otherSlot.fixed) &&
      otherSlot.startsAt < toMillis(plannedStart),
  )
  return precedingSlots.at(-1)?.number ?? null
}
