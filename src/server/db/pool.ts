/** The connection pool of both engines: the driver's pool with corrections. */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { isReadOnly, isUnavailable, NestedConnection } from './errors'
import { HOST_TIMEOUT_MS, type ServerHosts } from './postgres/server-hosts'
import { UniformClient, type UniformClientConfig } from './value-types'

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
  connectionError: Error | undefined
}

export interface DatabasePoolConfig extends pg.PoolConfig {
  /** Statements outside transactions share one connection. */
  shared?: boolean
  namedStatements?: boolean
  /** Chooses the server of each new connection. */
  hosts?: ServerHosts
  /** Repeats a select outside a transaction once if its connection was lost. */
  retriesReads?: boolean
}

/**
 * Differences from the pool of the driver:
 * - `connect` inside a transaction fails at once. Waiting for a second connection could deadlock when all connections
 *   are in use.
 * - `query` keeps the connection after an SQL error; pg-pool closes it, which costs a new session for each refused row.
 * - Statements on one connection are pipelined, so that independent statements of a transaction cost one round trip.
 *   With `shared`, statements outside transactions share one connection, which would otherwise idle while an answer is
 *   read.
 */
export class DatabasePool extends pg.Pool {
  private readonly openClients = new Set<pg.PoolClient>()
  private readonly checkedOutClients = new Set<pg.PoolClient>()
  /** The connection that new statements may join; undefined after a request for a separate connection. */
  private sharedConnection: SharedConnection | undefined

  constructor({ shared, hosts, retriesReads = false, ...config }: DatabasePoolConfig) {
    super({ ...config, pipeline: true, Client: hosts ? bindToHosts(hosts) : UniformClient } as pg.PoolConfig)
    // The holder of a lost connection learns of it from its rejected query. The empty listener keeps the error from
    // ending the process.
    this.on('connect', (client) => client.on('error', () => undefined))
    this.on('connect', (client) => this.openClients.add(client))
    this.on('remove', (client) => this.openClients.delete(client))
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
      const sharedConnection = joinableConnection ?? {
        client: connect(),
        statementCount: 0,
        connectionError: undefined,
      }
      if (shared) this.sharedConnection = sharedConnection
      try {
        return await this.queryOnSharedConnection(sharedConnection, args)
      } catch (error) {
        if (!retriesReads || !isReadStatement(args[0]) || !(await isConnectionLost(error, sharedConnection)))
          throw error
        return this.queryOnSharedConnection({ client: connect(), statementCount: 0, connectionError: undefined }, args)
      }
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
        sharedConnection.connectionError = toError(error)
        this.closeToNewStatements(sharedConnection)
      }
      throw error
    } finally {
      sharedConnection.statementCount -= 1
      if (sharedConnection.statementCount === 0) {
        this.closeToNewStatements(sharedConnection)
        client?.release(sharedConnection.connectionError)
      }
    }
  }

  /** Keeps later statements from joining this connection. */
  private closeToNewStatements(sharedConnection: SharedConnection): void {
    if (this.sharedConnection === sharedConnection) this.sharedConnection = undefined
  }

  /** Closes every connection, because another server takes the writes now. Holders of a client get an error. */
  closeConnections(reason: Error): void {
    const idleClients = [...this.openClients].filter((client) => !this.checkedOutClients.has(client))
    const clients = Array.from(this.openClients)
    this.reclaimClients(reason)
    // The pool removes idle clients that report an error.
    for (const client of idleClients) client.emit('error', reason)
    // The driver lets pipelined statements finish first, and a server without network never answers them.
    for (const client of clients) getSocket(client).destroy()
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

/** Returns the socket of a client, which the driver's types of a pool leave out. */
const getSocket = (client: pg.PoolClient): { destroy(): void } => (client as pg.Client).connection.stream

/** Creates a client class whose connections lead to the server that takes writes at that time. */
const bindToHosts = (hosts: ServerHosts): typeof UniformClient =>
  class extends UniformClient {
    constructor(config?: UniformClientConfig) {
      super({
        ...config,
        connectionString: hosts.currentUrl,
        ...(hosts.hasSeveral ? { connectionTimeoutMillis: HOST_TIMEOUT_MS } : {}),
      })
    }
  }
/** True for a statement that may run twice. Other statements may have been carried out although no answer came. */
function isReadStatement(statement: unknown): boolean {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text
  return typeof text === 'string' && /^\s*select\b/i.test(text)
}
/** True if a statement failed because its connection was lost; false if no connection could be made in the first place. */
const isConnectionLost = async (error: unknown, { client }: SharedConnection): Promise<boolean> =>
  isUnavailable(error) &&
  (await client.then(
    () => true,
    () => false,
  ))

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
