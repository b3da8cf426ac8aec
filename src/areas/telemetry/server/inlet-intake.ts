/**
 * Collects the messages of a session and stores them in batches; senders get the acknowledgement when a batch is
 * durable.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { findServiceAccount } from '@/areas/access/server/queries/people'
import type { Application } from '@/server/application'
import type { Context, Origin, Person } from '@/server/context'
import { isConnectionReusable } from '@/server/db/pool'
import { runWriteTransaction, carryOutEffects } from '@/server/run-in-transaction'
import { createEffects, getPoolQuery } from '@/server/create-context'
import { Refusal } from '@/contract/errno'
import { sendReadings } from '../contract/telemetry-endpoints'
import { splitByLane } from '../rules/lanes'
import type { PayloadProblem, SentReading } from '../rules/message-parser'
import type { InletSettings } from './inlet-store'
import { takeReadings } from './take-readings'
import { toMoment } from '@/plant/rules/plant-time'
import { sql } from '@/server/sql'
import { clampToStorableTime } from '@/areas/telemetry/rules/odd-reading'

const MAX_BATCH_READINGS = 4_000
/** Time for which the first message of a batch waits for others. */
const BATCH_WAIT_MS = 50
/** Number of readings that may wait. Above this limit, messages are not read from the connection. */
const MAX_WAITING_READINGS = 20_000
const MAX_RETRY_PAUSE_MS = 5_000
/**
 * Number of batches stored in parallel; all readings of a tag go to the same lane. The embedded database handles only
 * one batch at a time.
 */
const LANE_COUNT = 2
/** Time for which the account is cached. */
const ACCOUNT_CACHE_MS = 1_000

/** Content of one received message. */
export interface InletMessage {
  readonly readings: readonly SentReading[]
  /** Tags whose sender has gone, so that their last values are stale. */
  readonly goneTags?: readonly { readonly tag: string; readonly at: number }[]
  readonly problems: readonly PayloadProblem[]
  /** Called when the whole message is durable: the broker may forget it. */
  readonly acknowledge?: () => void
}
const MAX_REPORTED_PROBLEMS = 20
/** Counts since the last report. `refused` counts all problems; `problems` holds the last 20 of them. */
export interface IntakeCounts {
  received: number
  lastReceivedAt: Date | null
  refused: number
  problems: (PayloadProblem & { at: Date })[]
}

/** Receives the messages of one session and distributes them to lanes. */
export class Intake {
  readonly #lanes: readonly Lane[]
  #isClosed = false
  #roomCallbacks: (() => void)[] = []
  #counts: IntakeCounts = createEmptyCounts()

  constructor(
    app: Application,
    inlet: Pick<InletSettings, 'id' | 'name' | 'accountId'>,
    onStorageErrorChanged: (errorMessage: string | null) => void,
  ) {
    const writer = new BatchWriter(app, inlet, {
      isClosed: () => this.#isClosed,
      onStorageErrorChanged,
      onStored: (batch) => this.#countStored(batch, app.clock()),
    })
    const laneCount = app.db.kind === 'embedded' ? 1 : LANE_COUNT
    this.#lanes = Array.from({ length: laneCount }, () => new Lane(writer, () => this.#callBackIfRoom()))
  }

  add(message: InletMessage): void {
    for (const [lane, part] of splitByLane(message, this.#lanes.length)) this.#lanes[lane]!.add(part)
  }
  /** Calls back as soon as there is room, possibly at once. */
  waitForRoom(callback: () => void): void {
    if (this.#countWaiting() < MAX_WAITING_READINGS) callback()
    else this.#roomCallbacks.push(callback)
  }
  /** Returns the counts since the last call, and resets them. */
  takeCounts(): IntakeCounts {
    const takenCounts = this.#counts
    this.#counts = createEmptyCounts()
    return takenCounts
  }
  /**
   * Stops after the batches that are being stored. Waiting messages are not acknowledged, so the broker sends these
   * messages again.
   */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const callback of this.#roomCallbacks.splice(0)) callback()
    await Promise.all(this.#lanes.map((lane) => lane.close()))
  }
  #countWaiting(): number {
    return this.#lanes.reduce((sum, lane) => sum + lane.readingCount, 0)
  }
  #callBackIfRoom(): void {
    if (this.#countWaiting() < MAX_WAITING_READINGS) for (const callback of this.#roomCallbacks.splice(0)) callback()
  }
  #countStored(batch: readonly InletMessage[], at: Date): void {
    const problems = batch.flatMap((m) => m.problems.map((p) => ({ ...p, at })))
    const received = batch.reduce((sum, m) => sum + m.readings.length, 0)
    this.#counts.received += received
    if (received) this.#counts.lastReceivedAt = at
    this.#counts.refused += problems.length
    this.#counts.problems = [...this.#counts.problems, ...problems].slice(-MAX_REPORTED_PROBLEMS)
  }
}

/** Queue of messages that are stored one batch after the other. */
class Lane {
  readonly #waitingMessages: InletMessage[] = []
  #isClosed = false
  #wakeUp: (() => void) | null = null
  readonly #runLoop: Promise<void>
  /** Readings that wait or are being stored; a message without readings counts as one. */
  readingCount = 0

