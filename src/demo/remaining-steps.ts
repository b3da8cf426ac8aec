/**
 * Steps that complete the demonstration while the app is already usable: the older history, the indexes of the largest
 * tables, and rows derived by the server's rules. Each turn stores the remaining steps in its own transaction, so
 * that a killed server continues where it stopped.
 */
import type { PoolClient, QueryResultRow } from 'pg'
import { slitRoll, slitSet } from '@/areas/slitting/contract/slitting'
import type { Application } from '@/server/application'
import type { Job } from '@/server/area'
import type { Context } from '@/server/context'
import type { AppContext } from '@/server/crud/operations'
import { showProgress } from '@/server/terminal'
import { deriveMissingSources } from '@/areas/tracing/server/pellets/derive-sources'
import { addBoardData } from './boards'
import { BulkStore, type DeferredStructure, type StatementSender } from './bulk'
import { issueDemoCertificates } from './certificates'
import { addEnergyHistory } from './energy-history'
import { GeneratorThread } from './generator-thread'
import { calculateHistoryProgress, parseWeekNumber } from './deferred-history'
import { DEMO_SETTING, loadDemoRecord, type DemoRecord } from './demo-record'
import { loadStopReasons, loadRoleIds } from './seeded-rows'
import { storeMinuteReadings, MINUTE_DAYS } from './telemetry/store-gauges'

const STEPS_SETTING = 'demo.rest'
const TURN_BUDGET_MS = 500
/** Tables that are filled week by week. */
export const historyTables: readonly string[] = [slitSet.table, slitRoll.table]

/** Steps that run a function. The other steps are SQL statements and keys of weeks of the history. */
const stepHandlers: Readonly<Record<string, (ctx: Context) => Promise<void>>> = {
  pellets: deriveMissingSources,
  certificates: issueDemoCertificates,
  energy: addEnergyHistory,
  boards: addBoardData,
  // The newest day comes first, because people look at it first.
  ...Object.fromEntries(
    Array.from({ length: MINUTE_DAYS }, (_, i) => [
      `minutes-${i + 1}`,
      (ctx: Context) => storeMinuteReadings(ctx, i + 1),
    ]),
  ),
}

/** Threads that generate and hold the deferred weeks of the history, by the end of the history (`DemoRecord.at`). */
const generators = new Map<string, GeneratorThread>()

/** Stores the list of remaining steps. Rows of the history come before the rows that are derived from them. */
export async function storeRemainingSteps(
  client: PoolClient,
  site: number,
  { indexes, foreignKeys, validations }: DeferredStructure,
  {
    weeks,
    generator,
    historyEnd,
    unanalyzedTables,
  }: { weeks: readonly string[]; generator: GeneratorThread; historyEnd: string; unanalyzedTables: readonly string[] },
): Promise<void> {
  if (weeks.length > 0) generators.set(historyEnd, generator)
  else await generator.close()
  const growingTables = new Set(weeks.length > 0 ? historyTables : [])
  const steps = [
    // The planner needs statistics; analyzing all tables in one step would block the database for seconds.
    ...unanalyzedTables.map((table) => `analyze ${table}`),
    ...indexes.filter(({ table }) => !growingTables.has(table)).map(({ statement }) => statement),
    ...weeks,
    ...indexes.filter(({ table }) => growingTables.has(table)).map(({ statement }) => statement),
    ...foreignKeys.map(({ statement }) => statement),
    ...(weeks.length > 0 ? historyTables.map((table) => `analyze ${table}`) : []),
    ...validations.map(({ statement }) => statement),
    ...Object.keys(stepHandlers),
  ]
  await client.query('insert into setting (site_id, name, value) values ($1, $2, $3)', [
    site,
    STEPS_SETTING,
    JSON.stringify(steps),
  ])
}

/**
 * Job that works on the remaining steps for a limited time per turn. Jobs that calculate costs or metrics wait until
 * all steps are done. They would see half a history, and without the indexes their statements would time out on slow
 * machines.
 */
export const remainingStepsJob: Job = {
  name: 'demo-rest',
  everySeconds: 0,
  blocksLaterJobs: true,
  run: async (ctx) => {
    const [row] = await ctx.query<{ value: string[] }>(
      'select value from setting where site_id = $1 and name = $2 for update',
      [ctx.site, STEPS_SETTING],
    )
    const remainingSteps = row?.value ?? []
    if (remainingSteps.length === 0) return
    const deadline = performance.now() + TURN_BUDGET_MS
    const { at: historyEnd } = await loadDemoRecord(ctx)
    do {
      const step = remainingSteps[0]!
      const week = parseWeekNumber(step)
      if (week !== undefined) {
        const generator = await getGenerator(ctx)
        // Waiting within the transaction would block everyone else. The finished steps of this turn are stored below.
        if (!generator.isReady) break
        // If a week does not fit the plant, no other week does, so the steps of all weeks are dropped.
        if (!(await storeWeek(ctx, step, generator))) {
          const otherSteps = remainingSteps.filter((otherStep) => parseWeekNumber(otherStep) === undefined)
          remainingSteps.splice(0, remainingSteps.length, step, ...otherSteps)
        }
      } else if (stepHandlers[step]) await stepHandlers[step](ctx)
      else await applyStructureStatement(ctx, step)
      remainingSteps.splice(remainingSteps.indexOf(step), 1)
    } while (remainingSteps.length > 0 && performance.now() < deadline)
    await ctx.query('update setting set value = $3, updated_at = $4 where site_id = $1 and name = $2', [
      ctx.site,
      STEPS_SETTING,
      JSON.stringify(remainingSteps),
      ctx.now,
    ])
    updateProgress(ctx, historyEnd, remainingSteps)
    return remainingSteps.length > 0
  },
}

