/**
 * What can go wrong between the program and its database, as types a caller can tell apart.
 * SQL errors (constraint violations and the like) are not here: they stay `pg.DatabaseError` with their SQLSTATE in `code`.
 */
import pg from 'pg'

/** The database cannot answer just now and is expected back; a caller may repeat later. HTTP: 503 with Retry-After. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  /** @param retryAfter seconds after which repeating makes sense */
  constructor(
    message: string,
    readonly retryAfter = 2,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** Another process holds the data folder. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse'
  /** @param holder process id of the holder, when it said so */
  constructor(
    readonly folder: string,
    readonly holder?: number,
  ) {
    super(
      `The data folder ${folder} is in use by ${holder ? `process ${holder}` : 'another process'}. Stop that process first; two servers must not share one folder.`,
    )
  }
}

/** The folder holds something this program did not write; it is left as it is. */
export class ForeignFolder extends Error {
  override readonly name = 'ForeignFolder'
}

/** The database's files are ours, but damaged or incomplete; they are left as they are. */
export class DatabaseDamaged extends Error {
  override readonly name = 'DatabaseDamaged'
}

/** The database was migrated by a newer or different program. */
export class MigrationMismatch extends Error {
  override readonly name = 'MigrationMismatch'
}

/** A backup cannot be used, or cannot go where it was asked to go. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

/** A pool's connection was asked for inside a transaction, which would wait for itself. */
export class NestedConnection extends Error {
  override readonly name = 'NestedConnection'
}

/** Another transaction holds the key. */
export class KeyHeld extends Error {
  override readonly name = 'KeyHeld'
}

const passingStates = new Set([
  '57P01',
  '57P02',
  '57P03', // shutdown, crash, starting up
  '53000',
  '53100',
  '53200',
  '53300', // out of resources, disk, memory, connections
  '25P03', // idle in transaction for too long
  '25006', // read only: the server became, or still is, the standby of another one
])
const networkCodes = new Set([
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
// pg and pg-pool give these no code
const connectionWords =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/

/**
 * Whether an error means "the database cannot answer just now" rather than "this statement is wrong".
 * Looks through `cause`: an error may have been wrapped on its way.
 */
export function isUnavailable(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    if (current instanceof DatabaseUnavailable) return true
    const code = 'code' in current && typeof current.code === 'string' ? current.code : ''
    if (current instanceof pg.DatabaseError) {
      if (code.startsWith('08') || passingStates.has(code)) return true
    } else if ('syscall' in current ? networkCodes.has(code) : connectionWords.test(current.message)) return true
  }
  return false
}

/** The SQLSTATE of an error or of one of its causes, or undefined. */
export function sqlState(error: unknown): string | undefined {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    if (current instanceof pg.DatabaseError) return current.code
  }
  return undefined
}

/** The server takes no writes: after a failover it is the standby, and the one that does is reached by a new connection. */
export const isReadOnly = (error: unknown): boolean => sqlState(error) === '25006'

/** serialization failure, deadlock, a lock not given in time */
const collisions = new Set(['40001', '40P01', '55P03'])
/** Whether a transaction failed only because it met another one: the same work may well succeed when it is done again. */
export const isCollision = (error: unknown): boolean => collisions.has(sqlState(error) ?? '')

/** The constraint that an error or one of its causes names, with its table; empty when none does. */
export function constraintOf(error: unknown): { name: string; table: string } {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    if (current instanceof pg.DatabaseError && current.constraint)
      return { name: current.constraint, table: current.table ?? '' }
  }
  return { name: '', table: '' }
}
