/** Which patterns two orders share jumbos by, so that each still gets its widths in the mix that it orders. */
import type { Dice } from '../random'
import type { JointLanes, Lane } from './lanes'
import type { Order } from './orders'

/** Rolls of a width are what was ordered of it within so much, or within one roll. */
const WIDTH_TOLERANCE = 0.025
/** Part of that which the patterns may use; the rest is for rolls that are downgraded. */
const PLANNED_PART = 0.6
/** Beginnings that are tried. */
const TRIES = 12

/** Part of an order's rolls that its pattern makes of a width. */
export function partOf(lanes: readonly Lane[], width: number): number {
  const all = lanes.reduce((sum, { count }) => sum + count, 0)
  return lanes.reduce((sum, lane) => sum + (lane.width === width ? lane.count : 0), 0) / all
}
/** By how many the rolls of a width may differ from those that were ordered. */
export const offAtMost = (orderedRolls: number): number => Math.max(1, orderedRolls * WIDTH_TOLERANCE)

/** For each width of an order: by how much the rolls planned are off its mix, and these lanes put them off further; 1 is what may be. */
const planOff = ({ lanes, planned }: Order): number[] =>
  lanes.map(({ width }) => {
    const wanted = partOf(lanes, width) * planned.rolls
    return ((planned.widths.get(width) ?? 0) - wanted) / offAtMost(wanted)
  })
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
/** The pattern after which the widths are nearest to their mix. */
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
 * Patterns for as many jumbos as do, `most` at most, those of a kind together: after a beginning by chance each next one is that
 * which brings the widths of both orders nearest to their mix. None where no such patterns are found.
 * @param fits whether so many jumbos can be given
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
