/** Material of orders with prices, as fed and as drawn from the hoppers by rolls and waste. */
import { drawnByWaste, lotReceipts, type FedLot } from '@/areas/feeding/server/queries/for-costs'
import { isOver } from '@/areas/orders/rules/work-order'
import type { CostedOrder } from '@/areas/orders/server/queries/for-costs'
import { materialPriceAt, type MaterialPrice } from '@/areas/prices/server/queries'
import { drawnByRolls } from '@/areas/rolls/server/queries/for-costs'
import type { Context } from '@/server/context'
import type { FedFact, OrderFacts } from '../rules/order-facts'

/**
 * Adds the price per kilogram to feeds: the invoice price of the lot, or else the price at its receipt. One statement.
 */
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

/**
 * Separates draws without a known hopper content. A finished order with good output but no rolls drew unrecorded
 * material: its `drawn` is null.
 */
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
/** Material id of kilograms without a known hopper content. */
const NO_MATERIAL = ''
/** Loads material drawn from the hoppers by rolls and waste, with prices. Four statements. */
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
