/**
 * Thread that generates the demonstration's rows, because generating takes longer than storing. While a plant is
 * loaded, the thread sends its statements to the main thread, which executes them. The thread holds the rows of the
 * older weeks until they are taken; after an interrupted start it generates these rows again.
 */
import { Worker } from 'node:worker_threads'
import type { QueryResultRow } from 'pg'
import { resolveWorkerEntry } from '@/server/worker-entry'
import type { DemoOptions } from './build'
import type { HistoryRows } from './deferred-history'
import type { DemoPhoto } from './photos'

/** Input of the generator; passed to the thread by structured clone. */
export interface GeneratorInput extends DemoOptions {
  /** Set if the thread stores the recent rows; omitted if they are stored already. */
  readonly store?: { readonly site: number; readonly passwordHash: string }
}
export interface GeneratorResult {
  /** Last number used in each series. */
  readonly numbers: ReadonlyMap<string, number>
  /** Keys of the weeks that are not stored yet, newest first. */
  readonly weeks: readonly string[]
}
export type MessageFromGenerator =
  | { kind: 'query'; id: number; text: string; values: unknown[] }
  | { kind: 'photos'; photos: readonly DemoPhoto[] }
  | { kind: 'stored'; rows: number }
  | ({ kind: 'finished' } & GeneratorResult)
  | { kind: 'week'; rows: HistoryRows }
export type MessageToGenerator =
  | { kind: 'rows'; id: number; rows: unknown[] }
  | { kind: 'refused'; id: number; reason: string }
  | { kind: 'week'; key: string }

/** Receives the thread's statements and photos. */
export interface RowSink {
  query(text: string, values: unknown[]): Promise<{ rows: QueryResultRow[] }>
  storePhoto(photo: DemoPhoto): Promise<void>
  onStored(rowCount: number): void
}

/** Most of the thread's memory is short-lived rows, so less frequent garbage collection is cheaper. */
const YOUNG_GENERATION_MB = 64

/** Starts the generator thread and answers its messages. */
export class GeneratorThread {
  /** True if weeks can be taken, or if the thread failed, which `loadWeek` reports. */
  isReady = false
  /** Resolves when all rows are generated, and stored if `store` was set. */
  readonly result: Promise<GeneratorResult>
  private readonly worker: Worker
  private resolveWeek: ((rows: HistoryRows) => void) | undefined
  private rejectPending: ((error: Error) => void) | undefined
  private failure: Error | undefined

  constructor(
    input: GeneratorInput,
    private readonly sink?: RowSink,
  ) {
    this.worker = new Worker(resolveWorkerEntry('demo-generator', '../demo/generator-worker.ts'), {
      workerData: input,
      execArgv: [],
      name: 'demo-generator',
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    })
    this.result = new Promise((resolve, reject) => {
      this.rejectPending = (error) => {
        this.failure ??= error
        reject(this.failure)
      }
      let photoQueue = Promise.resolve()
      this.worker.on('error', (error) => this.rejectPending?.(error))
      this.worker.on('message', (message: MessageFromGenerator) => {
        if (message.kind === 'query') void this.answerQuery(message)
        else if (message.kind === 'stored') this.sink?.onStored(message.rows)
        else if (message.kind === 'week') this.resolveWeek?.(message.rows)
        else if (message.kind === 'photos')
          for (const photo of message.photos) photoQueue = photoQueue.then(() => this.sink?.storePhoto(photo))
        else
          photoQueue.then(() => {
            this.isReady = true
            this.worker.unref()
            resolve({ numbers: message.numbers, weeks: message.weeks })
          }, this.rejectPending)
      })
    })
    // Prevents an unhandled rejection if the caller only takes weeks and never awaits the result.
    this.result.catch(() => {
      this.isReady = true
    })
  }

  private async answerQuery({ id, text, values }: MessageFromGenerator & { kind: 'query' }): Promise<void> {
    const reply = (message: MessageToGenerator): void => this.worker.postMessage(message)
    try {
      const { rows } = await this.sink!.query(text, values)
      reply({ kind: 'rows', id, rows })
    } catch (error) {
      this.failure ??= error instanceof Error ? error : new Error(String(error))
      reply({ kind: 'refused', id, reason: String(error) })
    }
  }

  /**
   * Loads the rows of a week; the thread drops the newer weeks. Calls must not overlap.
   *
   * @throws Error if the thread failed
   */
  loadWeek(key: string): Promise<HistoryRows> {
    if (this.failure) return Promise.reject(this.failure)
    return new Promise((resolve, reject) => {
      this.resolveWeek = resolve
      this.rejectPending = reject
      this.worker.postMessage({ kind: 'week', key } satisfies MessageToGenerator)
    })
  }

  async close(): Promise<void> {
    await this.worker.terminate()
  }
}
