/**
 * Plans slitting patterns 门幅搭配 for open orders on uncut jumbos. Important orders come first, then due dates, little
 * trim, few jumbos and few changeovers, see `isBetterPlan`.
 */
import { CutPlanSearch } from './cut-plan-search'
import type { CutPlan, OpenOrder, SlitterSpec, UncutJumbo } from './cut-plan-types'
import { heuristicsOnly, type SearchResources } from './integer-program'

/**
 * Proposes a cut plan from `startsAt` on; rolls that fit no jumbo are returned with a reason. The same input gives the
 * same plan unless time runs out.
 *
 * The search starts with simple plans: each order alone by due date, and the manual plan. It then plans all compatible
 * orders at once, by patterns and by filling one set after the other. If the jumbos do not suffice, it chooses the rolls
 * to cut by priority and due date of their orders and plans those. If another plan remains the best, e.g. because of due
 * dates, the search joins adjacent batches of that plan as long as this improves it. The remaining time goes to the plan
 * of all lengths together, unless its criteria are proven. Finally, the search replaces patterns by fewer ones. A
 * proposal with the same dates as a simple plan never trims more.
 * @param onBetterPlan called with every plan that is better than all previous plans
 */
export function proposeCutPlan(
  orders: readonly OpenOrder[],
  jumbos: readonly UncutJumbo[],
  slitter: SlitterSpec,
  startsAt: number,
  resources: SearchResources = heuristicsOnly,
  onBetterPlan: (plan: CutPlan) => void = () => {},
): CutPlan {
  const search = new CutPlanSearch(orders, jumbos, slitter, startsAt, resources, onBetterPlan)
  search.trySimplePlans()
  search.tryFilledSets()
  search.joinNeighbours()
  search.solveWithSolver()
  search.improveJointPlan()
  search.reducePatterns()
  return search.getCutPlan()
}
