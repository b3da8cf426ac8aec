/** Patterns for jumbos shared by two orders, chosen so that each order still gets its mix of widths. */
import type { Dice } from '../random'
import type { JointLanes, SlitLane } from './slitting-patterns'
import type { ProductionOrder } from './orders'

/** The number of rolls of a width may differ from the ordered number by this share, or by one roll if that is more. */
const WIDTH_TOLERANCE = 0.025
/** Share of the tolerance that patterns may use; the remainder is for downgraded rolls. */
const PLANNED_TOLERANCE_SHARE = 0.6
/** Number of random first patterns tried. */
const MAX_TRIES = 12

/** Calculates the share of a width in the rolls of a pattern. */
export function calculateWidthShare(lanes: readonly SlitLane[], width: number): number {
  const rollCount = lanes.reduce((sum, { count }) => sum + count, 0)
  return lanes.reduce((sum, lane) => sum + (lane.width === width ? lane.count : 0), 0) / rollCount
}
/** Returns by how many rolls the number of a width may differ from the ordered number. */
export const getWidthTolerance = (orderedRolls: number): number => Math.max(1, orderedRolls * WIDTH_TOLERANCE)

/** Calculates for each width how far the planned rolls deviate from the order's mix, as a multiple of the tolerance. */
const calculatePlanDeviation = ({ lanes, plannedYield }: ProductionOrder): number[] =>
  lanes.map(({ width }) => {
    const proportionalRolls = calculateWidthShare(lanes, width) * plannedYield.rolls
    return ((plannedYield.widths.get(width) ?? 0) - proportionalRolls) / getWidthTolerance(proportionalRolls)
  })
/** Calculates by how much a jumbo with these lanes changes the deviation of each width from the order's mix. */
function calculateLaneDeviation(
  { lanes, plannedYield, setsPerJumbo }: ProductionOrder,
  addedLanes: readonly SlitLane[],
): number[] {
  const rolls = setsPerJumbo * addedLanes.reduce((sum, { count }) => sum + count, 0)
  return lanes.map(({ width }) => {
    const widthShare = calculateWidthShare(lanes, width)
    const widthRolls = setsPerJumbo * addedLanes.reduce((sum, lane) => sum + (lane.width === width ? lane.count : 0), 0)
    return (widthRolls - widthShare * rolls) / getWidthTolerance(widthShare * plannedYield.rolls)
  })
}
interface PatternEffect {
  readonly pattern: JointLanes
  readonly deviation: readonly number[]
}
/** Finds the pattern that brings the widths nearest to their mix (least squares). */
function findNearestPattern(effects: readonly PatternEffect[], deviation: readonly number[]): PatternEffect {
  let nearest = effects[0]!
  let minSquaredDeviation = Infinity
  for (const effect of effects) {
    let squaredDeviation = 0
    for (const [i, value] of deviation.entries()) squaredDeviation += (value + effect.deviation[i]!) ** 2
    if (squaredDeviation >= minSquaredDeviation) continue
    nearest = effect
    minSquaredDeviation = squaredDeviation
  }
  return nearest
}

/**
 * Chooses patterns for as many jumbos as possible, equal patterns next to each other. The first pattern is random; each
 * next one brings the widths of both orders nearest to their mix. Empty if no combination stays within the tolerance.
 * @param canGiveJumbos true if both orders can give that many jumbos
 */
export function chooseSharedPatterns(
  dice: Dice,
  {
    previousOrder,
    order,
    patterns,
    maxJumbos,
  }: { previousOrder: ProductionOrder; order: ProductionOrder; patterns: readonly JointLanes[]; maxJumbos: number },
  canGiveJumbos: (chosen: readonly JointLanes[]) => boolean,
): readonly JointLanes[] {
  const initialDeviation = [...calculatePlanDeviation(previousOrder), ...calculatePlanDeviation(order)]
  const effects = patterns.map((pattern): PatternEffect => ({
    pattern,
    deviation: [
      ...calculateLaneDeviation(previousOrder, pattern.firstLanes),
      ...calculateLaneDeviation(order, pattern.secondLanes),
    ],
  }))
  let longestChoice: readonly JointLanes[] = []
  for (let i = 0; i < MAX_TRIES && longestChoice.length < maxJumbos; i++) {
    let nextEffect = dice.pick(effects)
    const chosenLanes: JointLanes[] = []
    let deviation: readonly number[] = initialDeviation
    while (chosenLanes.length < maxJumbos) {
      chosenLanes.push(nextEffect.pattern)
      deviation = deviation.map((value, index) => value + nextEffect.deviation[index]!)
      if (
        chosenLanes.length > longestChoice.length &&
        deviation.every((value) => Math.abs(value) <= PLANNED_TOLERANCE_SHARE) &&
        canGiveJumbos(chosenLanes)
      )
        longestChoice = [...chosenLanes]
      nextEffect = findNearestPattern(effects, deviation)
    }
  }
  return longestChoice.toSorted((a, b) => patterns.indexOf(a) - patterns.indexOf(b))
}
