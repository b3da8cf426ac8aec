import type { OutboxDatabase } from './database'
import { readMeta, withReconnect } from './database'

/** What this phone knows of the server's clock: add `offset` ms to the phone's; wrong by at most `error` ms. */
export interface ClockSample {
  offset: number
  error: number
  at: number
}
/** A better sample replaces one of this age (ms) even if it is less exact: phone clocks drift. */
const FRESH = 10 * 60_000

/**
 * One measurement: the server read `serverAt` at some moment between `sentAt` and `receivedAt` on the phone's clock (ms).
 * The midpoint is the best guess, half the round trip its error (the estimate of NTP, RFC 5905 section 8, without the
 * server's processing time).
 */
export function measureClock(sentAt: number, receivedAt: number, serverAt: string): ClockSample | null {
  const server = Date.parse(serverAt)
  if (!Number.isFinite(server) || receivedAt < sentAt) return null
  return { offset: Math.round(server - (sentAt + receivedAt) / 2), error: (receivedAt - sentAt) / 2, at: receivedAt }
}
/** Keeps the more exact of two samples, unless the old one is old or contradicts the new: then the phone's clock was set. */
export function betterSample(known: ClockSample | null, next: ClockSample): ClockSample {
  if (!known || next.error <= known.error) return next
  const age = next.at - known.at
  const contradicts = Math.abs(next.offset - known.offset) > known.error + next.error
  return contradicts || age > FRESH || age < 0 ? next : known
}

export interface Clock {
  /** The phone's clock, ms. For waiting and for ages, never for what is sent. */
  now(): number
  /** The present moment as the server would name it, ISO 8601 UTC. */
  moment(): string
  /** Milliseconds to add to the phone's clock. */
  offset(): number
  learn(sentAt: number, receivedAt: number, serverAt: string): Promise<void>
  /** Takes up what was measured before the page was closed. */
  load(): Promise<void>
  /** Tells the offset, ms, now and whenever it is measured. */
  follow(hear: (offset: number) => void): void
}
/** The measured offset, kept in the outbox database so that commands saved before the first contact have it too. */
export function createClock(db: OutboxDatabase, now: () => number = Date.now): Clock {
  let sample: ClockSample | null = null
  const hearers: ((offset: number) => void)[] = []
  const tell = () => {
    for (const hear of hearers) hear(sample?.offset ?? 0)
  }
  return {
    now,
    moment: () => new Date(now() + (sample?.offset ?? 0)).toISOString(),
    offset: () => sample?.offset ?? 0,
    async learn(sentAt, receivedAt, serverAt) {
      const next = measureClock(sentAt, receivedAt, serverAt)
      if (!next) return
      const best = betterSample(sample, next)
      const changed = sample === null || Math.abs(best.offset - sample.offset) > 1000
      sample = best
      tell()
      if (changed) await withReconnect(db, () => db.meta.put({ key: 'clock', value: best }))
    },
    async load() {
      sample ??= await withReconnect(db, () => readMeta<ClockSample>(db, 'clock'))
      tell()
    },
    follow(hear) {
      hearers.push(hear)
      hear(sample?.offset ?? 0)
    },
  }
}
