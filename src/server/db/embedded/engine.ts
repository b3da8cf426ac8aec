/**
 * Main-thread side of the database worker: runs one request at a time in order, groups commits, and reopens the worker
 * after it stopped. Acknowledged commits are in the log file, so reopening loses nothing.
 */
import { once } from 'node:events'
import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { DatabaseUnavailable } from '../errors'
import type { DatabaseLog } from '@/server/db/backend'
import { explainEngineTrouble } from '../explain-trouble'
import { compileEngine } from './compile-engine'
import { createDatabaseDamaged } from './data-folder'
import { installNewFolder } from './new-folder'
import { copyTemplate } from './template'
import type { Reply, Request, WorkerStartOptions } from './messages'

type WorkItem = { kind: 'exchange'; bytes: Uint8Array } | { kind: 'flush' } | { kind: 'complete' } | { kind: 'close' }

interface PendingRequest {
  startedAt: number
  kind: Request['kind']
  resolve: (bytes: Uint8Array) => void
  reject: (error: Error) => void
}

export interface EngineOptions {
  folder: string
  worker: URL
  log: DatabaseLog
  /** A new database is not durable before `makeDurable`. */
  provisional?: boolean | undefined
  /** Folder of an empty database that a new one is copied from, if it exists. */
  template?: string | undefined
}

/** The embedded database, running in a worker. */
export class Engine {
  state: 'opening' | 'open' | 'restarting' | 'closed' = 'opening'
  /** Reason why the database is not open. */
  unavailableReason: string | undefined
  /** Bytes of write-ahead log written since the worker was opened. */
  logBytes = 0
  /** True for a new database until `makeDurable` has resolved. */
  isProvisional = false
  private worker: Worker | undefined
  /** Settles when a provisional database has been made durable; undefined if that is not under way. */
  private durabilityPromise: Promise<void> | undefined
  private nextId = 1
  private readonly pendingRequests = new Map<number, PendingRequest>()
  private readonly listeners = new Set<(error: DatabaseUnavailable) => void>()
  private reopenPromise: Promise<void> | undefined
  private flushPromise: Promise<void> | undefined
  private nextFlushPromise: Promise<void> | undefined

  constructor(private readonly options: EngineOptions) {}

  /** Opens the database. @throws DatabaseDamaged if PostgreSQL refuses the folder */
  async open(isNew: boolean): Promise<void> {
    const { folder } = this.options
    if (isNew) await this.create()
    const compiled = await compileEngine(false)
    this.attachWorker(await this.startWorker({ folder, createOnly: false, provisional: this.isProvisional, compiled }))
    this.state = 'open'
    this.unavailableReason = undefined
  }

  private async create(): Promise<void> {
    const { folder, template, provisional: isProvisional = false } = this.options
    this.isProvisional = isProvisional
    // Compiling goes on in other threads while files are copied.
    const compilation = compileEngine(false)
    if (template && fs.existsSync(template)) {
      await installNewFolder(folder, { provisional: isProvisional }, (unfinishedFolder) =>
        copyTemplate(template, unfinishedFolder),
      )
      await compilation
    } else {
      const compiled = await compileEngine(true)
      await (await this.startWorker({ folder, createOnly: true, provisional: isProvisional, compiled })).terminate()
    }
  }

  /**
   * Makes a provisional database durable while other statements run; `flush` waits for it. Resolves at once for other
   * databases.
   * @param checkpoint writes all pages to the table files
   */
  makeDurable(checkpoint: () => Promise<void>): Promise<void> {
    if (!this.isProvisional) return Promise.resolve()
    // A failure is final, because pages that an fsync could not write may be lost. The next start creates the database
    // again.
    this.durabilityPromise ??= checkpoint()
      .then(() => this.send({ kind: 'complete' }))
      .then(() => {
        this.isProvisional = false
        this.durabilityPromise = undefined
      })
    return this.durabilityPromise
  }

  /** Sends wire-protocol bytes and returns the bytes of the answer. @throws DatabaseUnavailable */
  exchange(bytes: Uint8Array): Promise<Uint8Array> {
    return this.send({ kind: 'exchange', bytes })
  }

