/** The figures of a shift out of the rolls made in it. Masses in kg. */
import { clipIntervals, calculateCoveredLength, type Interval } from '@/plant/rules/intervals'
import { divideKgByGrade, type Downgrade, type Grade } from '@/areas/rolls/rules/slit-roll'

/** A jumbo or a slit roll as it was made. */
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

/** Rounded to the gram, as masses are kept. */
export const grams = (kg: number): number => Math.round(kg * 1000) / 1000
/** How a roll's mass divides by grade: by the metres downgraded, else all of it is of its grade. */
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
/** All rolls together. */
export const madeOf = (rolls: readonly MadeRoll[]): Made => rolls.reduce(plus, nothingMade)
/** The same by order. */
export function madeByOrder(rolls: readonly MadeRoll[]): Map<string, Made> {
  const byOrder = new Map<string, Made>()
  for (const roll of rolls) byOrder.set(roll.workOrderId, plus(byOrder.get(roll.workOrderId) ?? nothingMade, roll))
  return byOrder
}

interface Stood {
  readonly from: number
  /** Null: it stands still. */
  readonly to: number | null
}
/** Minutes of stops that lie within a span, to a tenth; what two of them cover counts once. Moments in ms. */
export const minutesWithin = (stops: readonly Stood[], within: Interval, now: number): number =>
  Math.round(
    calculateCoveredLength(
      clipIntervals(
        stops.map(({ from, to }) => ({ from, to: to ?? now })),
        within,
      ),
    ) / 6000,
  ) / 10
