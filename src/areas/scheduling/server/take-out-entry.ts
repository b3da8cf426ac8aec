import { canCall } from '@/contract/endpoint'
import { errno, Refusal, refuse } from '@/contract/errno'
import { MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { scheduleEntry } from '@/areas/orders/contract/schedule'
import { placeOrder, takeOutOrder } from '../contract/planning-endpoints'
import { workOrder } from '@/areas/orders/contract/work-order'
import { moveUpSlots } from '@/areas/orders/rules/line-schedule'
import { hasOrderBegun } from '@/areas/orders/rules/work-order'
import { loadPreviousPlaces } from './previous-places'
import { extendToForecastEnds, MIN_LEAD_MS } from './place-order'
import {
  createChangeoverLookup,
  lockLines,
  loadLineSlots,
  saveLineSlots,
  updatePlannedTimes,
  recalculateChangeovers,
} from '@/areas/orders/server/writes/line-slots'
import { handle } from '@/server/area'

/** POST /plant/schedule_take_out: takes an order out of the plan. With `close`, later orders close the gap. */
export const takeOutEntry = handle(takeOutOrder, async (ctx, input) => {
  const unlockedEntry = await ctx.rows.get(scheduleEntry, input.id)
  await lockLines(ctx, [unlockedEntry.lineId])
  const entry = await ctx.rows.lock(scheduleEntry, input.id)
  const order = await ctx.rows.lock(workOrder, entry.workOrderId)
  if (hasOrderBegun(order.state)) throw refuse('orders:refusals.begun', { number: order.number })
  if (input.close && !canCall(placeOrder.access, ctx.person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: placeOrder.name } })
  const removedSlot = { id: entry.id, startsAt: toMillis(entry.startsAt), endsAt: toMillis(entry.endsAt) }
  const remainingSlots = (await loadLineSlots(ctx, entry.lineId, removedSlot.startsAt)).filter(
    (slot) => slot.id !== entry.id,
  )
  const movedUpSlots =
    input.close || input.dryRun
      ? moveUpSlots(
          removedSlot,
          await extendToForecastEnds(ctx, remainingSlots),
          createChangeoverLookup(remainingSlots),
          ctx.now.getTime() + MIN_LEAD_MS,
        )
      : []
  const slotById = new Map(remainingSlots.map((slot) => [slot.id, slot]))
  const answer = {
    moved: movedUpSlots.map(({ id, startsAt, endsAt }) => ({
      id,
      number: slotById.get(id)!.number,
      startsAt: toMoment(startsAt),
      endsAt: toMoment(endsAt),
    })),
    upMinutes: movedUpSlots[0]
      ? (slotById.get(movedUpSlots[0].id)!.startsAt - movedUpSlots[0].startsAt) / MINUTE_MS
      : 0,
  }
  if (input.dryRun) return { ...answer, before: [], out: [] }
  await ctx.rows.remove(scheduleEntry, entry.id, { version: input.version ?? null })
  await updatePlannedTimes(ctx, order.id, null)
  const newTimesBySlotId = new Map(movedUpSlots.map((movedSlot) => [movedSlot.id, movedSlot]))
  await saveLineSlots(
    ctx,
    remainingSlots,
    recalculateChangeovers(remainingSlots.map((slot) => ({ ...slot, ...newTimesBySlotId.get(slot.id) }))),
  )
  const { workOrderId, lineId, startsAt, endsAt, note } = entry
  return {
    ...answer,
    before: (await loadPreviousPlaces(ctx, null, entry.id, movedUpSlots, remainingSlots)).before,
    out: [{ workOrderId, lineId, startsAt, endsAt, note }],
  }
})
