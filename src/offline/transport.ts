import { errno, type Envelope, type Errno, type Issue } from '@/contract/errno'
import type { ShiftPackPage, SyncRequest, SyncResponse, UploadState } from '@/contract/sync'

/**
 * Result of a request. Only `ok` means that our server understood and answered; after `unreachable` it may still have
 * acted. `gateway`: something other than our server answered, e.g. the login page of a wireless network.
 */
export type RequestOutcome<T> =
  | { kind: 'ok'; data: T }
  | { kind: 'signedOut' }
  | { kind: 'unreachable'; cause: 'network' | 'timeout' | 'gateway' }
  | { kind: 'busy'; retryAfterMs: number | null; message: string }
  | { kind: 'server'; message: string }
  | { kind: 'tooLarge' }
  | { kind: 'refused'; errno: Errno; message: string; issues: Issue[]; data: unknown }

/** Describes a photo before its bytes are sent; the server answers how many bytes it already has. */
export interface UploadAnnouncement {
  id: string
  sha256: string
  size: number
  mime: string
  name: string
}
/** The requests of the offline core. Errors of the network or the server are returned as outcomes, not thrown. */
export interface Transport {
  sendCommands(token: string, request: SyncRequest, timeoutMs: number): Promise<RequestOutcome<SyncResponse>>
  startUpload(token: string, request: UploadAnnouncement, timeoutMs: number): Promise<RequestOutcome<UploadState>>
  uploadChunk(
    token: string,
    id: string,
    offset: number,
    data: ArrayBuffer,
    timeoutMs: number,
  ): Promise<RequestOutcome<UploadState>>
  /** Fetches the next page of the data that a phone needs for a shift without a network. */
  fetchShiftPack(token: string, cursor: string | null, timeoutMs: number): Promise<RequestOutcome<ShiftPackPage>>
  /** Returns the server's time, if our server answers. */
  ping(timeoutMs: number): Promise<RequestOutcome<{ at: string }>>
}

type JsonObject = Record<string, unknown>
const isJsonObject = (value: unknown): value is JsonObject => value instanceof Object && !Array.isArray(value)
const isSyncResponse = (data: unknown): boolean =>
  isJsonObject(data) &&
  Array.isArray(data['answers']) &&
  data['answers'].every(isJsonObject) &&
  typeof data['receivedAt'] === 'string'
export const isUploadState = (data: unknown): data is UploadState =>
  isJsonObject(data) && typeof data['received'] === 'number' && typeof data['done'] === 'boolean'
const isShiftPack = (data: unknown): boolean =>
  isJsonObject(data) && typeof data['cursor'] === 'string' && isJsonObject(data['rows']) && isJsonObject(data['gone'])
const isPingAnswer = (data: unknown): boolean =>
  isJsonObject(data) && data['app'] === 'nonwoven-mes' && typeof data['at'] === 'string'

/**
 * Converts an HTTP response to an outcome. A success without our envelope is `unreachable`, because a gateway may have
 * sent it.
 * @param isExpected checks the shape of the data
 */
export function readOutcome<T>(
  status: number,
  headers: Headers,
  text: string,
  isExpected: (data: unknown) => boolean,
  nowMs: number,
): RequestOutcome<T> {
  // A proxy refuses a large body with its own page instead of our envelope, so only the status is checked.
  if (status === 413) return { kind: 'tooLarge' }
  const body = parseEnvelope(headers, text)
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), nowMs)
  if (status === 408 || status === 429 || status === 502 || status === 503 || status === 504)
    return { kind: 'busy', retryAfterMs, message: body?.errmsg ?? `HTTP ${status}` }
  if (status >= 500) return { kind: 'server', message: body?.errmsg ?? `HTTP ${status}` }
  if (!body) return { kind: 'unreachable', cause: 'gateway' }
  if (status === 401 || body.errno === errno.expired) return { kind: 'signedOut' }
  if (status < 300 && body.errno === errno.ok)
    return isExpected(body.data) ? { kind: 'ok', data: body.data as T } : { kind: 'unreachable', cause: 'gateway' }
  if (body.errno === errno.serverError) return { kind: 'server', message: body.errmsg }
  if (body.errno === errno.busy || body.errno === errno.limited)
    return { kind: 'busy', retryAfterMs, message: body.errmsg }
  const issues = isJsonObject(body.data) && Array.isArray(body.data['issues']) ? (body.data['issues'] as Issue[]) : []
  return { kind: 'refused', errno: body.errno, message: body.errmsg, issues, data: body.data }
}
function parseEnvelope(headers: Headers, text: string): Envelope | null {
  if (!headers.get('content-type')?.includes('json')) return null
  try {
    const body: unknown = JSON.parse(text)
    return isJsonObject(body) && typeof body['errno'] === 'string' ? (body as typeof body & Envelope) : null
  } catch {
    // A truncated body is treated like no answer.
    return null
  }
}
/** Parses `Retry-After` into ms: seconds or a date (RFC 9110 section 10.2.3). */
function parseRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  const seconds = Number(header)
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - nowMs
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : null
}

export interface TransportOptions {
  /** Origin and prefix of the API; relative to the page by default. */
  baseUrl?: string
  fetch?: typeof fetch
  /** Returns the person's language for `Accept-Language`, so that refusals are in that language. */
  language?: () => string
  now?: () => number
}
/** Creates the transport: the only network access of the offline core, in pages and in the worker. */
export function createTransport({
  baseUrl = '/api',
  fetch: sendRequest = (input, init) => fetch(input, init),
  language = () => 'zh',
  now = Date.now,
}: TransportOptions = {}): Transport {
  async function request<T>(
    path: string,
    requestInit: RequestInit,
    token: string | null,
    timeoutMs: number,
    isExpected: (data: unknown) => boolean,
  ): Promise<RequestOutcome<T>> {
    const headers = new Headers(requestInit.headers)
    headers.set('accept', 'application/json')
    headers.set('accept-language', language())
    if (token !== null) headers.set('authorization', token)
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      // The signal covers the body as well: a gateway that answers and then stalls must not block the sending
      // of the outbox.
      const answer = await sendRequest(`${baseUrl}${path}`, {
        ...requestInit,
        headers,
        signal,
        cache: 'no-store',
        credentials: 'include',
        redirect: 'error',
      })
      return readOutcome<T>(answer.status, answer.headers, await answer.text(), isExpected, now())
    } catch {
      // fetch hides the reason on purpose; the only useful distinction is our own timeout.
      return { kind: 'unreachable', cause: signal.aborted ? 'timeout' : 'network' }
    }
  }
  const toJsonRequest = (body: unknown): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return {
    sendCommands: (token, body, timeoutMs) => request('/sync', toJsonRequest(body), token, timeoutMs, isSyncResponse),
    startUpload: (token, body, timeoutMs) =>
      request('/upload_start', toJsonRequest(body), token, timeoutMs, isUploadState),
    uploadChunk: (token, id, offset, data, timeoutMs) =>
      request(
        `/upload_chunk?id=${encodeURIComponent(id)}&offset=${offset}`,
        { method: 'PATCH', headers: { 'content-type': 'application/octet-stream' }, body: data },
        token,
        timeoutMs,
        isUploadState,
      ),
    fetchShiftPack: (token, cursor, timeoutMs) =>
      request(
        `/shift_pack${cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`}`,
        {},
        token,
        timeoutMs,
        isShiftPack,
      ),
    ping: (timeoutMs) => request('/ping', {}, null, timeoutMs, isPingAnswer),
  }
}
