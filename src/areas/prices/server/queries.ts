/** Queries of prices for the areas that depend on this area. */
import type { Resource } from '@/contract/resource'
import { toPlantDay } from '@/plant/server/plant'
import type { Day, Moment } from '@/plant/rules/plant-time'
import { toMillis, toMoment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, joinSql, limit, sql, Sql } from '@/server/sql'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { costMaterialPrice, costPriceResources, electricCharge, gasWaterPrice } from '../contract/dated-prices'
import type { PriceBasis, CostKind, PricedMedium } from '../rules/dated-price'
import type { TariffBand } from '../rules/tariff'
import { TARIFF_SLOT_MS } from '../rules/tariff-slots'
import { listStoredSlots } from './price-slots'

export interface TariffSlotPrice {
  /** Start of the quarter of an hour. */
  readonly at: Moment
  /** Null without an effective tariff. */
  readonly band: TariffBand | null
  /** CNY/kWh without VAT; null without a price. */
  readonly price: number | null
}
/**
 * Lists band and price of each quarter of an hour that begins in a time span, in order, including slots without a
 * tariff. Slots are stored to the end of next year. One index scan: a year is 35,040 rows.
 */
export async function listSlotPrices(
  ctx: Context,
  { from, to }: { readonly from: Moment; readonly to: Moment },
): Promise<readonly TariffSlotPrice[]> {
  const firstSlotMs = Math.ceil(toMillis(from) / TARIFF_SLOT_MS) * TARIFF_SLOT_MS
  const rows = await listStoredSlots(ctx, toMoment(firstSlotMs), to)
  const endMs = toMillis(to)
  const slotCount = Math.max(0, Math.ceil((endMs - firstSlotMs) / TARIFF_SLOT_MS))
  if (rows.length === slotCount) return rows
  const slots: TariffSlotPrice[] = []
  let nextRowIndex = 0
  for (let slotStartMs = firstSlotMs; slotStartMs < endMs; slotStartMs += TARIFF_SLOT_MS) {
    const moment = toMoment(slotStartMs)
    const row = rows[nextRowIndex]
    if (row?.at === moment) {
      slots.push(row)
      nextRowIndex++
    } else slots.push({ at: moment, band: null, price: null })
  }
  return slots
}

const MAX_ROWS = 20_000
/** Builds the SQL condition for prices that hold at some time in a span, by plant days. */
const buildPeriodCondition = (ctx: Context, from: Moment, to: Moment): Sql =>
  sql`site_id = ${ctx.site} and effective_from <= ${toPlantDay(ctx, to)}::date and (effective_to is null or effective_to >= ${toPlantDay(ctx, from)}::date)`

export interface MediumPrice {
  readonly id: string
  readonly medium: PricedMedium
  /** First and last day of the price; the last day is null without an end. */
  readonly effectiveFrom: Day
  readonly effectiveTo: Day | null
  /** CNY/m³ without VAT. */
  readonly price: number
}
/** Lists prices of gas or water in a time span, in order. */
export const listGasWaterPrices = (
  ctx: Context,
  { medium, from, to }: { readonly medium: PricedMedium; readonly from: Moment; readonly to: Moment },
): Promise<readonly MediumPrice[]> =>
  ctx.query(
    sql`select ${columns(gasWaterPrice, ['id', 'medium', 'effectiveFrom', 'effectiveTo', 'price'])} from gas_water_price
      where medium = ${medium} and ${buildPeriodCondition(ctx, from, to)} order by effective_from ${limit(MAX_ROWS)}`,
  )

/** Lists bill charges other than energy that hold in a time span, in order. */
export const listElectricCharges = (ctx: Context, { from, to }: { readonly from: Moment; readonly to: Moment }) =>
  ctx.query(
    sql`select ${columns(electricCharge, ['kind', 'item', 'effectiveFrom', 'effectiveTo', 'price', 'contracted'])} from electric_charge
      where ${buildPeriodCondition(ctx, from, to)} order by effective_from, id ${limit(MAX_ROWS)}`,
  )

