/** Stored daily roll-ups of gauges: a batch reads them, changes them and writes them back. */
import type { Context } from '@/server/context'
import { gaugeSlots } from '@/server/db/series'
import { columns, computed, sql } from '@/server/sql'
import { emptyGauge, type GaugeOfDay } from '../../rules/rollup'
import { arrayOf } from './array-text'
import { Days, rounded, type Touched } from './days'

type Slots = Omit<GaugeOfDay, 'day'>
type GaugeDays = Days<Slots, GaugeOfDay>
const lists = ['n', 'sum', 'low', 'high', 'last', 'lastS'] as const satisfies readonly (keyof Slots)[]

/** Reads the touched slots of the stored gauge roll-ups. */
export async function readGauges(ctx: Context, touched: readonly Touched[]): Promise<GaugeDays> {
  const rows = touched.length
    ? await ctx.query(
        sql`select ${columns(gaugeSlots, ['tagId', 'day'], 'g')}, ${computed<Slots>`to_json(g.n[w.f:w.l]) as n, to_json(g.sum[w.f:w.l]) as sum,
             to_json(g.low[w.f:w.l]) as low, to_json(g.high[w.f:w.l]) as high, to_json(g.last[w.f:w.l]) as last, to_json(g.last_s[w.f:w.l]) as "lastS"`}
           from unnest(${arrayOf(touched.map((t) => t.tagId))}::uuid[], ${arrayOf(touched.map((t) => t.day.day))}::date[],
             ${arrayOf(touched.map((t) => t.first + 1))}::int[], ${arrayOf(touched.map((t) => t.last + 1))}::int[]) w(tag_id, day, f, l)
           join gauge_slots g on g.site_id = ${ctx.site} and g.tag_id = w.tag_id and g.day = w.day`,
      )
    : []
  return new Days(touched, rows, ({ day, first }, stored) => {
    const gauge = emptyGauge(day)
    if (stored)
      for (const name of lists) for (const [i, value] of stored[name].entries()) gauge[name][first + i] = value!
    return gauge
  })
}

/** Writes the touched slots back, and inserts days that are not stored yet. */
export async function writeGauges(ctx: Context, days: GaugeDays): Promise<void> {
  const { stored, fresh } = days.parted()
  if (stored.length > 0) {
    const of = (name: (typeof lists)[number]) =>
      stored.map(({ value, first, last }) => arrayOf(forStoring(name, value).slice(first, last + 1)))
    await ctx.query(
      sql`update gauge_slots g set n[r.f:r.l] = r.n::int[], sum[r.f:r.l] = r.sum::float8[], low[r.f:r.l] = r.low::float8[],
         high[r.f:r.l] = r.high::float8[], last[r.f:r.l] = r.last::float8[], last_s[r.f:r.l] = r.last_s::float8[]
       from unnest(${arrayOf(stored.map((d) => d.tagId))}::uuid[], ${arrayOf(stored.map((d) => d.day.day))}::date[],
         ${arrayOf(stored.map((d) => d.first + 1))}::int[], ${arrayOf(stored.map((d) => d.last + 1))}::int[], ${of('n')}::text[], ${of('sum')}::text[],
         ${of('low')}::text[], ${of('high')}::text[], ${of('last')}::text[], ${of('lastS')}::text[]) r(tag_id, day, f, l, n, sum, low, high, last, last_s)
       where g.site_id = ${ctx.site} and g.tag_id = r.tag_id and g.day = r.day`,
    )
  }
  if (fresh.length === 0) return
  const of = (name: (typeof lists)[number]) => fresh.map(({ value }) => arrayOf(forStoring(name, value)))
  await ctx.query(
    sql`insert into gauge_slots (site_id, tag_id, day, starts_at, n, sum, low, high, last, last_s)
     select ${ctx.site}::int, r.tag_id, r.day, to_timestamp(r.ms / 1000), r.n::int[], r.sum::float8[], r.low::float8[], r.high::float8[], r.last::float8[], r.last_s::float8[]
     from unnest(${arrayOf(fresh.map((d) => d.tagId))}::uuid[], ${arrayOf(fresh.map((d) => d.day.day))}::date[], ${arrayOf(fresh.map((d) => d.day.start))}::float8[],
       ${of('n')}::text[], ${of('sum')}::text[], ${of('low')}::text[], ${of('high')}::text[], ${of('last')}::text[], ${of('lastS')}::text[])
       r(tag_id, day, ms, n, sum, low, high, last, last_s)`,
  )
}
const forStoring = (name: (typeof lists)[number], value: GaugeOfDay): readonly (number | null)[] =>
  name === 'sum' ? value.sum.map(rounded) : value[name]
