/** What each engine provides; `connect.ts` builds the rest on it. */
import type pg from 'pg'

export interface Channels {
  publish(channel: string, payload: string): Promise<void>
  /**
   * @param onMessage gets each payload
   * @param onGap called when messages may have been missed; caches fed by the channel are to be cleared
   * @returns ends the subscription
   */
  subscribe(channel: string, onMessage: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>
}

export interface Backend {
  kind: 'embedded' | 'postgres'
  pool: pg.Pool
  channels: Channels
  durable(): Promise<void>
  /** Resolves when the commits of transactions that did not wait for the disk are on it. */
  flush(): Promise<void>
  /** Allows statements of this many milliseconds until the returned function is called. */
  permit(milliseconds: number): () => void
  /** Puts a provisional database on disk; does nothing to any other. */
  complete(): Promise<void>
  checkpoint(): Promise<void>
  /** @returns the tables worked on */
  vacuum(): Promise<string[]>
  healthy(): Health
  close(): Promise<void>
}

export interface Health {
  ok: boolean
  why?: string
}

/** PostgreSQL refuses longer payloads of NOTIFY. */
const LONGEST_PAYLOAD = 7999

/** @throws RangeError on both engines alike, so that what works embedded works on a server */
export function checkPayload(payload: string): void {
  const bytes = Buffer.byteLength(payload)
  if (bytes > LONGEST_PAYLOAD)
    throw new RangeError(
      `A message of ${bytes} bytes is too long to publish (at most ${LONGEST_PAYLOAD}); publish an id instead`,
    )
}
