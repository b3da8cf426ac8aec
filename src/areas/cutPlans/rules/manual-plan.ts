/** The plan that a person would make by hand, as a benchmark for proposed plans. */
import { buildBatches, toJumboPieces } from './cut-batch'
import type { CutPlan, OpenOrder, SlitterSpec, UncutJumbo } from './cut-plan-types'
import { sumUncutArea } from './merits'
import { compareCriteria, sortByDueDate } from './order-rank'
import { planBatches } from './plan-batches'

export interface ManualPlanSummary {
  readonly trimPercent: number | null
  readonly uncutRolls: number
  readonly unplanned: CutPlan['unplanned']
  readonly jumbos: number
  readonly lateOrders: number
}
/**
 * Returns the trim of the manual plan for comparison with a proposed plan. Null if the manual plan leaves more area of
 * more important orders uncut, by priority and due date: it may have less trim merely because it cuts less, or because
 * it cuts what fits instead of what is due.
 */
export const getComparableTrim = (
  manualPlan: Pick<ManualPlanSummary, 'trimPercent' | 'unplanned'>,
  proposedPlan: Pick<CutPlan, 'unplanned'>,
  orders: readonly OpenOrder[],
): number | null =>
  compareCriteria(sumUncutArea(manualPlan.unplanned, orders), sumUncutArea(proposedPlan.unplanned, orders)) > 0
    ? null
    : manualPlan.trimPercent

/**
 * Plans the same orders and jumbos by first-fit decreasing, as a person would cut. `trimPercent` refers to the area of
 * the used sets and is null if nothing is cut. `jumbos` counts the jumbos begun; `lateOrders` assumes a start at
 * `startsAt`.
 */
export function planCutsByHand(
  orders: readonly OpenOrder[],
  jumbos: readonly UncutJumbo[],
  slitter: SlitterSpec,
  startsAt: number,
): ManualPlanSummary {
  const ordersByDue = sortByDueDate(orders)
  const plan = planBatches(buildBatches(ordersByDue, 'firstFit'), {
    orders: ordersByDue,
    pieces: toJumboPieces(jumbos),
    slitter,
    startsAt,
  })
  return {
    trimPercent: plan.area > 0 ? plan.trimPercent : null,
    uncutRolls: plan.unplanned.reduce((sum, { rolls }) => sum + rolls, 0),
    unplanned: plan.unplanned,
    jumbos: plan.jumbos,
    lateOrders: plan.late.length,
  }
}
