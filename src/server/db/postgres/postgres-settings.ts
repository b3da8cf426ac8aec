/** Settings of the connections to a PostgreSQL server. */
import * as z from 'zod/mini'
import { BadSetting, type SettingDefinition } from '../../setting'
import { listHostUrls } from './server-hosts'

/** How an instance connects to a PostgreSQL server. */
export interface ConnectionSettings {
  /**
   * Address of the server itself. If it is given, DATABASE_URL leads to a pooler in transaction mode, where a session
   * lasts for one transaction.
   */
  readonly directUrl?: string | undefined
  readonly poolSize?: number | undefined
  readonly statementTimeoutMs?: number | undefined
  /** Address of a standby that answers reports, exports, boards and statistics. */
  readonly replicaUrl?: string | undefined
}
export const DEFAULT_POOL_SIZE = 10
export const DEFAULT_STATEMENT_SECONDS = 30

const postgresUrlSchema = z
  .string()
  .check(
    z.refine(
      (v: string) => v === '' || (/^postgres(ql)?:\/\//.test(v) && listHostUrls(v).every((url) => URL.canParse(url))),
    ),
  )
const countSchema = z.pipe(z.string().check(z.regex(/^0*[1-9]\d{0,3}$/)), z.transform(Number))

/** The settings of the database as flags and environment variables. */
export const postgresFlags = {
  databaseUrl: {
    env: 'DATABASE_URL',
    flag: 'database-url',
    fallback: '',
    help: 'PostgreSQL 15 or newer instead of the embedded database; several hosts are separated by commas',
    schema: postgresUrlSchema,
  },
  databaseListenUrl: {
    env: 'DATABASE_LISTEN_URL',
    flag: 'database-listen-url',
    fallback: '',
    help: 'PostgreSQL itself, if DATABASE_URL leads to a pooler in transaction mode such as PgBouncer',
    schema: postgresUrlSchema,
  },
  databaseReadUrl: {
    env: 'DATABASE_READ_URL',
    flag: 'database-read-url',
    fallback: '',
    help: 'a standby of the PostgreSQL server, which answers reports, exports, boards and statistics',
    schema: postgresUrlSchema,
  },
  databasePoolSize: {
    env: 'DATABASE_POOL_SIZE',
    flag: 'database-pool-size',
    fallback: String(DEFAULT_POOL_SIZE),
    help: 'connections of this process to PostgreSQL, besides the one that listens',
    schema: countSchema,
  },
  databaseStatementSeconds: {
    env: 'DATABASE_STATEMENT_SECONDS',
    flag: 'database-statement-seconds',
    fallback: String(DEFAULT_STATEMENT_SECONDS),
    help: 'seconds after which PostgreSQL ends a statement or an idle transaction; backups and migrations have their own',
    schema: countSchema,
  },
} satisfies Record<string, SettingDefinition>
export interface PostgresFlagValues {
  readonly databaseUrl: string
  readonly databaseListenUrl: string
  readonly databaseReadUrl: string
  readonly databasePoolSize: number
  readonly databaseStatementSeconds: number
}

/** Smallest pool: jobs, phones and people each need a connection. */
const MIN_POOL_SIZE = 3

/**
 * Builds the settings of the connections to PostgreSQL.
 * @throws BadSetting if the settings contradict each other
 */
export function toConnectionSettings(values: PostgresFlagValues): ConnectionSettings {
  if (values.databaseListenUrl && !values.databaseUrl) throw new BadSetting('DATABASE_LISTEN_URL needs DATABASE_URL')
  if (values.databaseReadUrl && !values.databaseUrl) throw new BadSetting('DATABASE_READ_URL needs DATABASE_URL')
  if (listHostUrls(values.databaseReadUrl).length > 1)
    throw new BadSetting('DATABASE_READ_URL leads to one standby; put several behind a load balancer')
  if (values.databasePoolSize < MIN_POOL_SIZE)
    throw new BadSetting(`DATABASE_POOL_SIZE must be at least ${MIN_POOL_SIZE}`)
  return {
    directUrl: values.databaseListenUrl || undefined,
    replicaUrl: values.databaseReadUrl || undefined,
    poolSize: values.databasePoolSize,
    statementTimeoutMs: values.databaseStatementSeconds * 1000,
  }
}
