/** A month's electricity bill as calculated by the plant: energy by tariff band, and the other charges of a bill. */
import { getMonthDays, toMonth, type Month } from '@/plant/rules/month'
import { addDays, type Day, type Moment } from '@/plant/rules/plant-time'
import { getDayStart } from '@/plant/server/plant'
import { billCharges, perKwhCharges, type BillCharge, type PerKwhCharge } from '@/areas/prices/rules/dated-price'
import { listElectricCharges } from '@/areas/prices/server/queries'
import { loadMeterUsage } from '@/areas/telemetry/server/queries'
import type { Context } from '@/server/context'
import { columns, columnsNotNull, computed, sql } from '@/server/sql'
import { energyUse } from '../contract/energy-use'
import { getPerKwhPrice, calculateBill, type DayUse, type BillAmounts } from '../rules/bill'
import { roundToDigits } from './energy-metrics'
import { loadMeterTree } from './meters'
import { getTopMeterWeights } from './load-energy-day'

export interface CalculatedBill {
  readonly amounts: BillAmounts
  readonly dayUses: readonly DayUse[]
  /** The 15 minutes with the highest mean power; null if nothing was measured. */
  readonly highestDemand: { readonly kw: number; readonly at: Moment } | null
}
/** Loads the consumption and charges of a month and calculates its bill. */
export async function loadCalculatedBill(
  ctx: Context,
  dayRange: { readonly from: Day; readonly to: Day },
): Promise<CalculatedBill> {
  const dayUses = await ctx.query(
    sql`select ${columns(energyUse, ['day', 'band'])}, ${computed<Omit<DayUse, 'day' | 'band'>>`sum(used)::float8 as used, sum(cost)::float8 as cost, sum(estimated)::float8 as estimated, sum(unpriced)::float8 as unpriced`}
      from energy_use where site_id = ${ctx.site} and day >= ${dayRange.from} and day <= ${dayRange.to} and medium = 'electricity' group by day, band order by day, band`,
  )
  const highestDemand = await findHighestDemand(ctx, dayRange)
  const charges = await listElectricCharges(ctx, {
    from: getDayStart(ctx, dayRange.from),
    to: getDayStart(ctx, dayRange.to),
  })
  return {
    amounts: calculateBill({ monthStart: dayRange.from, dayUses, demandKw: highestDemand?.kw ?? null, charges }),
    dayUses,
    highestDemand,
  }
}
/** A per-kWh grid charge of an order in a plant month. `used` in kWh; `cost` in CNY, not rounded. */
export interface OrderCharge {
  readonly orderId: string
  readonly charge: PerKwhCharge
  readonly month: Month
  readonly used: number
  readonly cost: number
}
/** Loads transmission charges and surcharges of orders. Each kWh is charged at the prices of its day. */
export async function loadOrderCharges(ctx: Context, orderIds: readonly string[]): Promise<readonly OrderCharge[]> {
  const uses = await ctx.query(
    sql`select ${columnsNotNull(energyUse, [{ orderId: 'workOrderId' }])}, ${columns(energyUse, ['day'])}, ${computed<{ used: number }>`sum(used)::float8 as used`}
      from energy_use where site_id = ${ctx.site} and work_order_id = any(${[...new Set(orderIds)]}::uuid[]) and medium = 'electricity' group by work_order_id, day order by work_order_id, day`,
  )
  if (uses.length === 0) return []
  const days = uses.map(({ day }) => day).sort()
  const prices = await listElectricCharges(ctx, {
    from: getDayStart(ctx, days[0]!),
    to: getDayStart(ctx, days.at(-1)!),
  })
  const sums = new Map<string, { -readonly [K in keyof OrderCharge]: OrderCharge[K] }>()
  for (const { orderId, day, used } of uses)
    for (const charge of perKwhCharges) {
      const price = getPerKwhPrice(prices, charge, day)
      if (price === 0) continue
      const key = [orderId, charge, toMonth(day)].join(' ')
      const sum = sums.get(key) ?? { orderId, charge, month: toMonth(day), used: 0, cost: 0 }
      sum.used += used
      sum.cost += used * price
      sums.set(key, sum)
    }
  return [...sums.values()]
}
/** Loads the grid charges of a month besides the energy price, e.g. demand and transmission, in CNY for the plant. */
export async function loadGridCharges(ctx: Context, month: Month): Promise<{ charge: BillCharge; cny: number }[]> {
  const { amounts } = await loadCalculatedBill(ctx, getMonthDays(month))
  return billCharges.flatMap((charge) => {
    const cny = amounts[charge]?.cny ?? null
    return cny === null ? [] : [{ charge, cny }]
  })
}
/** Factor from the kWh of a quarter of an hour to its mean power in kW. */
const QUARTERS_PER_HOUR = 4
/** Returns the highest mean power over 15 minutes, summed over the top meters: the basis of the demand charge. */
async function findHighestDemand(
  ctx: Context,
  dayRange: { from: Day; to: Day },
): Promise<{ kw: number; at: Moment } | null> {
  const tree = await loadMeterTree(ctx)
  const topWeights = getTopMeterWeights(tree, { medium: 'electricity' })
  const meterIds = tree.physicalMeters.filter(({ id }) => topWeights.has(id)).map(({ meterId }) => meterId)
  const from = getDayStart(ctx, dayRange.from)
  const to = getDayStart(ctx, addDays(dayRange.to, 1))
  const usedByQuarter = new Map<Moment, number>()
  for (const { at, used } of await loadMeterUsage(ctx, { meterIds, from, to, step: 'quarter' }))
    usedByQuarter.set(at, (usedByQuarter.get(at) ?? 0) + used)
  const highest = [...usedByQuarter].reduce<[Moment, number] | null>(
    (best, quarter) => (best && best[1] >= quarter[1] ? best : quarter),
    null,
  )
  return highest && highest[1] > 0 ? { at: highest[0], kw: roundToDigits(highest[1] * QUARTERS_PER_HOUR, 1) } : null
}
