/** Keeps the sums of business dates. Those of a closed month stay; what came after is added to the shift of now, naming its day. */
import { addDays, type Day } from '@/plant/rules/plant-time'
import { shiftOf, startOf } from '@/plant/server/plant'
import { toMillis } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { statementsOf } from '@/server/crud/sql'
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
const kept = columns(shiftFigure, [
  'kind',
  'businessDate',
  'shift',
  'team',
  'lineId',
  'workOrderId',
  'productId',
  'customerId',
  ...sumNames,
])
type KeptRow = SumKey & Sums & { readonly kind: 'counted' | 'corrected' }

/** Counts business dates, both included, from their facts and keeps what came out; `dryRun` keeps nothing. Answers what is other than it was. */
export async function countDays(ctx: Context, days: FactDays, { dryRun = false } = {}): Promise<SumChange[]> {
  // One after the other: two that count the same day would both write its rows.
  await ctx.query(sql`select pg_advisory_xact_lock(hashtext('shift_figure'), ${ctx.site})`)
  const facts = await factsOf(ctx, days)
  const { businessDate: today } = await shiftOf(ctx)
  const rows = sumUp(facts, { today, startOf: (day) => toMillis(startOf(ctx, day)) })
  const before = (await ctx.query(
    sql`select ${kept} from shift_figure where site_id = ${ctx.site} and business_date >= ${days.from} and business_date <= ${days.to}`,
  )) as readonly KeptRow[]
  const changes = changesOf(before, rows)
  if (dryRun) return changes
  const frozen = await daysFrozen(ctx, days)
  const stays = (day: Day) => frozen.has(day)
  const open: Day[] = []
  for (let day = days.from; day <= days.to; day = addDays(day, 1)) if (!stays(day)) open.push(day)
  await replace(ctx, open, rows)
  await bookLate(
    ctx,
    changes.filter(({ businessDate }) => stays(businessDate)),
  )
  await ctx.query(
    sql`insert into figure_day (site_id, id, created_at, updated_at, day, counted_at)
      select ${ctx.site}, gen_random_uuid(), ${ctx.now}, ${ctx.now}, d, ${ctx.now} from unnest(${open}::date[]) d
      on conflict (site_id, day) do update set counted_at = excluded.counted_at, updated_at = excluded.updated_at`,
  )
  ctx.touch('shiftFigure')
  return changes
}
async function daysFrozen(ctx: Context, { from, to }: FactDays): Promise<ReadonlySet<Day>> {
  const rows = await ctx.query(
    sql<{
      day: Day
    }>`select day::text as day from figure_day where site_id = ${ctx.site} and day >= ${from} and day <= ${to} and frozen`,
  )
  return new Set(rows.map(({ day }) => day))
}

/** Sum by sum what was counted otherwise than now; the digits that are kept decide. */
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

/** Writes the rows of days anew, with what people and late facts added to them. Beside the trail: nobody edits them. */
async function replace(ctx: Context, days: readonly Day[], rows: readonly SumRow[]): Promise<void> {
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
    return { kind: 'corrected', ...key, team, productId, customerId, ...noSums, [sum]: delta }
  })
  const counted = rows
    .filter(({ businessDate }) => written.has(businessDate))
    .map(({ sums: of, ...key }) => ({ kind: 'counted', ...key, ...of }))
  const { column } = statementsOf(shiftFigure)
  const names = [
    'kind',
    'businessDate',
    'shift',
    'team',
    'lineId',
    'workOrderId',
    'productId',
    'customerId',
    ...sumNames,
  ]
  const list = names.map((name) => column[name]).join(', ')
  const json = [...counted, ...corrected].map((row) =>
    Object.fromEntries(names.map((name) => [column[name]!.replaceAll('"', ''), row[name as keyof typeof row]])),
  )
  await ctx.query(sql`delete from shift_figure where site_id = ${ctx.site} and business_date = any(${days}::date[])`)
  await ctx.query(
    `insert into shift_figure (site_id, id, version, created_at, updated_at, ${list})
     select $1, gen_random_uuid(), 1, $2, $2, ${list} from json_populate_recordset(null::shift_figure, $3::json)`,
    [ctx.site, ctx.now, JSON.stringify(json)],
  )
}

/** What facts of a closed month came to since: added to the shift of now, less what was added before. */
async function bookLate(ctx: Context, changes: readonly SumChange[]): Promise<void> {
  if (changes.length === 0) return
  const { businessDate, shift } = await shiftOf(ctx)
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
/** Shifts of a day together: what is booked late names the day. */
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
