/** The interface that each engine implements; `connect.ts` builds the rest on it. */
import type pg from 'pg'

export interface Channels {
  publish(channel: string, payload: string): Promise<void>
  /**
   * @param onMessage receives each payload
   * @param onGap called when messages may have been missed; caches fed by the channel must then be cleared
   * @returns a function that ends the subscription
   */
  subscribe(channel: string, onMessage: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>
}

export interface Backend {
  kind: 'embedded' | 'postgres'
  pool: pg.Pool
  channels: Channels
  durable(): Promise<void>
  /** Resolves when commits that did not wait for the disk are on disk. */
  flush(): Promise<void>
  /** Raises the statement timeout to this many milliseconds until the returned function is called. */
  permit(milliseconds: number): () => void
  /** Makes a provisional database durable; does nothing for any other. */
  complete(): Promise<void>
  checkpoint(): Promise<void>
  /** @returns the names of the processed tables */
  vacuum(): Promise<string[]>
  healthy(): Health
  close(): Promise<void>
}

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
  const bytes = Buffer.byteLength(payload)
  if (bytes > MAX_PAYLOAD_BYTES)
    throw new RangeError(
      `A message of ${bytes} bytes is too long to publish (at most ${MAX_PAYLOAD_BYTES}); publish an id instead`,
    )
}
