/** Slitting patterns: widths side by side on a jumbo with little trim. */
import { calculateRollDiameter } from '@/areas/rolls/rules/dimensions'
import { sumLaneWidths } from '@/areas/orders/rules/slitting-pattern'
import type { Made } from './masters'

export interface Lane {
  readonly width: number
  readonly count: number
}
/** Limits of the trim (the maximum as a share of the jumbo width), and the number of lanes a slitter has knives for. */
const LEAST_TRIM_MM = 40
const MOST_TRIM = 0.05
const MOST_LANES = 20
/** Maximum diameter that shafts, wrapper and customers' machines accept. */
const WIDEST_ROLL_MM = 1250
const CORE_MM = 76

/** Caches results by widths: customers order the same widths again and again. */
function kept<T>(workOut: (widths: readonly number[], jumboMm: number) => T): typeof workOut {
  const known = new Map<string, T>()
  return (widths, jumboMm) => {
    const key = `${widths.join()} ${jumboMm}`
    const found = known.get(key) ?? workOut(widths, jumboMm)
    known.set(key, found)
    return found
  }
}
/** Finds all combinations of these widths with an allowed trim: number of lanes of each width. */
const waysOf = kept((widths, jumboMm): readonly (readonly number[])[] => {
  const all: number[][] = []
  const add = (left: number, counts: readonly number[]): void => {
    const width = widths[counts.length]
    if (width === undefined) {
      const rolls = counts.reduce((sum, n) => sum + n, 0)
      if (rolls > 0 && rolls <= MOST_LANES && left + LEAST_TRIM_MM <= jumboMm * MOST_TRIM) all.push([...counts])
      return
    }
    for (let count = 0; count * width <= left; count++) add(left - count * width, [...counts, count])
  }
  add(jumboMm - LEAST_TRIM_MM, [])
  return all
})
const lanesOf = (widths: readonly number[], counts: readonly number[]): Lane[] =>
  widths.flatMap((width, i) => (counts[i] ? [{ width, count: counts[i] }] : []))

/** Finds all slitting patterns of some widths, patterns with few widths first. */
export const fillings = kept((widths, jumboMm): readonly (readonly Lane[])[] =>
  waysOf(widths, jumboMm)
    .map((counts) => lanesOf(widths, counts))
    .sort((a, b) => a.length - b.length),
)

/** Each of two orders takes at least this share of a shared jumbo's width. */
const LEAST_SHARE = 0.25
/** Slitting pattern for two orders side by side: the lanes of each order. */
export interface JointLanes {
  readonly first: readonly Lane[]
  readonly second: readonly Lane[]
  /** Share of the lanes' total width that the first order takes. */
  readonly firstShare: number
}
/** Finds all patterns in which two orders share a jumbo. */
export function jointFillings(first: readonly number[], second: readonly number[], jumboMm: number): JointLanes[] {
  return waysOf([...first, ...second], jumboMm).flatMap((counts): JointLanes[] => {
    const lanes = {
      first: lanesOf(first, counts.slice(0, first.length)),
      second: lanesOf(second, counts.slice(first.length)),
    }
    const firstMm = sumLaneWidths(lanes.first)
    const firstShare = firstMm / (firstMm + sumLaneWidths(lanes.second))
    return Math.min(firstShare, 1 - firstShare) >= LEAST_SHARE ? [{ ...lanes, firstShare }] : []
  })
}
/**
 * Calculates the minimum number of sets that keeps the rolls below the maximum diameter.
 * @param jumboM length of the jumbo, m
 */
export function leastSets({ thicknessMm }: Pick<Made, 'thicknessMm'>, jumboM: number): number {
  let sets = 1
  while (calculateRollDiameter(jumboM / sets, thicknessMm, CORE_MM) > WIDEST_ROLL_MM) sets++
  return sets
}
