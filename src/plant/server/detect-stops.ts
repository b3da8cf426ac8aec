import { toMillis, toMoment } from '../rules/plant-time'
import type { Context } from '@/server/context'
import { lineSpeed } from '@/server/db/system'
import { columns, options, sql, type SqlRow } from '@/server/sql'
import { resolveStopShiftAndOrder } from './line-stops'
import {
  detectStops,
  reconcileStops,
  DEFAULT_DETECTION_LIMITS,
  type DetectedStop,
  type StoredStop,
} from '../rules/stop-detection'
import { lineStop } from '../contract/line-stop'

/** How far back to search for the last reading at which the line ran, if no recorded stop shows when it stopped. */
const LOOK_BACK_MS = 24 * 3_600_000
const storedStopColumns = columns(lineStop, [
  'id',
  'startedAt',
  'endedAt',
  'source',
  'explainedBy',
  'reasonId',
  'repairId',
  'note',
])

/**
 * Aligns the stops of a line with its readings; the readings from `fromMs` to `toMs` are new. Loads the readings between
 * the last time before `fromMs` and the first time after `toMs` at which the line certainly ran. The caller must have
 * locked the stops of the line.
 */
export async function updateDetectedStops(ctx: Context, lineId: string, fromMs: number, toMs: number): Promise<void> {
  const readingStart = await findReadingStart(ctx, lineId, fromMs)
  const [nextRunningReading] = await ctx.query(
    sql`select ${columns(lineSpeed, ['at'])} from line_speed
     where site_id = ${ctx.site} and line_id = ${lineId} and at > ${toMoment(toMs)} and speed >= ${DEFAULT_DETECTION_LIMITS.runningFrom} order by at limit 1`,
  )
  const runningAgainAt = nextRunningReading ? toMillis(nextRunningReading.at) : null
  const readings = await ctx.query(
    sql`select ${columns(lineSpeed, ['at', 'speed'])} from line_speed
     where site_id = ${ctx.site} and line_id = ${lineId} and at >= ${toMoment(readingStart.at)} and (${nextRunningReading?.at ?? null}::timestamptz is null or at <= ${nextRunningReading?.at ?? null}) order by at`,
  )
  const detectedStops = detectStops(
    readings.map((reading) => ({ at: toMillis(reading.at), speed: reading.speed })),
    readingStart.openStop,
  )
  const earliestStart = Math.min(readingStart.at, ...detectedStops.map((detectedStop) => detectedStop.startsAt))
  const recordedStops = await ctx.query(
    sql`select ${storedStopColumns} from line_stop
     where site_id = ${ctx.site} and line_id = ${lineId} and (ended_at is null or ended_at >= ${toMoment(earliestStart)})
       and (${nextRunningReading?.at ?? null}::timestamptz is null or started_at <= ${nextRunningReading?.at ?? null}) order by started_at`,
  )
  const stopsById = new Map(recordedStops.map((recordedStop) => [recordedStop.id, recordedStop]))
  const { removedIds, changes, additions } = reconcileStops(detectedStops, recordedStops.map(toStoredStop), {
    from: readingStart.at,
    to: runningAgainAt,
  })
  for (const id of removedIds) await ctx.rows.remove(lineStop, id)
  for (const { id, startsAt, endsAt } of changes) {
    const startedAt = toMoment(startsAt)
    const times = { startedAt, endedAt: endsAt === null ? null : toMoment(endsAt) }
    const isStartMoved = toMillis(stopsById.get(id)!.startedAt) !== startsAt
    await ctx.rows.update(lineStop, id, {
      ...times,
      closedBy: times.endedAt ? 'speed' : null,
      ...(isStartMoved ? await resolveStopShiftAndOrder(ctx, lineId, startedAt) : {}),
    })
  }
  for (const stop of additions) await insertDetectedStop(ctx, lineId, stop)
}
const toStoredStop = (row: SqlRow<typeof storedStopColumns>): StoredStop => ({
  id: row.id,
  startsAt: toMillis(row.startedAt),
  endsAt: row.endedAt === null ? null : toMillis(row.endedAt),
  isAutomatic: row.source === 'speed' && !row.explainedBy && !row.repairId && !row.reasonId && !row.note,
})

async function insertDetectedStop(ctx: Context, lineId: string, { startsAt, endsAt }: DetectedStop): Promise<void> {
  const times = { startedAt: toMoment(startsAt), endedAt: endsAt === null ? null : toMoment(endsAt) }
  await ctx.rows.insert(lineStop, {
    lineId,
    ...times,
    ...(await resolveStopShiftAndOrder(ctx, lineId, times.startedAt)),
    source: 'speed',
    closedBy: times.endedAt ? 'speed' : null,
  })
}

/**
 * Finds the time of the earliest reading that can affect the result. If the line is known to stand, this is the first new
 * reading, otherwise the last earlier reading at which the line ran.
 */
async function findReadingStart(
  ctx: Context,
  lineId: string,
  fromMs: number,
): Promise<{ at: number; openStop: DetectedStop | null }> {
  const fromMoment = toMoment(fromMs)
  const [coveringStop] = await ctx.query(
    sql`select ${columns(lineStop, ['startedAt', 'source'])} from line_stop
     where site_id = ${ctx.site} and line_id = ${lineId} and started_at <= ${fromMoment} and (ended_at is null or ended_at > ${fromMoment})
     order by source = ${options(lineStop.fields.source, 'speed')} desc, started_at desc limit 1`,
  )
  const [lastReading] = await ctx.query(
    sql`select ${columns(lineSpeed, ['at', 'speed'])} from line_speed
     where site_id = ${ctx.site} and line_id = ${lineId} and at < ${fromMoment} order by at desc limit 1`,
  )
  if (lastReading && lastReading.speed >= DEFAULT_DETECTION_LIMITS.runningFrom)
    return { at: toMillis(lastReading.at), openStop: null }
  // A stop that people reported counts only if a reading shows that the line stands.
  if (coveringStop && (coveringStop.source === 'speed' || lastReading))
    return { at: fromMs, openStop: { startsAt: toMillis(coveringStop.startedAt), endsAt: null } }
  const [lastRunningReading] = await ctx.query(
    sql`select ${columns(lineSpeed, ['at'])} from line_speed
     where site_id = ${ctx.site} and line_id = ${lineId} and at < ${fromMoment} and at >= ${toMoment(fromMs - LOOK_BACK_MS)} and speed >= ${DEFAULT_DETECTION_LIMITS.runningFrom} order by at desc limit 1`,
  )
  return { at: lastRunningReading ? toMillis(lastRunningReading.at) : fromMs - LOOK_BACK_MS, openStop: null }
}
