/** Amounts used in a month, charged to orders, and left unallocated; they add up to the fen. */
import { sumFen, toFen, type Fen } from './money'

/** Amount used; cost in CNY, not rounded. */
export interface UsedAmount {
  readonly quantity: number
  readonly cost: number
}
/** Amount charged by the stored cost of an order, as its page shows it. */
export interface ChargedAmount {
  readonly quantity: number
  readonly fen: Fen
}
export interface UnallocatedAmount {
  readonly used: Fen
  readonly charged: Fen
  /** Idle time, start-up, losses, people without an order, and rounding of each order line to the fen. */
  readonly rest: Fen
  readonly quantity: number
  readonly restQuantity: number
}
/**
 * Calculates what was used, charged and left unallocated.
 * @param uses everything that was used, each once
 */
export function calculateUnallocatedAmount(
  uses: readonly UsedAmount[],
  charges: readonly ChargedAmount[],
): UnallocatedAmount {
  const sumQuantity = (amounts: readonly { readonly quantity: number }[]) =>
    amounts.reduce((sum, { quantity }) => sum + quantity, 0)
  const used = toFen(uses.reduce((sum, { cost }) => sum + cost, 0))
  const charged = sumFen(charges.map(({ fen }) => fen))
  const quantity = sumQuantity(uses)
  return { used, charged, rest: used - charged, quantity, restQuantity: quantity - sumQuantity(charges) }
}
