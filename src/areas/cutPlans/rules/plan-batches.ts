/** Plans a list of batches from the same jumbos and schedules the cuts. */
import { planBatch, type CutBatch, type CutDraft, type JumboPiece } from './cut-batch'
import type { CutPlan, OpenOrder, SlitterSpec, UnplannedRolls } from './cut-plan-types'
import { scheduleCuts, reduceSetups } from './schedule-cuts'
import type { CuttingStockProblem } from './cutting-stock-problem'
import { calculateRollArea, calculateTrimPercentOfArea } from './cut-metrics'
import { planWholeSets, type WholeSetPlan } from './whole-sets'

export interface BatchesPlan extends Pick<CutPlan, 'cuts' | 'late' | 'unplanned'> {
  /** Area of the webs of all sets, mm·m. */
  readonly area: number
  readonly trimPercent: number
  /** Number of jumbos begun. */
  readonly jumbos: number
}
interface PlanningInput {
  /** Sorted by due date. */
  readonly orders: readonly OpenOrder[]
  /** Untouched pieces of the jumbos; planning takes metres from them. */
  readonly pieces: readonly JumboPiece[]
  readonly slitter: SlitterSpec
  readonly startsAt: number
}
/**
 * Plans batches one after the other from the same jumbos and schedules all cuts. Rolls of `orders` that are in no batch
 * stay unplanned with the reason `noJumbo`.
 * @param solveProblem solves the cutting-stock problem of a batch
 */
export function planBatches(
  batches: readonly CutBatch[],
  { orders, pieces, slitter, startsAt }: PlanningInput,
  solveProblem: (problem: CuttingStockProblem) => Pick<WholeSetPlan, 'uses'> = planWholeSets,
): BatchesPlan {
  const drafts: CutDraft[] = []
  const unplanned: UnplannedRolls[] = []
  for (const batch of batches) {
    const batchPlan = planBatch(batch, pieces, slitter, solveProblem)
    drafts.push(...batchPlan.drafts)
    unplanned.push(...batchPlan.unplanned)
  }
  addLeftOutRolls(unplanned, batches, orders)
  return toBatchesPlan(drafts, unplanned, { orders, pieces, slitter, startsAt })
}
/**
 * Schedules cuts and calculates the area and trim of their webs.
 * @param input its `pieces` already lack the metres of the cuts
 */
export function toBatchesPlan(
  drafts: readonly CutDraft[],
  unplanned: readonly UnplannedRolls[],
  input: PlanningInput,
): BatchesPlan {
  const { orders, pieces, slitter, startsAt } = input
  const widthByJumbo = new Map(pieces.map((piece) => [piece.id, piece.width]))
  const area = drafts.reduce((sum, draft) => sum + draft.sets * draft.length * widthByJumbo.get(draft.jumboId)!, 0)
  const rollsArea = calculateRollArea(drafts.map(({ sets, length, lanes }) => ({ sets, lengthM: length, lanes })))
  return {
    ...scheduleCuts(drafts, orders, slitter, startsAt),
    unplanned,
    area,
    trimPercent: calculateTrimPercentOfArea(rollsArea, area),
    jumbos: pieces.filter((piece) => piece.lengthLeft < piece.fullLength).length,
  }
}
/** Adds rolls that are in no batch to the unplanned rolls of their order, with the reason `noJumbo`. */
function addLeftOutRolls(
  unplanned: UnplannedRolls[],
  batches: readonly CutBatch[],
  orders: readonly OpenOrder[],
): void {
  const leftOutRolls = new Map(orders.map((order) => [order.id, order.rolls]))
  for (const { id, rolls } of batches.flatMap((batch) => batch.orders))
    leftOutRolls.set(id, leftOutRolls.get(id)! - rolls)
  for (const [orderId, rolls] of leftOutRolls) {
    if (rolls <= 0) continue
    const index = unplanned.findIndex((entry) => entry.orderId === orderId && entry.reason === 'noJumbo')
    if (index < 0) unplanned.push({ orderId, rolls, reason: 'noJumbo' })
    else unplanned[index] = { ...unplanned[index]!, rolls: unplanned[index]!.rolls + rolls }
  }
}
/** Reorders the cuts of a plan so that knives and jumbos change less often, unless a due date suffers. */
export const reduceSetupsOfPlan = (
  plan: BatchesPlan,
  { orders, slitter, startsAt }: Omit<PlanningInput, 'pieces'>,
): BatchesPlan => ({
  ...plan,
  ...reduceSetups(plan, orders, slitter, startsAt),
})
