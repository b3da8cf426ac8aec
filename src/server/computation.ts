import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { refuse } from '@/contract/errno'
import type { Context } from './context'
import { KeyedTurns, Turns } from './turns'
import { workerEntry } from './worker-entry'

/** Computations at a time in this process, and callers that may wait: the machine also serves everybody else. */
const allTurns = new Turns(1, 60)
/** One at a time per person, so that nobody's queue stands before everybody's. */
const personalTurns = new KeyedTurns(12)
const MAX_SECONDS = 20
const MAX_HEAP_MB = 160
/** A thread is kept this long for the next computation of its kind. */
const IDLE_MS = 30_000

/** What a worker answers: the result, or the sentence that says why there is none. */
export type Computed<Result> =
  | { result: Result }
  | { refusal: { key: string; params: Record<string, string | number> } }

/**
 * Work on a body or over a long period that would keep the event loop busy, in a thread of its own. The program of the thread
 * answers each message with `Computed`; see `answerTasks`.
 */
export class Computation<Task, Result> {
  private idle: { worker: Worker; end: NodeJS.Timeout } | undefined

  /**
   * @param name file name in the bundle without `.js`
   * @param source path of the TypeScript file, relative to `src/server/`
   */
  constructor(
    private readonly name: string,
    private readonly source: string,
  ) {}

  /** @throws 4502 when too many wait, 6000 with the worker's refusal or when the time is over */
  run(ctx: Pick<Context, 'person'>, task: Task): Promise<Result> {
    return personalTurns.take(ctx.person?.id ?? '', () =>
      allTurns.take(async () => {
        const worker = this.takeWorker()
        try {
          const answer = await this.compute(worker, task)
          this.keepWorker(worker)
          if ('refusal' in answer) throw refuse(answer.refusal.key, answer.refusal.params)
          return answer.result
        } catch (error) {
          if (this.idle?.worker !== worker) await worker.terminate()
          throw error
        }
      }),
    )
  }

  private takeWorker(): Worker {
    if (!this.idle)
      return new Worker(workerEntry(this.name, this.source), {
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      })
    const { worker, end } = this.idle
    clearTimeout(end)
    this.idle = undefined
    worker.ref()
    return worker
  }
  private keepWorker(worker: Worker): void {
    // Neither the thread nor the wait for its end holds a process that is done.
    worker.unref()
    const end = setTimeout(() => {
      this.idle = undefined
      void worker.terminate()
    }, IDLE_MS)
    this.idle = { worker, end: end.unref() }
  }
  private async compute(worker: Worker, task: Task): Promise<Computed<Result>> {
    const settled = new AbortController()
    const { signal } = settled
    let timer: NodeJS.Timeout | undefined
    try {
      const answered = once(worker, 'message', { signal }) as Promise<[Computed<Result>]>
      const ended = once(worker, 'exit', { signal }).then(([code]) => {
        throw new Error(`${this.name} ended with ${String(code)} before it answered`)
      })
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(
          () => reject(refuse('contract:errors.computationTooSlow', { seconds: MAX_SECONDS })),
          MAX_SECONDS * 1000,
        )
      })
      worker.postMessage(task)
      return (await Promise.race([answered, ended, late]))[0]
    } finally {
      clearTimeout(timer)
      settled.abort()
    }
  }
}
