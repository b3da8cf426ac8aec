/** Usage of counters, from the roll-ups. Pages never sum raw readings. */
import { HOUR_MS, toMillis, toMoment, type Day, type Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, computed, options, sql, type Columns, type Sql } from '@/server/sql'
import { tag } from '../../contract/tag'
import { plantDay, SLOT_MS } from '../../rules/slots'

export type Step = 'quarter' | 'hour' | 'day'
export interface UsageSlot {
  readonly meterId: string
  /** Begin of the slot. */
  readonly at: Moment
  /** In the meter's unit. */
  readonly used: number
  /** Share from 0 to 1 that was spread over a gap rather than measured. */
  readonly estimatedShare: number
}
export interface UsageAsked {
  /** Included. */
  readonly from: Moment
  /** Not included. */
  readonly to: Moment
  readonly step: Step
}
/** 15-minute slots in a step that is shorter than a day. */
const slotsIn = { quarter: 1, hour: 4 } as const

/**
 * Loads the use of meters in each slot that begins in a period, in the meter's unit. Slots without data are omitted.
 * Days are plant days. One statement; with daily steps it reads one row per meter and day.
 */
export const usageOf = async (
  ctx: Context,
  { meterIds, ...asked }: UsageAsked & { readonly meterIds: readonly string[] },
): Promise<readonly UsageSlot[]> =>
  (await read(ctx, asked, meterIds.length === 0 ? null : countersOf(ctx, meterIds))).map(({ meterId, ...slot }) => ({
    meterId: meterId ?? '',
    ...slot,
  }))
/** Loads the use of counters by tag, like `loadMeterUsage`. */
export const usageOfTags = async (
  ctx: Context,
  { tagIds, ...asked }: UsageAsked & { readonly tagIds: readonly string[] },
): Promise<readonly Omit<UsageSlot, 'meterId'>[]> =>
  read(
    ctx,
    asked,
    tagIds.length === 0
      ? null
      : sql`tag t where t.site_id = ${ctx.site} and t.id = any(${[...new Set(tagIds)]}::uuid[])`,
  )

type Slot = Omit<UsageSlot, 'meterId'> & { readonly meterId: string | null }
async function read(ctx: Context, asked: UsageAsked, tags: Sql | null): Promise<Slot[]> {
  if (!tags) return []
  return asked.step === 'day' ? days(ctx, tags, asked) : slots(ctx, tags, asked, slotsIn[asked.step])
}

const countersOf = (ctx: Context, meterIds: readonly string[]): Sql =>
  sql`tag t where t.site_id = ${ctx.site} and t.meter_id = any(${[...new Set(meterIds)]}::uuid[]) and t.kind = ${options(tag.fields.kind, 'counter')}`
const share = (part: number, of: number): number => (of > 0 ? Math.min(1, Math.max(0, part / of)) : 0)
/** Rounds to six decimals, so that rounding errors of running totals do not appear as use. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

async function days(ctx: Context, tags: Sql, { from, to }: UsageAsked): Promise<Slot[]> {
  // One JSON array per meter and column is read many times faster than one row per day.
  const rows = await ctx.query(
    sql`select ${columns(tag, ['meterId'], 't')}, ${computed<{ at: number[]; used: number[]; estimated: number[] }>`d.at, d.used, d.estimated`} from (select t.id, t.meter_id from ${tags}) t
     cross join lateral (
       select json_agg(extract(epoch from starts_at) * 1000 order by day) as at, json_agg(used order by day) as used, json_agg(estimated order by day) as estimated
       from usage_day where site_id = ${ctx.site} and tag_id = t.id and day >= (${from}::timestamptz at time zone ${ctx.timeZone})::date
         and day <= (${to}::timestamptz at time zone ${ctx.timeZone})::date and starts_at >= ${from} and starts_at < ${to}) d
     where d.at is not null`,
  )
  return rows.flatMap(({ meterId, at, used, estimated }) =>
    at.map((ms, i) => ({
      meterId,
      at: toMoment(ms),
      used: rounded(used[i]!),
      estimatedShare: share(estimated[i]!, used[i]!),
    })),
  )
}

interface Totals {
  readonly startsAt: Moment
  readonly used: number[]
  readonly estimated: number[] | null
  readonly measured: number[] | null
}
const totals = computed<Totals>`s.starts_at as "startsAt", to_json(s.used) as used, to_json(s.estimated) as estimated, to_json(s.measured) as measured`

async function slots(ctx: Context, tags: Sql, { from, to }: UsageAsked, width: number): Promise<Slot[]> {
  const rows = await ctx.query(
    sql`select ${columns(tag, ['meterId'], 't')}, ${totals} from (select t.id, t.meter_id from ${tags}) t
     join usage_slots s on s.site_id = ${ctx.site} and s.tag_id = t.id and s.day >= (${from}::timestamptz at time zone ${ctx.timeZone})::date
       and s.day <= (${to}::timestamptz at time zone ${ctx.timeZone})::date order by t.meter_id, s.day`,
  )
  const [begin, end] = [toMillis(from), toMillis(to)]
  // Formatted once for all meters: hundreds of them share each slot.
  const moments = new Map<number, Moment>()
  const momentOf = (at: number): Moment => {
    const known = moments.get(at) ?? toMoment(at)
    moments.set(at, known)
    return known
  }
  return rows.flatMap(({ meterId, startsAt, used, estimated, measured }) => {
    const found: Slot[] = []
    const start = toMillis(startsAt)
    for (let i = 0; i + 1 < used.length; i += width) {
      const at = start + i * SLOT_MS
      if (at < begin || at >= end) continue
      const next = Math.min(i + width, used.length - 1)
      const sum = rounded(used[next]! - used[i]!)
      const seconds = measured ? measured.slice(i, next).reduce((a, b) => a + b, 0) : 1
      if (sum <= 0 && seconds <= 0) continue
      const spread = estimated ? estimated[next]! - estimated[i]! : 0
      found.push({ meterId, at: momentOf(at), used: sum, estimatedShare: share(spread, sum) })
    }
    return found
  })
}

export interface UsagePeriod {
  /** The caller's key for the period. */
  readonly key: string
  /** Included. */
  readonly from: Moment
  /** Not included. */
  readonly to: Moment
}
export interface UsageSum {
  readonly key: string
  readonly meterId: string
  readonly used: number
  /** Part of `used` that was spread over a gap. */
  readonly estimated: number
}
/** Not null: these tags are selected by their meters. */
const meterOf = columns(tag, ['meterId'], 't') as Columns<{ meterId: string }>
/** SQL for the running total at a slot offset from the start of the day, interpolated linearly. */
const totalAt = (of: Sql, x: Sql): Sql =>
  sql`${of}[floor(${x})::int + 1] + (${x} - floor(${x})) * (coalesce(${of}[floor(${x})::int + 2], ${of}[floor(${x})::int + 1]) - ${of}[floor(${x})::int + 1])`
