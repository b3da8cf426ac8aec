/** Stores the sums of business dates. Later changes of closed months are booked in the current shift with their day. */
import { addDays, type Day } from '@/plant/rules/plant-time'
import { loadPlantCalendar, resolveShift } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { getStatements } from '@/server/crud/statements'
import { columns, sql } from '@/server/sql'
import { figureCorrection } from '../contract/figure-correction'
import { shiftFigure } from '../contract/shift-figure'
import { noSums, sumNames, sums, type SumName, type Sums } from '../rules/sums'
import { factsOf, type FactDays } from './facts'
import { keyText, sumUp, type SumKey, type SumRow } from './sum-up'

export interface SumChange extends Omit<SumKey, 'team'> {
  readonly sum: SumName
  readonly before: number
  readonly after: number
}
const keptNames = [
  'kind',
  'businessDate',
  'shift',
  'team',
  'lineId',
  'workOrderId',
  'productId',
  'customerId',
  ...sumNames,
] as const
const kept = columns(shiftFigure, ['id', ...keptNames])
type KeptRow = SumKey &
  Sums & {
    readonly id: string
    readonly kind: 'counted' | 'corrected'
    readonly productId: string | null
    readonly customerId: string | null
  }

/** Result of a calculation of business dates. */
export interface Count {
  readonly days: FactDays
  readonly at: Date
  readonly rows: readonly SumRow[]
}
/** Calculates the sums of business dates (inclusive) from their source rows without storing them. */
export async function countOf(ctx: Context, days: FactDays): Promise<Count> {
  const facts = await factsOf(ctx, days)
  const { businessDate: today } = await resolveShift(ctx)
  const calendar = await loadPlantCalendar(ctx)
  return { days, at: ctx.now, rows: sumUp(facts, { today, calendar }) }
}
/** Recalculates business dates within a write and returns the changed sums; `dryRun` stores nothing. */
export async function countDays(ctx: Context, days: FactDays, { dryRun = false } = {}): Promise<SumChange[]> {
  await oneAtATime(ctx)
  const count = await countOf(ctx, days)
  return dryRun ? changesOf(await keptIn(ctx, days), count.rows) : keep(ctx, count)
}
/** Locks to the end of the transaction, so that two calculations of a day do not both write its rows. */
export const oneAtATime = (ctx: Context): Promise<unknown> =>
  ctx.query(sql`select pg_advisory_xact_lock(hashtext('shift_figure'), ${ctx.site})`)

/**
 * Stores a calculation and returns the changed sums. The caller must hold `lockSumCalculation` and make sure that no
 * later calculation was stored.
 */
export async function keep(ctx: Context, { days, at, rows }: Count): Promise<SumChange[]> {
  const before = await keptIn(ctx, days)
  const changes = changesOf(before, rows)
  const frozen = await daysFrozen(ctx, days)
  const stays = (day: Day) => frozen.has(day)
  const open: Day[] = []
  for (let day = days.from; day <= days.to; day = addDays(day, 1)) if (!stays(day)) open.push(day)
  await replace(ctx, open, before, rows)
  await bookLate(
    ctx,
    changes.filter(({ businessDate }) => stays(businessDate)),
  )
  await ctx.query(
    sql`insert into figure_day (site_id, id, created_at, updated_at, day, counted_at)
      select ${ctx.site}, gen_random_uuid(), ${at}, ${at}, d, ${at} from unnest(${open}::date[]) d
      on conflict (site_id, day) do update set counted_at = excluded.counted_at, updated_at = excluded.updated_at`,
  )
  ctx.touch('shiftFigure')
  return changes
}
const keptIn = (ctx: Context, { from, to }: FactDays): Promise<readonly KeptRow[]> =>
  ctx.query(
    sql`select ${kept} from shift_figure where site_id = ${ctx.site} and business_date >= ${from} and business_date <= ${to}`,
  ) as Promise<readonly KeptRow[]>
async function daysFrozen(ctx: Context, { from, to }: FactDays): Promise<ReadonlySet<Day>> {
  const rows = await ctx.query(
    sql<{
      day: Day
    }>`select day::text as day from figure_day where site_id = ${ctx.site} and day >= ${from} and day <= ${to} and frozen`,
  )
  return new Set(rows.map(({ day }) => day))
}

/** Returns the sums that differ from the stored ones within the stored digits. */
function changesOf(before: readonly KeptRow[], now: readonly SumRow[]): SumChange[] {
  const was = new Map(before.filter(({ kind }) => kind === 'counted').map((row) => [keyText(row), row]))
  const is = new Map(now.map((row) => [keyText(row), row]))
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((text) => {
    const [one, other] = [was.get(text), is.get(text)]
    const { businessDate, shift, lineId, workOrderId } = (other ?? one)!
    return sumNames.flatMap((sum) => {
      const [from, to] = [one?.[sum] ?? 0, other?.sums[sum] ?? 0]
      const same = Math.abs(from - to) < 0.5 / 10 ** sums[sum].digits
      return same ? [] : [{ businessDate, shift, lineId, workOrderId, sum, before: from, after: to }]
    })
  })
}

