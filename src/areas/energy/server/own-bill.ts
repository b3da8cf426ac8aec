/** A month's electricity as the plant works it out for itself: energy by its tariff, and what a bill names beside it. */
import { daysOfMonth, type Month } from '@/plant/rules/month'
import { addDays, type Day, type Moment } from '@/plant/rules/plant-time'
import { startOf } from '@/plant/server/plant'
import { charges, type Charge } from '@/areas/prices/rules/dated-price'
import { chargesHeld } from '@/areas/prices/server/queries'
import { usageOf } from '@/areas/telemetry/server/queries'
import type { Context } from '@/server/context'
import { columns, computed, sql } from '@/server/sql'
import { energyUse } from '../contract/kept-use'
import { workedOut, type DayUse, type Lines } from '../rules/bill'
import { round } from './figures'
import { treeOf } from './meters'
import { topWeights } from './one-day'

export interface OwnBill {
  readonly own: Lines
  readonly uses: readonly DayUse[]
  /** The highest quarter of an hour; null where nothing was counted. */
  readonly demand: { readonly kw: number; readonly at: Moment } | null
}
export async function ownBill(ctx: Context, days: { readonly from: Day; readonly to: Day }): Promise<OwnBill> {
  const uses = await ctx.query(
    sql`select ${columns(energyUse, ['day', 'band'])}, ${computed<Omit<DayUse, 'day' | 'band'>>`sum(used)::float8 as used, sum(cost)::float8 as cost, sum(estimated)::float8 as estimated, sum(unpriced)::float8 as unpriced`}
      from energy_use where site_id = ${ctx.site} and day >= ${days.from} and day <= ${days.to} and medium = 'electricity' group by day, band order by day, band`,
  )
  const demand = await highestQuarter(ctx, days)
  const held = await chargesHeld(ctx, { from: startOf(ctx, days.from), to: startOf(ctx, days.to) })
  return { own: workedOut({ first: days.from, uses, demandKw: demand?.kw ?? null, charges: held }), uses, demand }
}
/** What the grid charges beside energy in a month, CNY: demand, transmission and the like. No order's run tells whose they are. */
export async function gridCharges(ctx: Context, month: Month): Promise<{ charge: Charge; cny: number }[]> {
  const { own } = await ownBill(ctx, daysOfMonth(month))
  return charges.flatMap((charge) => {
    const cny = own[charge]?.cny ?? null
    return cny === null ? [] : [{ charge, cny }]
  })
}
/** The highest quarter of an hour of the meters at the top together: what a charge for demand is measured by. */
async function highestQuarter(ctx: Context, days: { from: Day; to: Day }): Promise<{ kw: number; at: Moment } | null> {
  const tree = await treeOf(ctx)
  const tops = topWeights(tree, { medium: 'electricity' })
  const meterIds = tree.counting.filter(({ id }) => tops.has(id)).map(({ meterId }) => meterId)
  const [from, to] = [startOf(ctx, days.from), startOf(ctx, addDays(days.to, 1))]
  const quarters = new Map<Moment, number>()
  for (const { at, used } of await usageOf(ctx, { meterIds, from, to, step: 'quarter' }))
    quarters.set(at, (quarters.get(at) ?? 0) + used)
  const highest = [...quarters].reduce<[Moment, number] | null>(
    (best, one) => (best && best[1] >= one[1] ? best : one),
    null,
  )
  return highest && highest[1] > 0 ? { at: highest[0], kw: round(highest[1] * 4, 1) } : null
}
