/** Metrics over a range of business dates. */
import { refuseInput } from '@/contract/errno'
import { addDays, countDaysBetween, toMillis, type Day, type Moment } from '@/plant/rules/plant-time'
import { getShiftAt, getShiftsOfDay, type Shift } from '@/plant/rules/shift'
import { loadPlantCalendar, resolveShift, getToday } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { columns, limit, Sql, sql } from '@/server/sql'
import { figureDay, figureMark, shiftFigure } from '../../contract/shift-figure'
import { sumNames, sums, type SumName, type Sums } from '../../rules/sums'
import { SETTLED_MS, unsettled, valuesOf, type Values } from '../../rules/values'

/** Grouping keys. `week` begins on Monday, `season` is the quarter; the value of a period is its first day. */
export type FigureKey =
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
export interface FiguresAsked {
  /** First and last business date, inclusive. */
  readonly from: Day
  readonly to: Day
  /** Keys to group and sort by; without keys the result is a single row. */
  readonly by?: readonly FigureKey[]
  readonly lineIds?: readonly string[] | null
  readonly teams?: readonly string[] | null
  readonly shift?: string | null
  readonly orderIds?: readonly string[] | null
  readonly productId?: string | null
  /** Excludes corrections by people and by late source rows. */
  readonly uncorrected?: boolean
}
export interface FigureRow {
  /** Value of each grouping key; null if the row belongs to none, e.g. a stop without an order. */
  readonly key: Readonly<Partial<Record<FigureKey, string | null>>>
  readonly sums: Sums
  readonly values: Values
}
const MOST_DAYS = 1830
const MOST_ROWS = 50_000

