/** Raw readings: compares a batch with the stored readings and stores new and revised values. */
import { DAY_MS } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { ensureMonthPartitions, toUtcMonth } from '@/server/db/partitions'
import { reading } from '@/server/db/series'
import { columns, computed, sql } from '@/server/sql'
import { formatSqlArray } from './format-sql-array'
import type { ReadingEntry, TagState } from './assign-to-tags'

/** Readings of one tag in order of time, one per moment. */
export interface TagBatch {
  readonly tagId: string
  readonly entries: readonly ReadingEntry[]
  /** Values that a later reading of the same batch replaces. */
  readonly superseded: readonly ReadingEntry[]
  readonly repeated: number
}
/** Sorts the readings of a tag by time. If two values for one moment differ, the later one in the batch wins. */
export function sortEntries(tagId: string, unsorted: readonly ReadingEntry[]): TagBatch {
  const sorted = unsorted.every((e, i) => i === 0 || unsorted[i - 1]!.at <= e.at)
    ? unsorted
    : [...unsorted].sort((a, b) => a.at - b.at)
  const entries: ReadingEntry[] = []
  const superseded: ReadingEntry[] = []
  for (const entry of sorted) {
    const previousEntry = entries.at(-1)
    if (previousEntry?.at !== entry.at) entries.push(entry)
    else if (previousEntry.value !== entry.value) superseded.push(entries.splice(-1, 1, entry)[0]!)
  }
  return { tagId, entries, superseded, repeated: sorted.length - entries.length - superseded.length }
}

/** Readings of a tag, classified by what has to be done with them. */
export interface ClassifiedReadings {
  readonly tagId: string
  /** New, and later than all stored readings. */
  readonly newer: ReadingEntry[]
  /** New, but earlier than the newest stored reading. */
  readonly late: ReadingEntry[]
  /** A different value for a moment that is stored. */
  readonly revised: ReadingEntry[]
  readonly repeated: number
  readonly superseded: readonly ReadingEntry[]
}
interface StoredValue {
  tagId: string
  ms: number
  value: number
  revision: boolean
}
/** Compares batches with the stored readings. A value that is stored, or that was replaced earlier, changes nothing. */
export async function classifyReadings(
  ctx: Context,
  batches: readonly TagBatch[],
  states: ReadonlyMap<string, TagState>,
): Promise<ClassifiedReadings[]> {
  const newestByTag = new Map(batches.map(({ tagId }) => [tagId, toEpochMs(states.get(tagId)?.at ?? null)]))
  const notNewer = batches.flatMap(({ tagId, entries }) =>
    entries.filter((e) => e.at <= newestByTag.get(tagId)!).map((entry) => ({ tagId, entry })),
  )
  const storedByKey = new Map<string, StoredValue[]>()
  for (const row of await findStoredValues(ctx, notNewer)) {
    const key = `${row.tagId} ${row.ms}`
    storedByKey.set(key, [...(storedByKey.get(key) ?? []), row])
  }
  return batches.map((batch) => {
    const classified: ClassifiedReadings = { ...batch, newer: [], late: [], revised: [], repeated: 0 }
    const newestAt = newestByTag.get(batch.tagId)!
    let { repeated } = batch
    for (const entry of batch.entries) {
      if (entry.at > newestAt) {
        classified.newer.push(entry)
        continue
      }
      const storedValues = storedByKey.get(`${batch.tagId} ${entry.at}`)
      if (!storedValues) classified.late.push(entry)
      else if (storedValues.some((row) => row.value === entry.value) && !entry.admitted) repeated += 1
      else classified.revised.push(entry)
    }
    return { ...classified, repeated }
  })
}
/** Converts a moment to ms since 1970; -Infinity for null. */
export const toEpochMs = (moment: string | null): number => (moment === null ? -Infinity : Date.parse(moment))

const findStoredValues = (
  ctx: Context,
  notNewer: readonly { tagId: string; entry: ReadingEntry }[],
): Promise<StoredValue[]> =>
  notNewer.length === 0
    ? Promise.resolve([])
    : ctx.query(
        sql`with w as materialized (select tag_id, to_timestamp(ms / 1000)::timestamptz(3) as at, ms
           from unnest(${formatSqlArray(notNewer.map((b) => b.tagId))}::uuid[], ${formatSqlArray(notNewer.map((b) => b.entry.at))}::float8[]) w(tag_id, ms))
         select ${columns(reading, ['tagId'], 'w')}, ${computed<Omit<StoredValue, 'tagId'>>`w.ms, r.value, false as revision`} from w join reading r on r.site_id = ${ctx.site} and r.tag_id = w.tag_id and r.at = w.at
         union all
         select w.tag_id, w.ms, r.value, true from w join reading_revision r on r.site_id = ${ctx.site} and r.tag_id = w.tag_id and r.at = w.at`,
      )

