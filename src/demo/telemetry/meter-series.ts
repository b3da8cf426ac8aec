/** Thirteen months of meter usage as roll-ups; the database derives the raw readings of the last days from them. */
import { buildPlantDay, READING_SLOT_MS, type PlantDay } from '@/areas/telemetry/rules/rollup'
import { addDays, DAY_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { ensureMonthPartitions, toRunQuery, toUtcMonth } from '@/server/db/partitions'
import type { DemoEra } from '../demo-era'
import type { StopDraft } from '../production/stop-rows'
import type { Dice } from '../random'
import { LOSS_FACTOR, calculateHourlyUsage, type DemoMeter } from './energy-meters'
import type { StatementSender } from '../bulk'

/** Days with raw readings. Each further day would add 6,000 rows to a table with a large index. */
const RAW_DAYS = 7

export interface SeriesInput {
  readonly dice: Dice
  readonly era: DemoEra
  /** Start of the history, ms since 1970. */
  readonly fromMs: number
  readonly meters: readonly DemoMeter[]
  readonly lineIds: readonly string[]
  readonly stops: readonly StopDraft[]
}
/** The 15-minute slots of all days, one after another. */
interface SlotTimeline {
  readonly days: readonly PlantDay[]
  readonly startMs: number
  readonly slotCount: number
  readonly elapsedSlotCount: number
  readonly untilMs: number
}
/** Share of each slot in which each line ran, and the average of all lines. */
interface RunningShares {
  readonly shareByLine: ReadonlyMap<string, Float64Array>
  readonly averageShare: Float64Array
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

function buildSlotTimeline({ era, fromMs }: SeriesInput): SlotTimeline {
  const untilMs = Math.floor(era.now / READING_SLOT_MS) * READING_SLOT_MS
  const days = era
    .listDays()
    .map((day) => buildPlantDay(day, era.zone))
    .filter(({ start, end }) => end > fromMs && start < untilMs)
  const startMs = days[0]?.start ?? untilMs
  return {
    days,
    startMs,
    slotCount: ((days.at(-1)?.end ?? untilMs) - startMs) / READING_SLOT_MS,
    elapsedSlotCount: (untilMs - startMs) / READING_SLOT_MS,
    untilMs,
  }
}

/** Calculates the share of each slot in which the lines ran. */
function calculateRunningShares(
  { lineIds, stops }: SeriesInput,
  { startMs, slotCount, untilMs }: SlotTimeline,
): RunningShares {
  const shareByLine = new Map(lineIds.map((lineId) => [lineId, new Float64Array(slotCount).fill(1)]))
  for (const { lineId, startedAt, endedAt } of stops) {
    const lineShare = shareByLine.get(String(lineId))
    if (!lineShare || !startedAt) continue
    const endMs = Math.min(endedAt ? toMillis(endedAt) : untilMs, untilMs)
    let momentMs = Math.max(toMillis(startedAt), startMs)
    while (momentMs < endMs) {
      const slot = Math.floor((momentMs - startMs) / READING_SLOT_MS)
      const slotEndMs = Math.min(startMs + (slot + 1) * READING_SLOT_MS, endMs)
      lineShare[slot] = Math.max(0, lineShare[slot]! - (slotEndMs - momentMs) / READING_SLOT_MS)
      momentMs = slotEndMs
    }
  }
  const averageShare = new Float64Array(slotCount)
  for (const lineShare of shareByLine.values())
    lineShare.forEach((value, i) => (averageShare[i]! += value / shareByLine.size))
  return { shareByLine, averageShare }
}

/**
 * Calculates the usage of a meter in each slot and adds it to the parent meter. The usage is the consumption of the
 * meter or, without a consumption profile, the sum of its submeters plus losses.
 */
function calculateMeterUsage(
  dice: Dice,
  meter: DemoMeter,
  timeline: SlotTimeline,
  running: RunningShares,
  usageByParent: Map<string, Float64Array>,
): Float64Array {
  const usage = meter.consumption
    ? calculateProfileUsage(
        meter.consumption,
        createNoiseFactors(dice.branch(`noise/${meter.row.code}`)),
        timeline,
        getRunningShare(meter, running),
      )
    : (usageByParent.get(String(meter.row.code))?.map((childUsage) => childUsage * LOSS_FACTOR) ??
      new Float64Array(timeline.slotCount))
  if (meter.parentCode) {
    const parentUsage = usageByParent.get(meter.parentCode)
    if (parentUsage) usage.forEach((value, i) => (parentUsage[i]! += value))
    else usageByParent.set(meter.parentCode, Float64Array.from(usage))
  }
  return usage
}
const getRunningShare = ({ lineId }: DemoMeter, { shareByLine, averageShare }: RunningShares): Float64Array =>
  (lineId === null ? undefined : shareByLine.get(lineId)) ?? averageShare

const HOURS_PER_SLOT = 0.25
/** Calculates the usage in each slot of a meter that has a consumption profile instead of submeters. */
function calculateProfileUsage(
  consumption: DemoMeter['consumption'] & object,
  noiseFactors: Float64Array,
  { days, startMs, elapsedSlotCount }: SlotTimeline,
  runningShare: Float64Array,
): Float64Array {
  const usage = new Float64Array(runningShare.length)
  for (const [dayIndex, day] of days.entries()) {
    const firstSlot = (day.start - startMs) / READING_SLOT_MS
    const month = Number(day.day.slice(5, 7))
    for (let slot = 0; slot < day.slots && firstSlot + slot < elapsedSlotCount; slot++)
      usage[firstSlot + slot] =
        calculateHourlyUsage(consumption, runningShare[firstSlot + slot]!, month, slot) *
        HOURS_PER_SLOT *
        noiseFactors[(dayIndex * 173 + slot * 7) % noiseFactors.length]!
  }
  return usage
}
/** Creates noise of ±4 %; the 509 values repeat, with another offset each day. */
const createNoiseFactors = (dice: Dice): Float64Array =>
  Float64Array.from({ length: 509 }, () => 1 + dice.between(-0.04, 0.04))

interface MeterTotals {
  /** Running totals of each day as stored in `usage_slots`, all days in a row; each day begins with 0. */
  readonly runningTotals: Float64Array
  readonly usedByDay: Float64Array
  /** Meter reading at the end of each day. */
  readonly lastReadingByDay: Float64Array
}
const roundReading = (value: number): number => Math.round(value * 100) / 100

function sumUsageByDay(
  { days, startMs, slotCount }: SlotTimeline,
  usage: Float64Array,
  startReading: number,
): MeterTotals {
  const totals = {
    runningTotals: new Float64Array(slotCount + days.length),
    usedByDay: new Float64Array(days.length),
    lastReadingByDay: new Float64Array(days.length),
  }
  let reading = startReading
  for (const [dayIndex, day] of days.entries()) {
    const firstSlot = (day.start - startMs) / READING_SLOT_MS
    let sum = 0
    for (let slot = 0; slot < day.slots; slot++) {
      sum = roundReading(sum + usage[firstSlot + slot]!)
      totals.runningTotals[firstSlot + dayIndex + slot + 1] = sum
    }
    reading = roundReading(reading + sum)
    totals.usedByDay[dayIndex] = sum
    totals.lastReadingByDay[dayIndex] = reading
  }
  return totals
}
/** Stores all days of a meter in one statement; slots that are not over yet count as not measured. */
async function storeMeterDays(
  client: StatementSender,
  site: number,
  tagId: string,
  { days, untilMs }: SlotTimeline,
  { runningTotals, usedByDay, lastReadingByDay }: MeterTotals,
): Promise<void> {
  await client.query(
    `with r as materialized (select d.*, least(n, extract(epoch from $9::timestamptz - starts_at)::int / 900) as elapsed_slots, sum(n + 1) over (order by day)::int as last_total_index
       from unnest($3::date[], $4::timestamptz[], $5::int[], $6::float8[], $7::float8[]) as d(day, starts_at, n, used, last)),
     d as (insert into usage_day (site_id, tag_id, day, starts_at, n, used, estimated, measured_s, last) select $1::int, $2::uuid, day, starts_at, elapsed_slots, used, 0, elapsed_slots * 900, last from r)
     insert into usage_slots (site_id, tag_id, day, starts_at, used, measured) select $1::int, $2::uuid, day, starts_at, ($8::float8[])[last_total_index - n : last_total_index],
       case when elapsed_slots < n then array_fill(900::smallint, array[elapsed_slots]) || array_fill(0::smallint, array[n - elapsed_slots]) end from r`,
    [
      site,
      tagId,
      days.map(({ day }) => day),
      days.map(({ start }) => toMoment(start)),
      days.map((day) => day.slots),
      encodeFloat8Array(usedByDay),
      encodeFloat8Array(lastReadingByDay),
      encodeFloat8Array(runningTotals),
      toMoment(untilMs),
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
  const rawStartMs = Math.max(timeline.startMs, buildPlantDay(addDays(era.today, -RAW_DAYS), era.zone).start)
  const ids = meters.map((m) => m.tag.id)
  await ensureMonthPartitions(toRunQuery(client), 'reading', [
    toUtcMonth(rawStartMs),
    toUtcMonth(rawStartMs + RAW_DAYS * DAY_MS),
    toUtcMonth(era.now),
  ])
  await client.query(
    `insert into reading (site_id, tag_id, at, value, received_at)
     select $1::int, s.tag_id, x.at, round((d.last - d.used + u.total) * 100) / 100, x.at
     from usage_slots s join usage_day d using (site_id, tag_id, day) cross join lateral unnest(s.used) with ordinality u(total, n)
     cross join lateral (select s.starts_at + (u.n - 1) * interval '15 minutes' as at) x
     where s.site_id = $1 and s.tag_id = any($2::uuid[]) and s.starts_at >= $3 and (u.n > 1 or s.starts_at = $3) and x.at <= $4`,
    [site, ids, toMoment(rawStartMs), toMoment(timeline.untilMs)],
  )
  await client.query(
    `insert into tag_state (site_id, tag_id, at, value, received_at, source, base_at, base_value, kept_from)
     select $1::int, d.tag_id, $3::timestamptz, d.last, $3::timestamptz, 'gateway', $3::timestamptz, d.last, $4::timestamptz from usage_day d
     where d.site_id = $1 and d.tag_id = any($2::uuid[]) and d.day = $5`,
    [site, ids, toMoment(timeline.untilMs), toMoment(rawStartMs), timeline.days.at(-1)!.day],
  )
}

/** PostgreSQL's binary array format. Formatting numbers as text and parsing them again costs more than storing them. */
const FLOAT8_OID = 701
const HEADER_BYTES = 20
const ELEMENT_BYTES = 12

/** Encodes a `float8[]` parameter: one dimension, no nulls, lower bound 1. The driver sends the buffer unchanged. */
function encodeFloat8Array(values: Float64Array): Buffer {
  const buffer = Buffer.alloc(HEADER_BYTES + values.length * ELEMENT_BYTES)
  buffer.writeInt32BE(1, 0)
  buffer.writeInt32BE(FLOAT8_OID, 8)
  buffer.writeInt32BE(values.length, 12)
  buffer.writeInt32BE(1, 16)
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength)
  for (let i = 0; i < values.length; i++) {
    const offset = HEADER_BYTES + i * ELEMENT_BYTES
    view.setInt32(offset, 8)
    view.setFloat64(offset + 4, values[i]!)
  }
  return buffer
}
