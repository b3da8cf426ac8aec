/** Metric queries for pages, boards, workbooks and reports. */
export * from './queries/corrections'
export {
  loadMetricsFreshness,
  loadCalculatedDays,
  loadMetrics,
  loadTotalMetrics,
  assertMetricDays,
  type MetricGroupKey,
  type MetricResult,
  type MetricQuery,
} from './queries/metrics'
export { countProductionLines, loadTargets, listEnteredTargets, type TargetValue } from './queries/targets'
export { listStopParts, type StopPart } from './queries/stop-parts'