/**
 * Replaces the rows of days with the calculated sums and the corrections. Unchanged rows stay, as most do in a
 * recalculation. The rows are not audited, because nobody edits them.
 */
async function replace(
  ctx: Context,
  days: readonly Day[],
  before: readonly KeptRow[],
  rows: readonly SumRow[],
): Promise<void> {
  if (days.length === 0) return
  const written = new Set(days)
  const corrections = await ctx.query(
    sql`select ${columns(figureCorrection, ['businessDate', 'shift', 'lineId', 'workOrderId', 'sum', 'delta'])} from figure_correction where site_id = ${ctx.site} and business_date = any(${days}::date[])`,
  )
  const known = new Map(rows.map((row) => [keyText({ ...row, team: null }), row]))
  const corrected = corrections.map(({ sum, delta, ...key }) => {
    const of = known.get(keyText({ ...key, team: null }))
    const turn = rows.find(({ businessDate, shift }) => businessDate === key.businessDate && shift === key.shift)
    const { productId = null, customerId = null } = of ?? {}
    const team = of?.team ?? turn?.team ?? null
    return { kind: 'corrected', ...key, team, productId, customerId, ...noSums, [sum]: delta } as const
  })
  const counted = rows
    .filter(({ businessDate }) => written.has(businessDate))
    .map(({ sums: of, ...key }) => ({ kind: 'counted', ...key, ...of }) as const)
  const standing = new Map<string, string[]>()
  for (const row of before)
    if (written.has(row.businessDate)) standing.set(contentOf(row), [...(standing.get(contentOf(row)) ?? []), row.id])
  const fresh = [...counted, ...corrected].filter((row) => standing.get(contentOf(row))?.pop() === undefined)
  await ctx.query(
    sql`delete from shift_figure where site_id = ${ctx.site} and id = any(${[...standing.values()].flat()}::uuid[])`,
  )
  await insert(ctx, fresh)
}
/** Builds a comparable text of a row with its sums in the stored digits. */
const contentOf = (row: Omit<KeptRow, 'id'>): string =>
  JSON.stringify([
    row.kind,
    keyText(row),
    row.productId,
    row.customerId,
    sumNames.map((sum) => Number(row[sum].toFixed(sums[sum].digits))),
  ])
async function insert(ctx: Context, rows: readonly Omit<KeptRow, 'id'>[]): Promise<void> {
  if (rows.length === 0) return
  const { column } = getStatements(shiftFigure)
  const list = keptNames.map((name) => column[name]).join(', ')
  const json = rows.map((row) =>
    Object.fromEntries(keptNames.map((name) => [column[name]!.replaceAll('"', ''), row[name]])),
  )
  await ctx.query(
    `insert into shift_figure (site_id, id, version, created_at, updated_at, ${list})
     select $1, gen_random_uuid(), 1, $2, $2, ${list} from json_populate_recordset(null::shift_figure, $3::json)`,
    [ctx.site, ctx.now, JSON.stringify(json)],
  )
}

/** Books changes of a closed month as corrections in the current shift, less the corrections already booked. */
async function bookLate(ctx: Context, changes: readonly SumChange[]): Promise<void> {
  if (changes.length === 0) return
  const { businessDate, shift } = await resolveShift(ctx)
  const days = [...new Set(changes.map((change) => change.businessDate))]
  const booked = await ctx.query(
    sql`select ${columns(figureCorrection, ['ofDay', 'lineId', 'workOrderId', 'sum', 'delta'])} from figure_correction where site_id = ${ctx.site} and cause = 'late' and of_day = any(${days}::date[])`,
  )
  for (const change of byOrder(changes)) {
    const already = booked
      .filter(
        (one) =>
          one.ofDay === change.businessDate &&
          one.lineId === change.lineId &&
          one.workOrderId === change.workOrderId &&
          one.sum === change.sum,
      )
      .reduce((sum, { delta }) => sum + delta, 0)
    const delta = change.after - change.before - already
    if (Math.abs(delta) < 0.5 / 10 ** sums[change.sum].digits) continue
    await ctx.rows.insert(figureCorrection, {
      businessDate,
      shift,
      lineId: change.lineId,
      workOrderId: change.workOrderId,
      sum: change.sum,
      delta,
      before: change.before,
      cause: 'late',
      ofDay: change.businessDate,
      at: ctx.now.toISOString(),
    })
  }
}
/** Merges the changes of all shifts of a day, because late bookings name only the day. */
function byOrder(changes: readonly SumChange[]): SumChange[] {
  const by = new Map<string, { -readonly [K in keyof SumChange]: SumChange[K] }>()
  for (const change of changes) {
    const key = [change.businessDate, change.lineId, change.workOrderId, change.sum].join('/')
    const known = by.get(key)
    if (!known) by.set(key, { ...change })
    else {
      known.before += change.before
      known.after += change.after
    }
  }
  return [...by.values()]
}
