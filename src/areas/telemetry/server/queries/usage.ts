/** Usage of counters, from the roll-ups. Pages never sum raw readings. */
import { HOUR_MS, toMillis, toMoment, type Day, type Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, computed, options, sql, type Columns, type Sql } from '@/server/sql'
import { tag } from '../../contract/tag'
import { buildPlantDay, READING_SLOT_MS } from '@/areas/telemetry/rules/rollup'
import { roundToMillionth } from '@/plant/rules/quantity'

export type UsageStep = 'quarter' | 'hour' | 'day'
export interface UsageSlot {
  readonly meterId: string
  /** Start of the slot. */
  readonly at: Moment
  /** In the meter's unit. */
  readonly used: number
  /** Share (0 to 1) that was spread over a long pause between two readings. */
  readonly estimatedShare: number
}
/** Period and step of a usage query. */
export interface UsageQuery {
  /** Included. */
  readonly from: Moment
  /** Not included. */
  readonly to: Moment
  readonly step: UsageStep
}
/** Number of 15-minute slots in each step shorter than a day. */
export const slotsByStep = { quarter: 1, hour: 4 } as const

/**
 * Loads the use of meters in each slot that begins in a period, in the meter's unit. Slots without data are omitted.
 * Days are plant days. With daily steps the query reads one row per meter and day.
 */
export const loadMeterUsage = async (
  ctx: Context,
  { meterIds, ...query }: UsageQuery & { readonly meterIds: readonly string[] },
): Promise<readonly UsageSlot[]> =>
  (await loadUsageSlots(ctx, query, meterIds.length === 0 ? null : buildMeterTagSource(ctx, meterIds))).map(
    ({ meterId, ...slot }) => ({
      meterId: meterId ?? '',
      ...slot,
    }),
  )
/** Loads the use of counters by tag, like `loadMeterUsage`. */
export const loadTagUsage = async (
  ctx: Context,
  { tagIds, ...query }: UsageQuery & { readonly tagIds: readonly string[] },
): Promise<readonly Omit<UsageSlot, 'meterId'>[]> =>
  loadUsageSlots(
    ctx,
    query,
    tagIds.length === 0
      ? null
      : sql`tag t where t.site_id = ${ctx.site} and t.id = any(${[...new Set(tagIds)]}::uuid[])`,
  )

type TagUsageSlot = Omit<UsageSlot, 'meterId'> & { readonly meterId: string | null }
async function loadUsageSlots(ctx: Context, query: UsageQuery, tagSource: Sql | null): Promise<TagUsageSlot[]> {
  if (!tagSource) return []
  return query.step === 'day'
    ? loadDayUsage(ctx, tagSource, query)
    : loadSlotUsage(ctx, tagSource, query, slotsByStep[query.step])
}

const buildMeterTagSource = (ctx: Context, meterIds: readonly string[]): Sql =>
  sql`tag t where t.site_id = ${ctx.site} and t.meter_id = any(${[...new Set(meterIds)]}::uuid[]) and t.kind = ${options(tag.fields.kind, 'counter')}`
const calculateShare = (amount: number, total: number): number =>
  total > 0 ? Math.min(1, Math.max(0, amount / total)) : 0

