import { buildSearchCondition, toSearchPattern } from '@/server/search'
import { columns, columnsNotNull, computed, limit, options, sql } from '@/server/sql'
import type { EndpointOutput } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'
import type { ListQuery } from '@/contract/resource'
import type { Context } from '@/server/context'
import { listPage } from '@/server/crud/list'
import { buildLabelSql, toListScope } from '@/server/crud/refs'
import { product } from '@/areas/standards/contract/product'
import { listProductColours, MAX_COLOURS, productsSql } from '@/areas/standards/server/queries'
import { customer } from '../contract/customer'
import { workOrder } from '../contract/work-order'
import { completedOrderStates, openOrderStates, producingStates, cancelledOrderStates } from '../rules/work-order'
import {
  orderLookup,
  orderColours,
  shortReasons,
  orderOptions,
  finishedOrders,
  ordersForLine,
  currentOrders,
} from '../contract/work-order-endpoints'
import type { WorkOrderRow } from './work-orders'
import type { Moment } from '@/plant/rules/plant-time'
import { handle } from '@/server/area'

type OrderPage = EndpointOutput<typeof currentOrders>
const listOrderPage = (ctx: Context, query: ListQuery) =>
  listPage(toListScope(ctx), workOrder, query) as Promise<OrderPage>
const toPagingQuery = (input: { page?: number | null; size?: number | null; after?: string | null }): ListQuery => ({
  ...(input.page ? { page: input.page } : {}),
  ...(input.size ? { size: input.size } : {}),
  ...(input.after ? { after: input.after } : {}),
})

/** GET /jumbo_first/add_work_order: open orders of the line, and open orders without a line. */
export const listOrdersForLine = handle(ordersForLine, (ctx, input) =>
  listPage(
    toListScope(ctx),
    workOrder,
    { ...toPagingQuery(input), state: openOrderStates.join(','), sort: 'plannedStart' },
    // Parameters begin at `$2`, because `$1` is the site.
    (values) => (input.lineId ? `(line_id is null or line_id = $${values.push(input.lineId) + 1})` : 'true'),
  ),
)
/** GET /jumbo_first/now_order: orders in production, of all lines or one. */
export const listCurrentOrders = handle(currentOrders, (ctx, input) =>
  listOrderPage(ctx, { lineId: input.lineId, state: producingStates.join(','), sort: '-startedAt', size: 100 }),
)
/** GET /jumbo_first/history_order: completed orders, newest first. */
export const listFinishedOrders = handle(finishedOrders, (ctx, input) =>
  listOrderPage(ctx, {
    ...toPagingQuery(input),
    lineId: input.lineId,
    keyword: input.keyword ?? '',
    state: completedOrderStates.join(','),
    sort: '-finishedAt',
  }),
)

