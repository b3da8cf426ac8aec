/** Thirteen months of meter usage as roll-ups; the database derives the raw readings of the last days from them. */
import { buildPlantDay, READING_SLOT_MS, type PlantDay } from '@/areas/telemetry/rules/slots'
import { addDays, DAY_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { ensureMonthPartitions, toRunQuery, toUtcMonth } from '@/server/db/partitions'
import type { Era } from '../era'
import type { StopDraft } from '../production/stop-rows'
import type { Dice } from '../random'
import { encodeFloat8Array } from './float8-array'
import { LOSS_FACTOR, calculateHourlyUsage, type DemoMeter } from './energy-meters'
import type { StatementSender } from '../bulk'

/** Each further day adds 6,000 rows to a table with a large index. */
const RAW_DAYS = 7

export interface SeriesInput {
  readonly dice: Dice
  readonly era: Era
  /** Start of the history, ms since 1970. */
  readonly from: number
  readonly meters: readonly DemoMeter[]
  readonly lineIds: readonly string[]
  readonly stops: readonly StopDraft[]
}
/** The slots of all days in a row. */
interface SlotTimeline {
  readonly days: readonly PlantDay[]
  readonly start: number
  readonly slots: number
  readonly elapsedSlots: number
  readonly until: number
}
/** Share of each slot in which each line ran, and the average of all lines. */
interface RunningShares {
  readonly byLine: ReadonlyMap<string, Float64Array>
  readonly average: Float64Array
}

/** Calculates and stores the usage and readings of all meters. */
export async function storeMeterSeries(client: StatementSender, site: number, input: SeriesInput): Promise<void> {
  const { dice, meters } = input
  const timeline = buildSlotTimeline(input)
  if (timeline.days.length === 0) return
  const running = calculateRunningShares(input, timeline)
  const usageByParent = new Map<string, Float64Array>()
  for (const meter of meters) {
    const usage = calculateMeterUsage(dice, meter, timeline, running, usageByParent)
    const startReading = 1000 + dice.branch(String(meter.row.code)).int(0, 400_000)
    await storeMeterDays(client, site, String(meter.tag.id), timeline, sumUsageByDay(timeline, usage, startReading))
  }
  await storeRawReadings(client, site, input, timeline)
}

function buildSlotTimeline({ era, from }: SeriesInput): SlotTimeline {
  const until = Math.floor(era.now / READING_SLOT_MS) * READING_SLOT_MS
  const days = era
    .listDays()
    .map((day) => buildPlantDay(day, era.zone))
    .filter(({ start, end }) => end > from && start < until)
  const start = days[0]?.start ?? until
  return {
    days,
    start,
    slots: ((days.at(-1)?.end ?? until) - start) / READING_SLOT_MS,
    elapsedSlots: (until - start) / READING_SLOT_MS,
    until,
  }
}

/** Calculates the share of each slot in which the lines ran. */
function calculateRunningShares({ lineIds, stops }: SeriesInput, { start, slots, until }: SlotTimeline): RunningShares {
  const byLine = new Map(lineIds.map((lineId) => [lineId, new Float64Array(slots).fill(1)]))
  for (const { lineId, startedAt, endedAt } of stops) {
    const share = byLine.get(String(lineId))
    if (!share || !startedAt) continue
    const end = Math.min(endedAt ? toMillis(endedAt) : until, until)
    for (let momentMs = Math.max(toMillis(startedAt), start); momentMs < end;) {
      const slot = Math.floor((momentMs - start) / READING_SLOT_MS)
      const slotEnd = Math.min(start + (slot + 1) * READING_SLOT_MS, end)
      share[slot] = Math.max(0, share[slot]! - (slotEnd - momentMs) / READING_SLOT_MS)
      momentMs = slotEnd
    }
  }
  const average = new Float64Array(slots)
  for (const share of byLine.values()) share.forEach((value, i) => (average[i]! += value / byLine.size))
  return { byLine, average }
}

/** Calculates a meter's usage in each slot, from its course or its submeters plus losses; adds it to the parent. */
function calculateMeterUsage(
  dice: Dice,
  meter: DemoMeter,
  timeline: SlotTimeline,
  running: RunningShares,
  usageByParent: Map<string, Float64Array>,
): Float64Array {
  const usage = meter.course
    ? calculateCourseUsage(
        meter.course,
        createNoise(dice.branch(`noise/${meter.row.code}`)),
        timeline,
        getRunningShare(meter, running),
      )
    : (usageByParent.get(String(meter.row.code))?.map((childUsage) => childUsage * LOSS_FACTOR) ??
      new Float64Array(timeline.slots))
  if (meter.under) {
    const parentUsage = usageByParent.get(meter.under)
    if (parentUsage) usage.forEach((value, i) => (parentUsage[i]! += value))
    else usageByParent.set(meter.under, Float64Array.from(usage))
  }
  return usage
}
const getRunningShare = ({ lineId }: DemoMeter, { byLine, average }: RunningShares): Float64Array =>
  (lineId === null ? undefined : byLine.get(lineId)) ?? average

function calculateCourseUsage(
  course: DemoMeter['course'] & object,
  noise: Float64Array,
  { days, start, elapsedSlots }: SlotTimeline,
  share: Float64Array,
): Float64Array {
  const usage = new Float64Array(share.length)
  for (const [dayIndex, day] of days.entries()) {
    const firstSlot = (day.start - start) / READING_SLOT_MS
    const month = Number(day.day.slice(5, 7))
    for (let slot = 0; slot < day.slots && firstSlot + slot < elapsedSlots; slot++)
      usage[firstSlot + slot] =
        calculateHourlyUsage(course, share[firstSlot + slot]!, month, slot) *
        0.25 *
        noise[(dayIndex * 173 + slot * 7) % noise.length]!
  }
  return usage
}
/** Creates noise of ±4 %; the 509 values repeat, with another offset each day. */
const createNoise = (dice: Dice): Float64Array =>
  Float64Array.from({ length: 509 }, () => 1 + dice.between(-0.04, 0.04))

interface MeterTotals {
  /** Running totals of each day as stored in `usage_slots`, all days in a row; each day begins with 0. */
  readonly slots: Float64Array
  readonly used: Float64Array
  /** Meter reading at the end of each day. */
  readonly last: Float64Array
}
const roundReading = (value: number): number => Math.round(value * 100) / 100

function sumUsageByDay({ days, start, slots }: SlotTimeline, usage: Float64Array, reading: number): MeterTotals {
  const totals = {
    slots: new Float64Array(slots + days.length),
    used: new Float64Array(days.length),
    last: new Float64Array(days.length),
  }
  for (const [dayIndex, day] of days.entries()) {
    const firstSlot = (day.start - start) / READING_SLOT_MS
    let sum = 0
    for (let slot = 0; slot < day.slots; slot++)
      totals.slots[firstSlot + dayIndex + slot + 1] = sum = roundReading(sum + usage[firstSlot + slot]!)
    totals.used[dayIndex] = sum
    totals.last[dayIndex] = reading = roundReading(reading + sum)
  }
  return totals
}
/** Stores all days of a meter in one statement; slots that are not over yet count as not measured. */
async function storeMeterDays(
  client: StatementSender,
  site: number,
  tagId: string,
  { days, until }: SlotTimeline,
  { slots, used, last }: MeterTotals,
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
      encodeFloat8Array(used),
      encodeFloat8Array(last),
      encodeFloat8Array(slots),
      toMoment(until),
    ],
  )
}

