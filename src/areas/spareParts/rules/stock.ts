/** Stock of spare parts 备件: effect of movements, and quantities to order. */

import { getUnitFactor } from '@/contract/unit-table'

export type PartMovement =
  | { readonly kind: 'in'; readonly quantity: number }
  /** Issued, for a repair if `repairId` is set. */
  | { readonly kind: 'out'; readonly quantity: number; readonly repairId: string | null }
  /**
   * A count found more (positive) or less (negative) than the books. It carries the difference, not the counted stock,
   * because parts issued before the count may be booked after it, by a phone that was offline.
   */
  | { readonly kind: 'count'; readonly difference: number }

/** Converts booked fields to a movement; the quantity of a count is the difference. */
export const toPartMovement = ({
  kind,
  quantity,
  repairId,
}: {
  readonly kind: PartMovement['kind']
  readonly quantity: number
  readonly repairId?: string | null
}): PartMovement => {
  if (kind === 'count') return { kind, difference: quantity }
  if (kind === 'out') return { kind, quantity, repairId: repairId ?? null }
  return { kind, quantity }
}

/** Stock of a part and its minimum, in the unit of the part. */
export interface PartStock {
  readonly quantity: number
  readonly minimum: number
}

export type StockDecision =
  /** `reachedLevel`: `minimum` if the stock is at or below it, `negative` if the stock must be checked. */
  | { readonly ok: true; readonly quantity: number; readonly reachedLevel: 'minimum' | 'negative' | null }
  | { readonly ok: false; readonly reason: 'notEnough' | 'notPositive' | 'notANumber'; readonly available: number }

/** Calculates the stock after a movement, to three decimals (kg, l, m). Only a count may make the stock negative. */
export function applyMovement(stock: PartStock, movement: PartMovement): StockDecision {
  const amount = movement.kind === 'count' ? movement.difference : movement.quantity
  if (!Number.isFinite(amount)) return { ok: false, reason: 'notANumber', available: stock.quantity }
  if (movement.kind !== 'count' && amount <= 0) return { ok: false, reason: 'notPositive', available: stock.quantity }
  const quantity = roundQuantity(stock.quantity + (movement.kind === 'out' ? -amount : amount))
  if (movement.kind === 'out' && quantity < 0) return { ok: false, reason: 'notEnough', available: stock.quantity }
  return { ok: true, quantity, reachedLevel: getReachedLevel(quantity, stock.minimum) }
}
function getReachedLevel(quantity: number, minimum: number): 'minimum' | 'negative' | null {
  if (quantity < 0) return 'negative'
  return quantity <= minimum ? 'minimum' : null
}

/**
 * Calculates the quantity to book when the used quantity of a part changes: positive for an issue, negative for parts
 * that go back to the store. Parts that the store issued by hand are also booked, but not part of the used quantity.
 * They stay issued, because at most the decrease of the used quantity goes back.
 * @param bookedQuantity issued so far, less returns
 */
export function calculateQuantityToBook(newQuantity: number, previousQuantity: number, bookedQuantity: number): number {
  if (newQuantity > bookedQuantity) return roundQuantity(newQuantity - bookedQuantity)
  const returnedQuantity = Math.min(previousQuantity - newQuantity, bookedQuantity - newQuantity)
  // `0 - x` instead of `-x`, because `-0` would be displayed with a minus sign.
  return 0 - Math.max(0, roundQuantity(returnedQuantity))
}

/**
 * Calculates how many pieces of a part a repair needs. The repair's own list and its parts records describe the same
 * pieces, so the larger quantity counts.
 */
export const calculateRepairNeed = (repairQuantity: number, recordsQuantity: number): number =>
  Math.max(repairQuantity, recordsQuantity)

/**
 * Converts an amount to the stock unit (`公斤`, `L`, `只` …). Returns null if the unit cannot be converted, e.g. drums or
 * strokes of a grease gun.
 */
export function convertToStockUnit(amount: number, unit: string | null, stockUnit: string): number | null {
  const factor = unit === null ? 1 : getUnitFactor(unit, stockUnit)
  return factor === null ? null : roundQuantity(amount * factor)
}

/**
 * True if a part belongs on the warning list: its stock is negative, or at or below the minimum of a part kept in
 * stock.
 */
export function isStockLow(part: PartStock & { readonly orderUpTo: number | null }): boolean {
  return part.quantity < 0 || (part.quantity <= part.minimum && (part.minimum > 0 || (part.orderUpTo ?? 0) > 0))
}

/** Calculates the difference to book for a count: counted stock less the booked stock at the time of the count. */
export function calculateCountDifference(bookedQuantity: number, countedQuantity: number): number {
  return roundQuantity(countedQuantity - bookedQuantity)
}

/** A part with the quantities that decide what to order. */
export interface OrderablePart extends PartStock {
  readonly id: string
  /** Target stock of an order; null: twice the minimum. */
  readonly orderUpTo: number | null
  /** Ordered but not yet delivered. */
  readonly onOrder: number
}

/**
 * Calculates the quantities to order. Parts with the lowest stock relative to their minimum come first. A part is ordered if its stock
 * plus open orders is at or below its minimum. With a minimum of 0, a part is ordered only if its stock is negative or
 * it has an `orderUpTo`.
 */
export function calculatePartsToOrder<T extends OrderablePart>(parts: readonly T[]): { part: T; quantity: number }[] {
  return parts
    .filter((part) => roundQuantity(part.quantity + part.onOrder) <= part.minimum)
    .map((part) => ({
      part,
      quantity: roundQuantity(
        Math.max(part.orderUpTo ?? part.minimum * 2, part.minimum) - part.quantity - part.onOrder,
      ),
    }))
    .filter(({ quantity }) => quantity > 0)
    .sort((a, b) => calculateStockShare(a.part) - calculateStockShare(b.part) || (a.part.id < b.part.id ? -1 : 1))
}

/** Calculates the stock relative to the minimum, to sort parts by; without a minimum the stock itself. */
function calculateStockShare(part: OrderablePart): number {
  return part.minimum > 0 ? part.quantity / part.minimum : part.quantity
}

/** Rounds to three decimals, in which stock is kept. */
function roundQuantity(quantity: number): number {
  // `+ 0` turns -0 into 0.
  return Math.round(quantity * 1000) / 1000 + 0
}
