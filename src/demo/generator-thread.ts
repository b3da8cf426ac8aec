/**
 * The thread that generates the demonstration's rows, which takes longer than storing them. While a plant is loaded,
 * the thread sends statements here. It holds the older weeks until they are taken; after an interrupted start it
 * generates them again.
 */
import { Worker } from 'node:worker_threads'
import type { QueryResultRow } from 'pg'
import { resolveWorkerEntry } from '@/server/worker-entry'
import type { DemoOptions } from './build'
import type { HistoryRows } from './history'
import type { Photo } from './photos'

/** Input of the generator; passed to the thread by structured clone. */
export interface GeneratorOrder extends DemoOptions {
  /** Set if the thread stores the recent rows; omitted if they are stored already. */
  readonly store?: { readonly site: number; readonly passwordHash: string }
}
export interface Made {
  /** Last number used in each series. */
  readonly numbers: ReadonlyMap<string, number>
  /** Keys of the weeks that are not stored yet, newest first. */
  readonly weeks: readonly string[]
}
export type FromGenerator =
  | { kind: 'query'; id: number; text: string; values: unknown[] }
  | { kind: 'photos'; photos: readonly Photo[] }
  | { kind: 'stored'; rows: number }
  | ({ kind: 'made' } & Made)
  | { kind: 'week'; rows: HistoryRows }
export type ToGenerator =
  | { kind: 'rows'; id: number; rows: unknown[] }
  | { kind: 'refused'; id: number; reason: string }
  | { kind: 'week'; key: string }

/** Receives the thread's statements and photos. */
export interface RowSink {
  query(text: string, values: unknown[]): Promise<{ rows: QueryResultRow[] }>
  storePhoto(photo: Photo): Promise<void>
  onStored(rows: number): void
}

/** Most of the thread's memory is short-lived rows, so less frequent garbage collection is cheaper. */
const YOUNG_GENERATION_MB = 64

/** Starts the generator thread and answers its messages. */
export class GeneratorThread {
  /** True if weeks can be taken. */
  isReady = false
  /** Resolves when all rows are generated, and stored if `store` was set. */
  readonly made: Promise<Made>
  private readonly worker: Worker
  private takeWeek: ((rows: HistoryRows) => void) | undefined
  private failed: ((error: Error) => void) | undefined
  private failure: Error | undefined

  constructor(
    order: GeneratorOrder,
    private readonly sink?: RowSink,
  ) {
    this.worker = new Worker(resolveWorkerEntry('demo-generator', '../demo/generator-worker.ts'), {
      workerData: order,
      execArgv: [],
      name: 'demo-generator',
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    })
    this.made = new Promise((resolve, reject) => {
      this.failed = (error) => {
        this.failure ??= error
        reject(this.failure)
      }
      let photos = Promise.resolve()
      this.worker.on('error', (error) => this.failed?.(error))
      this.worker.on('message', (message: FromGenerator) => {
        if (message.kind === 'query') void this.answer(message)
        else if (message.kind === 'stored') this.sink?.onStored(message.rows)
        else if (message.kind === 'week') this.takeWeek?.(message.rows)
        else if (message.kind === 'photos')
          for (const photo of message.photos) photos = photos.then(() => this.sink?.storePhoto(photo))
        else
          photos.then(() => {
            this.isReady = true
            this.worker.unref()
            resolve({ numbers: message.numbers, weeks: message.weeks })
          }, this.failed)
      })
    })
    // Prevents an unhandled rejection if the caller only takes weeks and never awaits the result.
    this.made.catch(() => {
      this.isReady = true
    })
  }

  private async answer({ id, text, values }: FromGenerator & { kind: 'query' }): Promise<void> {
    const reply = (message: ToGenerator): void => this.worker.postMessage(message)
    try {
      const { rows } = await this.sink!.query(text, values)
      reply({ kind: 'rows', id, rows })
    } catch (error) {
      this.failure ??= error instanceof Error ? error : new Error(String(error))
      reply({ kind: 'refused', id, reason: String(error) })
    }
  }

  /**
   * Loads the rows of a week; the thread drops the newer weeks. One call at a time.
   *
   * @throws Error if the thread failed
   */
  weekOf(key: string): Promise<HistoryRows> {
    if (this.failure) return Promise.reject(this.failure)
    return new Promise((resolve, reject) => {
      this.takeWeek = resolve
      this.failed = reject
      this.worker.postMessage({ kind: 'week', key } satisfies ToGenerator)
    })
  }

  async close(): Promise<void> {
    await this.worker.terminate()
  }
}
