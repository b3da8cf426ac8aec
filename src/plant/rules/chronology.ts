/**
 * Checks that nothing is used before it existed: no lot before its receipt, no tool before its purchase, no machine
 * before its installation.
 */
import type { Day } from './plant-time'

/**
 * True if a thing is used before it existed.
 * @param existsSince first day on which the thing existed; null if unknown, then nothing is too early
 * @param usedOn day of the use by the plant's clock, not the business date: a night shift's business date is the day
 * before
 */
export function isUsedTooEarly(existsSince: Day | null, usedOn: Day): boolean {
  return existsSince !== null && usedOn < existsSince
}

export interface StockMovement {
  /** Milliseconds since 1970. */
  readonly atMs: number
  /** Positive: into the store, negative: out of it. */
  readonly quantity: number
}
/**
 * Returns the minimum book stock from a moment on. At most this quantity may be taken out at that moment; with more,
 * the stock would become negative later. A movement at exactly `fromMs` counts as earlier.
 * @param currentStock stock after all movements
 */
export function calculateMinStockFrom(
  currentStock: number,
  movements: readonly StockMovement[],
  fromMs: number,
): number {
  let stock = currentStock
  let minStock = currentStock
  for (const movement of [...movements].sort((left, right) => right.atMs - left.atMs)) {
    if (movement.atMs <= fromMs) break
    // Undoes the movement: the stock just before it.
    stock -= movement.quantity
    minStock = Math.min(minStock, stock)
  }
  // `+ 0` turns −0 into 0.
  return Math.round(minStock * 1000) / 1000 + 0
}
