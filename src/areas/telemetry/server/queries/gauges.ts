/** Values of gauges and states from the roll-ups, and live values of all tags. */
import { isOutsideLimits } from '@/plant/rules/limits'
import { toMillis, toMoment, type Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { columns, columnsOrNull, computed, sql, type Sql } from '@/server/sql'
import { gaugeSlots, tagState } from '@/server/db/series'
import { readingQualities } from '../../contract/telemetry-endpoints'
import { tag } from '../../contract/tag'
import { getStaleAfterSeconds, type LineKey, type TagKind } from '../../rules/tag'
import { READING_SLOT_MS } from '@/areas/telemetry/rules/rollup'
import { slotsByStep, type UsageStep } from './usage'

export interface GaugeSlot {
  readonly tagId: string
  /** Start of the slot. */
  readonly at: Moment
  /** Number of readings in the slot. */
  readonly n: number
  /** Number of readings expected from the usual interval of the tag. */
  readonly expected: number
  readonly mean: number
  readonly low: number
  readonly high: number
  readonly last: number
}
/** Stored lists of a day, with one element per slot. */
interface GaugeSums {
  n: number[]
  sum: number[]
  low: (number | null)[]
  high: (number | null)[]
  last: (number | null)[]
}

type StoredGaugeDay = GaugeSums & { tagId: string; everyS: number; startsAt: Moment }

/**
 * Loads the gauge values of each slot that begins in a period; slots without a reading are omitted.
 */
export async function loadGaugeSlots(
  ctx: Context,
  {
    tagIds,
    from,
    to,
    step,
  }: { readonly tagIds: readonly string[]; readonly from: Moment; readonly to: Moment; readonly step: UsageStep },
): Promise<readonly GaugeSlot[]> {
  if (tagIds.length === 0) return []
  const rows = await ctx.query(
    sql`select ${columns(gaugeSlots, ['tagId', 'startsAt'], 'g')}, ${columns(tag, ['everyS'], 't')}, ${computed<GaugeSums>`to_json(g.n) as n, to_json(g.sum) as sum,
       to_json(g.low) as low, to_json(g.high) as high, to_json(g.last) as last`}
     from tag t join gauge_slots g on g.site_id = t.site_id and g.tag_id = t.id
     where t.site_id = ${ctx.site} and t.id = any(${[...new Set(tagIds)]}::uuid[]) and g.day >= (${from}::timestamptz at time zone ${ctx.timeZone})::date
       and g.day <= (${to}::timestamptz at time zone ${ctx.timeZone})::date order by g.tag_id, g.day`,
  )
  const [fromMs, toMs] = [toMillis(from), toMillis(to)]
  return rows.flatMap((row) => {
    const slotsPerStep = step === 'day' ? row.n.length : slotsByStep[step]
    const dayStartMs = toMillis(row.startsAt)
    const slots: GaugeSlot[] = []
    for (let i = 0; i < row.n.length; i += slotsPerStep) {
      const slotStartMs = dayStartMs + i * READING_SLOT_MS
      const slot =
        slotStartMs < fromMs || slotStartMs >= toMs
          ? null
          : mergeSlots(row, i, Math.min(i + slotsPerStep, row.n.length))
      if (slot) slots.push({ ...slot, at: toMoment(slotStartMs) })
    }
    return slots
  })
}
/** Merges the slots of one step; null without a reading. */
function mergeSlots(row: StoredGaugeDay, firstIndex: number, endIndex: number): Omit<GaugeSlot, 'at'> | null {
  let readingCount = 0
  let sum = 0
  let [low, high] = [Infinity, -Infinity]
  let last = 0
  for (let i = firstIndex; i < endIndex; i++) {
    const count = row.n[i] ?? 0
    if (count === 0) continue
    readingCount += count
    sum += row.sum[i]!
    low = Math.min(low, row.low[i]!)
    high = Math.max(high, row.high[i]!)
    last = row.last[i]!
  }
  if (readingCount === 0) return null
  const expected = Math.max(1, Math.round(((endIndex - firstIndex) * READING_SLOT_MS) / 1000 / row.everyS))
  return { tagId: row.tagId, n: readingCount, expected, mean: sum / readingCount, low, high, last }
}

export interface LiveTagValue {
  readonly tagId: string
  readonly code: string
  readonly kind: TagKind
  readonly lineKey: LineKey | null
  readonly meterId: string | null
  readonly unit: string
  /** Null if nothing was ever read. For a counter the last accepted value, so never a suspect reading. */
  readonly value: number | null
  readonly at: Moment | null
  readonly quality: (typeof readingQualities)[number] | null
  /** True if the value is older than the tag allows, its device is gone, or nothing was ever read. */
  readonly stale: boolean
  /** True if below or above the limits of the tag. */
  readonly outside: boolean
  /** Seconds between measurement and receipt. */
  readonly lateS: number | null
  readonly source: string | null
}
/** Loads the live values of tags, ordered by code. */
export const loadLiveValues = (ctx: Context, tagIds: readonly string[]): Promise<readonly LiveTagValue[]> =>
  loadLiveValuesWhere(ctx, sql`t.id = any(${[...new Set(tagIds)]}::uuid[])`)
/** Loads the live values of the active tags of a line. */
export const loadLineLiveValues = (ctx: Context, lineId: string): Promise<readonly LiveTagValue[]> =>
  loadLiveValuesWhere(ctx, sql`t.line_id = ${lineId} and t.active`)
/** Loads the live values of the active tags of meters. */
export const loadMeterLiveValues = (ctx: Context): Promise<readonly LiveTagValue[]> =>
  loadLiveValuesWhere(ctx, sql`t.meter_id is not null and t.active`)
/** Loads the time of the newest reading of each meter, except odd readings; omits meters without a reading. */
export async function loadLastReadingTimes(
  ctx: Context,
  meterIds: readonly string[],
): Promise<ReadonlyMap<string, Moment>> {
  if (meterIds.length === 0) return new Map()
  const liveValues = await loadLiveValuesWhere(ctx, sql`t.meter_id = any(${[...new Set(meterIds)]}::uuid[])`)
  return new Map(liveValues.flatMap(({ meterId, at }) => (meterId && at ? [[meterId, at]] : [])))
}
const loadLiveValuesWhere = async (ctx: Context, condition: Sql): Promise<LiveTagValue[]> =>
  (await loadLiveTags(ctx, condition)).map(
    ({ label: _label, lineId: _line, areaId: _area, hallKey: _hall, low: _low, high: _high, ...row }) => row,
  )

/** Loads live values of tags `t` with place and limits. @param condition on alias `t` */
export async function loadLiveTags(ctx: Context, condition: Sql) {
  const rows = await ctx.query(
    sql`select ${columns(tag, [{ tagId: 'id' }, 'code', 'kind', 'lineKey', 'meterId', 'unit', 'lineId', 'areaId', 'hallKey', 'low', 'high', 'everyS', 'staleAfterS'], 't')},
       ${computed<{ label: string }>`${buildLocalizedFieldSql(tag, 'name', ctx.language, 't')} as label`}, ${columnsOrNull(tagState, ['value', 'at', 'quality', 'receivedAt', 'source', 'goneAt', 'baseAt', 'baseValue', 'pendingAt'], 's')}
     from tag t left join tag_state s on s.site_id = t.site_id and s.tag_id = t.id
     where t.site_id = ${ctx.site} and ${condition} order by t.code`,
  )
  const nowMs = ctx.now.getTime()
  return rows
    .map(replacePendingByBase)
    .map(({ low, high, everyS, staleAfterS, receivedAt, quality, goneAt, ...row }) => ({
      ...row,
      low,
      high,
      quality: row.at === null || quality === null ? null : (readingQualities[quality] ?? 'bad'),
      stale:
        row.at === null ||
        (goneAt !== null && goneAt >= row.at) ||
        nowMs - toMillis(row.at) > getStaleAfterSeconds({ staleAfterS, everyS }) * 1000,
      outside: isOutsideLimits(row.value, { low, high }),
      lateS: row.at && receivedAt ? Math.max(0, Math.round((toMillis(receivedAt) - toMillis(row.at)) / 1000)) : null,
    }))
}
const GOOD_QUALITY = readingQualities.indexOf('good')
/** Newest reading of a tag, with the base and the pending reading of a counter. */
interface NewestReading {
  readonly value: number | null
  readonly at: Moment | null
  readonly quality: number | null
  readonly receivedAt: Moment | null
  readonly source: string | null
  readonly baseAt: Moment | null
  readonly baseValue: number | null
  readonly pendingAt: Moment | null
}
/**
 * If the newest reading is suspect, replaces it by the last accepted value of the counter. The time of receipt and the
 * source of that value are not stored.
 */
function replacePendingByBase<T extends NewestReading>({ baseAt, baseValue, pendingAt, ...row }: T) {
  if (pendingAt === null || pendingAt !== row.at) return row
  return {
    ...row,
    value: baseValue,
    at: baseAt,
    quality: baseAt === null ? null : GOOD_QUALITY,
    receivedAt: null,
    source: null,
  }
}
