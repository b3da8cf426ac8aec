import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import { HOUR_MS, toLocalTime, toMillis, toMoment } from '@/plant/rules/plant-time'
import { loadPlantCalendar, getToday } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { scheduleEntry, type placeOrder } from '../contract/schedule'
import { workOrder } from '../contract/work-order'
import { calculateDueEnd } from '../rules/order-progress'
import {
  findFirstFreeStart,
  isInPast,
  MAX_PLANNED_MS,
  findOverlappingSlots,
  placeSlot,
  snapSlot,
  findTooCloseSlot,
  type ScheduleSlot,
} from '../rules/line-schedule'
import { hasOrderBegun, isOrderEnded, canProduce } from '../rules/work-order'
import { loadForecasts } from './order-progress'
import { loadOrderDurations } from './order-durations'
import { findClash, buildMoveEffects } from './move-effects'
import { loadPreviousPlaces } from './previous-places'
import {
  recalculateLineChangeovers,
  createChangeoverLookup,
  lockLines,
  loadRecipe,
  loadLineRow,
  saveLineRow,
  updatePlannedTimes,
  recalculateChangeovers,
  type ScheduleEntryRow,
  type PlannedSlot,
} from './schedule-row'

type WorkOrderRow = Row<typeof workOrder>
/** Default duration of an order of unknown size: one shift. */
const DEFAULT_DURATION_MS = 8 * HOUR_MS
/** Lead time before a proposed start, because nobody can prepare an order faster. */
export const MIN_LEAD_MS = HOUR_MS

/** Returns the duration of an order on a line, in ms; one shift if its size is unknown. */
const estimateDuration = async (ctx: Context, order: WorkOrderRow, lineId: string): Promise<number> =>
  (await loadOrderDurations(ctx, [{ orderId: order.id, lineId }])).get(order.id) ?? DEFAULT_DURATION_MS

