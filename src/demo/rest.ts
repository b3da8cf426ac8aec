/**
 * Steps that complete the demonstration while the app is already usable: the older history, the indexes of the largest
 * tables, and rows derived by the product's own rules. Each turn stores the remaining steps in its own transaction, so
 * that a killed server continues where it stopped.
 */
import type { PoolClient, QueryResultRow } from 'pg'
import { slitRoll, slitSet } from '@/areas/rolls/contract/slitting'
import type { Application } from '@/server/application'
import type { Job } from '@/server/area'
import type { Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import { showProgress } from '@/server/terminal'
import { deriveMissingSources } from '@/areas/rolls/server/pellets/derive-sources'
import { describeBoards } from './boards'
import { BulkStore, type DeferredStructure, type StatementSender } from './bulk'
import { certifyDemo } from './certificates'
import { describeEnergy } from './energy-history'
import { GeneratorThread } from './generator-thread'
import { historyProgress, weekNumber } from './history'
import { MARK, markOf, type DemoMark } from './mark'
import { loadReasons, loadRoleIds } from './seeded-rows'
import { storeMinuteReadings, MINUTE_DAYS } from './telemetry/store-gauges'

const LEFT = 'demo.rest'
const TURN_MS = 500
/** Tables that are filled week by week. */
export const historyTables: readonly string[] = [slitSet.table, slitRoll.table]

const made: Readonly<Record<string, (ctx: Context) => Promise<void>>> = {
  pellets: deriveMissingSources,
  certificates: certifyDemo,
  energy: describeEnergy,
  boards: describeBoards,
  // Newest day first, because people look at it first.
  ...Object.fromEntries(
    Array.from({ length: MINUTE_DAYS }, (_, i) => [
      `minutes-${i + 1}`,
      (ctx: Context) => storeMinuteReadings(ctx, i + 1),
    ]),
  ),
}

/** Threads that hold the weeks of a plant, by the end of its history. */
const generators = new Map<string, GeneratorThread>()

/** Stores the list of remaining steps. Rows of the history come before the rows that are derived from them. */
export async function leaveRest(
  client: PoolClient,
  site: number,
  { indexes, foreignKeys, validations }: DeferredStructure,
  {
    weeks,
    generator,
    at,
    uncounted,
  }: { weeks: readonly string[]; generator: GeneratorThread; at: string; uncounted: readonly string[] },
): Promise<void> {
  if (weeks.length > 0) generators.set(at, generator)
  else await generator.close()
  const growing = new Set(weeks.length > 0 ? historyTables : [])
  const steps = [
    // The planner needs statistics; analyzing all tables in one step would block the database for seconds.
    ...uncounted.map((table) => `analyze ${table}`),
    ...indexes.filter(({ table }) => !growing.has(table)).map(({ statement }) => statement),
    ...weeks,
    ...indexes.filter(({ table }) => growing.has(table)).map(({ statement }) => statement),
    ...foreignKeys.map(({ statement }) => statement),
    ...(weeks.length > 0 ? historyTables.map((table) => `analyze ${table}`) : []),
    ...validations.map(({ statement }) => statement),
    ...Object.keys(made),
  ]
  await client.query('insert into setting (site_id, name, value) values ($1, $2, $3)', [
    site,
    LEFT,
    JSON.stringify(steps),
  ])
}

/**
 * Job that works on the remaining steps for a limited time per turn. Jobs that calculate costs or metrics wait for it:
 * they would see half a history, and on a slow machine their statements would time out without the indexes.
 */
export const demoRest: Job = {
  name: 'demo-rest',
  everySeconds: 0,
  blocksLaterJobs: true,
  run: async (ctx) => {
    const [row] = await ctx.query<{ value: string[] }>(
      'select value from setting where site_id = $1 and name = $2 for update',
      [ctx.site, LEFT],
    )
    const left = row?.value ?? []
    if (left.length === 0) return
    const end = performance.now() + TURN_MS
    const { at } = await markOf(ctx)
    do {
      const step = left[0]!
      const week = weekNumber(step)
      if (week !== undefined) {
        const source = await generatorOf(ctx)
        // Waiting within the transaction would block everyone else.
        if (!source.isReady) {
          report(ctx, at, left)
          return true
        }
        if (!(await storeWeek(ctx, step, source)))
          left.splice(0, left.length, ...left.filter((one) => weekNumber(one) === undefined), step)
      } else if (made[step]) await made[step](ctx)
      else await changeStructure(ctx, step)
      left.splice(left.indexOf(step), 1)
    } while (left.length > 0 && performance.now() < end)
    await ctx.query('update setting set value = $3, updated_at = $4 where site_id = $1 and name = $2', [
      ctx.site,
      LEFT,
      JSON.stringify(left),
      ctx.now,
    ])
    report(ctx, at, left)
    return left.length > 0
  },
}

/** Updates terminal and app with the loaded share of the history, after the commit. */
function report(ctx: Context, at: string, left: readonly string[]): void {
  const { app } = ctx as KitContext
  const known = app.history.progress
  const now = historyProgress(Date.parse(at), left)
  ctx.afterCommit(async () => {
    app.history.progress = now
    if (now) showProgress('history', now.percent, 100)
    else if (known) showProgress('history', 100, 100)
    if (now) return
    await generators.get(at)?.close()
    generators.delete(at)
  })
}

/** Reports right after the start how much of the history is loaded. */
export async function reportHistory({ db, site, history }: Application): Promise<void> {
  const { rows } = await db.pool.query<{ name: string; value: string[] & DemoMark }>(
    'select name, value from setting where site_id = $1 and name in ($2, $3)',
    [site, MARK, LEFT],
  )
  const valueOf = (name: string) => rows.find((row) => row.name === name)?.value
  const mark = valueOf(MARK)
  history.progress = mark ? historyProgress(Date.parse(mark.at), valueOf(LEFT) ?? []) : null
}

async function generatorOf(ctx: Context): Promise<GeneratorThread> {
  const { at, seed, scale, days, language } = await markOf(ctx)
  const known = generators.get(at)
  if (known) return known
  const generator = new GeneratorThread({
    seed,
    scale,
    now: new Date(at),
    zone: ctx.timeZone,
    roleIds: await loadRoleIds(ctx),
    ...(await loadReasons(ctx)),
    days,
    language,
  })
  generators.set(at, generator)
  return generator
}

/** @returns false if the rows do not fit the plant, because another version of the program loaded it */
async function storeWeek(ctx: Context, step: string, source: GeneratorThread): Promise<boolean> {
  const { sets, rolls } = await source.weekOf(step)
  const [strange] = await ctx.query<{ there: boolean }>(
    `select exists (select from unnest($2::uuid[]) id where not exists (select from jumbo_roll j where j.site_id = $1 and j.id = id)) as there`,
    [ctx.site, sets.map((set) => set['jumboRollId'])],
  )
  if (strange?.there) return false
  const client: StatementSender = {
    query: async <R extends QueryResultRow>(text: string, values?: unknown[]) => ({
      rows: await ctx.query<R>(text, values),
    }),
  }
  const store = await BulkStore.open(client, ctx.site, () => undefined)
  await store.add({ resource: slitSet, rows: sets })
  await store.add({ resource: slitRoll, rows: rolls })
  await store.settled()
  for (const { name } of [slitSet, slitRoll]) ctx.touch(name)
  return true
}

/**
 * Creates an index or foreign key. If existing rows violate the foreign key, because a referenced row was removed in
 * the meantime, it checks new rows only, so that the demonstration stays usable.
 */
async function changeStructure(ctx: Context, statement: string): Promise<void> {
  await ctx.query('savepoint structure')
  try {
    await ctx.query(statement)
  } catch (error) {
    if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error
    await ctx.query('rollback to savepoint structure')
    if (!statement.includes(' validate constraint ')) await ctx.query(`${statement} not valid`)
  }
  await ctx.query('release savepoint structure')
}
const FOREIGN_KEY_VIOLATION = '23503'