export interface NewReading {
  readonly tagId: string
  readonly entry: ReadingEntry
  readonly standing: number
}
/** Creates the monthly partitions that the readings need. */
export async function ensureReadingMonths(ctx: Context, rows: readonly NewReading[]): Promise<void> {
  // Reduced to days first: converting the month of every single reading takes longer than everything else.
  const days = new Set(rows.map(({ entry }) => Math.floor(entry.at / DAY_MS)))
  await ensureMonthPartitions(ctx.query, 'reading', new Set([...days].map((day) => toUtcMonth(day * DAY_MS))))
}
/** Inserts new readings. Their monthly partitions must exist. */
export async function insertReadings(ctx: Context, rows: readonly NewReading[]): Promise<void> {
  if (rows.length === 0) return
  // Each tag id is sent once; readings refer to it by index.
  const tagIds = [...new Set(rows.map((r) => r.tagId))]
  const tagIndexes = new Map(tagIds.map((id, i) => [id, i + 1]))
  const hasExchanges = rows.some(({ entry }) => entry.exchange)
  const exchangeColumns = hasExchanges
    ? sql`, ${formatSqlArray(rows.map((r) => r.entry.exchange?.oldFinal ?? null))}::float8[], ${formatSqlArray(rows.map((r) => r.entry.exchange?.newStart ?? null))}::float8[]`
    : sql``
  await ctx.query(
    sql`insert into reading (site_id, tag_id, at, value, quality, standing, received_at, old_final, new_start)
     select ${ctx.site}::int, (${formatSqlArray(tagIds)}::uuid[])[r.tag], to_timestamp(r.ms / 1000), r.value, r.quality, r.standing, ${ctx.now}::timestamptz,
       ${hasExchanges ? sql`r.old_final, r.new_start` : sql`null, null`}
     from unnest(${formatSqlArray(rows.map((r) => tagIndexes.get(r.tagId)!))}::int[], ${formatSqlArray(rows.map((r) => r.entry.at))}::float8[], ${formatSqlArray(rows.map((r) => r.entry.value))}::float8[],
       ${formatSqlArray(rows.map((r) => r.entry.quality))}::smallint[], ${formatSqlArray(rows.map((r) => r.standing))}::smallint[]${exchangeColumns})
       as r(tag, ms, value, quality, standing${hasExchanges ? sql`, old_final, new_start` : sql``})`,
  )
}
/** Replaces stored values; the former values are kept in `reading_revision`. */
export async function reviseReadings(ctx: Context, rows: readonly NewReading[]): Promise<void> {
  if (rows.length === 0) return
  const newValues = sql`unnest(${formatSqlArray(rows.map((r) => r.tagId))}::uuid[], ${formatSqlArray(rows.map((r) => r.entry.at))}::float8[], ${formatSqlArray(rows.map((r) => r.entry.value))}::float8[],
    ${formatSqlArray(rows.map((r) => r.entry.quality))}::smallint[], ${formatSqlArray(rows.map((r) => r.standing))}::smallint[],
    ${formatSqlArray(rows.map((r) => r.entry.exchange?.oldFinal ?? null))}::float8[], ${formatSqlArray(rows.map((r) => r.entry.exchange?.newStart ?? null))}::float8[]) as w(tag_id, ms, value, quality, standing, old_final, new_start)`
  await ctx.query(
    sql`insert into reading_revision (site_id, tag_id, at, value, quality, received_at, replaced_at)
     select r.site_id, r.tag_id, r.at, r.value, r.quality, r.received_at, ${ctx.now}::timestamptz
     from ${newValues} join reading r on r.site_id = ${ctx.site} and r.tag_id = w.tag_id and r.at = to_timestamp(w.ms / 1000)::timestamptz(3) and r.value <> w.value
     on conflict do nothing`,
  )
  await ctx.query(
    sql`update reading r set value = w.value, quality = w.quality, standing = w.standing, received_at = ${ctx.now}, old_final = w.old_final, new_start = w.new_start
     from ${newValues} where r.site_id = ${ctx.site} and r.tag_id = w.tag_id and r.at = to_timestamp(w.ms / 1000)::timestamptz(3)`,
  )
}
/** Stores values that were replaced within their own batch in `reading_revision`. */
export async function storeSupersededReadings(
  ctx: Context,
  rows: readonly { tagId: string; entry: ReadingEntry }[],
): Promise<void> {
  if (rows.length === 0) return
  await ctx.query(
    sql`insert into reading_revision (site_id, tag_id, at, value, quality, received_at, replaced_at)
     select ${ctx.site}::int, w.tag_id, to_timestamp(w.ms / 1000), w.value, w.quality, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
     from unnest(${formatSqlArray(rows.map((r) => r.tagId))}::uuid[], ${formatSqlArray(rows.map((r) => r.entry.at))}::float8[], ${formatSqlArray(rows.map((r) => r.entry.value))}::float8[],
       ${formatSqlArray(rows.map((r) => r.entry.quality))}::smallint[]) as w(tag_id, ms, value, quality) on conflict do nothing`,
  )
}
/** Updates the standing of stored readings. */
export async function updateStandings(
  ctx: Context,
  rows: readonly { tagId: string; at: number; standing: number }[],
): Promise<void> {
  if (rows.length === 0) return
  await ctx.query(
    sql`update reading r set standing = w.standing from unnest(${formatSqlArray(rows.map((r) => r.tagId))}::uuid[], ${formatSqlArray(rows.map((r) => r.at))}::float8[],
       ${formatSqlArray(rows.map((r) => r.standing))}::smallint[]) as w(tag_id, ms, standing)
     where r.site_id = ${ctx.site} and r.tag_id = w.tag_id and r.at = to_timestamp(w.ms / 1000)::timestamptz(3)`,
  )
}
