import type { Endpoint } from '@/contract/endpoint'
import type { Envelope, ReauthenticationRequired } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import { ApiError, isUnreachable } from './api-error'
import { parseFileName, saveFile } from './download'
import { judgeAnswer, type AnswerVerdict } from './judge-answer'
import { toWireRequest, type UploadFiles, type WireRequest } from './wire-request'

/** Timeout of a call, ms (specification, section 9). */
export const CALL_TIMEOUT_MS = 300_000

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
  isExpectedRefusal?: (error: ApiError) => boolean
  /** Shows an error to the user. */
  showError: (message: string) => void
  /** errno 4101: the credential has expired. */
  onExpired: () => void
  /** HTTP 401: go to the login page, and return here afterwards. */
  onUnauthorized: () => void
  /** The server requires the password before this call; resolves to true if it was entered. */
  verifyPassword: () => Promise<boolean>
}
export interface CallOptions {
  /** Index of the route; the first by default. */
  route?: number
  signal?: AbortSignal
  /** In ms. */
  timeout?: number
  files?: UploadFiles
  /** The caller shows the failure: `true` for any, `transport` only for an unreachable server. */
  quiet?: boolean | 'transport'
  /** Retries of one intention send the same key, so that the server executes it once. */
  idempotencyKey?: string
  /** Files are saved by the browser unless `false`; a string sets the file name. */
  download?: boolean | string
}

/** Builds the body that a timed-out request resolves with: errno `timeout`, no data. */
export const buildTimeoutEnvelope = (message: string): Envelope<null> => ({
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
    const wire = toWireRequest(parts.base, endpoint, input, options.route, options.files)
    const key =
      endpoint.effect === 'read'
        ? null
        : (options.idempotencyKey ?? (endpoint.effect === 'write' ? createUuid7() : null))
    const context: RequestContext = { parts, wire, options, key, wantsFile: endpoint.output.shape === 'blob' }
    const answer = await sendRequest(context)
    if (answer === null) return buildTimeoutEnvelope(parts.t('api.timeout'))
    assertStatusOk(context, answer)
    if (typeof answer.content !== 'string') return saveAnswerFile(context, answer.content, answer.headers)
    const verdict = judgeAnswer(parseAnswer(context, answer), parts.t)
    if (needsVerification(verdict)) {
      if (!(await parts.verifyPassword())) throw new ApiError('cancelled', parts.t('api.cancelled'))
      return request(endpoint, input, { ...options, ...(key ? { idempotencyKey: key } : {}) })
    }
    const data = unwrapVerdict(context, answer.status, verdict)
    return context.wantsFile
      ? failRequest(context, new ApiError('errno', parts.t('api.errno.noData'), { errno: '4002' }))
      : data
  }
  const call = async <In, Out>(endpoint: Endpoint<In, Out>, input: In, options: CallOptions = {}): Promise<Out> => {
    const data = await request(endpoint as Endpoint<never, unknown>, input, options)
    if (isTimedOut(data)) throw new ApiError('timeout', data.errmsg, { errno: 'timeout', wasNotified: !options.quiet })
    return data as Out
  }
  return { request, call }
}

