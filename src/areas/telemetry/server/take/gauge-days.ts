/** Stored daily roll-ups of gauges: a batch reads them, changes them and writes them back. */
import type { Context } from '@/server/context'
import { gaugeSlots } from '@/server/db/series'
import { columns, computed, sql } from '@/server/sql'
import { createEmptyGauge, type GaugeOfDay } from '../../rules/rollup'
import { formatSqlArray } from './reading-store'
import { DayRollUps, type TouchedDay } from './day-roll-ups'
import { roundToMillionth } from '@/plant/rules/quantity'

type StoredGaugeSlots = Omit<GaugeOfDay, 'day'>
type GaugeDays = DayRollUps<StoredGaugeSlots, GaugeOfDay>
const slotLists = ['n', 'sum', 'low', 'high', 'last', 'lastS'] as const satisfies readonly (keyof StoredGaugeSlots)[]

/** Reads the touched slots of the stored gauge roll-ups. */
export async function readGaugeDays(ctx: Context, touchedDays: readonly TouchedDay[]): Promise<GaugeDays> {
  const rows = touchedDays.length
    ? await ctx.query(
        sql`select ${columns(gaugeSlots, ['tagId', 'day'], 'g')}, ${computed<StoredGaugeSlots>`to_json(g.n[w.first_slot:w.last_slot]) as n, to_json(g.sum[w.first_slot:w.last_slot]) as sum,
             to_json(g.low[w.first_slot:w.last_slot]) as low, to_json(g.high[w.first_slot:w.last_slot]) as high, to_json(g.last[w.first_slot:w.last_slot]) as last, to_json(g.last_s[w.first_slot:w.last_slot]) as "lastS"`}
           from unnest(${formatSqlArray(touchedDays.map((t) => t.tagId))}::uuid[], ${formatSqlArray(touchedDays.map((t) => t.day.day))}::date[],
             ${formatSqlArray(touchedDays.map((t) => t.firstSlot + 1))}::int[], ${formatSqlArray(touchedDays.map((t) => t.lastSlot + 1))}::int[]) w(tag_id, day, first_slot, last_slot)
           join gauge_slots g on g.site_id = ${ctx.site} and g.tag_id = w.tag_id and g.day = w.day`,
      )
    : []
  return new DayRollUps(touchedDays, rows, ({ day, firstSlot }, storedRow) => {
    const gauge = createEmptyGauge(day)
    if (storedRow)
      for (const name of slotLists)
        for (const [i, value] of storedRow[name].entries()) gauge[name][firstSlot + i] = value!
    return gauge
  })
}

/** Writes the touched slots back, and inserts days that are not stored yet. */
export async function writeGaugeDays(ctx: Context, days: GaugeDays): Promise<void> {
  const { storedDays, newDays } = days.partitionByStored()
  if (storedDays.length > 0) {
    const toListColumn = (name: (typeof slotLists)[number]) =>
      storedDays.map(({ value, firstSlot, lastSlot }) =>
        formatSqlArray(toStorableValues(name, value).slice(firstSlot, lastSlot + 1)),
      )
    await ctx.query(
      sql`update gauge_slots g set n[r.first_slot:r.last_slot] = r.n::int[], sum[r.first_slot:r.last_slot] = r.sum::float8[], low[r.first_slot:r.last_slot] = r.low::float8[],
         high[r.first_slot:r.last_slot] = r.high::float8[], last[r.first_slot:r.last_slot] = r.last::float8[], last_s[r.first_slot:r.last_slot] = r.last_s::float8[]
       from unnest(${formatSqlArray(storedDays.map((d) => d.tagId))}::uuid[], ${formatSqlArray(storedDays.map((d) => d.day.day))}::date[],
         ${formatSqlArray(storedDays.map((d) => d.firstSlot + 1))}::int[], ${formatSqlArray(storedDays.map((d) => d.lastSlot + 1))}::int[], ${toListColumn('n')}::text[], ${toListColumn('sum')}::text[],
         ${toListColumn('low')}::text[], ${toListColumn('high')}::text[], ${toListColumn('last')}::text[], ${toListColumn('lastS')}::text[]) r(tag_id, day, first_slot, last_slot, n, sum, low, high, last, last_s)
       where g.site_id = ${ctx.site} and g.tag_id = r.tag_id and g.day = r.day`,
    )
  }
  if (newDays.length === 0) return
  const toListColumn = (name: (typeof slotLists)[number]) =>
    newDays.map(({ value }) => formatSqlArray(toStorableValues(name, value)))
  await ctx.query(
    sql`insert into gauge_slots (site_id, tag_id, day, starts_at, n, sum, low, high, last, last_s)
     select ${ctx.site}::int, r.tag_id, r.day, to_timestamp(r.ms / 1000), r.n::int[], r.sum::float8[], r.low::float8[], r.high::float8[], r.last::float8[], r.last_s::float8[]
     from unnest(${formatSqlArray(newDays.map((d) => d.tagId))}::uuid[], ${formatSqlArray(newDays.map((d) => d.day.day))}::date[], ${formatSqlArray(newDays.map((d) => d.day.start))}::float8[],
       ${toListColumn('n')}::text[], ${toListColumn('sum')}::text[], ${toListColumn('low')}::text[], ${toListColumn('high')}::text[], ${toListColumn('last')}::text[], ${toListColumn('lastS')}::text[])
       r(tag_id, day, ms, n, sum, low, high, last, last_s)`,
  )
}
const toStorableValues = (name: (typeof slotLists)[number], value: GaugeOfDay): readonly (number | null)[] =>
  name === 'sum' ? value.sum.map(roundToMillionth) : value[name]
