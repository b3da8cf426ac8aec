/** Calculates the metrics from the sums of shifts. `plant/rules/metrics` has their names, units and sources. */
import type { MetricName } from '@/plant/rules/metrics'
import type { ShiftSums } from './shift-sums'
import { roundToGram } from '@/plant/rules/quantity'

/** Calculates a metric from the sums `s` of shifts. Returns null, not zero, if there is nothing to divide by. */
type Formula = (s: ShiftSums) => number | null
const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null)
const percent = (part: number, whole: number): number | null => (whole > 0 ? (part / whole) * 100 : null)
/** Returns null for a zero numerator. Web always needs energy and material, so zero means "not measured yet". */
const measuredRatio = (part: number, whole: number): number | null => (part === 0 ? null : ratio(part, whole))
const hours = (minutes: number): number => minutes / 60

/** @see ISO 22400-2: actual production time ÷ planned busy time */
const availability: Formula = (s) =>
  percent(s.calendarMinutes - s.standingMinutes, s.calendarMinutes - s.outsideMinutes)
const performance: Formula = (s) => percent(s.woundM, s.idealM)
/** @see ISO 22400-2: produced quantity PQ at the winder, including scrap */
const producedKg = (s: ShiftSums): number => s.woundKg + s.startUpWasteKg
/** @see ISO 22400-2: quality ratio GQ ÷ PQ */
const quality: Formula = (s) => percent(s.woundGoodKg, producedKg(s))
const wasteKg = (s: ShiftSums): number => roundToGram(s.woundWasteKg + s.slitWasteKg + s.cutWasteKg + s.startUpWasteKg)

export const metricFormulas = {
  outputKg: (s) => s.woundKg,
  slitOutputKg: (s) => s.slitKg,
  goodKg: (s) => s.slitGoodKg,
  goodRollsKg: (s) => s.slitFirstKg,
  winderDowngradedKg: (s) => s.woundDowngradedKg,
  slitterDowngradedKg: (s) => s.slitDowngradedKg,
  wasteKg,
  winderDowngradePercent: (s) => percent(s.woundDowngradedKg, s.woundKg),
  slitterDowngradePercent: (s) => percent(s.slitDowngradedKg, s.slitKg),
  // A slitter winds no web, so its waste is a share of the web it cut.
  wastePercent: (s) => percent(wasteKg(s), s.woundKg > 0 ? producedKg(s) : s.slitKg + s.cutWasteKg + s.startUpWasteKg),
  q1Percent: (s) => percent(s.slitFirstKg, s.slitKg),
  winderQ1Percent: (s) => percent(s.woundFirstKg, s.woundKg),
  yieldPercent: (s) => percent(s.slitGoodKg, s.slitKg + s.trimKg + s.cutWasteKg),
  inputOutputPercent: (s) => percent(s.woundKg, s.fedKg),
  oeeAvailabilityPercent: availability,
  performancePercent: performance,
  qualityPercent: quality,
  oeePercent: (s) => {
    const factors = [availability(s), performance(s), quality(s)]
    return factors.reduce<number | null>(
      (product, factor) => (product === null || factor === null ? null : (product * factor) / 100),
      100,
    )
  },
  runPercent: (s) => percent(s.calendarMinutes - s.standingMinutes, s.calendarMinutes),
  runHours: (s) => hours(s.calendarMinutes - s.standingMinutes),
  kwhPerKg: (s) => measuredRatio(s.kwh, s.meteredKg),
  energyCostPerKg: (s) => measuredRatio(s.energyCost, s.meteredKg),
  materialPerKg: (s) => measuredRatio(s.fedKg, s.woundKg),
  costPerKg: (s) => ratio(s.cost, s.costedKg),
  kgPerHour: (s) => ratio(s.woundKg, s.labourHours),
  firstPassPercent: (s) => percent(s.rollsFirstPassed, s.rollsFirstChecked),
  onTimePercent: (s) => percent(s.ordersOnTime, s.ordersDue),
  mttr: (s) => ratio(hours(s.repairMinutes - s.waitingMinutes), s.breakdownsRepaired),
  waitingHours: (s) => hours(s.waitingMinutes),
  mtbf: (s) => ratio(hours(s.operatingMinutes), s.breakdowns),
  availabilityPercent: (s) => {
    const loadingMinutes = s.calendarMinutes - s.plannedMinutes
    return percent(Math.min(s.calendarMinutes - s.standingMinutes, loadingMinutes), loadingMinutes)
  },
  mtbsHours: (s) => ratio(hours(s.calendarMinutes - s.standingMinutes), s.unplannedStops),
  mdtHours: (s) => ratio(hours(s.restoreMinutes), s.endedStops),
  plannedHours: (s) => hours(s.plannedMinutes),
  unplannedHours: (s) => hours(s.unplannedMinutes),
  unknownHours: (s) => hours(s.unknownMinutes),
  stops: (s) => s.stops,
  unplanned: (s) => s.unplannedStops,
} as const satisfies Partial<Record<MetricName, Formula>>

export type ShiftMetricName = keyof typeof metricFormulas
export type MetricValues = Readonly<Record<ShiftMetricName, number | null>>
export const shiftMetricNames = Object.keys(metricFormulas) as ShiftMetricName[]
/** Calculates all metrics of the sums. A ratio is always a ratio of sums, never a mean of ratios. */
export const calculateMetricValues = (s: ShiftSums): MetricValues =>
  Object.fromEntries(shiftMetricNames.map((name) => [name, metricFormulas[name](s)])) as Record<
    ShiftMetricName,
    number | null
  >

/**
 * Metrics that compare rolls with time, feeds or energy. A roll counts when it is doffed, an hour or more after its
 * start, but its inputs count immediately. Within `SETTLING_MS` such a ratio only shows which line doffed first.
 */
const doffDependentMetrics = [
  'kwhPerKg',
  'energyCostPerKg',
  'materialPerKg',
  'inputOutputPercent',
  'performancePercent',
  'oeePercent',
  'kgPerHour',
] as const satisfies readonly ShiftMetricName[]
export const SETTLING_MS = 2 * 3_600_000
/** Sets metrics to null that mean nothing yet, because their period has just begun. */
export const clearUnsettledValues = (values: MetricValues): MetricValues => ({
  ...values,
  ...Object.fromEntries(doffDependentMetrics.map((name) => [name, null])),
})
