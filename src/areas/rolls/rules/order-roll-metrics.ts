/**
 * Roll totals stored on a work order, and the contribution of each roll. All masses in kg.
 *
 * A jumbo always counts as made (`jumboRolls`, `jumboKg`). Good, downgraded and waste masses are booked at the end of a
 * roll's lifecycle. A jumbo (or its remnant) that is sold or used whole counts with its own downgrades; a scrapped jumbo
 * counts as waste. A cut jumbo counts through its slit rolls, each for the order it was cut for, and through the waste of its
 * cutting. Start-up web and purgings are waste outside any roll (`feeding/rules/mass-balance`). Edge trim does not
 * count, as it goes back into a hopper. A jumbo in the hall is not good yet; `jumboKg` minus the other masses is work
 * in process.
 */
import { calculateShareKg, getJumboKg, getSlitRollKg } from './roll-mass'
import { divideKgByGrade, type Downgrade, type Grade } from './grade'

/** Lengths that differ by less than this count as equal. */
const LENGTH_TOLERANCE_M = 0.001

export interface OrderRollMetrics {
  readonly jumboRolls: number
  readonly jumboKg: number
  readonly goodRolls: number
  readonly goodKg: number
  readonly downgradedKg: number
  readonly wasteKg: number
}
export const zeroRollMetrics: OrderRollMetrics = {
  jumboRolls: 0,
  jumboKg: 0,
  goodRolls: 0,
  goodKg: 0,
  downgradedKg: 0,
  wasteKg: 0,
}

export interface CountableJumbo {
  readonly state: string
  readonly netKg: number | null
  readonly expectedKg: number | null
  readonly lengthM: number | null
  /** Metres that no set has cut; by default the whole roll. */
  readonly leftM?: number | null
  readonly downgrades: readonly Downgrade[]
}
export interface CountableSlitRoll {
  readonly state: string
  /** Kilograms of the rolls that were made of this roll by rework. */
  readonly reworkedKg?: number | null
  readonly kg: number | null
  readonly expectedKg: number | null
  readonly lengthM: number
  readonly grade: Grade
  readonly downgrades: readonly Downgrade[]
}

/** Returns the contribution of a jumbo to the order it was wound for. A jumbo on the winder or taken back has none. */
export function calculateJumboMetrics(roll: CountableJumbo | null): OrderRollMetrics {
  if (!roll || roll.state === 'winding' || roll.state === 'deleted') return zeroRollMetrics
  const kg = getJumboKg(roll) ?? 0
  const jumboMetrics = { ...zeroRollMetrics, jumboRolls: 1, jumboKg: kg }
  if (roll.state === 'scrapped') return { ...jumboMetrics, wasteKg: kg }
  if (roll.state !== 'consumed') return jumboMetrics
  // A roll that was consumed whole has a `leftM` of 0.
  const metres = roll.leftM || (roll.lengthM ?? 0)
  return {
    ...jumboMetrics,
    ...calculateGradedMetrics(calculateShareKg(kg, roll.lengthM, metres), metres, roll.downgrades),
  }
}
/** Returns the contribution of a slit roll to the order it was cut for. Recycled rolls and rework losses are waste. */
export function calculateSlitRollMetrics(roll: CountableSlitRoll | null): OrderRollMetrics {
  if (!roll || roll.state === 'undone') return zeroRollMetrics
  const kg = getSlitRollKg(roll) ?? 0
  if (roll.state === 'reworked') return { ...zeroRollMetrics, wasteKg: kg - (roll.reworkedKg ?? 0) }
  if (roll.state === 'recycled' || roll.grade === 'waste') return { ...zeroRollMetrics, wasteKg: kg }
  return { ...zeroRollMetrics, ...calculateGradedMetrics(kg, roll.lengthM, roll.downgrades) }
}
/** Returns the contribution of a cutting's waste to the order of its jumbo. */
export const calculateCuttingMetrics = (
  cutting: { readonly state: string; readonly wasteKg: number | null } | null,
): OrderRollMetrics =>
  cutting && cutting.state === 'finished' ? { ...zeroRollMetrics, wasteKg: cutting.wasteKg ?? 0 } : zeroRollMetrics

function calculateGradedMetrics(
  kg: number,
  lengthM: number,
  downgrades: readonly Downgrade[],
): Pick<OrderRollMetrics, 'goodRolls' | 'goodKg' | 'downgradedKg' | 'wasteKg'> {
  const kgByGrade = divideKgByGrade(kg, lengthM, downgrades)
  return {
    goodRolls: determineGrade(downgrades, lengthM) === 'good' ? 1 : 0,
    goodKg: kgByGrade.good,
    downgradedKg: kgByGrade.downgraded,
    wasteKg: kgByGrade.waste,
  }
}
/**
 * Returns the grade of a whole roll: waste if every metre is waste, else downgraded if any metre is not good, else
 * good.
 */
export function determineGrade(downgrades: readonly Downgrade[], lengthM: number): Grade {
  // Passes the length instead of the mass, so that the result is in metres.
  const metresByGrade = divideKgByGrade(lengthM, lengthM, downgrades)
  if (lengthM > 0 && metresByGrade.waste >= lengthM - LENGTH_TOLERANCE_M) return 'waste'
  return metresByGrade.good < lengthM - LENGTH_TOLERANCE_M ? 'downgraded' : 'good'
}

/** Returns the grade of the best metres of a roll: good if any metre is good, waste only if every metre is waste. */
export function determineBestGrade(downgrades: readonly Downgrade[], lengthM: number): Grade {
  if (lengthM <= 0) return 'good'
  const metresByGrade = divideKgByGrade(lengthM, lengthM, downgrades)
  if (metresByGrade.good > LENGTH_TOLERANCE_M) return 'good'
  return metresByGrade.downgraded > LENGTH_TOLERANCE_M ? 'downgraded' : 'waste'
}

const metricNames = Object.keys(zeroRollMetrics) as (keyof OrderRollMetrics)[]
function buildMetrics(getMetric: (name: keyof OrderRollMetrics) => number): OrderRollMetrics {
  const metrics: { -readonly [name in keyof OrderRollMetrics]: number } = { ...zeroRollMetrics }
  for (const name of metricNames) metrics[name] = Math.round(getMetric(name) * 1000) / 1000
  return metrics
}
/** Returns the change of an order's totals when the contribution of a roll changes. */
export const calculateMetricsChange = (
  previousMetrics: OrderRollMetrics,
  nextMetrics: OrderRollMetrics,
): OrderRollMetrics => buildMetrics((name) => nextMetrics[name] - previousMetrics[name])
/** Sums the contributions of all rolls of an order. The totals stored on the order must always equal this sum. */
export const sumMetrics = (rollMetrics: readonly OrderRollMetrics[]): OrderRollMetrics =>
  buildMetrics((name) => rollMetrics.reduce((sum, metrics) => sum + metrics[name], 0))
