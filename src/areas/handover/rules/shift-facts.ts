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
export interface Made {
  readonly rolls: number
  readonly kg: number
  readonly good: number
  readonly downgraded: number
  readonly waste: number
}
export const nothingMade: Made = { rolls: 0, kg: 0, good: 0, downgraded: 0, waste: 0 }

/** Rounds to the gram, the resolution of stored masses. */
export const grams = (kg: number): number => Math.round(kg * 1000) / 1000
/** Splits a roll's mass by grade, in proportion to downgraded metres; else all of it has the roll's grade. */
export function rollByGrade(roll: MadeRoll): Record<Grade, number> {
  if (roll.downgrades.length > 0) return divideKgByGrade(roll.kg, roll.lengthM, roll.downgrades)
  return { good: 0, downgraded: 0, waste: 0, [roll.grade]: roll.kg }
}
const plus = (sum: Made, roll: MadeRoll): Made => {
  const { good, downgraded, waste } = rollByGrade(roll)
  return {
    rolls: sum.rolls + 1,
    kg: grams(sum.kg + roll.kg),
    good: grams(sum.good + good),
    downgraded: grams(sum.downgraded + downgraded),
    waste: grams(sum.waste + waste),
  }
}
/** Sums all rolls. */
export const madeOf = (rolls: readonly MadeRoll[]): Made => rolls.reduce(plus, nothingMade)
/** Sums rolls by order. */
export function madeByOrder(rolls: readonly MadeRoll[]): Map<string, Made> {
  const byOrder = new Map<string, Made>()
  for (const roll of rolls) byOrder.set(roll.workOrderId, plus(byOrder.get(roll.workOrderId) ?? nothingMade, roll))
  return byOrder
}

interface Stood {
  readonly from: number
  /** Null: still stopped. */
  readonly to: number | null
}
/** Calculates the minutes of stops within an interval, to a tenth; overlaps count once. Moments in ms. */
export const minutesWithin = (stops: readonly Stood[], within: Interval, now: number): number =>
  Math.round(
    calculateCoveredLength(
      clipIntervals(
        stops.map(({ from, to }) => ({ from, to: to ?? now })),
        within,
      ),
    ) / 6000,
  ) / 10
