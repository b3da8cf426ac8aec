/** Opens the database: embedded by default, PostgreSQL by its URL, with one interface for both. */
import type pg from 'pg'
import type { Backend, Health, DatabaseLog } from './backend'
import { type EmbeddedOptions, openEmbedded } from './embedded/open-embedded'
import { openPostgres } from './postgres/open-postgres'
import type { ConnectionSettings } from './postgres/postgres-settings'
import { runInTransaction, type TransactionOptions, type TransactionWork } from './transaction'
import { installValueTypes } from './value-types'

export type { DatabaseLog, Health, TransactionOptions, TransactionWork }

export interface OpenOptions {
  /** Folder of the embedded database and of uploaded files. */
  dataDir: string
  /** URL of a PostgreSQL server; without it the embedded database is used. */
  databaseUrl?: string | undefined
  /** Pool, timeouts and pooler of the PostgreSQL server. */
  connections?: ConnectionSettings | undefined
  log: DatabaseLog
  /** Limits of the embedded database, milliseconds. */
  limits?: EmbeddedOptions['limits']
  /** Replaces the worker's program, for tests. */
  worker?: EmbeddedOptions['worker']
  /** See `EmbeddedOptions`. */
  provisional?: boolean
  /** See `EmbeddedOptions`. */
  template?: string | undefined
}

/** The database as the rest of the program uses it. */
export interface Database {
  kind: 'embedded' | 'postgres'
  /**
   * The driver's pool. The embedded one has a single connection: never request a second one while holding it. After a
   * write outside `transaction`, await `waitUntilDurable()` before answering.
   */
  pool: pg.Pool
  /** The pool of a standby; null without one. Only `ReplicaReads` uses it. */
  replicaPool: pg.Pool | null
  /** Resolves when every commit acknowledged before this call is on disk. */
  waitUntilDurable(): Promise<void>
  /** Resolves when the commits of all transactions with `durable: false` that ended before this call are on disk. */
  flush(): Promise<void>
  /** See `runInTransaction`. */
  transaction<T>(work: TransactionWork<T>, options?: TransactionOptions): Promise<T>
  /** Publishes a payload of at most 7,999 bytes to all processes on this database, outside any transaction. */
  publish(channel: string, payload: string): Promise<void>
  /** `onGap` is called when messages may have been missed. @returns a function that ends the subscription */
  subscribe(channel: string, onMessage: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>
  /** Reports whether the database answers, without querying it. */
  getHealth(): Health
  /**
   * Makes a new embedded database that was opened as `provisional` durable while other statements run. Their commits are
   * acknowledged only when it is durable. Does nothing for other databases.
   */
  makeDurable(): Promise<void>
  /** False for a new embedded database until `makeDurable` has resolved; no write is acknowledged until then. */
  isDurable(): boolean
  /** Embedded: writes all pages to the table files. A PostgreSQL server makes checkpoints without being asked. */
  checkpoint(): Promise<void>
  /** Vacuums and analyses tables of the embedded database, which also happens automatically. @returns their names */
  vacuum(): Promise<string[]>
  close(): Promise<void>
}

/**
 * Opens the database. Creates the embedded one if the data folder has none.
 * @throws DataFolderInUse, ForeignFolder, DatabaseDamaged, DatabaseUnavailable
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  installValueTypes()
  const { databaseUrl, connections, log } = options
  const backend = databaseUrl ? await openPostgres({ databaseUrl, connections, log }) : await openEmbedded(options)
  return createDatabase(backend)
}

/** Wraps a backend in the interface that the rest of the program uses. */
export function createDatabase(backend: Backend): Database {
  const { kind, pool, channels } = backend
  return {
    kind,
    pool,
    replicaPool: backend.replicaPool ?? null,
    waitUntilDurable: () => backend.waitUntilDurable(),
    flush: () => backend.flush(),
    transaction: (work, options) => runInTransaction(backend, work, options),
    publish: (channel, payload) => channels.publish(channel, payload),
    subscribe: (channel, onMessage, onGap) => channels.subscribe(channel, onMessage, onGap),
    getHealth: () => backend.getHealth(),
    makeDurable: () => backend.makeDurable(),
    isDurable: () => backend.isDurable(),
    checkpoint: () => backend.checkpoint(),
    vacuum: () => backend.vacuum(),
    close: () => backend.close(),
  }
}
