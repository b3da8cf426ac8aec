/** Stock of spare parts 备件: what a movement does to it, and what is to be ordered. */

import { getUnitFactor } from '@/contract/unit-table'

export type Movement =
  | { readonly kind: 'in'; readonly quantity: number }
  /** Taken out for a repair. */
  | { readonly kind: 'out'; readonly quantity: number; readonly repairId: string | null }
  /**
   * A count found more (positive) or less (negative) than the books. It carries the difference, not the count: an
   * issue made offline and delivered after the count must still be taken off.
   */
  | { readonly kind: 'count'; readonly difference: number }

/** A movement as it is booked: one quantity, which of a count is the difference. */
export const movementOf = ({
  kind,
  quantity,
  repairId,
}: {
  readonly kind: Movement['kind']
  readonly quantity: number
  readonly repairId?: string | null
}): Movement =>
  kind === 'count'
    ? { kind, difference: quantity }
    : kind === 'out'
      ? { kind, quantity, repairId: repairId ?? null }
      : { kind, quantity }

export interface PartStock {
  readonly quantity: number
  readonly minimum: number
}

export type StockDecision =
  /** `below`: the minimum is reached, or the books are below zero after a count and must be looked at. */
  | { readonly ok: true; readonly quantity: number; readonly below: 'minimum' | 'zero' | null }
  | { readonly ok: false; readonly reason: 'notEnough' | 'notPositive' | 'notANumber'; readonly available: number }

/** The stock after a movement. Only a count correction may lead below zero. Quantities to three decimals (kg, l, m). */
export function moveStock(stock: PartStock, movement: Movement): StockDecision {
  const amount = movement.kind === 'count' ? movement.difference : movement.quantity
  if (!Number.isFinite(amount)) return { ok: false, reason: 'notANumber', available: stock.quantity }
  if (movement.kind !== 'count' && amount <= 0) return { ok: false, reason: 'notPositive', available: stock.quantity }
  const quantity = rounded(stock.quantity + (movement.kind === 'out' ? -amount : amount))
  if (movement.kind === 'out' && quantity < 0) return { ok: false, reason: 'notEnough', available: stock.quantity }
  return { ok: true, quantity, below: quantity < 0 ? 'zero' : quantity <= stock.minimum ? 'minimum' : null }
}

/**
 * What to book when a repair says how many of a part it used. `said` before, `wanted` now, `booked` out to the repair so
 * far (returns taken off). More than is booked is taken out; less than was said is given back, but never what the store
 * issued by itself. Positive: out, negative: back in.
 */
export function partsToBook(wanted: number, said: number, booked: number): number {
  if (wanted > booked) return rounded(wanted - booked)
  return -Math.max(0, rounded(Math.min(said - wanted, booked - wanted))) + 0
}

/** What a repair needs of a part: its own list and the parts records that name it tell of the same pieces, so the larger counts. */
export const neededByRepair = (repairSays: number, recordsSay: number): number => Math.max(repairSays, recordsSay)

/**
 * An amount in the unit that the store counts in (`公斤`, `L`, `只` …); null when one cannot be turned into the other: strokes of a
 * grease gun, a drum.
 */
export function inStockUnit(amount: number, unit: string | null, stockUnit: string): number | null {
  const factor = unit === null ? 1 : getUnitFactor(unit, stockUnit)
  return factor === null ? null : rounded(amount * factor)
}

/** Whether a part belongs on the warning list: at or below its minimum, and somebody wants it in stock at all. */
export function isLow(part: PartStock & { readonly orderUpTo: number | null }): boolean {
  return part.quantity < 0 || (part.quantity <= part.minimum && (part.minimum > 0 || (part.orderUpTo ?? 0) > 0))
}

/** The difference to book for a count, against the quantity the books showed when it was counted. */
export function countDifference(booked: number, counted: number): number {
  return rounded(counted - booked)
}

export interface OrderablePart extends PartStock {
  readonly id: string
  /** Stock to order up to; null: twice the minimum. */
  readonly orderUpTo: number | null
  /** Ordered, not yet arrived. */
  readonly onOrder: number
}

/** Parts at or below their minimum, what is on order counted in; the emptiest (as a share of its minimum) first. With a minimum of 0 only what the books show below zero is ordered, or what has an `orderUpTo`. */
export function partsToOrder<T extends OrderablePart>(parts: readonly T[]): { part: T; quantity: number }[] {
  return parts
    .filter((part) => part.quantity + part.onOrder <= part.minimum)
    .map((part) => ({
      part,
      quantity: rounded(Math.max(part.orderUpTo ?? part.minimum * 2, part.minimum) - part.quantity - part.onOrder),
    }))
    .filter(({ quantity }) => quantity > 0)
    .sort((a, b) => share(a.part) - share(b.part) || (a.part.id < b.part.id ? -1 : 1))
}

function share(part: OrderablePart): number {
  return part.minimum > 0 ? part.quantity / part.minimum : part.quantity
}

function rounded(quantity: number): number {
  // `+ 0` turns −0 into 0.
  return Math.round(quantity * 1000) / 1000 + 0
}
