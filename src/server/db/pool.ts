/** The connection pool of both engines: the driver's own, with two corrections. */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { isReadOnly, NestedConnection } from './errors'
import { UniformClient } from './value-types'

/** What runs inside a transaction; `open` falls when it ends, since timers started inside keep the context. */
export const insideTransaction = new AsyncLocalStorage<{ open: boolean }>()

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** So many statements at most go down one connection before the first is answered: one that is stopped takes the others with it. */
const MOST_TOGETHER = 16

/** A connection that several statements use at the same time. */
interface Lease {
  client: Promise<pg.PoolClient>
  users: number
  broken: Error | undefined
}

/**
 * - `connect` inside a transaction fails at once: with one connection it would wait for itself, with few it would under load.
 * - `query` keeps the connection after an SQL error; pg-pool closes it, which costs a new session for each refused row.
 * - statements on one connection are sent without waiting for each other's answers, so that those of a transaction that do
 *   not need each other cost one round trip; with `shared`, those outside transactions are put on one connection for it:
 *   where there is only one, the database would otherwise rest while an answer is read.
 */
export class DatabasePool extends pg.Pool {
  private readonly held = new Set<pg.PoolClient>()
  /** Those who come now may join it; not those behind somebody who waits for a connection of his own. */
  private lease: Lease | undefined

  constructor({ shared, ...config }: pg.PoolConfig & { shared?: boolean }) {
    super({ ...config, pipeline: true, Client: UniformClient } as pg.PoolConfig)
    // A connection lost while somebody holds it also rejects that holder's query; without a listener it would end the process
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

  /** Lets nobody join any more. */
  private close(lease: Lease): void {
    if (this.lease === lease) this.lease = undefined
  }

  /** Takes back every client that is out, since its holder may never return it. Giving it back later does nothing. */
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

/** After an ordinary SQL error the session is still good. One with a standby never takes a write. */
export function keepsConnection(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR' && !isReadOnly(error)
}

function toError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value))
}
