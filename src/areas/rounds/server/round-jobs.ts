import { DAY_MS, HOUR_MS, toLocalTime, toMillis } from '@/plant/rules/plant-time'
import { chooseByLanguage, type Language } from '@/contract/language'
import { decideTransition } from '@/contract/state-machine'
import type { Context } from '@/server/context'
import { columns, computed, limit, options, sql, type SqlRow } from '@/server/sql'
import { isMissedAt, openRoundStates, inspectionRoundLifecycle } from '../rules/inspection-round'
import { inspectionRound } from '../contract/inspection-round'
import { inspectionPlan } from '../contract/inspection-plan'
import { generatePlanRounds, MAX_PLANS } from './inspection-plan'
import { loadPlantCalendar } from '@/plant/server/plant'

/** The newest round of a plan is searched among the rounds due after this number of days ago. */
const NEWEST_ROUND_SEARCH_DAYS = 3

/** Generates the rounds of all plans one day ahead. Rounds due in an outage are added after it, and count as missed. */
export async function generateRounds(ctx: Context): Promise<void> {
  const plans = await ctx.rows.find(inspectionPlan, { where: { paused: false }, limit: MAX_PLANS })
  const newestRows = await ctx.query(
    sql`select ${columns(inspectionRound, ['planId'])}, ${computed<{ dueAt: string }>`max(due_at) as "dueAt"`} from inspection_round
     where site_id = ${ctx.site} and due_at > ${new Date(ctx.now.getTime() - NEWEST_ROUND_SEARCH_DAYS * DAY_MS)} group by plan_id`,
  )
  const lastDueByPlan = new Map(newestRows.map((row) => [row.planId, row.dueAt]))
  const calendar = await loadPlantCalendar(ctx)
  for (const plan of plans) {
    const lastDueAt = lastDueByPlan.get(plan.id)
    // A change of the plan, especially the end of a pause, must not add rounds before the time of the change.
    await generatePlanRounds(
      ctx,
      plan,
      calendar,
      lastDueAt && toMillis(lastDueAt) > toMillis(plan.updatedAt) ? lastDueAt : plan.updatedAt,
    )
  }
}

const { state: stateField } = inspectionRound.fields
const roundColumns = columns(inspectionRound, ['id', 'planName', 'planNameEn', 'dueAt', 'opensAt', 'closesAt', 'state'])
type OpenRound = SqlRow<typeof roundColumns>
const BATCH_SIZE = 1000
/** Permissions of the people who are notified. */
const WALKER_PERMISSIONS = ['pollingWork'] as const
const OVERSEER_PERMISSIONS = ['pollingPlanEdit', 'pollingWork'] as const

/** Marks rounds as missed when their window closes and announces each opened round once. */
export async function watchRounds(ctx: Context): Promise<void> {
  await closeMissedRounds(ctx)
  await announceOpenedRounds(ctx)
}
async function closeMissedRounds(ctx: Context): Promise<void> {
  const now = ctx.now.toISOString()
  const rows = await ctx.query(
    sql`select ${roundColumns} from inspection_round
     where site_id = ${ctx.site} and state in (${options(stateField, ...openRoundStates)}) and closes_at <= ${ctx.now} order by due_at ${limit(BATCH_SIZE)} for update skip locked`,
  )
  const missedRounds = rows.filter(
    (round) => isMissedAt(round, now) && decideTransition(inspectionRoundLifecycle, round.state, 'miss').ok,
  )
  if (missedRounds.length === 0) return
  await ctx.query(
    sql`update inspection_round set state = ${options(stateField, 'missed')}, version = version + 1, updated_at = ${ctx.now}
     where site_id = ${ctx.site} and id = any(${missedRounds.map((round) => round.id)}::uuid[])`,
  )
  ctx.touch('inspectionRound')
  // After an outage, rounds that were missed more than an hour ago are not reported.
  for (const round of missedRounds.filter((candidate) => ctx.now.getTime() - toMillis(candidate.closesAt) < HOUR_MS))
    ctx.notify({
      notice: 'roundMissed',
      id: round.id,
      title: (language) => buildNoticeTitle(ctx, round, language),
      keys: OVERSEER_PERMISSIONS,
    })
}

// Setting with the moment until which opened rounds were announced. Existing plants store it, so its name must not
// change.
const ANNOUNCED_SETTING = 'maintenance.roundsAnnouncedUntil'
async function announceOpenedRounds(ctx: Context): Promise<void> {
  const [setting] = await ctx.query(
    sql<{
      value: string
    }>`select value from setting where site_id = ${ctx.site} and name = ${ANNOUNCED_SETTING} for update`,
  )
  const announcedUntil = new Date(Math.max(setting ? toMillis(setting.value) : 0, ctx.now.getTime() - HOUR_MS))
  const openedRounds = await ctx.query(
    sql`select ${roundColumns} from inspection_round
     where site_id = ${ctx.site} and state = ${options(stateField, 'due')} and opens_at <= ${ctx.now} and greatest(opens_at, created_at) > ${announcedUntil} order by opens_at ${limit(BATCH_SIZE)}`,
  )
  await ctx.query(
    sql`insert into setting (site_id, name, value, updated_at) values (${ctx.site}, ${ANNOUNCED_SETTING}, ${JSON.stringify(ctx.now.toISOString())}::jsonb, ${ctx.now})
      on conflict (site_id, name) do update set value = excluded.value, updated_at = excluded.updated_at`,
  )
  for (const openedRound of openedRounds)
    ctx.notify({
      notice: 'roundDue',
      id: openedRound.id,
      title: (language) => buildNoticeTitle(ctx, openedRound, language),
      keys: WALKER_PERMISSIONS,
    })
}
/** Builds the title of a notice: name of the plan and due time of day. */
function buildNoticeTitle(ctx: Context, round: OpenRound, language: Language): string {
  const { minute } = toLocalTime(round.dueAt, ctx.timeZone)
  return `${chooseByLanguage(language, round.planName, round.planNameEn)} ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
