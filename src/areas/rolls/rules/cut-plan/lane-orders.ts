import type { Cut } from './orders'

export interface LaneOfOrder {
  readonly width: number
  readonly count: number
  readonly orderId: string
}
/**
 * Assigns an order to every lane of a cut. A cut whose rolls do not divide evenly is split into several consecutive
 * parts. Rolls by order and width come out exactly as planned.
 */
export function lanesByOrder(cut: Pick<Cut, 'sets' | 'lanes' | 'rolls'>): { sets: number; lanes: LaneOfOrder[] }[] {
  const left = cut.rolls.map((r) => ({ ...r }))
  const parts: { sets: number; lanes: LaneOfOrder[] }[] = []
  for (let rest = cut.sets; rest > 0;) {
    const given = left.map(() => 0)
    for (const lane of cut.lanes) for (let n = 0; n < lane.count; n++) given[neediest(left, given, lane.width)]! += 1
    const sets = Math.min(
      rest,
      ...left.map((r, i) => (given[i] ? Math.max(1, Math.floor(r.rolls / given[i]!)) : Infinity)),
    )
    const lanes = cut.lanes.flatMap((lane) =>
      left.flatMap((r, i) =>
        r.width === lane.width && given[i] ? [{ width: r.width, count: given[i]!, orderId: r.orderId }] : [],
      ),
    )
    for (const [i, r] of left.entries()) r.rolls -= given[i]! * sets
    parts.push({ sets, lanes })
    rest -= sets
  }
  return parts
}
/**
 * Returns the index of the order of this width with the most remaining rolls per assigned lane, including one more
 * lane.
 */
function neediest(left: readonly { width: number; rolls: number }[], given: readonly number[], width: number): number {
  let best = -1
  for (const [i, r] of left.entries()) {
    if (r.width !== width || (best >= 0 && r.rolls / (given[i]! + 1) <= left[best]!.rolls / (given[best]! + 1)))
      continue
    best = i
  }
  if (best < 0) throw new Error(`no order of width ${width} in the cut`)
  return best
}
