/** Raw readings: compares a batch with the stored readings and stores new and revised values. */
import { DAY_MS, toMoment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { ensureMonthPartitions, toUtcMonth } from '@/server/db/partitions'
import { reading } from '@/server/db/series'
import { columns, computed, sql } from '@/server/sql'
import type { ReadingEntry, TagState } from './assign-to-tags'
import type { CounterState } from './counter-changes'

/** Readings of one tag in order of time, one per moment. */
export interface TagBatch {
  readonly tagId: string
  readonly entries: readonly ReadingEntry[]
  /** Entries that a later entry of the same batch replaces. */
  readonly supersededEntries: readonly ReadingEntry[]
  /** Number of entries that repeat another entry of the batch. */
  readonly repeatedCount: number
}
/**
 * Sorts the readings of a tag by time. If two values for one moment differ, the value that comes later in the batch
 * wins.
 */
export function sortEntries(tagId: string, receivedEntries: readonly ReadingEntry[]): TagBatch {
  const sortedEntries = receivedEntries.every((e, i) => i === 0 || receivedEntries[i - 1]!.at <= e.at)
    ? receivedEntries
    : [...receivedEntries].sort((a, b) => a.at - b.at)
  const entries: ReadingEntry[] = []
  const supersededEntries: ReadingEntry[] = []
  for (const entry of sortedEntries) {
    const previousEntry = entries.at(-1)
    if (previousEntry?.at !== entry.at) entries.push(entry)
    else if (previousEntry.value !== entry.value) supersededEntries.push(entries.splice(-1, 1, entry)[0]!)
  }
  return {
    tagId,
    entries,
    supersededEntries,
    repeatedCount: sortedEntries.length - entries.length - supersededEntries.length,
  }
}

/** Readings of a tag, classified by their relation to the stored readings. */
export interface ClassifiedReadings {
  readonly tagId: string
  /** New, and later than all stored readings. */
  readonly newerEntries: ReadingEntry[]
  /** New, but earlier than the newest stored reading. */
  readonly lateEntries: ReadingEntry[]
  /** A different value for a moment that is stored. */
  readonly revisedEntries: ReadingEntry[]
  /** Number of readings that are stored already. */
  readonly repeatedCount: number
  /** Replaced by another reading of the same batch. */
  readonly supersededEntries: readonly ReadingEntry[]
}
interface StoredValue {
  tagId: string
  ms: number
  value: number
  revision: boolean
}
/**
 * Compares batches with the stored readings. A value that is stored, or that was replaced earlier, changes nothing,
 * unless a person has admitted it.
 */
export async function classifyReadings(
  ctx: Context,
  batches: readonly TagBatch[],
  stateByTag: ReadonlyMap<string, TagState>,
): Promise<ClassifiedReadings[]> {
  const newestMsByTag = new Map(batches.map(({ tagId }) => [tagId, toEpochMs(stateByTag.get(tagId)?.at ?? null)]))
  const entriesToCompare = batches.flatMap(({ tagId, entries }) =>
    entries.filter((e) => e.at <= newestMsByTag.get(tagId)!).map((entry) => ({ tagId, entry })),
  )
  const storedValuesByKey = new Map<string, StoredValue[]>()
  for (const row of await findStoredValues(ctx, entriesToCompare)) {
    const key = `${row.tagId} ${row.ms}`
    storedValuesByKey.set(key, [...(storedValuesByKey.get(key) ?? []), row])
  }
  return batches.map((batch) => {
    const classifiedReadings: ClassifiedReadings = {
      ...batch,
      newerEntries: [],
      lateEntries: [],
      revisedEntries: [],
      repeatedCount: 0,
    }
    const newestMs = newestMsByTag.get(batch.tagId)!
    let { repeatedCount } = batch
    for (const entry of batch.entries) {
      if (entry.at > newestMs) {
        classifiedReadings.newerEntries.push(entry)
        continue
      }
      const storedValues = storedValuesByKey.get(`${batch.tagId} ${entry.at}`)
      if (!storedValues) classifiedReadings.lateEntries.push(entry)
      else if (storedValues.some((row) => row.value === entry.value) && !entry.admitted) repeatedCount += 1
      else classifiedReadings.revisedEntries.push(entry)
    }
    return { ...classifiedReadings, repeatedCount }
  })
}
/** Converts a moment to ms since 1970; -Infinity for null. */
export const toEpochMs = (moment: string | null): number => (moment === null ? -Infinity : Date.parse(moment))

const findStoredValues = (
  ctx: Context,
  entriesToCompare: readonly { tagId: string; entry: ReadingEntry }[],
): Promise<StoredValue[]> =>
  entriesToCompare.length === 0
    ? Promise.resolve([])
    : ctx.query(
        sql`with w as materialized (select tag_id, to_timestamp(ms / 1000)::timestamptz(3) as at, ms
           from unnest(${formatSqlArray(entriesToCompare.map((b) => b.tagId))}::uuid[], ${formatSqlArray(entriesToCompare.map((b) => b.entry.at))}::float8[]) w(tag_id, ms))
         select ${columns(reading, ['tagId'], 'w')}, ${computed<Omit<StoredValue, 'tagId'>>`w.ms, r.value, false as revision`} from w join reading r on r.site_id = ${ctx.site} and r.tag_id = w.tag_id and r.at = w.at
         union all
         select w.tag_id, w.ms, r.value, true from w join reading_revision r on r.site_id = ${ctx.site} and r.tag_id = w.tag_id and r.at = w.at`,
      )

/** A reading to store, with its standing code. */
export interface NewReading {
  readonly tagId: string
  readonly entry: ReadingEntry
  readonly standing: number
}
/** Creates the monthly partitions that the readings need. */
export async function ensureReadingMonths(ctx: Context, rows: readonly NewReading[]): Promise<void> {
  // Reduce to days first: determining the month of every single reading is the slowest part of a batch.
  const days = new Set(rows.map(({ entry }) => Math.floor(entry.at / DAY_MS)))
  await ensureMonthPartitions(ctx.query, 'reading', new Set([...days].map((day) => toUtcMonth(day * DAY_MS))))
}
/** Inserts new readings. Their monthly partitions must exist. */
export async function insertReadings(ctx: Context, rows: readonly NewReading[]): Promise<void> {
  if (rows.length === 0) return
  // Each tag id is sent once; readings refer to it by index.
  const tagIds = [...new Set(rows.map((r) => r.tagId))]
  const tagIndexById = new Map(tagIds.map((id, i) => [id, i + 1]))
  const hasExchanges = rows.some(({ entry }) => entry.exchange)
  const exchangeColumns = hasExchanges
    ? sql`, ${formatSqlArray(rows.map((r) => r.entry.exchange?.oldFinal ?? null))}::float8[], ${formatSqlArray(rows.map((r) => r.entry.exchange?.newStart ?? null))}::float8[]`
    : sql``
  await ctx.query(
    sql`insert into reading (site_id, tag_id, at, value, quality, standing, received_at, old_final, new_start)
     select ${ctx.site}::int, (${formatSqlArray(tagIds)}::uuid[])[r.tag], to_timestamp(r.ms / 1000), r.value, r.quality, r.standing, ${ctx.now}::timestamptz,
       ${hasExchanges ? sql`r.old_final, r.new_start` : sql`null, null`}
     from unnest(${formatSqlArray(rows.map((r) => tagIndexById.get(r.tagId)!))}::int[], ${formatSqlArray(rows.map((r) => r.entry.at))}::float8[], ${formatSqlArray(rows.map((r) => r.entry.value))}::float8[],
       ${formatSqlArray(rows.map((r) => r.entry.quality))}::smallint[], ${formatSqlArray(rows.map((r) => r.standing))}::smallint[]${exchangeColumns})
       as r(tag, ms, value, quality, standing${hasExchanges ? sql`, old_final, new_start` : sql``})`,
  )
}
/** Replaces stored values. The former values move to `reading_revision`. */
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
/** Stores in `reading_revision` the values that were replaced within their own batch. */
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

/**
 * Formats numbers and ids as a PostgreSQL array literal. For thousands of values, the driver's own quoting takes
 * longer than storing them.
 */
export const formatSqlArray = (values: readonly (number | string | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`

/** Updates the states of tags: the newest reading, and the base and pending reading of counters. */
export async function writeTagStates(
  ctx: Context,
  source: string,
  classifiedReadings: readonly ClassifiedReadings[],
  counters: readonly CounterState[],
): Promise<void> {
  const newestEntryByTag = new Map(
    classifiedReadings.map(({ tagId, newerEntries, revisedEntries }) => [
      tagId,
      newerEntries.at(-1) ?? revisedEntries.at(-1),
    ]),
  )
  const counterStateByTag = new Map(counters.map((state) => [state.tagId, state]))
  const rows = [...new Set([...newestEntryByTag.keys(), ...counterStateByTag.keys()])].map((tagId) => {
    const [newestEntry, state] = [newestEntryByTag.get(tagId), counterStateByTag.get(tagId)]
    return {
      tag_id: tagId,
      ...(newestEntry ? { at: toMoment(newestEntry.at), value: newestEntry.value, quality: newestEntry.quality } : {}),
      is_counter: state !== undefined,
      ...(state?.base ? { base_at: toMoment(state.base.at), base_value: state.base.value } : {}),
      ...(state?.pending ? { pending_at: toMoment(state.pending.at), pending_value: state.pending.value } : {}),
    }
  })
  if (rows.length === 0) return
  // A late reading does not replace the newest one.
  const whenNewestSql = sql`case when r.at is not null and (s.at is null or s.at <= r.at) then`
  await ctx.query(
    sql`update tag_state s set at = ${whenNewestSql} r.at else s.at end, value = ${whenNewestSql} r.value else s.value end, quality = ${whenNewestSql} r.quality else s.quality end,
       received_at = ${whenNewestSql} ${ctx.now}::timestamptz else s.received_at end, source = ${whenNewestSql} ${source}::text else s.source end,
       base_at = case when r.is_counter then r.base_at else s.base_at end, base_value = case when r.is_counter then r.base_value else s.base_value end,
       pending_at = case when r.is_counter then r.pending_at else s.pending_at end, pending_value = case when r.is_counter then r.pending_value else s.pending_value end
     from json_to_recordset(${JSON.stringify(rows)}::json) as r(tag_id uuid, at timestamptz, value float8, quality smallint, is_counter boolean,
       base_at timestamptz, base_value float8, pending_at timestamptz, pending_value float8)
     where s.site_id = ${ctx.site} and s.tag_id = r.tag_id`,
  )
}