  constructor(
    private readonly writer: BatchWriter,
    private readonly onRoomFreed: () => void,
  ) {
    this.#runLoop = this.#run()
  }
  add(message: InletMessage): void {
    this.#waitingMessages.push(message)
    this.readingCount += Math.max(1, message.readings.length)
    this.#wakeUp?.()
  }
  async close(): Promise<void> {
    this.#isClosed = true
    this.#wakeUp?.()
    await this.#runLoop
  }
  async #run(): Promise<void> {
    while (!this.#isClosed) {
      if (this.#waitingMessages.length === 0) {
        await new Promise<void>((resolve) => (this.#wakeUp = resolve))
        this.#wakeUp = null
        if (this.readingCount < MAX_BATCH_READINGS && !this.#isClosed) await pause(BATCH_WAIT_MS)
        continue
      }
      const batch = this.#takeBatch()
      if (!(await this.writer.store(batch))) return
      this.readingCount -= countBatchReadings(batch)
      for (const { acknowledge } of batch) acknowledge?.()
      this.onRoomFreed()
    }
  }
  /** Removes the messages of the next batch from the queue. */
  #takeBatch(): InletMessage[] {
    let [messageCount, batchReadings] = [0, 0]
    for (const { readings } of this.#waitingMessages) {
      if (messageCount > 0 && batchReadings + readings.length > MAX_BATCH_READINGS) break
      batchReadings += Math.max(1, readings.length)
      messageCount += 1
    }
    return this.#waitingMessages.splice(0, messageCount)
  }
}

interface BatchWriterEvents {
  readonly isClosed: () => boolean
  /** `null` when readings can be stored again. */
  readonly onStorageErrorChanged: (errorMessage: string | null) => void
  readonly onStored: (batch: readonly InletMessage[]) => void
}
/** Stores batches on behalf of the inlet's service account. */
class BatchWriter {
  #cachedAccount: { readonly person: Person | null; readonly loadedAt: number } | null = null
  constructor(
    private readonly app: Application,
    private readonly inlet: Pick<InletSettings, 'id' | 'name' | 'accountId'>,
    private readonly events: BatchWriterEvents,
  ) {}

