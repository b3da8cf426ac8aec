import { parentPort, workerData } from 'node:worker_threads'
import { planCutsByHand } from '../rules/manual-plan'
import {
  type CutPlan,
  type OpenOrder,
  type SlitterSpec,
  type UncutJumbo,
  isSearchFinished,
} from '../rules/cut-plan-types'
import { proposeCutPlan } from '../rules/propose-cut-plan'
import { loadIntegerSolver } from './integer-solver'

export interface CutPlanTask {
  orders: OpenOrder[]
  jumbos: UncutJumbo[]
  slitter: SlitterSpec
  /** When the slitter is free for the plan, ms since 1970. */
  startsAt: number
  /** Time limit of the search, after which the best plan so far is the answer. */
  seconds: number
}
export interface CutPlanResult {
  plan: CutPlan
  manualPlan: ReturnType<typeof planCutsByHand>
  /** Time of the whole calculation. In a plan that is reported during the search, the time until then. */
  milliseconds: number
  /** `heuristic` if the integer solver cannot be loaded. */
  method: 'solver' | 'heuristic'
  /** False if a limit stopped the search; see the `termination` of the plan. */
  finished: boolean
}

/** Searches a cut plan and reports every improvement, so that an answer exists when the time runs out. */
export async function planCuts(task: CutPlanTask, reportAnswer: (answer: CutPlanResult) => void): Promise<void> {
  const { orders, jumbos, slitter, startsAt, seconds } = task
  const startMs = performance.now()
  const manualPlan = planCutsByHand(orders, jumbos, slitter, startsAt)
  const solve = await loadIntegerSolver()
  const method = solve ? 'solver' : 'heuristic'
  const secondsLeft = () => seconds - (performance.now() - startMs) / 1000
  const reportPlan = (plan: CutPlan, finished: boolean) =>
    reportAnswer({ plan, manualPlan, milliseconds: Math.round(performance.now() - startMs), method, finished })
  const plan = proposeCutPlan(orders, jumbos, slitter, startsAt, { solve, secondsLeft }, (betterPlan) =>
    reportPlan(betterPlan, false),
  )
  reportPlan(plan, isSearchFinished(plan.termination))
}
// Runs only in a worker thread; tests import `planCuts`.
const port = parentPort
if (port) await planCuts(workerData as CutPlanTask, (answer) => port.postMessage(answer))
