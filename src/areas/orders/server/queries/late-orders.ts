/** Late orders: the single definition for the progress list, Today and the overview. */
import { toMoment } from '@/plant/rules/plant-time'
import { loadPlantCalendar } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { workOrder } from '../../contract/work-order'
import { calculateExpectedLateness, calculateDueEnd } from '../../rules/order-progress'
import { producingStates } from '../../rules/work-order'
import { loadForecasts } from './order-forecast'

export interface LateOrder {
  readonly id: string
  /** Expected delay of the end of the order after its due date, ms. */
  readonly delayMs: number
}
/**
 * Lists late orders, most delayed first. An order in production is late if it will end late at its current speed. A
 * planned order is late if it is overdue or planned to end late.
 */
export async function listLateOrders(ctx: Context): Promise<readonly LateOrder[]> {
  // The query preselects by calendar day. The exact check follows below, because a business date ends after midnight.
  const candidates = await ctx.query(
    sql`select ${columns(workOrder, ['id', 'state', 'dueOn', 'plannedEnd'])} from work_order
      where site_id = ${ctx.site} and due_on is not null and (state in (${options(workOrder.fields.state, ...producingStates)})
        or (state = ${options(workOrder.fields.state, 'planned')} and greatest(planned_end, ${ctx.now}) > (due_on::timestamp at time zone ${ctx.timeZone})))`,
  )
  const calendar = await loadPlantCalendar(ctx)
  const forecastById = await loadForecasts(
    ctx,
    candidates.flatMap(({ id, state }) => (state === 'planned' ? [] : [id])),
  )
  const nowMs = ctx.now.getTime()
  return candidates
    .map(({ id, dueOn, plannedEnd }) => {
      const dueEndMs = calculateDueEnd(dueOn, calendar)
      const endsAt = forecastById.get(id)?.endsAt
      const forecastEnd = endsAt ? toMoment(endsAt) : null
      return {
        id,
        delayMs: calculateExpectedLateness(
          { dueAt: dueEndMs === null ? null : toMoment(dueEndMs), forecastEnd, plannedEnd },
          nowMs,
        ),
      }
    })
    .filter(({ delayMs }) => delayMs > 0)
    .sort((a, b) => b.delayMs - a.delayMs)
}
