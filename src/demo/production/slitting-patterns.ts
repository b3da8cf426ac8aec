/** Slitting patterns: widths side by side on a jumbo with little trim. */
import { calculateRollDiameter } from '@/areas/rolls/rules/dimensions'
import { sumLaneWidths } from '@/areas/orders/rules/slitting-pattern'
import type { DemoProduct } from './master-data'

export interface SlitLane {
  /** mm */
  readonly width: number
  readonly count: number
}
/** Trim of both edges together. */
const MIN_TRIM_MM = 40
/** Trim of both edges as a share of the jumbo width. */
const MAX_TRIM_SHARE = 0.05
/** Number of lanes that a slitter has knives for. */
const MAX_LANES = 20
/** Maximum diameter that shafts, wrapper and customers' machines accept. */
const MAX_ROLL_DIAMETER_MM = 1250
const CORE_DIAMETER_MM = 76

/** Caches results by widths: customers order the same widths again and again. */
function memoizeByWidths<T>(calculate: (widths: readonly number[], jumboMm: number) => T): typeof calculate {
  const cache = new Map<string, T>()
  return (widths, jumboMm) => {
    const key = `${widths.join()} ${jumboMm}`
    const result = cache.get(key) ?? calculate(widths, jumboMm)
    cache.set(key, result)
    return result
  }
}
/** Finds all combinations of these widths with an allowed trim: number of lanes of each width. */
const findLaneCounts = memoizeByWidths((widths, jumboMm): readonly (readonly number[])[] => {
  const combinations: number[][] = []
  const tryCountsOfNextWidth = (remainingMm: number, counts: readonly number[]): void => {
    const width = widths[counts.length]
    if (width === undefined) {
      const laneCount = counts.reduce((sum, n) => sum + n, 0)
      if (laneCount > 0 && laneCount <= MAX_LANES && remainingMm + MIN_TRIM_MM <= jumboMm * MAX_TRIM_SHARE)
        combinations.push([...counts])
      return
    }
    for (let count = 0; count * width <= remainingMm; count++)
      tryCountsOfNextWidth(remainingMm - count * width, [...counts, count])
  }
  tryCountsOfNextWidth(jumboMm - MIN_TRIM_MM, [])
  return combinations
})
const toLanes = (widths: readonly number[], counts: readonly number[]): SlitLane[] =>
  widths.flatMap((width, i) => (counts[i] ? [{ width, count: counts[i] }] : []))

/** Finds all slitting patterns of some widths, patterns with few widths first. */
export const findSlittingPatterns = memoizeByWidths((widths, jumboMm): readonly (readonly SlitLane[])[] =>
  findLaneCounts(widths, jumboMm)
    .map((counts) => toLanes(widths, counts))
    .sort((a, b) => a.length - b.length),
)

/** Each of two orders takes at least this share of a shared jumbo's width. */
const MIN_WIDTH_SHARE = 0.25
/** Slitting pattern for two orders side by side: the lanes of each order. */
export interface JointLanes {
  readonly firstLanes: readonly SlitLane[]
  readonly secondLanes: readonly SlitLane[]
  /** Share of the lanes' total width that the first order takes. */
  readonly firstShare: number
}
/** Finds all patterns in which two orders share a jumbo. */
export function findJointPatterns(
  firstWidths: readonly number[],
  secondWidths: readonly number[],
  jumboWidthMm: number,
): JointLanes[] {
  return findLaneCounts([...firstWidths, ...secondWidths], jumboWidthMm).flatMap((counts): JointLanes[] => {
    const lanes = {
      firstLanes: toLanes(firstWidths, counts.slice(0, firstWidths.length)),
      secondLanes: toLanes(secondWidths, counts.slice(firstWidths.length)),
    }
    const firstMm = sumLaneWidths(lanes.firstLanes)
    const firstShare = firstMm / (firstMm + sumLaneWidths(lanes.secondLanes))
    return Math.min(firstShare, 1 - firstShare) >= MIN_WIDTH_SHARE ? [{ ...lanes, firstShare }] : []
  })
}
/**
 * Calculates the minimum number of sets that keeps the rolls below the maximum diameter.
 * @param jumboLengthM length of the jumbo, m
 */
export function calculateMinSets({ thicknessMm }: Pick<DemoProduct, 'thicknessMm'>, jumboLengthM: number): number {
  let sets = 1
  while (calculateRollDiameter(jumboLengthM / sets, thicknessMm, CORE_DIAMETER_MM) > MAX_ROLL_DIAMETER_MM) sets++
  return sets
}
