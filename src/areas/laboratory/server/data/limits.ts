import { getOrderLimits, loadPinnedOrders } from '@/areas/orders/server/queries/pinned-limits'
import { loadProductLimits, type IndexLimits, type LimitsQuery } from '@/areas/standards/server/queries'
import { toPlantDay } from '@/plant/server/plant'
import type { Context } from '@/server/context'

/** An item to be judged: a result, or a roll to be tested. */
interface JudgedItem {
  readonly productId: string | null
  readonly workOrderId: string | null
  /** Production time; now if null. */
  readonly at: string | null
}
/** Limits by test index id; null if the product has no standard. Items judged alike share one object. */
export type LimitsByIndex = ReadonlyMap<string, IndexLimits> | null

/**
 * Finds the limits of items, in their order: those pinned by the order, as on its certificate. Items without an order,
 * or assigned to an order of another product, use the limits in force in the season of their own day. All judgements of
 * test values use this.
 */
export async function findLimitsInForce(ctx: Context, items: readonly JudgedItem[]): Promise<LimitsByIndex[]> {
  const orders = await loadPinnedOrders(ctx, [...new Set(items.flatMap(({ workOrderId }) => workOrderId ?? []))])
  const byId = new Map(orders.map((order) => [order.id, order]))
  const now = ctx.now.toISOString()
  const queries = new Map<string, LimitsQuery>()
  const keys = items.map(({ productId, workOrderId, at }) => {
    if (!productId) return ''
    const order = byId.get(workOrderId ?? '')
    const query =
      order?.productId === productId ? getOrderLimits(ctx, order, at) : { productId, day: toPlantDay(ctx, at ?? now) }
    const key = JSON.stringify(query)
    queries.set(key, query)
    return key
  })
  const standards = await loadProductLimits(ctx, [...queries.values()])
  const linesByStandard = new Map<string, LimitsByIndex>()
  const limits = new Map(
    [...queries.keys()].map((key, i) => {
      const standard = standards[i]
      if (!standard) return [key, null] as const
      const standardKey = `${standard.id} ${standard.season}`
      const lines = linesByStandard.get(standardKey) ?? new Map(standard.limits.map((line) => [line.indexId, line]))
      linesByStandard.set(standardKey, lines)
      return [key, lines] as const
    }),
  )
  return keys.map((key) => limits.get(key) ?? null)
}
