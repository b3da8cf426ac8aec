import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ConcurrencyLimit } from '@/server/concurrency-limit'
import { resolveWorkerEntry } from '@/server/worker-entry'
import type { PasswordTask } from './password-worker'

/** One estimate at a time per process, and at most 20 waiting callers. */
const turns = new ConcurrencyLimit(1, 20)
/** Words that guessers try at any plant. */
const commonGuesses = ['nonwoven', 'spunbond', 'meltblown', 'plant', 'factory', 'wufangbu', 'woaini', 'admin']
/** The word lists need half a second to load and 30 MB, so an idle worker stays for another attempt before it ends. */
const IDLE_WORKER_MS = 30_000

let idleWorker: { worker: Worker; end: NodeJS.Timeout } | undefined

/**
 * Estimates the guesses that a password withstands, as a power of ten. The model tries common passwords, words, names,
 * dates, adjacent keys and their letter substitutions first (zxcvbn, Wheeler, USENIX Security 2016).
 * Runs in a worker thread that ends when it is idle for a while. @throws 4502 when too many callers wait
 */
export const estimateGuessesLog10 = (password: string, known: readonly string[]): Promise<number> =>
  turns.run(async () => {
    const worker = acquireWorker()
    try {
      const guesses = await judgeInWorker(worker, { password, known: [...known, ...commonGuesses] })
      releaseWorker(worker)
      return guesses
    } catch (error) {
      await worker.terminate()
      throw error
    }
  })

/** Returns the idle worker, or starts a new one. */
function acquireWorker(): Worker {
  if (!idleWorker) {
    const file = resolveWorkerEntry('password-worker', '../areas/access/server/password-worker.ts')
    return new Worker(file, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 256 } })
  }
  const { worker, end } = idleWorker
  clearTimeout(end)
  idleWorker = undefined
  worker.ref()
  return worker
}
function releaseWorker(worker: Worker): void {
  // Neither the idle worker nor its timer keeps the process alive.
  worker.unref()
  const end = setTimeout(() => {
    idleWorker = undefined
    void worker.terminate()
  }, IDLE_WORKER_MS)
  idleWorker = { worker, end: end.unref() }
}
async function judgeInWorker(worker: Worker, task: PasswordTask): Promise<number> {
  const settled = new AbortController()
  const { signal } = settled
  try {
    const answer = once(worker, 'message', { signal }) as Promise<[number]>
    const exited = once(worker, 'exit', { signal }).then(([code]) => {
      throw new Error(`the password worker ended with ${String(code)} before it answered`)
    })
    worker.postMessage(task)
    const [guesses] = await Promise.race([answer, exited])
    return guesses
  } finally {
    settled.abort()
  }
}
