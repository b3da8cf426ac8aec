/** Stored daily usage of counters. Slots hold running totals, so a change affects all slots to the end of its day. */
import type { Context } from '@/server/context'
import { usageDay } from '@/server/db/series'
import { columns, computed, sql } from '@/server/sql'
import { createEmptyUsage, type UsageOfDay } from '../../rules/rollup'
import { formatSqlArray } from './reading-store'
import { DayRollUps, type DayRollUp, type TouchedDay } from './day-roll-ups'
import { roundToMillionth } from '@/plant/rules/quantity'

const SLOT_S = 900
/** Values from the first touched slot to the end of the day. */
interface StoredUsage {
  /** Number of readings of the day that count, and the last value shown. */
  n: number
  last: number | null
  measuredS: number
  /** Running totals; the first element is the total before the first slot. */
  used: number[]
  estimated: number[] | null
  /** Measured seconds of each slot; null means that every slot is fully measured. */
  measured: number[] | null
}
type UsageDays = DayRollUps<StoredUsage, UsageOfDay>
const toDifferences = (totals: readonly number[]): number[] => totals.slice(1).map((total, i) => total - totals[i]!)

/** Reads the stored usage of the touched days and converts running totals to use per slot. */
export async function readUsageDays(ctx: Context, touchedDays: readonly TouchedDay[]): Promise<UsageDays> {
  const rows = touchedDays.length
    ? await ctx.query(
        sql`select ${columns(usageDay, ['tagId', 'day', 'n', 'last', 'measuredS'], 'd')},
             ${computed<Pick<StoredUsage, 'used' | 'estimated' | 'measured'>>`to_json(s.used[w.first_index:]) as used, to_json(s.estimated[w.first_index:]) as estimated, to_json(s.measured[w.first_index:]) as measured`}
           from unnest(${formatSqlArray(touchedDays.map((t) => t.tagId))}::uuid[], ${formatSqlArray(touchedDays.map((t) => t.day.day))}::date[],
             ${formatSqlArray(touchedDays.map((t) => t.firstSlot + 1))}::int[]) w(tag_id, day, first_index)
           join usage_day d on d.site_id = ${ctx.site} and d.tag_id = w.tag_id and d.day = w.day
           join usage_slots s on s.site_id = d.site_id and s.tag_id = d.tag_id and s.day = d.day`,
      )
    : []
  return new DayRollUps(touchedDays, rows, ({ day, firstSlot }, storedRow) => {
    const usage = createEmptyUsage(day)
    if (!storedRow) return usage
    const copyToSlots = (target: number[], values: readonly number[]): void => {
      for (const [i, value] of values.entries()) target[firstSlot + i] = value
    }
    copyToSlots(usage.used, toDifferences(storedRow.used))
    if (storedRow.estimated) copyToSlots(usage.estimated, toDifferences(storedRow.estimated))
    if (storedRow.measured) copyToSlots(usage.measuredS, storedRow.measured)
    else usage.measuredS.fill(SLOT_S, firstSlot)
    return { ...usage, readingCount: storedRow.n, lastValue: storedRow.last }
  })
}

