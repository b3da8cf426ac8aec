/** Stores the sums of business dates. Later changes of closed months are booked in the current shift with their day. */
import { addDays, type Day } from '@/plant/rules/plant-time'
import { loadOrderAttributes } from '@/areas/orders/server/queries/runs'
import { loadPlantCalendar, resolveShift } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { getStatements } from '@/server/crud/statements'
import { columns, computed, sql } from '@/server/sql'
import { shiftMetric, metricCorrection } from '../contract/metrics'
import { expandCorrection, zeroSums, sumNames, sumSpecs, type SumName, type ShiftSums } from '../rules/shift-sums'
import { loadMetricSources, type MetricDays } from './metric-sources'
import { formatSumKey, calculateShiftSums, type SumKey, type SumRow } from './calculate-shift-sums'

export interface SumChange extends SumKey {
  readonly sum: SumName
  readonly before: number
  readonly after: number
}
const storedFieldNames = [
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
const storedColumns = columns(shiftMetric, ['id', ...storedFieldNames])
type StoredSumRow = SumKey &
  ShiftSums & {
    readonly id: string
    readonly kind: 'counted' | 'corrected'
    readonly productId: string | null
    readonly customerId: string | null
  }

/** Result of a calculation of business dates. */
export interface SumCalculation {
  readonly days: MetricDays
  readonly calculatedAt: Date
  readonly rows: readonly SumRow[]
}
/** Calculates the sums of business dates (inclusive) from their source rows without storing them. */
export async function calculateSums(ctx: Context, days: MetricDays): Promise<SumCalculation> {
  const sources = await loadMetricSources(ctx, days)
  const { businessDate: today } = await resolveShift(ctx)
  const calendar = await loadPlantCalendar(ctx)
  return { days, calculatedAt: ctx.now, rows: calculateShiftSums(sources, { today, calendar }) }
}
/** Recalculates business dates within a write and returns the changed sums; `dryRun` stores nothing. */
export async function recalculateMetricDays(
  ctx: Context,
  days: MetricDays,
  { dryRun = false } = {},
): Promise<SumChange[]> {
  await lockSumCalculation(ctx)
  const calculation = await calculateSums(ctx, days)
  return dryRun ? findSumChanges(await loadStoredRows(ctx, days), calculation.rows) : storeSums(ctx, calculation)
}
/** Holds a lock until the transaction ends, so that two calculations of a day do not both write the rows of the day. */
export const lockSumCalculation = (ctx: Context): Promise<unknown> =>
  ctx.query(sql`select pg_advisory_xact_lock(hashtext('shift_figure'), ${ctx.site})`)

/**
 * Stores a calculation and returns the changed sums. The caller must hold `lockSumCalculation` and make sure that no
 * later calculation was stored.
 */
export async function storeSums(ctx: Context, { days, calculatedAt, rows }: SumCalculation): Promise<SumChange[]> {
  const storedRows = await loadStoredRows(ctx, days)
  const changes = findSumChanges(storedRows, rows)
  const frozenDays = await loadFrozenDays(ctx, days)
  const isFrozen = (day: Day) => frozenDays.has(day)
  const openDays: Day[] = []
  for (let day = days.from; day <= days.to; day = addDays(day, 1)) if (!isFrozen(day)) openDays.push(day)
  await replaceRows(ctx, openDays, storedRows, rows)
  await bookLateChanges(
    ctx,
    { days: [...frozenDays], storedRows },
    changes.filter(({ businessDate }) => isFrozen(businessDate)),
  )
  await ctx.query(
    sql`insert into figure_day (site_id, id, created_at, updated_at, day, counted_at)
      select ${ctx.site}, gen_random_uuid(), ${calculatedAt}, ${calculatedAt}, d, ${calculatedAt} from unnest(${openDays}::date[]) d
      on conflict (site_id, day) do update set counted_at = excluded.counted_at, updated_at = excluded.updated_at`,
  )
  ctx.touch('shiftFigure')
  return changes
}
const loadStoredRows = (ctx: Context, { from, to }: MetricDays): Promise<readonly StoredSumRow[]> =>
  ctx.query(
    sql`select ${storedColumns} from shift_figure where site_id = ${ctx.site} and business_date >= ${from} and business_date <= ${to}`,
  ) as Promise<readonly StoredSumRow[]>
async function loadFrozenDays(ctx: Context, { from, to }: MetricDays): Promise<ReadonlySet<Day>> {
  const rows = await ctx.query(
    sql<{
      day: Day
    }>`select day::text as day from figure_day where site_id = ${ctx.site} and day >= ${from} and day <= ${to} and frozen`,
  )
  return new Set(rows.map(({ day }) => day))
}

/** Returns half a unit of the last stored digit; smaller differences of a sum come from rounding. */
const getRoundingTolerance = (sum: SumName): number => 0.5 / 10 ** sumSpecs[sum].digits
/** Returns the sums that differ from the stored sums by more than rounding. */
function findSumChanges(storedRows: readonly StoredSumRow[], calculatedRows: readonly SumRow[]): SumChange[] {
  const storedByKey = new Map(
    storedRows.filter(({ kind }) => kind === 'counted').map((row) => [formatSumKey(row), row]),
  )
  const calculatedByKey = new Map(calculatedRows.map((row) => [formatSumKey(row), row]))
  return [...new Set([...storedByKey.keys(), ...calculatedByKey.keys()])].flatMap((rowKey) => {
    const storedRow = storedByKey.get(rowKey)
    const calculatedRow = calculatedByKey.get(rowKey)
    const { businessDate, shift, team, lineId, workOrderId } = (calculatedRow ?? storedRow)!
    return sumNames.flatMap((sum) => {
      const before = storedRow?.[sum] ?? 0
      const after = calculatedRow?.sums[sum] ?? 0
      const isUnchanged = Math.abs(before - after) < getRoundingTolerance(sum)
      return isUnchanged ? [] : [{ businessDate, shift, team, lineId, workOrderId, sum, before, after }]
    })
  })
}

/**
 * Replaces the rows of days with the calculated sums and the corrections. Unchanged rows stay, as most do in a
 * recalculation. The rows are not audited, because nobody edits them.
 */
async function replaceRows(
  ctx: Context,
  days: readonly Day[],
  storedRows: readonly StoredSumRow[],
  rows: readonly SumRow[],
): Promise<void> {
  if (days.length === 0) return
  const writtenDays = new Set(days)
  const corrections = await ctx.query(
    sql`select ${columns(metricCorrection, ['businessDate', 'shift', 'team', 'lineId', 'workOrderId', 'sum', 'delta', 'cause'])} from figure_correction where site_id = ${ctx.site} and business_date = any(${days}::date[])`,
  )
  // Late corrections have the team of another shift, so the rows are matched without it.
  const rowByKey = new Map(rows.map((row) => [formatSumKey({ ...row, team: null }), row]))
  const orderById = new Map(
    (
      await loadOrderAttributes(
        ctx,
        corrections.flatMap(({ workOrderId }) => workOrderId ?? []),
      )
    ).map((order) => [order.id, order]),
  )
  const correctedRows = corrections.map(({ sum, delta, cause, team: storedTeam, ...key }) => {
    const calculatedRow = rowByKey.get(formatSumKey({ ...key, team: null }))
    const rowOfShift = rows.find(({ businessDate, shift }) => businessDate === key.businessDate && shift === key.shift)
    // The shift may have no row of the corrected order, e.g. if a late change is booked in a later month.
    const { productId = null, customerId = null } = calculatedRow ?? orderById.get(key.workOrderId ?? '') ?? {}
    // A late correction without a team belongs to none: the team of the shift in which it is booked did not cause it.
    const teamOfShift = cause === 'late' ? null : (calculatedRow?.team ?? rowOfShift?.team ?? null)
    const team = storedTeam ?? teamOfShift
    return {
      kind: 'corrected',
      ...key,
      team,
      productId,
      customerId,
      ...zeroSums,
      ...expandCorrection(sum, delta, cause),
    } as const
  })
  const countedRows = rows
    .filter(({ businessDate }) => writtenDays.has(businessDate))
    .map(({ sums, ...key }) => ({ kind: 'counted', ...key, ...sums }) as const)
  const idsByContent = new Map<string, string[]>()
  for (const row of storedRows)
    if (writtenDays.has(row.businessDate))
      idsByContent.set(buildContentKey(row), [...(idsByContent.get(buildContentKey(row)) ?? []), row.id])
  // Each unchanged row claims the id of an identical stored row; the stored rows left over are deleted.
  const newRows = [...countedRows, ...correctedRows].filter(
    (row) => idsByContent.get(buildContentKey(row))?.pop() === undefined,
  )
  await ctx.query(
    sql`delete from shift_figure where site_id = ${ctx.site} and id = any(${[...idsByContent.values()].flat()}::uuid[])`,
  )
  await insertRows(ctx, newRows)
}
/** Builds a comparable text of a row with its sums in the stored digits. */
const buildContentKey = (row: Omit<StoredSumRow, 'id'>): string =>
  JSON.stringify([
    row.kind,
    formatSumKey(row),
    row.productId,
    row.customerId,
    sumNames.map((sum) => Number(row[sum].toFixed(sumSpecs[sum].digits))),
  ])
async function insertRows(ctx: Context, rows: readonly Omit<StoredSumRow, 'id'>[]): Promise<void> {
  if (rows.length === 0) return
  const { columnByField } = getStatements(shiftMetric)
  const columnList = storedFieldNames.map((name) => columnByField[name]).join(', ')
  const jsonRows = rows.map((row) =>
    Object.fromEntries(storedFieldNames.map((name) => [columnByField[name]!.replaceAll('"', ''), row[name]])),
  )
  await ctx.query(
    `insert into shift_figure (site_id, id, version, created_at, updated_at, ${columnList})
     select $1, gen_random_uuid(), 1, $2, $2, ${columnList} from json_populate_recordset(null::shift_figure, $3::json)`,
    [ctx.site, ctx.now, JSON.stringify(jsonRows)],
  )
}

/** Key of the bookings of late changes: they name the day and the team of the closed month, not the shift. */
type LateKey = Pick<SumChange, 'businessDate' | 'team' | 'lineId' | 'workOrderId' | 'sum'>
interface LateChange extends LateKey {
  readonly delta: number
}
/**
 * Books changes in closed months as corrections in the current shift, for the team of the changed shift. Subtracts the
 * corrections already booked. If a booked change has been undone since, it is booked back.
 */
async function bookLateChanges(
  ctx: Context,
  { days, storedRows }: { readonly days: readonly Day[]; readonly storedRows: readonly StoredSumRow[] },
  changes: readonly SumChange[],
): Promise<void> {
  if (days.length === 0) return
  const bookedCorrections = await ctx.query(
    sql`select ${columns(metricCorrection, ['ofDay', 'team', 'lineId', 'workOrderId', 'sum'])}, ${computed<{ delta: number }>`sum(delta)::float8 as delta`} from figure_correction
      where site_id = ${ctx.site} and cause = 'late' and of_day = any(${days}::date[]) group by of_day, team, line_id, work_order_id, sum`,
  )
  const lateChanges = mergeShiftChanges([
    ...changes.map(({ before, after, ...key }) => ({ ...key, delta: after - before })),
    ...bookedCorrections.map(({ ofDay, delta, ...key }) => ({ ...key, businessDate: ofDay!, delta: -delta })),
  ]).filter(({ delta, sum }) => Math.abs(delta) >= getRoundingTolerance(sum))
  if (lateChanges.length === 0) return
  const { businessDate, shift } = await resolveShift(ctx)
  for (const { businessDate: ofDay, ...booking } of lateChanges)
    await ctx.rows.insert(metricCorrection, {
      ...booking,
      before: sumStoredOfTeam(storedRows, { ...booking, businessDate: ofDay }),
      businessDate,
      shift,
      cause: 'late',
      ofDay,
      at: ctx.now.toISOString(),
    })
}
const sumStoredOfTeam = (storedRows: readonly StoredSumRow[], key: LateKey): number =>
  storedRows
    .filter((row) => row.kind === 'counted' && formatLateKey({ ...row, sum: key.sum }) === formatLateKey(key))
    .reduce((total, row) => total + row[key.sum], 0)
const formatLateKey = ({ businessDate, team, lineId, workOrderId, sum }: LateKey): string =>
  [businessDate, team, lineId, workOrderId, sum].join('/')
/** Merges changes of the same team and day, because late bookings name no shift of the closed month. */
function mergeShiftChanges(changes: readonly LateChange[]): LateChange[] {
  const changesByKey = new Map<string, { -readonly [K in keyof LateChange]: LateChange[K] }>()
  for (const { businessDate, team, lineId, workOrderId, sum, delta } of changes) {
    const key = formatLateKey({ businessDate, team, lineId, workOrderId, sum })
    const mergedChange = changesByKey.get(key)
    if (!mergedChange) changesByKey.set(key, { businessDate, team, lineId, workOrderId, sum, delta })
    else mergedChange.delta += delta
  }
  return [...changesByKey.values()]
}
