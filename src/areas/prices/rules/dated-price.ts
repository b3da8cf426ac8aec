/** Rules of dated prices. A price holds from its start day until a later price with the same key replaces it. */
import type { Day } from '@/plant/rules/plant-time'
import type { PriceKind } from '@/plant/rules/price-kind'

/** Kinds of cost prices: 固定, 直接, 其他, 材料, 财务. */
export const costKinds = ['fixed', 'direct', 'other', 'material', 'financial'] as const satisfies readonly PriceKind[]
export type CostKind = (typeof costKinds)[number]
/** Unit that a price applies to. */
export const priceBases = ['month', 'machineHour', 'labourHour', 'kg'] as const
export type PriceBasis = (typeof priceBases)[number]
/** Scope of a price; the narrowest scope wins. */
export const priceScopes = ['plant', 'line', 'product', 'lineProduct'] as const
export type PriceScope = (typeof priceScopes)[number]
export const pricedMedia = ['gas', 'water'] as const
export type PricedMedium = (typeof pricedMedia)[number]
/** 需量, 容量, 输配电, 政府性基金及附加, 力调: charges of a bill other than energy. */
export const billCharges = ['demand', 'capacity', 'transmission', 'surcharge', 'powerFactor'] as const
export type BillCharge = (typeof billCharges)[number]
/** True if a charge may be negative: a rebate among the surcharges, or the bonus for a good power factor. */
export const canChargeBeNegative = (charge: BillCharge): boolean => charge === 'surcharge' || charge === 'powerFactor'
/**
 * Charges per kWh, which orders bear in proportion to their energy. The other charges are paid monthly, regardless of
 * the output.
 */
export const perKwhCharges = ['transmission', 'surcharge'] as const satisfies readonly BillCharge[]
export type PerKwhCharge = (typeof perKwhCharges)[number]
/** True if a name is a charge per kWh. */
export const isPerKwhCharge = (name: string): name is PerKwhCharge => perKwhCharges.some((charge) => charge === name)

export interface ScopeIds {
  readonly lineId: string | null
  readonly productId: string | null
}
/** Returns the scope of a price with an optional line and product. */
export const toScope = ({ lineId, productId }: ScopeIds): PriceScope => {
  if (productId) return lineId ? 'lineProduct' : 'product'
  return lineId ? 'line' : 'plant'
}
const SCOPE_RANK: Readonly<Record<PriceScope, number>> = { plant: 0, line: 1, product: 2, lineProduct: 3 }

/** Selects the prices that apply to a product on a line and day: for each item, the price with the narrowest scope. */
export function selectEffectivePrices<
  P extends ScopeIds & { item: string; effectiveFrom: Day; effectiveTo: Day | null },
>(prices: readonly P[], target: ScopeIds & { readonly day: Day }): P[] {
  const priceByItem = new Map<string, P>()
  for (const price of prices) {
    if (price.effectiveFrom > target.day || (price.effectiveTo !== null && price.effectiveTo < target.day)) continue
    if ((price.lineId && price.lineId !== target.lineId) || (price.productId && price.productId !== target.productId))
      continue
    const widerPrice = priceByItem.get(price.item)
    if (!widerPrice || SCOPE_RANK[toScope(price)] > SCOPE_RANK[toScope(widerPrice)]) priceByItem.set(price.item, price)
  }
  return [...priceByItem.values()]
}

/**
 * Returns the first closed month in which a price holds; null if all are open.
 * @param to last day; null without an end
 */
export const findFirstClosedMonth = (
  closedMonths: readonly string[],
  { from, to }: { readonly from: Day; readonly to: Day | null },
): string | null =>
  closedMonths.find((month) => month >= from.slice(0, 7) && (to === null || month <= to.slice(0, 7))) ?? null

/** A price this many times higher or lower than the previous one is probably a slip of the decimal point. */
const JUMP_FACTOR = 10
/**
 * True if a price needs confirmation: it is 0 or negative, or differs from the previous price by an order of magnitude.
 */
export const isDoubtfulPrice = (price: number, previousPrice: number | null): boolean =>
  price <= 0 ||
  (previousPrice !== null &&
    previousPrice > 0 &&
    (price >= previousPrice * JUMP_FACTOR || price <= previousPrice / JUMP_FACTOR))
