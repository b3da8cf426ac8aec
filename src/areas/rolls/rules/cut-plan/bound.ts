import { keyOf, piecesOf, problemOf } from './batch'
import type { CutPlan, OpenOrder, Slitter, UncutJumbo } from './orders'
import type { Problem } from './stock'

/**
 * Returns a lower bound of the area that any plan needs for the rolls that this plan cuts, ignoring due dates. Each
 * product and length is bounded alone, as if all jumbos were untouched.
 * @param getLeastWidth returns the least width of web that the sets of a problem take
 */
export function leastArea(
  plan: Pick<CutPlan, 'cuts'>,
  orders: readonly OpenOrder[],
  jumbos: readonly UncutJumbo[],
  slitter: Slitter,
  least: (problem: Problem) => number,
): number {
  const cut = new Map<string, number>()
  for (const { rolls } of plan.cuts)
    for (const { orderId, rolls: n } of rolls) cut.set(orderId, (cut.get(orderId) ?? 0) + n)
  const planned = orders.flatMap((o) => (cut.has(o.id) ? [{ ...o, rolls: cut.get(o.id)! }] : []))
  let area = 0
  for (const key of new Set(planned.map(keyOf))) {
    const group = planned.filter((o) => keyOf(o) === key)
    const { product, length } = group[0]!
    const fitting = piecesOf(jumbos).filter((p) => p.product === product && p.left >= length)
    area += least(problemOf(group, fitting, slitter)) * length
  }
  return area
}