/** A request in flight, with everything that error handling needs. */
interface RequestContext {
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

const needsVerification = (verdict: AnswerVerdict): boolean =>
  verdict.kind === 'refused' && (verdict.data as Partial<ReauthenticationRequired> | null)?.verification === true
const isTimedOut = (body: unknown): body is Envelope<null> =>
  typeof body === 'object' && body !== null && (body as { errno?: string }).errno === 'timeout'
const isQuiet = (options: CallOptions, error: ApiError) =>
  options.quiet === true || (options.quiet === 'transport' && isUnreachable(error))

function failRequest({ parts, options }: Pick<RequestContext, 'parts' | 'options'>, error: ApiError): never {
  const quiet = isQuiet(options, error) || parts.isExpectedRefusal?.(error) === true
  if (!quiet) parts.showError(error.message)
  throw new ApiError(error.failure, error.message, {
    errno: error.errno,
    status: error.status,
    issues: error.issues,
    data: error.data,
    wasNotified: !quiet,
  })
}

/**
 * Sends the request and reads the body under one timer: a body that stalls half way times out too. Returns null on
 * timeout.
 */
async function sendRequest(context: RequestContext): Promise<Answer | null> {
  const { parts, wire, options } = context
  const controller = new AbortController()
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    controller.abort()
  }, options.timeout ?? CALL_TIMEOUT_MS)
  const cancel = () => controller.abort()
  options.signal?.addEventListener('abort', cancel, { once: true })
  try {
    if (options.signal?.aborted) controller.abort()
    const response = await parts.fetch(wire.url, {
      method: wire.method,
      headers: buildHeaders(context),
      body: wire.body,
      credentials: 'include',
      signal: controller.signal,
      cache: 'no-store',
    })
    const isFile = context.wantsFile && response.ok && !(response.headers.get('content-type') ?? '').includes('json')
    return {
      status: response.status,
      ok: response.ok,
      headers: response.headers,
      content: isFile ? await response.blob() : await response.text(),
    }
  } catch (error) {
    if (options.signal?.aborted) throw new ApiError('cancelled', parts.t('api.cancelled'))
    if (!timedOut) return failRequest(context, new ApiError('network', parts.t('api.network'), { data: String(error) }))
    if (!options.quiet) parts.showError(parts.t('api.timeout'))
    return null
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', cancel)
  }
}
function buildHeaders({ parts, wire, key }: RequestContext): Record<string, string> {
  const token = parts.token()
  return {
    Accept: 'application/json, */*',
    'Accept-Language': parts.language(),
    ...(token ? { Authorization: token } : {}),
    ...(wire.contentType ? { 'Content-Type': wire.contentType } : {}),
    ...(key ? { 'Idempotency-Key': key } : {}),
  }
}

const toEndpointUrl = (wire: WireRequest): string => wire.url.split('?')[0] ?? wire.url

function assertStatusOk(context: RequestContext, { ok, status, content }: Answer): void {
  if (ok) return
  const { parts, wire } = context
  if (status === 401) {
    parts.onUnauthorized()
    failRequest({ parts, options: {} }, new ApiError('http', parts.t('api.errno.expired'), { status, errno: '401' }))
  }
  const refusal = status === 413 ? null : parseRefusal(content, parts.t)
  if (refusal) unwrapVerdict(context, status, refusal)
  const message = status === 413 ? parts.t('api.tooLarge') : parts.t('api.http', { status, url: toEndpointUrl(wire) })
  failRequest(context, new ApiError('http', message, { status, data: content }))
}

/**
 * Parses a refusal from an HTTP error: our server sends its envelope with statuses like 429 and 503 too, and its
 * message says more than the status.
 */
function parseRefusal(content: string | Blob, t: ClientParts['t']): AnswerVerdict | null {
  try {
    const verdict = judgeAnswer(JSON.parse(String(content)), t)
    return verdict.kind === 'success' ? null : verdict
  } catch {
    return null // a proxy's error page
  }
}

/** Parses the answer. A 200 that is not JSON is not from our server: Wi-Fi gateways send such pages. */
function parseAnswer(context: RequestContext, { content, status }: Answer): unknown {
  if (content === '') return { errno: '200', errmsg: '', data: null }
  try {
    return JSON.parse(content as string) as unknown
  } catch {
    return failRequest(
      context,
      new ApiError('network', context.parts.t('api.notOurs', { url: toEndpointUrl(context.wire) }), { status }),
    )
  }
}

function unwrapVerdict(context: RequestContext, status: number, verdict: AnswerVerdict): unknown {
  if (verdict.kind === 'success') return verdict.data
  const { parts, options } = context
  const expired = verdict.kind === 'expired'
  if (expired) parts.onExpired()
  const error = new ApiError('errno', verdict.message, {
    errno: verdict.errno,
    status,
    issues: verdict.issues,
    data: verdict.data,
  })
  return failRequest({ parts, options: expired ? {} : options }, error)
}

function saveAnswerFile({ parts, options }: RequestContext, file: Blob, headers: Headers): Blob {
  if (options.download !== false) {
    const fileName = typeof options.download === 'string' ? options.download : null
    saveFile(file, fileName ?? parseFileName(headers.get('content-disposition')) ?? parts.t('api.fileName'))
  }
  return file
}
