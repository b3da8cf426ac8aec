import type { AreaContract } from '@/contract/area'
import type { Access, Endpoint } from '@/contract/endpoint'
import type { WithoutFilledNames } from '@/contract/field-values'
import type { Application, Authenticate, SessionLimits } from './application'
import type { MonthGuard } from './crud/month-guard'
import type { CodeLookup } from './crud/find-rows-by-code'
import type { CustomFieldColumn } from './excel/resource-columns'
import type { QuestionAnswerer, AreaEvent, AreaEventListener, AreaQuestion } from './events'
import type { RowTrigger } from './crud/written-rows'
import type { Context, FileAnswer } from './context'
import type { SerializedJson } from './crud/list-cache'

type HandlerAnswer<Out> = Out extends Blob ? FileAnswer : WithoutFilledNames<Out>
/** The input of a handler after the endpoint has checked it. */
export type CheckedInput = Readonly<Record<string, unknown>>
export type Handler = HandlerEntry['run']
/** The function that answers an endpoint, with options for the pipeline. */
export interface HandlerEntry {
  endpoint: string
  run(ctx: Context, input: CheckedInput): Promise<unknown>
  /**
   * The write reads without locking any row and then inserts exactly one row. The call runs as one statement without a
   * transaction; `rows` refuses any other access in such a call.
   */
  isSingleInsert?: boolean
  /**
   * Refuses a caller for reasons beyond the endpoint's permission; for forms with files. Called before each file is
   * received, with the fields that precede the file, and again with all fields.
   */
  assertAdmitted?(ctx: Context, input: CheckedInput): void
  /** Does slow work that needs no lock, before the transaction of a write begins. */
  runBeforeTransaction?(ctx: Context, input: CheckedInput): Promise<void>
  /** Builds the answered file from the written row, once the row is durable. Called again for a repeated call. */
  buildFile?(ctx: Context, written: unknown): Promise<FileAnswer>
}

interface HandlerOptions<In> {
  assertAdmitted?: (ctx: Context, input: Partial<In>) => void
  runBeforeTransaction?: (ctx: Context, input: In) => Promise<void>
}
/** A handler that other code of its area may also call: `run` takes the endpoint's input and returns its answer. */
export interface BoundHandler<In, Answer> extends Omit<HandlerEntry, 'run'> {
  run(ctx: Context, input: In): Promise<Answer>
}
/** Binds a function to an endpoint; the contract gives the types of its input and answer. */
export function handle<In, Out>(
  endpoint: Endpoint<In, Out>,
  run: (ctx: Context, input: In) => Promise<HandlerAnswer<Out>>,
  options?: HandlerOptions<In>,
): BoundHandler<In, HandlerAnswer<Out>>
/** Binds a function that may also answer a file or serialized JSON instead of the declared answer. */
export function handle<In, Out>(
  endpoint: Endpoint<In, Out>,
  run: (ctx: Context, input: In) => Promise<HandlerAnswer<Out> | FileAnswer | SerializedJson>,
  options?: HandlerOptions<In>,
): HandlerEntry
export function handle(
  { name }: Endpoint,
  run: Handler,
  { assertAdmitted, runBeforeTransaction }: HandlerOptions<CheckedInput> = {},
): HandlerEntry {
  return {
    endpoint: name,
    run,
    ...(assertAdmitted ? { assertAdmitted } : {}),
    ...(runBeforeTransaction ? { runBeforeTransaction } : {}),
  }
}

/**
 * Binds a write whose answer is a file. `run` writes and returns the row, which is stored for repeated calls; the last
 * parameter builds the file from the row.
 */
export const handleFile = <In, Row>(
  endpoint: Endpoint<In, Blob>,
  run: (ctx: Context, input: In) => Promise<Row>,
  buildFile: (ctx: Context, written: Row) => Promise<FileAnswer>,
): HandlerEntry => ({ endpoint: endpoint.name, run: run as Handler, buildFile: buildFile as HandlerEntry['buildFile'] })

