import { pinnedByOrders } from '@/areas/orders/server/queries/pinned'
import { productLimits, type IndexLimits } from '@/areas/standards/server/queries'
import { dayOf } from '@/plant/server/plant'
import type { Context } from '@/server/context'

/** Something of a product that is judged: a result, or a batch of them. */
interface Judged {
  readonly productId: string | null
  readonly workOrderId: string | null
  /** When it was made, or tested; now unless told. */
  readonly at: string | null
}
/** The limits of a thing by test index; null where its product has no standard. */
type Limits = ReadonlyMap<string, IndexLimits> | null

/**
 * By which limits each is judged, in their order: those of the version and season that its order pinned, as its certificate
 * will be; without one those in force, by the season of its own day.
 */
export async function limitsFor(ctx: Context, of: readonly Judged[]): Promise<Limits[]> {
  const orders = await pinnedByOrders(ctx, [...new Set(of.flatMap(({ workOrderId }) => workOrderId ?? []))])
  const byId = new Map(orders.map((order) => [order.id, order]))
  const now = ctx.now.toISOString()
  const asked = of.map(({ productId, workOrderId, at }) => {
    const order = byId.get(workOrderId ?? '')
    // A roll may have been taken for an order of another product.
    const own = order && order.productId === productId ? order : null
    return {
      productStandardId: own?.productStandardId ?? null,
      customerId: own?.customerId ?? null,
      season: own?.season ?? null,
      productId: productId ?? '',
      day: dayOf(ctx, at ?? now),
    }
  })
  const keys = asked.map((one) => JSON.stringify(one))
  const different = new Map(asked.flatMap((one, i) => (one.productId ? [[keys[i]!, one] as const] : [])))
  const found = await productLimits(ctx, [...different.values()])
  const limits = new Map(
    [...different.keys()].map((key, i) => {
      const standard = found[i]
      return [key, standard ? new Map(standard.limits.map((line) => [line.indexId, line])) : null] as const
    }),
  )
  return keys.map((key) => limits.get(key) ?? null)
}
