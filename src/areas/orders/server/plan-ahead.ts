import type { InOf, OutOf } from '@/contract/endpoint'
import { addDays, atLocal, toMillis, toMoment } from '@/areas/handover/rules/plant-time'
import { product } from '@/areas/standards/contract/product'
import type { Context } from '@/server/context'
import { labelSql } from '@/server/crud/refs'
import { customer } from '../contract/customer'
import type { planAhead } from '../contract/schedule'
import { progressPercent } from '../rules/progress'
import { forecasts } from './progress'

const DAY = 24 * 3_600_000
interface Entry { id: string; version: number; workOrderId: string; number: string; product: string; customer: string | null; state: OutOf<typeof planAhead>[number]['state']; lineId: string; startsAt: string; endsAt: string; changeoverMinutes: number; orderedKg: number | null; orderedRolls: number | null; goodKg: number; goodRolls: number; dueOn: string | null }

/** GET /production_scheduling: what runs or is planned in the span, line by line. An order that has begun shows its true start. */
export async function ahead(ctx: Context, input: InOf<typeof planAhead>): Promise<OutOf<typeof planAhead>> {
  const from = input.from ?? ctx.now.toISOString()
  const to = input.to ?? toMoment(toMillis(from) + DAY)
  const rows = await ctx.query<Entry & Record<string, unknown>>(
    `select s.id, s.version, o.id as "workOrderId", o.number, ${labelSql(product, ctx.language, 'p')} as product, nullif(${labelSql(customer, ctx.language, 'c')}, '') as customer, o.state, s.line_id as "lineId",
       coalesce(o.started_at, s.starts_at) as "startsAt", coalesce(o.finished_at, s.ends_at) as "endsAt", s.changeover_minutes as "changeoverMinutes", o.ordered_kg::float as "orderedKg", o.ordered_rolls as "orderedRolls", o.good_kg::float as "goodKg", o.good_rolls as "goodRolls", o.due_on as "dueOn"
     from schedule_entry s join work_order o on o.site_id = s.site_id and o.id = s.work_order_id join product p on p.site_id = o.site_id and p.id = o.product_id left join customer c on c.site_id = o.site_id and c.id = o.customer_id
     where s.site_id = $1 and o.state not in ('closed', 'cancelled') and ($2::uuid is null or s.line_id = $2) and coalesce(o.started_at, s.starts_at) < $4 and (coalesce(o.finished_at, s.ends_at) > $3 or o.state in ('running', 'paused'))
     order by s.line_id, coalesce(o.started_at, s.starts_at) limit 1000`,
    [ctx.site, input.lineId ?? null, from, to])
  const byOrder = await forecasts(ctx, rows.map((r) => r.workOrderId))
  return rows.map(({ orderedRolls, goodRolls, dueOn, ...row }) => {
    const forecast = byOrder.get(row.workOrderId)
    // Due is the end of the day on the plant's calendar.
    const dueAt = dueOn ? toMoment(atLocal(addDays(dueOn, 1), 0, ctx.timeZone)) : null
    const end = forecast?.endsAt ?? toMillis(row.endsAt)
    return {
      ...row, percent: progressPercent({ kg: row.orderedKg, rolls: orderedRolls }, { goodKg: row.goodKg, goodRolls }),
      forecastEnd: forecast?.endsAt ? toMoment(forecast.endsAt) : null, dueAt, late: dueAt !== null && row.state !== 'finished' && end > toMillis(dueAt),
    }
  })
}
