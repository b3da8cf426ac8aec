import type { FastifyReply, FastifyRequest } from 'fastify'
import { errno, Refusal, type Envelope, type Issue } from '@/contract/errno'
import type { Log } from '../application'
import {
  getViolatedConstraint,
  DatabaseUnavailable,
  isCollision,
  isDatabaseAway,
  isServerFailure,
  isUnavailable,
  KeyHeld,
  getSqlState,
} from '../db/errors'
import { FileStoreUnavailable } from '../files/file-store'
import { type Translate, type Translations, formatNumbers } from '../translations'
import { parseAcceptLanguage } from '../translations'

/**
 * Converts any error to a refusal that callers understand. Unknown errors are logged in full and become a server error.
 */
export function toRefusal(error: unknown, log: Log): Refusal {
  const refusal = classifyError(error, log)
  const warning = WARNING_BY_KEY.get(refusal.key)
  if (warning) warnSometimes(log, warning, error)
  return refusal
}
const DISK_FULL_KEY = 'contract:errors.diskFull'
const FILES_UNAVAILABLE_KEY = 'contract:errors.filesUnavailable'
/** Warnings about troubles that an administrator must fix, by text key of the refusal. */
const WARNING_BY_KEY: ReadonlyMap<string, string> = new Map([
  [DISK_FULL_KEY, 'the disk is full: calls that write are refused until there is room'],
  [FILES_UNAVAILABLE_KEY, 'the file store cannot be used: phones keep their photos and send them later'],
])
const WARNING_INTERVAL_MS = 60_000
const lastWarningAt = new Map<string, number>()
/** Logs a trouble at most once a minute. */
function warnSometimes(log: Log, warning: string, error: unknown): void {
  if (performance.now() - (lastWarningAt.get(warning) ?? -Infinity) < WARNING_INTERVAL_MS) return
  lastWarningAt.set(warning, performance.now())
  const cause = error instanceof Refusal && error.cause instanceof Error ? error.cause : error
  log.warn({ reason: cause instanceof Error ? cause.message : String(cause) }, warning)
}

function classifyError(error: unknown, log: Log): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof FileStoreUnavailable) return new Refusal(errno.busy, FILES_UNAVAILABLE_KEY)
  if (getSqlState(error) === '53100') return new Refusal(errno.busy, DISK_FULL_KEY) // temporary, like an overload
  if (error instanceof KeyHeld) return new Refusal(errno.busy, 'contract:errors.inFlight')
  if (isDatabaseAway(error)) return new Refusal(errno.busy, 'contract:errors.databaseUnavailable')
  if (isCollision(error) || isUnavailable(error)) return new Refusal(errno.busy, 'contract:errors.busy')
  if (isServerFailure(error)) {
    log.error({ err: error }, 'the PostgreSQL server fails')
    return new Refusal(errno.busy, 'contract:errors.databaseUnavailable')
  }
  const constraint = getViolatedConstraint(error)
  switch (getSqlState(error)) {
    case '23505': // unique key
      return new Refusal(errno.exists, 'contract:errors.exists', {
        issues: toFieldIssues(constraint, '_key', 'duplicate'),
      })
    case '23503': // foreign key
      return isStillReferenced(error)
        ? new Refusal(errno.message, 'contract:errors.stillUsed')
        : new Refusal(errno.notFound, 'contract:errors.notFound', {
            issues: toFieldIssues(constraint, '_fk', 'unknownId'),
          })
    // Values that a column cannot hold: invalid text, dates, ranges, encoding.
    case '22P02':
    case '22007':
    case '22008':
    case '22003':
    case '22021':
    case '22P05':
      return new Refusal(errno.parameter, 'contract:errors.parameter')
    case '57014': // statement timeout
      return new Refusal(errno.busy, 'contract:errors.tooSlow')
    default:
  }
  const status = (error as { statusCode?: number }).statusCode
  if (status === 429) return new Refusal(errno.limited, 'contract:errors.limited')
  if (status && status >= 400 && status < 500) return new Refusal(errno.parameter, 'contract:errors.badRequest')
  log.error({ err: error }, 'a request failed')
  return new Refusal(errno.serverError, 'contract:errors.serverError')
}
const isStillReferenced = (error: unknown): boolean => {
  for (
    let cause = error as { detail?: string; message?: string; cause?: unknown } | undefined, depth = 0;
    cause && depth < 5;
    cause = cause.cause as typeof cause, depth++
  )
    if (/still referenced|update or delete on table/.test(`${cause.detail ?? ''} ${cause.message ?? ''}`)) return true
  return false
}
/** Derives the field from the name of a constraint: `repair_equipment_id_fk` names `equipmentId`. */
function toFieldIssues({ name, table }: { name: string; table: string }, suffix: string, code: Issue['code']): Issue[] {
  if (!table || !name.startsWith(`${table}_`) || !name.endsWith(suffix)) return []
  return [
    {
      path: [name.slice(table.length + 1, -suffix.length).replace(/_([a-z])/g, (_, c: string) => c.toUpperCase())],
      code,
    },
  ]
}

/** Wraps data in the envelope of a successful answer. */
export const wrapInEnvelope = <T>(data: T): Envelope<T> => ({ errno: errno.ok, errmsg: '', data })

/**
 * Sends a refusal: HTTP 200 with its errno, but 401, 409, 413, 415, 429 and 503 if the transport must know.
 * @param error the error that the refusal was made from
 */
export function sendRefusal(
  reply: FastifyReply,
  request: FastifyRequest,
  translations: Translations,
  error: unknown,
  refusal: Refusal,
): FastifyReply {
  const t = translations.t(parseAcceptLanguage(request.headers['accept-language']))
  const status = getHttpStatus(refusal, error)
  if (status === 503)
    void reply.header('Retry-After', String(error instanceof DatabaseUnavailable ? error.retryAfterS : 2))
  const data = refusal.data ?? (refusal.issues.length ? { issues: refusal.issues } : null)
  return reply
    .status(status)
    .type('application/json; charset=utf-8')
    .send({ errno: refusal.errno, errmsg: formatRefusal(refusal, t), data })
}
function getHttpStatus(refusal: Refusal, error: unknown): number {
  if (refusal.key === 'contract:errors.signIn') return 401
  if (refusal.key === 'contract:errors.inFlight') return 409
  const status = (error as { statusCode?: number }).statusCode
  if (status === 413 || status === 429 || status === 415) return status
  return refusal.errno === errno.busy ? 503 : 200
}
/**
 * Formats a refusal's message, followed by the first five field issues. A message with `errno.message` already describes
 * its issues.
 */
export function formatRefusal(refusal: Refusal, t: Translate): string {
  const fields = (refusal.errno === errno.message ? [] : refusal.issues)
    .slice(0, 5)
    .map(
      (issue) =>
        `${issue.path.join('.') || '-'}: ${t(`contract:errors.issue.${issue.code}`, formatNumbers(issue.params))}`,
    )
  return [t(refusal.key, formatNumbers(refusal.params)), ...(fields.length ? [fields.join('; ')] : [])].join(' ')
}
