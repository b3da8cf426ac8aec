import type { OutOf } from '@/contract/endpoint'
import type { costRows } from '../contract/cost-calls'

export type ShownLine = OutOf<typeof costRows>['lines'][number]
/** Stored decimals. Displayed in full, quantity × price equals the displayed amount. */
const KEPT = { quantity: 4, price: 6 } as const
const SMALL = 0.01
const SIGNIFICANT = 3
const MOST_DECIMALS = 12

/**
 * Decimals of a mean price. Tool wear per metre is a few hundred-thousandths of a yuan and would read 0 with four
 * decimals.
 */
function meanDecimals(price: number): number {
  const size = Math.abs(price)
  if (size === 0 || size >= SMALL) return 4
  return Math.min(MOST_DECIMALS, SIGNIFICANT - 1 - Math.floor(Math.log10(size)))
}
/**
 * Returns decimals and price of a line. Without a stored price several prices apply, and the mean price is displayed.
 */
export function figuresOf({ price, quantity, amount }: Pick<ShownLine, 'price' | 'quantity' | 'amount'>) {
  const mean = price === null && quantity !== 0
  const shown = mean ? amount / quantity : price
  return {
    quantityDecimals: mean ? 3 : KEPT.quantity,
    mean,
    price: shown,
    priceDecimals: mean ? meanDecimals(amount / quantity) : KEPT.price,
  }
}
/** Sorts lines by absolute amount, largest first. */
export const largestFirst = <L extends { readonly amount: number }>(lines: readonly L[]): L[] =>
  lines.toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
