import { Worker } from 'node:worker_threads'
import { refuse } from '@/contract/errno'
import { Turns } from '@/server/turns'
import { workerEntry } from '@/server/worker-entry'
import type { CutPlanAnswer, CutPlanTask } from './cut-plan-worker'

/** Plans at a time in this process, and callers that may wait. */
const turns = new Turns(1, 8)
const MOST_SECONDS = 10

/** Works a plan out beside the server's own thread. @throws 4502 when too many wait, 6000 when it takes too long */
export const planInWorker = (task: CutPlanTask): Promise<CutPlanAnswer> =>
  turns.take(async () => {
    const file = workerEntry('cut-plan-worker', '../areas/rolls/server/cut-plan-worker.ts')
    const worker = new Worker(file, {
      workerData: task,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise<CutPlanAnswer>((resolve, reject) => {
        timer = setTimeout(
          () => reject(refuse('rolls:refusals.planTooSlow', { seconds: MOST_SECONDS })),
          MOST_SECONDS * 1000,
        )
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.once('exit', (code) =>
          reject(new Error(`the worker of the cut plan ended with ${code} before it answered`)),
        )
      })
    } finally {
      clearTimeout(timer)
      await worker.terminate()
    }
  })
