/** Raw readings: compares a batch with the stored readings and stores new and revised values. */
import { DAY_MS } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { ensureMonthPartitions, toUtcMonth } from '@/server/db/partitions'
import { reading } from '@/server/db/series'
import { columns, computed, sql } from '@/server/sql'
import { arrayOf } from './array-text'
import type { Entry, TagState } from './entry'

/** Readings of one tag in order of time, one per moment. */
export interface Batch {
  readonly tagId: string
  readonly entries: readonly Entry[]
  /** Values that a later reading of the same batch replaces. */
  readonly superseded: readonly Entry[]
  readonly repeated: number
}
/** Sorts the readings of a tag by time. If two values for one moment differ, the later one in the batch wins. */
export function inOrder(tagId: string, given: readonly Entry[]): Batch {
  const sorted = given.every((e, i) => i === 0 || given[i - 1]!.at <= e.at)
    ? given
    : [...given].sort((a, b) => a.at - b.at)
  const entries: Entry[] = []
  const superseded: Entry[] = []
  for (const entry of sorted) {
    const last = entries.at(-1)
    if (last?.at !== entry.at) entries.push(entry)
    else if (last.value !== entry.value) superseded.push(entries.splice(-1, 1, entry)[0]!)
  }
  return { tagId, entries, superseded, repeated: sorted.length - entries.length - superseded.length }
}

/** Readings of a tag, classified by what has to be done with them. */
export interface Sorted {
  readonly tagId: string
  /** New, and later than all stored readings. */
  readonly newer: Entry[]
  /** New, but earlier than the newest stored reading. */
  readonly late: Entry[]
  /** A different value for a moment that is stored. */
  readonly revised: Entry[]
  readonly repeated: number
  readonly superseded: readonly Entry[]
}
interface Known {
  tagId: string
  ms: number
  value: number
  revision: boolean
}
/** Compares batches with the stored readings. A value that is stored, or that was replaced earlier, changes nothing. */
export async function sortOut(
  ctx: Context,
  batches: readonly Batch[],
  states: ReadonlyMap<string, TagState>,
): Promise<Sorted[]> {
  const newest = new Map(batches.map(({ tagId }) => [tagId, msOf(states.get(tagId)?.at ?? null)]))
  const back = batches.flatMap(({ tagId, entries }) =>
    entries.filter((e) => e.at <= newest.get(tagId)!).map((entry) => ({ tagId, entry })),
  )
  const known = new Map<string, Known[]>()
  for (const row of await knownAmong(ctx, back)) {
    const key = `${row.tagId} ${row.ms}`
    known.set(key, [...(known.get(key) ?? []), row])
  }
  return batches.map((batch) => {
    const sorted: Sorted = { ...batch, newer: [], late: [], revised: [], repeated: 0 }
    const last = newest.get(batch.tagId)!
    let { repeated } = batch
    for (const entry of batch.entries) {
      if (entry.at > last) {
        sorted.newer.push(entry)
        continue
      }
      const there = known.get(`${batch.tagId} ${entry.at}`)
      if (!there) sorted.late.push(entry)
      else if (there.some((row) => row.value === entry.value) && !entry.admitted) repeated += 1
      else sorted.revised.push(entry)
    }
    return { ...sorted, repeated }
  })
}
/** Converts a moment to ms since 1970; -Infinity for null. */
export const msOf = (moment: string | null): number => (moment === null ? -Infinity : Date.parse(moment))

const knownAmong = (ctx: Context, back: readonly { tagId: string; entry: Entry }[]): Promise<Known[]> =>
  back.length === 0
    ? Promise.resolve([])
    : ctx.query(
        sql`with w as materialized (select tag_id, to_timestamp(ms / 1000)::timestamptz(3) as at, ms
           from unnest(${arrayOf(back.map((b) => b.tagId))}::uuid[], ${arrayOf(back.map((b) => b.entry.at))}::float8[]) w(tag_id, ms))
         select ${columns(reading, ['tagId'], 'w')}, ${computed<Omit<Known, 'tagId'>>`w.ms, r.value, false as revision`} from w join reading r on r.site_id = ${ctx.site} and r.tag_id = w.tag_id and r.at = w.at
         union all
         select w.tag_id, w.ms, r.value, true from w join reading_revision r on r.site_id = ${ctx.site} and r.tag_id = w.tag_id and r.at = w.at`,
      )

