import fs from 'node:fs'
import path from 'node:path'
import { type Application, type Log, type SessionLimits, bindAreas, getFromOnlyArea } from './application'
import type { AreaServer } from './area'
import { InsertBatcher } from './crud/insert-batcher'
import { TotalAndNameCache, ListCache } from './crud/list-cache'
import type { Database, TransactionOptions } from './db/connect'
import { STARTUP_LOCK_KEY } from './db/migrate'
import { DEFAULT_POOL_SIZE } from './db/postgres/postgres-settings'
import type { BackupSettings } from './backups/backup-settings'
import type { DirectorySettings } from './directory-settings'
import { kitServer } from './kit'
import { openFiles } from './files/files'
import type { S3Settings } from './files/s3-settings'
import { ChangeFeed } from './live/change-feed'
import { assertCallAllowed, getBoundEndpoint, parseEndpointInput } from './pipeline'
import { runWriteTransaction, carryOutEffects } from './run-in-transaction'
import { createEffects, getPoolQuery, createContext } from './create-context'
import { createReplicaReads } from './replica-reads'
import { sql, Sql } from './sql'
import { findSealKeys, KEY_FILE, KEY_SETTING, NEW_KEY_FILE, openSeals } from './seals'
import { ensurePlantIdentity } from './plant-identity'
import { loadPlantState } from './plant-remains'
import { BadSetting } from './setting'
import { ConcurrencyLimit } from './concurrency-limit'
import type { Translations } from './translations'
import type { Context, Person } from './context'
import type { AppContext } from './crud/operations'
import { getStatements } from './crud/statements'

export interface ApplicationOptions {
  /** Every area of the plant, lowest layer first. */
  areas: readonly AreaServer[]
  db: Database
  translations: Translations
  log: Log
  dataDir: string
  timeZone: string
  sessions: SessionLimits
  verifiedMinutes: number
  directory?: DirectorySettings | null
  publicUrl?: string | null
  outboundHosts?: readonly string[]
  /** The S3 server that stores files; without it they are in the data folder. */
  s3?: S3Settings | null
  /** The key that seals secrets. If it is empty, the key in the data folder is used. */
  secretKey?: string
  /** Accepts a new key although the database belongs to another key. Secrets sealed with the old key are then lost. */
  acceptNewKey?: boolean
  backups?: BackupSettings
  clock?: () => Date
}
/** Maximum age of a cached list if a change message of another instance gets lost. */
const SHARED_LIST_MAX_AGE_MS = 3_000
/**
 * Maximum age of cached totals and names if a change message gets lost. Totals and names may be older than lists,
 * because they cost more than a page and are calculated per filter.
 */
const SHARED_TOTALS_MAX_AGE_MS = 30_000
/** Maximum wait for another instance that is seeding. Seeding takes a second or two, on a slow machine longer. */
const SEED_TIMEOUT_MS = 5 * 60_000
/**
 * Phones that may send their outbox at once: half of PostgreSQL's connections; the embedded database has one connection,
 * which phones and other callers use in turn.
 */
const MAX_SENDING_PHONES = { postgres: 5, embedded: 1 }

