import { inLanguage } from '@/contract/language'
import { line } from '../contract/line'
import { toMillis, type Moment } from '../rules/plant-time'
import type { Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import { chasesDue } from '../rules/stop-detection'

interface Open {
  id: string
  startedAt: Moment
  endedAt: Moment | null
  reasonId: string | null
  chased: number
  code: string
  name: string
  nameEn: string | null
}
const MOST = 200

/**
 * Asks those at the lines about stops: why, while nobody said; whether it still stands, after a day. Each time it is due,
 * and the row tells how often. A week after its end a stop is left to the analysis, which shows it as unknown.
 */
export async function chaseStops(ctx: Context): Promise<void> {
  const stops = await ctx.query<Open & Record<string, unknown>>(
    `select s.id, s.started_at as "startedAt", s.ended_at as "endedAt", s.reason_id as "reasonId", s.chased, l.code, l.name, l.name_en as "nameEn" from line_stop s join line l on l.site_id = s.site_id and l.id = s.line_id
     where s.site_id = $1 and (s.state = 'standing' or (s.state = 'toExplain' and s.started_at > $2::timestamptz - interval '7 days')) order by s.started_at desc limit ${MOST}`,
    [ctx.site, ctx.now],
  )
  const due = stops.flatMap((s) => {
    const times = chasesDue(
      { startsAt: toMillis(s.startedAt), endsAt: s.endedAt === null ? null : toMillis(s.endedAt), reason: s.reasonId },
      ctx.now.getTime(),
    )
    return times > s.chased ? [{ ...s, times }] : []
  })
  if (due.length === 0) return
  // How often somebody was asked is no change of the stop: its version stays, and what a phone saved meanwhile fits.
  await ctx.query(
    'update line_stop s set chased = d.times, updated_at = $2 from unnest($3::uuid[], $4::int[]) as d(id, times) where s.site_id = $1 and s.id = d.id',
    [ctx.site, ctx.now, due.map((s) => s.id), due.map((s) => s.times)],
  )
  ctx.touch('lineStop')
  const { words } = (ctx as KitContext).app
  for (const s of due) {
    const minutes = Math.round(((s.endedAt ? toMillis(s.endedAt) : ctx.now.getTime()) - toMillis(s.startedAt)) / 60_000)
    const key = s.reasonId ? 'forgotten' : s.endedAt ? 'ended' : 'standing'
    ctx.notify({
      notice: 'stopUnexplained',
      id: s.id,
      keys: ['shutdownAnalysisEdit', 'rollInteractiveEdit'],
      title: (language) =>
        words.t(language)(`plant:notices.${key}`, {
          line: `${s.code} ${String(inLanguage(line, s, 'name', language))}`,
          minutes,
          hours: Math.floor(minutes / 60),
        }),
    })
  }
}
