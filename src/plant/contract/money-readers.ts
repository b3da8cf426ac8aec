/** Permissions to see costs, used in `seenBy` of fields and endpoints in addition to those who enter them. */
import type { PermissionKey } from '@/contract/menu'
import { figures, type FigureName } from '../rules/figures'

/** See prices, and purchase costs of machines, tools and parts. */
export const priceReaders = [
  'unitPriceEntryView',
  'costComparisonView',
  'standardCostView',
] as const satisfies readonly PermissionKey[]
/** See costs shown as metrics, e.g. energy cost or cost per kilogram. */
export const costFigureReaders = [
  'costComparisonView',
  'energyAnalysisView',
  'energyStatisticsView',
] as const satisfies readonly PermissionKey[]
/** Cost metrics as options of a choice: only people with these permissions may choose and see them. */
export const costsGuarded = {
  options: (Object.keys(figures) as FigureName[]).filter((name) => figures[name].unit.startsWith('CNY')),
  by: costFigureReaders,
} as const