/** Assembles the server on a migrated database. It does not listen or run jobs yet. */
export async function startApplication(options: ApplicationOptions): Promise<Application> {
  const { areas, db, translations, log, dataDir, timeZone, sessions, verifiedMinutes } = options
  const clock = options.clock ?? (() => new Date())
  const newKeyFile = path.join(dataDir, NEW_KEY_FILE)
  const acceptsNewKey = Boolean(options.acceptNewKey) || fs.existsSync(newKeyFile)
  if (!acceptsNewKey) await assertKeyNotLost(db, dataDir, options.secretKey)
  const changes = new ChangeFeed(db, (error) =>
    log.warn({ err: error }, 'changes could not be told to other instances'),
  )
  await changes.start()
  const mayHaveOtherInstances = db.kind === 'postgres'
  const appBase = {
    db,
    translations,
    log,
    timeZone,
    sessions,
    verifiedMinutes,
    directory: options.directory ?? null,
    publicUrl: options.publicUrl?.replace(/\/+$/, '') || null,
    ownPorts: new Set<number>(),
    outboundHosts: new Set(options.outboundHosts),
    seals: openSeals(dataDir, options.secretKey),
    backups: options.backups ?? null,
    clock,
    changes,
    site: 1,
  }
  const authenticator = getFromOnlyArea(areas, 'authenticator')
  if (!authenticator) throw new Error('no area says who a token belongs to')
  const app: Application = {
    ...appBase,
    ...bindAreas([kitServer, ...areas]),
    listCache: new ListCache(changes, mayHaveOtherInstances ? SHARED_LIST_MAX_AGE_MS : Number.POSITIVE_INFINITY),
    totalsCache: new TotalAndNameCache(
      changes,
      mayHaveOtherInstances ? SHARED_TOTALS_MAX_AGE_MS : Number.POSITIVE_INFINITY,
    ),
    replicaReads: createReplicaReads(db, getPoolQuery(appBase), appBase.site, log),
    jobBacklog: { hasEveryJobRun: false, jobs: new Set() },
    history: { progress: null },
    jobSeconds: new Map(),
    jobFailures: new Map(),
    insertBatcher: new InsertBatcher(getPoolQuery(appBase), appBase.site),
    phoneSyncLimit: new ConcurrencyLimit(
      Math.min(MAX_SENDING_PHONES[db.kind], Math.ceil((db.pool.options.max ?? DEFAULT_POOL_SIZE) / 2)),
      Number.POSITIVE_INFINITY,
    ),
    files: openFiles(appBase, dataDir, options.s3 ?? null),
    authenticate: authenticator(appBase, sessions),
    monthGuard: getFromOnlyArea(areas, 'monthGuard'),
  }
  await app.files.removeAbandonedIncoming(!mayHaveOtherInstances)
  await seedDatabase(app, async (ctx) => {
    await assertKeyOfPlant(ctx, app, acceptsNewKey)
    await ensurePlantIdentity(ctx)
    for (const area of areas) await area.seed?.(ctx)
  })
  fs.rmSync(newKeyFile, { force: true })
  await warnOfUnopenedSeals(app)
  return app
}

/**
 * Inserts the rows that every plant begins with. Instances that start together take turns under the lock of the
 * migrations; the later instances find the rows.
 */
export async function seedDatabase<T>(app: Application, work: (ctx: Context) => Promise<T>): Promise<T> {
  const seedRows = async (ctx: Context): Promise<T> => {
    await ctx.query(sql`select pg_advisory_xact_lock(${STARTUP_LOCK_KEY})`)
    return work(ctx)
  }
  return runAsSystem(app, 'system.seed', seedRows, { statementTimeoutMs: SEED_TIMEOUT_MS })
}

/** Runs work as the system in one transaction, e.g. for seeding and maintenance. */
export async function runAsSystem<T>(
  app: Application,
  taskName: string,
  work: (ctx: Context) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  const effects = createEffects()
  const origin = {
    requestId: taskName,
    address: null,
    device: null,
    via: 'job' as const,
    occurredAt: null,
    baseVersion: null,
  }
  const result = await runWriteTransaction(
    app,
    { endpoint: taskName, person: null, origin, language: 'zh' },
    effects,
    work,
    options,
  )
  await carryOutEffects(app, effects)
  return result
}

/**
 * Runs an operation on behalf of another person, with that person's rights, inside the transaction of `ctx`.
 * Used when somebody with the authority approves a call that was blocked.
 * @throws whatever the operation throws; its writes are then rolled back
 */
export async function runAsPerson(ctx: Context, person: Person, operation: string, body: unknown): Promise<unknown> {
  const { app } = ctx as AppContext
  const endpointBinding = getBoundEndpoint(app, operation)
  assertCallAllowed(endpointBinding.endpoint, person)
  const effects = createEffects()
  const origin = { ...ctx.origin, via: 'sync' as const, occurredAt: ctx.now.toISOString(), baseVersion: null }
  const innerContext = createContext(
    app,
    { endpoint: operation, person, origin, language: ctx.language },
    ctx.query,
    effects,
  )
  const answer = await endpointBinding.run(innerContext, parseEndpointInput(endpointBinding.endpoint, body))
  for (const name of effects.changedResources) ctx.touch(name)
  for (const notice of effects.notices) ctx.notify({ ...notice, title: (language) => notice.title[language] })
  for (const effect of effects.afterCommit) ctx.afterCommit(effect)
  return answer
}

