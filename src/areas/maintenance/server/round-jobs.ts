import { DAY, HOUR, localClock, toMillis } from '@/plant/rules/plant-time'
import { wordIn, type Language } from '@/contract/language'
import { decide } from '@/contract/state-machine'
import { oneOf } from '@/server/crud/sql'
import type { Context } from '@/server/context'
import { missedBy, pollingRound as machine, type RoundState } from '../rules/polling'
import { pollingPlan } from '../contract/polling-plan'
import { makeRounds } from './polling-plan'
import { calendarOf } from '@/plant/server/plant'

/** Makes the rounds of every plan a day ahead. What an outage kept from being made is made late, and counts as missed. */
export async function generateRounds(ctx: Context): Promise<void> {
  const plans = await ctx.rows.find(pollingPlan, { where: { paused: false }, limit: 2000 })
  const newest = await ctx.query<{ plan_id: string; due_at: string }>(
    'select plan_id, max(due_at) as due_at from polling_round where site_id = $1 and due_at > $2 group by plan_id',
    [ctx.site, new Date(ctx.now.getTime() - 3 * DAY)],
  )
  const last = new Map(newest.map((r) => [r.plan_id, r.due_at]))
  const calendar = await calendarOf(ctx)
  for (const plan of plans) {
    const made = last.get(plan.id)
    // A change of the plan (an end of its pause above all) holds from then on, not for the time before.
    await makeRounds(ctx, plan, calendar, made && toMillis(made) > toMillis(plan.updatedAt) ? made : plan.updatedAt)
  }
}

interface Open {
  id: string
  plan_name: string
  plan_name_en: string | null
  due_at: string
  opens_at: string
  closes_at: string
  state: RoundState
}
const AT_ONCE = 1000
/** Who is told; notices of rounds that closed long ago (after an outage) help nobody. */
const walkers = ['pollingWork'] as const
const overseers = ['pollingPlanEdit', 'pollingWork'] as const

/** The clock's part in the life of a round: closed windows are missed, opened ones are announced, each once. */
export async function watchRounds(ctx: Context): Promise<void> {
  await missClosed(ctx)
  await announceOpened(ctx)
}
async function missClosed(ctx: Context): Promise<void> {
  const now = ctx.now.toISOString()
  const rows = await ctx.query<Open>(
    `select id, plan_name, plan_name_en, due_at, opens_at, closes_at, state from polling_round where site_id = $1 and state in (${oneOf(machine.actions.miss.from.filter((state) => state !== null))}) and closes_at <= $2 order by due_at limit ${AT_ONCE} for update skip locked`,
    [ctx.site, ctx.now],
  )
  const missed = rows.filter(
    (r) =>
      missedBy({ opensAt: r.opens_at, closesAt: r.closes_at, state: r.state }, now) &&
      decide(machine, r.state, 'miss').ok,
  )
  if (missed.length === 0) return
  await ctx.query(
    `update polling_round set state = 'missed', version = version + 1, updated_at = $2 where site_id = $1 and id = any($3::uuid[])`,
    [ctx.site, ctx.now, missed.map((r) => r.id)],
  )
  ctx.touch('pollingRound')
  for (const r of missed.filter((one) => ctx.now.getTime() - toMillis(one.closes_at) < HOUR))
    ctx.notify({ notice: 'roundMissed', id: r.id, title: (language) => titleOf(ctx, r, language), keys: overseers })
}

const NOTICED = 'maintenance.roundsAnnouncedUntil'
async function announceOpened(ctx: Context): Promise<void> {
  const [mark] = await ctx.query<{ value: string }>(
    'select value from setting where site_id = $1 and name = $2 for update',
    [ctx.site, NOTICED],
  )
  const since = new Date(Math.max(mark ? toMillis(mark.value) : 0, ctx.now.getTime() - HOUR))
  const opened = await ctx.query<Open>(
    `select id, plan_name, plan_name_en, due_at, opens_at, closes_at, state from polling_round where site_id = $1 and state = 'due' and opens_at <= $3 and greatest(opens_at, created_at) > $2 order by opens_at limit ${AT_ONCE}`,
    [ctx.site, since, ctx.now],
  )
  await ctx.query(
    'insert into setting (site_id, name, value, updated_at) values ($1, $2, $3::jsonb, $4) on conflict (site_id, name) do update set value = excluded.value, updated_at = excluded.updated_at',
    [ctx.site, NOTICED, JSON.stringify(ctx.now.toISOString()), ctx.now],
  )
  for (const r of opened)
    ctx.notify({ notice: 'roundDue', id: r.id, title: (language) => titleOf(ctx, r, language), keys: walkers })
}
/** The plan's name and when it is due on the plant's clock. */
function titleOf(ctx: Context, round: Open, language: Language): string {
  const { minute } = localClock(round.due_at, ctx.timeZone)
  return `${wordIn(language, round.plan_name, round.plan_name_en)} ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
