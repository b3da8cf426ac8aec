/** Totals of a shift from the rolls made in it. Masses in kg. */
import { clipIntervals, calculateCoveredLength, type Interval } from '@/plant/rules/intervals'
import { divideKgByGrade, type Downgrade, type Grade } from '@/areas/rolls/rules/slit-roll'

/** A jumbo roll or slit roll as produced. */
export interface MadeRoll {
  readonly workOrderId: string
  readonly kg: number
  readonly lengthM: number
  readonly grade: Grade
  readonly downgrades: readonly Downgrade[]
}
export interface RollTotals {
  readonly rolls: number
  readonly kg: number
  readonly good: number
  readonly downgraded: number
  readonly waste: number
}
export const EMPTY_ROLL_TOTALS: RollTotals = { rolls: 0, kg: 0, good: 0, downgraded: 0, waste: 0 }

/** Rounds to the gram, the resolution of stored masses. */
export const roundToGrams = (kg: number): number => Math.round(kg * 1000) / 1000
/** Splits a roll's mass by grade, in proportion to downgraded metres; else all of it has the roll's grade. */
export function splitRollByGrade(roll: MadeRoll): Record<Grade, number> {
  if (roll.downgrades.length > 0) return divideKgByGrade(roll.kg, roll.lengthM, roll.downgrades)
  return { good: 0, downgraded: 0, waste: 0, [roll.grade]: roll.kg }
}
const addRoll = (sum: RollTotals, roll: MadeRoll): RollTotals => {
  const { good, downgraded, waste } = splitRollByGrade(roll)
  return {
    rolls: sum.rolls + 1,
    kg: roundToGrams(sum.kg + roll.kg),
    good: roundToGrams(sum.good + good),
    downgraded: roundToGrams(sum.downgraded + downgraded),
    waste: roundToGrams(sum.waste + waste),
  }
}
/** Sums all rolls. */
export const sumRolls = (rolls: readonly MadeRoll[]): RollTotals => rolls.reduce(addRoll, EMPTY_ROLL_TOTALS)
/** Sums rolls by order. */
export function sumRollsByOrder(rolls: readonly MadeRoll[]): Map<string, RollTotals> {
  const byOrder = new Map<string, RollTotals>()
  for (const roll of rolls)
    byOrder.set(roll.workOrderId, addRoll(byOrder.get(roll.workOrderId) ?? EMPTY_ROLL_TOTALS, roll))
  return byOrder
}

interface StopInterval {
  readonly from: number
  /** Null: still stopped. */
  readonly to: number | null
}
/** Calculates the minutes of stops within an interval, to a tenth; overlaps count once. Moments in ms. */
export const calculateStopMinutes = (stops: readonly StopInterval[], interval: Interval, now: number): number =>
  Math.round(
    calculateCoveredLength(
      clipIntervals(
        stops.map(({ from, to }) => ({ from, to: to ?? now })),
        interval,
      ),
    ) / 6000,
  ) / 10
