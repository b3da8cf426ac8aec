import { errno, type Issue } from '@/contract/errno'

/** How a call failed: the server refused (`errno`), or there was no usable answer. */
export type FailureKind = 'errno' | 'timeout' | 'network' | 'http' | 'cancelled'

/**
 * The error of every rejected call. `message` is in the user's language and ready to display. `issues` name fields of
 * the input. `data` is the server's payload, e.g. both versions of a conflict.
 */
export class ApiError extends Error {
  readonly failure: FailureKind
  readonly errno: string
  /** HTTP status, 0 when there was no answer. */
  readonly status: number
  readonly issues: Issue[]
  readonly data: unknown
  /** A toast has already shown the error. */
  readonly wasNotified: boolean
  /** Id of the call in the server's log, shown to the user; null if the log cannot explain the failure. */
  readonly requestId: string | null
  constructor(
    failure: FailureKind,
    message: string,
    details: {
      errno?: string
      status?: number
      issues?: Issue[]
      data?: unknown
      wasNotified?: boolean
      requestId?: string | null
    } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.failure = failure
    this.errno = details.errno ?? ''
    this.status = details.status ?? 0
    this.issues = details.issues ?? []
    this.data = details.data ?? null
    this.wasNotified = details.wasNotified ?? false
    this.requestId = details.requestId ?? null
  }
}

/** Returns the message of an error with the id of the call, if the server's log can explain the failure. */
export const addRequestId = (
  { message, requestId }: ApiError,
  t: (key: string, values: Record<string, string>) => string,
): string => (requestId ? `${message} · ${t('ui.error.code', { code: requestId })}` : message)

/** True if the server could not be reached (as opposed to a refusal by the server). */
export const isServerUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.failure === 'network' || error.failure === 'timeout')

/**
 * Both versions of a row, sent by the server when an update was based on an old version. The code of such an answer is
 * 6000, named `errno.message` because the message gives the reason.
 */
export interface Conflict {
  mine: Record<string, unknown>
  theirs: Record<string, unknown>
  /** Author of the other version, if known. */
  by?: { id: string; name: string } | null
}
/** Returns the conflict of a command in this phone's outbox, from its stored server error. */
export const getStoredConflict = (error: { readonly kind: string; readonly data: unknown } | null): Conflict | null =>
  error?.kind === 'conflict' ? getConflict(new ApiError('errno', '', { errno: errno.message, data: error.data })) : null
/** Returns both versions of a refused update, or null if the refusal is not a conflict. */
export function getConflict(error: unknown): Conflict | null {
  const isRefusalWithReason = error instanceof ApiError && error.errno === errno.message
  if (!isRefusalWithReason) return null
  const data = error.data as Partial<Conflict> | null
  return data && typeof data === 'object' && data.mine && data.theirs
    ? { mine: data.mine, theirs: data.theirs, by: data.by ?? null }
    : null
}
