/** The interface that each database engine implements; `connect.ts` wraps it for the rest of the program. */
import pg from 'pg'

/** Messages between all processes on one database. */
export interface Channels {
  publish(channel: string, payload: string): Promise<void>
  /**
   * @param onMessage receives each payload
   * @param onGap called when messages may have been missed; caches fed by the channel must then be cleared
   * @returns a function that ends the subscription
   */
  subscribe(channel: string, onMessage: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>
}

/** A database engine with its pool, its channels and its maintenance. */
export interface Backend {
  kind: 'embedded' | 'postgres'
  pool: pg.Pool
  channels: Channels
  /** The pool of a standby that answers reads that may lag; null without one. */
  replicaPool?: pg.Pool | null
  /** Resolves when every commit acknowledged before this call is on disk. */
  waitUntilDurable(): Promise<void>
  /** Resolves when commits that did not wait for the disk are on disk. */
  flush(): Promise<void>
  /** Raises the statement timeout to this many milliseconds; the returned function restores the usual timeout. */
  allowLongStatements(milliseconds: number): () => void
  /** Makes a provisional database durable; does nothing for other databases. */
  makeDurable(): Promise<void>
  /** False while a new database is still provisional. */
  isDurable(): boolean
  checkpoint(): Promise<void>
  /** @returns the names of the processed tables */
  vacuum(): Promise<string[]>
  getHealth(): Health
  close(): Promise<void>
}

/** The state of the database for health checks; `why` explains a failure. */
export interface Health {
  ok: boolean
  why?: string
}

/** Limit of PostgreSQL for payloads of NOTIFY. */
const MAX_PAYLOAD_BYTES = 7999

/**
 * Asserts that a payload fits into NOTIFY, on both engines, so that code tested embedded also works on a server.
 * @throws RangeError
 */
export function assertPayloadFits(payload: string): void {
  const byteLength = Buffer.byteLength(payload)
  if (byteLength > MAX_PAYLOAD_BYTES)
    throw new RangeError(
      `A message of ${byteLength} bytes is too long to publish (at most ${MAX_PAYLOAD_BYTES}); publish an id instead`,
    )
}

/** The log of the database layer; compatible with Fastify's logger. */
export interface DatabaseLog {
  info(first: object | string, message?: string): void
  warn(first: object | string, message?: string): void
  error(first: object | string, message?: string): void
}
