/** Calculates and stores the energy of days, and keeps recent days up to date. */
import { getMonthStart } from '@/plant/rules/month'
import { addDays, DAY_MS, HOUR_MS, MINUTE_MS, type Day } from '@/plant/rules/plant-time'
import { dailyEnergyRecalculated } from './events'
import { type PricesChange } from '@/areas/prices/server/events'
import { toPlantDay, getToday } from '@/plant/server/plant'
import { listMissingHours } from '@/areas/telemetry/server/queries'
import type { Context } from '@/server/context'
import { publishEvent } from '@/server/events'
import { runInPortions } from '@/server/jobs/run-in-portions'
import { columns, limit, sql, Sql } from '@/server/sql'
import { energyDay } from '../contract/energy-use'
import type { EnergyBand } from '../rules/energy-bands'
import { roundShares, allocateEnergy, type EnergyShare } from '../rules/allocate-energy'
import { calculateBasisHash, loadDaySources, type EnergySources } from './energy-sources'
import { loadMeterTree, type MeterTree } from './meters'
import { roundToMillionth } from '@/plant/rules/quantity'

/** Consumption of a meter over some time in one tariff band. */
export interface MeterUse {
  readonly energyMeterId: string
  readonly band: EnergyBand
  used: number
  estimated: number
  unpriced: number
  cost: number
}
/** Energy of a day or a part of it: consumption by meter, and the same energy by consumer. */
export interface CalculatedEnergy {
  readonly meterUses: readonly MeterUse[]
  readonly shares: readonly EnergyShare[]
}
const MILLIONTHS_PER_UNIT = 1e6

/** Calculates consumption by meter and by consumer. The shares add up exactly to the meters at the top of the tree. */
export function calculateEnergy(tree: MeterTree, sources: EnergySources): CalculatedEnergy {
  const meterUses = tree.physicalMeters.flatMap(({ id, medium }) => {
    const sums = new Map<string, MeterUse>()
    const { used, estimated } = sources.meterSeries.get(id)!
    for (const [i, amount] of used.entries()) {
      if (amount === 0) continue
      const { band, price } = sources.getPrice(medium, i)
      const sum = sums.get(band) ?? {
        energyMeterId: id,
        band: band as EnergyBand,
        used: 0,
        estimated: 0,
        unpriced: 0,
        cost: 0,
      }
      sums.set(band, sum)
      sum.used += amount
      sum.estimated += estimated[i]!
      if (price === null) sum.unpriced += amount
      else sum.cost += amount * price
    }
    const roundUse = (sum: MeterUse): MeterUse => ({
      ...sum,
      used: roundToMillionth(sum.used),
      estimated: roundToMillionth(sum.estimated),
      unpriced: roundToMillionth(sum.unpriced),
      cost: roundToMillionth(sum.cost),
    })
    return [...sums.values()].map(roundUse)
  })
  const physicalMeterIds = new Set(tree.physicalMeters.map(({ id }) => id))
  const mediumByTopMeter = new Map(
    tree.physicalMeters
      .filter((meter) => !meter.parentId || !physicalMeterIds.has(meter.parentId))
      .map((meter) => [meter.id, meter.medium]),
  )
  const totalsInMillionths = new Map<string, { used: number; cost: number }>()
  for (const { energyMeterId, band, used, cost } of meterUses) {
    const medium = mediumByTopMeter.get(energyMeterId)
    if (!medium) continue
    const sum = totalsInMillionths.get(`${medium}/${band}`) ?? { used: 0, cost: 0 }
    totalsInMillionths.set(`${medium}/${band}`, {
      used: sum.used + Math.round(used * MILLIONTHS_PER_UNIT),
      cost: sum.cost + Math.round(cost * MILLIONTHS_PER_UNIT),
    })
  }
  return { meterUses, shares: roundShares(allocateEnergy(sources), totalsInMillionths) }
}

/**
 * Builds SQL that adds the rows of a CTE, all of `day`, to the month sums of their meters. Deleted rows are negative. The
 * values have no more digits than the columns, so adding and subtracting a day leaves no remainder.
 */
const buildMonthUpsertSql = (ctx: Context, day: Day, rowsName: 'deleted_rows' | 'inserted_rows'): Sql =>
  sql`insert into energy_meter_month as m (site_id, id, created_at, updated_at, month, energy_meter_id, used, estimated, unpriced, cost)
     select ${ctx.site}::int, gen_random_uuid(), ${ctx.now}::timestamptz, ${ctx.now}::timestamptz, ${getMonthStart(day)}::date, energy_meter_id, sum(used), sum(estimated), sum(unpriced), sum(cost)
     from ${new Sql([rowsName])} group by energy_meter_id
     on conflict (site_id, month, energy_meter_id) do update set used = m.used + excluded.used, estimated = m.estimated + excluded.estimated,
       unpriced = m.unpriced + excluded.unpriced, cost = m.cost + excluded.cost, updated_at = excluded.updated_at`

