import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { createUuid7 } from '@/contract/id'
import { HOUR_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { scheduleEntry } from '@/areas/orders/contract/schedule'
import type { workOrder } from '@/areas/orders/contract/work-order'
import { placeOrder } from '../contract/planning-endpoints'
import {
  findFirstFreeStart,
  isInPast,
  MAX_PLANNED_MS,
  findOverlappingSlots,
  placeSlot,
  snapSlot,
  type ScheduleSlot,
} from '@/areas/orders/rules/line-schedule'
import { hasOrderBegun } from '@/areas/orders/rules/work-order'
import { loadForecasts } from '@/areas/orders/server/queries/order-forecast'
import { loadOrderDurations } from '@/areas/orders/server/queries/order-durations'
import { findClash, buildMoveEffects } from './move-effects'
import { loadPreviousPlaces } from './previous-places'
import {
  recalculateLineChangeovers,
  createChangeoverLookup,
  lockLines,
  loadLineSlots,
  saveLineSlots,
  updatePlannedTimes,
  recalculateChangeovers,
  type ScheduleEntryRow,
  type PlannedSlot,
} from '@/areas/orders/server/writes/line-slots'
import {
  buildPlannedSlot,
  formatPlantMoment,
  getChangeoverMinutes,
  lockPlannableOrder,
} from '@/areas/orders/server/queries/plannable-order'
import { handle } from '@/server/area'

/** Minimum time from now to a proposed start, because nobody can prepare an order faster. */
export const MIN_LEAD_MS = HOUR_MS

/** POST /production_scheduling: places an order and delays later ones, or reports the consequences in a dry run. */
export const placeOrderOnLine = handle(placeOrder, async (ctx, input) => {
  const [unlockedEntry] = await ctx.rows.find(scheduleEntry, { where: { workOrderId: input.workOrderId }, limit: 1 })
  await lockLines(ctx, [unlockedEntry?.lineId, input.lineId])
  const order = await lockPlannableOrder(ctx, input.workOrderId, input.lineId)
  if (hasOrderBegun(order.state)) throw refuse('orders:refusals.begun', { number: order.number })
  const [currentEntry] = await ctx.rows.find(scheduleEntry, { where: { workOrderId: order.id }, limit: 1, lock: true })
  const requestedStartMs = input.startsAt ? toMillis(input.startsAt) : null
  const durationMs = await resolveDuration(ctx, input, order, currentEntry ?? null)
  if (durationMs <= 0)
    throw refuseInput([{ path: ['endsAt'], code: 'tooSmall', params: { limit: input.startsAt ?? '' } }])
  if (durationMs > MAX_PLANNED_MS)
    throw refuse('scheduling:refusals.tooLong', {
      number: order.number,
      hours: Math.ceil(durationMs / HOUR_MS),
      most: MAX_PLANNED_MS / HOUR_MS,
    })
  const initialStartMs = requestedStartMs ?? ctx.now.getTime() + MIN_LEAD_MS
  const initialSlot = await buildPlannedSlot(ctx, order, input.lineId, {
    id: currentEntry?.id ?? input.id ?? createUuid7(ctx.now.getTime()),
    startsAt: initialStartMs,
    endsAt: initialStartMs + durationMs,
  })
  const otherSlots = (await loadLineSlots(ctx, input.lineId, Math.max(initialStartMs, ctx.now.getTime()))).filter(
    (otherSlot) => otherSlot.orderId !== order.id,
  )
  const getChangeoverMs = createChangeoverLookup([...otherSlots, initialSlot])
  const forecastSlots = await extendToForecastEnds(ctx, otherSlots)
  // Proposals and refusals must name the same free start.
  const findFreeStart = (from: number): number =>
    findFirstFreeStart(initialSlot, forecastSlots, getChangeoverMs, Math.max(from, ctx.now.getTime() + MIN_LEAD_MS))
  const targetStartMs = requestedStartMs ?? findFreeStart(initialStartMs)
  const targetSlot = { ...initialSlot, startsAt: targetStartMs, endsAt: targetStartMs + durationMs }
  const slot = snapSlot(targetSlot, otherSlots, getChangeoverMs)
  const keepsStart = currentEntry !== undefined && toMillis(currentEntry.startsAt) === requestedStartMs
  if (!keepsStart && isInPast(slot.startsAt, ctx.now.getTime()))
    throw refuse('scheduling:refusals.inPast', {
      at: formatPlantMoment(ctx, slot.startsAt),
      from: formatPlantMoment(ctx, findFreeStart(initialStartMs)),
    })
  const movedSlots = placeSlot(slot, otherSlots, getChangeoverMs)
  if (!movedSlots) {
    const [overlappingSlot] = findOverlappingSlots(slot, otherSlots)
    if (overlappingSlot?.fixed)
      throw refuse('orders:refusals.overlap', {
        number: overlappingSlot.number,
        from: formatPlantMoment(ctx, overlappingSlot.startsAt),
        to: formatPlantMoment(ctx, overlappingSlot.endsAt),
      })
    throw refuse('scheduling:refusals.noRoom', { from: formatPlantMoment(ctx, findFreeStart(targetStartMs)) })
  }
  const previousPlaces = input.dryRun
    ? { before: [], fresh: [] }
    : await saveMove(ctx, input, currentEntry ?? null, slot, movedSlots, otherSlots)
  return {
    entry: slot.id,
    ...previousPlaces,
    ...buildMoveEffects(order, slot, otherSlots, movedSlots),
    ...findClash(forecastSlots, [...otherSlots, slot], movedSlots, getChangeoverMs),
  }
})

/** Returns the requested duration in ms, else that of the current place unless `anew` is set, else an estimate. */
async function resolveDuration(
  ctx: Context,
  { startsAt, endsAt, anew: isEstimateRequested, lineId }: EndpointInput<typeof placeOrder>,
  order: Row<typeof workOrder>,
  currentEntry: ScheduleEntryRow | null,
): Promise<number> {
  if (startsAt && endsAt) return toMillis(endsAt) - toMillis(startsAt)
  if (currentEntry && !isEstimateRequested) return toMillis(currentEntry.endsAt) - toMillis(currentEntry.startsAt)
  return estimateDuration(ctx, order, lineId)
}
/** Default duration of an order of unknown size: one shift. */
const DEFAULT_DURATION_MS = 8 * HOUR_MS

/** Returns the duration of an order on a line, in ms; one shift if its size is unknown. */
const estimateDuration = async (ctx: Context, order: Row<typeof workOrder>, lineId: string): Promise<number> =>
  (await loadOrderDurations(ctx, [{ orderId: order.id, lineId }])).get(order.id) ?? DEFAULT_DURATION_MS
/** Returns the slots with orders in production extended to their forecast ends. */
export async function extendToForecastEnds(ctx: Context, slots: readonly PlannedSlot[]): Promise<PlannedSlot[]> {
  const forecastById = await loadForecasts(
    ctx,
    slots.filter(({ isInProduction }) => isInProduction).map(({ orderId }) => orderId),
  )
  return slots.map((slot) => ({ ...slot, endsAt: Math.max(slot.endsAt, forecastById.get(slot.orderId)?.endsAt ?? 0) }))
}
/** Saves the entry and the moved slots of its line. Returns the previous places, so that the move can be undone. */
async function saveMove(
  ctx: Context,
  input: EndpointInput<typeof placeOrder>,
  currentEntry: ScheduleEntryRow | null,
  slot: PlannedSlot,
  movedSlots: readonly ScheduleSlot[],
  otherSlots: readonly PlannedSlot[],
): Promise<Pick<EndpointOutput<typeof placeOrder>, 'before' | 'fresh'>> {
  const newTimesBySlotId = new Map(movedSlots.map((movedSlot) => [movedSlot.id, movedSlot]))
  const newSlots = recalculateChangeovers([
    ...otherSlots.map((otherSlot) => ({ ...otherSlot, ...newTimesBySlotId.get(otherSlot.id) })),
    slot,
  ])
  const entryValues = {
    startsAt: toMoment(slot.startsAt),
    endsAt: toMoment(slot.endsAt),
    lineId: input.lineId,
    changeoverMinutes: getChangeoverMinutes(newSlots, slot.id),
  }
  if (currentEntry)
    await ctx.rows.update(scheduleEntry, currentEntry.id, entryValues, { version: input.version ?? null })
  else await ctx.rows.insert(scheduleEntry, { id: slot.id, workOrderId: input.workOrderId, ...entryValues })
  await updatePlannedTimes(ctx, input.workOrderId, entryValues)
  await saveLineSlots(ctx, otherSlots, newSlots, slot.id)
  if (currentEntry && currentEntry.lineId !== input.lineId)
    await recalculateLineChangeovers(ctx, currentEntry.lineId, toMillis(currentEntry.startsAt))
  return loadPreviousPlaces(ctx, currentEntry, slot.id, movedSlots, otherSlots)
}
