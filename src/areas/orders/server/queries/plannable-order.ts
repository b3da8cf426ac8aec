/** Locks an order that is about to be planned on a line, and builds its slot. */
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { toLocalTime, toMoment } from '@/plant/rules/plant-time'
import { loadPlantCalendar, getToday } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { workOrder } from '../../contract/work-order'
import type { ScheduleSlot } from '../../rules/line-schedule'
import { calculateDueEnd } from '../../rules/order-progress'
import { hasOrderBegun, isOrderEnded, canProduce } from '../../rules/work-order'
import { loadRecipe, type PlannedSlot } from '../writes/line-slots'

type WorkOrderRow = Row<typeof workOrder>
/** Formats a moment in plant time, e.g. `11-20 14:30`, with the year if it is not the current one. */
export function formatPlantMoment(ctx: Context, millis: number): string {
  const { day, minute } = toLocalTime(toMoment(millis), ctx.timeZone)
  const isThisYear = day.slice(0, 4) === getToday(ctx).slice(0, 4)
  return `${isThisYear ? day.slice(5) : day} ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
/**
 * Locks an order so that it can be planned on a line.
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

/** Returns the changeover before an entry of a line, in minutes. */
export const getChangeoverMinutes = (slots: readonly PlannedSlot[], id: string): number =>
  slots.find((slot) => slot.id === id)?.changeoverMinutes ?? 0
