/** Which slit widths lie side by side on a jumbo, so that little is trimmed. */
import { calculateRollDiameter } from '@/areas/rolls/rules/dimensions'
import { sumLaneWidths } from '@/areas/orders/rules/slitting-pattern'
import type { Made } from './masters'

export interface Lane {
  readonly width: number
  readonly count: number
}
/** Least and most that is trimmed, as a share of the jumbo's width, and the lanes that a slitter has knives for. */
const LEAST_TRIM_MM = 40
const MOST_TRIM = 0.05
const MOST_LANES = 20
/** Slit rolls are no larger across: what the shafts, the wrapper and the customers' machines take. */
const WIDEST_ROLL_MM = 1250
const CORE_MM = 76

/** What was worked out for some widths is kept: customers order the same ones again and again. */
function kept<T>(workOut: (widths: readonly number[], jumboMm: number) => T): typeof workOut {
  const known = new Map<string, T>()
  return (widths, jumboMm) => {
    const key = `${widths.join()} ${jumboMm}`
    const found = known.get(key) ?? workOut(widths, jumboMm)
    known.set(key, found)
    return found
  }
}
/** All ways to lay lanes of these widths side by side that trim two to five percent of a jumbo: how many of each width. */
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

/** All slitting patterns of some widths, those of few widths first. */
export const fillings = kept((widths, jumboMm): readonly (readonly Lane[])[] =>
  waysOf(widths, jumboMm)
    .map((counts) => lanesOf(widths, counts))
    .sort((a, b) => a.length - b.length),
)

/** Of a jumbo that is slit for two orders each takes this share of the width at least. */
const LEAST_SHARE = 0.25
/** Slitting patterns for two orders side by side: the lanes of each, of the widths that it is slit to. */
export interface JointLanes {
  readonly first: readonly Lane[]
  readonly second: readonly Lane[]
  /** Part of the lanes' width that the first order takes. */
  readonly firstShare: number
}
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
/** Into how many sets a jumbo of this length must be slit at least, in m, that no roll is too large across. */
export function leastSets({ thicknessMm }: Pick<Made, 'thicknessMm'>, jumboM: number): number {
  let sets = 1
  while (calculateRollDiameter(jumboM / sets, thicknessMm, CORE_MM) > WIDEST_ROLL_MM) sets++
  return sets
}
