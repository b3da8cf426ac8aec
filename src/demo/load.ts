import type { PoolClient } from 'pg'
import { inspectionResult } from '@/areas/maintenance/contract/inspection-round'
import { rollMovement } from '@/areas/rolls/contract/roll-movement'
import { slitRoll, slitSet } from '@/areas/rolls/contract/slitting'
import { hashPassword } from '@/areas/access/server/password'
import type { Application } from '@/server/application'
import { judgeAndStoreFile, toMemorySource, hashSha256 } from '@/server/files/judge-file'
import { demoPassword } from './accounts'
import { BulkStore, withoutIndexes, type Waiting } from './bulk'
import { storeBooks } from './cost'
import { eraOf, HISTORY_MONTHS, historyMonths } from './era'
import { GeneratorThread, type Made } from './generator-thread'
import { MARK, type DemoMark } from './mark'
import { storeNotices } from './notices'
import { storeDashboards } from './overview'
import { storePrices } from './prices'
import { historyTables, leaveRest, reportHistory } from './rest'
import { storeReworks } from './reworks'
import type { DemoLanguage } from './said'
import { loadReasons, loadRoleIds } from './seeded-rows'
import { countedTables, storeMovements } from './roll-movements'
import { storeSheets } from './sheets'
import { drawPhoto, drawWeb, type Photo } from './photos'

export interface LoadOptions {
  seed: number
  /** See `DemoOptions`. */
  scale: number
  now: Date
  /** See `DemoOptions`. */
  days?: number | undefined
  language: DemoLanguage
  onProgress(done: number, total: number, what: string): void
}
/**
 * Most of all rows: what only makes reading them faster is made when people may already come in. A page of orders looks up the
 * rolls of each, though: without that index its statement runs until the database breaks it off, and nobody is served meanwhile.
 */
const LARGEST: readonly Waiting[] = [
  { of: slitRoll, lookedUpBy: ['workOrderId', 'jumboRollId', 'slitSetId', 'packageId'] },
  { of: slitSet, lookedUpBy: ['jumboRollId', 'cuttingId'] },
  { of: rollMovement, lookedUpBy: ['workOrderId', 'jumboRollId'] },
  { of: inspectionResult, lookedUpBy: ['roundId'] },
]
/** Tables of more than about 2,000 rows: their indexes are made once they are filled. */
const LARGE_TABLES: ReadonlySet<string> = new Set(
  (
    'slit_roll slit_set jumbo_roll cutting package roll_movement hopper_content feed recycle inspection_result ' +
    'inspection_round meter_reading pm_record stock_movement line_stop repair handover test_result quality_check ' +
    'material_inspection team_check width_check work_order'
  ).split(' '),
)
/** Enough to plan by on the first day, in a third of the time; upkeep counts with the database's own target when the app is in use. */
const STATISTICS_TARGET = 20
const PATIENCE_MS = 60 * 60_000
/** Rows of one place, near enough for a progress bar: those of its machines, and those of a day of its production. */
const ROWS_A_PLACE = 91_000
const ROWS_A_DAY = 760
const ERA_DAYS = 396

/**
 * Fills the database with the demonstration plant, once: a database that has it already is left alone, so is one where
 * somebody has entered machines or people. All of it is one transaction. The seeded roles must be there. What may follow
 * when people are in already is left to `demoRest`.
 */