/** Columns in which a keyword is searched. */
const SEARCHED_COLUMNS = ['o.number', 'o.batch', 'p.code', 'p.name', 'p.name_en', 'c.name', 'c.name_en']
/** GET /production/work_order_list: open orders, or all if requested, at most 500. */
export const listOrderOptions = handle(orderOptions, async (ctx, input) => {
  const lineId = input.lineId ?? null
  const openStates = options(workOrder.fields.state, ...openOrderStates)
  return ctx.query(
    sql`select ${columns(workOrder, ['id', 'state', 'lineId'], 'o')},
       ${computed<{ label: string }>`concat_ws(' · ', o.number, ${buildLabelSql(product, ctx, 'p')}, nullif(${buildLabelSql(customer, ctx, 'c')}, '')) as label`}
     from work_order o join ${productsSql} p on p.site_id = o.site_id and p.id = o.product_id left join customer c on c.site_id = o.site_id and c.id = o.customer_id
     where o.site_id = ${ctx.site} and (${input.open === 'all'} or o.state in (${openStates})) and (${lineId}::uuid is null or o.line_id = ${lineId})
       and ${buildSearchCondition(SEARCHED_COLUMNS, toSearchPattern(input.keyword))}
     order by array_position(array[${openStates}], o.state), o.planned_start nulls last, o.number ${limit(500)}`,
  )
})
const MAX_SHORT_REASONS = 6
/** Number of latest short orders whose reasons are counted. */
const MAX_SHORT_ORDERS = 500
/** GET /plant/work_order_short_reasons: reasons for ending orders short, most frequent first. */
export const listShortReasons = handle(shortReasons, (ctx, input) => {
  const lineId = input.lineId ?? null
  return ctx.query(
    sql`select ${computed<{ text: string; count: number }>`btrim(short_reason) as text, count(*)::int as count`}
     from (select short_reason from work_order
           where site_id = ${ctx.site} and btrim(short_reason) <> '' and (${lineId}::uuid is null or line_id = ${lineId})
           order by finished_at desc nulls last ${limit(MAX_SHORT_ORDERS)}) o
     group by btrim(short_reason) order by count(*) desc, btrim(short_reason) ${limit(MAX_SHORT_REASONS)}`,
  )
})
/** Number of latest orders searched for colours; a plant has this many in several years. */
const MAX_COLOUR_ORDERS = 5000
/** GET /plant/work_order_colours: colours of orders and products, most common first. */
export const listOrderColours = handle(orderColours, async (ctx) => {
  const countsInOrders = await ctx.query(
    sql`select ${columnsNotNull(workOrder, ['colour'])}, ${computed<{ n: number }>`count(*)::int as n`}
     from (select colour from work_order where site_id = ${ctx.site} order by id desc ${limit(MAX_COLOUR_ORDERS)}) latest where colour <> '' group by 1`,
  )
  const countByColour = new Map<string, number>()
  for (const { colour, n } of [...countsInOrders, ...(await listProductColours(ctx))])
    countByColour.set(colour, (countByColour.get(colour) ?? 0) + n)
  return [...countByColour]
    .sort(([colour, count], [otherColour, otherCount]) => otherCount - count || (colour < otherColour ? -1 : 1))
    .slice(0, MAX_COLOURS)
    .map(([colour]) => ({ colour }))
})
/**
 * GET /production/work_order: by id, by number, or the order in production on a line (without `lineId`, on any line)
 * that started last.
 * @throws a not-found error
 */
export const findOrder = handle(orderLookup, async (ctx, input) => {
  if (input.id) return ctx.rows.get(workOrder, input.id)
  const lineFilter = input.lineId ? { lineId: input.lineId } : {}
  const where = input.number ? { number: input.number, ...lineFilter } : { state: producingStates, ...lineFilter }
  const [order] = await ctx.rows.find(workOrder, { where, orderBy: '-startedAt', limit: 1 })
  return order ?? throwOrderNotFound(ctx)
})
/**
 * Returns the order that started last, in any state.
 * @throws a not-found error if no order ever started
 */
export async function findLatestOrder(ctx: Context): Promise<WorkOrderRow> {
  const { list } = await listPage(
    toListScope(ctx),
    workOrder,
    { sort: '-startedAt', size: 1 },
    () => 'started_at is not null',
  )
  return (list[0] as WorkOrderRow | undefined) ?? throwOrderNotFound(ctx)
}
function throwOrderNotFound(ctx: Context): never {
  throw new Refusal(errno.notFound, 'contract:errors.notFoundOf', { params: { name: ctx.t('orders:workOrder.name') } })
}

/** Returns the id of the order that ran on a line at a moment; null if none did. */
export async function findOrderRunningAt(
  ctx: Context,
  { lineId, at }: { lineId: string; at: Moment },
): Promise<string | null> {
  const [order] = await ctx.query(
    sql`select ${columns(workOrder, ['id'])} from work_order
      where site_id = ${ctx.site} and line_id = ${lineId} and started_at <= ${at} and (finished_at is null or finished_at > ${at})
        and state not in (${options(workOrder.fields.state, ...cancelledOrderStates)}) order by started_at desc ${limit(1)}`,
  )
  return order?.id ?? null
}
