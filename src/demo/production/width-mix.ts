/** Patterns for jumbos shared by two orders, chosen so that each order still gets its mix of widths. */
import type { Dice } from '../random'
import type { JointLanes, SlitLane } from './slitting-patterns'
import type { ProductionOrder } from './orders'

/** The rolls of a width may differ from the ordered number by this share, or by one roll. */
const WIDTH_TOLERANCE = 0.025
/** Share of the tolerance that patterns may use; the remainder is for downgraded rolls. */
const PLANNED_SHARE = 0.6
/** Number of random first patterns tried. */
const MAX_TRIES = 12

/** Calculates the share of a width in the rolls of a pattern. */
export function calculateWidthShare(lanes: readonly SlitLane[], width: number): number {
  const all = lanes.reduce((sum, { count }) => sum + count, 0)
  return lanes.reduce((sum, lane) => sum + (lane.width === width ? lane.count : 0), 0) / all
}
/** Returns by how many rolls of a width may differ from the ordered number. */
export const getWidthTolerance = (orderedRolls: number): number => Math.max(1, orderedRolls * WIDTH_TOLERANCE)

/** Calculates for each width how far the planned rolls deviate from the order's mix; 1 is the tolerance. */
const calculatePlanDeviation = ({ lanes, planned }: ProductionOrder): number[] =>
  lanes.map(({ width }) => {
    const wantedRolls = calculateWidthShare(lanes, width) * planned.rolls
    return ((planned.widths.get(width) ?? 0) - wantedRolls) / getWidthTolerance(wantedRolls)
  })
/** Calculates by how much a jumbo with these lanes changes that deviation. */
function calculateLaneDeviation({ lanes, planned, sets }: ProductionOrder, addedLanes: readonly SlitLane[]): number[] {
  const rolls = sets * addedLanes.reduce((sum, { count }) => sum + count, 0)
  return lanes.map(({ width }) => {
    const share = calculateWidthShare(lanes, width)
    const widthRolls = sets * addedLanes.reduce((sum, lane) => sum + (lane.width === width ? lane.count : 0), 0)
    return (widthRolls - share * rolls) / getWidthTolerance(share * planned.rolls)
  })
}
interface PatternEffect {
  readonly pattern: JointLanes
  readonly deviation: readonly number[]
}
/** Finds the pattern that brings the widths nearest to their mix (least squares). */
function findNearestPattern(effects: readonly PatternEffect[], deviation: readonly number[]): PatternEffect {
  let [best, minSize] = [effects[0]!, Infinity]
  for (const effect of effects) {
    let size = 0
    for (const [i, value] of deviation.entries()) size += (value + effect.deviation[i]!) ** 2
    if (size < minSize) [best, minSize] = [effect, size]
  }
  return best
}

/**
 * Chooses patterns for as many jumbos as possible, equal patterns next to each other. The first pattern is random; each
 * next one brings the widths of both orders nearest to their mix. Empty if no combination stays within the tolerance.
 * @param fits true if both orders can give that many jumbos
 */
export function chooseSharedPatterns(
  dice: Dice,
  {
    previousOrder,
    order,
    patterns,
    maxJumbos,
  }: { previousOrder: ProductionOrder; order: ProductionOrder; patterns: readonly JointLanes[]; maxJumbos: number },
  fits: (chosen: readonly JointLanes[]) => boolean,
): readonly JointLanes[] {
  const initialDeviation = [...calculatePlanDeviation(previousOrder), ...calculatePlanDeviation(order)]
  const effects = patterns.map((pattern): PatternEffect => ({
    pattern,
    deviation: [
      ...calculateLaneDeviation(previousOrder, pattern.first),
      ...calculateLaneDeviation(order, pattern.second),
    ],
  }))
  let longest: readonly JointLanes[] = []
  for (let i = 0; i < MAX_TRIES && longest.length < maxJumbos; i++) {
    let next = dice.pick(effects)
    const chosen: JointLanes[] = []
    let deviation: readonly number[] = initialDeviation
    for (; chosen.length < maxJumbos; next = findNearestPattern(effects, deviation)) {
      chosen.push(next.pattern)
      deviation = deviation.map((value, at) => value + next.deviation[at]!)
      if (chosen.length > longest.length && deviation.every((one) => Math.abs(one) <= PLANNED_SHARE) && fits(chosen))
        longest = [...chosen]
    }
  }
  return longest.toSorted((a, b) => patterns.indexOf(a) - patterns.indexOf(b))
}
