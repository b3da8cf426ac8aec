/** Queries of the energy area for areas that depend on it. */
import type { Month } from '@/plant/rules/month'
import { addDays, type Day, type Moment } from '@/plant/rules/plant-time'
import { toPlantDay } from '@/plant/server/plant'
import { listRunsOfOrders } from '@/areas/orders/server/queries/runs'
import type { Context } from '@/server/context'
import { columns, computed, limit, sql } from '@/server/sql'
import { energyUse } from '../contract/kept-use'
import type { UseBand } from '../rules/bands'
import type { EnergyMedium } from '../rules/meter-tree'
import { countDay } from './count-day'
import { treeOf } from './meters'
import { gapsOf, wholeSpan } from './spans'
import { meterSums, ownSums, wholeDaysOnly } from './sums'

export { gridCharges, orderCharges, type OrderCharge } from './own-bill'

export interface EnergySums {
  readonly medium: EnergyMedium
  readonly band: UseBand
  /** kWh, m³ or t. */
  readonly used: number
  /** CNY. Consumption without a price is left out here and counted in `unpriced`. */
  readonly cost: number
  /** Parts of `used`: without a price, from interpolated readings, from shares of common meters. */
  readonly unpriced: number
  readonly estimated: number
  readonly allocated: number
}
/** Energy sums of a plant month. */
export interface MonthSums extends EnergySums {
  readonly month: Month
}
export interface OrderEnergy {
  readonly orderId: string
  readonly sums: readonly MonthSums[]
  /** Days of the run that are not counted yet, or not since a price change; the sums are then incomplete. */
  readonly uncounted: readonly Day[]
}
const sums = computed<EnergySums>`medium, band, sum(used)::float8 as used, sum(cost)::float8 as cost, sum(unpriced)::float8 as unpriced, sum(estimated)::float8 as estimated, sum(allocated)::float8 as allocated`

/**
 * Loads the energy of orders by month, medium and tariff band, priced by slot and including slitting: the meters of
 * their lines during the run, and their share of common meters. Reads the stored day sums; three statements in all.
 */
export async function orderEnergy(ctx: Context, orderIds: readonly string[]): Promise<readonly OrderEnergy[]> {
  if (orderIds.length === 0) return []
  const rows = await ctx.query(
    sql`select ${computed<{ orderId: string; month: Month }>`work_order_id as "orderId", to_char(day, 'YYYY-MM') as month`}, ${sums} from energy_use
     where site_id = ${ctx.site} and work_order_id = any(${[...new Set(orderIds)]}::uuid[])
     group by work_order_id, month, medium, band order by work_order_id, month, medium, band`,
  )
  const runs = await listRunsOfOrders(ctx, orderIds)
  const known = await countedDays(ctx)
  const byOrder = new Map<string, MonthSums[]>()
  for (const { orderId, ...one } of rows) byOrder.set(orderId, [...(byOrder.get(orderId) ?? []), one])
  return runs.map(({ id, startedAt, finishedAt }) => ({
    orderId: id,
    sums: byOrder.get(id) ?? [],
    uncounted: startedAt ? daysOf(ctx, startedAt, finishedAt).filter((day) => !known.has(day)) : [],
  }))
}
const countedDays = async (ctx: Context): Promise<ReadonlySet<Day>> =>
  new Set(
    (
      await ctx.query(
        sql<{ day: Day }>`select day::text as day from energy_day where site_id = ${ctx.site} and counted_at > 'epoch'`,
      )
    ).map(({ day }) => day),
  )
const MOST_DAYS = 400
function daysOf(ctx: Context, from: Moment, to: Moment | null): Day[] {
  const last = toPlantDay(ctx, to ?? ctx.now.toISOString())
  const days: Day[] = []
  for (let day = toPlantDay(ctx, from); day <= last && days.length < MOST_DAYS; day = addDays(day, 1)) days.push(day)
  return days
}

/** Loads the consumption of the plant over some days, both inclusive, by medium and tariff band. One statement. */
export const energyIn = (
  ctx: Context,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<readonly EnergySums[]> =>
  ctx.query(
    sql`select ${sums} from energy_use where site_id = ${ctx.site} and day >= ${from} and day <= ${to} group by medium, band order by medium, band`,
  )

const MOST_AT_ONCE = 62
/**
 * Recounts the days, both inclusive, that are stale since a price change: for a price trial, or before a month is
 * closed. Only within a write; at most the newest 62 days. Returns the number of recounted days.
 */
export async function recountEnergy(
  ctx: Context,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<number> {
  const due = await ctx.query(
    sql<{
      day: Day
    }>`select day::text as day from energy_day where site_id = ${ctx.site} and day >= ${from} and day <= ${to} and counted_at = 'epoch' order by day desc ${limit(MOST_AT_ONCE)}`,
  )
  if (due.length === 0) return 0
  const tree = await treeOf(ctx)
  for (const { day } of due) await countDay(ctx, tree, day)
  return due.length
}

/**
 * Loads the data gaps of some plant days, both inclusive: uncounted days and hours without readings. Two statements.
 */
export const energyGaps = (ctx: Context, days: { readonly from: Day; readonly to: Day }) => gapsOf(ctx, days)

/** Totals of a meter in the unit of the medium; `own` without the meters below it, `cost` in CNY. */
export interface MeterUsed {
  readonly energyMeterId: string
  readonly itemId: string
  readonly lineId: string | null
  readonly medium: EnergyMedium
  readonly used: number
  readonly own: number
  readonly cost: number
  readonly estimated: number
}
/** Lists the stored totals of the meters over some plant days, both inclusive. Two statements. */
export async function meterUses(
  ctx: Context,
  days: { readonly from: Day; readonly to: Day },
): Promise<readonly MeterUsed[]> {
  const tree = await treeOf(ctx)
  const shown = await meterSums(ctx, wholeDaysOnly(wholeSpan(ctx, days)))
  const own = ownSums(tree, shown)
  return tree.counting.flatMap(({ id, itemId, lineId, medium }) => {
    const sum = shown.get(id)
    if (!sum) return []
    const { used, cost, estimated } = sum
    return [{ energyMeterId: id, itemId, lineId, medium, used, own: own.get(id)?.used ?? used, cost, estimated }]
  })
}

/** Consumption of a line for an order in a shift over all tariff bands; `cost` in CNY. */
export interface ShiftEnergy {
  readonly lineId: string | null
  readonly businessDate: Day
  readonly shift: string
  readonly team: string | null
  readonly workOrderId: string | null
  readonly medium: EnergyMedium
  readonly used: number
  readonly cost: number
}
/**
 * Lists energy by shift, line and order over business dates, both inclusive; `lineId` is null without a line. One
 * statement.
 */
export const energyInShifts = (
  ctx: Context,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<ShiftEnergy[]> =>
  ctx.query<ShiftEnergy>(
    sql<ShiftEnergy>`select ${columns(energyUse, ['lineId', 'businessDate', 'shift', 'team', 'workOrderId', 'medium'])}, sum(used)::float8 as used, sum(cost)::float8 as cost
     from energy_use where site_id = ${ctx.site} and business_date >= ${from} and business_date <= ${to} and shift is not null group by 1, 2, 3, 4, 5, 6 ${limit(50_000)}`,
  )
