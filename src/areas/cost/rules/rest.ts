/** What was used in a month, what its orders were charged of it, and what is charged to none: the three add up to the fen. */
import { sumOf, toFen, type Fen } from './money'

/** CNY, not rounded; `orderId` null: of no order. */
export interface Use {
  readonly orderId: string | null
  readonly quantity: number
  readonly cost: number
}
export interface Rest {
  readonly used: Fen
  readonly charged: Fen
  /** Idle, start-up, losses, people without an order; and what rounding each order's part to the fen leaves. */
  readonly rest: Fen
  readonly quantity: number
  readonly restQuantity: number
}
/** @param uses everything that was used, each once */
export function restOf(uses: readonly Use[]): Rest {
  const by = new Map<string, number>()
  for (const { orderId, cost } of uses) if (orderId !== null) by.set(orderId, (by.get(orderId) ?? 0) + cost)
  const used = toFen(uses.reduce((sum, { cost }) => sum + cost, 0))
  const charged = sumOf([...by.values()].map(toFen))
  const quantityOf = (of: readonly Use[]) => of.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    used,
    charged,
    rest: used - charged,
    quantity: quantityOf(uses),
    restQuantity: quantityOf(uses.filter(({ orderId }) => orderId === null)),
  }
}