/** Recurring work of the plant. Each job runs on one instance at a time. */
export interface Job {
  name: string
  /** Interval in seconds; 0 runs the job at each tick of the scheduler. */
  everySeconds: number
  /** While this job has more work, no later job runs, because later jobs would read its unfinished results. */
  blocksLaterJobs?: true
  /**
   * The job reads outside any transaction, so that it blocks nobody while it calculates, and writes in
   * `runInOwnTransaction`.
   */
  managesTransactions?: true
  /** The job takes minutes, so other jobs of the instance run while it runs. */
  runsAlongside?: true
  /**
   * Does one run, in one transaction unless `managesTransactions`. Returns true if more work is left; the next run then
   * follows soon. `signal` is aborted when the server stops.
   */
  run(ctx: Context, signal?: AbortSignal): Promise<boolean | void>
}

/** Background work that lasts as long as the server. @returns a function that ends it */
export type Service = (app: Application) => Promise<() => Promise<void>>

/** Rows of a resource that a phone stores for its shift. */
export interface ShiftPackPart {
  resource: string
  /**
   * SQL condition on the resource's table with `$1` = site, `$2` = person id and `$3` = the person's role; all rows
   * when absent. `now()` is the clock of the application.
   */
  where?: string
  /** The fields to send; all fields when absent. */
  fields?: readonly string[]
  /** Permissions that allow reading the rows: `signedIn`, or any of these keys. */
  access: Access
}

/**
 * SQL condition that keeps recently changed rows in a shift pack for 15 days, longer than a phone may stay offline
 * before it starts over. Without it, a phone would never learn that a row has stopped matching.
 */
export const CHANGED_RECENTLY_SQL = `updated_at > now() - interval '15 days'`

/** The server part of an area: handlers, jobs, events and the other parts that `bindAreas` collects. */
export interface AreaServer {
  contract: AreaContract
  handlers: HandlerEntry[]
  jobs: Job[]
  /** Run in every process that serves people. */
  services: readonly Service[]
  /** Run in every process that runs jobs, e.g. connections to machines. */
  backgroundServices: readonly Service[]
  shiftPack: ShiftPackPart[]
  /** Declared events, for the API documents. */
  events: readonly Pick<AreaEvent<unknown>, 'name' | 'when' | 'fields'>[]
  /** Reactions to events of other areas: `listenTo(event, …)`. */
  listeners: AreaEventListener[]
  /** Derive data from changed rows: `defineRowTrigger(…)`. */
  rowTriggers: readonly RowTrigger[]
  /** Answers to questions from areas below: `answerQuestion(question, …)`. */
  answerers: QuestionAnswerer[]
  /** Questions that the area asks. The server does not start if one has no answerer. */
  questions: readonly Pick<AreaQuestion<unknown, unknown>, 'name' | 'asks'>[]
  /** Sources that find rows of the area by a scanned code. */
  codeLookups: readonly CodeLookup[]
  /** Columns that the plant added to a resource of the area, for Excel; empty for resources of other areas. */
  customColumns?: (ctx: Context, resource: string) => Promise<CustomFieldColumn[]>
  /** Finds the owner of a token. Only one area may provide it. */
  authenticator?: (app: Pick<Application, 'db' | 'changes' | 'clock'>, limits: SessionLimits) => Authenticate
  /** Knows which months are closed. Only one area may provide it. */
  monthGuard?: MonthGuard<Context>
  /** Creates or updates the rows that every plant starts with. Runs as the system at every start. */
  seed?: (ctx: Context) => Promise<void>
}
/** Defines the server part of an area; omitted lists are empty. */
export const defineServer = (contract: AreaContract, parts: Partial<Omit<AreaServer, 'contract'>>): AreaServer => ({
  handlers: [],
  jobs: [],
  services: [],
  backgroundServices: [],
  shiftPack: [],
  codeLookups: [],
  events: [],
  listeners: [],
  rowTriggers: [],
  answerers: [],
  questions: [],
  ...parts,
  contract,
})
