/** Calculates the metrics from the sums of shifts. `plant/rules/metrics` has their names, units and sources. */
import type { MetricName } from '@/plant/rules/metrics'
import { getKnownSum, type LineScope, type ShiftSums, type SumName } from './shift-sums'
import { HOUR_MS } from '@/plant/rules/plant-time'
import { roundToGram, roundToThousandth } from '@/plant/rules/quantity'

/**
 * Calculates a metric from the sums `s` of shifts. Returns null, not zero, if there is nothing to divide by or the lines
 * of the scope do not measure it.
 */
type Formula = (s: ShiftSums, lineScope?: LineScope) => number | null
const calculateRatio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null)
const calculatePercent = (part: number, whole: number): number | null => (whole > 0 ? (part / whole) * 100 : null)
/** Returns null for a zero numerator. Web always needs energy and material, so zero means "not measured yet". */
const calculateMeasuredRatio = (part: number, whole: number): number | null =>
  part === 0 ? null : calculateRatio(part, whole)
const toHours = (minutes: number): number => minutes / 60
const toKnownHours = (s: ShiftSums, name: SumName): number | null => {
  const minutes = getKnownSum(s, name)
  return minutes === null ? null : toHours(minutes)
}

/**
 * Calculates the stop time that has no class, in hours. It comes from corrections of the whole stop time, and is negative
 * if the corrections took time away. Run time, the stop times of all classes and this time add up to calendar time.
 */
const calculateCorrectedStopHours: Formula = (s) => {
  const classMinutes = s.plannedMinutes + s.unplannedMinutes + s.unknownMinutes
  const correctedMinutes = roundToThousandth(s.standingMinutes - classMinutes)
  if (correctedMinutes !== 0) return toHours(correctedMinutes)
  return getKnownSum(s, 'standingMinutes') === null ? null : 0
}

/** @see ISO 22400-2: actual production time ÷ planned busy time */
const calculateAvailability: Formula = (s) =>
  calculatePercent(s.calendarMinutes - s.standingMinutes, s.calendarMinutes - s.outsideMinutes)
const calculatePerformance: Formula = (s) => calculatePercent(s.woundM, s.idealM)
/** @see ISO 22400-2: produced quantity PQ at the winder, including scrap */
const calculateProducedKg = (s: ShiftSums): number => s.woundKg + s.startUpWasteKg
/** @see ISO 22400-2: quality ratio GQ ÷ PQ */
const calculateQuality: Formula = (s) => calculatePercent(s.woundGoodKg, calculateProducedKg(s))
const calculateWasteKg = (s: ShiftSums): number =>
  roundToGram(s.woundWasteKg + s.slitWasteKg + s.cutWasteKg + s.startUpWasteKg)

