import type { Endpoint } from '@/contract/endpoint'
import type { Envelope, WantsVerification } from '@/contract/errno'
import { uuid7 } from '@/contract/id'
import { ApiError, isUnreachable } from './api-error'
import { fileNameOf, saveFile } from './download'
import { judge, type Verdict } from './judge'
import { toWire, type Files, type WireRequest } from './wire'

/** Timeout of a call, ms (specification, section 9). */
export const TIMEOUT = 300_000

/** Dependencies of a client. */
export interface ClientParts {
  /** `/api`, or `/socket` for the second client. */
  base: string
  fetch: typeof fetch
  /** The raw session token, without a scheme. */
  token: () => string | null
  language: () => string
  /** Translates a key of the `client` namespace. */
  t: (key: string, values?: Record<string, string | number>) => string
  /** True if the user is just doing what the refusal asks for: background calls then fail silently. */
  waits?: (error: ApiError) => boolean
  /** Shows an error to the user. */
  tell: (message: string) => void
  /** errno 4101: the credential has expired. */
  expired: () => void
  /** HTTP 401: go to the login page, and return here afterwards. */
  unauthorized: () => void
  /** The server requires the password before this call; resolves to true if it was entered. */
  verify: () => Promise<boolean>
}
export interface CallOptions {
  /** Index of the route; the first by default. */
  route?: number
  signal?: AbortSignal
  /** In ms. */
  timeout?: number
  files?: Files
  /** The caller shows the failure: `true` for any, `transport` only for an unreachable server. */
  quiet?: boolean | 'transport'
  /** Retries of one intention send the same key, so that the server executes it once. */
  idempotencyKey?: string
  /** Files are saved by the browser unless `false`; a string sets the file name. */
  download?: boolean | string
}

/** Builds the body that a timed-out request resolves with: errno `timeout`, no data. */
export const timedOut = (message: string): Envelope<null> => ({
  errno: 'timeout' as Envelope['errno'],
  errmsg: message,
  data: null,
})

export interface Client {
  /** Sends one request. A timeout resolves with `buildTimeoutEnvelope`, as specified; all other failures reject. */
  request(endpoint: Endpoint<never, unknown>, input: unknown, options?: CallOptions): Promise<unknown>
  /** Sends one request and returns the typed data. Rejects with `ApiError`, also for a timeout. */
  call<In, Out>(endpoint: Endpoint<In, Out>, input: In, options?: CallOptions): Promise<Out>
}

/** Creates a client; the only place that calls fetch. Shows every failure unless the caller handles it. */
export function createClient(parts: ClientParts): Client {
  const request = async (
    endpoint: Endpoint<never, unknown>,
    input: unknown,
    options: CallOptions = {},
  ): Promise<unknown> => {
    const wire = toWire(parts.base, endpoint, input, options.route, options.files)
    const key =
      endpoint.effect === 'read' ? null : (options.idempotencyKey ?? (endpoint.effect === 'write' ? uuid7() : null))
    const trip: Trip = { parts, wire, options, key, wantsFile: endpoint.output.shape === 'blob' }
    const answer = await travel(trip)
    if (answer === null) return timedOut(parts.t('api.timeout'))
    checkStatus(trip, answer)
    if (typeof answer.content !== 'string') return keepFile(trip, answer.content, answer.headers)
    const verdict = judge(parsed(trip, answer), parts.t)
    if (wantsVerification(verdict)) {
      if (!(await parts.verify())) throw new ApiError('cancelled', parts.t('api.cancelled'))
      return request(endpoint, input, { ...options, ...(key ? { idempotencyKey: key } : {}) })
    }
    const data = settle(trip, answer.status, verdict)
    return trip.wantsFile ? fail(trip, new ApiError('errno', parts.t('api.errno.noData'), { errno: '4002' })) : data
  }
  const call = async <In, Out>(endpoint: Endpoint<In, Out>, input: In, options: CallOptions = {}): Promise<Out> => {
    const data = await request(endpoint as Endpoint<never, unknown>, input, options)
    if (isTimedOut(data)) throw new ApiError('timeout', data.errmsg, { errno: 'timeout', shown: !options.quiet })
    return data as Out
  }
  return { request, call }
}

/** A request in flight, with everything that error handling needs. */
interface Trip {
  parts: ClientParts
  wire: WireRequest
  options: CallOptions
  key: string | null
  wantsFile: boolean
}
interface Answer {
  status: number
  ok: boolean
  headers: Headers
  content: string | Blob
}

const wantsVerification = (verdict: Verdict): boolean =>
  verdict.kind === 'refused' && (verdict.data as Partial<WantsVerification> | null)?.verification === true
