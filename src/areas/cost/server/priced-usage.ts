/** Loads what orders used, with prices: material as fed, material as drawn from the hoppers, and energy. */
import { listLotsInWaste, loadLotReceipts, type FedLotSum } from '@/areas/feeding/server/queries/cost-sources'
import { isOrderEnded } from '@/areas/orders/rules/work-order'
import type { CostedOrder } from '@/areas/orders/server/queries/costed-orders'
import { listMaterialPrices, type MaterialPrice } from '@/areas/prices/server/queries'
import { listRollDraws } from '@/areas/slitting/server/queries/roll-draws'
import type { Context } from '@/server/context'
import type { MaterialUsage, OrderCostSources } from '../rules/cost-sources'
import {
  loadEnergySums as loadEnergyOfAllMedia,
  loadOrderEnergy as loadOrderEnergyOfAllMedia,
  type EnergySums as EnergySumsOfAnyMedium,
} from '@/areas/energy/server/queries'
import type { Month } from '@/plant/rules/month'
import type { Day } from '@/plant/rules/plant-time'

/**
 * Adds the price per kilogram to feeds: the invoice price of the lot, or else the price of the material on the day of
 * receipt. The first day of use replaces an unknown day of receipt.
 */
export async function addMaterialPrices(
  ctx: Context,
  feeds: readonly FedLotSum[],
): Promise<(MaterialUsage & { orderId: string })[]> {
  const toKey = (query: { materialId: string; lotId: string | null; on: string }) =>
    `${query.materialId} ${query.lotId} ${query.on}`
  const queries = feeds.map(({ materialId, lotId, receivedOn, firstOn }) => ({
    materialId,
    lotId,
    on: receivedOn ?? firstOn,
  }))
  const uniqueQueries = [...new Map(queries.map((query) => [toKey(query), query])).values()]
  const priceByKey = new Map<string, MaterialPrice>(
    uniqueQueries.length ? (await listMaterialPrices(ctx, uniqueQueries)).map((price) => [toKey(price), price]) : [],
  )
  return feeds.map(({ orderId, materialId, lotId, kind, month, kg }, i) => {
    const price = priceByKey.get(toKey(queries[i]!))
    return { orderId, materialId, lotId, kind, month, kg, price: price?.price ?? null, priceId: price?.priceId ?? null }
  })
}

/**
 * Separates draws of mass that no hopper held from the other draws. `drawnMaterial` is null for an ended order with good
 * output but neither rolls nor lanes in rolls of other orders, because nothing recorded its draws.
 */
export function separateUnrecordedDraws(
  { state, jumboKg, goodKg }: Pick<CostedOrder, 'state' | 'jumboKg' | 'goodKg'>,
  draws: readonly MaterialUsage[],
  takesLanes: boolean,
): Pick<OrderCostSources, 'drawnMaterial' | 'unrecordedDraws'> {
  if (isOrderEnded(state) && jumboKg <= 0 && goodKg > 0 && !takesLanes)
    return { drawnMaterial: null, unrecordedDraws: [] }
  return {
    drawnMaterial: draws.filter(({ materialId }) => materialId !== NO_MATERIAL),
    unrecordedDraws: draws.flatMap(({ materialId, month, kg }) => (materialId === NO_MATERIAL ? [{ month, kg }] : [])),
  }
}
/** Material id of drawn mass that no hopper held. */
const NO_MATERIAL = ''
/** Loads material drawn from the hoppers by rolls and waste, with prices. */
export async function loadDrawnMaterial(
  ctx: Context,
  orderIds: readonly string[],
): Promise<(MaterialUsage & { orderId: string })[]> {
  const draws = [...(await listRollDraws(ctx, orderIds)), ...(await listLotsInWaste(ctx, orderIds))].flatMap(
    ({ orderId, ...draw }) => (orderId ? [{ orderId, ...draw }] : []),
  )
  const receipts = await loadLotReceipts(
    ctx,
    draws.flatMap(({ lotId }) => lotId ?? []),
  )
  const hasMaterial = ({ materialId }: (typeof draws)[number]) => materialId !== null
  const pricedDraws = await addMaterialPrices(
    ctx,
    draws.filter(hasMaterial).map((draw) => ({
      ...draw,
      materialId: draw.materialId ?? NO_MATERIAL,
      // `kind` matters for packing only, and packing is never drawn from a hopper.
      kind: 'main' as const,
      receivedOn: draw.lotId ? (receipts.get(draw.lotId) ?? null) : null,
      feeds: 0,
    })),
  )
  const unrecordedDraws = draws
    .filter((draw) => !hasMaterial(draw))
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

/** Media that have a price in the cost of an order. */
const PRICED_MEDIA = ['electricity', 'gas', 'water'] as const
interface PricedEnergySums extends Omit<EnergySumsOfAnyMedium, 'medium'> {
  readonly medium: (typeof PRICED_MEDIA)[number]
}
export interface PricedOrderEnergy {
  readonly orderId: string
  readonly sums: readonly (PricedEnergySums & { readonly month: Month })[]
  readonly uncountedDays: readonly Day[]
}
/** Keeps the sums of priced media. */
const filterPriced = <S extends EnergySumsOfAnyMedium>(sums: readonly S[]): (S & PricedEnergySums)[] =>
  sums.filter((energySum): energySum is S & PricedEnergySums =>
    PRICED_MEDIA.some((medium) => medium === energySum.medium),
  )
/** Loads the priced energy of orders. */
export const loadPricedOrderEnergy = async (
  ctx: Context,
  orderIds: readonly string[],
): Promise<readonly PricedOrderEnergy[]> =>
  (await loadOrderEnergyOfAllMedia(ctx, orderIds)).map((orderEnergy) => ({
    ...orderEnergy,
    sums: filterPriced(orderEnergy.sums),
  }))
/** Loads the priced energy of the plant in a range of days. */
export const loadPricedEnergy = async (
  ctx: Context,
  dayRange: { from: Day; to: Day },
): Promise<readonly PricedEnergySums[]> => filterPriced(await loadEnergyOfAllMedia(ctx, dayRange))
