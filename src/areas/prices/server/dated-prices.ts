/**
 * Handlers of dated prices. A price is entered with a start day and never changed. It can be removed only if no closed
 * month used it.
 */
import { errno, Refusal, refuse, refuseInput } from '@/contract/errno'
import type { Resource, Row } from '@/contract/resource'
import { publishEvent } from '@/server/events'
import { pricesChanged, type PricesChange } from './events'
import { getDayStart, getToday } from '@/plant/server/plant'
import { listClosedMonths, lockMonths } from '@/plant/server/queries'
import { addDays, type Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { importWorkbook, type ImportInput } from '@/server/crud/import-workbook'
import type { AppContext } from '@/server/crud/operations'
import { getStatements } from '@/server/crud/statements'
import { computed, limit, sql, Sql } from '@/server/sql'
import { costPriceResources, electricCharge, gasWaterPrice } from '../contract/dated-prices'
import {
  findFirstClosedMonth,
  isDoubtfulPrice,
  canChargeBeNegative,
  type BillCharge,
  type PricedMedium,
} from '../rules/dated-price'
import { getTableSql } from './queries'
import { runPricePreview } from './run-price-preview'

/** The columns that all dated prices share. */
export interface DatedPriceRow {
  id: string
  version: number
  key: string
  effectiveFrom: Day
  effectiveTo: Day | null
  price: number
  reason: string | null
  [field: string]: unknown
}
/** A price with its effective days, stored or not. */
type EffectivePrice = Readonly<Record<string, unknown>> & Pick<DatedPriceRow, 'effectiveFrom' | 'effectiveTo'>
/** Casts a row of any price resource to the common columns. */
const toDatedRow = (row: object): DatedPriceRow => row as DatedPriceRow
export interface DatedPriceInput {
  effectiveFrom: Day
  price: number
  reason?: string | null
  [field: string]: unknown
}

/**
 * Locks the months, and refuses the change if a month in which the price holds is closed.
 * @throws 6000 `prices:refusals.closed`
 */
export async function assertPriceMonthsOpen(ctx: Context, dayRange: { from: Day; to: Day | null }): Promise<void> {
  await lockMonths(ctx)
  const month = findFirstClosedMonth(await listClosedMonths(ctx), dayRange)
  if (month) throw refuse('prices:refusals.closed', { month })
}
/**
 * Refuses a negative charge of a kind that is always paid. The fields of the other prices have their minimum.
 * @throws 4013 naming the price
 */
function assertChargeSign(resource: Resource, { kind, price }: DatedPriceInput): void {
  if (resource.name !== electricCharge.name || price >= 0 || canChargeBeNegative(kind as BillCharge)) return
  throw refuseInput([{ path: ['price'], code: 'tooSmall', params: { limit: 0 } }])
}
/**
 * Refuses an implausible price without a reason.
 * @throws 6000 `prices:refusals.doubtful` or `prices:refusals.jump`
 */
function assertPricePlausible({ price, reason }: DatedPriceInput, previousPrice: number | null): void {
  if (!isDoubtfulPrice(price, previousPrice) || reason?.trim()) return
  throw price <= 0
    ? refuse('prices:refusals.doubtful', { price }, { asks: 'reason' })
    : refuse('prices:refusals.jump', { price, before: previousPrice ?? 0 }, { asks: 'reason' })
}
/**
 * Refuses a future price of a lot, because the invoice price of a lot applies to all uses of the lot, also before its
 * day.
 * @throws 6000 `prices:refusals.lotAhead`
 */
function assertLotPriceNotInFuture(ctx: Context, { lotId, effectiveFrom }: DatedPriceInput): void {
  if (lotId && effectiveFrom > getToday(ctx)) throw refuse('prices:refusals.lotAhead', { day: effectiveFrom })
}
const buildPricesChange = (ctx: Context, resource: Resource, row: EffectivePrice): PricesChange => ({
  kind: getPriceKind(resource, row),
  from: getDayStart(ctx, row.effectiveFrom),
  to: row.effectiveTo === null ? null : getDayStart(ctx, addDays(row.effectiveTo, 1)),
  lineId: getReferenceId(row, 'lineId'),
  productId: getReferenceId(row, 'productId'),
  materialId: getReferenceId(row, 'materialId'),
  lotId: getReferenceId(row, 'lotId'),
})
const getReferenceId = (row: EffectivePrice, field: string): string | null =>
  typeof row[field] === 'string' ? (row[field] as string) : null
function getPriceKind(resource: Resource, row: EffectivePrice): PricesChange['kind'] {
  if (resource.name === gasWaterPrice.name) return row['medium'] as PricedMedium
  if (resource.name === electricCharge.name) return 'charge'
  const costEntry = Object.entries(costPriceResources).find(([, { name }]) => name === resource.name)
  if (!costEntry) throw new Error(`${resource.name} is no price`)
  return costEntry[0] as PricesChange['kind']
}

interface StorablePrice {
  readonly input: DatedPriceInput
  readonly key: string
  /** Day before the next price of the key; null without a next price. */
  readonly effectiveTo: Day | null
}
/**
 * Checks whether a price can be stored. Locks its key until the transaction ends.
 * @throws the refusal that prevents storing
 */
async function checkPrice(ctx: Context, resource: Resource, input: DatedPriceInput): Promise<StorablePrice> {
  assertLotPriceNotInFuture(ctx, input)
  assertChargeSign(resource, input)
  const key = String(resource.deriveFields?.(input)['key'] ?? '')
  const table = getTableSql(resource)
  await ctx.query(sql`select pg_advisory_xact_lock(hashtext(${`${resource.table}|${key}`}))`)
  const [samePrice] = await ctx.query(
    sql`select ${computed<{ price: number }>`price::float8 as price`} from ${table} where site_id = ${ctx.site} and key = ${key} and effective_from = ${input.effectiveFrom}::date`,
  )
  if (samePrice)
    throw new Refusal(errno.exists, 'prices:refusals.sameDay', {
      params: { day: input.effectiveFrom, before: samePrice.price, after: input.price },
    })
  assertPricePlausible(input, await findComparablePrice(ctx, resource, { key, input }))
  const [nextPrice] = await ctx.query(
    sql`select ${computed<{ day: Day | null }>`min(effective_from)::text as day`} from ${table} where site_id = ${ctx.site} and key = ${key} and effective_from > ${input.effectiveFrom}::date`,
  )
  const effectiveTo = nextPrice?.day ? addDays(nextPrice.day, -1) : null
  await assertPriceMonthsOpen(ctx, { from: input.effectiveFrom, to: effectiveTo })
  return { input, key, effectiveTo }
}
/** Stores a price; the previous price of its key ends the day before. */
async function storePrice(
  ctx: Context,
  resource: Resource,
  { input, key, effectiveTo }: StorablePrice,
): Promise<DatedPriceRow> {
  const row = toDatedRow(await ctx.rows.insert(resource, { ...input, effectiveTo } as Partial<Row<Resource>>))
  await updateEffectiveEnds(ctx, resource, key)
  return row
}
async function insertPrice(
  ctx: Context,
  resource: Resource,
  input: DatedPriceInput,
): Promise<{ row: DatedPriceRow; change: PricesChange }> {
  const row = await storePrice(ctx, resource, await checkPrice(ctx, resource, input))
  return { row, change: buildPricesChange(ctx, resource, row) }
}
/**
 * Finds the price to compare a new price with: the previous one, or else the next one. A lot without a price of its own
 * is compared with its material.
 */
async function findComparablePrice(
  ctx: Context,
  resource: Resource,
  { key, input }: { key: string; input: DatedPriceInput },
): Promise<number | null> {
  const keys = [key, ...(input.lotId && typeof input.materialId === 'string' ? [input.materialId] : [])]
  const [priceRow] = await ctx.query(
    sql`select ${computed<{ price: number }>`price::float8 as price`} from ${getTableSql(resource)} where site_id = ${ctx.site} and key = any(${keys}::text[])
      order by key <> ${key}, effective_from > ${input.effectiveFrom}::date, abs(effective_from - ${input.effectiveFrom}::date) limit 1`,
  )
  return priceRow?.price ?? null
}
/**
 * Ends each price of a key on the day before the next price begins. The audit log does not record the ends, because
 * they follow from the rows.
 */
async function updateEffectiveEnds(ctx: Context, resource: Resource, key: string): Promise<void> {
  const table = getTableSql(resource)
  await ctx.query(
    sql`update ${table} p set effective_to = n.last from (
        select id, lead(effective_from) over (order by effective_from) - 1 as last from ${table} where site_id = ${ctx.site} and key = ${key}) n
      where p.site_id = ${ctx.site} and p.id = n.id and p.effective_to is distinct from n.last`,
  )
  ctx.touch(resource.name)
}

/** Creates the handler that adds a price. */
export const createAddHandler = (resource: Resource) => async (ctx: Context, input: DatedPriceInput) => {
  const { row, change } = await insertPrice(ctx, resource, input)
  await publishEvent(ctx, pricesChanged, change)
  return row
}
/**
 * Creates the handler that removes a price. The price that it had replaced holds again.
 * @throws 6000 if a closed month used the price
 */
export const createRemoveHandler =
  (resource: Resource) =>
  async (ctx: Context, { id, version }: { id: string; version?: number | null }): Promise<null> => {
    const row = toDatedRow(await ctx.rows.lock(resource, id))
    await assertPriceMonthsOpen(ctx, { from: row.effectiveFrom, to: row.effectiveTo })
    await ctx.rows.remove(resource, id, { version: version ?? null })
    await updateEffectiveEnds(ctx, resource, row.key)
    await publishEvent(ctx, pricesChanged, buildPricesChange(ctx, resource, row))
    return null
  }
const MAX_PRICES = 2000
/** Creates the handler that lists the prices in force on a day; today by default. */
export const createInForceHandler = (resource: Resource) => (ctx: Context, input: { day?: Day | null }) => {
  const day = input.day ?? getToday(ctx)
  return ctx.query(
    sql<DatedPriceRow>`select ${new Sql([getStatements(resource).columns])} from ${getTableSql(resource)}
      where site_id = ${ctx.site} and effective_from <= ${day}::date and (effective_to is null or effective_to >= ${day}::date) order by key ${limit(MAX_PRICES)}`,
  )
}
/** Creates the preview handler. The handler never returns: it throws the answer, which rolls the transaction back. */
export const createPreviewHandler =
  (resource: Resource) =>
  async (ctx: Context, input: DatedPriceInput): Promise<never> => {
    const price = await checkPrice(ctx, resource, input)
    const { effectiveTo } = price
    const change = buildPricesChange(ctx, resource, { ...input, effectiveTo })
    return runPricePreview(ctx, change, { from: input.effectiveFrom, to: effectiveTo }, () =>
      storePrice(ctx, resource, price),
    )
  }

/**
 * Finds a field other than the price in which a row of a file differs from the stored price. An empty text does not
 * differ, because it loses nothing.
 */
const findChangedField = (
  { fields }: Resource,
  row: Readonly<Record<string, unknown>>,
  storedPrice: DatedPriceRow,
): string | undefined =>
  Object.keys(fields).find((name) => {
    const value = row[name] ?? null
    const isEmptyText = !value && (fields[name]!.kind === 'text' || fields[name]!.kind === 'note')
    return name in row && name !== 'price' && !isEmptyText && value !== (storedPrice[name] ?? null)
  })
/** Creates the import handler. Stored prices are skipped; a different price for the same day is refused. */
export const createImportHandler = (resource: Resource) => (ctx: Context, input: ImportInput) =>
  importWorkbook(ctx as AppContext, resource, input, {
    prepare: (row) => Object.assign(row, { key: resource.deriveFields?.(row)['key'] }),
    insert: async (txContext, { key: _key, ...row }) => {
      const { row: storedRow, change } = await insertPrice(txContext, resource, row as DatedPriceInput)
      await publishEvent(txContext, pricesChanged, change)
      return storedRow
    },
    update: async (txContext, id, row) => {
      const storedPrice = toDatedRow(await txContext.rows.get(resource, id))
      if (Number(row['price']) !== storedPrice.price)
        throw new Refusal(errno.exists, 'prices:refusals.sameDay', {
          params: { day: storedPrice.effectiveFrom, before: storedPrice.price, after: Number(row['price']) },
        })
      const changedField = findChangedField(resource, row, storedPrice)
      if (changedField)
        throw new Refusal(errno.exists, 'prices:refusals.sameDayOther', {
          params: {
            day: storedPrice.effectiveFrom,
            field: txContext.t(`prices:${resource.name}.fields.${changedField}`),
          },
        })
      return storedPrice
    },
  })
