/** Thirteen months of meter usage as roll-ups; the database derives the raw readings of the last days from them. */
import { buildPlantDay, READING_SLOT_MS, type PlantDay } from '@/areas/telemetry/rules/slots'
import { addDays, DAY_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { ensureMonthPartitions, toRunQuery, toUtcMonth } from '@/server/db/partitions'
import type { Era } from '../era'
import type { StopRow } from '../production/stops'
import type { Dice } from '../random'
import { float8Array } from './binary'
import { LOSSES, rateOf, type DemoMeter } from './meters'
import type { StatementSender } from '../bulk'

/** Each further day adds 6,000 rows to a table with a large index. */
const RAW_DAYS = 7

export interface SeriesAsked {
  readonly dice: Dice
  readonly era: Era
  /** Start of the history, ms since 1970. */
  readonly from: number
  readonly meters: readonly DemoMeter[]
  readonly lineIds: readonly string[]
  readonly stops: readonly StopRow[]
}
/** The slots of all days in a row. */
interface Time {
  readonly days: readonly PlantDay[]
  readonly start: number
  readonly slots: number
  readonly known: number
  readonly until: number
}
/** Share of each slot in which each line ran, and the average of all lines. */
interface Running {
  readonly ofLine: ReadonlyMap<string, Float64Array>
  readonly ofAll: Float64Array
}

/** Calculates and stores the usage and readings of all meters. */
export async function storeSeries(client: StatementSender, site: number, asked: SeriesAsked): Promise<void> {
  const { dice, meters } = asked
  const time = timeOf(asked)
  if (time.days.length === 0) return
  const running = runningOf(asked, time)
  const kept = new Map<string, Float64Array>()
  for (const of of meters) {
    const used = usedOf(dice, of, time, running, kept)
    const shown = 1000 + dice.branch(String(of.row.code)).int(0, 400_000)
    await storeMeter(client, site, String(of.tag.id), time, totalsOf(time, used, shown))
  }
  await storeRaw(client, site, asked, time)
}

function timeOf({ era, from }: SeriesAsked): Time {
  const until = Math.floor(era.now / READING_SLOT_MS) * READING_SLOT_MS
  const days = era
    .days()
    .map((day) => buildPlantDay(day, era.zone))
    .filter(({ start, end }) => end > from && start < until)
  const start = days[0]?.start ?? until
  return {
    days,
    start,
    slots: ((days.at(-1)?.end ?? until) - start) / READING_SLOT_MS,
    known: (until - start) / READING_SLOT_MS,
    until,
  }
}

/** Calculates the share of each slot in which the lines ran. */
function runningOf({ lineIds, stops }: SeriesAsked, { start, slots, until }: Time): Running {
  const ofLine = new Map(lineIds.map((lineId) => [lineId, new Float64Array(slots).fill(1)]))
  for (const { lineId, startedAt, endedAt } of stops) {
    const share = ofLine.get(String(lineId))
    if (!share || !startedAt) continue
    const end = Math.min(endedAt ? toMillis(endedAt) : until, until)
    for (let at = Math.max(toMillis(startedAt), start); at < end;) {
      const slot = Math.floor((at - start) / READING_SLOT_MS)
      const next = Math.min(start + (slot + 1) * READING_SLOT_MS, end)
      share[slot] = Math.max(0, share[slot]! - (next - at) / READING_SLOT_MS)
      at = next
    }
  }
  const ofAll = new Float64Array(slots)
  for (const share of ofLine.values()) share.forEach((value, i) => (ofAll[i]! += value / ofLine.size))
  return { ofLine, ofAll }
}

/** Calculates a meter's usage in each slot, from its course or its submeters plus losses; adds it to the parent. */
function usedOf(
  dice: Dice,
  of: DemoMeter,
  time: Time,
  running: Running,
  kept: Map<string, Float64Array>,
): Float64Array {
  const used = of.course
    ? byCourse(of.course, noiseOf(dice.branch(`noise/${of.row.code}`)), time, shareOf(of, running))
    : (kept.get(String(of.row.code))?.map((below) => below * LOSSES) ?? new Float64Array(time.slots))
  if (of.under) {
    const above = kept.get(of.under)
    if (above) used.forEach((value, i) => (above[i]! += value))
    else kept.set(of.under, Float64Array.from(used))
  }
  return used
}
const shareOf = ({ lineId }: DemoMeter, { ofLine, ofAll }: Running): Float64Array =>
  (lineId === null ? undefined : ofLine.get(lineId)) ?? ofAll

function byCourse(
  course: DemoMeter['course'] & object,
  noise: Float64Array,
  { days, start, known }: Time,
  share: Float64Array,
): Float64Array {
  const used = new Float64Array(share.length)
  for (const [d, day] of days.entries()) {
    const first = (day.start - start) / READING_SLOT_MS
    const month = Number(day.day.slice(5, 7))
    for (let s = 0; s < day.slots && first + s < known; s++)
      used[first + s] = rateOf(course, share[first + s]!, month, s) * 0.25 * noise[(d * 173 + s * 7) % noise.length]!
  }
  return used
}
/** Creates noise of ±4 %; the 509 values repeat, with another offset each day. */
const noiseOf = (dice: Dice): Float64Array => Float64Array.from({ length: 509 }, () => 1 + dice.between(-0.04, 0.04))

interface Totals {
  /** Running totals of each day as stored in `usage_slots`, all days in a row; each day begins with 0. */
  readonly slots: Float64Array
  readonly used: Float64Array
  /** Meter reading at the end of each day. */
  readonly last: Float64Array
}
const rounded = (value: number): number => Math.round(value * 100) / 100

function totalsOf({ days, start, slots }: Time, counted: Float64Array, shown: number): Totals {
  const totals = {
    slots: new Float64Array(slots + days.length),
    used: new Float64Array(days.length),
    last: new Float64Array(days.length),
  }
  for (const [d, day] of days.entries()) {
    const first = (day.start - start) / READING_SLOT_MS
    let sum = 0
    for (let s = 0; s < day.slots; s++) totals.slots[first + d + s + 1] = sum = rounded(sum + counted[first + s]!)
    totals.used[d] = sum
    totals.last[d] = shown = rounded(shown + sum)
  }
  return totals
}
/** Stores all days of a meter in one statement; slots that are not over yet count as not measured. */
async function storeMeter(
  client: StatementSender,
  site: number,
  tagId: string,
  { days, until }: Time,
  { slots, used, last }: Totals,
): Promise<void> {
  await client.query(
    `with r as materialized (select d.*, least(n, extract(epoch from $9::timestamptz - starts_at)::int / 900) as over, sum(n + 1) over (order by day)::int as behind
       from unnest($3::date[], $4::timestamptz[], $5::int[], $6::float8[], $7::float8[]) as d(day, starts_at, n, used, last)),
     d as (insert into usage_day (site_id, tag_id, day, starts_at, n, used, estimated, measured_s, last) select $1::int, $2::uuid, day, starts_at, over, used, 0, over * 900, last from r)
     insert into usage_slots (site_id, tag_id, day, starts_at, used, measured) select $1::int, $2::uuid, day, starts_at, ($8::float8[])[behind - n : behind],
       case when over < n then array_fill(900::smallint, array[over]) || array_fill(0::smallint, array[n - over]) end from r`,
    [
      site,
      tagId,
      days.map(({ day }) => day),
      days.map(({ start }) => toMoment(start)),
      days.map((day) => day.slots),
      float8Array(used),
      float8Array(last),
      float8Array(slots),
      toMoment(until),
    ],
  )
}

/** Stores the raw readings of the last whole days and of today, and the state each counter continues from. */
async function storeRaw(
  client: StatementSender,
  site: number,
  { era, meters }: SeriesAsked,
  time: Time,
): Promise<void> {
  const begin = Math.max(time.start, buildPlantDay(addDays(era.today, -RAW_DAYS), era.zone).start)
  const ids = meters.map((m) => m.tag.id)
  await ensureMonthPartitions(toRunQuery(client), 'reading', [
    toUtcMonth(begin),
    toUtcMonth(begin + RAW_DAYS * DAY_MS),
    toUtcMonth(era.now),
  ])
  await client.query(
    `insert into reading (site_id, tag_id, at, value, received_at)
     select $1::int, s.tag_id, x.at, round((d.last - d.used + u.total) * 100) / 100, x.at
     from usage_slots s join usage_day d using (site_id, tag_id, day) cross join lateral unnest(s.used) with ordinality u(total, n)
     cross join lateral (select s.starts_at + (u.n - 1) * interval '15 minutes' as at) x
     where s.site_id = $1 and s.tag_id = any($2::uuid[]) and s.starts_at >= $3 and (u.n > 1 or s.starts_at = $3) and x.at <= $4`,
    [site, ids, toMoment(begin), toMoment(time.until)],
  )
  await client.query(
    `insert into tag_state (site_id, tag_id, at, value, received_at, source, base_at, base_value, kept_from)
     select $1::int, d.tag_id, $3::timestamptz, d.last, $3::timestamptz, 'gateway', $3::timestamptz, d.last, $4::timestamptz from usage_day d
     where d.site_id = $1 and d.tag_id = any($2::uuid[]) and d.day = $5`,
    [site, ids, toMoment(time.until), toMoment(begin), time.days.at(-1)!.day],
  )
}
