import { getFieldInLanguage } from '@/contract/language'
import { line } from '../contract/line'
import { lineStop } from '../contract/line-stop'
import { toMillis, type Moment } from '../rules/plant-time'
import type { Context } from '@/server/context'
import type { AppContext } from '@/server/crud/operations'
import { columns, limit, options, sql } from '@/server/sql'
import { countRemindersDue } from '../rules/stop-detection'

const stateField = lineStop.fields.state
const MAX_STOPS = 200
/** Returns the key of a reminder's text. `forgotten`: the stop has a reason, but the line still stands. */
function getTextKey({ reasonId, endedAt }: { reasonId: string | null; endedAt: Moment | null }) {
  if (reasonId) return 'forgotten'
  return endedAt ? 'ended' : 'standing'
}

/**
 * Reminds people at the lines to enter missing stop reasons. If a stop has a reason but the line still stands, reminds
 * them once a day. The column `chased` counts the reminders of a stop. A stop that ended without a reason gets no more
 * reminders after a week; the analysis shows its reason as unknown.
 */
export async function remindAboutStops(ctx: Context): Promise<void> {
  const stops = await ctx.query(
    sql`select ${columns(lineStop, ['id', 'startedAt', 'endedAt', 'reasonId', 'chased'], 's')}, ${columns(line, ['code', 'name', 'nameEn'], 'l')}
     from line_stop s join line l on l.site_id = s.site_id and l.id = s.line_id
     where s.site_id = ${ctx.site} and (s.state = ${options(stateField, 'standing')}
       or (s.state = ${options(stateField, 'toExplain')} and s.started_at > ${ctx.now}::timestamptz - interval '7 days'))
     order by s.started_at desc ${limit(MAX_STOPS)}`,
  )
  const stopsDue = stops.flatMap((stop) => {
    const reminderCount = countRemindersDue(
      {
        startsAt: toMillis(stop.startedAt),
        endsAt: stop.endedAt === null ? null : toMillis(stop.endedAt),
        reason: stop.reasonId,
      },
      ctx.now.getTime(),
    )
    return reminderCount > stop.chased ? [{ ...stop, reminderCount }] : []
  })
  if (stopsDue.length === 0) return
  // A reminder does not change the stop: its version stays, so that commands saved on phones still apply.
  await ctx.query(
    sql`update line_stop s set chased = d.times, updated_at = ${ctx.now} from unnest(${stopsDue.map((stop) => stop.id)}::uuid[], ${stopsDue.map((stop) => stop.reminderCount)}::int[]) as d(id, times)
     where s.site_id = ${ctx.site} and s.id = d.id`,
  )
  ctx.touch('lineStop')
  const { translations } = (ctx as AppContext).app
  for (const stop of stopsDue) {
    const minutes = Math.round(
      ((stop.endedAt ? toMillis(stop.endedAt) : ctx.now.getTime()) - toMillis(stop.startedAt)) / 60_000,
    )
    const textKey = getTextKey(stop)
    ctx.notify({
      notice: 'stopUnexplained',
      id: stop.id,
      keys: ['shutdownAnalysisEdit', 'rollInteractiveEdit'],
      title: (language) =>
        translations.t(language)(`plant:notices.${textKey}`, {
          line: `${stop.code} ${String(getFieldInLanguage(line, stop, 'name', language))}`,
          minutes,
          hours: Math.floor(minutes / 60),
        }),
    })
  }
}
