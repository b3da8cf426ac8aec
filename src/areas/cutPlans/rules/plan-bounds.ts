/** Lower bounds of the web that a cut plan needs. */
import { fitsAnyJumbo } from './choose-cuttable-orders'
import { buildProblem, getBatchKey, toJumboPieces } from './cut-batch'
import { solveRelaxation } from './column-generation'
import type { CutPlan, OpenOrder, SlitterSpec, UncutJumbo } from './cut-plan-types'
import { getSetCost, type CuttingStockProblem } from './cutting-stock-problem'
import type { WholeSetPlan } from './whole-sets'

/**
 * Returns a lower bound of the area (mm·m) that any plan needs for the rolls of this plan, ignoring due dates. Each
 * product and length is bounded separately, as if it could use all jumbos whole.
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
    for (const { orderId, rolls: rollCount } of rolls)
      rollsByOrder.set(orderId, (rollsByOrder.get(orderId) ?? 0) + rollCount)
  const plannedOrders = orders.flatMap((order) =>
    rollsByOrder.has(order.id) ? [{ ...order, rolls: rollsByOrder.get(order.id)! }] : [],
  )
  let area = 0
  for (const key of new Set(plannedOrders.map(getBatchKey))) {
    const batchOrders = plannedOrders.filter((order) => getBatchKey(order) === key)
    const { product, length } = batchOrders[0]!
    const fittingPieces = toJumboPieces(jumbos).filter(
      (piece) => piece.product === product && piece.lengthLeft >= length,
    )
    area += getLeastWidth(buildProblem(batchOrders, fittingPieces, slitter)) * length
  }
  return area
}
/**
 * Returns a lower bound of the web width that the sets of a problem take, in mm. This is the bound of the known plan,
 * else of the relaxation if there is time, else the total width of the rolls.
 */
export function calculateLeastWidth(
  problem: CuttingStockProblem,
  cachedPlan: WholeSetPlan | undefined,
  secondsLeft: () => number,
): number {
  if (cachedPlan?.bound) return cachedPlan.bound
  const minCostPerMm = Math.min(...problem.stocks.map((stock) => getSetCost(stock) / stock.width))
  const rollsBound = problem.demands.reduce((sum, demand) => sum + demand.width * demand.count, 0) * minCostPerMm
  if (cachedPlan || secondsLeft() <= 0) return rollsBound
  const relaxation = solveRelaxation(problem, [], secondsLeft)
  return relaxation.isProven ? relaxation.bound : rollsBound
}
/** Counts the unplanned rolls that no plan can cut because they fit no jumbo. */
export const countUncuttableRolls = (
  unplanned: CutPlan['unplanned'],
  orders: readonly OpenOrder[],
  jumbos: readonly UncutJumbo[],
  slitter: SlitterSpec,
): number =>
  unplanned.reduce((sum, { orderId, reason, rolls }) => {
    const order = orders.find((candidate) => candidate.id === orderId)!
    const fitsJumbo = fitsAnyJumbo(
      order,
      jumbos.filter(({ product }) => product === order.product),
      slitter,
    )
    return sum + (reason === 'noJumbo' && fitsJumbo ? 0 : rolls)
  }, 0)
