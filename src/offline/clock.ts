import type { OutboxDatabase } from './database'
import { readMeta, withReconnect } from './database'

/**
 * A measurement of the server's clock: the phone's clock plus `offset` ms, accurate to `error` ms. Measured at the moment
 * `at`, in ms by the phone's clock.
 */
export interface ClockSample {
  offset: number
  error: number
  at: number
}
/** Smaller changes of the offset are not stored. */
const MIN_STORED_CHANGE_MS = 1000
/** A sample older than this is replaced even by a less exact one, because phone clocks drift. */
const MAX_SAMPLE_AGE_MS = 10 * 60_000

/**
 * Measures the server's clock. The server read `serverAt` between `sentAt` and `receivedAt` on the phone's clock (ms):
 * the midpoint is the estimate, half the round trip its error. Null for an invalid measurement.
 * @see RFC 5905 section 8 (NTP), without the server's processing time
 */
export function measureClock(sentAt: number, receivedAt: number, serverAt: string): ClockSample | null {
  const serverMs = Date.parse(serverAt)
  if (!Number.isFinite(serverMs) || receivedAt < sentAt) return null
  return { offset: Math.round(serverMs - (sentAt + receivedAt) / 2), error: (receivedAt - sentAt) / 2, at: receivedAt }
}
/**
 * Chooses the more exact sample. An outdated sample, or one that contradicts the new one (the phone's clock was set),
 * loses.
 */
export function chooseBetterSample(currentSample: ClockSample | null, newSample: ClockSample): ClockSample {
  if (!currentSample || newSample.error <= currentSample.error) return newSample
  const ageMs = newSample.at - currentSample.at
  const samplesContradict = Math.abs(newSample.offset - currentSample.offset) > currentSample.error + newSample.error
  return samplesContradict || ageMs > MAX_SAMPLE_AGE_MS || ageMs < 0 ? newSample : currentSample
}

export interface Clock {
  /** The phone's clock, ms. For delays and ages only, never for data that is sent. */
  now(): number
  /** The current moment by the server's clock, ISO 8601 UTC. */
  getServerTime(): string
  /** Milliseconds to add to the phone's clock. */
  getOffsetMs(): number
  addMeasurement(sentAt: number, receivedAt: number, serverAt: string): Promise<void>
  /** Loads the measurement that an earlier page stored. */
  load(): Promise<void>
  /** Calls the listener with the offset (ms) now and after every measurement. */
  subscribeOffset(listener: (offsetMs: number) => void): void
}
/**
 * Creates the clock. The offset is stored in the outbox database, so that commands saved before the first contact use
 * it too.
 */
export function createClock(db: OutboxDatabase, now: () => number = Date.now): Clock {
  let sample: ClockSample | null = null
  const listeners: ((offsetMs: number) => void)[] = []
  const notifyListeners = () => {
    for (const listener of listeners) listener(sample?.offset ?? 0)
  }
  return {
    now,
    getServerTime: () => new Date(now() + (sample?.offset ?? 0)).toISOString(),
    getOffsetMs: () => sample?.offset ?? 0,
    async addMeasurement(sentAt, receivedAt, serverAt) {
      const newSample = measureClock(sentAt, receivedAt, serverAt)
      if (!newSample) return
      const chosenSample = chooseBetterSample(sample, newSample)
      const isWorthStoring = sample === null || Math.abs(chosenSample.offset - sample.offset) > MIN_STORED_CHANGE_MS
      sample = chosenSample
      notifyListeners()
      if (isWorthStoring) await withReconnect(db, () => db.meta.put({ key: 'clock', value: chosenSample }))
    },
    async load() {
      sample ??= await withReconnect(db, () => readMeta<ClockSample>(db, 'clock'))
      notifyListeners()
    },
    subscribeOffset(listener) {
      listeners.push(listener)
      listener(sample?.offset ?? 0)
    },
  }
}
