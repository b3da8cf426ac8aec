import type { AreaContract } from '@/contract/area'
import type { Access, Endpoint } from '@/contract/endpoint'
import type { Application, Authenticate, SessionLimits } from './application'
import type { FactGuard } from './crud/facts'
import type { CodeSource } from './crud/codes'
import type { CustomColumn } from './excel/columns'
import type { Answerer, Event, Listener, Question } from './events'
import type { Follower } from './crud/written-rows'
import type { Context, FileAnswer } from './context'
import type { ReadyJson } from './crud/list-cache'

type Answer<Out> = Out extends Blob ? FileAnswer : Out
/** What came in, after the endpoint's own check. */
export type Checked = Readonly<Record<string, unknown>>
export type Handler = HandlerEntry['run']
export interface HandlerEntry {
  endpoint: string
  run(ctx: Context, input: Checked): Promise<unknown>
  /**
   * A write that reads what it needs (no row locked), then inserts one row, and does nothing after that: it goes to the
   * database as one statement, without a transaction around it. `rows` refuses anything else here.
   */
  oneInsert?: boolean
  /**
   * Of a form with files: refuses a caller by more than the endpoint's key. Asked before the first file is received, with
   * the fields that came before it, and again with all of them.
   */
  admit?(ctx: Context, input: Checked): void
  /** Of a write: what takes long and needs no lock, done before the transaction begins. */
  before?(ctx: Context, input: Checked): Promise<void>
  /** Of a write that answers a file: makes it from what was written, once that is durable. A repeat makes it again. */
  file?(ctx: Context, written: unknown): Promise<FileAnswer>
}

/** Binds a function to an endpoint; its input and answer are those of the contract. */
export const handle = <In, Out>(
  endpoint: Endpoint<In, Out>,
  run: (ctx: Context, input: In) => Promise<Answer<Out> | FileAnswer | ReadyJson>,
  more: {
    admit?: (ctx: Context, input: Partial<In>) => void
    before?: (ctx: Context, input: In) => Promise<void>
  } = {},
): HandlerEntry => ({
  endpoint: endpoint.name,
  run: run as Handler,
  ...(more.admit ? { admit: more.admit as HandlerEntry['admit'] } : {}),
  ...(more.before ? { before: more.before as HandlerEntry['before'] } : {}),
})

/** Binds a write that answers a file: `run` writes and answers the row, which a repeat gets again, `file` shows it. */
export const handleFile = <In, Row>(
  endpoint: Endpoint<In, Blob>,
  run: (ctx: Context, input: In) => Promise<Row>,
  file: (ctx: Context, written: Row) => Promise<FileAnswer>,
): HandlerEntry => ({ endpoint: endpoint.name, run: run as Handler, file: file as HandlerEntry['file'] })

/** Something the plant does by the clock, once over all instances. */
export interface Job {
  name: string
  /** 0: each time the clock is looked at. */
  everySeconds: number
  /** While it has more to do no job after it runs: they would read what it is still making. */
  alone?: true
  /** It reads outside of any transaction, so that nobody waits while it works out, and writes `inOneTransaction`. */
  own?: true
  /** One turn, in one transaction unless `own`. Answers true when more waits than a turn may take: the next one then follows soon. */
  run(ctx: Context): Promise<boolean | void>
}

/** Something that goes on as long as the server does, beside the calls. @returns ends it */
export type Service = (app: Application) => Promise<() => Promise<void>>

/** What a phone gets for its shift from a resource: which rows, for whom. */
export interface ShiftPackPart {
  resource: string
  /** SQL condition on the resource's table with `$1` = site, `$2` = person id and `$3` = the person's role; everything when absent. */
  where?: string
  /** The fields that travel, where not all of a row is for those who get it. */
  fields?: readonly string[]
  /** Who may read it: `signedIn`, or people holding one of these keys. */
  keys: Access
}

/**
 * Part of a condition: what has just gone out of use still travels, for longer than a phone may stay away before it starts
 * over. Else the phone would go on as if nothing had happened: a row that only stops to match is never heard of again.
 */
export const changedLately = `updated_at > now() - interval '15 days'`

export interface AreaServer {
  contract: AreaContract
  handlers: HandlerEntry[]
  jobs: Job[]
  services: readonly Service[]
  shiftPack: ShiftPackPart[]
  /** The events it declares, for the documents. */
  events: readonly Pick<Event<unknown>, 'name' | 'when' | 'fields'>[]
  /** What it does when something happens elsewhere: `on(event, …)`. */
  listeners: Listener[]
  /** What it keeps of rows as they change: `follow(…)`. */
  followers: readonly Follower[]
  /** What it knows that areas below it ask for: `answers(question, …)`. */
  answers: Answerer[]
  /** The questions it asks; the server does not start while nobody answers one. */
  asks: readonly Pick<Question<unknown, unknown>, 'name' | 'asks'>[]
  /** Its rows that a scanned code finds. */
  codes: readonly CodeSource[]
  /** Columns that the plant added to a resource of the area, for Excel; none for those of others. */
  customColumns?: (ctx: Context, resource: string) => Promise<CustomColumn[]>
  /** Says who a token belongs to. Given by one area alone. */
  authenticator?: (app: Pick<Application, 'db' | 'changes' | 'clock'>, limits: SessionLimits) => Authenticate
  /** Says which months are closed. Given by one area alone. */
  factGuard?: FactGuard<Context>
  /** Rows that every plant starts with, brought up to what this program knows; run at every start, as the system. */
  seed?: (ctx: Context) => Promise<void>
}
export const defineServer = (contract: AreaContract, rest: Partial<Omit<AreaServer, 'contract'>>): AreaServer => ({
  handlers: [],
  jobs: [],
  services: [],
  shiftPack: [],
  codes: [],
  events: [],
  listeners: [],
  followers: [],
  answers: [],
  asks: [],
  ...rest,
  contract,
})
