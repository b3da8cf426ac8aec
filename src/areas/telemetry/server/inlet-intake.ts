/**
 * Collects the messages of a session and stores them in batches; senders get the acknowledgement when a batch is
 * durable.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { findServiceAccount } from '@/areas/access/server/queries/service-account'
import type { Application } from '@/server/application'
import type { Context, Origin, Person } from '@/server/context'
import { isConnectionReusable } from '@/server/db/pool'
import { runWriteTransaction, createEffects, getPoolQuery, settleEffects } from '@/server/pipeline'
import { Refusal } from '@/contract/errno'
import { sendReadings } from '../contract/telemetry-endpoints'
import { splitByLane } from '../rules/lanes'
import type { PayloadProblem, SentReading } from '../rules/topic'
import { updateGoneTags } from './update-gone-tags'
import type { InletSettings } from './inlet-store'
import { takeReadings } from './take-readings'

/** Readings in a batch, and the time for which the first one waits for others. */
const MAX_BATCH_READINGS = 4_000
const GATHER_INTERVAL_MS = 50
/** Readings that may wait; above this limit the sender is slowed down. */
const MAX_WAITING_READINGS = 20_000
const MAX_PAUSE_MS = 5_000
/** Batches that are stored in parallel, with separate tags. The embedded database handles only one at a time. */
const LANE_COUNT = 2
/** Time for which the account is cached. */
const ACCOUNT_CACHE_MS = 1_000

/** Content of one received message. */
export interface InletMessage {
  readonly readings: readonly SentReading[]
  /** Tags whose sender has gone, so that their last values are stale. */
  readonly gone?: readonly { readonly tag: string; readonly at: number }[]
  readonly problems: readonly PayloadProblem[]
  /** Called when the whole message is durable: the broker may forget it. */
  readonly done?: () => void
}
export interface IntakeNews {
  received: number
  lastReceivedAt: Date | null
  refused: number
  problems: (PayloadProblem & { at: Date })[]
}

/** Receives the messages of one session and distributes them to lanes. */
export class Intake {
  readonly #lanes: readonly Lane[]
  #closed = false
  #drained: (() => void)[] = []
  #news: IntakeNews = createEmptyNews()

  constructor(
    app: Application,
    inlet: Pick<InletSettings, 'id' | 'name' | 'accountId'>,
    onTrouble: (why: string | null) => void,
  ) {
    const writer = new BatchWriter(app, inlet, {
      isClosed: () => this.#closed,
      onTrouble,
      onStored: (batch) => this.#tell(batch, app.clock()),
    })
    const laneCount = app.db.kind === 'embedded' ? 1 : LANE_COUNT
    this.#lanes = Array.from({ length: laneCount }, () => new Lane(writer, () => this.#makeRoom()))
  }