const isTimedOut = (body: unknown): body is Envelope<null> =>
  typeof body === 'object' && body !== null && (body as { errno?: string }).errno === 'timeout'
const isQuiet = (options: CallOptions, error: ApiError) =>
  options.quiet === true || (options.quiet === 'transport' && isUnreachable(error))

function fail({ parts, options }: Pick<Trip, 'parts' | 'options'>, error: ApiError): never {
  const quiet = isQuiet(options, error) || parts.waits?.(error) === true
  if (!quiet) parts.tell(error.message)
  throw new ApiError(error.failure, error.message, {
    errno: error.errno,
    status: error.status,
    issues: error.issues,
    data: error.data,
    shown: !quiet,
  })
}

/**
 * Sends the request and reads the body under one timer: a body that stalls half way times out too. Returns null on
 * timeout.
 */
async function travel(trip: Trip): Promise<Answer | null> {
  const { parts, wire, options } = trip
  const stop = new AbortController()
  let late = false
  const timer = setTimeout(() => {
    late = true
    stop.abort()
  }, options.timeout ?? TIMEOUT)
  const cancel = () => stop.abort()
  options.signal?.addEventListener('abort', cancel, { once: true })
  try {
    if (options.signal?.aborted) stop.abort()
    const response = await parts.fetch(wire.url, {
      method: wire.method,
      headers: headersOf(trip),
      body: wire.body,
      credentials: 'include',
      signal: stop.signal,
      cache: 'no-store',
    })
    const isFile = trip.wantsFile && response.ok && !(response.headers.get('content-type') ?? '').includes('json')
    return {
      status: response.status,
      ok: response.ok,
      headers: response.headers,
      content: isFile ? await response.blob() : await response.text(),
    }
  } catch (error) {
    if (options.signal?.aborted) throw new ApiError('cancelled', parts.t('api.cancelled'))
    if (!late) return fail(trip, new ApiError('network', parts.t('api.network'), { data: String(error) }))
    if (!options.quiet) parts.tell(parts.t('api.timeout'))
    return null
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', cancel)
  }
}
function headersOf({ parts, wire, key }: Trip): Record<string, string> {
  const token = parts.token()
  return {
    Accept: 'application/json, */*',
    'Accept-Language': parts.language(),
    ...(token ? { Authorization: token } : {}),
    ...(wire.contentType ? { 'Content-Type': wire.contentType } : {}),
    ...(key ? { 'Idempotency-Key': key } : {}),
  }
}

const placeOf = (wire: WireRequest): string => wire.url.split('?')[0] ?? wire.url

function checkStatus(trip: Trip, { ok, status, content }: Answer): void {
  if (ok) return
  const { parts, wire } = trip
  if (status === 401) {
    parts.unauthorized()
    fail({ parts, options: {} }, new ApiError('http', parts.t('api.errno.expired'), { status, errno: '401' }))
  }
  const said = status === 413 ? null : refusalIn(content, parts.t)
  if (said) settle(trip, status, said)
  const message = status === 413 ? parts.t('api.tooLarge') : parts.t('api.http', { status, url: placeOf(wire) })
  fail(trip, new ApiError('http', message, { status, data: content }))
}

/**
 * Parses a refusal from an HTTP error: our server sends its envelope with statuses like 429 and 503 too, and its
 * message says more than the status.
 */
function refusalIn(content: string | Blob, t: ClientParts['t']): Verdict | null {
  try {
    const verdict = judge(JSON.parse(String(content)), t)
    return verdict.kind === 'success' ? null : verdict
  } catch {
    return null // a proxy's error page
  }
}

/** Parses the answer. A 200 that is not JSON is not from our server: Wi-Fi gateways send such pages. */
function parsed(trip: Trip, { content, status }: Answer): unknown {
  if (content === '') return { errno: '200', errmsg: '', data: null }
  try {
    return JSON.parse(content as string) as unknown
  } catch {
    return fail(trip, new ApiError('network', trip.parts.t('api.notOurs', { url: placeOf(trip.wire) }), { status }))
  }
}

function settle(trip: Trip, status: number, verdict: Verdict): unknown {
  if (verdict.kind === 'success') return verdict.data
  const { parts, options } = trip
  const expired = verdict.kind === 'expired'
  if (expired) parts.expired()
  const error = new ApiError('errno', verdict.message, {
    errno: verdict.errno,
    status,
    issues: verdict.issues,
    data: verdict.data,
  })
  return fail({ parts, options: expired ? {} : options }, error)
}

function keepFile({ parts, options }: Trip, file: Blob, headers: Headers): Blob {
  if (options.download !== false) {
    const named = typeof options.download === 'string' ? options.download : null
    saveFile(file, named ?? fileNameOf(headers.get('content-disposition')) ?? parts.t('api.fileName'))
  }
  return file
}