/** Updates terminal and app with the loaded share of the history, after the commit. */
function updateProgress(ctx: Context, historyEnd: string, remainingSteps: readonly string[]): void {
  const { app } = ctx as AppContext
  const previousProgress = app.history.progress
  const progress = calculateHistoryProgress(Date.parse(historyEnd), remainingSteps)
  ctx.afterCommit(async () => {
    app.history.progress = progress
    if (progress) showProgress('Loading older rolls in the background …', progress.percent, 100)
    else if (previousProgress) showProgress('Loading older rolls in the background …', 100, 100)
    if (progress) return
    await generators.get(historyEnd)?.close()
    generators.delete(historyEnd)
  })
}

/** Reports right after the start how much of the history is loaded. */
export async function reportHistoryProgress({ db, site, history }: Application): Promise<void> {
  const { rows } = await db.pool.query<{ name: string; value: string[] & DemoRecord }>(
    'select name, value from setting where site_id = $1 and name in ($2, $3)',
    [site, DEMO_SETTING, STEPS_SETTING],
  )
  const getSetting = (name: string) => rows.find((row) => row.name === name)?.value
  const demoRecord = getSetting(DEMO_SETTING)
  history.progress = demoRecord
    ? calculateHistoryProgress(Date.parse(demoRecord.at), getSetting(STEPS_SETTING) ?? [])
    : null
}

async function getGenerator(ctx: Context): Promise<GeneratorThread> {
  const { at: historyEnd, seed, scale, days, language } = await loadDemoRecord(ctx)
  const existingGenerator = generators.get(historyEnd)
  if (existingGenerator) return existingGenerator
  const generator = new GeneratorThread({
    seed,
    scale,
    now: new Date(historyEnd),
    zone: ctx.timeZone,
    roleIds: await loadRoleIds(ctx),
    ...(await loadStopReasons(ctx)),
    days,
    language,
  })
  generators.set(historyEnd, generator)
  return generator
}

/**
 * Stores the rows of a week.
 * @returns false if the rows do not fit the plant, because another version of the program loaded it
 */
async function storeWeek(ctx: Context, weekKey: string, generator: GeneratorThread): Promise<boolean> {
  const { sets, rolls } = await generator.loadWeek(weekKey)
  const [check] = await ctx.query<{ hasUnknownJumbo: boolean }>(
    `select exists (select from unnest($2::uuid[]) id where not exists (select from jumbo_roll j where j.site_id = $1 and j.id = id)) as "hasUnknownJumbo"`,
    [ctx.site, sets.map((set) => set['jumboRollId'])],
  )
  if (check?.hasUnknownJumbo) return false
  const client: StatementSender = {
    query: async <R extends QueryResultRow>(text: string, values?: unknown[]) => ({
      rows: await ctx.query<R>(text, values),
    }),
  }
  const store = await BulkStore.open(client, ctx.site, () => undefined)
  await store.add({ resource: slitSet, rows: sets })
  await store.add({ resource: slitRoll, rows: rolls })
  await store.flush()
  for (const { name } of [slitSet, slitRoll]) ctx.touch(name)
  return true
}

/**
 * Creates an index or foreign key, unless it exists already. If a referenced row was removed in the meantime, the
 * foreign key checks new rows only, so that the demonstration stays usable.
 */
async function applyStructureStatement(ctx: Context, statement: string): Promise<void> {
  await ctx.query('savepoint structure')
  try {
    await ctx.query(statement)
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (code !== FOREIGN_KEY_VIOLATION && !ALREADY_EXISTS.has(code)) throw error
    await ctx.query('rollback to savepoint structure')
    if (code === FOREIGN_KEY_VIOLATION && !statement.includes(' validate constraint '))
      await ctx.query(`${statement} not valid`)
  }
  await ctx.query('release savepoint structure')
}
const FOREIGN_KEY_VIOLATION = '23503'
/** An index, or a constraint, with this name. */
const ALREADY_EXISTS: ReadonlySet<string> = new Set(['42P07', '42710'])
