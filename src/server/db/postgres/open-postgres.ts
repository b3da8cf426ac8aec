/** Opens a pool on a PostgreSQL server and checks that the server is usable. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Backend, DatabaseLog } from '../backend'
import { DatabaseUnavailable, isUnavailable } from '../errors'
import { explainLoginFailure, isPasswordMissing } from './login-failure'
import { DatabasePool, type DatabasePoolConfig } from '../pool'
import { PostgresChannels } from './postgres-channels'
import { type ConnectionSettings, DEFAULT_POOL_SIZE, DEFAULT_STATEMENT_SECONDS } from './postgres-settings'
import { describeServer, ServerHosts } from './server-hosts'
import { assertSessionSettings, buildStartupOptions, storeSessionSettings } from './session-settings'

export interface PostgresOptions {
  databaseUrl: string
  connections?: ConnectionSettings | undefined
  log: DatabaseLog
}

const START_TIMEOUT_MS = 20_000
/** Oldest PostgreSQL that works, as its `server_version_num`. */
export const MIN_SERVER_VERSION = 150_000
/** Returns the maximum number of connections of an instance: its pool and the listening connection. */
export const countConnections = (poolSize = DEFAULT_POOL_SIZE): number => poolSize + 1

/**
 * Connects to a PostgreSQL server, or to a pooler in transaction mode and the server behind it.
 * @throws DatabaseUnavailable after 20 s; at once if the server refuses the login or is too old
 */
export async function openPostgres({ databaseUrl, connections = {}, log }: PostgresOptions): Promise<Backend> {
  const { directUrl, poolSize = DEFAULT_POOL_SIZE } = connections
  const statementTimeoutMs = connections.statementTimeoutMs ?? DEFAULT_STATEMENT_SECONDS * 1000
  const commonConfig = { application_name: 'nonwoven-mes', connectionTimeoutMillis: 10_000, keepAlive: true }
  const directConfig: pg.ClientConfig = { ...commonConfig, ...buildStartupOptions(statementTimeoutMs) }
  const poolConfig: DatabasePoolConfig = directUrl ? { ...commonConfig, namedStatements: false } : directConfig
  const onServerChange = (): void => {
    log.warn({ place: describeServer(poolHosts.currentUrl) }, 'another PostgreSQL server takes the writes now')
    pool.closeConnections(new DatabaseUnavailable('another PostgreSQL server takes the writes now'))
  }
  const poolHosts = new ServerHosts(databaseUrl, onServerChange)
  const directHosts = directUrl ? new ServerHosts(directUrl) : poolHosts
  const hosts = [...new Set([directHosts, poolHosts])]
  const findPrimaries = async (): Promise<boolean> =>
    (await Promise.all(hosts.map((serverHosts) => serverHosts.findPrimary()))).every(Boolean)
  const pool = new DatabasePool({
    ...poolConfig,
    hosts: poolHosts,
    retriesReads: true,
    max: poolSize,
    idleTimeoutMillis: 60_000,
  })
  pool.on('error', (error) => log.warn({ reason: error.message }, 'an idle database connection was lost'))
  const replicaPool = connections.replicaUrl
    ? openReplicaPool({ ...directConfig, connectionString: connections.replicaUrl }, poolSize, log)
    : null
  const getDirectConfig = async (): Promise<pg.ClientConfig> => {
    await findPrimaries()
    return { ...directConfig, connectionString: directHosts.currentUrl }
  }
  // Without a primary, a connection to the last known one would only run into its timeout and delay the next search.
  const getListenConfig = async (): Promise<pg.ClientConfig> => {
    if (!(await findPrimaries())) throw new DatabaseUnavailable('none of the PostgreSQL servers takes writes')
    return { ...directConfig, connectionString: directHosts.currentUrl }
  }
  const channels = new PostgresChannels(getListenConfig, pool, log)
  try {
    if (directUrl) {
      await waitUntilReachable(() => queryStandby(getDirectConfig), log, describeServer(directUrl))
      await runOnSeparateConnection(await getDirectConfig(), (client) =>
        storeSessionSettings(client, statementTimeoutMs),
      )
    }
    const queryPool = async () => {
      await findPrimaries()
      return pool.query<{ standby: boolean }>(STANDBY_QUERY)
    }
    await waitUntilReachable(queryPool, log, describeServer(databaseUrl))
    await assertServerSupported(pool)
    await assertSessionPerConnection(await getDirectConfig(), poolSize)
    if (directUrl) await assertSessionSettings(pool, statementTimeoutMs)
    await channels.start()
  } catch (error) {
    await channels.stop()
    await Promise.all([pool.end(), replicaPool?.end()])
    // The server itself refused, e.g. because of a wrong password or a missing database.
    throw error instanceof pg.DatabaseError || isPasswordMissing(error)
      ? new DatabaseUnavailable(
          `PostgreSQL at ${describeServer(databaseUrl)} refused: ${explainLoginFailure(error).join('. ')}`,
          5,
          { cause: error },
        )
      : error
  }
  return {
    kind: 'postgres',
    pool,
    channels,
    replicaPool,
    waitUntilDurable: () => Promise.resolve(),
    // A synchronous commit also flushes all earlier commits, but only if it writes something. The statement is a `values`,
    // because the pool repeats a failed `select` on another connection, which may lead to another server.
    flush: async () => void (await pool.query(`values (pg_logical_emit_message(true, 'flush', ''))`)),
    allowLongStatements: () => () => undefined,
    makeDurable: () => Promise.resolve(),
    isDurable: () => true,
    checkpoint: () => Promise.resolve(),
    vacuum: () => Promise.resolve([]),
    getHealth: () => channels.getHealth(),
    close: async () => {
      await channels.stop()
      await Promise.all([pool.end(), replicaPool?.end()])
    },
  }
}

