import type { EndpointOutput } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { MAX_CLOCK_DRIFT_MS } from '@/contract/instant'
import { line } from '../contract/line'
import { DAY_MS, toMillis, toMoment, type Moment } from '../rules/plant-time'
import type { Context } from '@/server/context'
import { lineSpeed } from '@/server/db/system'
import { publishEvent } from '@/server/events'
import { columns, limit, sql } from '@/server/sql'
import { speedsReceived } from './events'
import { lockLineStops } from './line-stops'
import { updateDetectedStops } from './detect-stops'
import { sendSpeeds, speedCurve } from '../contract/line-speed'
import { handle } from '@/server/area'

/** Receives speeds from a gateway. POST /telemetry/speed */
export const receiveSpeeds = handle(sendSpeeds, async (ctx, { readings }) => {
  const codes = [...new Set(readings.map((reading) => reading.line))]
  const lineIdsByCode = new Map(
    (
      await ctx.query(
        sql`select ${columns(line, ['code', 'id'])} from line where site_id = ${ctx.site} and code = any(${codes}::text[])`,
      )
    ).map((lineRow) => [lineRow.code, lineRow.id]),
  )
  // A gateway's clock may be slightly ahead; readings further in the future are ignored.
  const latestAllowedMs = ctx.now.getTime() + MAX_CLOCK_DRIFT_MS
  const readingsOfKnownLines = readings.flatMap((reading) => {
    const lineId = lineIdsByCode.get(reading.line)
    return lineId ? [{ lineId, at: toMillis(reading.at), speed: reading.speed }] : []
  })
  const acceptedReadings = readingsOfKnownLines
    .filter((reading) => reading.at <= latestAllowedMs)
    .map((reading) => ({ ...reading, at: toMoment(reading.at) }))
  const changedSpeeds = await storeSpeeds(ctx, acceptedReadings)
  if (changedSpeeds.length > 0) await publishEvent(ctx, speedsReceived, { speeds: changedSpeeds })
  return {
    stored: changedSpeeds.length,
    repeated: acceptedReadings.length - changedSpeeds.length,
    ahead: readingsOfKnownLines.length - acceptedReadings.length,
    unknown: codes.filter((code) => !lineIdsByCode.has(code)).map((line) => ({ line })),
  }
})

/** Speed of a line at a moment, m/min. */
export interface LineSpeed {
  readonly lineId: string
  readonly at: Moment
  readonly speed: number
}
/**
 * Stores speeds of lines in any order and updates the stops of the lines. If a moment already has a speed, the new
 * speed replaces it. Returns the new and changed speeds.
 */
export async function storeSpeeds(ctx: Context, speeds: readonly LineSpeed[]): Promise<readonly LineSpeed[]> {
  const speedByKey = new Map(speeds.map((speed) => [`${speed.lineId} ${speed.at}`, speed]))
  const uniqueSpeeds = [...speedByKey.values()].sort(compareByLineAndTime)
  for (const lineId of new Set(uniqueSpeeds.map((speed) => speed.lineId))) await lockLineStops(ctx, lineId)
  const changedSpeeds = await ctx.query(
    sql`with changed_speeds as (
       insert into line_speed as s (site_id, line_id, at, speed)
       select ${ctx.site}::int, * from unnest(${uniqueSpeeds.map((speed) => speed.lineId)}::uuid[], ${uniqueSpeeds.map((speed) => speed.at)}::timestamptz[], ${uniqueSpeeds.map((speed) => speed.speed)}::real[])
       on conflict (site_id, line_id, at) do update set speed = excluded.speed where s.speed <> excluded.speed returning line_id, at, speed)
     select ${columns(lineSpeed, ['lineId', 'at', 'speed'])} from changed_speeds order by line_id, at`,
  )
  const changedSpans = new Map<string, { from: number; to: number }>()
  for (const { lineId, at } of changedSpeeds) {
    const readingMs = toMillis(at)
    changedSpans.set(lineId, { from: changedSpans.get(lineId)?.from ?? readingMs, to: readingMs })
  }
  for (const [lineId, { from, to }] of changedSpans) await updateDetectedStops(ctx, lineId, from, to)
  return changedSpeeds
}

function compareByLineAndTime(a: LineSpeed, b: LineSpeed): number {
  if (a.lineId !== b.lineId) return a.lineId < b.lineId ? -1 : 1
  return a.at < b.at ? -1 : 1
}

const MAX_POINTS = 500
const DEFAULT_SPAN_MS = 8 * 3_600_000
const MAX_SPAN_DAYS = 31
/** Loads the averaged speed of a line over time. GET /telemetry/speed */
export const loadSpeedCurve = handle(speedCurve, async (ctx, input) => {
  const toMs = input.to ? toMillis(input.to) : ctx.now.getTime()
  const fromMs = input.from ? toMillis(input.from) : toMs - DEFAULT_SPAN_MS
  if (toMs <= fromMs) throw refuseInput([{ path: ['to'], code: 'endsFirst' }])
  if (toMs - fromMs > MAX_SPAN_DAYS * DAY_MS)
    throw refuseInput([{ path: ['to'], code: 'tooManyDays', params: { limit: MAX_SPAN_DAYS } }])
  const bucketSeconds = Math.max(1, Math.ceil((toMs - fromMs) / MAX_POINTS / 1000))
  const startMoment = toMoment(fromMs)
  return ctx.query(
    sql<EndpointOutput<typeof speedCurve>[number]>`
     select (${startMoment}::timestamptz + floor(extract(epoch from at - ${startMoment}::timestamptz) / ${bucketSeconds}::int)::int * ${bucketSeconds}::int * interval '1 second')::timestamptz(3) as at,
       round(avg(speed)::numeric, 1)::float as speed, round(min(speed)::numeric, 1)::float as least
     from line_speed where site_id = ${ctx.site} and line_id = ${input.lineId} and at >= ${startMoment} and at < ${toMoment(toMs)} group by 1 order by 1 ${limit(MAX_POINTS + 1)}`,
  )
})

const RETENTION_MONTHS = 13
const DELETE_BATCH_SIZE = 50_000
/**
 * Deletes readings older than 13 months: a year and the month to compare it with. Works in batches so that nobody waits
 * for it.
 */
export async function deleteOldSpeeds(ctx: Context): Promise<void> {
  await ctx.query(
    sql`delete from line_speed s using (
       select r.line_id, r.at from line l cross join lateral (
         select line_id, at from line_speed
         where site_id = l.site_id and line_id = l.id and at < ${ctx.now}::timestamptz - make_interval(months => ${RETENTION_MONTHS}) order by at ${limit(DELETE_BATCH_SIZE)}) r
       where l.site_id = ${ctx.site} ${limit(DELETE_BATCH_SIZE)}) old
     where s.site_id = ${ctx.site} and s.line_id = old.line_id and s.at = old.at`,
  )
}
