/** Dated prices: entered with a day, never changed, and removable only if no closed month used them. */
import { errno, Refusal, refuse } from '@/contract/errno'
import type { Resource, Row } from '@/contract/resource'
import { tell } from '@/server/events'
import { pricesChanged, type PricesChange } from '@/plant/server/events'
import { startOf, today } from '@/plant/server/plant'
import { closedMonths, holdMonths } from '@/plant/server/queries'
import { addDays, type Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { importSheet, type SheetIn } from '@/server/crud/import'
import type { KitContext } from '@/server/crud/operations'
import { statementsOf } from '@/server/crud/sql'
import { sql, computed } from '@/server/sql'
import { costResources, electricCharge, gasWaterPrice } from '../contract/dated-prices'
import { closedWithin, isDoubtful, type Medium } from '../rules/dated-price'
import { tableOf } from './queries'
import { tried } from './tried'

/** Common columns of all dated prices. */
export interface DatedRow {
  id: string
  version: number
  key: string
  effectiveFrom: Day
  effectiveTo: Day | null
  price: number
  reason: string | null
  [field: string]: unknown
}
/** Effective days of a price, stored or not. */
type Holding = Readonly<Record<string, unknown>> & Pick<DatedRow, 'effectiveFrom' | 'effectiveTo'>
/** Narrows a row of any dated price. */
const asDated = (row: object): DatedRow => row as DatedRow
export interface DatedInput {
  effectiveFrom: Day
  price: number
  reason?: string | null
  [field: string]: unknown
}

/**
 * Refuses if a month in which a price holds, or would hold, is closed. Locks the months first.
 * @throws 6000 `prices:refusals.closed`
 */
export async function mustBeOpen(ctx: Context, days: { from: Day; to: Day | null }): Promise<void> {
  await holdMonths(ctx)
  const month = closedWithin(await closedMonths(ctx), days)
  if (month) throw refuse('prices:refusals.closed', { month })
}
/**
 * Refuses an implausible price without a reason.
 * @throws 6000 `prices:refusals.doubtful` or `prices:refusals.jump`
 */
function mustMean({ price, reason }: DatedInput, before: number | null): void {
  if (!isDoubtful(price, before) || reason?.trim()) return
  throw price <= 0
    ? refuse('prices:refusals.doubtful', { price }, { asks: 'reason' })
    : refuse('prices:refusals.jump', { price, before: before ?? 0 }, { asks: 'reason' })
}
/**
 * Refuses a future price of a lot: it is the invoice price, whenever the lot was used.
 * @throws 6000 `prices:refusals.lotAhead`
 */
function mustNotLieAhead(ctx: Context, { lotId, effectiveFrom }: DatedInput): void {
  if (lotId && effectiveFrom > today(ctx)) throw refuse('prices:refusals.lotAhead', { day: effectiveFrom })
}
const changeOf = (ctx: Context, resource: Resource, row: Holding): PricesChange => ({
  kind: kindOf(resource, row),
  from: startOf(ctx, row.effectiveFrom),
  to: row.effectiveTo === null ? null : startOf(ctx, addDays(row.effectiveTo, 1)),
  lineId: idIn(row, 'lineId'),
  productId: idIn(row, 'productId'),
  materialId: idIn(row, 'materialId'),
  lotId: idIn(row, 'lotId'),
})
const idIn = (row: Holding, field: string): string | null =>
  typeof row[field] === 'string' ? (row[field] as string) : null
function kindOf(resource: Resource, row: Holding): PricesChange['kind'] {
  if (resource.name === gasWaterPrice.name) return row['medium'] as Medium
  if (resource.name === electricCharge.name) return 'charge'
  const found = Object.entries(costResources).find(([, { name }]) => name === resource.name)
  if (!found) throw new Error(`${resource.name} is no price`)
  return found[0] as PricesChange['kind']
}

interface Judged {
  readonly input: DatedInput
  readonly key: string
  /** Day before the next price of the key; null without a next price. */
  readonly effectiveTo: Day | null
}
/**
 * Checks whether a price can be stored. Locks its key until the transaction ends.
 * @throws the refusal that prevents storing
 */
async function judged(ctx: Context, resource: Resource, input: DatedInput): Promise<Judged> {
  mustNotLieAhead(ctx, input)
  const key = String(resource.derive?.(input)['key'] ?? '')
  const table = tableOf(resource)
  await ctx.query(sql`select pg_advisory_xact_lock(hashtext(${`${resource.table}|${key}`}))`)
  const [same] = await ctx.query(
    sql`select ${computed<{ price: number }>`price::float8 as price`} from ${table} where site_id = ${ctx.site} and key = ${key} and effective_from = ${input.effectiveFrom}::date`,
  )
  if (same)
    throw new Refusal(errno.exists, 'prices:refusals.sameDay', {
      params: { day: input.effectiveFrom, before: same.price, after: input.price },
    })
  mustMean(input, await priceBefore(ctx, resource, { key, input }))
  const [next] = await ctx.query(
    sql`select ${computed<{ day: Day | null }>`min(effective_from)::text as day`} from ${table} where site_id = ${ctx.site} and key = ${key} and effective_from > ${input.effectiveFrom}::date`,
  )
  const effectiveTo = next?.day ? addDays(next.day, -1) : null
  await mustBeOpen(ctx, { from: input.effectiveFrom, to: effectiveTo })
  return { input, key, effectiveTo }
}
/** Stores a price; the previous price of its key ends the day before. */
async function stored(ctx: Context, resource: Resource, { input, key, effectiveTo }: Judged): Promise<DatedRow> {
  const row = asDated(await ctx.rows.insert(resource, { ...input, effectiveTo } as Partial<Row<Resource>>))
  await settleEnds(ctx, resource, key)
  return row
}
async function put(
  ctx: Context,
  resource: Resource,
  input: DatedInput,
): Promise<{ row: DatedRow; change: PricesChange }> {
  const row = await stored(ctx, resource, await judged(ctx, resource, input))
  return { row, change: changeOf(ctx, resource, row) }
}
/** Finds the price before, or else the next one. A lot without a price takes those of its material. */
async function priceBefore(
  ctx: Context,
  resource: Resource,
  { key, input }: { key: string; input: DatedInput },
): Promise<number | null> {
  const keys = [key, ...(input.lotId && typeof input.materialId === 'string' ? [input.materialId] : [])]
  const [found] = await ctx.query(
    sql`select ${computed<{ price: number }>`price::float8 as price`} from ${tableOf(resource)} where site_id = ${ctx.site} and key = any(${keys}::text[])
      order by key <> ${key}, effective_from > ${input.effectiveFrom}::date, abs(effective_from - ${input.effectiveFrom}::date) limit 1`,
  )
  return found?.price ?? null
}
/** Ends each price of a key the day before the next begins. Not in the audit log, because it follows from the rows. */
async function settleEnds(ctx: Context, resource: Resource, key: string): Promise<void> {
  const table = tableOf(resource)
  await ctx.query(
    sql`update ${table} p set effective_to = n.last from (
        select id, lead(effective_from) over (order by effective_from) - 1 as last from ${table} where site_id = ${ctx.site} and key = ${key}) n
      where p.site_id = ${ctx.site} and p.id = n.id and p.effective_to is distinct from n.last`,
  )
  ctx.touch(resource.name)
}

/** Creates the handler that adds a price. */
export const addTo = (resource: Resource) => async (ctx: Context, input: DatedInput) => {
  const { row, change } = await put(ctx, resource, input)
  await tell(ctx, pricesChanged, change)
  return row
}
/**
 * Creates the handler that removes a price; the price it replaced holds again.
 * @throws 6000 if a closed month used it
 */
export const removeFrom =
  (resource: Resource) =>
  async (ctx: Context, { id, version }: { id: string; version?: number | null }): Promise<null> => {
    const row = asDated(await ctx.rows.lock(resource, id))
    await mustBeOpen(ctx, { from: row.effectiveFrom, to: row.effectiveTo })
    await ctx.rows.remove(resource, id, { version: version ?? null })
    await settleEnds(ctx, resource, row.key)
    await tell(ctx, pricesChanged, changeOf(ctx, resource, row))
    return null
  }
const MOST = 2000
/** Creates the handler that lists the prices in force on a day; today by default. */
export const nowOf = (resource: Resource) => (ctx: Context, input: { day?: Day | null }) => {
  const day = input.day ?? today(ctx)
  return ctx.query<DatedRow>(
    `select ${statementsOf(resource).columns} from ${resource.table} where site_id = $1 and effective_from <= $2::date and (effective_to is null or effective_to >= $2::date) order by key limit ${MOST}`,
    [ctx.site, day],
  )
}
/** Creates the preview handler. It never returns: the trial ends by throwing its answer, which rolls back. */
export const previewIn =
  (resource: Resource) =>
  async (ctx: Context, input: DatedInput): Promise<never> => {
    const price = await judged(ctx, resource, input)
    const { effectiveTo } = price
    const change = changeOf(ctx, resource, { ...input, effectiveTo })
    return tried(ctx, change, { from: input.effectiveFrom, to: effectiveTo }, () => stored(ctx, resource, price))
  }

/** Creates the import handler. Stored prices are skipped; a different price for the same day is refused. */
export const importInto = (resource: Resource) => (ctx: Context, input: SheetIn) =>
  importSheet(ctx as KitContext, resource, input, {
    prepare: (row) => Object.assign(row, { key: resource.derive?.(row)['key'] }),
    insert: async (c, { key: _key, ...row }) => {
      const { row: stored, change } = await put(c, resource, row as DatedInput)
      await tell(c, pricesChanged, change)
      return stored
    },
    update: async (c, id, row) => {
      const before = asDated(await c.rows.get(resource, id))
      if (Number(row['price']) !== before.price)
        throw new Refusal(errno.exists, 'prices:refusals.sameDay', {
          params: { day: before.effectiveFrom, before: before.price, after: Number(row['price']) },
        })
      return before
    },
  })
