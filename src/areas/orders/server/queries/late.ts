/** Late orders: the single definition for the progress list, Today and the overview. */
import { toMoment } from '@/plant/rules/plant-time'
import { loadPlantCalendar } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { workOrder } from '../../contract/work-order'
import { delayBy, dueEnd } from '../../rules/progress'
import { producing } from '../../rules/work-order'
import { forecasts } from '../progress'

export interface LateOrder {
  readonly id: string
  /** Actual or expected delay behind the end of the due date, ms. */
  readonly delay: number
}
/**
 * Lists orders in production that will be late at their current speed, and planned orders that are overdue or planned
 * to end late; most delayed first.
 */
export async function lateOrders(ctx: Context): Promise<readonly LateOrder[]> {
  // A business date ends after the midnight of its calendar day, so the exact check follows below.
  const found = await ctx.query(
    sql`select ${columns(workOrder, ['id', 'state', 'dueOn', 'plannedEnd'])} from work_order
      where site_id = ${ctx.site} and due_on is not null and (state in (${options(workOrder.fields.state, ...producing)})
        or (state = ${options(workOrder.fields.state, 'planned')} and greatest(planned_end, ${ctx.now}) > (due_on::timestamp at time zone ${ctx.timeZone})))`,
  )
  const [calendar, byOrder] = [
    await loadPlantCalendar(ctx),
    await forecasts(
      ctx,
      found.flatMap(({ id, state }) => (state === 'planned' ? [] : [id])),
    ),
  ]
  const now = ctx.now.getTime()
  return found
    .map(({ id, dueOn, plannedEnd }) => {
      const [due, endsAt] = [dueEnd(dueOn, calendar), byOrder.get(id)?.endsAt]
      const forecastEnd = endsAt ? toMoment(endsAt) : null
      return { id, delay: delayBy({ dueAt: due === null ? null : toMoment(due), forecastEnd, plannedEnd }, now) }
    })
    .filter(({ delay }) => delay > 0)
    .sort((a, b) => b.delay - a.delay)
}