function toRunningTotals(values: readonly number[], startTotal: number): number[] {
  let total = startTotal
  return [startTotal, ...values.map((value) => roundToMillionth((total += value)))]
}
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
/** Builds the row to store. Its lists begin at the first touched slot; `firstIndex` counts from 1, as in SQL. */
function toUsageRow({ tagId, day, firstSlot, storedRow, value }: DayRollUp<StoredUsage, UsageOfDay>) {
  const startSlot = storedRow ? firstSlot : 0
  const used = toRunningTotals(value.used.slice(startSlot), storedRow?.used[0] ?? 0)
  const estimated = toRunningTotals(value.estimated.slice(startSlot), storedRow?.estimated?.[0] ?? 0)
  const measured = value.measuredS.slice(startSlot).map(Math.round)
  // Stored seconds of the slots before `startSlot`.
  const measuredBeforeS = storedRow ? storedRow.measuredS - sum(storedRow.measured ?? measured.map(() => SLOT_S)) : 0
  return {
    tagId,
    day: day.day,
    startMs: day.start,
    slots: day.slots,
    firstIndex: startSlot + 1,
    n: value.readingCount,
    last: value.lastValue,
    total: used.at(-1)!,
    totalEstimated: estimated.at(-1)!,
    measuredS: measuredBeforeS + sum(measured),
    used: formatSqlArray(used),
    estimated: formatSqlArray(estimated),
    measured: formatSqlArray(measured),
  }
}
/** Updates the stored days and inserts the new ones. */
export async function writeUsageDays(ctx: Context, days: UsageDays): Promise<void> {
  const { storedDays, newDays } = days.partitionByStored()
  if (storedDays.length > 0) {
    const rows = storedDays.map(toUsageRow)
    await ctx.query(
      sql`with r as materialized (select * from ${buildUsageRowsSql(rows)}),
         days as (update usage_day d set n = r.n, used = r.total, estimated = r.total_estimated, measured_s = r.measured_s, last = r.last
           from r where d.site_id = ${ctx.site} and d.tag_id = r.tag_id and d.day = r.day)
       update usage_slots s set used[r.first_index:r.slots + 1] = r.used::float8[],
         estimated = case when r.total_estimated = 0 then null else (coalesce(s.estimated, array_fill(0::float8, array[r.slots + 1])))[:r.first_index - 1] || r.estimated::float8[] end,
         measured = case when r.measured_s = r.slots * ${SLOT_S}::int then null
           else (coalesce(s.measured, array_fill(${SLOT_S}::smallint, array[r.slots])))[:r.first_index - 1] || r.measured::smallint[] end
       from r where s.site_id = ${ctx.site} and s.tag_id = r.tag_id and s.day = r.day`,
    )
  }
  if (newDays.length === 0) return
  const rows = newDays.map(toUsageRow)
  await ctx.query(
    sql`with r as materialized (select * from ${buildUsageRowsSql(rows)}),
       days as (insert into usage_day (site_id, tag_id, day, starts_at, n, used, estimated, measured_s, last)
         select ${ctx.site}::int, tag_id, day, to_timestamp(ms / 1000), n, total, total_estimated, measured_s, last from r)
     insert into usage_slots (site_id, tag_id, day, starts_at, used, estimated, measured)
     select ${ctx.site}::int, tag_id, day, to_timestamp(ms / 1000), used::float8[], case when total_estimated <> 0 then estimated::float8[] end,
       case when measured_s <> slots * ${SLOT_S}::int then measured::smallint[] end from r`,
  )
}
const buildUsageRowsSql = (rows: readonly ReturnType<typeof toUsageRow>[]) =>
  sql`unnest(${formatSqlArray(rows.map((d) => d.tagId))}::uuid[], ${formatSqlArray(rows.map((d) => d.day))}::date[], ${formatSqlArray(rows.map((d) => d.startMs))}::float8[],
    ${formatSqlArray(rows.map((d) => d.slots))}::int[], ${formatSqlArray(rows.map((d) => d.firstIndex))}::int[], ${formatSqlArray(rows.map((d) => d.n))}::int[], ${formatSqlArray(rows.map((d) => d.last))}::float8[],
    ${formatSqlArray(rows.map((d) => d.total))}::float8[], ${formatSqlArray(rows.map((d) => d.totalEstimated))}::float8[], ${formatSqlArray(rows.map((d) => d.measuredS))}::int[],
    ${rows.map((d) => d.used)}::text[], ${rows.map((d) => d.estimated)}::text[], ${rows.map((d) => d.measured)}::text[])
    as r(tag_id, day, ms, slots, first_index, n, last, total, total_estimated, measured_s, used, estimated, measured)`