export interface CostPrice {
  readonly id: string
  /** Item, e.g. depreciation or wages; for a material its id. */
  readonly item: string
  /** Unit that the price applies to. */
  readonly basis: PriceBasis
  readonly lineId: string | null
  readonly productId: string | null
  readonly materialId: string | null
  readonly lotId: string | null
  readonly effectiveFrom: Day
  readonly effectiveTo: Day | null
  /** CNY without VAT per unit of the basis. */
  readonly price: number
}
/**
 * Lists prices of a cost kind that hold in a time span; `selectEffectivePrices` decides which of them apply.
 */
export async function listCostPrices(
  ctx: Context,
  { kind, from, to }: { readonly kind: CostKind; readonly from: Moment; readonly to: Moment },
): Promise<readonly CostPrice[]> {
  if (kind === 'material') {
    const rows = await ctx.query(
      sql`select ${columns(costMaterialPrice, ['id', 'materialId', 'lotId', 'basis', 'effectiveFrom', 'effectiveTo', 'price'])} from cost_material_price
        where ${buildPeriodCondition(ctx, from, to)} order by effective_from, id ${limit(MAX_ROWS)}`,
    )
    return rows.map((row) => ({ ...row, item: row.materialId, lineId: null, productId: null }))
  }
  const resource = costPriceResources[kind]
  const rows = await ctx.query(
    sql`select ${columns(resource, ['id', 'item', 'basis', 'lineId', 'productId', 'effectiveFrom', 'effectiveTo', 'price'])} from ${getTableSql(resource as Resource)}
      where ${buildPeriodCondition(ctx, from, to)} order by effective_from, id ${limit(MAX_ROWS)}`,
  )
  return rows.map((row) => ({ ...row, materialId: null, lotId: null }))
}
/** Loads the item names of cost prices by their ids, in the reader's language. */
export async function loadPriceItemNames(ctx: Context, ids: readonly string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {}
  const itemResources = Object.values(costPriceResources).filter(({ name }) => name !== costMaterialPrice.name)
  const selects = itemResources.map(
    (resource) =>
      sql`select id, ${buildLocalizedFieldSql(resource, 'item', ctx.language)} as item from ${getTableSql(resource)} where site_id = ${ctx.site} and id = any(${ids}::uuid[])`,
  )
  const rows = await ctx.query(sql<{ id: string; item: string }>`${joinSql(selects, ' union all ')}`)
  return Object.fromEntries(rows.map(({ id, item }) => [id, item]))
}
/** Returns the table name of a resource as SQL. */
export const getTableSql = ({ table }: Resource): Sql => new Sql([table])

export interface MaterialPriceQuery {
  readonly materialId: string
  readonly lotId: string | null
  /** Receipt day of the lot; without a lot the day of use. */
  readonly on: Day
}
export interface MaterialPrice extends MaterialPriceQuery {
  /** Id of the price row; null without a price. */
  readonly priceId: string | null
  /** CNY/kg without VAT. */
  readonly price: number | null
  /** `lot`: price of its invoice; `material`: price in force on the day. */
  readonly source: 'lot' | 'material' | null
}
/**
 * Lists prices per kilogram, one for each query, in order: the newest invoice price of the lot, else the price in force
 * on its receipt day.
 */
export async function listMaterialPrices(
  ctx: Context,
  queries: readonly MaterialPriceQuery[],
): Promise<readonly MaterialPrice[]> {
  const rows = await ctx.query(
    sql<Pick<MaterialPrice, 'priceId' | 'price' | 'source'>>`
      select coalesce(l.id, m.id) as "priceId", coalesce(l.price, m.price)::float8 as price, case when l.id is not null then 'lot' when m.id is not null then 'material' end as source
      from unnest(${queries.map(({ materialId }) => materialId)}::text[], ${queries.map(({ lotId }) => lotId)}::text[], ${queries.map(({ on }) => on)}::date[]) with ordinality as a(material, lot, day, i)
      left join lateral (select id, price from cost_material_price where site_id = ${ctx.site} and key = a.lot order by effective_from desc limit 1) l on true
      left join lateral (select id, price from cost_material_price where site_id = ${ctx.site} and l.id is null and key = a.material and effective_from <= a.day order by effective_from desc limit 1) m on true
      order by a.i`,
  )
  return queries.map((query, i) => ({ ...query, ...(rows[i] ?? { priceId: null, price: null, source: null }) }))
}
