import { refuse, refuseInput } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import { toMillis } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { scheduleEntry } from '../contract/schedule'
import { workOrder } from '../contract/work-order'
import { findOverlappingSlots, findTooCloseSlot } from '../rules/line-schedule'
import { hasOrderBegun } from '../rules/work-order'
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
} from './writes/line-slots'
import {
  buildPlannedSlot,
  formatPlantMoment,
  getChangeoverMinutes,
  lockPlannableOrder,
} from './queries/plannable-order'
import { handle } from '@/server/area'

const assertEndsAfterStart = (startsAt: string, endsAt: string): void => {
  if (toMillis(endsAt) <= toMillis(startsAt))
    throw refuseInput([{ path: ['endsAt'], code: 'tooSmall', params: { limit: startsAt } }])
}
/**
 * Asserts that the entered times are free on the line. Entered times are never adjusted.
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
/** POST /equ/add_schedule: adds an entry at the entered times. */
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
