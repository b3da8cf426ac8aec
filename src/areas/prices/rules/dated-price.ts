/** Dated prices: a price holds from its day until a later price of the same key replaces it. */
import type { Day } from '@/plant/rules/plant-time'
import type { PriceKind } from '@/plant/rules/price-kind'

/** 固定, 直接, 其他, 材料, 财务. */
export const costKinds = ['fixed', 'direct', 'other', 'material', 'financial'] as const satisfies readonly PriceKind[]
export type CostKind = (typeof costKinds)[number]
/** Unit that a price applies to. */
export const bases = ['month', 'machineHour', 'labourHour', 'kg'] as const
export type Basis = (typeof bases)[number]
/** Scope of a price; the narrowest scope wins. */
export const scopes = ['plant', 'line', 'product', 'lineProduct'] as const
export type Scope = (typeof scopes)[number]
export const media = ['gas', 'water'] as const
export type Medium = (typeof media)[number]
/** 需量, 容量, 输配电, 政府性基金及附加, 力调: charges of a bill other than energy. */
export const charges = ['demand', 'capacity', 'transmission', 'surcharge', 'powerFactor'] as const
export type Charge = (typeof charges)[number]
/** Charges per kWh, which follow the energy of each order. The others are paid monthly, whatever was made. */
export const perKwhCharges = ['transmission', 'surcharge'] as const satisfies readonly Charge[]
export type PerKwhCharge = (typeof perKwhCharges)[number]
/** True if a name is a charge per kWh. */
export const isPerKwhCharge = (name: string): name is PerKwhCharge => perKwhCharges.some((charge) => charge === name)

export interface Scoped {
  readonly lineId: string | null
  readonly productId: string | null
}
/** Returns the scope of a price with an optional line and product. */
export const scopeOf = ({ lineId, productId }: Scoped): Scope =>
  lineId && productId ? 'lineProduct' : productId ? 'product' : lineId ? 'line' : 'plant'
const NARROW: Readonly<Record<Scope, number>> = { plant: 0, line: 1, product: 2, lineProduct: 3 }

/** Selects the prices that apply to a product on a line and day: for each item the one with the narrowest scope. */
export function pricesFor<P extends Scoped & { item: string; effectiveFrom: Day; effectiveTo: Day | null }>(
  prices: readonly P[],
  of: Scoped & { readonly day: Day },
): P[] {
  const best = new Map<string, P>()
  for (const price of prices) {
    if (price.effectiveFrom > of.day || (price.effectiveTo !== null && price.effectiveTo < of.day)) continue
    if ((price.lineId && price.lineId !== of.lineId) || (price.productId && price.productId !== of.productId)) continue
    const held = best.get(price.item)
    if (!held || NARROW[scopeOf(price)] > NARROW[scopeOf(held)]) best.set(price.item, price)
  }
  return [...best.values()]
}

/**
 * Returns the first closed month in which a price holds; null if all are open.
 * @param to last day; null without an end
 */
export const closedWithin = (
  closed: readonly string[],
  { from, to }: { readonly from: Day; readonly to: Day | null },
): string | null =>
  closed.find((month) => month >= from.slice(0, 7) && (to === null || month <= to.slice(0, 7))) ?? null

/** A price this many times higher or lower than the previous one is probably a slip of the decimal point. */
const A_JUMP = 10
/**
 * True if a price needs confirmation: it is 0 or negative, or differs from the previous price by an order of magnitude.
 */
export const isDoubtful = (price: number, before: number | null): boolean =>
  price <= 0 || (before !== null && before > 0 && (price >= before * A_JUMP || price <= before / A_JUMP))
