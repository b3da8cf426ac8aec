/** Thirteen months of what meters counted, as roll-ups; raw readings of the last weeks, worked out by the database from them. */
import type { PoolClient } from 'pg'
import { plantDay, SLOT_MS, type PlantDay } from '@/areas/telemetry/rules/slots'
import { toMillis, toMoment } from '@/plant/rules/plant-time'
import { ensureMonths, askOf, monthOf } from '@/server/db/partitions'
import type { Era } from '../era'
import type { StopRow } from '../production/stops'
import type { Dice } from '../random'
import type { DemoMeter } from './meters'

const RAW_DAYS = 35
/** Of what a meter counts that counts others, so much is lost on the way. */
const LOSSES = 1.018
const DAYS_AT_ONCE = 400

export interface SeriesAsked {
  readonly dice: Dice
  readonly era: Era
  /** ms; the whole era when the history is whole. */
  readonly from: number
  readonly meters: readonly DemoMeter[]
  readonly lineIds: readonly string[]
  readonly stops: readonly StopRow[]
}
/** Share of each slot of a day in which a line ran. */
type Running = ReadonlyMap<string, readonly Float64Array[]>

export async function storeSeries(client: PoolClient, site: number, asked: SeriesAsked): Promise<void> {
  const { era, from, meters } = asked
  const days = era
    .days()
    .map((day) => plantDay(day, era.zone))
    .filter(({ end }) => end > from)
  const until = Math.floor(era.now / SLOT_MS) * SLOT_MS
  const running = runningOf(asked, days, until)
  const kept = new Map<string, Float64Array[]>()
  let rows: string[][] = [[], [], [], [], [], [], [], []]
  const send = async (): Promise<void> => {
    await client.query(
      `with r as materialized (select tag_id, day, starts_at, used, last, slots::float8[] as slots, s, n from unnest($2::uuid[], $3::date[], $4::timestamptz[], $5::float8[], $6::float8[], $7::text[], $8::int[], $9::int[]) as r(tag_id, day, starts_at, used, last, slots, s, n)),
         d as (insert into usage_day (site_id, tag_id, day, starts_at, n, used, estimated, measured_s, last) select $1::int, tag_id, day, starts_at, s / 900, used, 0, s, last from r)
       insert into usage_slots (site_id, tag_id, day, starts_at, used, measured) select $1::int, tag_id, day, starts_at, slots,
         case when s < n * 900 then array_fill(900::smallint, array[s / 900]) || array_fill(0::smallint, array[n - s / 900]) end from r`,
      [site, ...rows],
    )
    rows = [[], [], [], [], [], [], [], []]
  }
  for (const of of meters) {
    const own = usedOf(asked, of, days, running, kept, until)
    let shown = 1000 + asked.dice.branch(String(of.row.code)).int(0, 400_000)
    for (const [i, day] of days.entries()) {
      const slots = own[i]!
      const known = Math.max(0, Math.min(day.slots, (until - day.start) / SLOT_MS))
      if (known <= 0) continue
      let [sum, text] = [0, '{0']
      for (let s = 0; s < day.slots; s++) text += `,${(sum = Math.round((sum + slots[s]!) * 100) / 100)}`
      shown = Math.round((shown + sum) * 100) / 100
      const values = [
        String(of.tag.id),
        day.day,
        toMoment(day.start),
        String(sum),
        String(shown),
        `${text}}`,
        String(known * 900),
        String(day.slots),
      ]
      values.forEach((value, k) => rows[k]!.push(value))
      if (rows[0]!.length >= DAYS_AT_ONCE) await send()
    }
  }
  if (rows[0]!.length > 0) await send()
  await storeRaw(client, site, asked, until)
}

/** When lines ran, by slot. */
function runningOf({ lineIds, stops, from }: SeriesAsked, days: readonly PlantDay[], until: number): Running {
  const first = days[0]?.start ?? from
  return new Map(
    lineIds.map((lineId) => {
      const share = days.map((day) => new Float64Array(day.slots).fill(1))
      for (const stop of stops) {
        if (stop.lineId !== lineId || !stop.startedAt) continue
        const [begin, end] = [toMillis(stop.startedAt), stop.endedAt ? toMillis(stop.endedAt) : until]
        if (end <= first) continue
        let d = days.findIndex((day) => day.end > begin)
        for (let at = Math.max(begin, first); d >= 0 && d < days.length && at < Math.min(end, until);) {
          const day = days[d]!
          const slot = Math.floor((at - day.start) / SLOT_MS)
          const next = Math.min(day.start + (slot + 1) * SLOT_MS, end)
          share[d]![slot] = Math.max(0, share[d]![slot]! - (next - at) / SLOT_MS)
          at = next
          if (at >= day.end) d++
        }
      }
      return [lineId, share]
    }),
  )
}

