/** What the server's thread and the database's worker thread say to each other. */

import type { Compiled } from './compiled'

/** Given to the worker when it starts. */
export interface WorkerOrder {
  /** the database folder (PGDATA) */
  folder: string
  /** only build the database, in a folder beside, and put it in place when complete; the memory that takes goes with the worker */
  create: boolean
  /** nothing is put on disk until `complete`: a database that nobody uses yet and that can be made again */
  provisional: boolean
  compiled: Compiled
}

export type Request =
  | { kind: 'exchange'; id: number; bytes: Uint8Array }
  | { kind: 'flush'; id: number }
  /** puts a provisional database on disk, beside other requests */
  | { kind: 'complete'; id: number }
  | { kind: 'close'; id: number }

export type Reply =
  | { kind: 'ready' }
  /** the engine cannot be opened; `detail` is what PostgreSQL wrote */
  | { kind: 'refused'; reason: string; detail: string }
  /** the engine stopped and must be opened again */
  | { kind: 'fatal'; reason: string }
  | { kind: 'done'; id: number; bytes?: Uint8Array; logBytes: number }
  | { kind: 'failed'; id: number; reason: string }