async function loadDayUsage(ctx: Context, tagSource: Sql, { from, to }: UsageQuery): Promise<TagUsageSlot[]> {
  // Reading one JSON array per meter and column is many times faster than reading one row per day.
  const rows = await ctx.query(
    sql`select ${columns(tag, ['meterId'], 't')}, ${computed<{ at: number[]; used: number[]; estimated: number[] }>`d.at, d.used, d.estimated`} from (select t.id, t.meter_id from ${tagSource}) t
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
      used: roundToMillionth(used[i]!),
      estimatedShare: calculateShare(estimated[i]!, used[i]!),
    })),
  )
}

/** Usage of a day: running totals and measured seconds of its slots. */
interface SlotTotals {
  readonly startsAt: Moment
  /** Running totals; element i is the total before slot i. */
  readonly used: number[]
  /** Running totals like `used`; null if nothing is estimated. */
  readonly estimated: number[] | null
  /** Measured seconds of each slot; null if every slot is fully measured. */
  readonly measured: number[] | null
}
const totalsColumns = computed<SlotTotals>`s.starts_at as "startsAt", to_json(s.used) as used, to_json(s.estimated) as estimated, to_json(s.measured) as measured`

async function loadSlotUsage(
  ctx: Context,
  tagSource: Sql,
  { from, to }: UsageQuery,
  slotsPerStep: number,
): Promise<TagUsageSlot[]> {
  const rows = await ctx.query(
    sql`select ${columns(tag, ['meterId'], 't')}, ${totalsColumns} from (select t.id, t.meter_id from ${tagSource}) t
     join usage_slots s on s.site_id = ${ctx.site} and s.tag_id = t.id and s.day >= (${from}::timestamptz at time zone ${ctx.timeZone})::date
       and s.day <= (${to}::timestamptz at time zone ${ctx.timeZone})::date order by t.meter_id, s.day`,
  )
  const [fromMs, toMs] = [toMillis(from), toMillis(to)]
  // Each moment is formatted only once, because hundreds of meters share it.
  const momentByMs = new Map<number, Moment>()
  const getSharedMoment = (timeMs: number): Moment => {
    const moment = momentByMs.get(timeMs) ?? toMoment(timeMs)
    momentByMs.set(timeMs, moment)
    return moment
  }
  return rows.flatMap(({ meterId, startsAt, used, estimated, measured }) => {
    const usageSlots: TagUsageSlot[] = []
    const dayStartMs = toMillis(startsAt)
    for (let i = 0; i + 1 < used.length; i += slotsPerStep) {
      const stepMs = dayStartMs + i * READING_SLOT_MS
      if (stepMs < fromMs || stepMs >= toMs) continue
      const nextIndex = Math.min(i + slotsPerStep, used.length - 1)
      const usedInStep = roundToMillionth(used[nextIndex]! - used[i]!)
      // Without a list, every slot of the day is fully measured.
      const isMeasured = measured === null || measured.slice(i, nextIndex).some((seconds) => seconds > 0)
      if (usedInStep <= 0 && !isMeasured) continue
      const estimatedInStep = estimated ? estimated[nextIndex]! - estimated[i]! : 0
      usageSlots.push({
        meterId,
        at: getSharedMoment(stepMs),
        used: usedInStep,
        estimatedShare: calculateShare(estimatedInStep, usedInStep),
      })
    }
    return usageSlots
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
  /** Part of `used` that was spread over a long pause. */
  readonly estimated: number
}
/** The meter is never null here, because the tags are selected by their meters. */
const meterColumn = columns(tag, ['meterId'], 't') as Columns<{ meterId: string }>
/** SQL for the running total at a slot offset from the start of the day, interpolated linearly. */
const buildTotalAtSql = (totalsList: Sql, slotOffset: Sql): Sql =>
  sql`${totalsList}[floor(${slotOffset})::int + 1] + (${slotOffset} - floor(${slotOffset})) * (coalesce(${totalsList}[floor(${slotOffset})::int + 2], ${totalsList}[floor(${slotOffset})::int + 1]) - ${totalsList}[floor(${slotOffset})::int + 1])`
/** SQL for the number of slots of 900 s, with fraction, from the start of the day to a moment, limited to the day. */
const buildSlotOffsetSql = (moment: Sql): Sql =>
  sql`least(greatest(extract(epoch from ${moment} - s.starts_at)::float8 / 900, 0), cardinality(s.used) - 1)`

/**
 * Sums the use of each meter in each period, to the second. Whole days come from the daily sums, the first and last day
 * from running totals. Meters without data in a period are omitted.
 */
export async function sumMeterUsage(
  ctx: Context,
  { meterIds, periods }: { readonly meterIds: readonly string[]; readonly periods: readonly UsagePeriod[] },
): Promise<readonly UsageSum[]> {
  if (meterIds.length === 0 || periods.length === 0) return []
  const buildUseInPeriodSql = (totalsList: Sql): Sql =>
    sql`(${buildTotalAtSql(totalsList, sql`x.to_offset`)}) - (${buildTotalAtSql(totalsList, sql`x.from_offset`)})`
  return ctx.query(
    sql`with p as materialized (
       select key, starts_at, ends_at, (starts_at at time zone ${ctx.timeZone})::date as first, (ends_at at time zone ${ctx.timeZone})::date as last
       from unnest(${periods.map((p) => p.key)}::text[], ${periods.map((p) => p.from)}::timestamptz[], ${periods.map((p) => p.to)}::timestamptz[]) as p(key, starts_at, ends_at) where ends_at > starts_at),
     t as materialized (select t.id, t.meter_id from ${buildMeterTagSource(ctx, meterIds)})
     select ${meterColumn}, ${computed<Omit<UsageSum, 'meterId'>>`p.key, sum(u.used) as used, sum(u.estimated) as estimated`} from p cross join t cross join lateral (
       select sum(d.used) as used, sum(d.estimated) as estimated from usage_day d
         where d.site_id = ${ctx.site} and d.tag_id = t.id and d.day > p.first and d.day < p.last
       union all
       select ${buildUseInPeriodSql(sql`s.used`)}, coalesce(${buildUseInPeriodSql(sql`s.estimated`)}, 0) from usage_slots s
         cross join lateral (select ${buildSlotOffsetSql(sql`p.starts_at`)} as from_offset, ${buildSlotOffsetSql(sql`p.ends_at`)} as to_offset) x
         where s.site_id = ${ctx.site} and s.tag_id = t.id and s.day in (p.first, p.last)) u
     where u.used is not null group by p.key, t.meter_id order by p.key, t.meter_id`,
  )
}

export interface MeasuredHour {
  readonly meterId: string
  /** Start of the hour. */
  readonly at: Moment
  /** Share (0 to 1) of the hour that lies between two readings with a short pause. */
  readonly measuredShare: number
  /** True if the use in the remaining time is estimated; false if it is unknown. */
  readonly estimated: boolean
}
const HOUR_S = 3600
const MIN_MEASURED_SHARE = 0.75
/** True if too little of the hour was measured. */
export const isMissingHour = ({ measuredShare }: Pick<MeasuredHour, 'measuredShare'>): boolean =>
  measuredShare < MIN_MEASURED_SHARE

/** Lists the past hours of a plant day for which meters lack readings. A meter without a tag lacks every hour. */
export const listMissingHours = async (
  ctx: Context,
  query: { readonly meterIds: readonly string[]; readonly day: Day },
): Promise<readonly MeasuredHour[]> => (await listMeasuredHours(ctx, query)).filter(isMissingHour)

/** Sums the measured seconds of the hour that begins with a slot. */
const sumMeasuredSeconds = ({ measured }: Pick<SlotTotals, 'measured'>, firstSlot: number): number =>
  measured ? measured.slice(firstSlot, firstSlot + slotsByStep.hour).reduce((sum, seconds) => sum + seconds, 0) : HOUR_S

/** Lists the measured share of each past hour of a plant day, for each meter. */
export async function listMeasuredHours(
  ctx: Context,
  { meterIds, day }: { readonly meterIds: readonly string[]; readonly day: Day },
): Promise<readonly MeasuredHour[]> {
  const { start: dayStartMs, slots: slotCount } = buildPlantDay(day, ctx.timeZone)
  const rows = await ctx.query(
    sql`select ${columns(tag, ['meterId'], 't')}, ${totalsColumns} from (select t.id, t.meter_id from ${buildMeterTagSource(ctx, meterIds)}) t
     join usage_slots s on s.site_id = ${ctx.site} and s.tag_id = t.id and s.day = ${day}`,
  )
  const rowByMeter = new Map(rows.map((row) => [row.meterId, row]))
  return [...new Set(meterIds)].flatMap((meterId) => {
    const row = rowByMeter.get(meterId)
    const hours: MeasuredHour[] = []
    for (
      let i = 0;
      i < slotCount && dayStartMs + i * READING_SLOT_MS + HOUR_MS <= ctx.now.getTime();
      i += slotsByStep.hour
    ) {
      const measuredS = row ? sumMeasuredSeconds(row, i) : 0
      const estimated = row?.estimated
        ? row.estimated[Math.min(i + slotsByStep.hour, slotCount)]! > row.estimated[i]!
        : false
      hours.push({
        meterId,
        at: toMoment(dayStartMs + i * READING_SLOT_MS),
        measuredShare: measuredS / HOUR_S,
        estimated,
      })
    }
    return hours
  })
}