const keySql: Readonly<Record<FigureKey, Sql>> = {
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
const columnOf = (name: SumName): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const summed = new Sql([sumNames.map((name) => `coalesce(sum(${columnOf(name)}), 0)::float8 as "${name}"`).join(', ')])
const keyedBy = (by: readonly FigureKey[]): Sql => {
  const out: (string | Sql)[] = []
  return by.reduce<Sql>(
    (all, name) => sql`${all}${keySql[name]} as ${new Sql([`"${name}"`])}, `,
    new Sql([out.join('')]),
  )
}

/**
 * Loads metrics over business dates including corrections, in one statement over the sums of shifts.
 * @throws 4013 if the range ends before it begins or exceeds five years
 */
export async function figuresIn(ctx: Context, asked: FiguresAsked): Promise<FigureRow[]> {
  mustBeDays(asked)
  const by = asked.by ?? []
  const places = by.map((_, i) => String(i + 1)).join(', ')
  const grouped = by.length > 0 ? new Sql([`group by ${places} order by ${places}`]) : sql``
  const rows = await ctx.query(
    sql<Sums & Partial<Record<FigureKey, string | null>>>`select ${keyedBy(by)}${summed} from shift_figure
     where site_id = ${ctx.site} and business_date >= ${asked.from} and business_date <= ${asked.to}
       and (${asked.lineIds ?? null}::uuid[] is null or line_id = any(${asked.lineIds ?? null}::uuid[]))
       and (${asked.teams ?? null}::text[] is null or team = any(${asked.teams ?? null}::text[]))
       and (${asked.shift ?? null}::text is null or shift = ${asked.shift ?? null})
       and (${asked.orderIds ?? null}::uuid[] is null or work_order_id = any(${asked.orderIds ?? null}::uuid[]))
       and (${asked.productId ?? null}::uuid is null or product_id = ${asked.productId ?? null})
       and (${asked.uncorrected !== true} or kind = 'counted') ${grouped} ${limit(MOST_ROWS)}`,
  )
  const young = await youngShift(ctx, asked)
  return rows.map((row) => {
    const of = Object.fromEntries(sumNames.map((name) => [name, rounded(name, row[name])])) as Record<SumName, number>
    const values = valuesOf(of)
    return {
      key: Object.fromEntries(by.map((name) => [name, row[name] ?? null])),
      sums: of,
      values: young && isOnlyOf(young, asked, row) ? unsettled(values) : values,
    }
  })
}
/** Returns the running shift while it is too young for some metrics, else null. */
async function youngShift(ctx: Context, { to }: FiguresAsked): Promise<(Shift & { readonly isFirst: boolean }) | null> {
  if (to < addDays(getToday(ctx), -1)) return null
  const { pattern, timeZone } = await loadPlantCalendar(ctx)
  const shift = getShiftAt(ctx.now.toISOString(), pattern, timeZone)
  if (ctx.now.getTime() - toMillis(shift.startsAt) >= SETTLED_MS) return null
  return { ...shift, isFirst: getShiftsOfDay(shift.businessDate, pattern, timeZone)[0]?.shift === shift.shift }
}
/** Returns true if a row covers only the unsettled shift: its day begins with it, or it is of its shift or team. */
function isOnlyOf(
  young: Shift & { readonly isFirst: boolean },
  asked: FiguresAsked,
  row: Readonly<Partial<Record<FigureKey, string | null>>>,
): boolean {
  const begins = [asked.from, row.day, row.week, row.month, row.season, row.year]
  const first = begins.reduce((latest, day) => (day && day > latest! ? day : latest))
  if (first !== young.businessDate) return false
  const team = row.team ?? (asked.teams?.length === 1 ? asked.teams[0] : null)
  return young.isFirst || (row.shift ?? asked.shift) === young.shift || (team !== null && team === young.team)
}
/** Rounds a sum to its stored digits, because added doubles accumulate rounding errors. */
const rounded = (name: SumName, value: number): number => {
  const scale = 10 ** sums[name].digits
  return Math.round(value * scale) / scale
}
/** Loads the metrics over the whole range as one row; the sums are zero without production. */
export async function figuresOver(
  ctx: Context,
  asked: Omit<FiguresAsked, 'by'>,
): Promise<Pick<FigureRow, 'sums' | 'values'>> {
  const [row] = await figuresIn(ctx, asked)
  return row!
}
/** @throws 4013 if the range ends before it begins or has too many days */
export function mustBeDays({ from, to }: { readonly from: Day; readonly to: Day }, most = MOST_DAYS): void {
  const days = countDaysBetween(from, to)
  if (days < 0) throw refuseInput([{ path: ['to'], code: 'endsFirst' }])
  if (days > most) throw refuseInput([{ path: ['to'], code: 'tooManyDays', params: { limit: most } }])
}

/**
 * Returns the time of calculation of the newest day in the range, the number of invalidated days, and how many of
 * the past ones were never calculated.
 */
export async function figuresAsOf(
  ctx: Context,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<{ countedAt: Moment | null; waiting: number; uncounted: number }> {
  const [newest] = await ctx.query(
    sql`select ${columns(figureDay, ['countedAt'])} from figure_day where site_id = ${ctx.site} and day >= ${from} and day <= ${to} order by day desc ${limit(1)}`,
  )
  const marked = await ctx.query(
    sql<{ day: Day; first: boolean }>`select m.day::text as day, f.day is null as first
      from (select distinct day from figure_mark where site_id = ${ctx.site} and day >= ${from} and day <= ${to}) m
        left join figure_day f on f.site_id = ${ctx.site} and f.day = m.day ${limit(2000)}`,
  )
  const { businessDate } = await resolveShift(ctx)
  return {
    countedAt: newest?.countedAt ?? null,
    waiting: marked.length,
    uncounted: marked.filter(({ first, day }) => first && day < businessDate).length,
  }
}
/** Returns the first calculated business date (or null), and the past days that wait for their first calculation. */
export async function daysCounted(ctx: Context): Promise<{ from: Day | null; uncounted: readonly Day[] }> {
  const { businessDate } = await resolveShift(ctx)
  const [found] = await ctx.query(
    sql<{ from: Day | null; uncounted: Day[] }>`select
      (select min(day)::text from figure_day where site_id = ${ctx.site}) as "from",
      array(select distinct m.day::text from figure_mark m where m.site_id = ${ctx.site} and m.day < ${businessDate}
        and not exists (select from figure_day f where f.site_id = m.site_id and f.day = m.day)) as uncounted`,
  )
  return found ?? { from: null, uncounted: [] }
}
/** Names of the resources behind these queries, for listeners to their changes. */
export const figureTables = [shiftFigure.name, figureMark.name] as const
