/** Sums of consumption over a span, by dimension or by meter, from stored days and the partial day after them. */
import { getMonthStart } from '@/plant/rules/month'
import type { DayRange } from '@/plant/rules/periods'
import { addDays, type Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { cacheReadByKey } from '@/server/cached-read'
import { computed, sql, Sql } from '@/server/sql'
import { energyUse } from '../contract/energy-use'
import { calculateOwnUse, type EnergyMedium } from '../rules/meter-tree'
import type { EnergyShare } from '../rules/allocate-energy'
import { calculateEnergy, type CalculatedEnergy, type MeterUse } from './recalculate-energy-days'
import { loadDaySources } from './energy-sources'
import type { MeterTree } from './meters'
import type { EnergySpan } from './energy-spans'

/**
 * Sums of consumption in the unit of the medium, `cost` in CNY. `estimated`, `allocated` and `unpriced` are parts of
 * `used`: from interpolated readings, from shared meters, and without a price.
 */
export interface UseSums {
  used: number
  cost: number
  estimated: number
  allocated: number
  unpriced: number
}
/** Creates sums of zero. */
export const createEmptySums = (): UseSums => ({ used: 0, cost: 0, estimated: 0, allocated: 0, unpriced: 0 })
/** Adds amounts to the sums of a key. */
export function addToSums(sums: Map<string, UseSums>, key: string, amounts: Readonly<UseSums>): void {
  const sum = sums.get(key) ?? createEmptySums()
  sums.set(key, sum)
  for (const name of ['used', 'cost', 'estimated', 'allocated', 'unpriced'] as const) sum[name] += amounts[name]
}

/** A span with a function that calculates the energy of its partial day, which is not stored. */
export interface PreparedSpan extends EnergySpan {
  /** Calculates on first use, because an earlier span is not read at all if it cannot be compared. */
  readonly calculatePartialDay: () => Promise<CalculatedEnergy>
}
const noEnergy: CalculatedEnergy = { meterUses: [], shares: [] }
/** Prepares a span for reading its whole days only. */
export const ignorePartialDay = (span: EnergySpan): PreparedSpan => ({
  ...span,
  calculatePartialDay: () => Promise.resolve(noEnergy),
})
/** Prepares a span for reading its whole days and its partial day. */
export function prepareSpan(ctx: Context, tree: MeterTree, span: EnergySpan): PreparedSpan {
  const { partialDay } = span
  if (!partialDay) return ignorePartialDay(span)
  let partialDayEnergy: Promise<CalculatedEnergy> | null = null
  const calculateUntilEnd = async () =>
    calculateEnergy(tree, await loadDaySources(ctx, tree, partialDay.day, partialDay.until))
  return { ...span, calculatePartialDay: () => (partialDayEnergy ??= calculateUntilEnd()) }
}

export type UseDimension = 'day' | 'band' | 'kind' | 'medium' | 'line' | 'product' | 'order' | 'team'
export interface UseFilter {
  readonly medium?: EnergyMedium | null
  readonly lineId?: string | null
}
const dimensionSql: Readonly<Record<UseDimension, string>> = {
  day: 'day',
  band: 'band',
  kind: 'kind',
  medium: 'medium',
  line: 'line_id',
  product: 'product_id',
  order: 'work_order_id',
  team: 'case when work_order_id is not null then team end',
}
/** Returns the key of a share in a dimension; null if it has none, e.g. the product of an idle line. */
const getDimensionKey = (dimension: UseDimension, share: EnergyShare, day: Day): string | null => {
  if (dimension === 'day') return day
  const keys = {
    line: share.lineId,
    product: share.productId,
    order: share.orderId,
    team: share.orderId ? share.team : null,
  }
  return dimension in keys
    ? keys[dimension as keyof typeof keys] || null
    : share[dimension as 'band' | 'kind' | 'medium']
}
export type SumsByDimension<D extends UseDimension> = Readonly<Record<D, ReadonlyMap<string, UseSums>>>
interface StoredUseQuery extends DayRange {
  readonly dimensions: readonly UseDimension[]
  readonly medium: EnergyMedium | null
  readonly lineId: string | null
}
/**
 * Loads the sums of the stored days of a span. Cached until a day is recalculated, so switching between years is fast.
 */
const loadStoredUse = cacheReadByKey([energyUse], JSON.stringify as (query: StoredUseQuery) => string, (ctx, query) => {
  const { from, to, medium, lineId } = query
  const keys = query.dimensions.map((dimension) => dimensionSql[dimension])
  // `grouping()` has one bit per key, the last key lowest; the bit is 0 if the row is a sum by that key.
  return ctx.query(
    sql<
      { keys: (string | null)[]; mask: number } & UseSums
    >`select array[${new Sql([keys.map((key) => `(${key})::text`).join(', ')])}] as keys, grouping(${new Sql([keys.join(', ')])}) as mask,
       sum(used)::float8 as used, sum(cost)::float8 as cost, sum(estimated)::float8 as estimated, sum(allocated)::float8 as allocated, sum(unpriced)::float8 as unpriced
     from energy_use where site_id = ${ctx.site} and day >= ${from} and day <= ${to}
       and (${medium}::text is null or medium = ${medium}) and (${lineId}::uuid is null or line_id = ${lineId})
     group by grouping sets (${new Sql([keys.map((key) => `(${key})`).join(', ')])})`,
  )
})
/** Sums the use of a span by several dimensions: the stored days in one SQL statement, and the partial day. */
export async function sumUseBy<const D extends UseDimension>(
  ctx: Context,
  span: PreparedSpan,
  requestedDimensions: readonly D[],
  filter: UseFilter,
): Promise<SumsByDimension<D>> {
  const dimensions = [...new Set(requestedDimensions)]
  const { medium = null, lineId = null } = filter
  const storedRows = await loadStoredUse(ctx, { from: span.from, to: span.to, dimensions, medium, lineId })
  const { shares } = await span.calculatePartialDay()
  const partialDayShares = shares.filter(
    (share) => (!filter.medium || share.medium === filter.medium) && (!filter.lineId || share.lineId === filter.lineId),
  )
  const sumForDimension = (dimension: D, dimensionIndex: number): Map<string, UseSums> => {
    const sums = new Map<string, UseSums>()
    for (const { keys, mask, ...amounts } of storedRows) {
      const key = keys[dimensionIndex]
      const isSumByDimension = ((mask >> (dimensions.length - 1 - dimensionIndex)) & 1) === 0
      if (isSumByDimension && typeof key === 'string') addToSums(sums, key, amounts)
    }
    for (const share of partialDayShares) {
      const key = getDimensionKey(dimension, share, span.partialDay?.day ?? span.to)
      if (key !== null) addToSums(sums, key, share)
    }
    return sums
  }
  const sumsByDimension = {} as Record<D, Map<string, UseSums>>
  for (const [index, dimension] of dimensions.entries()) sumsByDimension[dimension] = sumForDimension(dimension, index)
  return sumsByDimension
}
/**
 * Adds up the sums of all keys of a dimension. Use a dimension in which every share has a key, such as `kind`.
 * Undefined if nothing was used.
 */
export function sumAll(sums: ReadonlyMap<string, UseSums> | undefined): UseSums | undefined {
  if (!sums?.size) return undefined
  const totals = new Map<string, UseSums>()
  for (const keySums of sums.values()) addToSums(totals, '', keySums)
  return totals.get('')
}

/**
 * Loads the consumption of each physical meter over all bands: whole months from the month sums, the days before and
 * after them from the day sums.
 */
const loadStoredMeterUse = cacheReadByKey(
  [energyUse],
  JSON.stringify as (query: DayRange) => string,
  (ctx, dayRange) => {
    const dayAfter = addDays(dayRange.to, 1)
    const firstMonthStart =
      getMonthStart(dayRange.from) === dayRange.from ? dayRange.from : getMonthStart(dayRange.from, 1)
    // Without a whole month, the range of months is empty, and all days are read from the day sums.
    const hasWholeMonth = firstMonthStart < getMonthStart(dayAfter)
    const monthsFrom = hasWholeMonth ? firstMonthStart : dayAfter
    const monthsTo = hasWholeMonth ? getMonthStart(dayAfter) : dayAfter
    return ctx.query(
      sql`select ${computed<MeterUse>`energy_meter_id as "energyMeterId", '' as band, sum(used)::float8 as used, sum(estimated)::float8 as estimated, sum(unpriced)::float8 as unpriced, sum(cost)::float8 as cost`}
     from (select energy_meter_id, used, estimated, unpriced, cost from energy_meter_month where site_id = ${ctx.site} and month >= ${monthsFrom} and month < ${monthsTo}
       union all select energy_meter_id, used, estimated, unpriced, cost from energy_meter_day
         where site_id = ${ctx.site} and ((day >= ${dayRange.from} and day < ${monthsFrom}) or (day >= ${monthsTo} and day < ${dayAfter}))) as stored_use
     group by 1`,
    )
  },
)
/** Sums the use of a span by meter, including its partial day. */
export async function sumByMeter(ctx: Context, span: PreparedSpan): Promise<Map<string, UseSums>> {
  const rows = await loadStoredMeterUse(ctx, { from: span.from, to: span.to })
  const sums = new Map<string, UseSums>()
  for (const { energyMeterId, ...amounts } of [...rows, ...(await span.calculatePartialDay()).meterUses])
    addToSums(sums, energyMeterId, { allocated: 0, ...amounts })
  return sums
}
/** Returns the own use of each physical meter, without the meters below it. */
export function calculateOwnSums(tree: MeterTree, meterSums: ReadonlyMap<string, UseSums>): Map<string, UseSums> {
  const ownSumsByMeter = new Map(tree.physicalMeters.map(({ id }) => [id, createEmptySums()]))
  for (const name of ['used', 'cost', 'estimated', 'unpriced'] as const)
    for (const [id, value] of calculateOwnUse(
      tree.physicalMeters,
      new Map([...meterSums].map(([meterId, sums]) => [meterId, sums[name]])),
    ))
      ownSumsByMeter.get(id)![name] = value
  return ownSumsByMeter
}
