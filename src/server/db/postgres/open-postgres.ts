/** Opens a pool on a PostgreSQL server and checks that the server is usable. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Backend, DatabaseLog } from '../backend'
import { DatabaseUnavailable, isUnavailable } from '../errors'
import { DatabasePool } from '../pool'
import { PostgresChannels } from './postgres-channels'

export interface PostgresOptions {
  databaseUrl: string
  log: DatabaseLog
}

const STATEMENT_TIMEOUT_MS = 30_000
/** A lock held for longer means a stuck or large transaction; waiting callers are told to retry. */
const LOCK_TIMEOUT_MS = 4_000
const START_TIMEOUT_MS = 20_000
/** Oldest PostgreSQL that works, as its `server_version_num`. */
export const MIN_SERVER_VERSION = 150_000
const POOL_SIZE = 10
/** Connections that an instance opens at most: its pool, and one that listens. */
export const CONNECTIONS_PER_INSTANCE = POOL_SIZE + 1

/**
 * Connects to a PostgreSQL server.
 * @throws DatabaseUnavailable after 20 s; at once if the server refuses the login or is too old
 */
export async function openPostgres({ databaseUrl, log }: PostgresOptions): Promise<Backend> {
  const config: pg.PoolConfig = {
    connectionString: databaseUrl,
    application_name: 'nonwoven-mes',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // These settings are part of the start-up message, so each session has them without a round trip. They override
    // settings of server, database and account: transactions rely on this isolation level, and an answer means that a
    // commit is on disk. JIT compilation, which the planner chooses by estimated cost, takes longer than our statements.
    options:
      '-c jit=off -c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c client_min_messages=warning -c default_transaction_isolation=read\\ committed -c default_transaction_read_only=off -c default_transaction_deferrable=off -c synchronous_commit=on',
  }
  const pool = new DatabasePool({ ...config, max: POOL_SIZE, idleTimeoutMillis: 60_000 })
  pool.on('error', (error) => log.warn({ reason: error.message }, 'an idle database connection was lost'))
  const channels = new PostgresChannels(config, pool, log)
  try {
    await waitUntilReachable(pool, log, describeServer(databaseUrl))
    await assertServerSupported(pool)
    await assertSessionPerConnection(config)
    await channels.start()
  } catch (error) {
    await channels.stop()
    await pool.end()
    // Refused by the server itself: wrong password, no such database.
    throw error instanceof pg.DatabaseError
      ? new DatabaseUnavailable(`PostgreSQL at ${describeServer(databaseUrl)} refused: ${error.message}`, 5, {
          cause: error,
        })
      : error
  }
  return {
    kind: 'postgres',
    pool,
    channels,
    waitUntilDurable: () => Promise.resolve(),
    // A synchronous commit also flushes all earlier commits, but only if it writes something.
    flush: async () => void (await pool.query(`select pg_logical_emit_message(true, 'flush', '')`)),
    allowLongStatements: () => () => undefined,
    makeDurable: () => Promise.resolve(),
    checkpoint: () => Promise.resolve(),
    vacuum: () => Promise.resolve([]),
    getHealth: () => channels.getHealth(),
    close: async () => {
      await channels.stop()
      await pool.end()
    },
  }
}

/** Describes a server by host, port and database, without user name and password. */
function describeServer(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl)
  return `${hostname}:${port || '5432'}${pathname}`
}

/** Waits for the server, which may still be starting together with this program. */
async function waitUntilReachable(pool: pg.Pool, log: DatabaseLog, server: string): Promise<void> {
  const startedAt = performance.now()
  for (let delayMs = 200; ; delayMs = Math.min(delayMs * 2, 2000)) {
    try {
      const { rows } = await pool.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
      if (rows[0]?.standby) throw new DatabaseUnavailable('it is a read-only standby')
      return
    } catch (error) {
      if (error instanceof pg.DatabaseError && /unsupported startup parameter/i.test(error.message))
        throw createPoolerError(error.message, { cause: error })
      if (!isUnavailable(error)) throw error
      const reason =
        error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error)
      if (performance.now() - startedAt > START_TIMEOUT_MS)
        throw new DatabaseUnavailable(
          error instanceof DatabaseUnavailable
            ? `PostgreSQL at ${server} is a read-only standby. Set DATABASE_URL to the server that takes writes.`
            : `PostgreSQL at ${server} cannot be reached (${reason}). Start it, or set DATABASE_URL to where it is.`,
          5,
          { cause: error },
        )
      log.warn({ place: server, reason }, 'the PostgreSQL server cannot be reached yet')
      await pause(delayMs)
    }
  }
}

async function assertServerSupported(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
  )
  const server = rows[0]
  if (!server || server.version < MIN_SERVER_VERSION)
    throw new DatabaseUnavailable(
      `PostgreSQL 15 or newer is needed; this server is ${server ? Math.floor(server.version / 10_000) : 'unknown'}`,
    )
  if (server.encoding !== 'UTF8')
    throw new DatabaseUnavailable(`The database's encoding must be UTF8, not ${server.encoding}`)
}

/** Number of parallel connections and of calls on each with which `assertSessionPerConnection` looks for a pooler. */
const PROBE_CONNECTIONS = 2
const PROBE_ROUNDS = 3

/**
 * Asserts that each connection keeps its server process, which prepared statements, LISTEN and session settings need. A
 * pooler in transaction or statement mode (PgBouncer, Odyssey, pgcat) assigns each statement to any of its connections.
 * Two connections then share a process, or one connection sees several processes.
 * @throws DatabaseUnavailable
 */
async function assertSessionPerConnection(config: pg.ClientConfig): Promise<void> {
  const clients = Array.from({ length: PROBE_CONNECTIONS }, () => new pg.Client(config))
  try {
    for (const client of clients) {
      client.on('error', () => undefined)
      await client.connect()
    }
    const pidByClient = new Map<pg.Client, number>()
    for (let round = 0; round < PROBE_ROUNDS; round++)
      for (const client of clients)
        // Two calls in a row, because poolers assign either the most or the least recently used connection.
        for (let repeat = 0; repeat < 2; repeat++) {
          const { rows } = await client.query<{ pid: number; zone: string }>(
            `select pg_backend_pid() as pid, current_setting('TimeZone') as zone`,
          )
          const { pid, zone } = rows[0]!
          if (zone !== 'UTC')
            throw createPoolerError(`it does not pass the settings of a session on (TimeZone is ${zone})`)
          pidByClient.set(client, pidByClient.get(client) ?? pid)
          const otherClients = clients.filter((other) => other !== client)
          if (pidByClient.get(client) !== pid || otherClients.some((other) => pidByClient.get(other) === pid))
            throw createPoolerError('it gives one connection to several sessions')
        }
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}

const createPoolerError = (reason: string, options?: ErrorOptions): DatabaseUnavailable =>
  new DatabaseUnavailable(
    `Between this program and PostgreSQL lies a connection pooler that it cannot work with: ${reason}. Set DATABASE_URL to PostgreSQL itself; each instance keeps a pool of its own, of at most ${CONNECTIONS_PER_INSTANCE} connections.`,
    5,
    options,
  )