export async function loadDemo(app: Application, options: LoadOptions): Promise<void> {
  if (await filled(app)) return reportHistory(app)
  const hash = await hashPassword(demoPassword)
  const { days = ERA_DAYS } = options
  const ofMachines = (ROWS_A_PLACE * historyMonths(days)) / HISTORY_MONTHS
  const total = Math.round(ofMachines + ROWS_A_DAY * Math.min(ERA_DAYS, days)) * Math.max(1, options.scale)
  let done = 0
  const stored = (rows: number) => {
    done += rows
    options.onProgress(Math.min(done, total - 1), total, MARK)
  }
  await app.db.transaction(
    async (client) => {
      done = 0
      await client.query(`set local default_statistics_target = ${STATISTICS_TARGET}`)
      // Two instances that start at once take turns; the later one finds the mark.
      await client.query(`select pg_advisory_xact_lock(hashtext('demonstration'))`)
      if (await marked(client, app.site)) return
      const asking = {
        site: app.site,
        query: async <R extends object>(text: string, values: readonly unknown[]) =>
          (await client.query(text, [...values])).rows as R[],
      }
      const roleIds = await loadRoleIds(asking)
      let { weeks, numbers }: Made = { weeks: [], numbers: new Map() }
      // The thread begins to make rows at once; they are stored when the tables are ready for them
      let beginStoring = (): void => undefined
      const ready = new Promise<void>((resolve) => {
        beginStoring = resolve
      })
      const generator = new GeneratorThread(
        {
          seed: options.seed,
          scale: options.scale,
          now: options.now,
          zone: app.timeZone,
          roleIds,
          ...(await loadReasons(asking)),
          days: options.days,
          language: options.language,
          store: { site: app.site, passwordHash: hash },
        },
        {
          query: async (text, values) => {
            await ready
            return client.query(text, values)
          },
          storePhoto: async (photo) => {
            await ready
            await storePhoto(app, client, photo)
          },
          onStored: stored,
        },
      )
      const fill = async () => {
        beginStoring()
        ;({ weeks, numbers } = await generator.made)
        const store = await BulkStore.open(client, app.site, stored)
        const era = eraOf(options.now, app.timeZone, options.language, options.days)
        await storePrices(client, app.site, store, era)
        await storeBooks(client, app.site, store, era)
        await storeReworks(client, app.site, era)
        await storeSheets(client, app.site, era)
        await storeNotices(client, app.site, store, era, roleIds)
        await storeDashboards(client, app.site, store, era, roleIds)
        await storeMovements(client, app.site, { now: options.now, zone: app.timeZone })
        await storeNumbers(client, app.site, numbers)
      }
      try {
        const deferred = await withoutIndexes(client, [...app.resources.values()], fill, {
          waiting: LARGEST,
          large: LARGE_TABLES,
          growing: () => (weeks.length > 0 ? historyTables : []),
        })
        const at = options.now.toISOString()
        await client.query('insert into setting (site_id, name, value, updated_at) values ($1, $2, $3, $4)', [
          app.site,
          MARK,
          JSON.stringify({
            seed: options.seed,
            scale: options.scale,
            language: options.language,
            days: options.days,
            at,
          } satisfies DemoMark),
          options.now,
        ])
        await leaveRest(client, app.site, deferred, { weeks, generator, at, uncounted: await findUncounted(client) })
      } catch (error) {
        await generator.close()
        throw error
      }
    },
    { statementTimeoutMs: PATIENCE_MS },
  )
  app.changes.publishSoon(app.resources.keys())
  await reportHistory(app)
  options.onProgress(total, total, MARK)
}

/** Tables that are worth an index and whose rows nobody counted yet; `storeMovements` counted those that it reads. */
async function findUncounted(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and pg_relation_size(c.oid) > 65536 and c.relname <> all($1::text[]) order by pg_relation_size(c.oid) desc`,
    [countedTables],
  )
  return rows.map(({ name }) => name)
}
async function filled(app: Application): Promise<boolean> {
  const { rows } = await app.db.pool.query<{ there: boolean }>(
    `select exists (select 1 from setting where site_id = $1 and name = $2) or exists (select 1 from equipment where site_id = $1) or exists (select 1 from app_user where site_id = $1 and not is_sup) as there`,
    [app.site, MARK],
  )
  return rows[0]?.there ?? false
}
async function marked(client: PoolClient, site: number): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from setting where site_id = $1 and name = $2', [site, MARK])
  return (rowCount ?? 0) > 0
}

/** A photo goes through the same door as one from a phone: judged, drawn anew, with a thumbnail. */
async function storePhoto(app: Application, client: PoolClient, photo: Photo): Promise<void> {
  const drawn = photo.of === 'repair' ? drawPhoto(photo.seed) : drawWeb(photo.seed)
  const { sha256, mime, size, width, height, thumbSha256 } = await judgeAndStoreFile(
    app.files.store,
    toMemorySource(drawn),
    photo.name,
  )
  await client.query(
    `insert into stored_file (site_id, id, state, sent_sha256, sha256, mime, name, size, received, width, height, thumb_sha256, created_by, created_at, updated_at) values ($1, $2, 'stored', $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12, $12)`,
    [
      app.site,
      photo.id,
      hashSha256(drawn),
      sha256,
      mime,
      photo.name,
      size,
      width,
      height,
      thumbSha256,
      photo.by,
      photo.at,
    ],
  )
  await client.query(`insert into file_use (site_id, file_id, resource, row_id) values ($1, $2, $3, $4)`, [
    app.site,
    photo.id,
    photo.of,
    photo.rowId,
  ])
}

/** The series go on behind the last number given. */
async function storeNumbers(client: PoolClient, site: number, series: ReadonlyMap<string, number>): Promise<void> {
  await client.query(
    `insert into number_series (site_id, series, last) select $1, s, n from unnest($2::text[], $3::int[]) as t(s, n) on conflict (site_id, series) do update set last = greatest(number_series.last, excluded.last)`,
    [site, [...series.keys()], [...series.values()]],
  )
}
