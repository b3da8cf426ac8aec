import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ConcurrencyLimit } from '@/server/concurrency-limit'
import { resolveWorkerEntry } from '@/server/worker-entry'
import type { PasswordTask } from './password-worker'

/** One estimate at a time per process, and at most 20 waiting callers. */
const estimateQueue = new ConcurrencyLimit(1, 20)
/** Words that an attacker tries at any plant, in addition to the word lists. */
const commonGuesses = ['nonwoven', 'spunbond', 'meltblown', 'plant', 'factory', 'wufangbu', 'woaini', 'admin']
/** The word lists need half a second to load and 30 MB, so an idle worker stays for another attempt before it ends. */
const IDLE_WORKER_MS = 30_000

let idleWorker: { worker: Worker; endTimer: NodeJS.Timeout } | undefined

/**
 * Estimates the guesses that a password withstands, as a power of ten. The model tries common passwords, words, names,
 * dates, adjacent keys and their letter substitutions first (zxcvbn, Wheeler, USENIX Security 2016). It runs in a worker
 * thread that ends when it is idle for a while.
 * @param accountWords words that an attacker of this account tries first, e.g. the person's name
 * @throws 4502 when too many callers wait
 */
export const estimateGuessesLog10 = (password: string, accountWords: readonly string[]): Promise<number> =>
  estimateQueue.run(async () => {
    const worker = acquireWorker()
    try {
      const guessesLog10 = await estimateInWorker(worker, {
        password,
        accountWords: [...accountWords, ...commonGuesses],
      })
      releaseWorker(worker)
      return guessesLog10
    } catch (error) {
      await worker.terminate()
      throw error
    }
  })

/** Returns the idle worker, or starts a new one. */
function acquireWorker(): Worker {
  if (!idleWorker) return startWorker()
  const { worker, endTimer } = idleWorker
  clearTimeout(endTimer)
  idleWorker = undefined
  worker.ref()
  return worker
}
function startWorker(): Worker {
  const file = resolveWorkerEntry('password-worker', '../areas/access/server/password-worker.ts')
  const worker = new Worker(file, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 256 } })
  // A task reports failures itself. Without a listener, a failure between tasks would end the whole process.
  worker.on('error', () => {})
  worker.on('exit', () => {
    if (idleWorker?.worker !== worker) return
    clearTimeout(idleWorker.endTimer)
    idleWorker = undefined
  })
  return worker
}
function releaseWorker(worker: Worker): void {
  if (worker.threadId === -1) return // it ended right after its answer
  // Neither the idle worker nor its timer keeps the process alive.
  worker.unref()
  const endTimer = setTimeout(() => {
    idleWorker = undefined
    void worker.terminate()
  }, IDLE_WORKER_MS)
  idleWorker = { worker, endTimer: endTimer.unref() }
}
async function estimateInWorker(worker: Worker, task: PasswordTask): Promise<number> {
  const listenerAbort = new AbortController()
  const { signal } = listenerAbort
  try {
    const answer = once(worker, 'message', { signal }) as Promise<[number]>
    const workerExit = once(worker, 'exit', { signal }).then(([code]) => {
      throw new Error(`the password worker ended with ${String(code)} before it answered`)
    })
    worker.postMessage(task)
    const [guessesLog10] = await Promise.race([answer, workerExit])
    return guessesLog10
  } finally {
    listenerAbort.abort()
  }
}