const ACCEPT_NEW_KEY_HINT =
  'If the old key is lost, start once with --accept-new-key (as a service: ACCEPT_NEW_KEY=1 in /etc/nonwoven-mes.env, removed after one start): second factors, passwords of data sources and addresses of robots must then be entered again.'

/**
 * Asserts that a database that belongs to a key is not opened without any. Called before a key is created, because a new key
 * file would hide that the old one is lost.
 * @throws BadSetting that names the ways out
 */
async function assertKeyNotLost(db: Database, dataDir: string, secretKey: string | undefined): Promise<void> {
  if (findSealKeys(dataDir, secretKey).size > 0) return
  const { keyFingerprint } = await loadPlantState(db.pool)
  if (keyFingerprint !== null)
    throw new BadSetting(
      `${path.join(dataDir, KEY_FILE)} is missing, but the database belongs to a key. Copy ${KEY_FILE} of another instance or from where it is kept, or set SECRET_KEY. ${ACCEPT_NEW_KEY_HINT} No key was created.`,
    )
}

/**
 * Asserts that this instance has the key that the database belongs to, and stores the fingerprint of its own key if the
 * database has none yet. Two instances with different keys could not open each other's secrets.
 * @throws BadSetting that tells the operator how to continue
 */
async function assertKeyOfPlant(ctx: Context, { seals, log }: Application, acceptsNewKey: boolean): Promise<void> {
  const [sealingFingerprint] = seals.keyFingerprints
  const [storedFingerprint] = await ctx.query(
    sql<{
      value: string
    }>`select value #>> '{}' as value from setting where site_id = ${ctx.site} and name = ${KEY_SETTING}`,
  )
  if (storedFingerprint?.value === sealingFingerprint) return
  if (storedFingerprint && !seals.keyFingerprints.includes(storedFingerprint.value)) {
    if (!acceptsNewKey)
      throw new BadSetting(
        `SECRET_KEY (or ${KEY_FILE} of the data folder) is not the key of this database: another instance seals its secrets with another key. Copy ${KEY_FILE} of that instance, or set the same SECRET_KEY. ${ACCEPT_NEW_KEY_HINT}`,
      )
    log.warn('the database now belongs to a new key: secrets that were sealed with the old one cannot be opened')
  }
  await ctx.query(
    sql`insert into setting (site_id, name, value, updated_at) values (${ctx.site}, ${KEY_SETTING}, ${JSON.stringify(sealingFingerprint)}::jsonb, ${ctx.now})
      on conflict (site_id, name) do update set value = excluded.value, updated_at = excluded.updated_at`,
  )
}

/** Columns with secrets in the kit's own tables. Secrets of resources are declared as fields. */
const KIT_SECRET_COLUMNS = [
  { table: 'second_factor', column: 'secret' },
  { table: 'outbound_message', column: 'secret' },
] as const

/** Warns at the start about secrets that no available key can open, e.g. after a restore without the old key. */
export async function warnOfUnopenedSeals(app: Application): Promise<void> {
  const columns = [
    ...KIT_SECRET_COLUMNS,
    ...[...app.resources.values()].flatMap((resource) => {
      const { secrets, table, columnByField } = getStatements(resource)
      return secrets.map((name) => ({ table, column: columnByField[name]! }))
    }),
  ]
  const prefixPatterns = app.seals.keyPrefixes.map((prefix) => `${prefix}%`)
  for (const { table, column } of columns) {
    const columnSql = new Sql([column])
    const [row] = await getPoolQuery(app)(
      sql<{ n: number }>`select count(*)::int as n from ${new Sql([table])}
        where site_id = ${app.site} and ${columnSql} is not null and not ${columnSql} like any(${prefixPatterns})`,
    )
    if (row!.n > 0)
      app.log.warn(
        { table, column, rows: row!.n },
        'secrets cannot be opened: they are sealed with another key. Add the line of the old secret.key to the one in the data folder, or enter them again',
      )
  }
}
