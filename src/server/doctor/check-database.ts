/** Checks of the database: that it answers, its version and privileges, its clock and its migrations. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { inspectDataFolder, getDatabaseFolder } from '../db/embedded/data-folder'
import { listAppliedMigrations, readMigrations } from '../db/migrate'
import { listMissingStructure } from '../db/schema-state'
import { countConnections, MIN_SERVER_VERSION } from '../db/postgres/open-postgres'
import { type ConnectionSettings, DEFAULT_STATEMENT_SECONDS } from '../db/postgres/postgres-settings'
import { explainLoginFailure, isLoginFailure } from '../db/postgres/login-failure'
import { describeServer, ServerHosts } from '../db/postgres/server-hosts'
import { buildStartupOptions } from '../db/postgres/session-settings'
import { migrationsFolder } from '../program-files'
import { createFailure, createOk, createWarning, type Finding } from './findings'

const CONNECT_TIMEOUT_MS = 5_000
const MAX_CLOCK_DIFFERENCE_S = 5

/** Checks the folder of the embedded database without opening it: a running server may hold it. */
export function checkEmbeddedDatabase(dataDir: string): Finding {
  const folder = resolve(dataDir)
  if (!existsSync(folder)) return createOk('Database', 'embedded; the first start creates it')
  try {
    return inspectDataFolder(folder) === 'new'
      ? createOk('Database', 'embedded; the first start creates it')
      : createOk('Database', `embedded, in ${getDatabaseFolder(folder)}`)
  } catch (error) {
    return createFailure(
      'Database',
      (error as Error).message,
      `Look at ${join(folder, 'database')} before you start the server.`,
    )
  }
}

interface ServerState {
  version: number
  encoding: string
  isStandby: boolean
  canCreate: boolean
  maxConnections: number
  usedConnections: number
  /** Clock of the server, seconds since 1970. */
  nowS: number
}

