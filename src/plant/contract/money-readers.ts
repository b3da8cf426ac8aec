/** Who may see what things cost: fields and calls that tell it name these (`seenBy`), beside those who enter it. */
import type { PermissionKey } from '@/contract/menu'

/** Prices, and what machines, tools and parts were bought for. */
export const priceReaders = [
  'unitPriceEntryView',
  'costComparisonView',
  'standardCostView',
] as const satisfies readonly PermissionKey[]
/** Costs that stand as figures beside others: of energy, of a kilogram. */
export const costFigureReaders = [
  'costComparisonView',
  'energyAnalysisView',
  'energyStatisticsView',
] as const satisfies readonly PermissionKey[]