const assertEndsAfterStart = (startsAt: string, endsAt: string): void => {
  if (toMillis(endsAt) <= toMillis(startsAt))
    throw refuseInput([{ path: ['endsAt'], code: 'tooSmall', params: { limit: startsAt } }])
}
/** Formats a moment in plant time, e.g. `11-20 14:30`, with the year if it is not the current one. */
function formatPlantMoment(ctx: Context, millis: number): string {
  const { day, minute } = toLocalTime(toMoment(millis), ctx.timeZone)
  const isThisYear = day.slice(0, 4) === getToday(ctx).slice(0, 4)
  return `${isThisYear ? day.slice(5) : day} ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
/**
 * Locks the order to plan.
 * @throws a refusal if the order has ended, or has begun on another line
 */
async function lockPlannableOrder(ctx: Context, id: string, lineId: string): Promise<WorkOrderRow> {
  const order = await ctx.rows.lock(workOrder, id)
  if (isOrderEnded(order.state))
    throw refuse('orders:refusals.over', {
      number: order.number,
      state: ctx.t(`orders:workOrder.options.state.${order.state}`),
    })
  if (hasOrderBegun(order.state) && order.lineId !== lineId)
    throw refuse('orders:refusals.begun', { number: order.number })
  return order
}
/** Builds the slot of an order at a place on a line. */
export const buildPlannedSlot = async (
  ctx: Context,
  order: WorkOrderRow,
  lineId: string,
  slot: ScheduleSlot,
): Promise<PlannedSlot> => ({
  ...slot,
  fixed: hasOrderBegun(order.state),
  isInProduction: canProduce(order.state),
  orderId: order.id,
  number: order.number,
  recipe: await loadRecipe(ctx, order, lineId),
  dueAt: calculateDueEnd(order.dueOn, await loadPlantCalendar(ctx)),
  changeover: 0,
})

/**
 * Asserts that typed times, which are never adjusted, are free.
 * @throws a refusal that names the order in the way
 */
function assertPlaceFree(ctx: Context, slot: PlannedSlot, row: readonly PlannedSlot[]): void {
  const [overlappingSlot] = findOverlappingSlots(slot, row)
  if (overlappingSlot)
    throw refuse('orders:refusals.overlap', {
      number: overlappingSlot.number,
      from: formatPlantMoment(ctx, overlappingSlot.startsAt),
      to: formatPlantMoment(ctx, overlappingSlot.endsAt),
    })
  const tooCloseSlot = slot.fixed
    ? null
    : findTooCloseSlot(
        slot,
        row.filter(({ fixed, startsAt }) => !fixed || startsAt < slot.startsAt),
        createChangeoverLookup([...row, slot]),
      )
  if (tooCloseSlot)
    throw refuse('orders:refusals.changeover', { number: tooCloseSlot.other.number, minutes: tooCloseSlot.minutes })
}
/** Returns the changeover before an entry of a row, in minutes. */
export const getChangeover = (plan: readonly PlannedSlot[], id: string): number =>
  plan.find((slot) => slot.id === id)?.changeover ?? 0

/** POST /equ/add_schedule: adds an entry at typed times. */
export async function addScheduleEntry(
  ctx: Context,
  input: CreateInput<typeof scheduleEntry>,
): Promise<ScheduleEntryRow> {
  assertEndsAfterStart(input.startsAt, input.endsAt)
  await lockLines(ctx, [input.lineId])
  const order = await lockPlannableOrder(ctx, input.workOrderId, input.lineId)
  const slot = await buildPlannedSlot(ctx, order, input.lineId, {
    id: input.id ?? createUuid7(ctx.now.getTime()),
    startsAt: toMillis(input.startsAt),
    endsAt: toMillis(input.endsAt),
  })
  const otherSlots = (await loadLineRow(ctx, input.lineId, slot.startsAt)).filter(
    (otherSlot) => otherSlot.orderId !== order.id,
  )
  assertPlaceFree(ctx, slot, otherSlots)
  const newRow = recalculateChangeovers([...otherSlots, slot])
  const savedEntry = await ctx.rows.insert(scheduleEntry, {
    ...input,
    id: slot.id,
    note: input.note ?? null,
    changeoverMinutes: getChangeover(newRow, slot.id),
  })
  await updatePlannedTimes(ctx, order.id, savedEntry)
  await saveLineRow(ctx, otherSlots, newRow, slot.id)
  return savedEntry
}
/** PUT /equ/edit_schedule. Once the order has begun, only end and note can be changed. */
export async function editScheduleEntry(
  ctx: Context,
  { id, version, ...patch }: UpdateInput<typeof scheduleEntry>,
): Promise<ScheduleEntryRow> {
  const unlockedEntry = await ctx.rows.get(scheduleEntry, id)
  await lockLines(ctx, [unlockedEntry.lineId, patch.lineId])
  const previousEntry = await ctx.rows.lock(scheduleEntry, id)
  const updatedEntry = { ...previousEntry, ...patch } as ScheduleEntryRow
  assertEndsAfterStart(updatedEntry.startsAt, updatedEntry.endsAt)
  const previousOrder =
    updatedEntry.workOrderId === previousEntry.workOrderId
      ? null
      : await lockPlannableOrder(ctx, previousEntry.workOrderId, previousEntry.lineId)
  const order = await lockPlannableOrder(ctx, updatedEntry.workOrderId, updatedEntry.lineId)
  if (
    (previousOrder && hasOrderBegun(previousOrder.state)) ||
    (hasOrderBegun(order.state) && updatedEntry.startsAt !== previousEntry.startsAt)
  )
    throw refuse('orders:refusals.begun', {
      number: (previousOrder && hasOrderBegun(previousOrder.state) ? previousOrder : order).number,
    })
  const slot = await buildPlannedSlot(ctx, order, updatedEntry.lineId, {
    id,
    startsAt: toMillis(updatedEntry.startsAt),
    endsAt: toMillis(updatedEntry.endsAt),
  })
  const otherSlots = (await loadLineRow(ctx, updatedEntry.lineId, slot.startsAt)).filter(
    (otherSlot) => otherSlot.id !== id,
  )
  assertPlaceFree(ctx, slot, otherSlots)
  const newRow = recalculateChangeovers([...otherSlots, slot])
  const savedEntry = await ctx.rows.update(
    scheduleEntry,
    id,
    {
      ...(patch as Partial<ScheduleEntryRow>),
      changeoverMinutes: slot.fixed ? previousEntry.changeoverMinutes : getChangeover(newRow, id),
    },
    { version },
  )
  if (previousOrder) await updatePlannedTimes(ctx, previousOrder.id, null)
  await updatePlannedTimes(ctx, order.id, savedEntry)
  await saveLineRow(ctx, otherSlots, newRow, id)
  if (previousEntry.lineId !== savedEntry.lineId)
    await recalculateLineChangeovers(ctx, previousEntry.lineId, toMillis(previousEntry.startsAt))
  return savedEntry
}
/** DELETE /equ/del_schedule. Refused once the order has begun. */
export async function removeScheduleEntry(
  ctx: Context,
  { id, version }: { id: string; version?: number | null },
): Promise<null> {
  const entry = await ctx.rows.get(scheduleEntry, id)
  await lockLines(ctx, [entry.lineId])
  const order = await ctx.rows.lock(workOrder, entry.workOrderId)
  if (hasOrderBegun(order.state)) throw refuse('orders:refusals.begun', { number: order.number })
  await ctx.rows.remove(scheduleEntry, id, { version: version ?? null })
  await updatePlannedTimes(ctx, order.id, null)
  await recalculateLineChangeovers(ctx, entry.lineId, toMillis(entry.startsAt))
  return null
}

/** POST /production_scheduling: places an order and moves later ones back, or reports the consequences in a dry run. */
export async function placeOrderOnLine(
  ctx: Context,
  input: EndpointInput<typeof placeOrder>,
): Promise<EndpointOutput<typeof placeOrder>> {
  const [unlockedEntry] = await ctx.rows.find(scheduleEntry, { where: { workOrderId: input.workOrderId }, limit: 1 })
  await lockLines(ctx, [unlockedEntry?.lineId, input.lineId])
  const order = await lockPlannableOrder(ctx, input.workOrderId, input.lineId)
  if (hasOrderBegun(order.state)) throw refuse('orders:refusals.begun', { number: order.number })
  const [currentEntry] = await ctx.rows.find(scheduleEntry, { where: { workOrderId: order.id }, limit: 1, lock: true })
  const requestedStartMs = input.startsAt ? toMillis(input.startsAt) : null
  const durationMs =
    input.endsAt && requestedStartMs !== null
      ? toMillis(input.endsAt) - requestedStartMs
      : currentEntry && !input.anew
        ? toMillis(currentEntry.endsAt) - toMillis(currentEntry.startsAt)
        : await estimateDuration(ctx, order, input.lineId)
  if (durationMs <= 0)
    throw refuseInput([{ path: ['endsAt'], code: 'tooSmall', params: { limit: input.startsAt ?? '' } }])
  if (durationMs > MAX_PLANNED_MS)
    throw refuse('orders:refusals.tooLong', {
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
  const otherSlots = (await loadLineRow(ctx, input.lineId, Math.max(initialStartMs, ctx.now.getTime()))).filter(
    (otherSlot) => otherSlot.orderId !== order.id,
  )
  const getChangeoverMs = createChangeoverLookup([...otherSlots, initialSlot])
  const forecastSlots = await withForecastEnds(ctx, otherSlots)
  // Proposals and refusals must name the same free place.
  const findFreeStart = (from: number): number =>
    findFirstFreeStart(initialSlot, forecastSlots, getChangeoverMs, Math.max(from, ctx.now.getTime() + MIN_LEAD_MS))
  const targetStartMs = requestedStartMs ?? findFreeStart(initialStartMs)
  const targetSlot = { ...initialSlot, startsAt: targetStartMs, endsAt: targetStartMs + durationMs }
  const slot = snapSlot(targetSlot, otherSlots, getChangeoverMs)
  const keepsStart = currentEntry !== undefined && toMillis(currentEntry.startsAt) === requestedStartMs
  if (!keepsStart && isInPast(slot.startsAt, ctx.now.getTime()))
    throw refuse('orders:refusals.inPast', {
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
    throw refuse('orders:refusals.noRoom', { from: formatPlantMoment(ctx, findFreeStart(targetStartMs)) })
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
}
/** Returns the row with orders in production extended to their forecast ends. */
export async function withForecastEnds(ctx: Context, row: readonly PlannedSlot[]): Promise<PlannedSlot[]> {
  const forecastById = await loadForecasts(
    ctx,
    row.filter(({ isInProduction }) => isInProduction).map(({ orderId }) => orderId),
  )
  return row.map((slot) => ({ ...slot, endsAt: Math.max(slot.endsAt, forecastById.get(slot.orderId)?.endsAt ?? 0) }))
}
async function saveMove(
  ctx: Context,
  input: EndpointInput<typeof placeOrder>,
  currentEntry: ScheduleEntryRow | null,
  slot: PlannedSlot,
  movedSlots: readonly ScheduleSlot[],
  otherSlots: readonly PlannedSlot[],
): Promise<Pick<EndpointOutput<typeof placeOrder>, 'before' | 'fresh'>> {
  const newTimesBySlotId = new Map(movedSlots.map((movedSlot) => [movedSlot.id, movedSlot]))
  const newRow = recalculateChangeovers([
    ...otherSlots.map((otherSlot) => ({ ...otherSlot, ...newTimesBySlotId.get(otherSlot.id) })),
    slot,
  ])
  const entryValues = {
    startsAt: toMoment(slot.startsAt),
    endsAt: toMoment(slot.endsAt),
    lineId: input.lineId,
    changeoverMinutes: getChangeover(newRow, slot.id),
  }
  if (currentEntry)
    await ctx.rows.update(scheduleEntry, currentEntry.id, entryValues, { version: input.version ?? null })
  else await ctx.rows.insert(scheduleEntry, { id: slot.id, workOrderId: input.workOrderId, ...entryValues })
  await updatePlannedTimes(ctx, input.workOrderId, entryValues)
  await saveLineRow(ctx, otherSlots, newRow, slot.id)
  if (currentEntry && currentEntry.lineId !== input.lineId)
    await recalculateLineChangeovers(ctx, currentEntry.lineId, toMillis(currentEntry.startsAt))
  return loadPreviousPlaces(ctx, currentEntry, slot.id, movedSlots, otherSlots)
}
