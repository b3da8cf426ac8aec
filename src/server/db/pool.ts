/** The connection pool of both engines: the driver's own, with two corrections. */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { NestedConnection } from './errors'
import { UniformClient } from './value-types'

/** What runs inside a transaction; `open` falls when it ends, since timers started inside keep the context. */
export const insideTransaction = new AsyncLocalStorage<{ open: boolean }>()

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void

/**
 * - `connect` inside a transaction fails at once: with one connection it would wait for itself, with few it would under load.
 * - `query` keeps the connection after an SQL error; pg-pool closes it, which costs a new session for each refused row.
 */
export class DatabasePool extends pg.Pool {
  private readonly held = new Set<pg.PoolClient>()

  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: UniformClient } as pg.PoolConfig)
    // A connection lost while somebody holds it also rejects that holder's query; without a listener it would end the process
    this.on('connect', (client) => client.on('error', () => undefined))
    this.on('acquire', (client) => this.held.add(client))
    this.on('release', (_error, client) => this.held.delete(client))
    const connect = this.connect.bind(this) as (done?: Connected) => Promise<pg.PoolClient>
    const guarded = (done?: Connected): Promise<pg.PoolClient> | void => {
      if (!insideTransaction.getStore()?.open) return connect(done)
      const error = new NestedConnection('Inside a transaction use its own client: the pool may have no other connection to give')
      if (!done) return Promise.reject(error)
      done(error, undefined, () => undefined)
    }
    this.connect = guarded as typeof this.connect
    const query = async (...args: unknown[]): Promise<unknown> => {
      const client = await this.connect()
      const run = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
      let broken: Error | undefined
      try {
        return await run(...args)
      } catch (error) {
        broken = keepsConnection(error) ? undefined : toError(error)
        throw error
      } finally {
        client.release(broken)
      }
    }
    this.query = query as typeof this.query
  }

  /** Takes back every client that is out, since its holder may never return it. Giving it back later does nothing. */
  takeBack(reason: Error): void {
    for (const client of Array.from(this.held)) {
      client.release(reason)
      client.release = () => undefined
    }
  }
}

/** After an ordinary SQL error the session is still good. */
export function keepsConnection(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR'
}

function toError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value))
}
