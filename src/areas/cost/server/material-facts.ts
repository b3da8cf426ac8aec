/** Material of orders with what it cost: as it was fed, and as rolls and waste drew it from the hoppers. */
import { drawnByWaste, lotReceipts, type FedLot } from '@/areas/feeding/server/queries/for-costs'
import { isOver } from '@/areas/orders/rules/work-order'
import type { CostedOrder } from '@/areas/orders/server/queries/for-costs'
import { materialPriceAt, type MaterialPrice } from '@/areas/prices/server/queries'
import { drawnByRolls } from '@/areas/rolls/server/queries/for-costs'
import type { Context } from '@/server/context'
import type { FedFact, OrderFacts } from '../rules/order-facts'

/** What was fed with what a kilogram of it cost: the lot's invoice, else the price on its receipt. One statement. */
export async function pricesOf(ctx: Context, fed: readonly FedLot[]): Promise<(FedFact & { orderId: string })[]> {
  const key = (one: { materialId: string; lotId: string | null; on: string }) =>
    `${one.materialId} ${one.lotId} ${one.on}`
  const asked = fed.map(({ materialId, lotId, receivedOn, firstOn }) => ({
    materialId,
    lotId,
    on: receivedOn ?? firstOn,
  }))
  const unique = [...new Map(asked.map((one) => [key(one), one])).values()]
  const found = new Map<string, MaterialPrice>(
    unique.length ? (await materialPriceAt(ctx, unique)).map((one) => [key(one), one]) : [],
  )
  return fed.map(({ orderId, materialId, lotId, kind, month, kg }, i) => {
    const price = found.get(key(asked[i]!))
    return { orderId, materialId, lotId, kind, month, kg, price: price?.price ?? null, priceId: price?.priceId ?? null }
  })
}

/** What left the hoppers for good. Goods of an order that is over and has no rolls drew something that nobody recorded. */
export function splitDrawn(
  { state, jumboKg, goodKg }: Pick<CostedOrder, 'state' | 'jumboKg' | 'goodKg'>,
  all: readonly FedFact[],
): Pick<OrderFacts, 'drawn' | 'unrecorded'> {
  if (isOver(state) && jumboKg <= 0 && goodKg > 0) return { drawn: null, unrecorded: [] }
  return {
    drawn: all.filter(({ materialId }) => materialId !== NO_MATERIAL),
    unrecorded: all.flatMap(({ materialId, month, kg }) => (materialId === NO_MATERIAL ? [{ month, kg }] : [])),
  }
}
/** Stands for the material of kilograms that no hopper is known to have held. */
const NO_MATERIAL = ''
/** What rolls and waste drew from the hoppers, with what a kilogram of it cost. Four statements. */
export async function loadDrawn(ctx: Context, orderIds: readonly string[]): Promise<(FedFact & { orderId: string })[]> {
  const drawn = [...(await drawnByRolls(ctx, orderIds)), ...(await drawnByWaste(ctx, orderIds))].flatMap(
    ({ orderId, ...one }) => (orderId ? [{ orderId, ...one }] : []),
  )
  const receipts = await lotReceipts(
    ctx,
    drawn.flatMap(({ lotId }) => lotId ?? []),
  )
  const isKnown = ({ materialId }: (typeof drawn)[number]) => materialId !== null
  const priced = await pricesOf(
    ctx,
    drawn.filter(isKnown).map((one) => ({
      ...one,
      materialId: one.materialId ?? NO_MATERIAL,
      kind: 'main' as const,
      receivedOn: one.lotId ? (receipts.get(one.lotId) ?? null) : null,
      feeds: 0,
    })),
  )
  const unknown = drawn
    .filter((one) => !isKnown(one))
    .map(({ orderId, month, kg }) => ({
      orderId,
      materialId: NO_MATERIAL,
      lotId: null,
      kind: 'main',
      month,
      kg,
      price: null,
      priceId: null,
    }))
  return [...priced, ...unknown]
}
