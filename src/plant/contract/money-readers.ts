/** Who may see what things cost: fields and calls that tell it name these (`seenBy`), beside those who enter it. */
import type { PermissionKey } from '@/contract/menu'
import { figures, type FigureName } from '../rules/figures'

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
/** Figures of costs, where a figure is named by its name: only the same people choose one and see what it is. */
export const costsGuarded = {
  options: (Object.keys(figures) as FigureName[]).filter((name) => figures[name].unit.startsWith('CNY')),
  by: costFigureReaders,
} as const
