import { getOrderLimits, loadPinnedOrders } from '@/areas/orders/server/queries/pinned-limits'
import { productLimits, type IndexLimits, type LimitsAsked } from '@/areas/standards/server/queries'
import { toPlantDay } from '@/plant/server/plant'
import type { Context } from '@/server/context'

/** Something of a product that is judged: a result, or a roll that is to be tested. */
interface Judged {
  readonly productId: string | null
  readonly workOrderId: string | null
  /** When it was made; now unless told. */
  readonly at: string | null
}
/** The limits of a thing by test index; null where its product has no standard. The same object for whatever is judged alike. */
export type Limits = ReadonlyMap<string, IndexLimits> | null

/**
 * By which limits each is judged, in their order: those that its order pinned, as its certificate will be; without an order, or
 * taken for an order of another product, those in force, by the season of its own day. Whoever judges a test value asks here.
 */
export async function limitsFor(ctx: Context, of: readonly Judged[]): Promise<Limits[]> {
  const orders = await loadPinnedOrders(ctx, [...new Set(of.flatMap(({ workOrderId }) => workOrderId ?? []))])
  const byId = new Map(orders.map((order) => [order.id, order]))
  const now = ctx.now.toISOString()
  const different = new Map<string, LimitsAsked>()
  const keys = of.map(({ productId, workOrderId, at }) => {
    if (!productId) return ''
    const order = byId.get(workOrderId ?? '')
    const asked =
      order?.productId === productId ? getOrderLimits(ctx, order, at) : { productId, day: toPlantDay(ctx, at ?? now) }
    const key = JSON.stringify(asked)
    different.set(key, asked)
    return key
  })
  const found = await productLimits(ctx, [...different.values()])
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
