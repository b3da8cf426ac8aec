import type { PoolClient } from 'pg'
import { inspectionResult } from '@/areas/rounds/contract/inspection-round'
import { rollMovement } from '@/areas/packing/contract/roll-movement'
import { slitRoll, slitSet } from '@/areas/slitting/contract/slitting'
import { hashPassword } from '@/areas/access/server/password'
import type { Application } from '@/server/application'
import { checkAndStoreFile, toMemorySource, hashSha256 } from '@/server/files/check-file'
import { demoPassword } from './accounts'
import { BulkStore, runWithoutIndexes, type DeferredIndexes } from './bulk'
import { storeRatesAndClosedMonths } from './cost'
import { createDemoEra, HISTORY_MONTHS, countHistoryMonths } from './demo-era'
import { GeneratorThread, type GeneratorResult } from './generator-thread'
import { DEMO_SETTING, type DemoRecord } from './demo-record'
import { storeNotices } from './notices'
import { storeDashboards } from './dashboards'
import { storePrices } from './prices'
import { historyTables, storeRemainingSteps, reportHistoryProgress } from './remaining-steps'
import { storeReworks } from './reworks'
import type { DemoLanguage } from './bilingual-text'
import { loadStopReasons, loadRoleIds } from './seeded-rows'
import { analyzedTables, storeMovements } from './roll-movements'
import { storeMonthlyReports } from './monthly-reports'
import { drawRepairPhoto, drawWebPhoto, type DemoPhoto } from './photos'

export interface LoadOptions {
  seed: number
  /** See `DemoOptions`. */
  scale: number
  now: Date
  /** See `DemoOptions`. */
  days?: number | undefined
  language: DemoLanguage
  onProgress(doneCount: number, totalCount: number, stepName: string): void
}
/**
 * The tables with most of the rows. Their indexes are built after the app is usable, except those for lookups such as
 * the rolls of each order on a page: without the index, the statement times out and blocks others.
 */
const DEFERRED_INDEXES: readonly DeferredIndexes[] = [
  { resource: slitRoll, lookupFields: ['workOrderId', 'jumboRollId', 'slitSetId', 'packageId'] },
  { resource: slitSet, lookupFields: ['jumboRollId', 'cuttingId'] },
  { resource: rollMovement, lookupFields: ['workOrderId', 'jumboRollId'] },
  { resource: inspectionResult, lookupFields: ['roundId'] },
]
/** Tables of more than about 2,000 rows; their indexes are built after they are filled. */
const LARGE_TABLES: ReadonlySet<string> = new Set(
  (
    'slit_roll slit_set jumbo_roll cutting package roll_movement hopper_content feed recycle inspection_result ' +
    'inspection_round meter_reading pm_record stock_movement line_stop repair handover test_result quality_check ' +
    'material_inspection team_check width_check work_order'
  ).split(' '),
)
/**
 * With this target, `analyze` takes a third of the time, and the statistics are good enough for the first day. Later
 * maintenance uses the database's default target.
 */
const STATISTICS_TARGET = 20
const STATEMENT_TIMEOUT_MS = 60 * 60_000
/** Approximate number of rows of the machines of one place, for the progress bar. */
const ROWS_PER_PLACE = 91_000
/** Approximate number of rows of one day of production at one place, for the progress bar. */
const ROWS_PER_DAY = 760
/** Days of the whole history of 13 months. */
const ERA_DAYS = 396

/**
 * Fills the database with the demonstration plant, in one transaction. Does nothing if the database holds the
 * demonstration or if anyone has entered machines or people. The seeded roles must exist. Steps that can run while the
 * app is in use are left to `remainingStepsJob`. Returns true if it created the plant.
 */
