import type { Readable } from 'node:stream'
import type { QueryResultRow } from 'pg'
import type { NoticeName } from '@/contract/sync'
import type { Sheet } from './excel/read'
import type { Rows } from './crud/rows'
import type { Judged } from './files/accept'
import type { ReceivedFile } from './files/incoming'
import type { Sql } from './sql'
import type { Language, Translate } from './words'

/** Who is calling, resolved from the token at every request. */
export interface Person {
  id: string
  name: string
  userName: string
  roleId: string
  departmentId: string | null
  team: string | null
  /** Where the person works; empty: anywhere. */
  lineIds: readonly string[]
  isSup: boolean
  /** Permission keys of the person's role. */
  keys: ReadonlySet<string>
  sessionId: string
  /** Nothing but changing the password is allowed until it is done. */
  mustChange: boolean
  /** Nor anything but setting up a second factor. */
  mustEnrol: boolean
  /** A machine by its service token: who works at the plant is not told to it, unless its role may list accounts. */
  machine?: boolean
  /** A screen on a wall, not a person: only what its keys name is open to it. */
  screen?: boolean
}

/** How a request came in; goes into the audit trail. */
export interface Origin {
  requestId: string
  address: string | null
  device: string | null
  via: 'http' | 'sync' | 'job' | 'import'
  /** When the person did it, if that was earlier (commands from a phone's outbox). */
  occurredAt: string | null
  /** The clock that told the moments of this call is off: they are put in order instead of refused, and the answer says so. */
  clockOff?: boolean
  /** The version the person had seen, for edits that were made offline. */
  baseVersion: number | null
}

/** A file that came with a form, and what became of it before the handler was asked. */
export interface Part {
  id: string
  field: string
  fileName: string
  file: ReceivedFile
  /** Its rows, when the endpoint takes a sheet. */ sheet?: Sheet
  /** The picture, drawn anew, when the endpoint takes pictures. */ picture?: Judged
}

/** Answer of a `blob` endpoint. */
export class FileAnswer {
  constructor(
    readonly fileName: string,
    readonly mime: string,
    readonly body: Readable | Buffer,
    readonly headers: Record<string, string> = {},
  ) {}
}

/** Runs a statement: typed, or a text with its values and a row type that the caller answers for. */
export interface Query {
  <R extends object>(statement: Sql<R>): Promise<R[]>
  <R extends QueryResultRow = QueryResultRow>(text: string, values?: readonly unknown[]): Promise<R[]>
}

/** Everything a handler may use. In a write it lives inside one transaction. */
export interface Context {
  /** SQL on the pool, or on the open transaction of a write. */
  readonly query: Query
  /** Rows of resources: the only way to change them, so that audit, versions and references are never forgotten. */
  readonly rows: Rows
  readonly person: Person | null
  readonly site: number
  readonly now: Date
  /** IANA name of the plant's time zone. */
  readonly timeZone: string
  readonly language: Language
  readonly t: Translate
  readonly origin: Origin
  readonly parts: ReadonlyMap<string, Part>
  /** The body of an endpoint that takes raw bytes; else empty. */
  readonly bytes: Buffer
  /** The caller's key of this request. The pipeline honours it for writes; handlers of effect `own` have to. */
  readonly idempotencyKey: string | null
  /** Says that rows of a table changed by plain SQL, so that cached lists are dropped and screens told. */
  touch(resource: string): void
  /** Whether this call changed rows of a table so far. */
  touched(resource: string): boolean
  /** Sends a notice to everybody signed in who holds one of the keys, or only to those of them whom `to` names, after the commit; not to who knows already. */
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
export type SignedIn = Context & { readonly person: Person }
