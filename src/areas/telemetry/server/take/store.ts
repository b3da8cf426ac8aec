/** Raw readings: what is there already, what is new, and what is another value for the same moment. */
import { DAY_MS } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { ensureMonthPartitions, toUtcMonth } from '@/server/db/partitions'
import { reading } from '@/server/db/series'
import { columns, computed, sql } from '@/server/sql'
import { arrayOf } from './array-text'
import type { Entry, TagState } from './entry'

/** Readings of one tag in order of time, each moment once. */
export interface Batch {
  readonly tagId: string
  readonly entries: readonly Entry[]
  /** Other values for the same moments, sent before these in the same batch. */
  readonly superseded: readonly Entry[]
  readonly repeated: number
}
/** Puts the readings of a tag in order. Of two for one moment that differ the later in the batch holds. */
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

/** What is to be done with the readings of a tag. */
export interface Sorted {
  readonly tagId: string
  /** New, and later than all before. */
  readonly newer: Entry[]
  /** New, among those before. */
  readonly late: Entry[]
  /** Another value for a moment that has one. */
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
/** Tells what is new from what is known: the same value again, or one that was replaced since, changes nothing. */
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
/** Sees to it that there is a partition for each. */
export async function monthsFor(ctx: Context, rows: readonly NewReading[]): Promise<void> {
  // Of each day once: the month of every reading by itself takes longer than the rest.
  const days = new Set(rows.map(({ entry }) => Math.floor(entry.at / DAY_MS)))
  await ensureMonthPartitions(ctx.query, 'reading', new Set([...days].map((day) => toUtcMonth(day * DAY_MS))))
}
/** Stores readings that are not there yet, in months that have their partition. */
export async function insertReadings(ctx: Context, rows: readonly NewReading[]): Promise<void> {
  if (rows.length === 0) return
  // A tag is named once, and by its place after that.
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
/** Puts other values in the place of those that are there, which are kept beside them. */
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
/** Values that were replaced before they were stored. */
export async function keepSuperseded(ctx: Context, rows: readonly { tagId: string; entry: Entry }[]): Promise<void> {
  if (rows.length === 0) return
  await ctx.query(
    sql`insert into reading_revision (site_id, tag_id, at, value, quality, received_at, replaced_at)
     select ${ctx.site}::int, w.tag_id, to_timestamp(w.ms / 1000), w.value, w.quality, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
     from unnest(${arrayOf(rows.map((r) => r.tagId))}::uuid[], ${arrayOf(rows.map((r) => r.entry.at))}::float8[], ${arrayOf(rows.map((r) => r.entry.value))}::float8[],
       ${arrayOf(rows.map((r) => r.entry.quality))}::smallint[]) as w(tag_id, ms, value, quality) on conflict do nothing`,
  )
}
/** Readings that count otherwise than they did. */
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
