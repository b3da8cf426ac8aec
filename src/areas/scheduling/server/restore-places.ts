import type { EndpointInput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import { toMillis } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { scheduleEntry } from '@/areas/orders/contract/schedule'
import { putBackOrders } from '../contract/planning-endpoints'
import { workOrder } from '@/areas/orders/contract/work-order'
import { findOverlappingSlots } from '@/areas/orders/rules/line-schedule'
import { hasOrderBegun, isOrderEnded } from '@/areas/orders/rules/work-order'
import { getChangeoverMinutes, buildPlannedSlot } from '@/areas/orders/server/queries/plannable-order'
import {
  recalculateLineChangeovers,
  lockLines,
  loadLineSlots,
  saveLineSlots,
  updatePlannedTimes,
  recalculateChangeovers,
  type ScheduleEntryRow,
  type PlannedSlot,
} from '@/areas/orders/server/writes/line-slots'
import { handle } from '@/server/area'

type Place = Pick<NonNullable<EndpointInput<typeof putBackOrders>['before']>[number], 'lineId' | 'startsAt' | 'endsAt'>
/**
 * An order to put back into its previous place. `entry` is its current entry; null if the order was taken out of the
 * plan.
 */
interface OrderToRestore {
  readonly place: Place
  readonly entry: ScheduleEntryRow | null
  readonly slot: PlannedSlot
  readonly note: string | null
}
const createChangedRefusal = () => refuse('scheduling:refusals.changedSince')

/**
 * PUT /production_scheduling: undoes a move or a removal. Moved orders return to their previous places (`before`), an
 * order that the move added leaves the plan (`fresh`), and a removed order returns to it (`out`).
 */
export const restorePlaces = handle(putBackOrders, async (ctx, { before: previousInput, fresh: addedInput, out }) => {
  const [previousPlaces, addedEntries, takenOutPlaces] = [previousInput ?? [], addedInput ?? [], out ?? []]
  const ids = [...previousPlaces, ...addedEntries].map(({ id }) => id)
  const findEntries = () => ctx.rows.find(scheduleEntry, { where: { id: ids }, limit: ids.length })
  const unlockedEntries = await findEntries()
  await lockLines(
    ctx,
    [...unlockedEntries, ...previousPlaces, ...takenOutPlaces].map(({ lineId }) => lineId),
  )
  // Places change only under the lock of their line, so the entries are stable from here on.
  const entryById = new Map((await findEntries()).map((entry) => [entry.id, entry]))
  const removedEntries: ScheduleEntryRow[] = []
  for (const { id, version } of addedEntries) {
    const entry = entryById.get(id)
    if (!entry || entry.version !== version) throw createChangedRefusal()
    const order = await ctx.rows.lock(workOrder, entry.workOrderId)
    if (hasOrderBegun(order.state) || isOrderEnded(order.state)) throw createChangedRefusal()
    await ctx.rows.remove(scheduleEntry, id, { version })
    await updatePlannedTimes(ctx, order.id, null)
    removedEntries.push(entry)
  }
  const ordersToRestore: OrderToRestore[] = []
  for (const place of previousPlaces) {
    const entry = entryById.get(place.id)
    if (!entry || entry.version !== place.version) throw createChangedRefusal()
    const order = await ctx.rows.lock(workOrder, entry.workOrderId)
    if (hasOrderBegun(order.state) || isOrderEnded(order.state)) throw createChangedRefusal()
    const slot = { id: place.id, startsAt: toMillis(place.startsAt), endsAt: toMillis(place.endsAt) }
    ordersToRestore.push({
      place,
      entry,
      slot: await buildPlannedSlot(ctx, order, place.lineId, slot),
      note: entry.note,
    })
  }
  for (const { workOrderId, note, ...place } of takenOutPlaces) {
    const order = await ctx.rows.lock(workOrder, workOrderId)
    const [existingEntry] = await ctx.rows.find(scheduleEntry, { where: { workOrderId }, limit: 1 })
    if (existingEntry || hasOrderBegun(order.state) || isOrderEnded(order.state)) throw createChangedRefusal()
    const slot = {
      id: createUuid7(ctx.now.getTime()),
      startsAt: toMillis(place.startsAt),
      endsAt: toMillis(place.endsAt),
    }
    ordersToRestore.push({
      place,
      entry: null,
      slot: await buildPlannedSlot(ctx, order, place.lineId, slot),
      note: note ?? null,
    })
  }
  for (const lineId of new Set(ordersToRestore.map(({ place }) => place.lineId)))
    await placeOnLine(
      ctx,
      lineId,
      ids,
      ordersToRestore.filter(({ place }) => place.lineId === lineId),
    )
  for (const { place, entry } of ordersToRestore)
    if (entry && entry.lineId !== place.lineId)
      await recalculateLineChangeovers(ctx, entry.lineId, toMillis(entry.startsAt))
  for (const entry of removedEntries) await recalculateLineChangeovers(ctx, entry.lineId, toMillis(entry.startsAt))
  return { moved: ordersToRestore.length + removedEntries.length }
})
/** Puts orders back into their places on a line. @throws a refusal if another order has taken a place */
async function placeOnLine(
  ctx: Context,
  lineId: string,
  movedIds: readonly string[],
  ordersToRestore: readonly OrderToRestore[],
): Promise<void> {
  const restoredSlots = ordersToRestore.map(({ slot }) => slot)
  const otherSlots = (await loadLineSlots(ctx, lineId, Math.min(...restoredSlots.map((slot) => slot.startsAt)))).filter(
    ({ id }) => !movedIds.includes(id),
  )
  if (restoredSlots.some((slot) => findOverlappingSlots(slot, otherSlots).length > 0)) throw createChangedRefusal()
  const newSlots = recalculateChangeovers([...otherSlots, ...restoredSlots])
  for (const { place, entry, slot, note } of ordersToRestore) {
    const { startsAt, endsAt } = place
    const entryValues = { startsAt, endsAt, lineId, changeoverMinutes: getChangeoverMinutes(newSlots, slot.id) }
    if (entry) await ctx.rows.update(scheduleEntry, slot.id, entryValues, { version: entry.version })
    else await ctx.rows.insert(scheduleEntry, { id: slot.id, workOrderId: slot.orderId, ...entryValues, note })
    await updatePlannedTimes(ctx, slot.orderId, entryValues)
  }
  await saveLineSlots(ctx, otherSlots, newSlots)
}
