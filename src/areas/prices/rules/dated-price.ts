/** Prices that hold from a day on until a later one of the same key takes their place. */
import type { Day } from '@/plant/rules/plant-time'
import type { PriceKind } from '@/plant/rules/price-kind'

/** 固定, 直接, 其他, 材料, 财务. */
export const costKinds = ['fixed', 'direct', 'other', 'material', 'financial'] as const satisfies readonly PriceKind[]
export type CostKind = (typeof costKinds)[number]
/** What a price is for one of. */
export const bases = ['month', 'machineHour', 'labourHour', 'kg'] as const
export type Basis = (typeof bases)[number]
/** Where a price holds; the narrowest counts. */
export const scopes = ['plant', 'line', 'product', 'lineProduct'] as const
export type Scope = (typeof scopes)[number]
export const media = ['gas', 'water'] as const
export type Medium = (typeof media)[number]
/** 需量, 容量, 输配电, 政府性基金及附加, 力调: what a bill names beside energy. */
export const charges = ['demand', 'capacity', 'transmission', 'surcharge', 'powerFactor'] as const
export type Charge = (typeof charges)[number]
/** Charges that are paid per kWh: they follow the energy of each order. The others are paid by the month, whatever was made. */
export const perKwhCharges = ['transmission', 'surcharge'] as const satisfies readonly Charge[]
export type PerKwhCharge = (typeof perKwhCharges)[number]
export const isPerKwhCharge = (name: string): name is PerKwhCharge => perKwhCharges.some((charge) => charge === name)

export interface Scoped {
  readonly lineId: string | null
  readonly productId: string | null
}
export const scopeOf = ({ lineId, productId }: Scoped): Scope =>
  lineId && productId ? 'lineProduct' : productId ? 'product' : lineId ? 'line' : 'plant'
const NARROW: Readonly<Record<Scope, number>> = { plant: 0, line: 1, product: 2, lineProduct: 3 }

/** Of prices of several scopes those that count for a product on a line on a day: of each item the narrowest. */
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

/** First of the closed months in which a price holds; null when all of them are open. @param to last day, null without an end */
export const closedWithin = (
  closed: readonly string[],
  { from, to }: { readonly from: Day; readonly to: Day | null },
): string | null =>
  closed.find((month) => month >= from.slice(0, 7) && (to === null || month <= to.slice(0, 7))) ?? null

/** So many times the price before, or so small a part of it, is a slip of the decimal point before it is a price. */
const A_JUMP = 10
/** Whether a price is asked about again: it is 0 or below, or of another size than the one before it. */
export const isDoubtful = (price: number, before: number | null): boolean =>
  price <= 0 || (before !== null && before > 0 && (price >= before * A_JUMP || price <= before / A_JUMP))
