import type { EndpointOutput } from '@/contract/endpoint'
import type { orderCostDetail } from '../contract/order-cost-endpoints'

export type CostDetailLine = EndpointOutput<typeof orderCostDetail>['lines'][number]
/** Stored decimals. Displayed in full, quantity × price equals the displayed amount. */
const STORED_DECIMALS = { quantity: 4, price: 6 } as const
const SMALL_PRICE = 0.01
const SIGNIFICANT_DIGITS = 3
const MAX_DECIMALS = 12

/**
 * Decimals of a mean price. Tool wear per metre is a few hundred-thousandths of a yuan and would read 0 with four
 * decimals.
 */
function getMeanDecimals(price: number): number {
  const size = Math.abs(price)
  if (size === 0 || size >= SMALL_PRICE) return 4
  return Math.min(MAX_DECIMALS, SIGNIFICANT_DIGITS - 1 - Math.floor(Math.log10(size)))
}
/**
 * Returns decimals and price of a line. Without a stored price several prices apply, and the mean price is displayed.
 */
export function getLineMetrics({ price, quantity, amount }: Pick<CostDetailLine, 'price' | 'quantity' | 'amount'>) {
  const mean = price === null && quantity !== 0
  const displayedPrice = mean ? amount / quantity : price
  return {
    quantityDecimals: mean ? 3 : STORED_DECIMALS.quantity,
    mean,
    price: displayedPrice,
    priceDecimals: mean ? getMeanDecimals(amount / quantity) : STORED_DECIMALS.price,
  }
}
/** Sorts lines by absolute amount, largest first. */
export const sortLargestFirst = <L extends { readonly amount: number }>(lines: readonly L[]): L[] =>
  lines.toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
