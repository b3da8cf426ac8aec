import type { Application, Log, SessionLimits } from './application'
import { bindAreas, getFromOnlyArea } from './application'
import type { AreaServer } from './area'
import { InsertBatcher } from './crud/insert-batcher'
import { TotalAndNameCache, ListCache } from './crud/list-cache'
import type { Database, TransactionOptions } from './db/connect'
import { STARTUP_LOCK_KEY } from './db/migrate'
import type { DirectorySettings } from './directory-settings'
import { kitServer } from './kit'
import { openFiles } from './files/files'
import { ChangeFeed } from './live/change-feed'
import { runWriteTransaction, createEffects, getPoolQuery, settleEffects } from './pipeline'
import { openSeals } from './seals'
import { ConcurrencyLimit } from './concurrency-limit'
import { warnOfUnopenedSeals } from './warn-of-unopened-seals'
import type { Translations } from './translations'
import type { Context } from './context'

export interface ApplicationOptions {
  /** Every area of the plant, lowest layer first. */
  areas: readonly AreaServer[]
  db: Database
  words: Translations
  log: Log
  dataDir: string
  timeZone: string
  sessions: SessionLimits
  verifiedMinutes: number
  directory?: DirectorySettings | null
  publicUrl?: string | null
  outboundHosts?: readonly string[]
  /** Key that secrets are sealed with; empty for the one in the data folder. */
  secretKey?: string
  clock?: () => Date
}
/** Maximum age of a cached list if a change message of another instance gets lost. */
const SHARED_LIST_MAX_AGE_MS = 3_000
/** The same for totals and names, which each filter calculates anew and which cost more than a page of the list. */
const SHARED_TOTALS_MAX_AGE_MS = 30_000
/** Another instance seeds in a second or two; a slow machine may take longer. */
const SEED_TIMEOUT_MS = 5 * 60_000
/** Half of PostgreSQL's connections, or every other turn on the embedded database's only one. */
const MAX_DRAINING_PHONES = { postgres: 5, embedded: 1 }

/** Assembles the server on a migrated database. It does not listen or run jobs yet. */
export async function startApplication(options: ApplicationOptions): Promise<Application> {
  const { areas, db, words, log, dataDir, timeZone, sessions, verifiedMinutes } = options
  const clock = options.clock ?? (() => new Date())
  const changes = new ChangeFeed(db, (error) =>
    log.warn({ err: error }, 'changes could not be told to other instances'),
  )
  await changes.start()
  const hasOtherInstances = db.kind === 'postgres'
  const base = {
    db,
    words,
    log,
    timeZone,
    sessions,
    verifiedMinutes,
    directory: options.directory ?? null,
    publicUrl: options.publicUrl?.replace(/\/+$/, '') || null,
    ownPorts: new Set<number>(),
    outboundHosts: new Set(options.outboundHosts),
    seals: openSeals(dataDir, options.secretKey),
    clock,
    changes,
    site: 1,
  }
  const authenticator = getFromOnlyArea(areas, 'authenticator')
  if (!authenticator) throw new Error('no area says who a token belongs to')
  const app: Application = {
    ...base,
    ...bindAreas([kitServer, ...areas]),
    listCache: new ListCache(changes, hasOtherInstances ? SHARED_LIST_MAX_AGE_MS : Number.POSITIVE_INFINITY),
    totalsCache: new TotalAndNameCache(
      changes,
      hasOtherInstances ? SHARED_TOTALS_MAX_AGE_MS : Number.POSITIVE_INFINITY,
    ),
    jobBacklog: { isComplete: false, jobs: new Set() },
    history: { progress: null },
    jobSeconds: new Map(),
    insertBatcher: new InsertBatcher(getPoolQuery(base), base.site),
    drainLimit: new ConcurrencyLimit(MAX_DRAINING_PHONES[db.kind], Number.POSITIVE_INFINITY),
    files: openFiles(base, dataDir),
    authenticate: authenticator(base, sessions),
    factGuard: getFromOnlyArea(areas, 'factGuard'),
  }
  await app.files.sweepIncoming(!hasOtherInstances)
  await seedDatabase(app, async (ctx) => {
    for (const area of areas) await area.seed?.(ctx)
  })
  await warnOfUnopenedSeals(app)
  return app
}

/**
 * Inserts the rows that every plant begins with. Instances that start together take turns under the lock of the
 * migrations; the later ones find the rows.
 */
export async function seedDatabase<T>(app: Application, work: (ctx: Context) => Promise<T>): Promise<T> {
  const enterRows = async (ctx: Context): Promise<T> => {
    await ctx.query('select pg_advisory_xact_lock($1)', [STARTUP_LOCK_KEY])
    return work(ctx)
  }
  return runAsSystem(app, 'system.seed', enterRows, { statementTimeoutMs: SEED_TIMEOUT_MS })
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
  await settleEffects(app, effects)
  return result
}
