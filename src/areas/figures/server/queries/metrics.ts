/** Metrics over a range of business dates. */
import type { Month } from '@/plant/rules/month'
import { addDays, toMillis, type Day, type Moment } from '@/plant/rules/plant-time'
import { getShiftAt, getShiftsOfDay, type Shift } from '@/plant/rules/shift'
import { assertDayRange, loadPlantCalendar, resolveShift, getToday } from '@/plant/server/plant'
import { listClosedMonthsBetween } from '@/plant/server/queries'
import { buildLineKindsSql } from '@/plant/server/queries/list-lines'
import { buildFirstWindingDaySql } from '@/areas/slitting/server/queries/shift-output'
import type { Context } from '@/server/context'
import { limit, Sql, sql } from '@/server/sql'
import { metricInvalidation, shiftMetric } from '../../contract/metrics'
import { sumNames, sumSpecs, type LineScope, type SumName, type ShiftSums } from '../../rules/shift-sums'
import { SETTLING_MS, clearUnsettledValues, calculateMetricValues, type MetricValues } from '../../rules/metric-values'

/** Grouping keys. `week` begins on Monday, `season` is the quarter; the value of a period is its first day. */
export type MetricGroupKey =
  | 'day'
  | 'week'
  | 'month'
  | 'season'
  | 'year'
  | 'shift'
  | 'team'
  | 'line'
  | 'order'
  | 'product'
  | 'customer'
export interface MetricQuery {
  /** First and last business date, inclusive. */
  readonly from: Day
  readonly to: Day
  /** Keys to group and sort by; without keys the result is a single row. */
  readonly by?: readonly MetricGroupKey[]
  readonly lineIds?: readonly string[] | null
  readonly teams?: readonly string[] | null
  readonly shift?: string | null
  readonly orderIds?: readonly string[] | null
  readonly productId?: string | null
  /** Excludes corrections by people and by late source rows. */
  readonly uncorrected?: boolean
}
export interface MetricResult {
  /** Value of each grouping key; null if the row belongs to none, e.g. a stop without an order. */
  readonly key: Readonly<Partial<Record<MetricGroupKey, string | null>>>
  readonly sums: ShiftSums
  readonly values: MetricValues
  /** True if the row covers only a running shift that is younger than `SETTLING_MS`. */
  readonly isUnsettled: boolean
  /** Kinds of the lines to which the row is limited, by the query or by its key. */
  readonly lineScope: LineScope
}
const MAX_DAYS = 1830
const MAX_ROWS = 50_000

const groupKeySql: Readonly<Record<MetricGroupKey, Sql>> = {
  day: sql`business_date::text`,
  week: sql`date_trunc('week', business_date)::date::text`,
  month: sql`date_trunc('month', business_date)::date::text`,
  season: sql`date_trunc('quarter', business_date)::date::text`,
  year: sql`date_trunc('year', business_date)::date::text`,
  shift: sql`shift`,
  team: sql`team`,
  line: sql`line_id::text`,
  order: sql`work_order_id::text`,
  product: sql`product_id::text`,
  customer: sql`customer_id::text`,
}
const toColumnName = (name: SumName): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const sumColumnsSql = new Sql([
  sumNames.map((name) => `coalesce(sum(${toColumnName(name)}), 0)::float8 as "${name}"`).join(', '),
])
/** Builds the columns of the grouping keys, each followed by a comma. */
const buildGroupColumnsSql = (groupKeys: readonly MetricGroupKey[]): Sql =>
  groupKeys.reduce<Sql>(
    (columnsSql, name) => sql`${columnsSql}${groupKeySql[name]} as ${new Sql([`"${name}"`])}, `,
    sql``,
  )

/**
 * Loads metrics over business dates including corrections, in one statement over the sums of shifts.
 * @throws 4013 if the range ends before it begins or exceeds five years
 */
