/** Amounts used in a month, charged to orders, and left unallocated; they add up to the fen. */
import { sumOf, toFen, type Fen } from './money'

/** Amount used; cost in CNY, not rounded. */
export interface Use {
  readonly quantity: number
  readonly cost: number
}
/** Amount charged by the stored cost of an order, as its page shows it. */
export interface Charge {
  readonly quantity: number
  readonly fen: Fen
}
export interface Rest {
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
export function restOf(uses: readonly Use[], charges: readonly Charge[]): Rest {
  const quantityOf = (of: readonly { readonly quantity: number }[]) =>
    of.reduce((sum, { quantity }) => sum + quantity, 0)
  const used = toFen(uses.reduce((sum, { cost }) => sum + cost, 0))
  const charged = sumOf(charges.map(({ fen }) => fen))
  const quantity = quantityOf(uses)
  return { used, charged, rest: used - charged, quantity, restQuantity: quantity - quantityOf(charges) }
}
