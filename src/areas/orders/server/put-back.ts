import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import { toMillis } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { scheduleEntry, type putBackOrders } from '../contract/schedule'
import { workOrder } from '../contract/work-order'
import { overlapping } from '../rules/schedule'
import { begun, isOver } from '../rules/work-order'
import { changeoverIn, planned } from './schedule'
import {
  closeGap,
  lockLines,
  rowOf,
  saveRow,
  updatePlannedTimes,
  withChangeovers,
  type Entry,
  type Planned,
} from './schedule-row'

type Place = Pick<NonNullable<EndpointInput<typeof putBackOrders>['before']>[number], 'lineId' | 'startsAt' | 'endsAt'>
/** An order with its previous place; `entry` is its current entry, null if it was taken out of the plan. */
interface Back {
  readonly place: Place
  readonly entry: Entry | null
  readonly slot: Planned
  readonly note: string | null
}
const changed = () => refuse('orders:refusals.changedSince')

/** PUT /production_scheduling: undoes a move or a removal. */
export async function putBack(
  ctx: Context,
  { before: stood, fresh: come, out }: EndpointInput<typeof putBackOrders>,
): Promise<EndpointOutput<typeof putBackOrders>> {
  const [before, fresh, taken] = [stood ?? [], come ?? [], out ?? []]
  const ids = [...before, ...fresh].map(({ id }) => id)
  const find = () => ctx.rows.find(scheduleEntry, { where: { id: ids }, limit: ids.length })
  const seen = await find()
  await lockLines(
    ctx,
    [...seen, ...before, ...taken].map(({ lineId }) => lineId),
  )
  // Places change only under the lock of their line, so the entries are stable from here on.
  const now = new Map((await find()).map((entry) => [entry.id, entry]))
  const left: Entry[] = []
  for (const { id, version } of fresh) {
    const entry = now.get(id)
    if (!entry || entry.version !== version) throw changed()
    const order = await ctx.rows.lock(workOrder, entry.workOrderId)
    if (begun(order.state) || isOver(order.state)) throw changed()
    await ctx.rows.remove(scheduleEntry, id, { version })
    await updatePlannedTimes(ctx, order.id, null)
    left.push(entry)
  }
  const back: Back[] = []
  for (const place of before) {
    const entry = now.get(place.id)
    if (!entry || entry.version !== place.version) throw changed()
    const order = await ctx.rows.lock(workOrder, entry.workOrderId)
    if (begun(order.state) || isOver(order.state)) throw changed()
    const slot = { id: place.id, startsAt: toMillis(place.startsAt), endsAt: toMillis(place.endsAt) }
    back.push({ place, entry, slot: await planned(ctx, order, place.lineId, slot), note: entry.note })
  }
  for (const { workOrderId, note, ...place } of taken) {
    const order = await ctx.rows.lock(workOrder, workOrderId)
    const [placed] = await ctx.rows.find(scheduleEntry, { where: { workOrderId }, limit: 1 })
    if (placed || begun(order.state) || isOver(order.state)) throw changed()
    const slot = {
      id: createUuid7(ctx.now.getTime()),
      startsAt: toMillis(place.startsAt),
      endsAt: toMillis(place.endsAt),
    }
    back.push({ place, entry: null, slot: await planned(ctx, order, place.lineId, slot), note: note ?? null })
  }
  for (const lineId of new Set(back.map(({ place }) => place.lineId)))
    await putOnLine(
      ctx,
      lineId,
      ids,
      back.filter(({ place }) => place.lineId === lineId),
    )
  for (const { place, entry } of back)
    if (entry && entry.lineId !== place.lineId) await closeGap(ctx, entry.lineId, toMillis(entry.startsAt))
  for (const entry of left) await closeGap(ctx, entry.lineId, toMillis(entry.startsAt))
  return { moved: back.length + left.length }
}
/** @throws 6000 if a place has been taken by another order */
async function putOnLine(ctx: Context, lineId: string, moved: readonly string[], back: readonly Back[]): Promise<void> {
  const slots = back.map(({ slot }) => slot)
  const row = (await rowOf(ctx, lineId, Math.min(...slots.map((slot) => slot.startsAt)))).filter(
    (r) => !moved.includes(r.id),
  )
  if (slots.some((slot) => overlapping(slot, row).length > 0)) throw changed()
  const after = withChangeovers([...row, ...slots])
  for (const { place, entry, slot, note } of back) {
    const { startsAt, endsAt } = place
    const values = { startsAt, endsAt, lineId, changeoverMinutes: changeoverIn(after, slot.id) }
    if (entry) await ctx.rows.update(scheduleEntry, slot.id, values, { version: entry.version })
    else await ctx.rows.insert(scheduleEntry, { id: slot.id, workOrderId: slot.orderId, ...values, note })
    await updatePlannedTimes(ctx, slot.orderId, values)
  }
  await saveRow(ctx, row, after, null)
}
