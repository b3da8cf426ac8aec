import type { DateOrder } from './date-order'
import type { ValueOrder } from './row-rules'
import type { Fields, Flatten } from './field'
import type { FieldsInput, FieldsRow } from './field-values'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
/** Method and path under `/api`, e.g. `POST /book/add_equ`. Paths are written out, never derived from names. */
export type ApiRoute = `${HttpMethod} /${string}`

/**
 * Who may call an endpoint: holders of a permission, holders of any one of several, everyone with a session
 * (`signedIn`), or anybody (`public`). Every endpoint must declare it; the server checks this again when it registers
 * the routes.
 */
export type Access = string | readonly string[] | 'signedIn' | 'public'

/** Describes an answer: as data for the OpenAPI document and as a type for callers. */
export interface Output<T = unknown> {
  shape: 'one' | 'many' | 'page' | 'none' | 'blob' | 'together'
  fields: Fields
  /** Only for `together`: the outputs by name. */
  parts?: Readonly<Record<string, Output>>
  /** Only for `blob`: the MIME type of the file. */
  mime?: string
  /** Carries the type for the compiler; never present at run time. */
  readonly type?: T
}
/** Output: one object. */
export const objectOutput = <const F extends Fields>(fields: F): Output<FieldsRow<F>> => ({ shape: 'one', fields })
/** Output: an array of objects. */
export const listOutput = <const F extends Fields>(fields: F): Output<FieldsRow<F>[]> => ({ shape: 'many', fields })
/** Output: one page of a list. */
export const pageOutput = <const F extends Fields>(fields: F): Output<Page<FieldsRow<F>>> => ({ shape: 'page', fields })
/** Output: no data. */
export const noOutput: Output<null> = { shape: 'none', fields: {} }
/** Output: several named answers, for callers that always need all of them. */
export const combinedOutput = <const P extends Readonly<Record<string, Output>>>(
  parts: P,
): Output<{ [N in keyof P]: P[N] extends Output<infer T> ? T : never }> => ({ shape: 'together', fields: {}, parts })
/** Output: a file of the given MIME type. */
export const fileOutput = (mime: string): Output<Blob> => ({ shape: 'blob', fields: {}, mime })
export const XLSX_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** One page of a list. `refs` holds the display names of all referenced rows, so callers need no request per row. */
export interface Page<Row> {
  total: number
  list: Row[]
  /** Display names of the referenced rows, by id. */
  refs: Record<string, string>
  /** Cursor behind the last row, to be sent back as `after`; null on the last page. */
  next: string | null
}

/** Properties of a command for the outbox of a phone: the order of commands and what each waits for. */
export interface OfflineUse {
  /** Resource of the row that the command belongs to. Commands on the same row are sent in order. */
  resource: string
  /** Name of the input that holds the id of the row. */
  idInput: string
  /** Increase it when the input changes shape. The server accepts older versions for 30 days. */
  schemaVersion: number
  /**
   * The command creates the row (a `.create` operation always does). Commands that refer to the new row wait for this
   * command.
   */
  creates?: true
  /**
   * Name of the input with the id of a second row that the command creates. Commands on the second row wait for this
   * command, too.
   */
  createdIdInput?: string
  /**
   * The command completes the row, and the server refuses it while something is missing. A refused final step does not
   * block later commands of the same row, because one of them may supply what is missing. The final step is retried
   * after them. Any other refused command blocks the commands behind it.
   */
  isFinalStep?: true
}

/**
 * Calls for which the person must have entered the password again within the last minutes of this session (`POST
 * /user/verification`). `true` means all calls, a list means calls whose input contains one of the named fields.
 */
export type Reauthentication = true | readonly string[]

export type BodyFormat = 'json' | 'multipart' | 'sheet' | 'raw'
export type EndpointEffect = 'read' | 'write' | 'ownTransactions'

/**
 * Header of an answer from a lagging standby: the moment of its newest rows, ISO 8601. Absent if the answer is up to
 * date.
 */
export const DATA_AS_OF_HEADER = 'X-Data-As-Of'

/** One operation of the API. Server, client and API documents use the same definition. */
export interface Endpoint<In = unknown, Out = unknown> {
  /** Unique name `resource.verb`, also used in sync and in the audit log. */
  readonly name: string
  readonly area: string
  readonly routes: readonly ApiRoute[]
  readonly access: Access
  /**
   * `write`: the pipeline runs the handler in one transaction; `ownTransactions`: the handler opens its transactions
   * itself.
   */
  readonly effect: EndpointEffect
  readonly input: Fields
  /** Any subset of the fields may be sent (updates), but a required field may not be emptied. */
  readonly partial: boolean
  readonly output: Output<Out>
  /**
   * Format of the input: JSON (or the query), a form with pictures, a form with one Excel file, or the query with raw
   * bytes as the body. Pictures and Excel files are checked and read before any transaction begins.
   */
  readonly body: BodyFormat
  /** MIME type of the file that a data endpoint returns if the caller asks for a file (input `format`). */
  readonly fileMime?: string
  readonly offline?: OfflineUse
  /** The handler validates its input item by item, so that valid items are accepted although another item is invalid. */
  readonly handlerChecksInput?: boolean
  readonly reauthentication?: Reauthentication
  /** Pairs of dates of the input or of the written row, in their order; see `findRowIssues`. */
  readonly dateOrder?: DateOrder
  /** Pairs of numbers of the input or of the written row, in their order; see `findRowIssues`. */
  readonly valueOrder?: ValueOrder
  /** Limit of the JSON body in bytes where the server's general limit is too small, e.g. for batches of readings. */
  readonly maxBodyBytes?: number
  /** Maximum calls per minute and network, stricter than the general limit. For endpoints that need no session. */
  readonly maxCallsPerMinute?: number
  /** True if the person may call the endpoint before changing the initial password or setting up a second factor. */
  readonly allowedBeforePasswordChange?: boolean
  /** True if the person may call the endpoint before setting up a required second factor. */
  readonly allowedBeforeSecondFactor?: boolean
  /**
   * The answer may be some seconds old, so a standby of the database may give it: reports, exports, boards and
   * statistics. Callers see their own writes nevertheless.
   */
  readonly mayLag?: boolean
  readonly type?: In
}
export type EndpointInput<E> = E extends Endpoint<infer I, unknown> ? I : never
export type EndpointOutput<E> =
  E extends Endpoint<never, infer O> ? O : E extends { output: Output<infer O> } ? O : never

