import type { Application, Log, SessionLimits } from './application'
import { bindAreas, onlyOne } from './application'
import type { AreaServer } from './area'
import { InsertsTogether } from './crud/inserts-together'
import { KeptFigures, ListCache } from './crud/list-cache'
import type { Database, TransactionOptions } from './db/connect'
import { START_LOCK } from './db/migrate'
import type { DirectorySettings } from './directory-settings'
import { kitServer } from './kit'
import { openFiles } from './files/files'
import { Changes } from './live/changes'
import { inWrite, noEffects, poolQuery, settle } from './pipeline'
import { openSeals } from './seals'
import { Turns } from './turns'
import { tellUnopenedSeals } from './unopened-seals'
import type { Words } from './words'
import type { Context } from './context'

export interface StartOptions {
  /** Every area of the plant, lowest layer first. */
  areas: readonly AreaServer[]
  db: Database
  words: Words
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
const SHARED_LIST_MS = 3_000
/** The same for totals and names, which each filter calculates anew and which cost more than a page of the list. */
const SHARED_FIGURES_MS = 30_000
/** Another instance seeds in a second or two; a slow machine may take longer. */
const SEED_PATIENCE_MS = 5 * 60_000
/** Half of PostgreSQL's connections, or every other turn on the embedded database's only one. */
const DRAINING = { postgres: 5, embedded: 1 }

/** Assembles the server on a migrated database. It does not listen or run jobs yet. */
export async function startApplication(options: StartOptions): Promise<Application> {
  const { areas, db, words, log, dataDir, timeZone, sessions, verifiedMinutes } = options
  const clock = options.clock ?? (() => new Date())
  const changes = new Changes(db, (error) => log.warn({ err: error }, 'changes could not be told to other instances'))
  await changes.start()
  const shared = db.kind === 'postgres'
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
  const authenticator = onlyOne(areas, 'authenticator')
  if (!authenticator) throw new Error('no area says who a token belongs to')
  const app: Application = {
    ...base,
    ...bindAreas([kitServer, ...areas]),
    listCache: new ListCache(changes, shared ? SHARED_LIST_MS : Number.POSITIVE_INFINITY),
    kept: new KeptFigures(changes, shared ? SHARED_FIGURES_MS : Number.POSITIVE_INFINITY),
    behind: { known: false, jobs: new Set() },
    history: { progress: null },
    worked: new Map(),
    together: new InsertsTogether(poolQuery(base), base.site),
    draining: new Turns(DRAINING[db.kind], Number.POSITIVE_INFINITY),
    files: openFiles(base, dataDir),
    authenticate: authenticator(base, sessions),
    factGuard: onlyOne(areas, 'factGuard'),
  }
  await app.files.sweepIncoming(!shared)
  await seed(app, async (ctx) => {
    for (const area of areas) await area.seed?.(ctx)
  })
  await tellUnopenedSeals(app)
  return app
}

/**
 * Inserts the rows that every plant begins with. Instances that start together take turns under the lock of the
 * migrations; the later ones find the rows.
 */
export async function seed<T>(app: Application, work: (ctx: Context) => Promise<T>): Promise<T> {
  const enterRows = async (ctx: Context): Promise<T> => {
    await ctx.query('select pg_advisory_xact_lock($1)', [START_LOCK])
    return work(ctx)
  }
  return asSystem(app, 'system.seed', enterRows, { patience: SEED_PATIENCE_MS })
}

/** Runs work as the system in one transaction, e.g. for seeding and maintenance. */
export async function asSystem<T>(
  app: Application,
  what: string,
  work: (ctx: Context) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  const effects = noEffects()
  const origin = {
    requestId: what,
    address: null,
    device: null,
    via: 'job' as const,
    occurredAt: null,
    baseVersion: null,
  }
  const result = await inWrite(app, { endpoint: what, person: null, origin, language: 'zh' }, effects, work, options)
  await settle(app, effects)
  return result
}
