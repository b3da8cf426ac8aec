/** Total of the monthly prices in a month. Orders bear the hours in which they ran; the difference is unabsorbed. */
import { getMonthDays, type Month } from '@/plant/rules/month'
import { addDays, resolveLocalTime, HOUR_MS, type Day } from '@/plant/rules/plant-time'
import { selectEffectivePrices } from '@/areas/prices/rules/dated-price'
import type { DatedPrice } from './cost-sources'
import { countMonthHours } from './run-spans'

export interface MonthlyDueInput {
  readonly month: Month
  /** ms since 1970. For a month that is not over, only the hours until then are due. */
  readonly until: number
  readonly timeZone: string
  readonly prices: readonly DatedPrice[]
  /** All lines of the plant. Web lines (`isWeb`) make goods and share the plant-wide prices. */
  readonly lines: readonly { readonly id: string; readonly isWeb: boolean }[]
}
/**
 * Returns the amount due in CNY, not rounded. Each line owes its own prices for all hours of the month and its part of
 * the plant-wide prices, by the rules that charge orders: for each item the price of the narrowest scope, for each hour
 * of its days. Prices of a line that makes no goods, or of a plant without web lines, are due in full.
 */
export function calculateMonthlyPriceTotal({ month, until, timeZone, prices, lines }: MonthlyDueInput): number {
  const monthlyPrices = prices.filter(({ basis, productId }) => basis === 'month' && productId === null)
  const webLines = lines.filter(({ isWeb }) => isWeb)
  const { from, to } = getMonthDays(month)
  let due = 0
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const share = countPassedHours(day, until, timeZone) / countMonthHours(month, timeZone)
    if (share <= 0) break
    due += share * sumMonthlyPrices(day, monthlyPrices, lines, webLines.length)
  }
  return due
}
function sumMonthlyPrices(
  day: Day,
  monthly: readonly DatedPrice[],
  lines: MonthlyDueInput['lines'],
  webLineCount: number,
): number {
  const linePrices = lines.flatMap(({ id, isWeb }) =>
    selectEffectivePrices(monthly, { lineId: id, productId: null, day }).map(({ lineId, price }) =>
      lineId ? price : isWeb ? price / webLineCount : 0,
    ),
  )
  const plantPrices =
    webLineCount > 0
      ? []
      : selectEffectivePrices(monthly, { lineId: null, productId: null, day }).map(({ price }) => price)
  return [...linePrices, ...plantPrices].reduce((sum, price) => sum + price, 0)
}
const countPassedHours = (day: Day, until: number, timeZone: string): number =>
  Math.max(0, Math.min(resolveLocalTime(addDays(day, 1), 0, timeZone), until) - resolveLocalTime(day, 0, timeZone)) /
  HOUR_MS
