/** Assigns an order to every lane of a planned cut. */
import type { PlannedCut } from './cut-plan-types'

export interface OrderLane {
  readonly width: number
  readonly count: number
  readonly orderId: string
}
/**
 * Assigns an order to every lane of a cut. A cut whose rolls do not divide evenly is split into several consecutive
 * parts. The number of rolls of each order and width stays as planned.
 */
export function assignLanesToOrders(
  cut: Pick<PlannedCut, 'sets' | 'lanes' | 'rolls'>,
): { sets: number; lanes: OrderLane[] }[] {
  const rollsLeft = cut.rolls.map((orderRolls) => ({ ...orderRolls }))
  const parts: { sets: number; lanes: OrderLane[] }[] = []
  for (let setsLeft = cut.sets; setsLeft > 0;) {
    const assignedLanes = rollsLeft.map(() => 0)
    for (const lane of cut.lanes)
      for (let n = 0; n < lane.count; n++)
        assignedLanes[findNeediestOrderIndex(rollsLeft, assignedLanes, lane.width)]! += 1
    const sets = Math.min(
      setsLeft,
      ...rollsLeft.map((orderRolls, i) =>
        assignedLanes[i] ? Math.max(1, Math.floor(orderRolls.rolls / assignedLanes[i]!)) : Infinity,
      ),
    )
    const lanes = cut.lanes.flatMap((lane) =>
      rollsLeft.flatMap((orderRolls, i) =>
        orderRolls.width === lane.width && assignedLanes[i]
          ? [{ width: orderRolls.width, count: assignedLanes[i]!, orderId: orderRolls.orderId }]
          : [],
      ),
    )
    for (const [i, orderRolls] of rollsLeft.entries()) orderRolls.rolls -= assignedLanes[i]! * sets
    parts.push({ sets, lanes })
    setsLeft -= sets
  }
  return parts
}
/**
 * Returns the index of the order of this width that needs another lane most. Even with this lane, that order has the most
 * remaining rolls per lane.
 */
function findNeediestOrderIndex(
  rollsLeft: readonly { width: number; rolls: number }[],
  assignedLanes: readonly number[],
  width: number,
): number {
  let neediestIndex = -1
  let mostRollsPerLane = -Infinity
  for (const [i, orderRolls] of rollsLeft.entries()) {
    const rollsPerLane = orderRolls.rolls / (assignedLanes[i]! + 1)
    if (orderRolls.width !== width || rollsPerLane <= mostRollsPerLane) continue
    neediestIndex = i
    mostRollsPerLane = rollsPerLane
  }
  if (neediestIndex < 0) throw new Error(`no order of width ${width} in the cut`)
  return neediestIndex
}