export async function loadDemo(app: Application, options: LoadOptions): Promise<boolean> {
  if (await hasPlantData(app)) {
    await reportHistoryProgress(app)
    return false
  }
  let isCreated = false
  const passwordHash = await hashPassword(demoPassword)
  const { days = ERA_DAYS } = options
  const machineRows = (ROWS_PER_PLACE * countHistoryMonths(days)) / HISTORY_MONTHS
  const totalRows = Math.round(machineRows + ROWS_PER_DAY * Math.min(ERA_DAYS, days)) * Math.max(1, options.scale)
  let storedRows = 0
  const countStoredRows = (rows: number) => {
    storedRows += rows
    options.onProgress(Math.min(storedRows, totalRows - 1), totalRows, DEMO_SETTING)
  }
  await app.db.transaction(
    async (client) => {
      storedRows = 0
      await client.query(`set local default_statistics_target = ${STATISTICS_TARGET}`)
      // Instances that start at the same time take turns; the later one finds the demonstration loaded.
      await client.query(`select pg_advisory_xact_lock(hashtext('demonstration'))`)
      isCreated = !(await hasDemoRecord(client, app.site))
      if (!isCreated) return
      const siteQuery = {
        site: app.site,
        query: async <R extends object>(text: string, values: readonly unknown[]) =>
          (await client.query(text, [...values])).rows as R[],
      }
      const roleIds = await loadRoleIds(siteQuery)
      // `weeks`: keys of the weeks of the history that are stored after the app is usable.
      let { weeks, numbers }: GeneratorResult = { weeks: [], numbers: new Map() }
      // The thread starts generating immediately; its statements wait until the tables are ready.
      let markTablesReady = (): void => undefined
      const tablesReady = new Promise<void>((resolve) => {
        markTablesReady = resolve
      })
      const generator = new GeneratorThread(
        {
          seed: options.seed,
          scale: options.scale,
          now: options.now,
          zone: app.timeZone,
          roleIds,
          ...(await loadStopReasons(siteQuery)),
          days: options.days,
          language: options.language,
          store: { site: app.site, passwordHash },
        },
        {
          query: async (text, values) => {
            await tablesReady
            return client.query(text, values)
          },
          storePhoto: async (photo) => {
            await tablesReady
            await storePhoto(app, client, photo)
          },
          onStored: countStoredRows,
        },
      )
      const fillTables = async () => {
        markTablesReady()
        ;({ weeks, numbers } = await generator.result)
        const store = await BulkStore.open(client, app.site, countStoredRows)
        const era = createDemoEra(options.now, app.timeZone, options.language, options.days)
        await storePrices(client, app.site, store, era)
        await storeRatesAndClosedMonths(client, app.site, store, era)
        await storeReworks(client, app.site, era)
        await storeMonthlyReports(client, app.site, era)
        await storeNotices(client, app.site, store, era, roleIds)
        await storeDashboards(client, app.site, store, era, roleIds)
        await storeMovements(client, app.site, { now: options.now, zone: app.timeZone })
        await storeNumbers(client, app.site, numbers)
      }
      try {
        const deferredStructure = await runWithoutIndexes(client, [...app.resources.values()], fillTables, {
          deferredIndexes: DEFERRED_INDEXES,
          largeTables: LARGE_TABLES,
          getGrowingTables: () => (weeks.length > 0 ? historyTables : []),
        })
        const historyEnd = options.now.toISOString()
        await client.query('insert into setting (site_id, name, value, updated_at) values ($1, $2, $3, $4)', [
          app.site,
          DEMO_SETTING,
          JSON.stringify({
            seed: options.seed,
            scale: options.scale,
            language: options.language,
            days: options.days,
            at: historyEnd,
          } satisfies DemoRecord),
          options.now,
        ])
        await storeRemainingSteps(client, app.site, deferredStructure, {
          weeks,
          generator,
          historyEnd,
          unanalyzedTables: await findUnanalyzedTables(client),
        })
      } catch (error) {
        await generator.close()
        throw error
      }
    },
    { statementTimeoutMs: STATEMENT_TIMEOUT_MS },
  )
  app.changes.publishSoon(app.resources.keys())
  await reportHistoryProgress(app)
  options.onProgress(totalRows, totalRows, DEMO_SETTING)
  return isCreated
}

/** Finds tables above 64 KiB that were not analyzed yet; `storeMovements` has analyzed the tables that it reads. */
async function findUnanalyzedTables(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and pg_relation_size(c.oid) > 65536 and c.relname <> all($1::text[]) order by pg_relation_size(c.oid) desc`,
    [analyzedTables],
  )
  return rows.map(({ name }) => name)
}
async function hasPlantData(app: Application): Promise<boolean> {
  const { rows } = await app.db.pool.query<{ hasPlantData: boolean }>(
    `select exists (select 1 from setting where site_id = $1 and name = $2) or exists (select 1 from equipment where site_id = $1) or exists (select 1 from app_user where site_id = $1 and not is_sup) as "hasPlantData"`,
    [app.site, DEMO_SETTING],
  )
  return rows[0]?.hasPlantData ?? false
}
async function hasDemoRecord(client: PoolClient, site: number): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from setting where site_id = $1 and name = $2', [
    site,
    DEMO_SETTING,
  ])
  return (rowCount ?? 0) > 0
}

/** Stores a photo by the same path as uploads: checked, re-encoded, with a thumbnail. */
async function storePhoto(app: Application, client: PoolClient, photo: DemoPhoto): Promise<void> {
  const image = photo.resourceName === 'repair' ? drawRepairPhoto(photo.seed) : drawWebPhoto(photo.seed)
  const { sha256, mime, size, width, height, thumbSha256 } = await checkAndStoreFile(
    app.files.store,
    toMemorySource(image),
    photo.name,
  )
  await client.query(
    `insert into stored_file (site_id, id, state, sent_sha256, sha256, mime, name, size, received, width, height, thumb_sha256, created_by, created_at, updated_at) values ($1, $2, 'stored', $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12, $12)`,
    [
      app.site,
      photo.id,
      hashSha256(image),
      sha256,
      mime,
      photo.name,
      size,
      width,
      height,
      thumbSha256,
      photo.takenBy,
      photo.takenAt,
    ],
  )
  await client.query(`insert into file_use (site_id, file_id, resource, row_id) values ($1, $2, $3, $4)`, [
    app.site,
    photo.id,
    photo.resourceName,
    photo.rowId,
  ])
}

/** Stores the last number of each series, so that new numbers continue after it. */
async function storeNumbers(
  client: PoolClient,
  site: number,
  numberSeries: ReadonlyMap<string, number>,
): Promise<void> {
  await client.query(
    `insert into number_series (site_id, series, last) select $1, s, n from unnest($2::text[], $3::int[]) as t(s, n) on conflict (site_id, series) do update set last = greatest(number_series.last, excluded.last)`,
    [site, [...numberSeries.keys()], [...numberSeries.values()]],
  )
}
