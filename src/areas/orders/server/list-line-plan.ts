import { workOrder } from '../contract/work-order'
import { columns, limit, options, sql } from '@/server/sql'
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { DAY_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { loadPlantCalendar } from '@/plant/server/plant'
import { product } from '@/areas/standards/contract/product'
import { productsSql } from '@/areas/standards/server/queries'
import type { Context } from '@/server/context'
import { buildLabelSql } from '@/server/crud/refs'
import { customer } from '../contract/customer'
import type { linePlan } from '../contract/schedule'
import {
  calculateExpectedLateness,
  calculateDueEnd,
  calculateProgressPercent,
  calculateWoundPercent,
} from '../rules/order-progress'
import { isOrderEnded, producingStates, settledOrderStates } from '../rules/work-order'
import { loadNeededHoursOfShortPlans } from './queries/order-durations'
import { toEndingOrders, loadForecasts } from './queries/order-forecast'
import { loadRunsInto } from './runs-into'

const MAX_DAYS = 62
type LinePlanEntry = EndpointOutput<typeof linePlan>[number]
type LinePlanRow = Omit<
  LinePlanEntry,
  | 'percent'
  | 'woundPercent'
  | 'packedKg'
  | 'forecastEnd'
  | 'forecastFrom'
  | 'late'
  | 'dueAt'
  | 'runsInto'
  | 'runsIntoAt'
  | 'runsIntoChangeover'
  | 'neededHours'
> & {
  orderedRolls: number | null
  goodRolls: number
  dueOn: string | null
}

/**
 * GET /production_scheduling: orders that run or are planned in a period, by line. An order that has begun has its
 * actual start; a running order without a schedule entry has version 0 and lasts at least 8 hours.
 */
export async function listLinePlan(
  ctx: Context,
  input: EndpointInput<typeof linePlan>,
): Promise<EndpointOutput<typeof linePlan>> {
  const lineId = input.lineId ?? null
  const from = input.from ?? ctx.now.toISOString()
  const to = input.to ?? toMoment(toMillis(from) + DAY_MS)
  if (toMillis(to) <= toMillis(from)) throw refuseInput([{ path: ['to'], code: 'endsFirst' }])
  if (toMillis(to) - toMillis(from) > MAX_DAYS * DAY_MS)
    throw refuseInput([{ path: ['to'], code: 'tooManyDays', params: { limit: MAX_DAYS } }])
  // The inner select joins orders with their schedule entries; the outer one filters by the resulting times.
  const rows = await ctx.query(
    sql<LinePlanRow>`select * from (select coalesce(s.id, o.id) as id, coalesce(s.version, 0) as version, o.number, ${buildLabelSql(product, ctx, 'p')} as product, nullif(${buildLabelSql(customer, ctx, 'c')}, '') as customer, o.state,
       coalesce(s.line_id, o.line_id) as "lineId", coalesce(o.started_at, s.starts_at) as "startsAt", coalesce(o.finished_at, s.ends_at, greatest(o.started_at + interval '8 hours', ${ctx.now.toISOString()}::timestamptz)) as "endsAt", coalesce(s.changeover_minutes, 0) as "changeoverMinutes",
       o.ordered_kg::float as "orderedKg", ${columns(workOrder, [{ workOrderId: 'id' }, 'orderedRolls', 'goodRolls', 'dueOn'], 'o')}, o.good_kg::float as "goodKg", o.jumbo_kg::float as "woundKg"
     from work_order o left join schedule_entry s on s.site_id = o.site_id and s.work_order_id = o.id join ${productsSql} p on p.site_id = o.site_id and p.id = o.product_id left join customer c on c.site_id = o.site_id and c.id = o.customer_id
     where o.site_id = ${ctx.site} and o.state not in (${options(workOrder.fields.state, ...settledOrderStates)}) and (s.id is not null or (o.line_id is not null and o.state in (${options(workOrder.fields.state, ...producingStates)})))) plan
     where (${lineId}::uuid is null or "lineId" = ${lineId}) and "startsAt" < ${to} and ("endsAt" > ${from} or state in (${options(workOrder.fields.state, ...producingStates)})) order by "lineId", "startsAt" ${limit(1000)}`,
  )
  const forecastById = await loadForecasts(
    ctx,
    rows.map((row) => row.workOrderId),
  )
  const runsIntoById = await loadRunsInto(
    ctx,
    rows.flatMap(({ workOrderId, lineId, state }) => toEndingOrders(forecastById, workOrderId, lineId, state)),
  )
  const neededHoursById = await loadNeededHoursOfShortPlans(
    ctx,
    rows.map(({ workOrderId, ...row }) => ({ ...row, orderId: workOrderId })),
  )
  const calendar = await loadPlantCalendar(ctx)
  return rows.map(({ orderedRolls, goodRolls, dueOn, ...row }) => {
    const forecast = forecastById.get(row.workOrderId)
    const dueEndMs = calculateDueEnd(dueOn, calendar)
    const dueAt = dueEndMs === null ? null : toMoment(dueEndMs)
    const forecastEnd = forecast?.endsAt ? toMoment(forecast.endsAt) : null
    return {
      ...row,
      packedKg: forecast?.packedKg ?? 0,
      woundPercent: calculateWoundPercent(row.orderedKg ?? null, row.woundKg),
      percent: calculateProgressPercent({ kg: row.orderedKg, rolls: orderedRolls }, { goodKg: row.goodKg, goodRolls }),
      forecastEnd,
      forecastFrom: forecast?.waitsBehind ? toMoment(forecast.waitsBehind.resumesAt) : null,
      ...(runsIntoById.get(row.workOrderId) ?? { runsInto: null, runsIntoAt: null, runsIntoChangeover: null }),
      neededHours: neededHoursById.get(row.workOrderId) ?? null,
      dueAt,
      late:
        !isOrderEnded(row.state) &&
        calculateExpectedLateness({ dueAt, forecastEnd, plannedEnd: row.endsAt }, ctx.now.getTime()) > 0,
    }
  })
}
