/** Builds and evaluates the plans that the search compares. */
import { buildBatches, toJumboPieces, type CutBatch } from './cut-batch'
import type { OpenOrder, SlitterSpec, UncutJumbo } from './cut-plan-types'
import type { CuttingStockProblem, PatternUse } from './cutting-stock-problem'
import { toMerits, type Merits } from './merits'
import { planBatches, reduceSetupsOfPlan, toBatchesPlan, type BatchesPlan } from './plan-batches'
import type { JointPlan } from './plan-jointly'
import type { WholeSetPlan } from './whole-sets'

export type PatternPlanner = (problem: CuttingStockProblem) => Pick<WholeSetPlan, 'uses'>
export interface EvaluatedPlan {
  readonly batches: readonly CutBatch[]
  readonly plan: BatchesPlan
  readonly merits: Merits
  /** Patterns planned for each problem, by its JSON text. */
  readonly usesByProblem: ReadonlyMap<string, readonly PatternUse[]>
}
interface EvaluationInput {
  /** Sorted by due date. */
  readonly orders: readonly OpenOrder[]
  readonly jumbos: readonly UncutJumbo[]
  readonly slitter: SlitterSpec
  readonly startsAt: number
}

/** Plans and schedules batches one after the other. */
export function evaluateBatches(
  batches: readonly CutBatch[],
  input: EvaluationInput,
  planProblem: PatternPlanner,
): EvaluatedPlan {
  const usesByProblem = new Map<string, readonly PatternUse[]>()
  const plan = planBatches(batches, { ...input, pieces: toJumboPieces(input.jumbos) }, (problem) => {
    const { uses } = planProblem(problem)
    usesByProblem.set(JSON.stringify(problem), uses)
    return { uses }
  })
  return { batches, plan, usesByProblem, merits: toMerits(plan, input.orders, input.slitter) }
}
/**
 * Schedules a joint plan. A joint plan has no batches, so the search continues from one batch per product and length.
 */
export function evaluateJointPlan({ drafts, unplanned, pieces }: JointPlan, input: EvaluationInput): EvaluatedPlan {
  const plan = toBatchesPlan(drafts, unplanned, { ...input, pieces })
  return {
    batches: buildBatches(input.orders, 'together'),
    plan,
    usesByProblem: new Map(),
    merits: toMerits(plan, input.orders, input.slitter),
  }
}
/** Returns the plan with fewer changes of knives and jumbos, if no due date suffers. */
export function reduceSetupsOfEvaluatedPlan(evaluatedPlan: EvaluatedPlan, input: EvaluationInput): EvaluatedPlan {
  const plan = reduceSetupsOfPlan(evaluatedPlan.plan, input)
  return { ...evaluatedPlan, plan, merits: toMerits(plan, input.orders, input.slitter) }
}
