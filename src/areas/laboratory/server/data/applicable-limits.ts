import { buildLimitsQuery, loadPinnedOrders } from '@/areas/orders/server/queries/pinned-limits'
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
 * Finds the limits of each item: the limits pinned by its work order, as on the certificate. Items without a work
 * order, or with a work order of another product, use the limits in force in the season of their production day. All
 * judgements of test values use this function.
 */
export async function findApplicableLimits(ctx: Context, items: readonly JudgedItem[]): Promise<LimitsByIndex[]> {
  const orders = await loadPinnedOrders(ctx, [...new Set(items.flatMap(({ workOrderId }) => workOrderId ?? []))])
  const orderById = new Map(orders.map((order) => [order.id, order]))
  const now = ctx.now.toISOString()
  const queryByKey = new Map<string, LimitsQuery>()
  const keys = items.map(({ productId, workOrderId, at }) => {
    if (!productId) return ''
    const order = orderById.get(workOrderId ?? '')
    const query =
      order?.productId === productId ? buildLimitsQuery(ctx, order, at) : { productId, day: toPlantDay(ctx, at ?? now) }
    const key = JSON.stringify(query)
    queryByKey.set(key, query)
    return key
  })
  const standards = await loadProductLimits(ctx, [...queryByKey.values()])
  const limitsByStandard = new Map<string, LimitsByIndex>()
  const limitsByKey = new Map(
    [...queryByKey.keys()].map((key, i) => {
      const standard = standards[i]
      if (!standard) return [key, null] as const
      const standardKey = `${standard.id} ${standard.season}`
      const limitsByIndex =
        limitsByStandard.get(standardKey) ?? new Map(standard.limits.map((limits) => [limits.indexId, limits]))
      limitsByStandard.set(standardKey, limitsByIndex)
      return [key, limitsByIndex] as const
    }),
  )
  return keys.map((key) => limitsByKey.get(key) ?? null)
}

const LIMIT_NAMES = ['lsl', 'usl', 'target'] as const
type NamedLimits = Partial<Pick<IndexLimits, (typeof LIMIT_NAMES)[number]>> | null | undefined
/**
 * True if two results of an index are judged alike. Another version of the standard with equal limits does not count as
 * a change. Results that are not judged alike have no common capability.
 */
export const hasSameLimits = (left: NamedLimits, right: NamedLimits): boolean =>
  LIMIT_NAMES.every((name) => (left?.[name] ?? null) === (right?.[name] ?? null))