export async function loadMetrics(ctx: Context, query: MetricQuery): Promise<MetricResult[]> {
  assertMetricDays(query)
  const groupKeys = query.by ?? []
  const groupPositions = groupKeys.map((_, i) => String(i + 1)).join(', ')
  const [groupBySql, orderBySql] =
    groupKeys.length > 0
      ? [new Sql([`group by ${groupPositions}`]), new Sql([`order by ${groupPositions}`])]
      : [sql``, sql``]
  const rows = await ctx.query(
    sql<
      ShiftSums & Partial<Record<MetricGroupKey, string | null>> & { lineScope: LineScope }
    >`select m.*, ${buildLineScopeSql(ctx, query)} as "lineScope" from (select ${buildGroupColumnsSql(groupKeys)}${sumColumnsSql} from shift_figure
     where site_id = ${ctx.site} and business_date >= ${query.from} and business_date <= ${query.to}
       and (${query.lineIds ?? null}::uuid[] is null or line_id = any(${query.lineIds ?? null}::uuid[]))
       and (${query.teams ?? null}::text[] is null or team = any(${query.teams ?? null}::text[]))
       and (${query.shift ?? null}::text is null or shift = ${query.shift ?? null})
       and (${query.orderIds ?? null}::uuid[] is null or work_order_id = any(${query.orderIds ?? null}::uuid[]))
       and (${query.productId ?? null}::uuid is null or product_id = ${query.productId ?? null})
       and (${query.uncorrected !== true} or kind = 'counted') ${groupBySql} ${orderBySql} ${limit(MAX_ROWS)}) m ${orderBySql}`,
  )
  const unsettledShift = await findUnsettledShift(ctx, query)
  return rows.map((row) => {
    const rowSums = Object.fromEntries(sumNames.map((name) => [name, roundSum(name, row[name])])) as Record<
      SumName,
      number
    >
    const { lineScope } = row
    const values = calculateMetricValues(rowSums, lineScope)
    const isUnsettled = unsettledShift !== null && coversOnlyShift(unsettledShift, query, row)
    return {
      key: Object.fromEntries(groupKeys.map((name) => [name, row[name] ?? null])),
      sums: rowSums,
      values: isUnsettled ? clearUnsettledValues(values) : values,
      isUnsettled,
      lineScope,
    }
  })
}
/** Builds SQL of the kinds of the lines to which a row `m` is limited; null without a limit. */
function buildLineScopeSql({ site }: Context, { by = [], lineIds }: MetricQuery): Sql {
  if (by.includes('line'))
    return sql`case when m.line is not null then ${buildLineKindsSql(site, sql`array[m.line::uuid]`)} end`
  return lineIds ? buildLineKindsSql(site, sql`${lineIds}::uuid[]`) : sql`null::text[]`
}
/** Returns the running shift while it is too young for some metrics, else null. */
async function findUnsettledShift(
  ctx: Context,
  { to }: MetricQuery,
): Promise<(Shift & { readonly isFirst: boolean }) | null> {
  if (to < addDays(getToday(ctx), -1)) return null
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  const shift = getShiftAt(ctx.now.toISOString(), rotation, timeZone)
  if (ctx.now.getTime() - toMillis(shift.startsAt) >= SETTLING_MS) return null
  return { ...shift, isFirst: getShiftsOfDay(shift.businessDate, rotation, timeZone)[0]?.shift === shift.shift }
}
/**
 * Returns true if a row covers only the unsettled shift: the shift is the first of the day, or the row is limited to
 * the shift or its team.
 */
