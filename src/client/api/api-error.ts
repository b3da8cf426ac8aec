import type { Issue } from '@/contract/errno'

/** How a call failed: the server refused (`errno`), or it never got an answer it could judge. */
export type Failure = 'errno' | 'timeout' | 'network' | 'http' | 'cancelled'

/**
 * Every rejected call. `message` is in the person's language and ready to show. `issues` name fields of the input;
 * `data` is what the server sent along, for example both versions of a conflict.
 */
export class ApiError extends Error {
  readonly failure: Failure
  readonly errno: string
  /** HTTP status, 0 when there was no answer. */
  readonly status: number
  readonly issues: Issue[]
  readonly data: unknown
  /** Already told to the person by a toast. */
  readonly shown: boolean
  constructor(
    failure: Failure,
    message: string,
    more: { errno?: string; status?: number; issues?: Issue[]; data?: unknown; shown?: boolean } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.failure = failure
    this.errno = more.errno ?? ''
    this.status = more.status ?? 0
    this.issues = more.issues ?? []
    this.data = more.data ?? null
    this.shown = more.shown ?? false
  }
}

/** Whether the phone could not reach the server (as opposed to the server saying no). */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.failure === 'network' || error.failure === 'timeout')

/** Both versions of a row, as the server sends them with errno 6000 when an update was made on an old version. */
export interface Conflict {
  mine: Record<string, unknown>
  theirs: Record<string, unknown>
  /** Who made theirs, where the plant knows it. */
  by?: { id: string; name: string } | null
}
/** The same of a command that waits on this phone, by what the server said of it. */
export const conflictKept = (error: { readonly kind: string; readonly data: unknown } | null): Conflict | null =>
  error?.kind === 'conflict' ? conflictOf(new ApiError('errno', '', { errno: '6000', data: error.data })) : null
/** The two versions a refused update carries, or null when the refusal is not a conflict. */
export function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof ApiError) || error.errno !== '6000') return null
  const data = error.data as Partial<Conflict> | null
  return data && typeof data === 'object' && data.mine && data.theirs
    ? { mine: data.mine, theirs: data.theirs, by: data.by ?? null }
    : null
}
