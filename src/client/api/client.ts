import { DATA_AS_OF_HEADER, type Endpoint } from '@/contract/endpoint'
import { errno, type Envelope, type ReauthenticationRequired } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import { addRequestId, ApiError, isServerUnreachable } from './api-error'
import { parseFileName, saveFile } from './download'
import { classifyAnswer, type AnswerVerdict } from './classify-answer'
import { recordAnswerAge } from './lagging-answers'
import { toWireRequest, type UploadFiles, type WireRequest } from './wire-request'

/** Timeout of a call, ms (specification, section 9). */
export const CALL_TIMEOUT_MS = 300_000

/** Dependencies of a client. */
export interface ClientParts {
  /** `/api`, or `/socket` for the second client. */
  base: string
  fetch: typeof fetch
  /** The raw session token, without a scheme. */
  getToken: () => string | null
  getLanguage: () => string
  /** Translates a key of the `client` namespace. */
  t: (key: string, values?: Record<string, string | number>) => string
  /**
   * True if no error is shown for the refusal, because the user is completing the step that it asks for, e.g. a new
   * password.
   */
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
  timeoutMs?: number
  files?: UploadFiles
  /** The caller shows the failure: `true` for any, `transport` only for an unreachable server. */
  quiet?: boolean | 'transport'
  /** A retry sends the key of the first attempt, so that the server executes the call once. */
  idempotencyKey?: string
  /** By default the browser saves a received file. `false` only returns the file; a string is its file name. */
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

/** Creates a client; no other module calls `fetch`. The client shows every failure unless the caller handles it. */
export function createClient(parts: ClientParts): Client {
  const request = async (
    endpoint: Endpoint<never, unknown>,
    input: unknown,
    options: CallOptions = {},
  ): Promise<unknown> => {
    const wireRequest = toWireRequest(parts.base, endpoint, input, options.route, options.files)
    const idempotencyKey = chooseIdempotencyKey(endpoint, options)
    const context: RequestContext = {
      parts,
      wireRequest,
      options,
      idempotencyKey,
      wantsFile: endpoint.output.shape === 'blob',
    }
    const answer = await sendRequest(context)
    if (answer === null) return buildTimeoutEnvelope(parts.t('api.timeout'))
    assertStatusOk(context, answer)
    if (endpoint.mayLag) recordAnswerAge(endpoint.name, answer.headers.get(DATA_AS_OF_HEADER))
    if (typeof answer.content !== 'string') return saveAnswerFile(context, answer.content, answer.headers)
    const verdict = classifyAnswer(parseAnswer(context, answer), parts.t)
    if (needsVerification(verdict)) {
      if (!(await parts.verifyPassword())) throw new ApiError('cancelled', parts.t('api.cancelled'))
      return request(endpoint, input, { ...options, ...(idempotencyKey ? { idempotencyKey } : {}) })
    }
    const data = getDataOrThrow(context, answer, verdict)
    // JSON without an error, where a file was expected, means that there is nothing to download.
    return context.wantsFile
      ? showErrorAndThrow(context, new ApiError('errno', parts.t('api.errno.noData'), { errno: errno.noData }))
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
  wireRequest: WireRequest
  options: CallOptions
  idempotencyKey: string | null
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
  options.quiet === true || (options.quiet === 'transport' && isServerUnreachable(error))

function showErrorAndThrow({ parts, options }: Pick<RequestContext, 'parts' | 'options'>, error: ApiError): never {
  const isHandledByCaller = isQuiet(options, error) || parts.isExpectedRefusal?.(error) === true
  if (!isHandledByCaller) parts.showError(addRequestId(error, parts.t))
  throw new ApiError(error.failure, error.message, {
    errno: error.errno,
    status: error.status,
    issues: error.issues,
    data: error.data,
    wasNotified: !isHandledByCaller,
    requestId: error.requestId,
  })
}

/**
 * Sends the request and reads the body under one timer: a body that stalls half way times out too. Returns null on
 * timeout.
 */
async function sendRequest(context: RequestContext): Promise<Answer | null> {
  const { parts, wireRequest, options } = context
  const controller = new AbortController()
  let hasTimedOut = false
  const timer = setTimeout(() => {
    hasTimedOut = true
    controller.abort()
  }, options.timeoutMs ?? CALL_TIMEOUT_MS)
  const abortRequest = () => controller.abort()
  options.signal?.addEventListener('abort', abortRequest, { once: true })
  try {
    if (options.signal?.aborted) controller.abort()
    const response = await parts.fetch(wireRequest.url, {
      method: wireRequest.method,
      headers: buildHeaders(context),
      body: wireRequest.body,
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
    if (!hasTimedOut)
      return showErrorAndThrow(context, new ApiError('network', parts.t('api.network'), { data: String(error) }))
    if (!options.quiet) parts.showError(parts.t('api.timeout'))
    return null
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', abortRequest)
  }
}
function buildHeaders({ parts, wireRequest, idempotencyKey }: RequestContext): Record<string, string> {
  const token = parts.getToken()
  return {
    Accept: 'application/json, */*',
    'Accept-Language': parts.getLanguage(),
    ...(token ? { Authorization: token } : {}),
    ...(wireRequest.contentType ? { 'Content-Type': wireRequest.contentType } : {}),
    ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
  }
}

/** Returns the caller's key, or a new one for a write; null for reads. */
function chooseIdempotencyKey({ effect }: Endpoint<never, unknown>, options: CallOptions): string | null {
  if (effect === 'read') return null
  return options.idempotencyKey ?? (effect === 'write' ? createUuid7() : null)
}

const removeQuery = ({ url }: WireRequest): string => url.split('?')[0] ?? url

/**
 * Returns the id of the call in the server's log, shortened so that a person can read it out. Returns null if the server
 * refused the call on purpose, because nobody looks up such refusals in the log.
 */
const getRequestId = ({ status, headers }: Answer, errnoText: string): string | null =>
  errnoText === errno.serverError || (status >= 500 && status !== 503)
    ? (headers.get('x-request-id')?.slice(0, 8) ?? null)
    : null

function assertStatusOk(context: RequestContext, answer: Answer): void {
  const { ok, status, content } = answer
  if (ok) return
  const { parts, wireRequest } = context
  if (status === 401) {
    parts.onUnauthorized()
    showErrorAndThrow(
      { parts, options: {} },
      new ApiError('http', parts.t('api.errno.expired'), { status, errno: '401' }),
    )
  }
  const refusal = status === 413 ? null : parseRefusal(content, parts.t)
  if (refusal) getDataOrThrow(context, answer, refusal)
  const message =
    status === 413 ? parts.t('api.tooLarge') : parts.t('api.http', { status, url: removeQuery(wireRequest) })
  showErrorAndThrow(
    context,
    new ApiError('http', message, { status, data: content, requestId: getRequestId(answer, '') }),
  )
}

/**
 * Parses the envelope of an HTTP error. Our server sends it with statuses like 429 and 503 too, and its message says
 * more than the status. Returns null without an envelope.
 */
function parseRefusal(content: string | Blob, t: ClientParts['t']): AnswerVerdict | null {
  try {
    const verdict = classifyAnswer(JSON.parse(String(content)), t)
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
    return showErrorAndThrow(
      context,
      new ApiError('network', context.parts.t('api.notOurs', { url: removeQuery(context.wireRequest) }), { status }),
    )
  }
}

function getDataOrThrow(context: RequestContext, answer: Answer, verdict: AnswerVerdict): unknown {
  if (verdict.kind === 'success') return verdict.data
  const { parts, options } = context
  const isExpired = verdict.kind === 'expired'
  if (isExpired) parts.onExpired()
  const error = new ApiError('errno', verdict.message, {
    errno: verdict.errno,
    status: answer.status,
    issues: verdict.issues,
    data: verdict.data,
    requestId: getRequestId(answer, verdict.errno),
  })
  return showErrorAndThrow({ parts, options: isExpired ? {} : options }, error)
}

function saveAnswerFile({ parts, options }: RequestContext, file: Blob, headers: Headers): Blob {
  if (options.download !== false) {
    const fileName = typeof options.download === 'string' ? options.download : null
    saveFile(file, fileName ?? parseFileName(headers.get('content-disposition')) ?? parts.t('api.fileName'))
  }
  return file
}
