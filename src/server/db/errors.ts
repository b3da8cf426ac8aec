/**
 * Errors between the program and its database, as types that a caller can distinguish.
 * SQL errors such as constraint violations stay `pg.DatabaseError` with their SQLSTATE in `code`.
 */
import pg from 'pg'

/** The database cannot answer at the moment and is expected back; the caller may retry. HTTP: 503 with Retry-After. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  /** @param retryAfterS seconds after which a retry makes sense */
  constructor(
    message: string,
    readonly retryAfterS = 2,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** Another process holds the data folder. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse'
  /** @param holderPid process id of the holder, if known */
  constructor(
    readonly folder: string,
    readonly holderPid?: number,
  ) {
    super(
      `The data folder ${folder} is in use by ${holderPid ? `process ${holderPid}` : 'another process'}. Stop that process first; two servers must not share one folder.`,
    )
  }
}

/** The folder holds files that this program did not write; they are left untouched. */
export class ForeignFolder extends Error {
  override readonly name = 'ForeignFolder'
}

/** This program wrote the database's files, but they are damaged or incomplete; they are left untouched. */
export class DatabaseDamaged extends Error {
  override readonly name = 'DatabaseDamaged'
}

/** The database was migrated by a newer or different program. */
export class MigrationMismatch extends Error {
  override readonly name = 'MigrationMismatch'
}

/** A backup cannot be used, or cannot be written to the requested place. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

/** A pool connection was requested inside a transaction, which would deadlock. */
export class NestedConnection extends Error {
  override readonly name = 'NestedConnection'
}

/** Another transaction holds one of the advisory locks; see `TransactionOptions.lockKeys`. */
export class KeyHeld extends Error {
  override readonly name = 'KeyHeld'
}

/** SQLSTATE of a write in a read-only transaction, as on a standby. */
const READ_ONLY_SQL_STATE = '25006'
const TRANSIENT_SQL_STATES = new Set([
  '57P01', // shut down by an administrator
  '57P02', // crashed
  '57P03', // still starting
  '53000', // out of resources
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '25P03', // idle in transaction for too long
  READ_ONLY_SQL_STATE,
])
const NETWORK_ERROR_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])
// pg and pg-pool give these errors no code.
const CONNECTION_ERROR_PATTERN =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/

/** Maximum number of nested causes that are examined, because causes may form a cycle. */
export const MAX_CAUSE_DEPTH = 5
/**
 * True if the database cannot answer at the moment, as opposed to a wrong statement.
 * Also looks through `cause`, because an error may have been wrapped.
 */
export function isUnavailable(error: unknown): boolean {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < MAX_CAUSE_DEPTH;
    current = current.cause, depth++
  ) {
    if (current instanceof DatabaseUnavailable) return true
    const code = 'code' in current && typeof current.code === 'string' ? current.code : ''
    if (current instanceof pg.DatabaseError) {
      if (code.startsWith('08') || TRANSIENT_SQL_STATES.has(code)) return true
    } else if ('syscall' in current ? NETWORK_ERROR_CODES.has(code) : CONNECTION_ERROR_PATTERN.test(current.message))
      return true
  }
  return false
}

const LOST_CONNECTION_STATES = /^(08|57P0[123]|25006)/
/** True if the connection to the server was lost or could not be made, as opposed to a server that is overloaded. */
export function isDatabaseAway(error: unknown): boolean {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < MAX_CAUSE_DEPTH;
    current = current.cause, depth++
  ) {
    const code = 'code' in current && typeof current.code === 'string' ? current.code : ''
    if (current instanceof pg.DatabaseError) {
      if (LOST_CONNECTION_STATES.test(code)) return true
    } else if (
      ('syscall' in current && NETWORK_ERROR_CODES.has(code)) ||
      current.message.startsWith('Connection terminated')
    )
      return true
  }
  return false
}
const DAMAGED_DATA_SQL_STATES = new Set(['XX001', 'XX002'])
/**
 * True if the server itself fails, e.g. because its disk is gone, although the statement is right. Another server may take
 * over, so the caller may retry. Do not use it while the program starts: a refused login has severity FATAL too, and must be reported at once.
 */
export function isServerFailure(error: unknown): boolean {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < MAX_CAUSE_DEPTH;
    current = current.cause, depth++
  ) {
    if (!(current instanceof pg.DatabaseError)) continue
    const { code = '', severity = '' } = current
    return code.startsWith('58') || DAMAGED_DATA_SQL_STATES.has(code) || severity === 'FATAL' || severity === 'PANIC'
  }
  return false
}

/** Returns the SQLSTATE of an error or of one of its causes, or undefined. */
export function getSqlState(error: unknown): string | undefined {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < MAX_CAUSE_DEPTH;
    current = current.cause, depth++
  ) {
    if (current instanceof pg.DatabaseError) return current.code
  }
  return undefined
}

/** True if the server refuses writes, as the old server does after a failover; a new connection reaches the primary. */
export const isReadOnly = (error: unknown): boolean => getSqlState(error) === READ_ONLY_SQL_STATE

/** Serialization failure, deadlock, lock timeout. */
const COLLISION_SQL_STATES = new Set(['40001', '40P01', '55P03'])
/** True if a transaction failed only because of a concurrent one, so that a retry may succeed. */
export const isCollision = (error: unknown): boolean => COLLISION_SQL_STATES.has(getSqlState(error) ?? '')

/** Returns the constraint that an error or one of its causes names, with its table; empty if none does. */
export function getViolatedConstraint(error: unknown): { name: string; table: string } {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < MAX_CAUSE_DEPTH;
    current = current.cause, depth++
  ) {
    if (current instanceof pg.DatabaseError && current.constraint)
      return { name: current.constraint, table: current.table ?? '' }
  }
  return { name: '', table: '' }
}
