/**
 * Settings of each session. They override the settings of server, database and account, because the program relies on
 * the isolation level and on commits that are on disk when they are acknowledged.
 */
import pg from 'pg'
import { DatabaseUnavailable } from '../errors'

/** A lock held for longer means a stuck or large transaction; waiting callers are told to retry. */
const LOCK_TIMEOUT_MS = 4_000

type SessionSettings = Readonly<Record<string, string>>
const SETTINGS_WITHOUT_TIMEOUTS: SessionSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  client_min_messages: 'warning',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  default_transaction_deferrable: 'off',
  synchronous_commit: 'on',
  // The planner chooses JIT compilation by estimated cost; it takes longer than our statements.
  jit: 'off',
}
const getTimeouts = (statementTimeoutMs: number) => ({
  statement_timeout: statementTimeoutMs,
  lock_timeout: Math.min(LOCK_TIMEOUT_MS, statementTimeoutMs),
  idle_in_transaction_session_timeout: statementTimeoutMs,
})

/** Builds client options that send the settings in the start-up message of each session, which saves a round trip. */
export const buildStartupOptions = (statementTimeoutMs: number): pg.ClientConfig => ({
  ...getTimeouts(statementTimeoutMs),
  options: Object.entries(SETTINGS_WITHOUT_TIMEOUTS)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' '),
})

const getAllSettings = (statementTimeoutMs: number): SessionSettings => ({
  ...SETTINGS_WITHOUT_TIMEOUTS,
  ...Object.fromEntries(Object.entries(getTimeouts(statementTimeoutMs)).map(([name, value]) => [name, String(value)])),
})

/**
 * Stores the settings for this account in this database. A pooler passes no options on, but the server gives these
 * settings to each session that the pooler opens.
 * @param client connection to the server itself
 */
export async function storeSessionSettings(client: pg.Client, statementTimeoutMs: number): Promise<void> {
  await client.query('begin')
  // The lock makes instances take turns: instances that start together would update the same row of the catalog.
  await client.query(`select pg_advisory_xact_lock(hashtext('session_settings'))`)
  const { rows } = await client.query<{ database: string; stored: string[] | null }>(
    `select current_database() as database, (select setconfig from pg_db_role_setting s
       join pg_database d on d.oid = s.setdatabase join pg_roles r on r.oid = s.setrole
       where d.datname = current_database() and r.rolname = current_user) as stored`,
  )
  const { database, stored } = rows[0]!
  for (const [name, value] of Object.entries(getAllSettings(statementTimeoutMs)))
    if (!stored?.includes(`${name}=${value}`))
      await client.query(
        `alter role current_user in database ${pg.escapeIdentifier(database)} set ${name} = ${toSettingValue(name, value)}`,
      )
  await client.query('commit')
}
/** DateStyle is a list; as one quoted value it would be refused. */
const toSettingValue = (name: string, value: string): string => (name === 'DateStyle' ? value : pg.escapeLiteral(value))

const PROBE_ROUNDS = 3
const PARALLEL_PROBES = 4
/**
 * Asserts that sessions behind a pooler have the settings, which `storeSessionSettings` has stored.
 * @throws DatabaseUnavailable that tells the operator what to do
 */
export async function assertSessionSettings(pool: pg.Pool, statementTimeoutMs: number): Promise<void> {
  const settings = getAllSettings(statementTimeoutMs)
  const probe = async (): Promise<void> => {
    const { rows } = await pool.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name = any($1)`,
      [Object.keys(settings)],
    )
    const wrongSetting = rows.find(({ name, setting }) => settings[name] !== setting)
    if (wrongSetting || rows.length !== Object.keys(settings).length)
      throw new DatabaseUnavailable(
        `The pooler at DATABASE_URL has sessions without the settings of this program (${wrongSetting ? `${wrongSetting.name} is ${wrongSetting.setting}` : 'some are unknown'}). Run RECONNECT in its console or restart it; DATABASE_URL and DATABASE_LISTEN_URL must name the same account and database.`,
        5,
      )
  }
  for (let round = 0; round < PROBE_ROUNDS; round++) await Promise.all(Array.from({ length: PARALLEL_PROBES }, probe))
}
