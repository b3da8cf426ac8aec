/**
 * What the demonstration still lacks when people may come in: the older part of its history, the indexes of its largest
 * tables, and what the product's own rules make of its rows. Each step strikes itself off the list in its own transaction, so
 * that a server that is killed goes on where it was.
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
/** Tables whose rows come week by week. */
export const historyTables: readonly string[] = [slitSet.table, slitRoll.table]

const made: Readonly<Record<string, (ctx: Context) => Promise<void>>> = {
  pellets: deriveMissingSources,
  certificates: certifyDemo,
  energy: describeEnergy,
  boards: describeBoards,
  // The newest first: that is where people look.
  ...Object.fromEntries(
    Array.from({ length: MINUTE_DAYS }, (_, i) => [
      `minutes-${i + 1}`,
      (ctx: Context) => storeMinuteReadings(ctx, i + 1),
    ]),
  ),
}

/** Threads that keep the weeks of a plant, by when its history ends. */
const generators = new Map<string, GeneratorThread>()

/** Writes down what is to be made behind the usable app. Rows of the history are stored before what is worked out of them. */
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
    // The planner has to know what is there; counting all of it at once would keep people from the database for seconds
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
 * Makes what is left of the demonstration, some of it in each turn. What works out costs or counts figures waits for it: they
 * would count half a history, and without the indexes one of its statements takes so long on a slow machine that the embedded
 * database breaks it off.
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
        // Waiting within the transaction would keep everybody else from the database
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

/** Tells terminal and app how much of the history is there. */
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

/** Says right after the start how much of the history is there. */
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

/** @returns false when the rows do not fit the plant, as another version of the program loaded it */
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
 * Makes an index or a foreign key. Where rows do not fit the foreign key, since somebody removed what they name meanwhile, it
 * checks new rows only: the demonstration stays usable.
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
