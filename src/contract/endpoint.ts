import type { Fields, Flatten, InputOf, RowOf } from './field'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
/** Method and path under `/api`, e.g. `POST /book/add_equ`. Paths are written out, never derived from names. */
export type Route = `${Method} /${string}`

/**
 * Who may call an endpoint: holders of a permission, holders of any one of several, everyone with a session
 * (`signedIn`), or anybody (`public`). The option is required, and the server checks it again when it registers the
 * routes.
 */
export type Access = string | readonly string[] | 'signedIn' | 'public'

/** Describes an answer: as data for the OpenAPI document and as a type for callers. */
export interface Output<T = unknown> {
  shape: 'one' | 'many' | 'page' | 'none' | 'blob' | 'together'
  of: Fields
  /** Only for `together`: the outputs by name. */
  parts?: Readonly<Record<string, Output>>
  /** Only for `blob`: the MIME type of the file. */
  mime?: string
  /** Carries the type for the compiler; never present at run time. */
  readonly type?: T
}
/** Output: one object. */
export const one = <const F extends Fields>(of: F): Output<RowOf<F>> => ({ shape: 'one', of })
/** Output: an array of objects. */
export const many = <const F extends Fields>(of: F): Output<RowOf<F>[]> => ({ shape: 'many', of })
/** Output: one page of a list. */
export const page = <const F extends Fields>(of: F): Output<Page<RowOf<F>>> => ({ shape: 'page', of })
/** Output: no data. */
export const none: Output<null> = { shape: 'none', of: {} }
/** Output: several answers under their names, for callers that always need all of them. */
export const together = <const P extends Readonly<Record<string, Output>>>(
  parts: P,
): Output<{ [N in keyof P]: P[N] extends Output<infer T> ? T : never }> => ({ shape: 'together', of: {}, parts })
/** Output: a file of the given MIME type. */
export const blob = (mime: string): Output<Blob> => ({ shape: 'blob', of: {}, mime })
export const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** One page of a list. `refs` holds the display names of all referenced rows, so callers need no request per row. */
export interface Page<Row> {
  total: number
  list: Row[]
  /** Display names of the referenced rows, by id. */
  refs: Record<string, string>
  /** Cursor behind the last row, to be sent back as `after`; null on the last page. */
  next: string | null
}

/** How a command passes through the outbox of a phone. */
export interface OfflineUse {
  /** Resource of the row that the command belongs to. Commands on the same row are sent in order. */
  entity: string
  /** Input that holds the id of that row. */
  id: string
  /** Increase it when the input changes shape. The server accepts older versions for 30 days. */
  schema: number
  /** The command creates the row (a `.create` operation always does). Commands that refer to the row wait for it. */
  creates?: true
  /** Input with the id of a second row that the command creates. Commands that refer to that row wait for it, too. */
  makes?: string
  /**
   * The last command on a row, which the server refuses while something is missing. When refused, it lets later
   * commands of the row pass and is retried after them. Any other refused command blocks the ones behind it.
   */
  closes?: true
}

/**
 * Calls that need the password to have been entered again in this session within the last minutes (`POST
 * /user/verification`): all calls (`true`), or those whose input contains one of the named fields.
 */
export type Verified = true | readonly string[]

export type Body = 'json' | 'multipart' | 'sheet' | 'raw'
export type Effect = 'read' | 'write' | 'own'

export interface Endpoint<In = unknown, Out = unknown> {
  /** Unique name `resource.verb`, also used in sync and in the audit log. */
  readonly name: string
  readonly area: string
  readonly routes: readonly Route[]
  readonly access: Access
  /** `read`, `write` (one transaction around the handler), or `own` (the handler manages its own transactions). */
  readonly effect: Effect
  readonly input: Fields
  /** Any subset of the fields may be sent (updates), but a required field may not be emptied. */
  readonly partial: boolean
  readonly output: Output<Out>
  /**
   * How the input arrives: JSON (or the query), a form with pictures, a form with one Excel file, or the query with raw
   * bytes as the body. Pictures and Excel files are checked and read before any transaction begins.
   */
  readonly body: Body | 'raw'
  /** MIME type of the file that a data endpoint returns when the caller asks for one by `format`. */
  readonly alsoFile?: string
  readonly offline?: OfflineUse
  /** The handler validates its input item by item, so that one bad item does not refuse the others. */
  readonly ownCheck?: boolean
  readonly verified?: Verified
  /** Limit of the JSON body in bytes where the server's general limit is too small, e.g. for batches of readings. */
  readonly largestBody?: number
  /** Lower limit of calls per minute and network, for endpoints that need no session. */
  readonly perMinute?: number
  /** Allowed while the person still has to change the password or set up a second factor. */
  readonly beforePassword?: boolean
  /** Allowed while the person still has to set up a second factor. */
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
/** Declares an endpoint: its routes, access, input and output. */
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
/** Returns one or several routes as a list. */
export const routesOf = (routes: Route | readonly Route[]): readonly Route[] =>
  typeof routes === 'string' ? [routes] : routes
/** Splits `POST /book/add_equ` into method and path. */
export function splitRoute(route: Route): { method: Method; path: string } {
  const at = route.indexOf(' ')
  return { method: route.slice(0, at) as Method, path: route.slice(at + 1) }
}
/** True if the person may call the endpoint. `isSup` passes every check; a wall screen does not count as `signedIn`. */
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
/** True if a call with this input needs the password to be entered again. */
export const wantsVerification = (
  { verified }: Pick<Endpoint, 'verified'>,
  input: Readonly<Record<string, unknown>>,
): boolean => verified === true || Boolean(verified?.some((name) => input[name] !== undefined))
