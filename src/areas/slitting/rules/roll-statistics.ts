/**
 * Grouping keys and metrics of free statistics 数据统计 over slit rolls. As in all endpoints, `line` is the line that did
 * the counted work, here the slitting line; `slitter` is another name of it. `windingLine` is the line that wound the
 * jumbo.
 */
export const statisticKeys = [
  'product',
  'width',
  'grade',
  'customer',
  'order',
  'line',
  'slitter',
  'windingLine',
  'team',
  'shift',
  'day',
  'week',
  'month',
  'defect',
] as const
export type StatisticKey = (typeof statisticKeys)[number]
/** `meanKg` is `kg` ÷ `rolls`; `downgradedKg` covers downgraded metres that are not waste. */
export const statisticMetrics = ['rolls', 'kg', 'metres', 'meanKg', 'downgradedKg'] as const
export type StatisticMetric = (typeof statisticMetrics)[number]
/** Maximum number of groups in an answer: rows times columns. Larger requests are refused. */
export const MAX_STATISTIC_GROUPS = 10_000