export const metricFormulas = {
  outputKg: (s, lineScope) => getKnownSum(s, 'woundKg', lineScope),
  slitOutputKg: (s, lineScope) => getKnownSum(s, 'slitKg', lineScope),
  goodKg: (s, lineScope) => getKnownSum(s, 'slitGoodKg', lineScope),
  goodRollsKg: (s, lineScope) => getKnownSum(s, 'slitFirstKg', lineScope),
  winderDowngradedKg: (s, lineScope) => getKnownSum(s, 'woundDowngradedKg', lineScope),
  slitterDowngradedKg: (s, lineScope) => getKnownSum(s, 'slitDowngradedKg', lineScope),
  wasteKg: calculateWasteKg,
  winderDowngradePercent: (s) => calculatePercent(s.woundDowngradedKg, s.woundKg),
  slitterDowngradePercent: (s) => calculatePercent(s.slitDowngradedKg, s.slitKg),
  // A slitter winds no web, so its waste is a share of the web it cut.
  wastePercent: (s) =>
    calculatePercent(
      calculateWasteKg(s),
      s.woundKg > 0 ? calculateProducedKg(s) : s.slitKg + s.cutWasteKg + s.startUpWasteKg,
    ),
  q1Percent: (s) => calculatePercent(s.slitFirstKg, s.slitKg),
  winderQ1Percent: (s) => calculatePercent(s.woundFirstKg, s.woundKg),
  yieldPercent: (s) => calculatePercent(s.slitGoodKg, s.slitKg + s.trimKg + s.cutWasteKg),
  inputOutputPercent: (s) => calculatePercent(s.woundKg, s.fedKg),
  oeeAvailabilityPercent: calculateAvailability,
  performancePercent: calculatePerformance,
  qualityPercent: calculateQuality,
  oeePercent: (s) => {
    const factors = [calculateAvailability(s), calculatePerformance(s), calculateQuality(s)]
    return factors.reduce<number | null>(
      (product, factor) => (product === null || factor === null ? null : (product * factor) / 100),
      100,
    )
  },
  runPercent: (s) => calculatePercent(s.calendarMinutes - s.standingMinutes, s.calendarMinutes),
  // A slitter has no calendar time among the sums, so its run and stop times are unknown, not zero.
  runHours: (s) => (getKnownSum(s, 'calendarMinutes') === null ? null : toHours(s.calendarMinutes - s.standingMinutes)),
  kwhPerKg: (s) => calculateMeasuredRatio(s.kwh, s.meteredKg),
  energyCostPerKg: (s) => calculateMeasuredRatio(s.energyCost, s.meteredKg),
  materialPerKg: (s) => calculateMeasuredRatio(s.fedKg, s.woundKg),
  costPerKg: (s) => calculateRatio(s.cost, s.costedKg),
  kgPerHour: (s) => calculateRatio(s.woundKg, s.labourHours),
  firstPassPercent: (s) => calculatePercent(s.rollsFirstPassed, s.rollsFirstChecked),
  onTimePercent: (s) => calculatePercent(s.ordersOnTime, s.ordersDue),
  mttr: (s) => calculateRatio(toHours(s.repairMinutes - s.waitingMinutes), s.breakdownsRepaired),
  waitingHours: (s) => toHours(s.waitingMinutes),
  mtbf: (s) => calculateRatio(toHours(s.operatingMinutes), s.breakdowns),
  // Operating availability (EN 15341). In contrast to the availability of the OEE, all planned stops are excluded.
  availabilityPercent: (s) => {
    const loadingMinutes = s.calendarMinutes - s.plannedMinutes
    return calculatePercent(Math.min(s.calendarMinutes - s.standingMinutes, loadingMinutes), loadingMinutes)
  },
  mtbsHours: (s) => calculateRatio(toHours(s.calendarMinutes - s.standingMinutes), s.unplannedStops),
  mdtHours: (s) => calculateRatio(toHours(s.restoreMinutes), s.endedStops),
  plannedHours: (s) => toKnownHours(s, 'plannedMinutes'),
  unplannedHours: (s) => toKnownHours(s, 'unplannedMinutes'),
  unknownHours: (s) => toKnownHours(s, 'unknownMinutes'),
  correctedStopHours: calculateCorrectedStopHours,
  stops: (s) => getKnownSum(s, 'stops'),
  unplanned: (s) => getKnownSum(s, 'unplannedStops'),
} as const satisfies Partial<Record<MetricName, Formula>>

export type ShiftMetricName = keyof typeof metricFormulas
export type MetricValues = Readonly<Record<ShiftMetricName, number | null>>
export const shiftMetricNames = Object.keys(metricFormulas) as ShiftMetricName[]
/**
 * Calculates all metrics of the sums. A ratio is always a ratio of sums, never a mean of ratios.
 * @param lineScope kinds of the lines to which the sums are limited; metrics that these lines do not measure are null
 */
export const calculateMetricValues = (s: ShiftSums, lineScope: LineScope = null): MetricValues =>
  Object.fromEntries(shiftMetricNames.map((name) => [name, (metricFormulas[name] as Formula)(s, lineScope)])) as Record<
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
/** Time since the start of a period within which `doffDependentMetrics` are null. */
export const SETTLING_MS = 2 * HOUR_MS
/** Sets `doffDependentMetrics` to null, for a period that has just begun. */
export const clearUnsettledValues = (values: MetricValues): MetricValues => ({
  ...values,
  ...Object.fromEntries(doffDependentMetrics.map((name) => [name, null])),
})
