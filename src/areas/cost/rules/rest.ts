/** What was used in a month, what its orders were charged of it, and what is charged to none: the three add up to the fen. */
import { sumOf, toFen, type Fen } from './money'

/** CNY, not rounded. */
export interface Use {
  readonly quantity: number
  readonly cost: number
}
/** What the kept cost of an order says, as its page shows it. */
export interface Charge {
  readonly quantity: number
  readonly fen: Fen
}
export interface Rest {
  readonly used: Fen
  readonly charged: Fen
  /** Idle, start-up, losses, people without an order; and what rounding each line of an order to the fen leaves. */
  readonly rest: Fen
  readonly quantity: number
  readonly restQuantity: number
}
/** @param uses everything that was used, each once */
export function restOf(uses: readonly Use[], charges: readonly Charge[]): Rest {
  const quantityOf = (of: readonly { readonly quantity: number }[]) =>
    of.reduce((sum, { quantity }) => sum + quantity, 0)
  const used = toFen(uses.reduce((sum, { cost }) => sum + cost, 0))
  const charged = sumOf(charges.map(({ fen }) => fen))
  const quantity = quantityOf(uses)
  return { used, charged, rest: used - charged, quantity, restQuantity: quantity - quantityOf(charges) }
}
