import { Worker } from 'node:worker_threads'
import { refuse } from '@/contract/errno'
import { ConcurrencyLimit } from '@/server/concurrency-limit'
import { resolveWorkerEntry } from '@/server/worker-entry'
import type { CutPlanResult, CutPlanTask } from './cut-plan-worker'

/** One plan at a time per process, and at most eight waiting callers. */
const planLimit = new ConcurrencyLimit(1, 8)
/** Search time of a plan. */
export const PLAN_SECONDS = 7
/** After this time the best plan so far is the answer, even if the worker is still busy. */
const MAX_SECONDS = 10

/**
 * Calculates a cut plan in a worker thread; returns the best plan so far when the time is over.
 * @throws 4502 if too many callers wait, 6000 if no plan was found in time
 */
export const planCutsInWorker = (
  task: Omit<CutPlanTask, 'seconds'>,
  { seconds, maxSeconds } = { seconds: PLAN_SECONDS, maxSeconds: MAX_SECONDS },
): Promise<CutPlanResult> =>
  planLimit.run(async () => {
    const startMs = performance.now()
    const file = resolveWorkerEntry('cut-plan-worker', '../areas/cutPlans/server/cut-plan-worker.ts')
    const worker = new Worker(file, {
      workerData: { ...task, seconds } satisfies CutPlanTask,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    let timer: NodeJS.Timeout | undefined
    let bestAnswer: CutPlanResult | null = null
    try {
      const answer = await new Promise<CutPlanResult>((resolve, reject) => {
        const finishWithBest = (error: Error) => (bestAnswer ? resolve(bestAnswer) : reject(error))
        timer = setTimeout(
          () => finishWithBest(refuse('cutPlans:refusals.planTooSlow', { seconds: maxSeconds })),
          maxSeconds * 1000,
        )
        worker.on('message', (answer: CutPlanResult) => {
          bestAnswer = answer
          if (answer.finished) resolve(answer)
        })
        worker.once('error', finishWithBest)
        // The last message before the exit is the answer, finished or not.
        worker.once('exit', (code) =>
          finishWithBest(new Error(`the worker of the cut plan ended with ${code} before it answered`)),
        )
      })
      // The best plan so far may be much older than the end of the search.
      return { ...answer, milliseconds: Math.round(performance.now() - startMs) }
    } finally {
      clearTimeout(timer)
      await worker.terminate()
    }
  })