/** Checks a PostgreSQL server and the database on it. */
export async function checkPostgres(
  databaseUrl: string,
  now: () => Date,
  { directUrl, poolSize, statementTimeoutMs, replicaUrl }: ConnectionSettings = {},
): Promise<Finding[]> {
  const hosts = new ServerHosts(directUrl ?? databaseUrl)
  await hosts.findPrimary()
  const client = new pg.Client({
    ...buildStartupOptions(statementTimeoutMs ?? DEFAULT_STATEMENT_SECONDS * 1000),
    connectionString: hosts.currentUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  client.on('error', () => undefined) // the failing query reports the error
  try {
    await client.connect()
    const { rows } = await client.query<ServerState>(`select current_setting('server_version_num')::int as version,
      current_setting('server_encoding') as encoding, pg_is_in_recovery() as "isStandby",
      has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as "canCreate",
      current_setting('max_connections')::int as "maxConnections",
      (select count(*)::int from pg_stat_activity) as "usedConnections", extract(epoch from clock_timestamp())::float8 as "nowS"`)
    const server = rows[0]!
    const clockDifferenceS = Math.abs(now().getTime() / 1000 - server.nowS)
    return [
      ...checkServerState(server, clockDifferenceS, poolSize),
      await checkMigrations(client),
      ...(directUrl ? [await checkPooler(databaseUrl)] : []),
      ...(replicaUrl ? [await checkReplica(replicaUrl)] : []),
    ]
  } catch (error) {
    if (!isLoginFailure(error)) throw error
    const settingName = directUrl ? 'DATABASE_LISTEN_URL' : 'DATABASE_URL'
    if (/unsupported startup parameter/i.test(error.message))
      return [
        createFailure(
          'Database',
          `${settingName} leads to a connection pooler (${error.message})`,
          'Set DATABASE_LISTEN_URL to PostgreSQL itself; DATABASE_URL may lead to the pooler.',
        ),
      ]
    const [problem, remedy] = explainLoginFailure(error, settingName)
    return [createFailure('Database', `${describeServer(hosts.currentUrl)}: ${problem}`, remedy)]
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Checks that the pooler in front of the server accepts connections of this program. */
async function checkPooler(databaseUrl: string): Promise<Finding> {
  const hosts = new ServerHosts(databaseUrl)
  await hosts.findPrimary()
  const client = new pg.Client({
    connectionString: hosts.currentUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  })
  client.on('error', () => undefined) // the failing query reports the error
  try {
    await client.connect()
    await client.query('select 1')
    return createOk('Pooler', `${describeServer(databaseUrl)} answers`)
  } catch (error) {
    const [problem, remedy] = explainLoginFailure(error)
    return createFailure(
      'Pooler',
      `${describeServer(databaseUrl)}: ${problem}`,
      `${remedy} Check the databases and users of the pooler.`,
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Lag of the standby, s, above which a warning is due. */
const MAX_LAG_S = 60
/** Checks the standby that answers reports. The plant works without it, so its problems are warnings. */
async function checkReplica(replicaUrl: string): Promise<Finding> {
  const client = new pg.Client({ connectionString: replicaUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => undefined) // the failing query reports the error
  try {
    await client.connect()
    const { rows } = await client.query<{ isStandby: boolean; lagS: number | null }>(
      `select pg_is_in_recovery() as "isStandby", case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
        else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 end as "lagS"`,
    )
    const { isStandby, lagS } = rows[0]!
    if (!isStandby)
      return createWarning(
        'Standby',
        `${describeServer(replicaUrl)} takes writes, so it answers no reports`,
        'Set DATABASE_READ_URL to a standby of the server in DATABASE_URL.',
      )
    return lagS !== null && lagS > MAX_LAG_S
      ? createWarning(
          'Standby',
          `${lagS.toFixed(0)} s behind`,
          'Check its disk, its load and recovery_min_apply_delay.',
        )
      : createOk('Standby', `${describeServer(replicaUrl)} answers`)
  } catch (error) {
    const [problem, remedy] = explainLoginFailure(error, 'DATABASE_READ_URL')
    return createWarning(
      'Standby',
      `${describeServer(replicaUrl)}: ${problem}`,
      `${remedy} Until then the server in DATABASE_URL answers reports.`,
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Checks the version, encoding, role, privileges, connections and clock that a PostgreSQL server reports. */
export function checkServerState(server: ServerState, clockDifferenceS: number, poolSize?: number): Finding[] {
  const { version, encoding, isStandby, canCreate, maxConnections, usedConnections } = server
  const major = Math.floor(version / 10_000)
  const freeConnections = maxConnections - usedConnections
  return [
    version < MIN_SERVER_VERSION
      ? createFailure('Database', `PostgreSQL ${major} is too old`, 'Upgrade it to PostgreSQL 15 or newer.')
      : createOk('Database', `PostgreSQL ${major}`),
    ...(encoding === 'UTF8'
      ? []
      : [createFailure('Encoding', encoding, "Create the database with encoding 'UTF8' and template template0.")]),
    ...(isStandby
      ? [
          createFailure(
            'Role',
            'the server is a read-only standby',
            'Set DATABASE_URL to the server that takes writes.',
          ),
        ]
      : []),
    canCreate
      ? createOk('Privileges', 'the account may create tables')
      : createFailure(
          'Privileges',
          'the account may not create tables',
          'Make it the owner of the database: alter database … owner to …',
        ),
    freeConnections < countConnections(poolSize)
      ? createWarning(
          'Connections',
          `${freeConnections} of ${maxConnections} are free`,
          `Raise max_connections: each instance opens up to ${countConnections(poolSize)} (DATABASE_POOL_SIZE).`,
        )
      : createOk('Connections', `${freeConnections} of ${maxConnections} are free`),
    clockDifferenceS > MAX_CLOCK_DIFFERENCE_S
      ? createFailure(
          'Clock',
          `this machine and the database differ by ${clockDifferenceS.toFixed(0)} s`,
          'Synchronize both clocks (chrony, systemd-timesyncd).',
        )
      : createOk('Clock', `differs from the database by ${clockDifferenceS.toFixed(1)} s`),
  ]
}

/** Compares the migrations of the database with the migrations of this program. */
async function checkMigrations(client: pg.Client): Promise<Finding> {
  const programMigrations = readMigrations(migrationsFolder)
  const appliedMigrations = await listAppliedMigrations(client)
  const isKnown = appliedMigrations.every(({ hash }, index) => programMigrations[index]?.hash === hash)
  if (!isKnown)
    return createFailure(
      'Schema',
      'the database was made by a newer or another version',
      'Install the version that made it, or restore a backup of this version into an empty database.',
    )
  const missingCount = programMigrations.length - appliedMigrations.length
  if (appliedMigrations.length === 0)
    return createOk('Schema', 'the database is empty; the start of a new plant fills it')
  if (missingCount > 0) return createOk('Schema', `the next start applies ${missingCount} migrations`)
  const missing = await listMissingStructure(client, migrationsFolder)
  if (missing.tables.length > 0)
    return createFailure(
      'Schema',
      `tables are missing: ${formatNames(missing.tables)}`,
      'Restore the newest backup into an empty database, or copy the tables from it.',
    )
  return missing.foreignKeys.length > 0
    ? createFailure(
        'Schema',
        `foreign keys are missing: ${formatNames(missing.foreignKeys)}`,
        'Create them again, as a copy of the database has them: see src/docs/operation.md.',
      )
    : createOk('Schema', 'up to date')
}

/** Names listed in a message; further ones are only counted. */
const MAX_LISTED_NAMES = 5
const formatNames = (names: readonly string[]): string =>
  names.length > MAX_LISTED_NAMES
    ? `${names.slice(0, MAX_LISTED_NAMES).join(', ')} and ${names.length - MAX_LISTED_NAMES} more`
    : names.join(', ')
