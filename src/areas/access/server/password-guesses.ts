import { Worker } from 'node:worker_threads'
import { Turns } from '@/server/turns'
import { workerEntry } from '@/server/worker-entry'
import type { PasswordTask } from './password-worker'

/** Judgements at a time in this process, and callers that may wait. */
const turns = new Turns(1, 20)
/** What guessers of any plant's accounts try. */
const everywhere = ['nonwoven', 'spunbond', 'meltblown', 'plant', 'factory', 'wufangbu', 'woaini', 'admin']

/**
 * How many guesses a password takes as a power of ten, for somebody who begins with what people choose: common passwords,
 * words, names, dates, keys beside each other, and these with letters changed (zxcvbn, Wheeler, USENIX Security 2016).
 * Worked out in a thread of its own, which ends with the answer. @throws 4502 when too many wait
 */
export const guessesLog10 = (password: string, known: readonly string[]): Promise<number> =>
  turns.take(async () => {
    const task: PasswordTask = { password, known: [...known, ...everywhere] }
    const file = workerEntry('password-worker', '../areas/access/server/password-worker.ts')
    const worker = new Worker(file, {
      workerData: task,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    try {
      return await new Promise<number>((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.once('exit', (code) => reject(new Error(`the password worker ended with ${code} before it answered`)))
      })
    } finally {
      await worker.terminate()
    }
  })