  /** Retries while the database is unavailable. @returns false if the intake was closed first */
  async store(batch: readonly InletMessage[]): Promise<boolean> {
    for (let pauseMs = 100; ; pauseMs = Math.min(2 * pauseMs, MAX_RETRY_PAUSE_MS)) {
      try {
        await this.#storeOnce(batch)
        this.events.onStorageErrorChanged(null)
        this.events.onStored(batch)
        return true
      } catch (error) {
        if (error instanceof MissingPermissionError) this.events.onStorageErrorChanged(error.message)
        else if (isDataError(error)) return this.#storeHalves(batch, error)
        else {
          this.app.log.warn({ err: error, inlet: this.inlet.name }, 'readings of an inlet could not be stored yet')
          this.events.onStorageErrorChanged(error instanceof Error ? error.message : String(error))
        }
      }
      if (this.events.isClosed()) return false
      await pause(pauseMs, undefined, { ref: false })
      if (this.events.isClosed()) return false
    }
  }
  /**
   * Halves the batch until the message that cannot be stored is found. This message is logged and skipped; the others
   * are stored.
   */
  async #storeHalves(batch: readonly InletMessage[], error: unknown): Promise<boolean> {
    const [firstMessage] = batch
    if (batch.length === 1 && firstMessage) {
      this.app.log.error({ err: error, inlet: this.inlet.name }, 'a message of an inlet cannot be stored')
      const excerpt = JSON.stringify(firstMessage.readings).slice(0, 120)
      this.events.onStored([
        {
          readings: [],
          problems: [
            ...firstMessage.problems,
            { topic: firstMessage.readings[0]?.tag ?? '', why: 'lost', shown: excerpt },
          ],
        },
      ])
      return true
    }
    const half = Math.ceil(batch.length / 2)
    return (await this.store(batch.slice(0, half))) && (await this.store(batch.slice(half)))
  }
  async #storeOnce(batch: readonly InletMessage[]): Promise<void> {
    const readings = batch.flatMap((m) => m.readings)
    if (readings.length === 0 && !batch.some((m) => m.goneTags?.length)) return
    const { app, inlet } = this
    const person = await this.#loadAccount()
    if (!person?.keys.has(String(sendReadings.access)))
      throw new MissingPermissionError('the account may not send readings')
    const effects = createEffects()
    const call = { endpoint: sendReadings.name, person, origin: buildInletOrigin(inlet.id), language: 'zh' as const }
    await runWriteTransaction(app, call, effects, async (ctx) => {
      await storeSentReadings(ctx, inlet.name, readings)
      await updateGoneTags(ctx, batch)
    })
    await carryOutEffects(app, effects)
  }
  /** Loads the account that stores the readings. The cache is short, so that a revoked account is noticed soon. */
  async #loadAccount(): Promise<Person | null> {
    const { app, inlet } = this
    if (this.#cachedAccount && performance.now() - this.#cachedAccount.loadedAt < ACCOUNT_CACHE_MS)
      return this.#cachedAccount.person
    const loadedAt = performance.now()
    const person = await findServiceAccount({ query: getPoolQuery(app), site: app.site }, inlet.accountId)
    this.#cachedAccount = { person, loadedAt }
    return person
  }
}
class MissingPermissionError extends Error {}
const createEmptyCounts = (): IntakeCounts => ({ received: 0, lastReceivedAt: null, refused: 0, problems: [] })
const countBatchReadings = (batch: readonly InletMessage[]): number =>
  batch.reduce((sum, m) => sum + Math.max(1, m.readings.length), 0)
/**
 * True if the data itself is refused, so that a retry cannot succeed: by the application, or by the database (SQLSTATE
 * classes 22 and 23), as long as the connection still works.
 */
const isDataError = (error: unknown): boolean =>
  error instanceof Refusal || (isConnectionReusable(error) && /^2[23]/.test((error as { code?: string }).code ?? ''))

const storeSentReadings = async (ctx: Context, source: string, readings: readonly SentReading[]): Promise<void> => {
  if (readings.length === 0) return
  await takeReadings(ctx, {
    source,
    readings: readings.map(({ tag, at, value, unit, quality }) => ({ tag, at: Math.trunc(at), value, unit, quality })),
  })
}
const buildInletOrigin = (inletId: string): Origin => ({
  requestId: `inlet:${inletId}`,
  address: null,
  device: null,
  via: 'job',
  occurredAt: null,
  baseVersion: null,
})

/**
 * Marks the tags of a lost sender as stale, and removes the mark from tags whose sender is back. The last message of
 * the batch decides for each tag. Only tags that were or are gone are written.
 */
async function updateGoneTags(ctx: Context, batch: readonly InletMessage[]): Promise<void> {
  const goneAtByTag = new Map<string, number | null>()
  for (const message of batch) {
    for (const { tag, historical } of message.readings) if (!historical) goneAtByTag.set(tag, null)
    for (const { tag, at } of message.goneTags ?? []) goneAtByTag.set(tag, at)
  }
  const rows = [...goneAtByTag].map(([code, at]) => ({
    code,
    at: at === null ? null : toMoment(clampToStorableTime(at)),
  }))
  await ctx.query(
    sql`update tag_state s set gone_at = case when r.at is null then null else greatest(r.at, s.at) end
     from json_to_recordset(${JSON.stringify(rows)}::json) as r(code text, at timestamptz)
       join tag t on t.site_id = ${ctx.site} and t.code = r.code
     where s.site_id = t.site_id and s.tag_id = t.id and (r.at is not null or s.gone_at is not null)`,
  )
}
