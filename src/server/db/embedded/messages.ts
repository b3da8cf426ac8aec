/** Messages between the server's thread and the database's worker thread. */

import type { CompiledEngine } from './compile-engine'

/** Passed to the worker when it starts. */
export interface WorkerStartOptions {
  /** The database folder (PGDATA). */
  folder: string
  /**
   * True: only creates the database in a temporary folder and moves it into place when complete. The worker then ends,
   * which frees its memory.
   */
  createOnly: boolean
  /** Nothing is synced until `complete`. For a database that nobody uses yet and that can be created again. */
  provisional: boolean
  compiled: CompiledEngine
}

/** A request of the server's thread. */
export type Request =
  | { kind: 'exchange'; id: number; bytes: Uint8Array }
  | { kind: 'flush'; id: number }
  /** Makes a provisional database durable while other requests are served. */
  | { kind: 'complete'; id: number }
  | { kind: 'close'; id: number }

/** A reply of the worker. */
export type Reply =
  | { kind: 'ready' }
  /** The engine cannot be opened; `detail` is PostgreSQL's output. */
  | { kind: 'refused'; reason: string; detail: string }
  /** The engine stopped and must be opened again. */
  | { kind: 'fatal'; reason: string }
  | { kind: 'done'; id: number; bytes?: Uint8Array; logBytes: number }
  | { kind: 'failed'; id: number; reason: string }
