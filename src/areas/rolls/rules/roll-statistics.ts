/** What slit rolls are grouped by in free statistics 数据统计, and what is told of each group. */
export const statisticKeys = [
  'product',
  'width',
  'grade',
  'customer',
  'order',
  'line',
  'slitter',
  'team',
  'shift',
  'day',
  'week',
  'month',
  'defect',
] as const
export type StatisticKey = (typeof statisticKeys)[number]
/** `meanKg` is `kg` ÷ `rolls`; `downgradedKg` is of the metres that were downgraded and are no waste. */
export const statisticFigures = ['rolls', 'kg', 'metres', 'meanKg', 'downgradedKg'] as const
export type StatisticFigure = (typeof statisticFigures)[number]
/** Groups of an answer, rows by columns; what would make more is refused. */
export const MOST_GROUPS = 10_000
/** Days that statistics look at, at most: five years. */
export const MOST_DAYS = 1830
