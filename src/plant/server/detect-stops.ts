import { toMillis, toMoment } from '../rules/plant-time'
import type { Context } from '@/server/context'
import { lineSpeed } from '@/server/db/system'
import { columns, options, sql, type RowFor } from '@/server/sql'
import { placeOfStop } from './line-stops'
import { detectStops, reconcileStops, usualLimits, type DetectedStop, type StoredStop } from '../rules/stop-detection'
import { lineStop } from '../contract/line-stop'

/** How far back to look for a running line if it stands and no stop tells since when. */
const LOOK_BACK_MS = 24 * 3_600_000
const { source } = lineStop.fields
const stored = columns(lineStop, [
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
 * Aligns the stops of a line with its readings, of which those from `from` to `to` (ms) are new. Reads only the
 * readings around the new ones: from where the line last ran for certain to where it next did. The caller has locked
 * the stops of the line.
 */
export async function detectIn(ctx: Context, lineId: string, from: number, to: number): Promise<void> {
  const start = await startOf(ctx, lineId, from)
  const [next] = await ctx.query(
    sql`select ${columns(lineSpeed, ['at'])} from line_speed
     where site_id = ${ctx.site} and line_id = ${lineId} and at > ${toMoment(to)} and speed >= ${usualLimits.runsFrom} order by at limit 1`,
  )
  const until = next ? toMillis(next.at) : null
  const readings = await ctx.query(
    sql`select ${columns(lineSpeed, ['at', 'speed'])} from line_speed
     where site_id = ${ctx.site} and line_id = ${lineId} and at >= ${toMoment(start.at)} and (${next?.at ?? null}::timestamptz is null or at <= ${next?.at ?? null}) order by at`,
  )
  const detected = detectStops(
    readings.map((r) => ({ at: toMillis(r.at), speed: r.speed })),
    start.open,
  )
  const earliest = Math.min(start.at, ...detected.map((d) => d.startsAt))
  const known = await ctx.query(
    sql`select ${stored} from line_stop
     where site_id = ${ctx.site} and line_id = ${lineId} and (ended_at is null or ended_at >= ${toMoment(earliest)})
       and (${next?.at ?? null}::timestamptz is null or started_at <= ${next?.at ?? null}) order by started_at`,
  )
  const byId = new Map(known.map((s) => [s.id, s]))
  const changes = reconcileStops(detected, known.map(asStored), { from: start.at, to: until })
  for (const id of changes.remove) await ctx.rows.remove(lineStop, id)
  for (const { id, startsAt, endsAt } of changes.change) {
    const startedAt = toMoment(startsAt)
    const times = { startedAt, endedAt: endsAt === null ? null : toMoment(endsAt) }
    const moved = toMillis(byId.get(id)!.startedAt) !== startsAt
    await ctx.rows.update(lineStop, id, {
      ...times,
      closedBy: times.endedAt ? 'speed' : null,
      ...(moved ? await placeOfStop(ctx, lineId, startedAt) : {}),
    })
  }
  for (const stop of changes.add) await open(ctx, lineId, stop)
}
const asStored = (s: RowFor<typeof stored>): StoredStop => ({
  id: s.id,
  startsAt: toMillis(s.startedAt),
  endsAt: s.endedAt === null ? null : toMillis(s.endedAt),
  free: s.source === 'speed' && !s.explainedBy && !s.repairId && !s.reasonId && !s.note,
})

async function open(ctx: Context, lineId: string, { startsAt, endsAt }: DetectedStop): Promise<void> {
  const times = { startedAt: toMoment(startsAt), endedAt: endsAt === null ? null : toMoment(endsAt) }
  await ctx.rows.insert(lineStop, {
    lineId,
    ...times,
    ...(await placeOfStop(ctx, lineId, times.startedAt)),
    source: 'speed',
    closedBy: times.endedAt ? 'speed' : null,
  })
}

/**
 * Finds where reading has to start to give the same result as reading everything: the last reading before the new ones
 * at which the line ran, or the new readings themselves if the line is known to stand.
 */
async function startOf(ctx: Context, lineId: string, from: number): Promise<{ at: number; open: DetectedStop | null }> {
  const moment = toMoment(from)
  const [known] = await ctx.query(
    sql`select ${columns(lineStop, ['startedAt', 'source'])} from line_stop
     where site_id = ${ctx.site} and line_id = ${lineId} and started_at <= ${moment} and (ended_at is null or ended_at > ${moment})
     order by source = ${options(source, 'speed')} desc, started_at desc limit 1`,
  )
  const [last] = await ctx.query(
    sql`select ${columns(lineSpeed, ['at', 'speed'])} from line_speed
     where site_id = ${ctx.site} and line_id = ${lineId} and at < ${moment} order by at desc limit 1`,
  )
  if (last && last.speed >= usualLimits.runsFrom) return { at: toMillis(last.at), open: null }
  // A reported stop counts as standing only once the speed has shown it.
  if (known && (known.source === 'speed' || last))
    return { at: from, open: { startsAt: toMillis(known.startedAt), endsAt: null } }
  const [ran] = await ctx.query(
    sql`select ${columns(lineSpeed, ['at'])} from line_speed
     where site_id = ${ctx.site} and line_id = ${lineId} and at < ${moment} and at >= ${toMoment(from - LOOK_BACK_MS)} and speed >= ${usualLimits.runsFrom} order by at desc limit 1`,
  )
  return { at: ran ? toMillis(ran.at) : from - LOOK_BACK_MS, open: null }
}
