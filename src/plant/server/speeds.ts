import type { InOf, OutOf } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { CLOCK_DRIFT_MS } from '@/contract/entered-moment'
import { line } from '../contract/line'
import { toMillis, toMoment, type Moment } from '../rules/plant-time'
import type { Context } from '@/server/context'
import { lineSpeed } from '@/server/db/system'
import { tell } from '@/server/events'
import { columns, limit, sql } from '@/server/sql'
import { speedsTaken } from './events'
import { lockStops } from './line-stops'
import { detectIn } from './detect-stops'
import type { sendSpeeds, speedCurve } from '../contract/line-speed'

/** Receives speeds from a gateway. POST /telemetry/speed */
export async function send(ctx: Context, { readings }: InOf<typeof sendSpeeds>): Promise<OutOf<typeof sendSpeeds>> {
  const codes = [...new Set(readings.map((r) => r.line))]
  const lines = new Map(
    (
      await ctx.query(
        sql`select ${columns(line, ['code', 'id'])} from line where site_id = ${ctx.site} and code = any(${codes}::text[])`,
      )
    ).map((l) => [l.code, l.id]),
  )
  // A gateway's clock may be slightly ahead; readings further in the future are ignored.
  const latest = ctx.now.getTime() + CLOCK_DRIFT_MS
  const known = readings.flatMap((r) => {
    const lineId = lines.get(r.line)
    return lineId ? [{ lineId, at: toMillis(r.at), speed: r.speed }] : []
  })
  const good = known.filter((r) => r.at <= latest).map((r) => ({ ...r, at: toMoment(r.at) }))
  const fresh = await feedSpeeds(ctx, good)
  if (fresh.length > 0) await tell(ctx, speedsTaken, { speeds: fresh })
  return {
    stored: fresh.length,
    repeated: good.length - fresh.length,
    ahead: known.length - good.length,
    unknown: codes.filter((code) => !lines.has(code)).map((line) => ({ line })),
  }
}

/** Speed of a line at a moment, m/min. */
export interface LineSpeed {
  readonly lineId: string
  readonly at: Moment
  readonly speed: number
}
/**
 * Stores speeds of lines in any order and updates the stops of the lines. A different value for an existing moment
 * replaces it. Returns the new and changed ones.
 */
export async function feedSpeeds(ctx: Context, speeds: readonly LineSpeed[]): Promise<readonly LineSpeed[]> {
  const sorted = [...new Map(speeds.map((r) => [`${r.lineId} ${r.at}`, r])).values()].sort((a, b) =>
    a.lineId < b.lineId ? -1 : a.lineId > b.lineId ? 1 : a.at < b.at ? -1 : 1,
  )
  for (const lineId of new Set(sorted.map((r) => r.lineId))) await lockStops(ctx, lineId)
  const stored = await ctx.query(
    sql`with fresh as (
       insert into line_speed as s (site_id, line_id, at, speed)
       select ${ctx.site}::int, * from unnest(${sorted.map((r) => r.lineId)}::uuid[], ${sorted.map((r) => r.at)}::timestamptz[], ${sorted.map((r) => r.speed)}::real[])
       on conflict (site_id, line_id, at) do update set speed = excluded.speed where s.speed <> excluded.speed returning line_id, at, speed)
     select ${columns(lineSpeed, ['lineId', 'at', 'speed'])} from fresh order by line_id, at`,
  )
  const spans = new Map<string, { from: number; to: number }>()
  for (const { lineId, at } of stored) {
    const ms = toMillis(at)
    spans.set(lineId, { from: spans.get(lineId)?.from ?? ms, to: ms })
  }
  for (const [lineId, { from, to }] of spans) await detectIn(ctx, lineId, from, to)
  return stored
}

const POINTS = 500
const USUAL_MS = 8 * 3_600_000
const MOST_DAYS = 31
/** Loads the averaged speed of a line over time. GET /telemetry/speed */
export async function curve(ctx: Context, input: InOf<typeof speedCurve>): Promise<OutOf<typeof speedCurve>> {
  const to = input.to ? toMillis(input.to) : ctx.now.getTime()
  const from = input.from ? toMillis(input.from) : to - USUAL_MS
  if (to <= from) throw refuseInput([{ path: ['to'], code: 'endsFirst' }])
  if (to - from > MOST_DAYS * 86_400_000)
    throw refuseInput([{ path: ['to'], code: 'tooManyDays', params: { limit: MOST_DAYS } }])
  const width = Math.max(1, Math.ceil((to - from) / POINTS / 1000))
  const begin = toMoment(from)
  return ctx.query(
    sql<OutOf<typeof speedCurve>[number]>`
     select (${begin}::timestamptz + floor(extract(epoch from at - ${begin}::timestamptz) / ${width}::int)::int * ${width}::int * interval '1 second')::timestamptz(3) as at,
       round(avg(speed)::numeric, 1)::float as speed, round(min(speed)::numeric, 1)::float as least
     from line_speed where site_id = ${ctx.site} and line_id = ${input.lineId} and at >= ${begin} and at < ${toMoment(to)} group by 1 order by 1 ${limit(POINTS + 1)}`,
  )
}

const KEPT_MONTHS = 13
const A_TURN = 50_000
/**
 * Deletes readings older than 13 months: a year and the month to compare it with. Works in batches so that nobody waits
 * for it.
 */
export async function forgetSpeeds(ctx: Context): Promise<void> {
  await ctx.query(
    sql`delete from line_speed s using (
       select r.line_id, r.at from line l cross join lateral (
         select line_id, at from line_speed
         where site_id = l.site_id and line_id = l.id and at < ${ctx.now}::timestamptz - make_interval(months => ${KEPT_MONTHS}) order by at ${limit(A_TURN)}) r
       where l.site_id = ${ctx.site} ${limit(A_TURN)}) old
     where s.site_id = ${ctx.site} and s.line_id = old.line_id and s.at = old.at`,
  )
}
