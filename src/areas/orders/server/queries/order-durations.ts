import { productsSql, buildStandardsInForceSql } from '@/areas/standards/server/queries'
import { HOUR_MS, toMillis } from '@/plant/rules/plant-time'
import { linesSql } from '@/plant/server/queries'
import type { Context } from '@/server/context'
import { sql } from '@/server/sql'
import { calculateOrderDuration, isPlanTooShort } from '../../rules/line-schedule'

interface DurationRow {
  id: string
  orderedKg: number | null
  speed: number | null
  widthMm: number | null
  gsm: number | null
}

/**
 * Loads the durations of orders in ms by order id, at the ideal speed of the approved standard, else of the line.
 * Unknown durations have no entry. One SQL statement.
 */
export async function loadOrderDurations(
  ctx: Context,
  orders: readonly { readonly orderId: string; readonly lineId: string }[],
): Promise<Map<string, number>> {
  if (orders.length === 0) return new Map()
  const rows = await ctx.query(
    sql<DurationRow>`select distinct on (o.id) o.id, o.ordered_kg::float as "orderedKg", coalesce(s.ideal_speed, l.ideal_speed)::float as speed,
       coalesce(o.web_width_mm, l.width * 1000, p.width_mm)::float as "widthMm", coalesce(o.gsm, p.gsm)::float as gsm
     from unnest(${orders.map(({ orderId }) => orderId)}::uuid[], ${orders.map(({ lineId }) => lineId)}::uuid[]) as a(order_id, line_id) join work_order o on o.site_id = ${ctx.site} and o.id = a.order_id
       join ${productsSql} p on p.site_id = o.site_id and p.id = o.product_id join ${linesSql} l on l.site_id = o.site_id and l.id = a.line_id
       left join ${buildStandardsInForceSql('mainLine')} s on s.site_id = o.site_id and s.product_id = o.product_id and (s.line_id is null or s.line_id = l.id)
     order by o.id, s.line_id nulls last`,
  )
  return new Map(
    rows.flatMap((row) => {
      const durationMs = calculateOrderDuration(row)
      return durationMs === null ? [] : [[row.id, durationMs]]
    }),
  )
}
/**
 * Loads the needed hours of planned orders whose planned time is too short, by order id. The planned time may be too
 * short because the ordered amount was raised or because the line runs slower than planned.
 */
export async function loadNeededHoursOfShortPlans(
  ctx: Context,
  orders: readonly {
    readonly orderId: string
    readonly lineId: string | null
    readonly startsAt: string | null
    readonly endsAt: string | null
    readonly state: string
  }[],
): Promise<Map<string, number>> {
  const plannedOrders = orders.flatMap(({ orderId, lineId, startsAt, endsAt, state }) =>
    state === 'planned' && lineId && startsAt && endsAt
      ? [{ orderId, lineId, plannedMs: toMillis(endsAt) - toMillis(startsAt) }]
      : [],
  )
  const durationMsByOrderId = await loadOrderDurations(ctx, plannedOrders)
  return new Map(
    plannedOrders.flatMap(({ orderId, plannedMs }) => {
      const neededMs = durationMsByOrderId.get(orderId) ?? null
      return neededMs !== null && isPlanTooShort(plannedMs, neededMs) ? [[orderId, neededMs / HOUR_MS]] : []
    }),
  )
}
