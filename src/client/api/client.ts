import type { Endpoint } from '@/contract/endpoint'
import type { Envelope, WantsVerification } from '@/contract/errno'
import { uuid7 } from '@/contract/id'
import { ApiError, isUnreachable } from './api-error'
import { fileNameOf, saveFile } from './download'
import { judge, type Verdict } from './judge'
import { toWire, type Files, type WireRequest } from './wire'

/** Time a call may take, in ms (specification, section 9). */
export const TIMEOUT = 300_000

/** What a client needs from the app around it. */
export interface ClientParts {
  /** `/api`, or `/socket` for the second client. */
  base: string
  fetch: typeof fetch
  /** The raw session token, sent as it is. */
  token: () => string | null
  language: () => string
  /** A sentence of the `client` namespace. */
  t: (key: string, values?: Record<string, string | number>) => string
  /** Whether the person is just doing what a refusal asks for: calls that the app makes meanwhile by itself are not told. */
  waits?: (error: ApiError) => boolean
  /** Shows an error to the person. */
  tell: (message: string) => void
  /** errno 4101: the credential has run out. */
  expired: () => void
  /** HTTP 401: to the login page, and back here after it. */
  unauthorized: () => void
  /** The server wants the password entered again before this call; answers whether it was. */
  verify: () => Promise<boolean>
}
export interface CallOptions {
  /** Which of the endpoint's routes; the first unless told. */
  route?: number
  signal?: AbortSignal
  /** In ms. */
  timeout?: number
  files?: Files
  /** The caller shows the failure itself: `true` for any, `transport` only for a server that cannot be reached. */
  quiet?: boolean | 'transport'
  /** Repeats of one intention carry one key, so the server does it once. */
  idempotencyKey?: string
  /** Answered files are saved by the browser unless `false`; a string names the file. */
  download?: boolean | string
}

/** The body a timed-out request resolves with: an errno of its own, no data. */
export const timedOut = (message: string): Envelope<null> => ({
  errno: 'timeout' as Envelope['errno'],
  errmsg: message,
  data: null,
})

export interface Client {
  /** One request judged by transport and errno. A timeout resolves with `timedOut`, as specified; everything else rejects. */
  request(endpoint: Endpoint<never, unknown>, input: unknown, options?: CallOptions): Promise<unknown>
  /** The answer's data, typed by the endpoint. Rejects with `ApiError`, also for the timeout: no data came. */
  call<In, Out>(endpoint: Endpoint<In, Out>, input: In, options?: CallOptions): Promise<Out>
}

/** The only place that fetches. Every failure is told to the person unless the caller asked to do it itself. */
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

/** One request on its way, with everything its failures need. */
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

/** Sends and reads to the end under one clock: a body that stalls half way counts as a timeout too. Null: timed out. */
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

/** Our server writes its envelope with statuses like 429 and 503 too; its sentence says more than the number. */
function refusalIn(content: string | Blob, t: ClientParts['t']): Verdict | null {
  try {
    const verdict = judge(JSON.parse(String(content)), t)
    return verdict.kind === 'success' ? null : verdict
  } catch {
    return null // a proxy's page
  }
}

/** A 200 that is not JSON is not our server: a Wi-Fi gateway answers such pages. */
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
