/** Stored readings around a change to the past, as far as the use of a counter depends on them. */
import type { Context } from '@/server/context'
import { reading } from '@/server/db/series'
import { columns, computed, Sql, sql } from '@/server/sql'
import { baseStandings, toStandingCode } from '@/areas/telemetry/rules/counter'
import { formatSqlArray } from './reading-store'

export interface StoredReading {
  /** ms since 1970 */ readonly at: number
  readonly value: number
  readonly standing: number
  readonly oldFinal: number | null
  readonly newStart: number | null
}
/** Stored readings of a tag, in order of time, that must be judged again because of a change to the past. */
export interface ReadingWindow {
  readonly tagId: string
  /** True if the first reading is the base from which the others count; this reading is not judged again. */
  readonly startsWithBase: boolean
  /** The first slot that changes contains this moment (ms); null for the slot of the first reading. */
  readonly from: number | null
  /** Last reading that is judged again, ms; later readings only help to judge it. Null if no reading follows. */
  readonly until: number | null
  readonly readings: readonly StoredReading[]
}
export interface ChangedPeriod {
  readonly tagId: string
  /** First and last moment in ms that changes. */
  readonly from: number
  readonly to: number
}
interface WindowRow {
  from: number | null
  base: number | null
  until: number | null
  rows: [number, number, number, number | null, number | null][] | null
}
const baseCondition = new Sql([`standing in (${baseStandings.join(', ')})`])

/**
 * Finds the readings around each change. `previous` is the last reading before the change, `base_before` the base
 * before that reading, and `base_after` the next base after the change. The window extends from the slot of
 * `base_before` to the slot of `base_after`, with one more base before and after (`window_base`, `until`).
 */
export async function findWindowsAround(
  ctx: Context,
  changedPeriods: readonly ChangedPeriod[],
): Promise<ReadingWindow[]> {
  const sameTag = sql`r.site_id = ${ctx.site} and r.tag_id = w.tag_id`
  const rows = await ctx.query(
    sql`with w as materialized (select tag_id, to_timestamp(lo / 1000)::timestamptz(3) as lo, to_timestamp(hi / 1000)::timestamptz(3) as hi
       from unnest(${formatSqlArray(changedPeriods.map((c) => c.tagId))}::uuid[], ${formatSqlArray(changedPeriods.map((c) => c.from))}::float8[], ${formatSqlArray(changedPeriods.map((c) => c.to))}::float8[]) w(tag_id, lo, hi)),
     with_previous as (select w.*, (select r.at from reading r where ${sameTag} and r.at < w.lo order by r.at desc limit 1) as previous from w),
     with_bases as (select w.*, (select r.at from reading r where ${sameTag} and ${baseCondition} and r.at < coalesce(w.previous, w.lo) order by r.at desc limit 1) as base_before,
         (select r.at from reading r where ${sameTag} and ${baseCondition} and r.at > w.hi order by r.at limit 1) as base_after from with_previous w),
     with_window as (select w.*, coalesce(
           (select r.at from reading r where ${sameTag} and ${baseCondition} and r.at <= date_bin('15 minutes', w.base_before, 'epoch') order by r.at desc limit 1),
           (select r.at from reading r where ${sameTag} and ${baseCondition} and r.at > date_bin('15 minutes', w.base_before, 'epoch') order by r.at limit 1)) as window_base,
         (select r.at from reading r where ${sameTag} and ${baseCondition} and r.at >= date_bin('15 minutes', w.base_after, 'epoch') + interval '15 minutes' order by r.at limit 1) as until from with_bases w),
     with_next as (select w.*, (select r.at from reading r where ${sameTag} and r.at > w.until and r.standing <> ${toStandingCode('excluded')} order by r.at limit 1) as next_reading from with_window w)
     select ${columns(reading, ['tagId'], 'w')}, ${computed<WindowRow>`extract(epoch from w.base_before) * 1000 as "from", extract(epoch from w.window_base) * 1000 as base,
       extract(epoch from w.until) * 1000 as until,
       (select json_agg(json_build_array(extract(epoch from r.at) * 1000, r.value, r.standing, r.old_final, r.new_start) order by r.at) from reading r
         where ${sameTag} and r.at >= coalesce(w.window_base, w.previous, w.lo) and (w.until is null or r.at <= coalesce(w.next_reading, w.until))) as rows`}
     from with_next w`,
  )
  return rows.map(({ tagId, from, base, until, rows: readingRows }) => ({
    tagId,
    startsWithBase: base !== null,
    from,
    until,
    readings: (readingRows ?? []).map(([at, value, standing, oldFinal, newStart]) => ({
      at,
      value,
      standing,
      oldFinal,
      newStart,
    })),
  }))
}
