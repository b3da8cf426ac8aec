import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { refuse } from '@/contract/errno'
import type { Context } from './context'
import { KeyedQueue, ConcurrencyLimit } from './concurrency-limit'
import { resolveWorkerEntry } from './worker-entry'
import { setImmediate } from 'node:timers/promises'

/** One computation at a time in this process with up to 60 waiting, because the machine also serves everybody else. */
const processLimit = new ConcurrencyLimit(1, 60)
/**
 * One computation at a time per person, so that the queue of one person blocks nobody else; at most 12 running and
 * waiting.
 */
const personQueues = new KeyedQueue(12)
const TIMEOUT_SECONDS = 20
const MAX_HEAP_MB = 160
/** An idle thread is kept for this time, so that the next computation of its kind can reuse the thread. */
const IDLE_MS = 30_000

/** Answer of a worker: the result, or the refusal that explains why there is none. */
export type ComputationAnswer<Result> =
  | { result: Result }
  | { refusal: { key: string; params: Record<string, string | number> } }

/**
 * Runs work that would block the event loop in a worker thread. The worker's program answers each message with a
 * `ComputationAnswer`; see `answerTasks`.
 */
export class Computation<Task, Result> {
  private idleWorker: { worker: Worker; endTimer: NodeJS.Timeout } | undefined

  /**
   * @param name file name in the bundle without `.js`
   * @param source path of the TypeScript file, relative to `src/server/`
   */
  constructor(
    private readonly name: string,
    private readonly source: string,
  ) {}

  /** Runs one task. @throws errno.busy when too many wait, errno.message with the worker's refusal or after a timeout */
  run(ctx: Pick<Context, 'person'>, task: Task): Promise<Result> {
    return personQueues.run(ctx.person?.id ?? '', () =>
      processLimit.run(async () => {
        const worker = this.takeWorker()
        try {
          const answer = await this.compute(worker, task)
          this.parkWorker(worker)
          if ('refusal' in answer) throw refuse(answer.refusal.key, answer.refusal.params)
          return answer.result
        } catch (error) {
          if (this.idleWorker?.worker !== worker) await worker.terminate()
          throw error
        }
      }),
    )
  }

  private takeWorker(): Worker {
    if (!this.idleWorker) return this.startWorker()
    const { worker, endTimer } = this.idleWorker
    clearTimeout(endTimer)
    this.idleWorker = undefined
    worker.ref()
    return worker
  }
  private startWorker(): Worker {
    const worker = new Worker(resolveWorkerEntry(this.name, this.source), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    })
    // `compute` notices a failure during a task. Without a listener, a failure between tasks would end the whole process.
    worker.on('error', () => {})
    worker.on('exit', () => {
      if (this.idleWorker?.worker !== worker) return
      clearTimeout(this.idleWorker.endTimer)
      this.idleWorker = undefined
    })
    return worker
  }
  private parkWorker(worker: Worker): void {
    if (worker.threadId === -1) return // it ended right after its answer
    // Neither the idle thread nor its timer may keep a finished process alive.
    worker.unref()
    const endTimer = setTimeout(() => {
      this.idleWorker = undefined
      void worker.terminate()
    }, IDLE_MS)
    this.idleWorker = { worker, endTimer: endTimer.unref() }
  }
  private async compute(worker: Worker, task: Task): Promise<ComputationAnswer<Result>> {
    const listenerController = new AbortController()
    const { signal } = listenerController
    let timer: NodeJS.Timeout | undefined
    try {
      const answerPromise = once(worker, 'message', { signal }) as Promise<[ComputationAnswer<Result>]>
      const exitPromise = once(worker, 'exit', { signal }).then(([code]) => {
        throw new Error(`${this.name} ended with ${String(code)} before it answered`)
      })
      const timeoutPromise = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(
          () => reject(refuse('contract:errors.computationTooSlow', { seconds: TIMEOUT_SECONDS })),
          TIMEOUT_SECONDS * 1000,
        )
      })
      worker.postMessage(task)
      return (await Promise.race([answerPromise, exitPromise, timeoutPromise]))[0]
    } finally {
      clearTimeout(timer)
      listenerController.abort()
    }
  }
}

/** Maximum time that a piece of work may block the event loop. */
const MAX_PIECE_MS = 10

/** Maps items one after another on this thread, yielding to the event loop every few milliseconds. */
export async function mapInPieces<A, B>(items: Iterable<A>, transform: (item: A) => B): Promise<B[]> {
  const results: B[] = []
  let pieceStartedAt = performance.now()
  for (const item of items) {
    if (performance.now() - pieceStartedAt > MAX_PIECE_MS) {
      await setImmediate()
      pieceStartedAt = performance.now()
    }
    results.push(transform(item))
  }
  return results
}