export interface NewReading {
  readonly tagId: string
  readonly entry: Entry
  readonly standing: number
}
/** Creates the monthly partitions that the readings need. */
export async function monthsFor(ctx: Context, rows: readonly NewReading[]): Promise<void> {
  // Reduced to days first: converting the month of every single reading takes longer than everything else.
  const days = new Set(rows.map(({ entry }) => Math.floor(entry.at / DAY_MS)))
  await ensureMonthPartitions(ctx.query, 'reading', new Set([...days].map((day) => toUtcMonth(day * DAY_MS))))
}
/** Inserts new readings. Their monthly partitions must exist. */
export async function insertReadings(ctx: Context, rows: readonly NewReading[]): Promise<void> {
  if (rows.length === 0) return
  // Each tag id is sent once; readings refer to it by index.
  const tags = [...new Set(rows.map((r) => r.tagId))]
  const place = new Map(tags.map((id, i) => [id, i + 1]))
  const exchanged = rows.some(({ entry }) => entry.exchange)
  const exchange = exchanged
    ? sql`, ${arrayOf(rows.map((r) => r.entry.exchange?.oldFinal ?? null))}::float8[], ${arrayOf(rows.map((r) => r.entry.exchange?.newStart ?? null))}::float8[]`
    : sql``
  await ctx.query(
    sql`insert into reading (site_id, tag_id, at, value, quality, standing, received_at, old_final, new_start)
     select ${ctx.site}::int, (${arrayOf(tags)}::uuid[])[r.tag], to_timestamp(r.ms / 1000), r.value, r.quality, r.standing, ${ctx.now}::timestamptz,
       ${exchanged ? sql`r.old_final, r.new_start` : sql`null, null`}
     from unnest(${arrayOf(rows.map((r) => place.get(r.tagId)!))}::int[], ${arrayOf(rows.map((r) => r.entry.at))}::float8[], ${arrayOf(rows.map((r) => r.entry.value))}::float8[],
       ${arrayOf(rows.map((r) => r.entry.quality))}::smallint[], ${arrayOf(rows.map((r) => r.standing))}::smallint[]${exchange})
       as r(tag, ms, value, quality, standing${exchanged ? sql`, old_final, new_start` : sql``})`,
  )
}
/** Replaces stored values; the former values are kept in `reading_revision`. */
export async function reviseReadings(ctx: Context, rows: readonly NewReading[]): Promise<void> {
  if (rows.length === 0) return
  const w = sql`unnest(${arrayOf(rows.map((r) => r.tagId))}::uuid[], ${arrayOf(rows.map((r) => r.entry.at))}::float8[], ${arrayOf(rows.map((r) => r.entry.value))}::float8[],
    ${arrayOf(rows.map((r) => r.entry.quality))}::smallint[], ${arrayOf(rows.map((r) => r.standing))}::smallint[],
    ${arrayOf(rows.map((r) => r.entry.exchange?.oldFinal ?? null))}::float8[], ${arrayOf(rows.map((r) => r.entry.exchange?.newStart ?? null))}::float8[]) as w(tag_id, ms, value, quality, standing, old_final, new_start)`
  await ctx.query(
    sql`insert into reading_revision (site_id, tag_id, at, value, quality, received_at, replaced_at)
     select r.site_id, r.tag_id, r.at, r.value, r.quality, r.received_at, ${ctx.now}::timestamptz
     from ${w} join reading r on r.site_id = ${ctx.site} and r.tag_id = w.tag_id and r.at = to_timestamp(w.ms / 1000)::timestamptz(3) and r.value <> w.value
     on conflict do nothing`,
  )
  await ctx.query(
    sql`update reading r set value = w.value, quality = w.quality, standing = w.standing, received_at = ${ctx.now}, old_final = w.old_final, new_start = w.new_start
     from ${w} where r.site_id = ${ctx.site} and r.tag_id = w.tag_id and r.at = to_timestamp(w.ms / 1000)::timestamptz(3)`,
  )
}
/** Stores values that were replaced within their own batch in `reading_revision`. */
export async function keepSuperseded(ctx: Context, rows: readonly { tagId: string; entry: Entry }[]): Promise<void> {
  if (rows.length === 0) return
  await ctx.query(
    sql`insert into reading_revision (site_id, tag_id, at, value, quality, received_at, replaced_at)
     select ${ctx.site}::int, w.tag_id, to_timestamp(w.ms / 1000), w.value, w.quality, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
     from unnest(${arrayOf(rows.map((r) => r.tagId))}::uuid[], ${arrayOf(rows.map((r) => r.entry.at))}::float8[], ${arrayOf(rows.map((r) => r.entry.value))}::float8[],
       ${arrayOf(rows.map((r) => r.entry.quality))}::smallint[]) as w(tag_id, ms, value, quality) on conflict do nothing`,
  )
}
/** Updates the standing of stored readings. */
export async function restand(
  ctx: Context,
  rows: readonly { tagId: string; at: number; standing: number }[],
): Promise<void> {
  if (rows.length === 0) return
  await ctx.query(
    sql`update reading r set standing = w.standing from unnest(${arrayOf(rows.map((r) => r.tagId))}::uuid[], ${arrayOf(rows.map((r) => r.at))}::float8[],
       ${arrayOf(rows.map((r) => r.standing))}::smallint[]) as w(tag_id, ms, standing)
     where r.site_id = ${ctx.site} and r.tag_id = w.tag_id and r.at = to_timestamp(w.ms / 1000)::timestamptz(3)`,
  )
}
