/**
 * Permissions to see costs. The `viewPermissions` of a field or endpoint contain them together with the permissions to
 * enter the costs.
 */
import type { PermissionKey } from '@/contract/menu'
import { metrics, type MetricName } from '../rules/metrics'

/** See prices, and purchase costs of machines, tools and parts. */
export const PRICE_VIEW_PERMISSIONS = [
  'unitPriceEntryView',
  'costComparisonView',
  'standardCostView',
] as const satisfies readonly PermissionKey[]
/** See costs shown as metrics, e.g. energy cost or cost per kilogram. */
export const COST_METRIC_PERMISSIONS = [
  'costComparisonView',
  'energyAnalysisView',
  'energyStatisticsView',
] as const satisfies readonly PermissionKey[]
/** Cost metrics as options of a choice: only people with these permissions may choose and see them. */
export const restrictedCostMetrics = {
  options: (Object.keys(metrics) as MetricName[]).filter((name) => metrics[name].unit.startsWith('CNY')),
  by: COST_METRIC_PERMISSIONS,
} as const
