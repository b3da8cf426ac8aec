/** What prices per month come to in a month, whoever bore it: orders bear the hours in which they ran, the rest is unabsorbed. */
import { daysOfMonth, type Month } from '@/plant/rules/month'
import { addDays, atLocal, HOUR, type Day } from '@/plant/rules/plant-time'
import { pricesFor } from '@/areas/prices/rules/dated-price'
import type { DatedPrice } from './order-cost'
import { monthHours } from './run-time'

export interface MonthlyDueAsked {
  readonly month: Month
  /** ms since 1970: of a month that is not over only the hours until then are due. */
  readonly until: number
  readonly timeZone: string
  readonly prices: readonly DatedPrice[]
  /** Lines of the plant; goods are made on those that are `web`, and they share what is paid for the plant. */
  readonly lines: readonly { readonly id: string; readonly isWeb: boolean }[]
}
/**
 * CNY, not rounded. Each line owes its prices for all hours of the month, and its part of the plant's, by the same rules
 * that charge orders: of each item the price of the narrowest scope, hour by hour of the day it holds. What is paid for a
 * line that makes no goods, or for a plant without such lines, is due in full.
 */
export function calculateMonthlyDue({ month, until, timeZone, prices, lines }: MonthlyDueAsked): number {
  const monthly = prices.filter(({ basis, productId }) => basis === 'month' && productId === null)
  const webLines = lines.filter(({ isWeb }) => isWeb)
  const { from, to } = daysOfMonth(month)
  let due = 0
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const share = hoursOfDay(day, until, timeZone) / monthHours(month, timeZone)
    if (share <= 0) break
    due += share * priceOfDay(day, monthly, lines, webLines.length)
  }
  return due
}
function priceOfDay(
  day: Day,
  monthly: readonly DatedPrice[],
  lines: MonthlyDueAsked['lines'],
  webLines: number,
): number {
  const ofLines = lines.flatMap(({ id, isWeb }) =>
    pricesFor(monthly, { lineId: id, productId: null, day }).map(({ lineId, price }) =>
      lineId ? price : isWeb ? price / webLines : 0,
    ),
  )
  const ofPlant =
    webLines > 0 ? [] : pricesFor(monthly, { lineId: null, productId: null, day }).map(({ price }) => price)
  return [...ofLines, ...ofPlant].reduce((sum, price) => sum + price, 0)
}
const hoursOfDay = (day: Day, until: number, timeZone: string): number =>
  Math.max(0, Math.min(atLocal(addDays(day, 1), 0, timeZone), until) - atLocal(day, 0, timeZone)) / HOUR