/** Timeout for a connection to the standby, ms. People wait for this time before the server itself is asked. */
const REPLICA_CONNECT_TIMEOUT_MS = 2_000
/** Opens a pool on a standby. The standby may be away: nothing is checked before the first read. */
function openReplicaPool(config: pg.ClientConfig, poolSize: number, log: DatabaseLog): DatabasePool {
  const pool = new DatabasePool({
    ...config,
    connectionTimeoutMillis: REPLICA_CONNECT_TIMEOUT_MS,
    max: poolSize,
    idleTimeoutMillis: 60_000,
  })
  pool.on('error', (error) => log.warn({ reason: error.message }, 'an idle connection to the standby was lost'))
  return pool
}

const STANDBY_QUERY = 'select pg_is_in_recovery() as standby'
const queryStandby = async (getConfig: () => Promise<pg.ClientConfig>): Promise<pg.QueryResult<{ standby: boolean }>> =>
  runOnSeparateConnection(await getConfig(), (client) => client.query<{ standby: boolean }>(STANDBY_QUERY))
/** Runs work on a separate connection, which is closed afterwards. */
async function runOnSeparateConnection<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config)
  client.on('error', () => undefined) // the failing query reports the error
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Waits for the server, which may still be starting together with this program. */
async function waitUntilReachable(
  query: () => Promise<pg.QueryResult<{ standby: boolean }>>,
  log: DatabaseLog,
  server: string,
): Promise<void> {
  const startedAt = performance.now()
  for (let delayMs = 200; ; delayMs = Math.min(delayMs * 2, 2000)) {
    try {
      const { rows } = await query()
      if (rows[0]?.standby) throw new DatabaseUnavailable('it is a read-only standby')
      return
    } catch (error) {
      if (error instanceof pg.DatabaseError && /unsupported startup parameter/i.test(error.message))
        throw createPoolerError(error.message, undefined, { cause: error })
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
async function assertSessionPerConnection(config: pg.ClientConfig, poolSize: number): Promise<void> {
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
            throw createPoolerError(`it does not pass the settings of a session on (TimeZone is ${zone})`, poolSize)
          pidByClient.set(client, pidByClient.get(client) ?? pid)
          const otherClients = clients.filter((other) => other !== client)
          if (pidByClient.get(client) !== pid || otherClients.some((other) => pidByClient.get(other) === pid))
            throw createPoolerError('it gives one connection to several sessions', poolSize)
        }
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}

const createPoolerError = (reason: string, poolSize?: number, options?: ErrorOptions): DatabaseUnavailable =>
  new DatabaseUnavailable(
    `Between this program and PostgreSQL lies a connection pooler that it cannot work with: ${reason}. Set DATABASE_URL to PostgreSQL itself; each instance keeps a pool of its own, of at most ${countConnections(poolSize)} connections. Or keep the pooler in DATABASE_URL and set DATABASE_LISTEN_URL to PostgreSQL itself.`,
    5,
    options,
  )
