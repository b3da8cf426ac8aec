/** Patterns for jumbos shared by two orders, chosen so that each order still gets its mix of widths. */
import type { Dice } from '../random'
import type { JointLanes, Lane } from './lanes'
import type { Order } from './orders'

/** The rolls of a width may differ from the ordered number by this share, or by one roll. */
const WIDTH_TOLERANCE = 0.025
/** Share of the tolerance that patterns may use; the remainder is for downgraded rolls. */
const PLANNED_PART = 0.6
/** Number of random first patterns tried. */
const TRIES = 12

/** Calculates the share of a width in the rolls of a pattern. */
export function partOf(lanes: readonly Lane[], width: number): number {
  const all = lanes.reduce((sum, { count }) => sum + count, 0)
  return lanes.reduce((sum, lane) => sum + (lane.width === width ? lane.count : 0), 0) / all
}
/** Returns by how many rolls of a width may differ from the ordered number. */
export const offAtMost = (orderedRolls: number): number => Math.max(1, orderedRolls * WIDTH_TOLERANCE)

/** Calculates for each width how far the planned rolls deviate from the order's mix; 1 is the tolerance. */
const planOff = ({ lanes, planned }: Order): number[] =>
  lanes.map(({ width }) => {
    const wanted = partOf(lanes, width) * planned.rolls
    return ((planned.widths.get(width) ?? 0) - wanted) / offAtMost(wanted)
  })
/** Calculates by how much a jumbo with these lanes changes that deviation. */
function lanesOff({ lanes, planned, sets }: Order, more: readonly Lane[]): number[] {
  const rolls = sets * more.reduce((sum, { count }) => sum + count, 0)
  return lanes.map(({ width }) => {
    const part = partOf(lanes, width)
    const own = sets * more.reduce((sum, lane) => sum + (lane.width === width ? lane.count : 0), 0)
    return (own - part * rolls) / offAtMost(part * planned.rolls)
  })
}
interface Known {
  readonly pattern: JointLanes
  readonly off: readonly number[]
}
/** Finds the pattern that brings the widths nearest to their mix (least squares). */
function nearest(known: readonly Known[], off: readonly number[]): Known {
  let [best, least] = [known[0]!, Infinity]
  for (const one of known) {
    let size = 0
    for (const [i, value] of off.entries()) size += (value + one.off[i]!) ** 2
    if (size < least) [best, least] = [one, size]
  }
  return best
}

/**
 * Chooses patterns for as many jumbos as possible, equal patterns next to each other. The first pattern is random; each
 * next one brings the widths of both orders nearest to their mix. Empty if no combination stays within the tolerance.
 * @param fits true if both orders can give that many jumbos
 */
export function mixing(
  dice: Dice,
  { before, order, patterns, most }: { before: Order; order: Order; patterns: readonly JointLanes[]; most: number },
  fits: (chosen: readonly JointLanes[]) => boolean,
): readonly JointLanes[] {
  const begun = [...planOff(before), ...planOff(order)]
  const known = patterns.map((pattern): Known => ({
    pattern,
    off: [...lanesOff(before, pattern.first), ...lanesOff(order, pattern.second)],
  }))
  let found: readonly JointLanes[] = []
  for (let i = 0; i < TRIES && found.length < most; i++) {
    let next = dice.pick(known)
    const chosen: JointLanes[] = []
    let off: readonly number[] = begun
    for (; chosen.length < most; next = nearest(known, off)) {
      chosen.push(next.pattern)
      off = off.map((value, at) => value + next.off[at]!)
      if (chosen.length > found.length && off.every((one) => Math.abs(one) <= PLANNED_PART) && fits(chosen))
        found = [...chosen]
    }
  }
  return found.toSorted((a, b) => patterns.indexOf(a) - patterns.indexOf(b))
}
