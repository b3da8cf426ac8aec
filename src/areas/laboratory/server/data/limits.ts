import { getOrderLimits, loadPinnedOrders } from '@/areas/orders/server/queries/pinned-limits'
import { loadProductLimits, type IndexLimits, type LimitsQuery } from '@/areas/standards/server/queries'
import { toPlantDay } from '@/plant/server/plant'
import type { Context } from '@/server/context'

/** An item to be judged: a result, or a roll to be tested. */
interface Judged {
  readonly productId: string | null
  readonly workOrderId: string | null
  /** Production time; now if null. */
  readonly at: string | null
}
/** Limits by test index id; null if the product has no standard. Items judged alike share one object. */
export type Limits = ReadonlyMap<string, IndexLimits> | null

/**
 * Finds the limits of items, in their order: those pinned by the order, as on its certificate. Items without an order,
 * or assigned to an order of another product, use the limits in force in the season of their own day. All judgements of
 * test values use this.
 */
export async function limitsFor(ctx: Context, of: readonly Judged[]): Promise<Limits[]> {
  const orders = await loadPinnedOrders(ctx, [...new Set(of.flatMap(({ workOrderId }) => workOrderId ?? []))])
  const byId = new Map(orders.map((order) => [order.id, order]))
  const now = ctx.now.toISOString()
  const different = new Map<string, LimitsQuery>()
  const keys = of.map(({ productId, workOrderId, at }) => {
    if (!productId) return ''
    const order = byId.get(workOrderId ?? '')
    const asked =
      order?.productId === productId ? getOrderLimits(ctx, order, at) : { productId, day: toPlantDay(ctx, at ?? now) }
    const key = JSON.stringify(asked)
    different.set(key, asked)
    return key
  })
  const found = await loadProductLimits(ctx, [...different.values()])
  const alike = new Map<string, Limits>()
  const limits = new Map(
    [...different.keys()].map((key, i) => {
      const standard = found[i]
      if (!standard) return [key, null] as const
      const same = `${standard.id} ${standard.season}`
      const lines = alike.get(same) ?? new Map(standard.limits.map((line) => [line.indexId, line]))
      alike.set(same, lines)
      return [key, lines] as const
    }),
  )
  return keys.map((key) => limits.get(key) ?? null)
}