  add(message: InletMessage): void {
    for (const [lane, part] of splitByLane(message, this.#lanes.length)) this.#lanes[lane]!.add(part)
  }
  /** Calls back as soon as there is room, possibly at once. */
  waitForRoom(callback: () => void): void {
    if (this.#count() < MAX_WAITING_READINGS) callback()
    else this.#drained.push(callback)
  }
  /** Returns the counts since the last call, and resets them. */
  takeNews(): IntakeNews {
    const takeNews = this.#news
    this.#news = createEmptyNews()
    return takeNews
  }
  /**
   * Stops after the batches that are being stored. Waiting messages are not acknowledged, so the broker sends them
   * again.
   */
  async close(): Promise<void> {
    this.#closed = true
    for (const callback of this.#drained.splice(0)) callback()
    await Promise.all(this.#lanes.map((lane) => lane.close()))
  }
  #count(): number {
    return this.#lanes.reduce((sum, { count }) => sum + count, 0)
  }
  #makeRoom(): void {
    if (this.#count() < MAX_WAITING_READINGS) for (const callback of this.#drained.splice(0)) callback()
  }
  #tell(batch: readonly InletMessage[], at: Date): void {
    const problems = batch.flatMap((m) => m.problems.map((p) => ({ ...p, at })))
    const received = batch.reduce((sum, m) => sum + m.readings.length, 0)
    this.#news.received += received
    if (received) this.#news.lastReceivedAt = at
    this.#news.refused += problems.length
    this.#news.problems = [...this.#news.problems, ...problems].slice(-20)
  }
}

/** Queue of messages that are stored one batch after the other. */
class Lane {
  readonly #waiting: InletMessage[] = []
  #closed = false
  #wake: (() => void) | null = null
  readonly #running: Promise<void>
  /** Readings that wait or are being stored; a message without readings counts as one. */
  count = 0

  constructor(
    private readonly writer: BatchWriter,
    private readonly onRoom: () => void,
  ) {
    this.#running = this.#run()
  }
  add(message: InletMessage): void {
    this.#waiting.push(message)
    this.count += Math.max(1, message.readings.length)
    this.#wake?.()
  }
  async close(): Promise<void> {
    this.#closed = true
    this.#wake?.()
    await this.#running
  }
  async #run(): Promise<void> {
    while (!this.#closed) {
      if (this.#waiting.length === 0) {
        await new Promise<void>((wake) => (this.#wake = wake))
        this.#wake = null
        if (this.count < MAX_BATCH_READINGS && !this.#closed) await pause(GATHER_INTERVAL_MS)
        continue
      }
      const batch = this.#next()
      if (!(await this.writer.store(batch))) return
      this.count -= countBatchReadings(batch)
      for (const { done } of batch) done?.()
      this.onRoom()
    }
  }
  #next(): InletMessage[] {
    let [n, size] = [0, 0]
    while (n < this.#waiting.length && (n === 0 || size + this.#waiting[n]!.readings.length <= MAX_BATCH_READINGS))
      size += Math.max(1, this.#waiting[n++]!.readings.length)
    return this.#waiting.splice(0, n)
  }
}

interface BatchWriterEvents {
  readonly isClosed: () => boolean
  readonly onTrouble: (why: string | null) => void
  readonly onStored: (batch: readonly InletMessage[]) => void
}
/** Stores batches on behalf of the inlet's service account. */
class BatchWriter {
  #known: { readonly person: Person | null; readonly at: number } | null = null
  constructor(
    private readonly app: Application,
    private readonly inlet: Pick<InletSettings, 'id' | 'name' | 'accountId'>,
    private readonly events: BatchWriterEvents,
  ) {}

  /** Retries while the database is unavailable. @returns false if the intake was closed first */
  async store(batch: readonly InletMessage[]): Promise<boolean> {
    for (let pauseMs = 100; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      try {
        await this.#storeOnce(batch)
        this.events.onTrouble(null)
        this.events.onStored(batch)
        return true
      } catch (error) {
        if (error instanceof NotAllowedError) this.events.onTrouble(error.message)
        else if (isDataError(error)) return this.#storeParts(batch, error)
        else {
          this.app.log.warn({ err: error, inlet: this.inlet.name }, 'readings of an inlet could not be stored yet')
          this.events.onTrouble(error instanceof Error ? error.message : String(error))
        }
      }
      if (this.events.isClosed()) return false
      await pause(pauseMs, undefined, { ref: false })
      if (this.events.isClosed()) return false
    }
  }
  /**
   * Halves the batch until the message that cannot be stored is found; it is logged and skipped, the others are
   * stored.
   */
  async #storeParts(batch: readonly InletMessage[], error: unknown): Promise<boolean> {
    const [firstMessage] = batch
    if (batch.length === 1 && firstMessage) {
      this.app.log.error({ err: error, inlet: this.inlet.name }, 'a message of an inlet cannot be stored')
      const shown = JSON.stringify(firstMessage.readings).slice(0, 120)
      this.events.onStored([
        {
          readings: [],
          problems: [...firstMessage.problems, { topic: firstMessage.readings[0]?.tag ?? '', why: 'lost', shown }],
        },
      ])
      return true
    }
    const half = Math.ceil(batch.length / 2)
    return (await this.store(batch.slice(0, half))) && (await this.store(batch.slice(half)))
  }
  async #storeOnce(batch: readonly InletMessage[]): Promise<void> {
    const readings = batch.flatMap((m) => m.readings)
    if (readings.length === 0 && !batch.some((m) => m.gone?.length)) return
    const { app, inlet } = this
    const person = await this.#account()
    if (!person?.keys.has(String(sendReadings.access))) throw new NotAllowedError('the account may not send readings')
    const effects = createEffects()
    const call = { endpoint: sendReadings.name, person, origin: buildOrigin(inlet.id), language: 'zh' as const }
    await runWriteTransaction(app, call, effects, async (ctx) => {
      await takeSentReadings(ctx, inlet.name, readings)
      await updateGoneTags(ctx, batch)
    })
    await settleEffects(app, effects)
  }
  /** Account that stores the readings. The short cache makes sure that a revoked account is noticed soon. */
  async #account(): Promise<Person | null> {
    const { app, inlet } = this
    if (this.#known && performance.now() - this.#known.at < ACCOUNT_CACHE_MS) return this.#known.person
    const at = performance.now()
    const person = await findServiceAccount({ query: getPoolQuery(app), site: app.site }, inlet.accountId)
    this.#known = { person, at }
    return person
  }
}
class NotAllowedError extends Error {}
const createEmptyNews = (): IntakeNews => ({ received: 0, lastReceivedAt: null, refused: 0, problems: [] })
const countBatchReadings = (batch: readonly InletMessage[]): number =>
  batch.reduce((sum, m) => sum + Math.max(1, m.readings.length), 0)
/** True if the data itself is refused, so that a retry cannot succeed (SQLSTATE classes 22 and 23). */
const isDataError = (error: unknown): boolean =>
  error instanceof Refusal || (isConnectionReusable(error) && /^2[23]/.test((error as { code?: string }).code ?? ''))

const takeSentReadings = async (ctx: Context, source: string, readings: readonly SentReading[]): Promise<void> => {
  if (readings.length === 0) return
  await takeReadings(ctx, {
    source,
    readings: readings.map(({ tag, at, value, unit, quality }) => ({ tag, at: Math.trunc(at), value, unit, quality })),
  })
}
const buildOrigin = (inletId: string): Origin => ({
  requestId: `inlet:${inletId}`,
  address: null,
  device: null,
  via: 'job',
  occurredAt: null,
  baseVersion: null,
})
