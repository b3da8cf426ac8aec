import { refuse, refuseInput } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import { toLocalTime, toMillis, toMoment } from '@/plant/rules/plant-time'
import { loadPlantCalendar, getToday } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { scheduleEntry } from '../contract/schedule'
import { workOrder } from '../contract/work-order'
import { calculateDueEnd } from '../rules/order-progress'
import { findOverlappingSlots, findTooCloseSlot, type ScheduleSlot } from '../rules/line-schedule'
import { hasOrderBegun, isOrderEnded, canProduce } from '../rules/work-order'
import {
  recalculateLineChangeovers,
  createChangeoverLookup,
  lockLines,
  loadRecipe,
  loadLineSlots,
  saveLineSlots,
  updatePlannedTimes,
  recalculateChangeovers,
  type ScheduleEntryRow,
  type PlannedSlot,
} from './line-slots'
import type { WorkOrderRow } from './work-orders'
import { handle } from '@/server/area'

const assertEndsAfterStart = (startsAt: string, endsAt: string): void => {
  if (toMillis(endsAt) <= toMillis(startsAt))
    throw refuseInput([{ path: ['endsAt'], code: 'tooSmall', params: { limit: startsAt } }])
}
/** Formats a moment in plant time, e.g. `11-20 14:30`, with the year if it is not the current one. */
export function formatPlantMoment(ctx: Context, millis: number): string {
  const { day, minute } = toLocalTime(toMoment(millis), ctx.timeZone)
  const isThisYear = day.slice(0, 4) === getToday(ctx).slice(0, 4)
  return `${isThisYear ? day.slice(5) : day} ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
/**
 * Locks the order to plan.
 * @throws a refusal if the order has ended, or has begun on another line
 */
export async function lockPlannableOrder(ctx: Context, id: string, lineId: string): Promise<WorkOrderRow> {
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
  changeoverMinutes: 0,
})

/**
 * Asserts that typed times, which are never adjusted, are free.
 * @throws a refusal that names the order in the way
 */
function assertPlaceFree(ctx: Context, slot: PlannedSlot, otherSlots: readonly PlannedSlot[]): void {
  const [overlappingSlot] = findOverlappingSlots(slot, otherSlots)
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
        otherSlots.filter(({ fixed, startsAt }) => !fixed || startsAt < slot.startsAt),
        createChangeoverLookup([...otherSlots, slot]),
      )
  if (tooCloseSlot)
    throw refuse('orders:refusals.changeover', { number: tooCloseSlot.other.number, minutes: tooCloseSlot.minutes })
}
/** Returns the changeover before an entry of a line, in minutes. */
export const getChangeoverMinutes = (slots: readonly PlannedSlot[], id: string): number =>
  slots.find((slot) => slot.id === id)?.changeoverMinutes ?? 0

/** POST /equ/add_schedule: adds an entry at typed times. */
export const addScheduleEntry = handle(scheduleEntry.endpoints.create, async (ctx, input) => {
  assertEndsAfterStart(input.startsAt, input.endsAt)
  await lockLines(ctx, [input.lineId])
  const order = await lockPlannableOrder(ctx, input.workOrderId, input.lineId)
  const slot = await buildPlannedSlot(ctx, order, input.lineId, {
    id: input.id ?? createUuid7(ctx.now.getTime()),
    startsAt: toMillis(input.startsAt),
    endsAt: toMillis(input.endsAt),
  })
  const otherSlots = (await loadLineSlots(ctx, input.lineId, slot.startsAt)).filter(
    (otherSlot) => otherSlot.orderId !== order.id,
  )
  assertPlaceFree(ctx, slot, otherSlots)
  const newSlots = recalculateChangeovers([...otherSlots, slot])
  const savedEntry = await ctx.rows.insert(scheduleEntry, {
    ...input,
    id: slot.id,
    note: input.note ?? null,
    changeoverMinutes: getChangeoverMinutes(newSlots, slot.id),
  })
  await updatePlannedTimes(ctx, order.id, savedEntry)
  await saveLineSlots(ctx, otherSlots, newSlots, slot.id)
  return savedEntry
})
/** PUT /equ/edit_schedule. Once the order has begun, only end and note can be changed. */
export const editScheduleEntry = handle(scheduleEntry.endpoints.update, async (ctx, { id, version, ...patch }) => {
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
  const otherSlots = (await loadLineSlots(ctx, updatedEntry.lineId, slot.startsAt)).filter(
    (otherSlot) => otherSlot.id !== id,
  )
  assertPlaceFree(ctx, slot, otherSlots)
  const newSlots = recalculateChangeovers([...otherSlots, slot])
  const savedEntry = await ctx.rows.update(
    scheduleEntry,
    id,
    {
      ...(patch as Partial<ScheduleEntryRow>),
      changeoverMinutes: slot.fixed ? previousEntry.changeoverMinutes : getChangeoverMinutes(newSlots, id),
    },
    { version },
  )
  if (previousOrder) await updatePlannedTimes(ctx, previousOrder.id, null)
  await updatePlannedTimes(ctx, order.id, savedEntry)
  await saveLineSlots(ctx, otherSlots, newSlots, id)
  if (previousEntry.lineId !== savedEntry.lineId)
    await recalculateLineChangeovers(ctx, previousEntry.lineId, toMillis(previousEntry.startsAt))
  return savedEntry
})
/** DELETE /equ/del_schedule. Refused once the order has begun. */
export const removeScheduleEntry = handle(scheduleEntry.endpoints.remove, async (ctx, { id, version }) => {
  const entry = await ctx.rows.get(scheduleEntry, id)
  await lockLines(ctx, [entry.lineId])
  const order = await ctx.rows.lock(workOrder, entry.workOrderId)
  if (hasOrderBegun(order.state)) throw refuse('orders:refusals.begun', { number: order.number })
  await ctx.rows.remove(scheduleEntry, id, { version: version ?? null })
  await updatePlannedTimes(ctx, order.id, null)
  await recalculateLineChangeovers(ctx, entry.lineId, toMillis(entry.startsAt))
  return null
})
