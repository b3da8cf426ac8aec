import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ConcurrencyLimit } from '@/server/concurrency-limit'
import { resolveWorkerEntry } from '@/server/worker-entry'
import type { PasswordTask } from './password-worker'

/** Judgements at a time in this process, and callers that may wait. */
const turns = new ConcurrencyLimit(1, 20)
/** What guessers of any plant's accounts try. */
const everywhere = ['nonwoven', 'spunbond', 'meltblown', 'plant', 'factory', 'wufangbu', 'woaini', 'admin']
/** Its lists take half a second to load and 30 MB to keep: whoever tries a second password soon after does not wait again. */
const KEPT_MS = 30_000

let kept: { worker: Worker; end: NodeJS.Timeout } | undefined

/**
 * How many guesses a password takes as a power of ten, for somebody who begins with what people choose: common passwords,
 * words, names, dates, keys beside each other, and these with letters changed (zxcvbn, Wheeler, USENIX Security 2016).
 * Worked out in a thread of its own, which ends when nobody asks for a while. @throws 4502 when too many wait
 */
export const guessesLog10 = (password: string, known: readonly string[]): Promise<number> =>
  turns.run(async () => {
    const worker = taken()
    try {
      const guesses = await judged(worker, { password, known: [...known, ...everywhere] })
      keep(worker)
      return guesses
    } catch (error) {
      await worker.terminate()
      throw error
    }
  })

/** The worker that is kept, or a new one. */
function taken(): Worker {
  if (!kept) {
    const file = resolveWorkerEntry('password-worker', '../areas/access/server/password-worker.ts')
    return new Worker(file, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 256 } })
  }
  const { worker, end } = kept
  clearTimeout(end)
  kept = undefined
  worker.ref()
  return worker
}
function keep(worker: Worker): void {
  // Neither the thread nor the wait for its end holds a process that is done.
  worker.unref()
  const end = setTimeout(() => {
    kept = undefined
    void worker.terminate()
  }, KEPT_MS)
  kept = { worker, end: end.unref() }
}
async function judged(worker: Worker, task: PasswordTask): Promise<number> {
  const answered = new AbortController()
  const { signal } = answered
  try {
    const answer = once(worker, 'message', { signal }) as Promise<[number]>
    const ended = once(worker, 'exit', { signal }).then(([code]) => {
      throw new Error(`the password worker ended with ${String(code)} before it answered`)
    })
    worker.postMessage(task)
    const [guesses] = await Promise.race([answer, ended])
    return guesses
  } finally {
    answered.abort()
  }
}
