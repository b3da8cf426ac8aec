/**
 * Costs of a month that are charged to no order. Monthly prices are charged to orders for the hours in which they ran;
 * the rest of their total is unabsorbed cost.
 */
import { getMonthDays, toMonth, type Month } from '@/plant/rules/month'
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
  readonly lines: readonly PricedLine[]
  /** Hours of all orders, for the prices of products. */
  readonly productRuns: readonly ProductRun[]
}
interface PricedLine {
  readonly id: string
  readonly isWeb: boolean
}
/** Hours in which an order made a product on a line. */
export interface ProductRun {
  readonly lineId: string
  readonly productId: string
  readonly days: readonly { readonly day: Day; readonly hours: number }[]
}
/**
 * Calculates the total of all monthly prices, CNY, not rounded. For every hour of the month, each line owes the prices
 * valid that day. The price of an item is the line's own price, else an equal part of the plant-wide price. Orders are
 * charged by the same rule. Own prices of a line that makes no goods are due too. Without web lines, the plant-wide
 * prices are due in full. A price of a product is due only for the hours of its orders, instead of the line's price.
 */
export function calculateMonthlyPriceTotal(input: MonthlyPriceInput): number {
  const { month, untilMs, timeZone, prices, lines } = input
  const monthlyPrices = prices.filter(({ basis, productId }) => basis === 'month' && productId === null)
  const webLines = lines.filter(({ isWeb }) => isWeb)
  const { from, to } = getMonthDays(month)
  let totalCny = 0
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const shareOfMonth = countPassedHours(day, untilMs, timeZone) / countMonthHours(month, timeZone)
    if (shareOfMonth <= 0) break
    totalCny += shareOfMonth * sumMonthlyPrices(day, monthlyPrices, lines, webLines.length)
  }
  return totalCny + calculateProductDifference(input, monthlyPrices, webLines.length)
}
/**
 * Calculates by how much the prices of products change the total: for the hours of an order, its product's price is due
 * and the line's price of the same item is not.
 */
function calculateProductDifference(
  { month, timeZone, prices, lines, productRuns }: MonthlyPriceInput,
  linePrices: readonly DatedPrice[],
  webLineCount: number,
): number {
  let differenceCny = 0
  for (const { lineId, productId, days } of productRuns) {
    const line = lines.find(({ id }) => id === lineId)
    for (const { day, hours } of days) {
      if (toMonth(day) !== month) continue
      const productPrices = selectEffectivePrices(prices, { lineId, productId, day }).filter(
        (price) => price.basis === 'month' && price.productId !== null,
      )
      if (productPrices.length === 0) continue
      const replacedPrices = selectEffectivePrices(linePrices, { lineId, productId: null, day }).filter(({ item }) =>
        productPrices.some((price) => price.item === item),
      )
      const dueCny = sumNumbers(
        productPrices.map((price) => (price.lineId ? price.price : price.price / Math.max(1, webLineCount))),
      )
      const replacedCny = line ? sumNumbers(replacedPrices.map((price) => getLinePart(price, line, webLineCount))) : 0
      differenceCny += (hours / countMonthHours(month, timeZone)) * (dueCny - replacedCny)
    }
  }
  return differenceCny
}
/** Returns the part of a monthly price that a line owes, CNY per month. */
function getLinePart({ lineId, price }: DatedPrice, { isWeb }: PricedLine, webLineCount: number): number {
  if (lineId !== null) return price
  return isWeb ? price / webLineCount : 0
}
const sumNumbers = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
/** Sums the monthly prices of all lines that are valid on a day, CNY per month. */
function sumMonthlyPrices(
  day: Day,
  monthlyPrices: readonly DatedPrice[],
  lines: readonly PricedLine[],
  webLineCount: number,
): number {
  const linePrices = lines.flatMap((line) =>
    selectEffectivePrices(monthlyPrices, { lineId: line.id, productId: null, day }).map((price) =>
      getLinePart(price, line, webLineCount),
    ),
  )
  const plantPrices =
    webLineCount > 0
      ? []
      : selectEffectivePrices(monthlyPrices, { lineId: null, productId: null, day }).map(({ price }) => price)
  return sumNumbers([...linePrices, ...plantPrices])
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
