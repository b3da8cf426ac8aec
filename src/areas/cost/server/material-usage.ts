/** Material of orders with prices, as fed and as drawn from the hoppers by rolls and waste. */
import { listDrawnByWaste, loadLotReceipts, type FedLotSum } from '@/areas/feeding/server/queries/cost-sources'
import { isOrderEnded } from '@/areas/orders/rules/work-order'
import type { CostedOrder } from '@/areas/orders/server/queries/for-costs'
import { listMaterialPrices, type MaterialPrice } from '@/areas/prices/server/queries'
import { listRollDraws } from '@/areas/rolls/server/queries/for-costs'
import type { Context } from '@/server/context'
import type { MaterialUsage, OrderCostSources } from '../rules/cost-sources'

/**
 * Adds the price per kilogram to feeds: the invoice price of the lot, or else the price at its receipt. One statement.
 */
export async function addMaterialPrices(
  ctx: Context,
  feeds: readonly FedLotSum[],
): Promise<(MaterialUsage & { orderId: string })[]> {
  const toKey = (one: { materialId: string; lotId: string | null; on: string }) =>
    `${one.materialId} ${one.lotId} ${one.on}`
  const queries = feeds.map(({ materialId, lotId, receivedOn, firstOn }) => ({
    materialId,
    lotId,
    on: receivedOn ?? firstOn,
  }))
  const unique = [...new Map(queries.map((one) => [toKey(one), one])).values()]
  const priceByKey = new Map<string, MaterialPrice>(
    unique.length ? (await listMaterialPrices(ctx, unique)).map((one) => [toKey(one), one]) : [],
  )
  return feeds.map(({ orderId, materialId, lotId, kind, month, kg }, i) => {
    const price = priceByKey.get(toKey(queries[i]!))
    return { orderId, materialId, lotId, kind, month, kg, price: price?.price ?? null, priceId: price?.priceId ?? null }
  })
}

/**
 * Separates draws without a known hopper content. A finished order with good output but no rolls drew unrecorded
 * material: its `drawn` is null.
 */
export function splitUnrecorded(
  { state, jumboKg, goodKg }: Pick<CostedOrder, 'state' | 'jumboKg' | 'goodKg'>,
  draws: readonly MaterialUsage[],
): Pick<OrderCostSources, 'drawn' | 'unrecorded'> {
  if (isOrderEnded(state) && jumboKg <= 0 && goodKg > 0) return { drawn: null, unrecorded: [] }
  return {
    drawn: draws.filter(({ materialId }) => materialId !== NO_MATERIAL),
    unrecorded: draws.flatMap(({ materialId, month, kg }) => (materialId === NO_MATERIAL ? [{ month, kg }] : [])),
  }
}
/** Material id of kilograms without a known hopper content. */
const NO_MATERIAL = ''
/** Loads material drawn from the hoppers by rolls and waste, with prices. Four statements. */
export async function loadDrawnMaterial(
  ctx: Context,
  orderIds: readonly string[],
): Promise<(MaterialUsage & { orderId: string })[]> {
  const draws = [...(await listRollDraws(ctx, orderIds)), ...(await listDrawnByWaste(ctx, orderIds))].flatMap(
    ({ orderId, ...one }) => (orderId ? [{ orderId, ...one }] : []),
  )
  const receipts = await loadLotReceipts(
    ctx,
    draws.flatMap(({ lotId }) => lotId ?? []),
  )
  const hasMaterial = ({ materialId }: (typeof draws)[number]) => materialId !== null
  const pricedDraws = await addMaterialPrices(
    ctx,
    draws.filter(hasMaterial).map((one) => ({
      ...one,
      materialId: one.materialId ?? NO_MATERIAL,
      kind: 'main' as const,
      receivedOn: one.lotId ? (receipts.get(one.lotId) ?? null) : null,
      feeds: 0,
    })),
  )
  const unrecordedDraws = draws
    .filter((one) => !hasMaterial(one))
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
  return [...pricedDraws, ...unrecordedDraws]
}