const slotsAfter = (moment: Sql): Sql =>
  sql`least(greatest(extract(epoch from ${moment} - s.starts_at)::float8 / 900, 0), cardinality(s.used) - 1)`

/**
 * Sums the use of each meter in each period, to the second. Whole days come from the daily sums, the first and last
 * day from running totals. One statement; meters without data in a period are omitted.
 */
export async function usageSums(
  ctx: Context,
  { meterIds, periods }: { readonly meterIds: readonly string[]; readonly periods: readonly UsagePeriod[] },
): Promise<readonly UsageSum[]> {
  if (meterIds.length === 0 || periods.length === 0) return []
  const within = (of: Sql): Sql => sql`(${totalAt(of, sql`x.b`)}) - (${totalAt(of, sql`x.a`)})`
  return ctx.query(
    sql`with p as materialized (
       select key, b, e, (b at time zone ${ctx.timeZone})::date as first, (e at time zone ${ctx.timeZone})::date as last
       from unnest(${periods.map((p) => p.key)}::text[], ${periods.map((p) => p.from)}::timestamptz[], ${periods.map((p) => p.to)}::timestamptz[]) as p(key, b, e) where e > b),
     t as materialized (select t.id, t.meter_id from ${countersOf(ctx, meterIds)})
     select ${meterOf}, ${computed<Omit<UsageSum, 'meterId'>>`p.key, sum(u.used) as used, sum(u.estimated) as estimated`} from p cross join t cross join lateral (
       select sum(d.used) as used, sum(d.estimated) as estimated from usage_day d
         where d.site_id = ${ctx.site} and d.tag_id = t.id and d.day > p.first and d.day < p.last
       union all
       select ${within(sql`s.used`)}, coalesce(${within(sql`s.estimated`)}, 0) from usage_slots s
         cross join lateral (select ${slotsAfter(sql`p.b`)} as a, ${slotsAfter(sql`p.e`)} as b) x
         where s.site_id = ${ctx.site} and s.tag_id = t.id and s.day in (p.first, p.last)) u
     where u.used is not null group by p.key, t.meter_id order by p.key, t.meter_id`,
  )
}

export interface MeasuredHour {
  readonly meterId: string
  /** Begin of the hour. */
  readonly at: Moment
  /** Share from 0 to 1 of the hour that lies between two readings close enough to each other. */
  readonly measuredShare: number
  /** True if the use in the remaining time is estimated over a gap; otherwise it is unknown. */
  readonly estimated: boolean
}
const MEASURED_ENOUGH = 0.75
/** True if too little of the hour was measured. */
export const isMissing = ({ measuredShare }: Pick<MeasuredHour, 'measuredShare'>): boolean =>
  measuredShare < MEASURED_ENOUGH

/** Lists the past hours of a plant day for which meters lack readings. A meter without a tag lacks all of them. */
export const missingHours = async (
  ctx: Context,
  asked: { readonly meterIds: readonly string[]; readonly day: Day },
): Promise<readonly MeasuredHour[]> => (await measuredHours(ctx, asked)).filter(isMissing)

/** Lists the measured share of each past hour of a plant day, for each meter. */
export async function measuredHours(
  ctx: Context,
  { meterIds, day }: { readonly meterIds: readonly string[]; readonly day: Day },
): Promise<readonly MeasuredHour[]> {
  const { start, slots: count } = plantDay(day, ctx.timeZone)
  const rows = await ctx.query(
    sql`select ${columns(tag, ['meterId'], 't')}, ${totals} from (select t.id, t.meter_id from ${countersOf(ctx, meterIds)}) t
     join usage_slots s on s.site_id = ${ctx.site} and s.tag_id = t.id and s.day = ${day}`,
  )
  const known = new Map(rows.map((row) => [row.meterId, row]))
  return [...new Set(meterIds)].flatMap((meterId) => {
    const row = known.get(meterId)
    const hours: MeasuredHour[] = []
    for (let i = 0; i < count && start + i * SLOT_MS + HOUR_MS <= ctx.now.getTime(); i += 4) {
      const seconds = row ? (row.measured?.slice(i, i + 4).reduce((a, b) => a + b, 0) ?? 3600) : 0
      const estimated = row?.estimated ? row.estimated[Math.min(i + 4, count)]! > row.estimated[i]! : false
      hours.push({ meterId, at: toMoment(start + i * SLOT_MS), measuredShare: seconds / 3600, estimated })
    }
    return hours
  })
}