  /**
   * Registers a listener that is called when the worker has stopped and all sessions are lost.
   * @returns a function that removes the listener
   */
  onDown(listener: (error: DatabaseUnavailable) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /**
   * Resolves when every commit acknowledged before this call is on disk. One fsync serves all waiting callers.
   * If the worker is lost meanwhile, waits until it is open again: PostgreSQL syncs its folder during recovery.
   */
  flush(): Promise<void> {
    if (this.nextFlushPromise) return this.nextFlushPromise
    const next = (async () => {
      // The callers of a failed flush have got its error; this flush tries again.
      await this.flushPromise?.catch(() => undefined)
      this.nextFlushPromise = undefined
      this.flushPromise = this.flushOnce()
      await this.flushPromise
    })()
    this.nextFlushPromise = next
    return next
  }

  /** Returns how long the oldest exchange has been running, milliseconds. */
  getBusyMs(now: number): number {
    for (const pendingRequest of this.pendingRequests.values())
      if (pendingRequest.kind === 'exchange') return now - pendingRequest.startedAt
    return 0
  }

  /** Terminates the worker and opens it again. Resolves when it is open. */
  restart(reason: string): Promise<void> {
    if (this.state === 'closed') return Promise.resolve()
    this.reopenPromise ??= this.reopen(reason).finally(() => {
      this.reopenPromise = undefined
    })
    return this.reopenPromise
  }

  /** Shuts PostgreSQL down cleanly. */
  async close(): Promise<void> {
    await this.reopenPromise
    await this.durabilityPromise?.catch(() => undefined)
    if (this.state === 'open') {
      await Promise.race([this.send({ kind: 'close' }), pause(10_000, undefined, { ref: false })]).catch(
        (error: unknown) => {
          // The log recovers from an unclean end; the next start reports it.
          this.options.log.warn({ err: error }, 'the database did not close in order')
        },
      )
    }
    this.state = 'closed'
    this.unavailableReason = 'closed'
    this.rejectPendingRequests(new DatabaseUnavailable('The database is closed'))
    await this.worker?.terminate()
  }

  private async flushOnce(): Promise<void> {
    await this.durabilityPromise
    const worker = this.worker
    try {
      await this.send({ kind: 'flush' })
    } catch (error) {
      if (this.state === 'closed' || !(error instanceof DatabaseUnavailable)) throw error
      await this.reopenPromise
      if (this.worker === worker) throw error
    }
  }

  private send(work: WorkItem): Promise<Uint8Array> {
    const worker = this.worker
    if (this.state !== 'open' || !worker)
      return Promise.reject(
        new DatabaseUnavailable(`The database is not available: ${this.unavailableReason ?? this.state}`),
      )
    const id = this.nextId++
    return new Promise((resolve, reject) => {
      this.pendingRequests.set(id, { startedAt: performance.now(), kind: work.kind, resolve, reject })
      if (work.kind === 'exchange') {
        const bytes = new Uint8Array(work.bytes)
        worker.postMessage({ kind: 'exchange', id, bytes } satisfies Request, [bytes.buffer])
      } else worker.postMessage({ kind: work.kind, id } satisfies Request)
    })
  }

  private async startWorker(startOptions: WorkerStartOptions): Promise<Worker> {
    // The worker allocates only short-lived buffers; a large young generation would only keep them longer.
    const worker = new Worker(this.options.worker, {
      workerData: startOptions,
      execArgv: [],
      name: 'database',
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    })
    try {
      const firstReply = await Promise.race([
        once(worker, 'message').then(([message]) => message as Reply),
        once(worker, 'exit').then(([code]): Reply => ({
          kind: 'refused',
          reason: `the worker ended with code ${code}`,
          detail: '',
        })),
      ])
      if (firstReply.kind === 'refused')
        throw createOpenError(this.options.folder, firstReply.reason, firstReply.detail)
    } catch (error) {
      await worker.terminate()
      throw error
    }
    return worker
  }

  private attachWorker(worker: Worker): void {
    this.worker = worker
    this.logBytes = 0
    worker.on('message', (reply: Reply) => this.handleReply(reply))
    worker.on('error', (error) => this.handleWorkerLoss(worker, error.message))
    worker.on('exit', (code) => this.handleWorkerLoss(worker, `the worker ended with code ${code}`))
  }

  private handleReply(reply: Reply): void {
    if (reply.kind === 'fatal') {
      if (this.worker) this.handleWorkerLoss(this.worker, reply.reason)
      return
    }
    if (reply.kind !== 'done' && reply.kind !== 'failed') return
    const pendingRequest = this.pendingRequests.get(reply.id)
    this.pendingRequests.delete(reply.id)
    if (reply.kind === 'done') {
      this.logBytes = reply.logBytes
      pendingRequest?.resolve(reply.bytes ?? new Uint8Array(0))
    } else {
      // An fsync failed: only reopening shows what is on the disk.
      if (this.worker) this.handleWorkerLoss(this.worker, reply.reason)
      pendingRequest?.reject(new DatabaseUnavailable(reply.reason))
    }
  }

  private handleWorkerLoss(worker: Worker, reason: string): void {
    if (worker !== this.worker || this.state !== 'open') return
    void this.restart(reason)
  }

  private async reopen(reason: string): Promise<void> {
    const startedAt = performance.now()
    this.state = 'restarting'
    this.unavailableReason = reason
    this.options.log.error({ reason }, 'the database stops and is opened again')
    this.rejectPendingRequests(new DatabaseUnavailable(`The database is being opened again: ${reason}`))
    await this.worker?.terminate()
    for (let delay = 200; this.isRestarting(); delay = Math.min(delay * 2, 5000)) {
      try {
        await this.open(false)
        this.options.log.warn({ milliseconds: Math.round(performance.now() - startedAt) }, 'the database is open again')
        return
      } catch (error) {
        // Never gives up: a full disk or a missing mount may recover without intervention.
        this.unavailableReason = error instanceof Error ? error.message : String(error)
        this.options.log.error({ err: error, retryInMilliseconds: delay }, 'the database cannot be opened')
        await pause(delay)
      }
    }
  }

  private isRestarting(): boolean {
    return this.state === 'restarting'
  }

  private rejectPendingRequests(error: DatabaseUnavailable): void {
    const entries = [...this.pendingRequests.values()]
    this.pendingRequests.clear()
    for (const listener of Array.from(this.listeners)) listener(error)
    for (const entry of entries) entry.reject(error)
  }
}

function createOpenError(folder: string, reason: string, detail: string): Error {
  const message = [detail.trim(), reason].filter(Boolean).join('; ')
  const trouble = explainEngineTrouble(message)
  if (trouble) return new DatabaseUnavailable(`The database in ${folder} cannot be opened. ${trouble}`)
  return createDatabaseDamaged(folder, message)
}
