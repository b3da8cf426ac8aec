import Dexie, { type DexieOptions, type Table } from 'dexie'
import type { Errno, Issue } from '@/contract/errno'
import { OUTBOX_DATABASE_NAME } from './outbox-presence'
import { trackTransaction, waitForPageReturn } from './page-freeze'

/**
 * State of a command. `waiting` is never stored but derived when the list is read, so it cannot become stale. An
 * acknowledged command has no state: its row is deleted.
 */
export type OutboxState = 'pending' | 'sending' | 'waiting' | 'retrying' | 'attention'

/** Why a command or a photo was not accepted, for the person and for support. */
export interface LastError {
  /**
   * `gateway`: something else than our server answered, e.g. a proxy; `waiting`: the server waits for another command;
   * `unanswered`: the server answered other commands of the batch, but not this one.
   */
  kind:
    | 'network'
    | 'timeout'
    | 'gateway'
    | 'busy'
    | 'signedOut'
    | 'server'
    | 'tooLarge'
    | 'refused'
    | 'conflict'
    | 'waiting'
    | 'unanswered'
  errno: Errno | null
  message: string
  issues: Issue[]
  /** For a conflict: both versions from the server's answer. */
  data: unknown
  /** Milliseconds on this phone's clock. */
  at: number
}

/** One saved command. `id` is the idempotency key; `seq` the order on this installation. */
export interface OutboxRow {
  id: string
  userId: string
  clientId: string
  seq: number
  /** `resource:id` of the row that the command belongs to; commands of one row stay in order. */
  entityKey: string
  resource: string
  entityId: string
  /** The field of the body that holds `entityId`. */
  idField: string
  /** 1 if the command creates the row `entityId`: commands that refer to the row depend on this one. */
  creates: 0 | 1
  /** Id of a row other than `entityId` that the command creates: see `OfflineUse.createdIdInput`. */
  makes?: string
  /** 1 for a final step. If it is refused, later commands of the row are sent all the same: see `OfflineUse.isFinalStep`. */
  closes?: 0 | 1
  dependsOn: string[]
  op: string
  schemaVersion: number
  body: Record<string, unknown>
  baseVersion: number | null
  /** ISO moment corrected by the measured clock offset. */
  occurredAt: string
  /** The offset contained in `occurredAt`, ms; missing in rows of older versions. */
  clockOffsetMs?: number
  state: Exclude<OutboxState, 'waiting'>
  /** Number of send attempts; 0 means that the server cannot have seen the command. */
  attempts: number
  /** The last answer proves that the command was not applied, so the command may be edited. */
  settled: boolean
  sentAt: number
  nextAttemptAt: number
  /** Number of server errors since the command was queued, and moment of the first one (ms; 0 if there was none). */
  serverErrors: number
  firstErrorAt: number
  /** The command made a whole batch fail, so it is sent alone until it succeeds. */
  alone: boolean
  lastError: LastError | null
}

/** An unsent photo. Its bytes are in a separate table, so that listing photos does not load them. */
export interface BlobRow {
  id: string
  outboxId: string
  userId: string
  /** Lower-case hex hash of the bytes to send. */
  sha256: string
  /** Bytes. */
  size: number
  mime: string
  name: string
  /** Bytes the server has confirmed. */
  received: number
  state: 'pending' | 'retrying' | 'attention'
  attempts: number
  nextAttemptAt: number
  /** The photo was too large for the server, and the phone has shrunk it or tried to. It does so only once. */
  recompressed: boolean
  lastError: LastError | null
}
/** ArrayBuffer, not Blob: Blobs read from IndexedDB fail on iOS. */
export interface BytesRow {
  id: string
  data: ArrayBuffer
}
export interface DraftFile {
  id: string
  data: ArrayBuffer
  mime: string
  name: string
}
export interface DraftRow {
  userId: string
  key: string
  value: unknown
  files: DraftFile[]
  savedAt: number
}
export interface MetaRow {
  key: string
  value: unknown
}

/**
 * The server's row from the acknowledgement of a command, written in the transaction that deletes the command.
 *
 * The row is in this database and not in the read cache, because two IndexedDB databases cannot share a transaction.
 * After a crash between two writes the row would be missing (deleted, not yet cached) or shown twice (cached, still
 * pending). Readers apply these rows to data fetched *before* `at` and ignore them for later data, so nothing has to be
 * copied or cleaned up. Rows older than the longest read-cache age are pruned.
 */
export interface AppliedRow {
  userId: string
  resource: string
  rowId: string
  row: Record<string, unknown>
  /**
   * Only commands of this person changed the row since this version. An edit based on this or a later version therefore
   * counts as based on `row`.
   */
  ownFrom: number
  /** When the acknowledgement arrived: ms, phone's clock. */
  at: number
}

export type OutboxDatabase = Dexie & {
  outbox: Table<OutboxRow, string>
  blobs: Table<BlobRow, string>
  bytes: Table<BytesRow, string>
  drafts: Table<DraftRow, [string, string]>
  meta: Table<MetaRow, string>
  applied: Table<AppliedRow, [string, string, string]>
}

/** A cached query of the client: see `createReadCache`. */
export interface QueryRow {
  hash: string
  buster: string
  state: unknown
  at: number
}
/**
 * A row of the shift pack. `codes` are the scannable codes, normalized by `normalizePackCode`. `generation` counts the
 * resets of the pack; rows of an older generation are deleted after a reset.
 */
