/** Metric queries for pages, boards, workbooks and reports. */
export * from './queries/corrections'
export {
  loadMetricsFreshness as figuresAsOf,
  loadCalculatedDays as daysCounted,
  loadMetrics as figuresIn,
  loadTotalMetrics as figuresOver,
  assertMetricDays as mustBeDays,
  type MetricGroupKey as FigureKey,
  type MetricResult as FigureRow,
  type MetricQuery as FiguresAsked,
} from './queries/metrics'
export {
  countProductionLines as linesMaking,
  setTargets,
  loadTargets as targetsIn,
  listEnteredTargets as targetsSet,
  type TargetValue as TargetOf,
  type TargetInput as TargetToSet,
} from './queries/targets'
