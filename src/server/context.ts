import type { Readable } from 'node:stream'
import type { QueryResultRow } from 'pg'
import type { NoticeName } from '@/contract/sync'
import type { Worksheet } from './excel/read-sheet'
import type { Rows } from './crud/rows'
import type { CheckedFile } from './files/check-file'
import type { ReceivedFile } from './files/incoming-files'
import type { Sql } from './sql'
import type { Language, Translate } from './translations'

/** The caller, resolved from the token at every request. */
export interface Person {
  id: string
  name: string
  userName: string
  roleId: string
  departmentId: string | null
  team: string | null
  /** Lines on which the person works; empty means all lines. */
  lineIds: readonly string[]
  /** True for a super user, who passes every permission check. Named like the stored field of a person. */
  isSup: boolean
  /** Permission keys of the person's role. */
  keys: ReadonlySet<string>
  sessionId: string
  /** The password must be changed before anything else is allowed. */
  mustChange: boolean
  /** A second factor must be set up before anything else is allowed. */
  mustEnrol: boolean
  /** A machine with a service token. It does not see who works at the plant unless its role may list accounts. */
  isMachine?: boolean
  /** A wall screen instead of a person; it may do only what its permission keys name. */
  isScreen?: boolean
}

/** The way in which a request arrived, stored in the audit trail. */
export interface Origin {
  requestId: string
  address: string | null
  device: string | null
  via: 'http' | 'sync' | 'job' | 'import'
  /** Time of the event, if earlier than the request (commands from a phone's outbox). */
  occurredAt: string | null
  /**
   * True if the phone's clock is wrong. Times of the phone's commands are then corrected instead of refused, and the
   * answer reports the drift.
   */
  isClockOff?: boolean
  /** True if moments of a slow clock were corrected when the command arrived. */
  hasCorrectedMoments?: boolean
  /** By how many ms the phone's clock, with its correction, is ahead of the server's clock; null if unknown. */
  clockOffsetMs?: number | null
  /** The version that the person saw before editing offline. */
  baseVersion: number | null
}

/** A file of a form, with the results of reading it before the handler runs. */
export interface FormPart {
  id: string
  field: string
  fileName: string
  file: ReceivedFile
  /** The rows of the file, if the endpoint takes a workbook. */
  worksheet?: Worksheet
  /** The re-encoded picture, if the endpoint takes pictures. */
  picture?: CheckedFile
}

/** The answer of a `blob` endpoint. */
export class FileAnswer {
  constructor(
    readonly fileName: string,
    readonly mime: string,
    readonly body: Readable | Buffer,
    readonly headers: Record<string, string> = {},
  ) {}
}

/** Runs a statement: a typed one, or a text with values, whose row type the caller declares. */
export interface Query {
  <R extends object>(statement: Sql<R>): Promise<R[]>
  <R extends QueryResultRow = QueryResultRow>(text: string, values?: readonly unknown[]): Promise<R[]>
}

/** Everything a handler may use. The context of a write is bound to one transaction. */
export interface Context {
  /** Runs SQL on the pool, or on the open transaction of a write. */
  readonly query: Query
  /** The only way to change rows of resources; it maintains audit trail, versions and references. */
  readonly rows: Rows
  readonly person: Person | null
  readonly site: number
  readonly now: Date
  /** IANA name of the plant's time zone. */
  readonly timeZone: string
  readonly language: Language
  readonly t: Translate
  readonly origin: Origin
  readonly formParts: ReadonlyMap<string, FormPart>
  /** The body of an endpoint that takes raw bytes; otherwise empty. */
  readonly bodyBytes: Buffer
  /**
   * The caller's idempotency key. The pipeline honours it for writes; handlers of effect `ownTransactions` must do so
   * themselves.
   */
  readonly idempotencyKey: string | null
  /** Declares that plain SQL changed rows of a resource, which invalidates cached lists and refreshes screens. */
  touch(resource: string): void
  /** True if this call has changed rows of the resource. */
  hasTouched(resource: string): boolean
  /**
   * Sends a notice after the commit to everybody signed in who holds one of the permissions in `keys`. `to` restricts the
   * recipients to these people; `notTo` excludes one person, usually the person who caused the notice.
   */
  notify(notice: {
    notice: NoticeName
    id: string
    title: (language: Language) => string
    keys: readonly string[]
    to?: readonly string[]
    notTo?: string | null
  }): void
  /** Runs after the commit is durable, for effects outside the database. */
  afterCommit(fn: () => void | Promise<void>): void
}
/** A context in which somebody is signed in. */
export type SignedInContext = Context & { readonly person: Person }
