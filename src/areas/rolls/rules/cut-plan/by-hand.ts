import { batchesOfAll, piecesOf } from './batch'
import type { OpenOrder, Slitter, UncutJumbo } from './orders'
import { planBatches } from './plan-batches'

export interface ByHand {
  readonly trimPercent: number | null
  readonly uncutRolls: number
  readonly jumbos: number
  readonly lateOrders: number
}
/** What it trims beside a plan that leaves some rolls uncut; null where it leaves more: who cuts less trims less. */
export const trimBeside = (
  { trimPercent, uncutRolls }: Pick<ByHand, 'trimPercent' | 'uncutRolls'>,
  leftByPlan: number,
): number | null => (uncutRolls > leftByPlan ? null : trimPercent)

/**
 * What first-fit decreasing makes of the same orders and jumbos, all at once: how a person would cut. `trimPercent` of the
 * area of the sets it uses, null when it cuts nothing; `uncutRolls` it finds no set for; the jumbos it begins; orders that
 * would be late when it begins at `startsAt`.
 */
export function cutByHand(
  orders: readonly OpenOrder[],
  jumbos: readonly UncutJumbo[],
  slitter: Slitter,
  startsAt: number,
): ByHand {
  const byDue = [...orders].sort((a, b) => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1))
  const plan = planBatches(batchesOfAll(byDue, 'manual'), {
    orders: byDue,
    pieces: piecesOf(jumbos),
    slitter,
    startsAt,
  })
  return {
    trimPercent: plan.area > 0 ? plan.trimPercent : null,
    uncutRolls: plan.unplanned.reduce((sum, { rolls }) => sum + rolls, 0),
    jumbos: plan.jumbos,
    lateOrders: plan.late.length,
  }
}