/** What a meter counted in each slot of each day: by its course, or what those under it counted, and the losses. */
function usedOf(
  { dice, lineIds }: SeriesAsked,
  of: DemoMeter,
  days: readonly PlantDay[],
  running: Running,
  kept: Map<string, Float64Array[]>,
  until: number,
): Float64Array[] {
  const below = kept.get(String(of.row.code))
  const noise = noiseOf(dice.branch(`noise/${of.row.code}`))
  const own = days.map((day, d) => {
    const used = new Float64Array(day.slots)
    const season = Math.cos(((Number(day.day.slice(5, 7)) - 7.5) / 6) * Math.PI)
    for (let s = 0; s < day.slots; s++) {
      if (day.start + s * SLOT_MS >= until) break
      if (!of.course) used[s] = below ? below[d]![s]! * LOSSES : 0
      else used[s] = rateOf(of.course, shareOf(of, running, lineIds, d, s), season, s) * 0.25 * noise(d, s)
    }
    return used
  })
  if (of.under) {
    const above = kept.get(of.under)
    if (above) own.forEach((used, d) => used.forEach((value, s) => (above[d]![s]! += value)))
    else
      kept.set(
        of.under,
        own.map((used) => Float64Array.from(used)),
      )
  }
  return own
}
function shareOf({ lineId }: DemoMeter, running: Running, lineIds: readonly string[], d: number, s: number): number {
  const own = lineId === null ? undefined : running.get(lineId)
  if (own) return own[d]![s]!
  return lineIds.reduce((sum, id) => sum + running.get(id)![d]![s]!, 0) / Math.max(1, lineIds.length)
}
function rateOf(
  { running, standing, season, byDay }: DemoMeter['course'] & object,
  share: number,
  summer: number,
  slot: number,
): number {
  const hour = slot / 4
  const working = hour >= 8 && hour < 18 ? 1 : -1
  return Math.max(0, (share * running + (1 - share) * standing) * (1 + season * summer) * (1 + byDay * working * 0.6))
}
/** A few percent up and down; the same numbers again after a while, from another place each day. */
function noiseOf(dice: Dice): (day: number, slot: number) => number {
  const drawn = Array.from({ length: 509 }, () => 1 + dice.between(-0.04, 0.04))
  return (day, slot) => drawn[(day * 173 + slot * 7) % drawn.length]!
}

async function storeRaw(client: PoolClient, site: number, { era, meters }: SeriesAsked, until: number): Promise<void> {
  const begin = toMoment(Math.floor((era.now - RAW_DAYS * 24 * 4 * SLOT_MS) / SLOT_MS) * SLOT_MS)
  const ids = meters.map((m) => m.tag.id)
  await ensureMonths(askOf(client), 'reading', [
    monthOf(begin),
    monthOf(Date.parse(begin) + 20 * 86_400_000),
    monthOf(era.now),
  ])
  await client.query(
    `insert into reading (site_id, tag_id, at, value, received_at)
     select $1::int, s.tag_id, s.starts_at + make_interval(mins => 15 * (u.n - 1)::int), round((d.last - d.used + u.total)::numeric, 2)::float8, s.starts_at + make_interval(mins => 15 * (u.n - 1)::int)
     from usage_slots s join usage_day d using (site_id, tag_id, day) cross join lateral unnest(s.used) with ordinality u(total, n)
     where s.site_id = $1 and s.tag_id = any($2::uuid[]) and s.starts_at >= $3 and (u.n > 1 or s.starts_at = $3 or not exists (select 1 from usage_day p where p.site_id = s.site_id and p.tag_id = s.tag_id and p.day = s.day - 1 and p.starts_at >= $3))
       and s.starts_at + make_interval(mins => 15 * (u.n - 1)::int) <= $4`,
    [site, ids, begin, toMoment(until)],
  )
  await client.query(
    `insert into tag_state (site_id, tag_id, at, value, received_at, source, base_at, base_value, kept_from)
     select $1::int, t.id, $3, d.last, $3, 'gateway', $3, d.last, date_trunc('day', $4::timestamptz) + interval '1 day' from tag t
     join lateral (select last from usage_day where site_id = t.site_id and tag_id = t.id order by day desc limit 1) d on true
     where t.site_id = $1 and t.id = any($2::uuid[])`,
    [site, ids, toMoment(until), begin],
  )
}