/** Options of `defineEndpoint`; see `Endpoint`. */
export interface EndpointOptions<I extends Fields, O> {
  area: string
  routes: ApiRoute | readonly ApiRoute[]
  access: Access
  effect: EndpointEffect
  input?: I
  partial?: boolean
  output?: Output<O>
  body?: BodyFormat
  fileMime?: string
  offline?: OfflineUse
  handlerChecksInput?: boolean
  maxBodyBytes?: number
  maxCallsPerMinute?: number
  allowedBeforePasswordChange?: true
  allowedBeforeSecondFactor?: true
  mayLag?: true
  reauthentication?: true | readonly (keyof I & string)[]
  dateOrder?: DateOrder
  valueOrder?: ValueOrder
}
/** Declares an endpoint: its routes, access, input and output. */
export function defineEndpoint<const I extends Fields = {}, O = null>(
  name: string,
  options: EndpointOptions<I, O>,
): Endpoint<Flatten<FieldsInput<I>>, O> {
  return {
    name,
    area: options.area,
    routes: toRouteList(options.routes),
    access: options.access,
    effect: options.effect,
    input: options.input ?? {},
    partial: options.partial ?? false,
    output: options.output ?? (noOutput as Output<O>),
    body: options.body ?? 'json',
    ...(options.fileMime ? { fileMime: options.fileMime } : {}),
    ...(options.offline ? { offline: options.offline } : {}),
    ...(options.handlerChecksInput ? { handlerChecksInput: true } : {}),
    ...(options.maxBodyBytes ? { maxBodyBytes: options.maxBodyBytes } : {}),
    ...(options.maxCallsPerMinute ? { maxCallsPerMinute: options.maxCallsPerMinute } : {}),
    ...(options.allowedBeforePasswordChange ? { allowedBeforePasswordChange: true } : {}),
    ...(options.allowedBeforeSecondFactor ? { allowedBeforeSecondFactor: true } : {}),
    ...(options.mayLag ? { mayLag: true } : {}),
    ...(options.reauthentication ? { reauthentication: options.reauthentication } : {}),
    ...(options.dateOrder?.length ? { dateOrder: options.dateOrder } : {}),
    ...(options.valueOrder?.length ? { valueOrder: options.valueOrder } : {}),
  }
}
/** Returns one or several routes as a list. */
export const toRouteList = (routes: ApiRoute | readonly ApiRoute[]): readonly ApiRoute[] =>
  typeof routes === 'string' ? [routes] : routes
/** Splits `POST /book/add_equ` into method and path. */
export function splitRoute(route: ApiRoute): { method: HttpMethod; path: string } {
  const separator = route.indexOf(' ')
  return { method: route.slice(0, separator) as HttpMethod, path: route.slice(separator + 1) }
}
/**
 * True if the person may call the endpoint. A super user (`isSup`) passes every check; a wall screen does not count as
 * `signedIn`.
 */
export function canCall(
  access: Access,
  person: { isSup: boolean; keys: ReadonlySet<string>; isScreen?: boolean } | null,
): boolean {
  if (access === 'public') return true
  if (!person) return false
  if (access === 'signedIn') return !person.isScreen
  if (person.isSup) return true
  return (typeof access === 'string' ? [access] : access).some((permission) => person.keys.has(permission))
}
/** True if a call with this input needs the password to be entered again. */
export const needsReauthentication = (
  { reauthentication: requirement }: Pick<Endpoint, 'reauthentication'>,
  input: Readonly<Record<string, unknown>>,
): boolean => requirement === true || Boolean(requirement?.some((name) => input[name] !== undefined))

/** Keys of the button texts (`contract:buttons`) for operations that the area does not name itself. */
const BUTTON_KEYS_BY_OPERATION: Readonly<Record<string, string>> = {
  create: 'Add',
  update: 'Edit',
  remove: 'Delete',
  export: 'Export',
  import: 'Upload',
}

/**
 * Translates the name of an endpoint for screens and the audit log: the area's text, else resource and button, else the
 * name itself.
 */
export function translateOperation(
  t: (key: string, options: { defaultValue: string }) => string,
  { area, name }: { area: string; name: string },
): string {
  const areaText = t(`${area}:actions.${name.replaceAll('.', '_')}`, { defaultValue: '' })
  const [resource = '', operation = ''] = name.split('.')
  const buttonKey = BUTTON_KEYS_BY_OPERATION[operation]
  if (areaText || !buttonKey) return areaText || name
  return `${t(`${area}:${resource}.name`, { defaultValue: resource })} · ${t(`contract:buttons.${buttonKey}`, { defaultValue: operation })}`
}