export interface PackRow {
  resource: string
  id: string
  codes: string[]
  row: Record<string, unknown>
  generation: number
}
/** A photo that was taken on this phone and sent. */
export interface ThumbRow {
  id: string
  data: ArrayBuffer
  mime: string
  at: number
}
/** Display name of a referenced row. */
export interface RefRow {
  id: string
  name: string
  nameEn?: string
}
export type CacheDatabase = Dexie & {
  queries: Table<QueryRow, string>
  rows: Table<PackRow, [string, string]>
  refs: Table<RefRow, string>
  thumbs: Table<ThumbRow, string>
  meta: Table<MetaRow, string>
}

/** Other IndexedDB implementations and database names, for tests. */
export type DatabaseOptions = Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'> & { name?: string }

/** Tracks every transaction, so that it can be aborted when the browser freezes the page (page-freeze.ts). */
function watchTransactions(db: Dexie): void {
  db.use({
    stack: 'dbcore',
    name: 'track transactions',
    create: (core) => ({
      ...core,
      transaction(stores, mode, options) {
        const transaction = core.transaction(stores, mode, options)
        trackTransaction(transaction as IDBTransaction) // the browser's object; Dexie's type is narrower
        return transaction
      },
    }),
  })
}

/** Opens the outbox database. It must never lose data: every commit waits for the disk (`strict`). */
export function openOutboxDatabase({ name = OUTBOX_DATABASE_NAME, ...options }: DatabaseOptions = {}): OutboxDatabase {
  const db = new Dexie(name, { ...options, chromeTransactionDurability: 'strict' })
  db.version(1).stores({
    outbox: 'id, [userId+state+seq], [userId+entityKey+seq], [userId+seq], [userId+entityId], *dependsOn',
    blobs: 'id, outboxId, userId',
    bytes: 'id',
    drafts: '[userId+key]',
    meta: 'key',
    applied: '[userId+resource+rowId], [userId+resource], at',
  })
  watchTransactions(db)
  return db as OutboxDatabase
}
/** Opens the database of data that can be fetched again: wiped on sign-out, evicted when the phone is full. */
export function openCacheDatabase({ name = 'nonwoven-cache', ...options }: DatabaseOptions = {}): CacheDatabase {
  const db = new Dexie(name, { ...options, chromeTransactionDurability: 'relaxed' })
  db.version(1).stores({
    queries: 'hash, at',
    rows: '[resource+id], resource, *codes, generation',
    refs: 'id',
    thumbs: 'id, at',
    meta: 'key',
  })
  watchTransactions(db)
  return db as CacheDatabase
}

/** Limit for wrapped errors, in case they refer to each other in a circle. */
const MAX_ERROR_DEPTH = 5
/** Returns the names of an error and of the errors that it wraps (Dexie stores the browser's error in `inner`). */
export function getErrorNames(error: unknown): string[] {
  const names: string[] = []
  for (let current = error, depth = 0; current instanceof Object && depth < MAX_ERROR_DEPTH; depth++) {
    if ('name' in current && typeof current.name === 'string') names.push(current.name)
    current = getWrappedError(current)
  }
  return names
}
function getWrappedError(error: object): unknown {
  if ('inner' in error) return error.inner
  return 'cause' in error ? error.cause : null
}
/** True if the error means that the phone is full. */
export const isQuotaError = (error: unknown): boolean => getErrorNames(error).includes('QuotaExceededError')
const LOST_CONNECTION_ERRORS = new Set([
  'DatabaseClosedError',
  'InvalidStateError',
  'UnknownError',
  'AbortError',
  'TransactionInactiveError',
])
const isLostConnection = (error: unknown): boolean =>
  !isQuotaError(error) && getErrorNames(error).some((name) => LOST_CONNECTION_ERRORS.has(name))

const MAX_RETRIES = 2
/**
 * Runs one transaction. If the connection is lost, it reopens the database and retries. iOS drops connections of
 * background pages, the browser may force-close them, and a frozen page aborts its transactions. The writes must be
 * repeatable, because a transaction may have been committed without an acknowledgement.
 */
export async function withReconnect<T>(db: Dexie, work: () => PromiseLike<T>): Promise<T> {
  for (let retriesLeft = MAX_RETRIES; ; retriesLeft--) {
    try {
      return await work()
    } catch (error) {
      if (retriesLeft === 0 || !isLostConnection(error)) throw error
      await waitForPageReturn()
      db.close({ disableAutoOpen: false })
      await db.open()
    }
  }
}

/** Reads a value of the `meta` table; null if there is none. */
export async function readMeta<T>(db: OutboxDatabase | CacheDatabase, key: string): Promise<T | null> {
  const row = await db.meta.get(key)
  return row ? (row.value as T) : null
}

/**
 * Combines all reads of one turn of the event loop into a single call of `readAll`. An opening page has twenty lists
 * that each read rows and names. On a slow phone even a small database transaction takes some milliseconds.
 * @param readAll returns values in the order of the keys
 */
export function combineReads<K, V>(readAll: (keys: readonly K[]) => Promise<readonly V[]>): (key: K) => Promise<V> {
  let pendingBatch: { keys: K[]; answers: Promise<readonly V[]> } | null = null
  const startBatch = () => {
    const keys: K[] = []
    const answers = new Promise((resolve) => setTimeout(resolve)).then(() => {
      pendingBatch = null
      return readAll(keys)
    })
    return { keys, answers }
  }
  return async (key) => {
    pendingBatch ??= startBatch()
    const { keys, answers } = pendingBatch
    const index = keys.push(key) - 1
    return (await answers)[index] as V
  }
}