/** Calculates and stores the energy of a day if its sources have changed, and returns true in this case. */
export async function recalculateEnergyDay(ctx: Context, tree: MeterTree, day: Day): Promise<boolean> {
  // A lock per site, because the job and a user may recalculate the same day at once.
  await ctx.query(`select pg_advisory_xact_lock(hashtext('energy_day'), $1)`, [ctx.site])
  const sources = await loadDaySources(ctx, tree, day)
  const [storedDay] = await ctx.rows.find(energyDay, { where: { day }, limit: 1 })
  const basis = calculateBasisHash(tree, sources)
  if (storedDay?.basis === basis) {
    await ctx.query(
      sql`update energy_day set counted_at = ${ctx.now} where site_id = ${ctx.site} and id = ${storedDay.id}`,
    )
    return false
  }
  const { meterUses, shares } = calculateEnergy(tree, sources)
  await ctx.query(
    sql`with deleted_rows as (delete from energy_meter_day where site_id = ${ctx.site} and day = ${day} returning energy_meter_id, -used as used, -estimated as estimated, -unpriced as unpriced, -cost as cost)
     ${buildMonthUpsertSql(ctx, day, 'deleted_rows')}`,
  )
  const deletedUses = await ctx.query(
    sql<{
      id: string | null
    }>`delete from energy_use where site_id = ${ctx.site} and day = ${day} returning work_order_id as id`,
  )
  await ctx.query(
    sql`with inserted_rows as (insert into energy_meter_day (site_id, id, created_at, updated_at, day, energy_meter_id, band, used, estimated, unpriced, cost)
       select ${ctx.site}::int, gen_random_uuid(), ${ctx.now}::timestamptz, ${ctx.now}::timestamptz, ${day}::date, r."energyMeterId", r.band, r.used, r.estimated, r.unpriced, r.cost
       from json_to_recordset(${JSON.stringify(meterUses)}::json) as r("energyMeterId" uuid, band text, used numeric, estimated numeric, unpriced numeric, cost numeric)
       returning energy_meter_id, used, estimated, unpriced, cost)
     ${buildMonthUpsertSql(ctx, day, 'inserted_rows')}`,
  )
  await ctx.query(
    sql`insert into energy_use (site_id, id, created_at, updated_at, day, kind, medium, band, line_id, work_order_id, product_id, team, business_date, shift, used, estimated, unpriced, cost, allocated)
     select ${ctx.site}::int, gen_random_uuid(), ${ctx.now}::timestamptz, ${ctx.now}::timestamptz, ${day}::date, r.kind, r.medium, r.band, r."lineId", r."orderId", r."productId", r.team, r."businessDate", r.shift, r.used, r.estimated, r.unpriced, r.cost, r.allocated
     from json_to_recordset(${JSON.stringify(shares.map((share) => ({ ...share, productId: share.productId || null })))}::json)
       as r(kind text, medium text, band text, "lineId" uuid, "orderId" uuid, "productId" uuid, team text, "businessDate" date, shift text, used numeric, estimated numeric, unpriced numeric, cost numeric, allocated numeric)`,
  )
  const missingHours = await listMissingHours(ctx, { meterIds: tree.meterIds, day })
  await ctx.query(
    sql`insert into energy_day (site_id, id, created_at, updated_at, day, basis, counted_at, missing)
     values (${ctx.site}, gen_random_uuid(), ${ctx.now}, ${ctx.now}, ${day}, ${basis}, ${ctx.now}, ${missingHours.length})
     on conflict (site_id, day) do update set basis = excluded.basis, counted_at = excluded.counted_at, missing = excluded.missing, updated_at = excluded.updated_at`,
  )
  ctx.touch('energyUse')
  const orderIds = [...new Set([...deletedUses.map(({ id }) => id), ...shares.map(({ orderId }) => orderId)])]
  await publishEvent(ctx, dailyEnergyRecalculated, { day, orderIds: orderIds.filter((id) => id !== null) })
  return true
}

/** Number of days up to today that the job keeps up to date; older days stay as they were calculated last. */
export const RECALCULATED_DAYS = 400
/** Time after which a run of the job stops. With the embedded database, other requests wait while the job runs. */
const MAX_RUN_MS = 200
/** Returns the time until a day is checked again. Most late readings, orders and prices arrive within days. */
function getRecheckIntervalMs(ageDays: number): number {
  if (ageDays <= 1) return 5 * MINUTE_MS
  if (ageDays <= 8) return HOUR_MS
  return ageDays <= 40 ? DAY_MS : 30 * DAY_MS
}

/** Job: calculates new days and rechecks days that may have changed, newest first. Returns true if days remain. */
export async function recalculateDueEnergyDays(ctx: Context): Promise<boolean> {
  const tree = await loadMeterTree(ctx)
  if (tree.physicalMeters.length === 0) return false
  const checkedAtByDay = new Map(
    (
      await ctx.query(
        sql`select ${columns(energyDay, ['day', 'countedAt'])} from energy_day where site_id = ${ctx.site} order by day desc ${limit(RECALCULATED_DAYS + 10)}`,
      )
    ).map(({ day, countedAt }) => [day, Date.parse(countedAt)]),
  )
  const nowMs = ctx.now.getTime()
  const dueDays = Array.from({ length: RECALCULATED_DAYS }, (_, age) => ({
    age,
    day: addDays(getToday(ctx), -age),
  })).filter(({ age, day }) => nowMs - (checkedAtByDay.get(day) ?? 0) >= getRecheckIntervalMs(age))
  return runInPortions(dueDays, MAX_RUN_MS, ({ day }) => recalculateEnergyDay(ctx, tree, day))
}
/**
 * Marks the days of a price change as stale by setting `counted_at` to the epoch. The next run of the job recalculates
 * these days.
 */
export async function invalidateEnergyDays(ctx: Context, { kind, from, to }: PricesChange): Promise<void> {
  if (kind !== 'electricity' && kind !== 'gas' && kind !== 'water') return
  await ctx.query(
    sql`update energy_day set counted_at = 'epoch' where site_id = ${ctx.site} and day >= ${toPlantDay(ctx, from)}::date and (${to}::timestamptz is null or day <= (${to}::timestamptz at time zone ${ctx.timeZone})::date)`,
  )
}
