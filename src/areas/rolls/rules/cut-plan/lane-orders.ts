import type { PlannedCut } from './cut-plan-types'

export interface OrderLane {
  readonly width: number
  readonly count: number
  readonly orderId: string
}
/**
 * Assigns an order to every lane of a cut. A cut whose rolls do not divide evenly is split into several consecutive
 * parts. Rolls by order and width come out exactly as planned.
 */
export function assignLanesToOrders(
  cut: Pick<PlannedCut, 'sets' | 'lanes' | 'rolls'>,
): { sets: number; lanes: OrderLane[] }[] {
  const rollsLeft = cut.rolls.map((r) => ({ ...r }))
  const parts: { sets: number; lanes: OrderLane[] }[] = []
  for (let setsLeft = cut.sets; setsLeft > 0;) {
    const assignedLanes = rollsLeft.map(() => 0)
    for (const lane of cut.lanes)
      for (let n = 0; n < lane.count; n++) assignedLanes[findNeediestOrder(rollsLeft, assignedLanes, lane.width)]! += 1
    const sets = Math.min(
      setsLeft,
      ...rollsLeft.map((r, i) => (assignedLanes[i] ? Math.max(1, Math.floor(r.rolls / assignedLanes[i]!)) : Infinity)),
    )
    const lanes = cut.lanes.flatMap((lane) =>
      rollsLeft.flatMap((r, i) =>
        r.width === lane.width && assignedLanes[i]
          ? [{ width: r.width, count: assignedLanes[i]!, orderId: r.orderId }]
          : [],
      ),
    )
    for (const [i, r] of rollsLeft.entries()) r.rolls -= assignedLanes[i]! * sets
    parts.push({ sets, lanes })
    setsLeft -= sets
  }
  return parts
}
/**
 * Returns the index of the order of this width with the most remaining rolls per assigned lane, including one more
 * lane.
 */
function findNeediestOrder(
  rollsLeft: readonly { width: number; rolls: number }[],
  assignedLanes: readonly number[],
  width: number,
): number {
  let best = -1
  for (const [i, r] of rollsLeft.entries()) {
    if (
      r.width !== width ||
      (best >= 0 && r.rolls / (assignedLanes[i]! + 1) <= rollsLeft[best]!.rolls / (assignedLanes[best]! + 1))
    )
      continue
    best = i
  }
  if (best < 0) throw new Error(`no order of width ${width} in the cut`)
  return best
}
