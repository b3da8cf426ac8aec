import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { ListQuery } from '@/contract/resource'
import type { Context } from '@/server/context'
import { listPage } from '@/server/crud/list'
import { toListScope } from '@/server/crud/list-scope'
import { MOST_SORTED, workedOut, type progressList } from '../contract/progress'
import { workOrder } from '../contract/work-order'
import { shownEnd } from '../rules/progress'
import { openStates, overStates } from '../rules/work-order'
import { summariesOf, type Summary } from './progress'
import { lateOrders } from './queries/late'
import type { OrderRow } from './work-orders'

type Listed = EndpointOutput<typeof progressList>
type Orders = { total: number; list: OrderRow[]; refs: Record<string, string>; next: string | null }
type Narrowed = ((values: unknown[]) => string) | undefined

/**
 * GET /progress_monitoring_list: by default open orders, sorted by planned start. `late`: only orders that are overdue
 * or whose planned or forecast end lies after their due date.
 */
export async function list(
  ctx: Context,
  { late: onlyLate, ...input }: EndpointInput<typeof progressList>,
): Promise<Listed> {
  const state = input.state || openStates.join(',')
  const over = state.split(',').some((one) => (overStates as readonly string[]).includes(one))
  const query: ListQuery = {
    ...(input as ListQuery),
    state,
    sort: input.sort || (over ? '-finishedAt' : 'plannedStart'),
  }
  const late = onlyLate === true ? (await lateOrders(ctx)).map(({ id }) => id) : null
  const narrowed = late ? (values: unknown[]) => `id = any($${values.push(late) + 1}::uuid[])` : undefined
  const by = workedOut.find((name) => name === query.sort?.replace(/^-/, ''))
  if (by) return sortedBy(ctx, by, query, narrowed)
  const page = await ordersOf(ctx, query, narrowed)
  return { ...page, list: await summariesOf(ctx, page.list) }
}
const ordersOf = async (ctx: Context, query: ListQuery, narrowed: Narrowed): Promise<Orders> =>
  (await listPage(toListScope(ctx), workOrder, query, narrowed)) as Orders

/**
 * Lists orders sorted in memory by a calculated field.
 * @throws 6000 if more than `MAX_SORTED_ORDERS` match
 */
async function sortedBy(
  ctx: Context,
  by: (typeof workedOut)[number],
  { page, size: asked, after, sort, ...query }: ListQuery,
  narrowed: Narrowed,
): Promise<Listed> {
  const { list: orders, refs, total } = await ordersOf(ctx, { ...query, size: MOST_SORTED, sort: 'number' }, narrowed)
  if (total > MOST_SORTED) throw refuse('orders:refusals.tooManyToSort', { most: MOST_SORTED })
  const collator = new Intl.Collator(ctx.language)
  const down = sort?.startsWith('-') ? -1 : 1
  const keyed = (await summariesOf(ctx, orders)).map((order) => ({ order, key: keyOf(order, by, refs) }))
  // Orders without a value come last in both directions.
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
    if (typeof a.key === 'number') return down * (a.key - Number(b.key))
    return down * collator.compare(a.key, String(b.key))
  })
  const size = asked ?? 20
  const from = after ? placeIn(after) : ((page ?? 1) - 1) * size
  const shown = keyed.slice(from, from + size).map(({ order }) => order)
  const named = new Set(shown.flatMap((order) => [order.lineId, order.customerId, order.productId]))
  return {
    total,
    list: shown,
    refs: Object.fromEntries(Object.entries(refs).filter(([id]) => named.has(id))),
    next: from + size < total ? String(from + size) : null,
  }
}
/** Parses the offset of the requested page; a cursor of another sort order starts from the beginning. */
const placeIn = (after: string): number => (/^\d+$/.test(after) ? Number(after) : 0)
function keyOf(
  order: Summary,
  by: (typeof workedOut)[number],
  refs: Readonly<Record<string, string>>,
): number | string | null {
  if (by === 'percent' || by === 'packedKg') return order[by]
  if (by !== 'forecastEnd') return refs[order[by] ?? ''] ?? null
  const end = shownEnd(order)
  return end ? Date.parse(end) : null
}
