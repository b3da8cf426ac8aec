import type { Fields, Flatten, InputOf, RowOf } from './field'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
/** Method and path under `/api`, as the caller writes it: `POST /book/add_equ`. Paths are written, never derived. */
export type Route = `${Method} /${string}`

/**
 * Who may call: a permission key, any one of several, `signedIn` for everyone with a session, or `public`.
 * An endpoint without one does not exist: the field is required and checked again when routes are registered.
 */
export type Access = string | readonly string[] | 'signedIn' | 'public'

/** What an endpoint answers, as data for the OpenAPI document and as a type for its callers. */
export interface Output<T = unknown> {
  shape: 'one' | 'many' | 'page' | 'none' | 'blob' | 'together'
  of: Fields
  /** Only for `together`: each answer by its name. */
  parts?: Readonly<Record<string, Output>>
  /** Only for `blob`: what the file is. */
  mime?: string
  /** Carries the type; never present. */
  readonly type?: T
}
export const one = <const F extends Fields>(of: F): Output<RowOf<F>> => ({ shape: 'one', of })
export const many = <const F extends Fields>(of: F): Output<RowOf<F>[]> => ({ shape: 'many', of })
export const page = <const F extends Fields>(of: F): Output<Page<RowOf<F>>> => ({ shape: 'page', of })
export const none: Output<null> = { shape: 'none', of: {} }
/** Several answers in one, each under its name, for who would ask for all of them each time. */
export const together = <const P extends Readonly<Record<string, Output>>>(
  parts: P,
): Output<{ [N in keyof P]: P[N] extends Output<infer T> ? T : never }> => ({ shape: 'together', of: {}, parts })
export const blob = (mime: string): Output<Blob> => ({ shape: 'blob', of: {}, mime })
export const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** One page of a list. `refs` names every row that the page refers to, so no caller asks once per row. */
export interface Page<Row> {
  total: number
  list: Row[]
  /** Display names of the referenced rows, by id. */
  refs: Record<string, string>
  /** Continue after the last row (send it back as `after`); null on the last page. */
  next: string | null
}

/** How a command travels through the outbox of a phone. */
export interface OfflineUse {
  /** Commands of one thing stay in order: the resource it belongs to … */
  entity: string
  /** … and the input field that holds that thing's id. */
  id: string
  /** Raised when the input changes shape; the server accepts older ones for 30 days. */
  schema: number
  /** The command brings the thing into being (a plain `.create` always does): what refers to it waits for it. */
  creates?: true
  /** The input field with the id of another thing that it brings into being, beside the one whose line it stands in: what refers to that waits for it. */
  makes?: string
  /**
   * A last step of the thing, which the server refuses while something of it is missing: refused, it gives way to what is saved
   * after it, and is tried again behind that. Any other that is refused holds what follows it.
   */
  closes?: true
}

/**
 * Calls before which a person must have entered the password again on this session (`POST /user/verification`), a few
 * minutes ago at most: all of them, or those whose input carries one of the named fields.
 */
export type Verified = true | readonly string[]

export type Body = 'json' | 'multipart' | 'sheet' | 'raw'
export type Effect = 'read' | 'write' | 'own'

export interface Endpoint<In = unknown, Out = unknown> {
  /** Unique, `resource.verb`; also the name of the operation in sync and audit. */
  readonly name: string
  readonly area: string
  readonly routes: readonly Route[]
  readonly access: Access
  /** `read`, `write` (one transaction around the handler), or `own`: the handler writes by itself, in its own steps. */
  readonly effect: Effect
  readonly input: Fields
  /** Update: any part of the fields may be sent, but a required one may not be emptied. */
  readonly partial: boolean
  readonly output: Output<Out>
  /** How the input arrives: JSON (or the query); a form with pictures or with one Excel sheet, which are judged and read
   * before any transaction begins; or the query with raw bytes as the body. */
  readonly body: Body | 'raw'
  /** What a call that answers data answers as a file when it is asked for one by `format`. */
  readonly alsoFile?: string
  readonly offline?: OfflineUse
  /** The handler checks its input itself, piece by piece, so that one bad piece does not refuse the rest. */
  readonly ownCheck?: boolean
  readonly verified?: Verified
  /** Bytes of a JSON body that may be larger than the server's general limit: of calls that take many readings at once. */
  readonly largestBody?: number
  /** Calls a minute from one network, where fewer than of others: what strangers may ask without a session. */
  readonly perMinute?: number
  /** Open to a person who has to change the password first, or to set up a second factor; nothing else is. */
  readonly beforePassword?: boolean
  /** Open to a person who has to set up a second factor first. */
  readonly beforeFactor?: boolean
  readonly type?: In
}
export type InOf<E> = E extends Endpoint<infer I, unknown> ? I : never
export type OutOf<E> = E extends Endpoint<never, infer O> ? O : E extends { output: Output<infer O> } ? O : never

export interface EndpointOptions<I extends Fields, O> {
  area: string
  routes: Route | readonly Route[]
  access: Access
  effect: Effect
  input?: I
  partial?: boolean
  output?: Output<O>
  body?: Body
  alsoFile?: string
  offline?: OfflineUse
  ownCheck?: boolean
  largestBody?: number
  perMinute?: number
  beforePassword?: true
  beforeFactor?: true
  verified?: true | readonly (keyof I & string)[]
}
/** Declares a call: its paths, who may make it, what it takes and what it answers. */
export function defineEndpoint<const I extends Fields = {}, O = null>(
  name: string,
  options: EndpointOptions<I, O>,
): Endpoint<Flatten<InputOf<I>>, O> {
  return {
    name,
    area: options.area,
    routes: routesOf(options.routes),
    access: options.access,
    effect: options.effect,
    input: options.input ?? {},
    partial: options.partial ?? false,
    output: options.output ?? (none as Output<O>),
    body: options.body ?? 'json',
    ...(options.alsoFile ? { alsoFile: options.alsoFile } : {}),
    ...(options.offline ? { offline: options.offline } : {}),
    ...(options.ownCheck ? { ownCheck: true } : {}),
    ...(options.largestBody ? { largestBody: options.largestBody } : {}),
    ...(options.perMinute ? { perMinute: options.perMinute } : {}),
    ...(options.beforePassword ? { beforePassword: true } : {}),
    ...(options.beforeFactor ? { beforeFactor: true } : {}),
    ...(options.verified ? { verified: options.verified } : {}),
  }
}
export const routesOf = (routes: Route | readonly Route[]): readonly Route[] =>
  typeof routes === 'string' ? [routes] : routes
/** Splits `POST /book/add_equ` into its two halves. */
export function splitRoute(route: Route): { method: Method; path: string } {
  const at = route.indexOf(' ')
  return { method: route.slice(0, at) as Method, path: route.slice(at + 1) }
}
/** Whether a person holding `keys` may call; `isSup` passes all. A screen on a wall is nobody: what is open to everyone signed in is not open to it. */
export function mayCall(
  access: Access,
  person: { isSup: boolean; keys: ReadonlySet<string>; screen?: boolean } | null,
): boolean {
  if (access === 'public') return true
  if (!person) return false
  if (access === 'signedIn') return !person.screen
  if (person.isSup) return true
  return (typeof access === 'string' ? [access] : access).some((key) => person.keys.has(key))
}
/** Whether this input may be acted on only by a person who has entered the password again. */
export const wantsVerification = (
  { verified }: Pick<Endpoint, 'verified'>,
  input: Readonly<Record<string, unknown>>,
): boolean => verified === true || Boolean(verified?.some((name) => input[name] !== undefined))
