/** Targets of lines and teams, settings of boards and lobby screens, two corrections, and daily plan snapshots. */
import { randomBytes } from 'node:crypto'
import { user } from '@/areas/access/contract/user'
import { boardSetting } from '@/areas/boards/contract/board-setting'
import { lobbyNotice, lobbySetting } from '@/areas/boards/contract/lobby-endpoints'
import { lobbyLink } from '@/areas/boards/contract/lobby-link'
import { targetChange } from '@/areas/boards/contract/target-endpoints'
import { screenScenes } from '@/areas/boards/rules/large-screen'
import { metricCorrection } from '@/areas/figures/contract/metric-correction'
import { webLineKinds } from '@/plant/rules/line'
import { addDays, addMonths, DAY_MS, HOUR_MS, toMoment, type Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import type { Era } from './era'
import { eraOfDemo } from './mark'
import { both } from './said'

/** Months that have targets, including the current and the next month. */
const MONTHS = 13
/** Mean days of a month, and the target as a factor of a line's usual monthly output. */
const MONTH_DAYS = 365 / 12
const AIM = 1.02
const rates = [
  ['q1Percent', 93],
  ['oeePercent', 72],
  ['wastePercent', 2],
  ['winderDowngradePercent', 4],
] as const

/** Adds targets, corrections, plan snapshots and screen settings; does nothing if the manager's account is missing. */
export async function describeBoards(ctx: Context): Promise<void> {
  const [by] = await ctx.rows.find(user, { where: { userName: 'manager' }, limit: 1 })
  if (!by) return
  const era = await eraOfDemo(ctx)
  const today = era.shiftAt(ctx.now.getTime()).businessDate
  await addTargets(ctx, today, by.id)
  await addCorrections(ctx, era, today, by.id)
  await addPlans(ctx, today)
  await addScreens(ctx, era, today, by.id)
}
/** Derives line targets from the usual monthly output; each team gets a quarter of the output as its target. */
async function addTargets(ctx: Context, today: Day, by: string): Promise<void> {
  const [first, last] = [addMonths(today, 2 - MONTHS, 1), addMonths(today, 1, 1)]
  // Average over the days that have rolls, because the history need not begin with a month.
  const made = `from jumbo_roll where site_id = $1 and business_date >= $2::date and business_date < $3::date and line_id is not null`
  const usual = `select line_id, round((sum(coalesce(net_kg, expected_kg, 0)) / (select max(business_date) - min(business_date) + 1 ${made}) * ${MONTH_DAYS} * ${AIM} / 1000)::numeric) * 1000 as kg
    ${made} group by line_id`
  const months = `generate_series($2::date, $4::date, interval '1 month') m`
  const row = `gen_random_uuid(), 1, m::date, m::date, 'month', m::date, $5::uuid, m::date`
  const into = `insert into figure_target (site_id, line_id, team, figure, value, id, version, created_at, updated_at, period, day, set_by, set_at)`
  const given = [ctx.site, first, today, last, by]
  await ctx.query(
    `${into} select $1, u.line_id, null, 'outputKg', u.kg, ${row} from (${usual}) u, ${months} where u.kg > 0`,
    given,
  )
  // A team works a quarter of the shifts. Good output is slightly less than the wound output.
  for (const [figure, share] of [
    ['outputKg', 0.25],
    ['goodKg', 0.23],
  ] as const)
    await ctx.query(
      `${into} select $1, null, t.team, '${figure}', round(sum(u.kg) * ${share} / 1000) * 1000, ${row} from (${usual}) u, unnest(array['A', 'B', 'C', 'D']) t(team), ${months} group by t.team, m`,
      given,
    )
  for (const [figure, value] of rates)
    await ctx.query(
      `${into} select $1, l.id, null, '${figure}', ${value}, ${row} from line l, ${months} where l.site_id = $1 and l.kind = any($6) and $3::date is not null`,
      [...given, webLineKinds],
    )
  await ctx.query(
    `${into} select $1, l.id, null, 'kwhPerKg', case l.kind when 'meltblown' then 3.4 when 'composite' then 1.25 else 1.05 end, ${row} from line l, ${months} where l.site_id = $1 and l.kind = any($6) and $3::date is not null`,
    [...given, webLineKinds],
  )
  const [line] = await ctx.query<{ id: string }>(
    `select id from line where site_id = $1 and kind = any($2) order by sort_order, code limit 1`,
    [ctx.site, webLineKinds],
  )
  if (!line) return
  const month = addMonths(today, 0, 1)
  for (const [before, after, days] of [
    [null, 69, 40],
    [69, 72, 12],
  ] as const)
    await ctx.rows.insert(targetChange, {
      lineId: line.id,
      team: null,
      figure: 'oeePercent',
      period: 'month',
      day: month,
      shift: null,
      before,
      after,
      userId: by,
      at: toMoment(ctx.now.getTime() - days * DAY_MS),
    })
}
/** Adds two corrections: a scale with zero drift, and a stop that nobody entered. */
async function addCorrections(ctx: Context, era: Era, today: Day, by: string): Promise<void> {
  const shifts = await ctx.query<{ day: string; shift: string; line: string; kg: number }>(
    `select business_date::text as day, shift, line_id as line, sum(coalesce(net_kg, expected_kg, 0))::float8 as kg from jumbo_roll
     where site_id = $1 and business_date between $2 and $3 and line_id is not null group by 1, 2, 3 having sum(coalesce(net_kg, expected_kg, 0)) > 1000 order by 1, 2, 3 limit 1`,
    [ctx.site, addDays(today, -3), addDays(today, -1)],
  )
  const [found] = shifts
  if (!found) return
  const at = toMoment(ctx.now.getTime() - 20 * HOUR_MS)
  const base = {
    businessDate: found.day,
    shift: found.shift,
    lineId: found.line,
    workOrderId: null,
    cause: 'person',
    ofDay: null,
    userId: by,
    at,
  } as const
  await ctx.rows.insert(metricCorrection, {
    ...base,
    sum: 'woundKg',
    delta: -85,
    before: found.kg,
    reason: era.say(both('电子秤零点漂移，按复秤结果更正。', 'Zero drift of the scale, corrected by weighing again.')),
  })
  await ctx.rows.insert(metricCorrection, {
    ...base,
    sum: 'standingMinutes',
    delta: 24,
    before: 0,
    reason: era.say(
      both('换网停机未录入，按交接班记录补记。', 'Stop for a screen change not entered, added by the handover.'),
    ),
  })
}
const PLAN_DAYS = 30
const AHEAD = 14
/** Adds planned output of past days. The deviation from the actual output grows with the forecast horizon. */
async function addPlans(ctx: Context, today: Day): Promise<void> {
  await ctx.query(
    `with made as (select line_id, business_date as day, sum(coalesce(net_kg, expected_kg, 0)) as kg from jumbo_roll
       where site_id = $1 and business_date >= $2::date - 30 and line_id is not null group by 1, 2),
     usual as (select line_id, sum(kg) / greatest(1, count(distinct day)) as kg from made group by 1)
     insert into plan_snapshot (site_id, id, version, created_at, updated_at, made_on, line_id, day, kg)
     select $1, gen_random_uuid(), 1, d, d, d::date, u.line_id, d::date + h,
       round((coalesce(m.kg, case when d::date + h < $3::date then 0 else u.kg end) * (1.02 + (h * 0.02 + 0.35) * (get_byte(decode(md5(u.line_id::text || d || h), 'hex'), 0) / 128.0 - 1)))::numeric, 1)
     from generate_series($2::date, $3::date - 1, interval '1 day') d, generate_series(0, $4::int - 1) h, usual u
     left join lateral (select kg from made where made.line_id = u.line_id and made.day = d::date + h and d::date + h < $3::date) m on true`,
    [ctx.site, addDays(today, -PLAN_DAYS), today, AHEAD],
  )
}
async function addScreens(ctx: Context, era: Era, today: Day, by: string): Promise<void> {
  await ctx.rows.insert(boardSetting, {
    of: 'plant',
    items: (
      [
        'outputKg',
        'goodKg',
        'q1Percent',
        'oeePercent',
        'runHours',
        'winderDowngradePercent',
        'wastePercent',
        'kwhPerKg',
      ] as const
    ).map((item) => ({ item })),
    editDays: 7,
  })
  await ctx.rows.insert(lobbySetting, {
    of: 'plant',
    dataSeconds: 15,
    noticeSeconds: 30,
    theme: 'dark',
    scenes: screenScenes.map((scene) => ({ scene })),
  })
  const until = `${addDays(today, 20)}T12:00:00.000Z`
  for (const [text, textEn] of [
    [
      '本月安全生产，人人有责：进入热轧区必须佩戴耐热手套。',
      'Safety first: wear heat-resistant gloves at the calender.',
    ],
    ['周五 14:00 进行消防演练，请各班组提前安排。', 'Fire drill on Friday at 14:00; teams please plan for it.'],
  ] as const)
    await ctx.rows.insert(lobbyNotice, { text, textEn, until, active: true })
  const at = ctx.now.getTime() - 9 * DAY_MS
  const { id } = await ctx.rows.insert(lobbyLink, {
    name: era.say(both('一号车间旧屏', 'Old screen of hall 1')),
    place: era.say(both('一号车间北门', 'North gate of hall 1')),
    expiresAt: toMoment(at + DAY_MS),
    enteredAt: toMoment(at + HOUR_MS),
    enteredFrom: '192.168.10.41',
    revokedAt: toMoment(at + 5 * DAY_MS),
    revokedBy: by,
    secretHash: randomBytes(32).toString('hex'),
    sessionId: null,
  })
  await ctx.query('update lobby_link set created_at = $1 where id = $2', [toMoment(at), id])
}
