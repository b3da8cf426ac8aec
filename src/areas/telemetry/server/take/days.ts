/** Roll-ups of days as they are stored: read, changed and written back by the batch. */
import type { Context } from '@/server/context'
import { gaugeSlots, usageDay } from '@/server/db/series'
import { columns, computed, sql } from '@/server/sql'
import { emptyGauge, emptyUsage, type GaugeOfDay, type UsageOfDay } from '../../rules/rollup'
import type { PlantDay } from '../../rules/slots'

export interface DayOfTag {
  readonly tagId: string
  readonly day: PlantDay
}
const keyOf = ({ tagId, day }: DayOfTag): string => `${tagId} ${day.day}`
const distinct = (wanted: readonly DayOfTag[]): DayOfTag[] => [
  ...new Map(wanted.map((one) => [keyOf(one), one])).values(),
]
/** Roll-ups of some days of some tags, each there, empty where nothing was read yet. */
export class Days<T> {
  private readonly byKey = new Map<string, T>()
  constructor(
    readonly wanted: readonly DayOfTag[],
    make: (of: DayOfTag) => T,
  ) {
    for (const one of wanted) this.byKey.set(keyOf(one), make(one))
  }
  get(tagId: string, day: PlantDay): T {
    const found = this.byKey.get(keyOf({ tagId, day }))
    if (!found) throw new Error(`the roll-up of ${day.day} was not read`)
    return found
  }
}
const asked = (wanted: readonly DayOfTag[]): [string[], string[]] => [
  wanted.map(({ tagId }) => tagId),
  wanted.map(({ day }) => day.day),
]
/** Rounded to a millionth: running totals of a day stay short and the same in whatever steps they were added. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

interface Totals {
  used: number[]
  estimated: number[] | null
  measured: number[] | null
}
const steps = (totals: readonly number[]): number[] => totals.slice(1).map((total, i) => total - totals[i]!)
const SLOT_S = 900

export async function readUsage(ctx: Context, days: readonly DayOfTag[]): Promise<Days<UsageOfDay>> {
  const wanted = distinct(days)
  const [tags, on] = asked(wanted)
  const rows = wanted.length
    ? await ctx.query(
        sql`select ${columns(usageDay, ['tagId', 'day', 'n', 'last'], 'd')},
           ${computed<Totals>`to_json(s.used) as used, to_json(s.estimated) as estimated, to_json(s.measured) as measured`}
         from unnest(${tags}::uuid[], ${on}::date[]) w(tag_id, day)
         join usage_day d on d.site_id = ${ctx.site} and d.tag_id = w.tag_id and d.day = w.day
         join usage_slots s on s.site_id = d.site_id and s.tag_id = d.tag_id and s.day = d.day`,
      )
    : []
  const known = new Map(rows.map((row) => [`${row.tagId} ${row.day}`, row]))
  return new Days(wanted, (of) => {
    const row = known.get(keyOf(of))
    const empty = emptyUsage(of.day)
    if (!row) return empty
    return {
      ...empty,
      n: row.n,
      last: row.last,
      used: steps(row.used),
      estimated: row.estimated ? steps(row.estimated) : empty.estimated,
      measured: row.measured ?? empty.measured.fill(SLOT_S),
    }
  })
}
function running(values: readonly number[]): number[] {
  let sum = 0
  return [0, ...values.map((value) => rounded((sum += value)))]
}
export async function writeUsage(ctx: Context, days: Days<UsageOfDay>): Promise<void> {
  if (days.wanted.length === 0) return
  const rows = days.wanted.map(({ tagId, day }) => {
    const usage = days.get(tagId, day)
    const used = running(usage.used)
    const estimated = running(usage.estimated)
    const measured = usage.measured.map(Math.round)
    return {
      tag_id: tagId,
      day: day.day,
      starts_at: new Date(day.start).toISOString(),
      n: usage.n,
      last: usage.last,
      total: used.at(-1),
      spread: estimated.at(-1),
      measured_s: measured.reduce((a, b) => a + b, 0),
      used,
      estimated: estimated.at(-1) ? estimated : null,
      measured: measured.every((s) => s === SLOT_S) ? null : measured,
    }
  })
  await ctx.query(
    sql`with r as materialized (select * from json_to_recordset(${JSON.stringify(rows)}::json) as r(tag_id uuid, day date, starts_at timestamptz, n int, last float8,
         total float8, spread float8, measured_s int, used float8[], estimated float8[], measured smallint[])),
       days as (insert into usage_day (site_id, tag_id, day, starts_at, n, used, estimated, measured_s, last)
         select ${ctx.site}::int, tag_id, day, starts_at, n, total, spread, measured_s, last from r
         on conflict (site_id, tag_id, day) do update set n = excluded.n, used = excluded.used, estimated = excluded.estimated,
           measured_s = excluded.measured_s, last = excluded.last)
     insert into usage_slots (site_id, tag_id, day, starts_at, used, estimated, measured)
     select ${ctx.site}::int, tag_id, day, starts_at, used, estimated, measured from r
     on conflict (site_id, tag_id, day) do update set used = excluded.used, estimated = excluded.estimated, measured = excluded.measured`,
  )
}

export async function readGauges(ctx: Context, days: readonly DayOfTag[]): Promise<Days<GaugeOfDay>> {
  const wanted = distinct(days)
  const [tags, on] = asked(wanted)
  const rows = wanted.length
    ? await ctx.query(
        sql`select ${columns(gaugeSlots, ['tagId', 'day'], 'g')}, ${computed<
          Omit<GaugeOfDay, 'day'>
        >`to_json(g.n) as n, to_json(g.sum) as sum, to_json(g.low) as low, to_json(g.high) as high,
           to_json(g.last) as last, to_json(g.last_s) as "lastS"`}
         from unnest(${tags}::uuid[], ${on}::date[]) w(tag_id, day)
         join gauge_slots g on g.site_id = ${ctx.site} and g.tag_id = w.tag_id and g.day = w.day`,
      )
    : []
  const known = new Map(rows.map((row) => [`${row.tagId} ${row.day}`, row]))
  return new Days(wanted, (of) => {
    const row = known.get(keyOf(of))
    return row ? { ...row, day: of.day } : emptyGauge(of.day)
  })
}
export async function writeGauges(ctx: Context, days: Days<GaugeOfDay>): Promise<void> {
  if (days.wanted.length === 0) return
  const rows = days.wanted.map(({ tagId, day }) => {
    const { n, sum, low, high, last, lastS } = days.get(tagId, day)
    return {
      tag_id: tagId,
      day: day.day,
      starts_at: new Date(day.start).toISOString(),
      n,
      sum: sum.map(rounded),
      low,
      high,
      last,
      last_s: lastS,
    }
  })
  await ctx.query(
    sql`insert into gauge_slots (site_id, tag_id, day, starts_at, n, sum, low, high, last, last_s)
     select ${ctx.site}::int, tag_id, day, starts_at, n, sum, low, high, last, last_s from json_to_recordset(${JSON.stringify(rows)}::json) as r(tag_id uuid, day date,
       starts_at timestamptz, n int[], sum float8[], low float8[], high float8[], last float8[], last_s float8[])
     on conflict (site_id, tag_id, day) do update set n = excluded.n, sum = excluded.sum, low = excluded.low, high = excluded.high,
       last = excluded.last, last_s = excluded.last_s`,
  )
}
