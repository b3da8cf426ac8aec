/** Queries of the energy area for areas that depend on it. */
import type { Month } from '@/plant/rules/month'
import { addDays, type Day, type Moment } from '@/plant/rules/plant-time'
import { toPlantDay } from '@/plant/server/plant'
import { listRunsOfOrders } from '@/areas/orders/server/queries/runs'
import type { Context } from '@/server/context'
import { columns, computed, limit, sql } from '@/server/sql'
import { energyUse } from '../contract/energy-use'
import type { EnergyBand } from '../rules/energy-bands'
import type { EnergyMedium } from '../rules/meter-tree'
import { loadMeterTree } from './meters'
import { loadDataGaps, toWholeDaySpan } from './energy-spans'
import { sumByMeter, calculateOwnSums, ignorePartialDay } from './energy-sums'

export { loadGridCharges, loadOrderCharges, type OrderCharge } from './calculated-bill'

export interface EnergySums {
  readonly medium: EnergyMedium
  readonly band: EnergyBand
  /** kWh, m³ or t. */
  readonly used: number
  /** CNY. Consumption without a price is not included; `unpriced` counts it. */
  readonly cost: number
  /** Parts of `used`: without a price, from interpolated readings, allocated from shared meters. */
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
  /** Days of the run that are not calculated, or stale since a price change. If there are any, the sums are incomplete. */
  readonly uncountedDays: readonly Day[]
}
const energySumColumns = computed<EnergySums>`medium, band, sum(used)::float8 as used, sum(cost)::float8 as cost, sum(unpriced)::float8 as unpriced, sum(estimated)::float8 as estimated, sum(allocated)::float8 as allocated`

/**
 * Loads the energy of orders by month, medium and tariff band, priced by slot. The energy of an order is the use of the
 * meters of its lines (winders and slitters) during its run, and its share of the shared meters. Reads the stored day
 * sums.
 */
export async function loadOrderEnergy(ctx: Context, orderIds: readonly string[]): Promise<readonly OrderEnergy[]> {
  if (orderIds.length === 0) return []
  const rows = await ctx.query(
    sql`select ${computed<{ orderId: string; month: Month }>`work_order_id as "orderId", to_char(day, 'YYYY-MM') as month`}, ${energySumColumns} from energy_use
     where site_id = ${ctx.site} and work_order_id = any(${[...new Set(orderIds)]}::uuid[])
     group by work_order_id, month, medium, band order by work_order_id, month, medium, band`,
  )
  const runs = await listRunsOfOrders(ctx, orderIds)
  const calculatedDays = await loadCalculatedDays(ctx)
  const sumsByOrder = new Map<string, MonthSums[]>()
  for (const { orderId, ...sums } of rows) sumsByOrder.set(orderId, [...(sumsByOrder.get(orderId) ?? []), sums])
  return runs.map(({ id, startedAt, finishedAt }) => ({
    orderId: id,
    sums: sumsByOrder.get(id) ?? [],
    uncountedDays: startedAt ? listDays(ctx, startedAt, finishedAt).filter((day) => !calculatedDays.has(day)) : [],
  }))
}
const loadCalculatedDays = async (ctx: Context): Promise<ReadonlySet<Day>> =>
  new Set(
    (
      await ctx.query(
        sql<{ day: Day }>`select day::text as day from energy_day where site_id = ${ctx.site} and counted_at > 'epoch'`,
      )
    ).map(({ day }) => day),
  )
function listDays(ctx: Context, from: Moment, to: Moment | null): Day[] {
  const last = toPlantDay(ctx, to ?? ctx.now.toISOString())
  const days: Day[] = []
  for (let day = toPlantDay(ctx, from); day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** Loads the consumption of the plant over a range of days, `to` included, by medium and tariff band. */
export const loadEnergySums = (
  ctx: Context,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<readonly EnergySums[]> =>
  ctx.query(
    sql`select ${energySumColumns} from energy_use where site_id = ${ctx.site} and day >= ${from} and day <= ${to} group by medium, band order by medium, band`,
  )

/** Counts the data gaps in a range of plant days, `to` included: days not calculated yet, and hours without readings. */
export const loadEnergyGaps = (ctx: Context, dayRange: { readonly from: Day; readonly to: Day }) =>
  loadDataGaps(ctx, dayRange)

/** Totals of a meter in the unit of the medium; `ownUsed` without the meters below it, `cost` in CNY. */
export interface MeterTotals {
  readonly energyMeterId: string
  readonly itemId: string
  readonly lineId: string | null
  readonly medium: EnergyMedium
  readonly used: number
  readonly ownUsed: number
  readonly cost: number
  readonly estimated: number
}
/** Lists the stored totals of the physical meters over a range of plant days, `to` included. */
export async function listMeterTotals(
  ctx: Context,
  dayRange: { readonly from: Day; readonly to: Day },
): Promise<readonly MeterTotals[]> {
  const tree = await loadMeterTree(ctx)
  const meterSums = await sumByMeter(ctx, ignorePartialDay(toWholeDaySpan(ctx, dayRange)))
  const ownByMeter = calculateOwnSums(tree, meterSums)
  return tree.physicalMeters.flatMap(({ id, itemId, lineId, medium }) => {
    const sum = meterSums.get(id)
    if (!sum) return []
    const { used, cost, estimated } = sum
    return [
      { energyMeterId: id, itemId, lineId, medium, used, ownUsed: ownByMeter.get(id)?.used ?? used, cost, estimated },
    ]
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
 * Lists energy by shift, line and order over a range of business dates, `to` included; `lineId` is null for energy that
 * belongs to no line.
 */
export const listShiftEnergy = (
  ctx: Context,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<ShiftEnergy[]> =>
  ctx.query<ShiftEnergy>(
    sql<ShiftEnergy>`select ${columns(energyUse, ['lineId', 'businessDate', 'shift', 'team', 'workOrderId', 'medium'])}, sum(used)::float8 as used, sum(cost)::float8 as cost
     from energy_use where site_id = ${ctx.site} and business_date >= ${from} and business_date <= ${to} and shift is not null group by 1, 2, 3, 4, 5, 6 ${limit(50_000)}`,
  )