/** Stores the raw readings of the last whole days and of today, and the state each counter continues from. */
async function storeRawReadings(
  client: StatementSender,
  site: number,
  { era, meters }: SeriesInput,
  timeline: SlotTimeline,
): Promise<void> {
  const rawStart = Math.max(timeline.start, buildPlantDay(addDays(era.today, -RAW_DAYS), era.zone).start)
  const ids = meters.map((m) => m.tag.id)
  await ensureMonthPartitions(toRunQuery(client), 'reading', [
    toUtcMonth(rawStart),
    toUtcMonth(rawStart + RAW_DAYS * DAY_MS),
    toUtcMonth(era.now),
  ])
  await client.query(
    `insert into reading (site_id, tag_id, at, value, received_at)
     select $1::int, s.tag_id, x.at, round((d.last - d.used + u.total) * 100) / 100, x.at
     from usage_slots s join usage_day d using (site_id, tag_id, day) cross join lateral unnest(s.used) with ordinality u(total, n)
     cross join lateral (select s.starts_at + (u.n - 1) * interval '15 minutes' as at) x
     where s.site_id = $1 and s.tag_id = any($2::uuid[]) and s.starts_at >= $3 and (u.n > 1 or s.starts_at = $3) and x.at <= $4`,
    [site, ids, toMoment(rawStart), toMoment(timeline.until)],
  )
  await client.query(
    `insert into tag_state (site_id, tag_id, at, value, received_at, source, base_at, base_value, kept_from)
     select $1::int, d.tag_id, $3::timestamptz, d.last, $3::timestamptz, 'gateway', $3::timestamptz, d.last, $4::timestamptz from usage_day d
     where d.site_id = $1 and d.tag_id = any($2::uuid[]) and d.day = $5`,
    [site, ids, toMoment(timeline.until), toMoment(rawStart), timeline.days.at(-1)!.day],
  )
}
