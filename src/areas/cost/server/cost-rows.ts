/** Columns and SQL conditions for lists of costed orders. */
import { addMonths, type Day } from '@/plant/rules/plant-time'
import { getToday } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { columns, limit, options, Sql, sql, type SqlRow } from '@/server/sql'
import { orderCost } from '../contract/order-cost'

const {
  lines: _lines,
  lanes: _lanes,
  processStandardId: _process,
  productStandardId: _product,
  ...listedFields
} = orderCost.fields
export const costRowColumns = columns(
  orderCost,
  ['id', ...(Object.keys(listedFields) as (keyof typeof listedFields)[])],
  'c',
)
export type CostRow = SqlRow<typeof costRowColumns>

/** Filter of costed orders; null or missing means any. */
export interface CostFilter {
  readonly from?: Day | null
  readonly to?: Day | null
  readonly productId?: string | null
  readonly customerId?: string | null
  readonly lineId?: string | null
  readonly state?: string | null
  readonly month?: string | null
  /** Ids of work orders. */
  readonly ids?: readonly string[] | null
  /** Id of a work order. */
  readonly id?: string | null
}
/** Returns the requested range of business dates; the last half year by default. */
export function resolveCostPeriod(ctx: Context, { from, to }: Pick<CostFilter, 'from' | 'to'>): { from: Day; to: Day } {
  const lastDay = to ?? getToday(ctx)
  return { from: from ?? addMonths(lastDay, -6), to: lastDay }
}
/** Fills in the default period, so that a workbook names the days that it covers. */
export const fillInCostPeriod = <In extends Pick<CostFilter, 'from' | 'to'>>(ctx: Context, input: In): In => ({
  ...input,
  ...resolveCostPeriod(ctx, input),
})
/** Condition for finished orders that ended on the business dates `from` to `to`, both included. */
export const buildEndedInCondition = (ctx: Context, { from, to }: { from: Day; to: Day }): Sql =>
  sql`c.site_id = ${ctx.site} and c.state = ${options(orderCost.fields.state, 'finished')} and c.finished_on between ${from} and ${to}`
/** Condition for an optional product and line. */
export const buildProductLineCondition = ({ productId, lineId }: Pick<CostFilter, 'productId' | 'lineId'>): Sql =>
  sql`(${productId ?? null}::uuid is null or c.product_id = ${productId ?? null}) and (${lineId ?? null}::uuid is null or c.line_id = ${lineId ?? null})`

/** Builds the condition of a filter; without days it includes every costed order. */
export function buildFilterCondition(ctx: Context, filter: CostFilter): Sql {
  const states = (filter.state ?? '')
    .split(',')
    .filter((state) => (orderCost.fields.state.options as readonly string[]).includes(state))
  return sql`c.site_id = ${ctx.site} and ${buildProductLineCondition(filter)}
    and (${filter.customerId ?? null}::uuid is null or c.customer_id = ${filter.customerId ?? null})
    and (${filter.id ?? null}::uuid is null or c.work_order_id = ${filter.id ?? null})
    and (${filter.month ?? null}::text is null or c.month = ${filter.month ?? null})
    and (${states.length === 0} or c.state = any(${states}))
    and (${filter.from ?? null}::date is null or c.finished_on >= ${filter.from ?? null})
    and (${filter.to ?? null}::date is null or c.finished_on <= ${filter.to ?? null})
    and (${filter.ids ?? null}::uuid[] is null or c.work_order_id = any(${filter.ids ?? null}::uuid[]))`
}

/** Lists the cost rows that meet a condition. */
export const listCostRows = (
  ctx: Context,
  where: Sql,
  { orderBy, maxRows, offset = 0 }: { orderBy: string; maxRows: number; offset?: number },
): Promise<CostRow[]> =>
  ctx.query(
    sql`select ${costRowColumns} from order_cost c where ${where} order by ${new Sql([orderBy])} ${limit(maxRows)} offset ${offset}`,
  )
