/** Cost rows of lists, with the names of referenced rows. */
import { addMonths, type Day } from '@/plant/rules/plant-time'
import { today } from '@/plant/server/plant'
import { workOrder } from '@/areas/orders/contract/work-order'
import type { Context } from '@/server/context'
import { namesAt } from '@/server/crud/names'
import { columns, limit, options, Sql, sql, type RowFor } from '@/server/sql'
import { orderCost } from '../contract/order-cost'

const {
  lines: _lines,
  lanes: _lanes,
  processStandardId: _process,
  productStandardId: _product,
  ...shown
} = orderCost.fields
export const rowColumns = columns(orderCost, ['id', ...(Object.keys(shown) as (keyof typeof shown)[])], 'c')
type CostColumns = RowFor<typeof rowColumns>
export type CostRow = CostColumns & {
  readonly number: string
  readonly product: string
  readonly customer: string | null
  readonly line: string
}

/** Filter of costed orders; null or missing means any. */
export interface Chosen {
  readonly from?: Day | null
  readonly to?: Day | null
  readonly productId?: string | null
  readonly customerId?: string | null
  readonly lineId?: string | null
  readonly state?: string | null
  readonly month?: string | null
  readonly ids?: readonly string[] | null
  readonly id?: string | null
}
/** Returns the requested range of business dates; the last half year by default. */
export function halfYear(ctx: Context, { from, to }: Pick<Chosen, 'from' | 'to'>): { from: Day; to: Day } {
  const last = to ?? today(ctx)
  return { from: from ?? addMonths(last, -6), to: last }
}
/**
 * Condition for orders that ended in a range of business dates; the night shift after the last day is included.
 * @param days first and last day, both inclusive
 */
export const endedIn = (ctx: Context, { from, to }: { from: Day; to: Day }): Sql =>
  sql`c.site_id = ${ctx.site} and c.state = ${options(orderCost.fields.state, 'finished')} and c.finished_on between ${from} and ${to}`
/** Condition for an optional product and line. */
export const ofProductAndLine = ({ productId, lineId }: Pick<Chosen, 'productId' | 'lineId'>): Sql =>
  sql`(${productId ?? null}::uuid is null or c.product_id = ${productId ?? null}) and (${lineId ?? null}::uuid is null or c.line_id = ${lineId ?? null})`

/** Builds the condition of a filter; without days it includes every costed order. */
export function chosen(ctx: Context, of: Chosen): Sql {
  const states = (of.state ?? '')
    .split(',')
    .filter((s) => (orderCost.fields.state.options as readonly string[]).includes(s))
  return sql`c.site_id = ${ctx.site} and ${ofProductAndLine(of)}
    and (${of.customerId ?? null}::uuid is null or c.customer_id = ${of.customerId ?? null})
    and (${of.id ?? null}::uuid is null or c.work_order_id = ${of.id ?? null})
    and (${of.month ?? null}::text is null or c.month = ${of.month ?? null})
    and (${states.length === 0} or c.state = any(${states}))
    and (${of.from ?? null}::date is null or c.finished_on >= ${of.from ?? null})
    and (${of.to ?? null}::date is null or c.finished_on <= ${of.to ?? null})
    and (${of.ids ?? null}::uuid[] is null or c.work_order_id = any(${of.ids ?? null}::uuid[]))`
}

/** Lists rows of a condition with names: two statements and one per kind of name. */
export async function costRows(
  ctx: Context,
  where: Sql,
  { by, most, skip = 0 }: { by: string; most: number; skip?: number },
): Promise<CostRow[]> {
  const rows = await ctx.query(
    sql`select ${rowColumns} from order_cost c where ${where} order by ${new Sql([by])} ${limit(most)} offset ${skip}`,
  )
  return named(ctx, rows)
}
/** Adds the names of order, product, customer and line to rows. */
export async function named(ctx: Context, rows: readonly CostColumns[]): Promise<CostRow[]> {
  const [orders, products, customers, lines] = await Promise.all([
    namesAt(ctx, workOrder.name, rows, 'workOrderId'),
    namesAt(ctx, 'product', rows, 'productId'),
    namesAt(ctx, 'customer', rows, 'customerId'),
    namesAt(ctx, 'line', rows, 'lineId'),
  ])
  return rows.map((row) => ({
    ...row,
    number: orders[row.workOrderId] ?? row.workOrderId,
    product: products[row.productId] ?? row.productId,
    customer: row.customerId === null ? null : (customers[row.customerId] ?? null),
    line: lines[row.lineId] ?? row.lineId,
  }))
}
