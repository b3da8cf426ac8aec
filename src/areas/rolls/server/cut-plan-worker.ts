import { parentPort, workerData } from 'node:worker_threads'
import { cutByHand } from '../rules/cut-plan/by-hand'
import type { CutPlan, OpenOrder, Slitter, UncutJumbo } from '../rules/cut-plan/orders'
import { proposeCuts } from '../rules/cut-plan/propose'

export interface CutPlanTask {
  orders: OpenOrder[]
  jumbos: UncutJumbo[]
  slitter: Slitter
  startsAt: number
}
export interface CutPlanAnswer {
  plan: CutPlan
  byHand: ReturnType<typeof cutByHand>
  milliseconds: number
}

function run({ orders, jumbos, slitter, startsAt }: CutPlanTask): CutPlanAnswer {
  const begun = performance.now()
  const plan = proposeCuts(orders, jumbos, slitter, startsAt)
  const milliseconds = Math.round(performance.now() - begun)
  return { plan, byHand: cutByHand(orders, jumbos, slitter), milliseconds }
}
// Only as a worker.
if (parentPort) parentPort.postMessage(run(workerData as CutPlanTask))
