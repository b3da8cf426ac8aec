/** The figures that follow from sums of shifts: the one place where each is worked out. Names, units and sources: `plant/rules/figures`. */
import type { MetricName } from '@/plant/rules/metrics'
import type { Sums } from './sums'

/** Null where there is nothing to divide by: no figure, not zero. */
type Formula = (s: Sums) => number | null
const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null)
const percent = (part: number, whole: number): number | null => (whole > 0 ? (part / whole) * 100 : null)
/** Web is not made of nothing: where no kWh and no kg of material are known, nothing was measured yet. */
const measured = (part: number, whole: number): number | null => (part === 0 ? null : ratio(part, whole))
/** Added doubles carry their last bits along. */
const toGrams = (kg: number): number => Math.round(kg * 1000) / 1000
const hours = (minutes: number): number => minutes / 60

/** ISO 22400-2: actual production time ÷ planned busy time. */
const availability: Formula = (s) =>
  percent(s.calendarMinutes - s.standingMinutes, s.calendarMinutes - s.outsideMinutes)
const performance: Formula = (s) => percent(s.woundM, s.idealM)
/** ISO 22400-2: produced quantity PQ at the winder, scrap included. */
const producedKg = (s: Sums): number => s.woundKg + s.startUpWasteKg
/** ISO 22400-2: quality ratio GQ ÷ PQ. */
const quality: Formula = (s) => percent(s.woundGoodKg, producedKg(s))
const wasteKg = (s: Sums): number => toGrams(s.woundWasteKg + s.slitWasteKg + s.cutWasteKg + s.startUpWasteKg)

export const formulas = {
  outputKg: (s) => s.woundKg,
  slitOutputKg: (s) => s.slitKg,
  goodKg: (s) => s.slitGoodKg,
  goodRollsKg: (s) => s.slitFirstKg,
  winderDowngradedKg: (s) => s.woundDowngradedKg,
  slitterDowngradedKg: (s) => s.slitDowngradedKg,
  wasteKg,
  winderDowngradePercent: (s) => percent(s.woundDowngradedKg, s.woundKg),
  slitterDowngradePercent: (s) => percent(s.slitDowngradedKg, s.slitKg),
  // A slitter winds no web: its waste is a share of what it cut.
  wastePercent: (s) => percent(wasteKg(s), s.woundKg > 0 ? producedKg(s) : s.slitKg + s.cutWasteKg + s.startUpWasteKg),
  q1Percent: (s) => percent(s.slitFirstKg, s.slitKg),
  winderQ1Percent: (s) => percent(s.woundFirstKg, s.woundKg),
  yieldPercent: (s) => percent(s.slitGoodKg, s.slitKg + s.trimKg + s.cutWasteKg),
  inputOutputPercent: (s) => percent(s.woundKg, s.fedKg),
  oeeAvailabilityPercent: availability,
  performancePercent: performance,
  qualityPercent: quality,
  oeePercent: (s) => {
    const parts = [availability(s), performance(s), quality(s)]
    return parts.reduce<number | null>((all, one) => (all === null || one === null ? null : (all * one) / 100), 100)
  },
  runPercent: (s) => percent(s.calendarMinutes - s.standingMinutes, s.calendarMinutes),
  runHours: (s) => hours(s.calendarMinutes - s.standingMinutes),
  kwhPerKg: (s) => measured(s.kwh, s.meteredKg),
  energyCostPerKg: (s) => measured(s.energyCost, s.meteredKg),
  materialPerKg: (s) => measured(s.fedKg, s.woundKg),
  costPerKg: (s) => ratio(s.cost, s.costedKg),
  kgPerHour: (s) => ratio(s.woundKg, s.labourHours),
  firstPassPercent: (s) => percent(s.rollsFirstPassed, s.rollsFirstChecked),
  onTimePercent: (s) => percent(s.ordersOnTime, s.ordersDue),
  mttr: (s) => ratio(hours(s.repairMinutes - s.waitingMinutes), s.breakdownsRepaired),
  waitingHours: (s) => hours(s.waitingMinutes),
  mtbf: (s) => ratio(hours(s.operatingMinutes), s.breakdowns),
  availabilityPercent: (s) => {
    const loading = s.calendarMinutes - s.plannedMinutes
    return percent(Math.min(s.calendarMinutes - s.standingMinutes, loading), loading)
  },
  mtbsHours: (s) => ratio(hours(s.calendarMinutes - s.standingMinutes), s.unplannedStops),
  mdtHours: (s) => ratio(hours(s.restoreMinutes), s.endedStops),
  plannedHours: (s) => hours(s.plannedMinutes),
  unplannedHours: (s) => hours(s.unplannedMinutes),
  unknownHours: (s) => hours(s.unknownMinutes),
  stops: (s) => s.stops,
  unplanned: (s) => s.unplannedStops,
} as const satisfies Partial<Record<MetricName, Formula>>

export type ShiftFigure = keyof typeof formulas
export type Values = Readonly<Record<ShiftFigure, number | null>>
export const shiftFigures = Object.keys(formulas) as ShiftFigure[]
/** All figures of some sums; a ratio of sums, never a mean of ratios. */
export const valuesOf = (s: Sums): Values =>
  Object.fromEntries(shiftFigures.map((name) => [name, formulas[name](s)])) as Record<ShiftFigure, number | null>

/**
 * What compares rolls with time, feeds or energy. A roll counts when it is doffed, an hour or more after it was begun, and what it
 * took counts as it is taken: over less than `SETTLED_MS` such a ratio says which line doffed first and nothing else.
 */
const overDoffed = [
  'kwhPerKg',
  'energyCostPerKg',
  'materialPerKg',
  'inputOutputPercent',
  'performancePercent',
  'oeePercent',
  'kgPerHour',
] as const satisfies readonly ShiftFigure[]
export const SETTLED_MS = 2 * 3_600_000
/** Values of a time that has just begun, without those that say nothing yet. */
export const unsettled = (values: Values): Values => ({
  ...values,
  ...Object.fromEntries(overDoffed.map((name) => [name, null])),
})