function coversOnlyShift(
  unsettledShift: Shift & { readonly isFirst: boolean },
  query: MetricQuery,
  row: Readonly<Partial<Record<MetricGroupKey, string | null>>>,
): boolean {
  // A row begins with the range or, if later, with its own period.
  const beginDays = [query.from, row.day, row.week, row.month, row.season, row.year]
  const latestBegin = beginDays.reduce((latest, day) => (day && day > latest! ? day : latest))
  if (latestBegin !== unsettledShift.businessDate) return false
  const team = row.team ?? (query.teams?.length === 1 ? query.teams[0] : null)
  return (
    unsettledShift.isFirst ||
    (row.shift ?? query.shift) === unsettledShift.shift ||
    (team !== null && team === unsettledShift.team)
  )
}
/** Rounds a sum to its stored digits, because added doubles accumulate rounding errors. */
const roundSum = (name: SumName, value: number): number => {
  const scale = 10 ** sumSpecs[name].digits
  return Math.round(value * scale) / scale
}
/** Loads the metrics over the whole range as one row; the sums are zero without production. */
export async function loadTotalMetrics(
  ctx: Context,
  query: Omit<MetricQuery, 'by'>,
): Promise<Pick<MetricResult, 'sums' | 'values' | 'lineScope'>> {
  const [row] = await loadMetrics(ctx, query)
  return row!
}
/** @throws 4013 if the range ends before it begins or has too many days */
export const assertMetricDays = (dayRange: { readonly from: Day; readonly to: Day }, maxDays = MAX_DAYS): void =>
  assertDayRange(dayRange, maxDays)

/** State of the metrics of a range of business dates. */
export interface MetricsFreshness {
  /** When the newest day was calculated. */
  readonly countedAt: Moment | null
  /** Number of days that wait for calculation, for the first time or again. */
  readonly waiting: number
  /** Number of past days that were never calculated. */
  readonly uncounted: number
  /** Months whose metrics later corrections do not change. */
  readonly closedMonths: Month[]
}
/** Loads the time at which the metrics of a range were calculated, the days still missing, and the closed months. */
export async function loadMetricsFreshness(
  ctx: Context,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<MetricsFreshness> {
  const [state] = await ctx.query(
    sql<{ countedAt: Moment | null; invalidatedDays: Day[]; uncountedDays: Day[] }>`select
      (select counted_at from figure_day where site_id = ${ctx.site} and day >= ${from} and day <= ${to} order by day desc ${limit(1)}) as "countedAt",
      array(select distinct day::text from figure_mark where site_id = ${ctx.site} and day >= ${from} and day <= ${to}) as "invalidatedDays",
      array(select day::text from (${await buildUncountedDaysSql(ctx)}) u where day >= ${from} and day <= ${to}) as "uncountedDays"`,
  )
  const { countedAt = null, invalidatedDays = [], uncountedDays = [] } = state ?? {}
  return {
    countedAt,
    waiting: new Set([...invalidatedDays, ...uncountedDays]).size,
    uncounted: uncountedDays.length,
    closedMonths: await listClosedMonthsBetween(ctx, { from, to }),
  }
}
/** Returns the first calculated business date (or null), and the past days that wait for their first calculation. */
export async function loadCalculatedDays(ctx: Context): Promise<{ from: Day | null; uncounted: readonly Day[] }> {
  const [row] = await ctx.query(
    sql<{ from: Day | null; uncounted: Day[] }>`select
      (select min(day)::text from figure_day where site_id = ${ctx.site}) as "from",
      array(select day::text from (${await buildUncountedDaysSql(ctx)}) u) as uncounted`,
  )
  return row ?? { from: null, uncounted: [] }
}
/**
 * Builds a select of the past days that wait for their first calculation: invalidated days, and, as long as yesterday is
 * missing, all days since the first roll. The job `figures-count` invalidates the latter only when it runs, and it does
 * not run while an older history is still being loaded.
 */
async function buildUncountedDaysSql(ctx: Context): Promise<Sql> {
  const { businessDate } = await resolveShift(ctx)
  const yesterday = addDays(businessDate, -1)
  return sql`select d.day from (
      select day from figure_mark where site_id = ${ctx.site} and day <= ${yesterday}
      union select g::date from generate_series(
        case when exists (select from figure_day where site_id = ${ctx.site} and day = ${yesterday}) then null else ${buildFirstWindingDaySql(ctx.site)} end,
        ${yesterday}::date, interval '1 day') g
    ) d where not exists (select from figure_day f where f.site_id = ${ctx.site} and f.day = d.day) order by 1`
}
/** Names of the resources behind these queries, for listeners to their changes. */
export const metricResourceNames = [shiftMetric.name, metricInvalidation.name] as const
