/** Which orders are late: the one answer to it, for the list of progress, Today and the overview. */
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
  /** How far it is, or will be, behind the end of the day it is due, ms. */
  readonly delay: number
}
/** Orders at the lines that will be late at the speed they have, and those whose day is over or that are planned to end after it; the latest first. */
export async function lateOrders(ctx: Context): Promise<readonly LateOrder[]> {
  // A business date ends past the midnight it is named by: who ends before that is in time.
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
