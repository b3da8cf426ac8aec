import { getBatchKey, toJumboPieces, buildProblem } from './cut-batch'
import type { CutPlan, OpenOrder, SlitterSpec, UncutJumbo } from './cut-plan-types'
import type { CuttingStockProblem } from './cutting-stock-problem'

/**
 * Returns a lower bound of the area that any plan needs for the rolls that this plan cuts, ignoring due dates. Each
 * product and length is bounded alone, as if all jumbos were untouched.
 * @param getLeastWidth returns the least width of web that the sets of a problem take
 */
export function calculateLeastArea(
  plan: Pick<CutPlan, 'cuts'>,
  orders: readonly OpenOrder[],
  jumbos: readonly UncutJumbo[],
  slitter: SlitterSpec,
  getLeastWidth: (problem: CuttingStockProblem) => number,
): number {
  const rollsByOrder = new Map<string, number>()
  for (const { rolls } of plan.cuts)
    for (const { orderId, rolls: n } of rolls) rollsByOrder.set(orderId, (rollsByOrder.get(orderId) ?? 0) + n)
  const planned = orders.flatMap((o) => (rollsByOrder.has(o.id) ? [{ ...o, rolls: rollsByOrder.get(o.id)! }] : []))
  let area = 0
  for (const key of new Set(planned.map(getBatchKey))) {
    const group = planned.filter((o) => getBatchKey(o) === key)
    const { product, length } = group[0]!
    const fittingPieces = toJumboPieces(jumbos).filter((p) => p.product === product && p.lengthLeft >= length)
    area += getLeastWidth(buildProblem(group, fittingPieces, slitter)) * length
  }
  return area
}
