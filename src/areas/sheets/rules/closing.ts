/**
 * Items that are checked before a month is closed: unsigned handovers, unexplained stops, missing prices, missing meter
 * readings, missing approvals of input and output, unweighed jumbos, orders with incomplete costs, days that wait for
 * recalculation (`figures`), and refused writes that wait for a decision (`late`).
 */
export const closingItems = [
  'handovers',
  'stops',
  'prices',
  'readings',
  'inputOutput',
  'jumbos',
  'orders',
  'figures',
  'late',
] as const
export type ClosingItem = (typeof closingItems)[number]
/** Items that must be done before a month is closed. Other open items only require a reason for closing. */
export const blockingItems: ReadonlySet<ClosingItem> = new Set<ClosingItem>(['inputOutput', 'late'])
/**
 * Returns the address of the page that lists the rows of an item.
 * @param month e.g. `2026-10`
 */
export const buildClosingItemLink = (
  item: ClosingItem,
  { month, from, to }: { month: string; from: string; to: string },
): string => {
  const days = `businessDateFrom=${from}&businessDateTo=${to}`
  return {
    handovers: `/production/handover?${days}&state=draft,given`,
    stops: `/production/shutdown?view=list&${days}&state=standing,toExplain`,
    prices: '/cost/prices',
    readings: `/energy/statistics?period=month&day=${from}`,
    inputOutput: `/production/input-output?view=month&month=${month}`,
    jumbos: `/production/sheet?${days}`,
    orders: '/cost/comparison?view=orders',
    figures: `/reports/month?month=${month}&view=recount`,
    late: `/reports/month?month=${month}&view=late`,
  }[item]
}
/**
 * States of a refused write to a closed month. `booked`: somebody booked it by hand; `tried`: an online write, which needs
 * no decision.
 */
export const lateItemStates = ['waiting', 'accepted', 'booked', 'discarded', 'tried'] as const
