/** The connection pool of both engines: the driver's pool with corrections. */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { isReadOnly, NestedConnection } from './errors'
import { UniformClient } from './value-types'

/**
 * Marks code that runs inside a transaction. `open` becomes false when the transaction ends, because timers that were
 * started inside keep the mark.
 */
export const transactionStorage = new AsyncLocalStorage<{ open: boolean }>()

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** Maximum number of unanswered statements on one connection; if one is stopped, the others fail with it. */
const MAX_PIPELINED_STATEMENTS = 16

/** A connection that several statements share. */
interface SharedConnection {
  client: Promise<pg.PoolClient>
  statementCount: number
  broken: Error | undefined
}

/**
 * Differences from the pool of the driver:
 * - `connect` inside a transaction fails at once. It would deadlock with one connection, and under load with few.
 * - `query` keeps the connection after an SQL error; pg-pool closes it, which costs a new session for each refused row.
 * - Statements on one connection are pipelined, so that independent statements of a transaction cost one round trip.
 *   With `shared`, statements outside transactions share one connection, which would otherwise idle while an answer is
 *   read.
 */
export class DatabasePool extends pg.Pool {
  private readonly checkedOutClients = new Set<pg.PoolClient>()
  /** The connection that new statements may join; undefined after a request for a separate connection. */
  private sharedConnection: SharedConnection | undefined

  constructor({ shared, ...config }: pg.PoolConfig & { shared?: boolean }) {
    super({ ...config, pipeline: true, Client: UniformClient } as pg.PoolConfig)
    // A lost connection also rejects the query of its holder. Without a listener, the error would end the process.
    this.on('connect', (client) => client.on('error', () => undefined))
    this.on('acquire', (client) => this.checkedOutClients.add(client))
    this.on('release', (_error, client) => this.checkedOutClients.delete(client))
    const connect = this.connect.bind(this) as (done?: ConnectCallback) => Promise<pg.PoolClient>
    const guardedConnect = (done?: ConnectCallback): Promise<pg.PoolClient> | void => {
      const nestedError = getNestedConnectionError()
      this.sharedConnection = undefined
      if (!nestedError) return connect(done)
      if (!done) return Promise.reject(nestedError)
      done(nestedError, undefined, () => undefined)
    }
    this.connect = guardedConnect as typeof this.connect
    const query = async (...args: unknown[]): Promise<unknown> => {
      const nestedError = getNestedConnectionError()
      if (nestedError) throw nestedError
      const joinableConnection =
        this.sharedConnection && this.sharedConnection.statementCount < MAX_PIPELINED_STATEMENTS
          ? this.sharedConnection
          : undefined
      const sharedConnection = joinableConnection ?? { client: connect(), statementCount: 0, broken: undefined }
      if (shared) this.sharedConnection = sharedConnection
      return this.queryOnSharedConnection(sharedConnection, args)
    }
    this.query = query as typeof this.query
  }

  private async queryOnSharedConnection(sharedConnection: SharedConnection, args: unknown[]): Promise<unknown> {
    sharedConnection.statementCount += 1
    let client: pg.PoolClient | undefined
    try {
      client = await sharedConnection.client
      return await (client.query.bind(client) as (...args: unknown[]) => Promise<unknown>)(...args)
    } catch (error) {
      if (!isConnectionReusable(error)) {
        sharedConnection.broken = toError(error)
        this.closeToNewStatements(sharedConnection)
      }
      throw error
    } finally {
      sharedConnection.statementCount -= 1
      if (sharedConnection.statementCount === 0) {
        this.closeToNewStatements(sharedConnection)
        client?.release(sharedConnection.broken)
      }
    }
  }

  /** Keeps later statements from joining this connection. */
  private closeToNewStatements(sharedConnection: SharedConnection): void {
    if (this.sharedConnection === sharedConnection) this.sharedConnection = undefined
  }

  /** Takes back every client in use, because its holder may never release it. A later release does nothing. */
  reclaimClients(reason: Error): void {
    this.sharedConnection = undefined
    for (const client of Array.from(this.checkedOutClients)) {
      client.release(reason)
      client.release = () => undefined
    }
  }
}

function getNestedConnectionError(): NestedConnection | undefined {
  return transactionStorage.getStore()?.open
    ? new NestedConnection('Inside a transaction use its own client: the pool may have no other connection to give')
    : undefined
}

/**
 * True if the session is still usable after an error. An ordinary SQL error leaves it usable; a session on a standby is
 * useless, because a standby never accepts a write.
 */
export function isConnectionReusable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR' && !isReadOnly(error)
}

function toError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value))
}
