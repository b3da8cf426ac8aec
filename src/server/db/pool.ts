/** The connection pool of both engines: the driver's own with corrections. */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { isReadOnly, NestedConnection } from './errors'
import { UniformClient } from './value-types'

/**
 * Marks code inside a transaction. `open` becomes false when it ends, because timers started inside keep the context.
 */
export const insideTransaction = new AsyncLocalStorage<{ open: boolean }>()

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** Maximum number of unanswered statements on one connection; if one is stopped, the others fail with it. */
const MOST_TOGETHER = 16

/** A connection that several statements share. */
interface Lease {
  client: Promise<pg.PoolClient>
  users: number
  broken: Error | undefined
}

/**
 * - `connect` inside a transaction fails at once: with one connection it would deadlock, with few it would under load.
 * - `query` keeps the connection after an SQL error; pg-pool closes it, which costs a new session for each refused row.
 * - Statements on one connection are pipelined, so that independent statements of a transaction cost one round trip.
 *   With `shared`, statements outside transactions use one connection for it; a single connection would otherwise idle
 *   while an answer is read.
 */
export class DatabasePool extends pg.Pool {
  private readonly held = new Set<pg.PoolClient>()
  /** Open for new statements to join, but not for those behind a request for a separate connection. */
  private lease: Lease | undefined

  constructor({ shared, ...config }: pg.PoolConfig & { shared?: boolean }) {
    super({ ...config, pipeline: true, Client: UniformClient } as pg.PoolConfig)
    // Losing a held connection also rejects its holder's query; without a listener it would end the process.
    this.on('connect', (client) => client.on('error', () => undefined))
    this.on('acquire', (client) => this.held.add(client))
    this.on('release', (_error, client) => this.held.delete(client))
    const connect = this.connect.bind(this) as (done?: Connected) => Promise<pg.PoolClient>
    const guarded = (done?: Connected): Promise<pg.PoolClient> | void => {
      const nested = nestedConnection()
      this.lease = undefined
      if (!nested) return connect(done)
      if (!done) return Promise.reject(nested)
      done(nested, undefined, () => undefined)
    }
    this.connect = guarded as typeof this.connect
    const query = async (...args: unknown[]): Promise<unknown> => {
      const nested = nestedConnection()
      if (nested) throw nested
      const joined = this.lease && this.lease.users < MOST_TOGETHER ? this.lease : undefined
      const lease = joined ?? { client: connect(), users: 0, broken: undefined }
      if (shared) this.lease = lease
      return this.onLease(lease, args)
    }
    this.query = query as typeof this.query
  }

  private async onLease(lease: Lease, args: unknown[]): Promise<unknown> {
    lease.users += 1
    let client: pg.PoolClient | undefined
    try {
      client = await lease.client
      return await (client.query.bind(client) as (...args: unknown[]) => Promise<unknown>)(...args)
    } catch (error) {
      if (!keepsConnection(error)) {
        lease.broken = toError(error)
        this.close(lease)
      }
      throw error
    } finally {
      lease.users -= 1
      if (lease.users === 0) {
        this.close(lease)
        client?.release(lease.broken)
      }
    }
  }

  /** Stops further statements from joining. */
  private close(lease: Lease): void {
    if (this.lease === lease) this.lease = undefined
  }

  /** Reclaims every client in use, since its holder may never release it. A later release does nothing. */
  takeBack(reason: Error): void {
    this.lease = undefined
    for (const client of Array.from(this.held)) {
      client.release(reason)
      client.release = () => undefined
    }
  }
}

function nestedConnection(): NestedConnection | undefined {
  return insideTransaction.getStore()?.open
    ? new NestedConnection('Inside a transaction use its own client: the pool may have no other connection to give')
    : undefined
}

/**
 * True if the session is still usable after an error. An ordinary SQL error leaves it usable; a standby never takes a
 * write.
 */
export function keepsConnection(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR' && !isReadOnly(error)
}

function toError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value))
}
