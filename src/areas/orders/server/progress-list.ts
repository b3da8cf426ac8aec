import type { EndpointOutput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { ListQuery } from '@/contract/resource'
import type { Context } from '@/server/context'
import { listPage } from '@/server/crud/list'
import { toListScope } from '@/server/crud/refs'
import { LATENESS_SORT, MAX_SORTED_ORDERS, calculatedSortFields, progressList } from '../contract/progress'
import { workOrder } from '../contract/work-order'
import { calculateExpectedLateness, getDisplayedEnd } from '../rules/order-progress'
import { openOrderStates, endedOrderStates } from '../rules/work-order'
import { loadProgressSummaries, type ProgressSummary } from './order-progress'
import { listLateOrders } from './queries/late-orders'
import type { WorkOrderRow } from './work-orders'
import { handle } from '@/server/area'

type ProgressListAnswer = EndpointOutput<typeof progressList>
type OrderPage = { total: number; list: WorkOrderRow[]; refs: Record<string, string>; next: string | null }
/**
 * Builds an SQL condition and appends its parameters to `values`. The parameters begin at `$2`, because `$1` is the
 * site.
 */
type OrderCondition = ((values: unknown[]) => string) | undefined

/**
 * GET /progress_monitoring_list: by default open orders, sorted by planned start. `late`: only orders that are overdue
 * or whose planned or forecast end lies after their due date.
 */
export const listProgress = handle(progressList, async (ctx, { late: onlyLate, ...input }) => {
  const state = input.state || openOrderStates.join(',')
  const includesEnded = state.split(',').some((name) => (endedOrderStates as readonly string[]).includes(name))
  const query: ListQuery = {
    ...(input as ListQuery),
    state,
    sort: input.sort || (includesEnded ? '-finishedAt' : 'plannedStart'),
  }
  const lateIds = onlyLate === true ? (await listLateOrders(ctx)).map(({ id }) => id) : null
  const condition = lateIds ? (values: unknown[]) => `id = any($${values.push(lateIds) + 1}::uuid[])` : undefined
  const sortField = calculatedSortFields.find((name) => name === query.sort?.replace(/^-/, ''))
  if (query.sort === LATENESS_SORT) return listLateFirst(ctx, query, condition)
  if (sortField) return listSortedInMemory(ctx, sortField, query, condition)
  const page = await findOrderPage(ctx, query, condition)
  return { ...page, list: await loadProgressSummaries(ctx, page.list) }
})
const findOrderPage = async (ctx: Context, query: ListQuery, condition: OrderCondition): Promise<OrderPage> =>
  (await listPage(toListScope(ctx), workOrder, query, condition)) as OrderPage

/** Lists late orders first, the most delayed at the top, and the others by planned start. */
async function listLateFirst(ctx: Context, query: ListQuery, condition: OrderCondition): Promise<ProgressListAnswer> {
  const { page, size: requestedSize, after, ...filters } = query
  const allOrders = await findOrderPage(ctx, { ...filters, size: MAX_SORTED_ORDERS, sort: 'plannedStart' }, condition)
  if (allOrders.total > MAX_SORTED_ORDERS) {
    const orderPage = await findOrderPage(ctx, { ...query, sort: 'plannedStart' }, condition)
    return { ...orderPage, list: await loadProgressSummaries(ctx, orderPage.list) }
  }
  const orders = (await loadProgressSummaries(ctx, allOrders.list))
    .map((order) => ({ order, lateness: order.late ? calculateExpectedLateness(order, ctx.now.getTime()) : 0 }))
    .sort((a, b) => b.lateness - a.lateness)
    .map(({ order }) => order)
  return toPage(orders, allOrders, { page, size: requestedSize, after })
}

/**
 * Lists orders sorted in memory by a calculated field.
 * @throws a refusal if more than `MAX_SORTED_ORDERS` match
 */
async function listSortedInMemory(
  ctx: Context,
  sortField: (typeof calculatedSortFields)[number],
  { page, size: requestedSize, after, sort, ...query }: ListQuery,
  condition: OrderCondition,
): Promise<ProgressListAnswer> {
  const {
    list: orders,
    refs,
    total,
  } = await findOrderPage(ctx, { ...query, size: MAX_SORTED_ORDERS, sort: 'number' }, condition)
  if (total > MAX_SORTED_ORDERS) throw refuse('orders:refusals.tooManyToSort', { most: MAX_SORTED_ORDERS })
  const collator = new Intl.Collator(ctx.language)
  const direction = sort?.startsWith('-') ? -1 : 1
  const keyedOrders = (await loadProgressSummaries(ctx, orders)).map((order) => ({
    order,
    key: getSortKey(order, sortField, refs),
  }))
  // Orders without a value come last in both directions.
  keyedOrders.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
    if (typeof a.key === 'number') return direction * (a.key - Number(b.key))
    return direction * collator.compare(a.key, String(b.key))
  })
  return toPage(
    keyedOrders.map(({ order }) => order),
    { refs, total },
    { page, size: requestedSize, after },
  )
}
/** Cuts the requested page out of sorted orders. */
function toPage(
  orders: readonly ProgressSummary[],
  { refs, total }: Pick<OrderPage, 'refs' | 'total'>,
  { page, size: requestedSize, after }: Pick<ListQuery, 'page' | 'size' | 'after'>,
): ProgressListAnswer {
  const size = requestedSize ?? 20
  const offset = after ? parseOffset(after) : ((page ?? 1) - 1) * size
  const pageOrders = orders.slice(offset, offset + size)
  const referencedIds = new Set(pageOrders.flatMap((order) => [order.lineId, order.customerId, order.productId]))
  return {
    total,
    list: pageOrders,
    refs: Object.fromEntries(Object.entries(refs).filter(([id]) => referencedIds.has(id))),
    next: offset + size < total ? String(offset + size) : null,
  }
}
/** Parses the offset of the requested page. The cursor of another sort order is no number and restarts at 0. */
const parseOffset = (after: string): number => (/^\d+$/.test(after) ? Number(after) : 0)
function getSortKey(
  order: ProgressSummary,
  sortField: (typeof calculatedSortFields)[number],
  refs: Readonly<Record<string, string>>,
): number | string | null {
  if (sortField === 'percent' || sortField === 'packedKg') return order[sortField]
  if (sortField === 'forecastEnd') {
    const end = getDisplayedEnd(order)
    return end ? Date.parse(end) : null
  }
  // The other fields are references, which are sorted by name.
  return refs[order[sortField] ?? ''] ?? null
}
