import Dexie, { type DexieOptions, type Table } from 'dexie'
import type { Errno, Issue } from '@/contract/errno'
import { OUTBOX } from './present'
import { mayBeGivenUp, pageBack } from './put-aside'

/**
 * Where a command stands. `waiting` is never stored: it is worked out when the list is read, so it cannot go stale.
 * A command that the server has acknowledged has no state: its row is gone.
 */
export type OutboxState = 'pending' | 'sending' | 'waiting' | 'retrying' | 'attention'

/** Why a command or a photo has not gone through, for the person and for support. */
export interface LastError {
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
  /** For a conflict both versions, as the server answered them. */
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
  /** `resource:id` of the thing the command belongs to; commands of one thing stay in order. */
  entityKey: string
  resource: string
  entityId: string
  /** The field of the body that holds `entityId`. */
  idField: string
  /** 1 when the command brings the thing into being: commands that refer to it depend on this one. */
  creates: 0 | 1
  /** The id of another thing that it brings into being: see `OfflineUse.makes`. */
  makes?: string
  /** 1 for a last step of the thing, which gives way where the server refuses it: see `OfflineUse.closes`. */
  closes?: 0 | 1
  dependsOn: string[]
  op: string
  schemaVersion: number
  body: Record<string, unknown>
  baseVersion: number | null
  /** ISO moment, corrected by the measured offset of the clock. */
  occurredAt: string
  state: Exclude<OutboxState, 'waiting'>
  /** How often it was handed to the network; 0 means the server cannot have seen it. */
  attempts: number
  /** The last answer says for certain that it has not been applied, so it may be changed. */
  settled: boolean
  sentAt: number
  nextAttemptAt: number
  serverErrors: number
  firstErrorAt: number
  /** It brought a whole batch down: sent by itself until it is through. */
  alone: boolean
  lastError: LastError | null
}

/** A photo on its way. The bytes lie in a table of their own so that listing photos does not load them. */
export interface BlobRow {
  id: string
  outboxId: string
  userId: string
  /** Lower-case hex over the bytes that are sent. */
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
 * The server's row as it acknowledged a command, written in the transaction that removes the command.
 *
 * It lies in this database and not in the read cache because two IndexedDB databases cannot share a transaction: with
 * the row in the other one, a crash between the two writes would either lose the row from view (removed, not yet cached) or
 * show it twice (cached, still pending). Readers lay these rows over whatever they fetched *before* `at`, and ignore them
 * for anything fetched later, so nothing has to be copied and nothing has to be cleaned up for the picture to be right;
 * rows older than the longest read-cache age are pruned.
 */
export interface AppliedRow {
  userId: string
  resource: string
  rowId: string
  row: Record<string, unknown>
  /** From this version on, only this person's own commands led to `row`: an edit based on any of them is based on `row`. */
  ownFrom: number
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

export interface QueryRow {
  hash: string
  buster: string
  state: unknown
  at: number
}
/** A row of the shift pack. `codes` are what a scan of it may read, in the form `normalCode` gives. */
export interface PackRow {
  resource: string
  id: string
  codes: string[]
  row: Record<string, unknown>
  generation: number
}
export interface ThumbRow {
  id: string
  data: ArrayBuffer
  mime: string
  at: number
}
/** What a row is called that others refer to. */
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

/** Other IndexedDB implementations and names, for tests. */
export type DatabaseOptions = Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'> & { name?: string }

/** Notes every transaction, for a page that is put aside. */
function watchTransactions(db: Dexie): void {
  db.use({
    stack: 'dbcore',
    name: 'put aside',
    create: (core) => ({
      ...core,
      transaction(stores, mode, options) {
        const transaction = core.transaction(stores, mode, options)
        mayBeGivenUp(transaction as IDBTransaction) // the browser's own: Dexie's type of it names less
        return transaction
      },
    }),
  })
}

/** The database that must never lose a byte: every commit waits for the disk (`strict`). */
export function openOutboxDatabase({ name = OUTBOX, ...options }: DatabaseOptions = {}): OutboxDatabase {
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
/** What can be fetched again: wiped on sign-out, evicted when the phone is full. */
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

/** Names of an error and everything it wraps (Dexie keeps the browser's error in `inner`). */
export function errorNames(error: unknown): string[] {
  const names: string[] = []
  for (let at = error, depth = 0; at instanceof Object && depth < 5; depth++) {
    if ('name' in at && typeof at.name === 'string') names.push(at.name)
    at = 'inner' in at ? at.inner : 'cause' in at ? at.cause : null
  }
  return names
}
export const isQuotaError = (error: unknown): boolean => errorNames(error).includes('QuotaExceededError')
const lost = new Set([
  'DatabaseClosedError',
  'InvalidStateError',
  'UnknownError',
  'AbortError',
  'TransactionInactiveError',
])
const isLostConnection = (error: unknown): boolean =>
  !isQuotaError(error) && errorNames(error).some((name) => lost.has(name))

/**
 * Runs one unit of work and, when the connection was lost under it (iOS drops connections of pages in the background, the
 * browser may close them by force, a page that is put aside gives its work up), reopens and runs it again, twice at most. The work must be one transaction whose
 * writes may be repeated: an aborted one left nothing, and one that was committed without telling us is written again alike.
 */
export async function withReconnect<T>(db: Dexie, work: () => PromiseLike<T>): Promise<T> {
  for (let left = 2; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left === 0 || !isLostConnection(error)) throw error
      await pageBack()
      db.close({ disableAutoOpen: false })
      await db.open()
    }
  }
}

export async function readMeta<T>(db: OutboxDatabase | CacheDatabase, key: string): Promise<T | null> {
  const row = await db.meta.get(key)
  return row ? (row.value as T) : null
}
