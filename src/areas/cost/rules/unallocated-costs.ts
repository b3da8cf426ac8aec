/**
 * Costs of a month that are charged to no order. Monthly prices are charged to orders for the hours in which they ran;
 * the rest of their total is unabsorbed cost.
 */
import { getMonthDays, type Month } from '@/plant/rules/month'
import { addDays, resolveLocalTime, HOUR_MS, type Day } from '@/plant/rules/plant-time'
import { selectEffectivePrices } from '@/areas/prices/rules/dated-price'
import type { DatedPrice } from './cost-sources'
import { countMonthHours } from './run-spans'
import { sumFen, toFen, type CostPart, type Fen } from './cost-line'

export interface MonthlyPriceInput {
  readonly month: Month
  /** End of the month, or now if the month is not over: only the hours until then are due. ms since 1970. */
  readonly untilMs: number
  readonly timeZone: string
  readonly prices: readonly DatedPrice[]
  /** All lines of the plant. Web lines (`isWeb`) make goods and share the plant-wide prices. */
  readonly lines: readonly { readonly id: string; readonly isWeb: boolean }[]
}
/**
 * Calculates the total of all monthly prices, CNY, not rounded. For every hour of the month, each line owes the prices
 * valid that day. The price of an item is the line's own price, else an equal part of the plant-wide price. Orders are
 * charged by the same rule. Own prices of a line that makes no goods are due too. Without web lines, the plant-wide
 * prices are due in full.
 */
export function calculateMonthlyPriceTotal({ month, untilMs, timeZone, prices, lines }: MonthlyPriceInput): number {
  const monthlyPrices = prices.filter(({ basis, productId }) => basis === 'month' && productId === null)
  const webLines = lines.filter(({ isWeb }) => isWeb)
  const { from, to } = getMonthDays(month)
  let totalCny = 0
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const shareOfMonth = countPassedHours(day, untilMs, timeZone) / countMonthHours(month, timeZone)
    if (shareOfMonth <= 0) break
    totalCny += shareOfMonth * sumMonthlyPrices(day, monthlyPrices, lines, webLines.length)
  }
  return totalCny
}
/** Sums the monthly prices of all lines that are valid on a day, CNY per month. */
function sumMonthlyPrices(
  day: Day,
  monthlyPrices: readonly DatedPrice[],
  lines: MonthlyPriceInput['lines'],
  webLineCount: number,
): number {
  const linePrices = lines.flatMap(({ id, isWeb }) =>
    selectEffectivePrices(monthlyPrices, { lineId: id, productId: null, day }).map(({ lineId, price }) => {
      const isPlantWide = lineId === null
      if (!isPlantWide) return price
      return isWeb ? price / webLineCount : 0
    }),
  )
  const plantPrices =
    webLineCount > 0
      ? []
      : selectEffectivePrices(monthlyPrices, { lineId: null, productId: null, day }).map(({ price }) => price)
  return [...linePrices, ...plantPrices].reduce((sum, price) => sum + price, 0)
}
/** Counts the hours of a day that have passed at `untilMs`. */
const countPassedHours = (day: Day, untilMs: number, timeZone: string): number =>
  Math.max(0, Math.min(resolveLocalTime(addDays(day, 1), 0, timeZone), untilMs) - resolveLocalTime(day, 0, timeZone)) /
  HOUR_MS

/** Use of a cost part; cost in CNY, not rounded. */
export interface UsedAmount {
  readonly quantity: number
  readonly cost: number
}
/** Charge to orders by their stored costs, as displayed on the order pages. */
interface ChargedAmount {
  readonly quantity: number
  readonly fen: Fen
}
interface UnallocatedAmount {
  readonly usedFen: Fen
  readonly chargedFen: Fen
  /** Idle time, start-up, losses, people without an order, and rounding of each order line to the fen. */
  readonly unallocatedFen: Fen
  readonly quantity: number
  readonly unallocatedQuantity: number
}
/**
 * Calculates the amounts used, charged to orders and left unallocated. Used = charged + unallocated, to the fen.
 * @param uses the whole use of the month, each use once
 */
export function calculateUnallocatedAmount(
  uses: readonly UsedAmount[],
  charges: readonly ChargedAmount[],
): UnallocatedAmount {
  const sumQuantity = (amounts: readonly { readonly quantity: number }[]) =>
    amounts.reduce((sum, { quantity }) => sum + quantity, 0)
  const usedFen = toFen(uses.reduce((sum, { cost }) => sum + cost, 0))
  const chargedFen = sumFen(charges.map(({ fen }) => fen))
  const quantity = sumQuantity(uses)
  return {
    usedFen,
    chargedFen,
    unallocatedFen: usedFen - chargedFen,
    quantity,
    unallocatedQuantity: quantity - sumQuantity(charges),
  }
}

/** Parts without a metered or booked use: their use is the amount charged to orders. */
export const FULLY_CHARGED_PARTS: readonly CostPart[] = ['tools', 'credit']
/** Change of one part of an order's cost after its month was closed. */
export interface CostAdjustment {
  readonly part: CostPart
  readonly fen: Fen
}
/** Amounts in CNY of a part, in the frozen cost (`before`) and in the recalculated cost (`after`). */
interface ChangedPart {
  readonly part: CostPart
  readonly before: number
  readonly after: number
}
/**
 * Calculates the amounts that an adjustment adds by part. All adjustments of an order compare with its frozen cost, so
 * the amounts of the previous adjustment are subtracted.
 */
export function calculateAdjustedParts(
  parts: readonly ChangedPart[],
  previousParts: readonly ChangedPart[],
): CostAdjustment[] {
  const sumPart = (changedParts: readonly ChangedPart[], name: CostPart) =>
    sumFen(changedParts.flatMap(({ part, before, after }) => (part === name ? [toFen(after) - toFen(before)] : [])))
  return [...new Set([...parts, ...previousParts].map(({ part }) => part))].flatMap((part) => {
    const fen = sumPart(parts, part) - sumPart(previousParts, part)
    return fen === 0 ? [] : [{ part, fen }]
  })
}
/**
 * Calculates the amounts of closed months that are booked in a later month. The closed month already counts the use
 * itself. The later month therefore has charges without a use, and they reduce its unallocated costs.
 */
export function calculateAdjustmentAmount(
  adjustments: readonly CostAdjustment[],
): Pick<UnallocatedAmount, 'usedFen' | 'chargedFen' | 'unallocatedFen'> {
  const chargedFen = sumFen(adjustments.map(({ fen }) => fen))
  const usedFen = sumFen(adjustments.flatMap(({ part, fen }) => (FULLY_CHARGED_PARTS.includes(part) ? [fen] : [])))
  return { usedFen, chargedFen, unallocatedFen: usedFen - chargedFen }
}
