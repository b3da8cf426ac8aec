/** Totals of a shift from the rolls made in it. Masses in kg. */
import { clipIntervals, calculateCoveredLength, type Interval } from '@/plant/rules/intervals'
import { divideKgByGrade, type Downgrade, type Grade } from '@/areas/rolls/rules/grade'
import { roundToGram } from '@/plant/rules/quantity'

/** A jumbo roll or slit roll as produced. */
export interface MadeRoll {
  readonly workOrderId: string
  readonly kg: number
  readonly lengthM: number
  readonly grade: Grade
  readonly downgrades: readonly Downgrade[]
  /**
   * Waste in kg, if it does not follow from `grade` and `downgrades`. Waste metres of a jumbo count as downgraded until
   * the jumbo is retired.
   */
  readonly wasteKg?: number | null
  /** The roll was made by rework. Its mass counts, but its number does not, because the reworked roll was counted. */
  readonly madeByRework?: boolean
}
/** Number and mass of rolls, and their mass per grade. Masses in kg. */
export interface RollTotals {
  readonly rolls: number
  readonly kg: number
  readonly goodKg: number
  readonly downgradedKg: number
  readonly wasteKg: number
}
export const EMPTY_ROLL_TOTALS: RollTotals = { rolls: 0, kg: 0, goodKg: 0, downgradedKg: 0, wasteKg: 0 }

/** Splits a roll's mass by grade, in proportion to downgraded metres. Without downgrades the roll has a single grade. */
export function splitRollByGrade(roll: MadeRoll): Record<Grade, number> {
  const kgByGrade =
    roll.downgrades.length > 0
      ? divideKgByGrade(roll.kg, roll.lengthM, roll.downgrades)
      : { good: 0, downgraded: 0, waste: 0, [roll.grade]: roll.kg }
  if (roll.wasteKg == null) return kgByGrade
  // The known waste is part of the bad mass. The remaining bad mass is downgraded.
  const badKg = Math.max(roundToGram(roll.kg - kgByGrade.good), roll.wasteKg)
  return { good: roundToGram(roll.kg - badKg), downgraded: roundToGram(badKg - roll.wasteKg), waste: roll.wasteKg }
}
const addRoll = (totals: RollTotals, roll: MadeRoll): RollTotals => {
  const { good, downgraded, waste } = splitRollByGrade(roll)
  return {
    rolls: totals.rolls + (roll.madeByRework ? 0 : 1),
    kg: roundToGram(totals.kg + roll.kg),
    goodKg: roundToGram(totals.goodKg + good),
    downgradedKg: roundToGram(totals.downgradedKg + downgraded),
    wasteKg: roundToGram(totals.wasteKg + waste),
  }
}
/** Sums all rolls. */
export const sumRolls = (rolls: readonly MadeRoll[]): RollTotals => rolls.reduce(addRoll, EMPTY_ROLL_TOTALS)
/** Sums rolls by order. */
export function sumRollsByOrder(rolls: readonly MadeRoll[]): Map<string, RollTotals> {
  const totalsByOrder = new Map<string, RollTotals>()
  for (const roll of rolls)
    totalsByOrder.set(roll.workOrderId, addRoll(totalsByOrder.get(roll.workOrderId) ?? EMPTY_ROLL_TOTALS, roll))
  return totalsByOrder
}

interface StopInterval {
  readonly from: number
  /** Null: still stopped. */
  readonly to: number | null
}
const TENTH_MINUTE_MS = 6000
/** Calculates the minutes of stops within an interval, rounded to a tenth; overlaps count once. Moments in ms. */
export const calculateStopMinutes = (stops: readonly StopInterval[], interval: Interval, now: number): number =>
  Math.round(
    calculateCoveredLength(
      clipIntervals(
        stops.map(({ from, to }) => ({ from, to: to ?? now })),
        interval,
      ),
    ) / TENTH_MINUTE_MS,
  ) / 10
