/** Targets of lines and teams, settings of boards and lobby screens, two corrections, and daily plan snapshots. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { user } from '@/areas/access/contract/user'
import { boardSetting } from '@/areas/boards/contract/board-setting'
import { lobbyNotice, lobbySetting } from '@/areas/boards/contract/lobby-endpoints'
import { lobbyLink } from '@/areas/boards/contract/lobby-link'
import { targetChange } from '@/areas/boards/contract/target-endpoints'
import { boardItems } from '@/areas/boards/rules/board-items'
import { screenScenes } from '@/areas/boards/rules/large-screen'
import { metricCorrection } from '@/areas/figures/contract/metrics'
import { addShiftSums, type ShiftSums } from '@/areas/figures/rules/shift-sums'
import { addGoodWebChanges } from '@/areas/figures/rules/sum-limits'
import { scrappedJumboStates, takenBackJumboStates } from '@/areas/rolls/rules/jumbo-roll'
import { webLineKinds } from '@/plant/rules/line'
import { addDays, addMonths, DAY_MS, HOUR_MS, toMoment, type Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import boardData from './data/boards.json' with { type: 'json' }
import type { DemoEra } from './demo-era'
import { loadDemoEra } from './demo-record'
import { readRecords } from './read-data'
import { toBilingualText } from './bilingual-text'
import { getMonthStart } from '@/plant/rules/month'

/** Months that have targets, including the current and the next month. */
const TARGET_MONTHS = 13
/** Mean length of a month. */
const DAYS_PER_MONTH = 365 / 12
/** Target as a factor of a line's usual monthly output. */
const TARGET_FACTOR = 1.02

/** Adds targets, corrections, plan snapshots and screen settings; does nothing if the manager's account is missing. */
export async function addBoardData(ctx: Context): Promise<void> {
  const [manager] = await ctx.rows.find(user, { where: { userName: 'manager' }, limit: 1 })
  if (!manager) return
  const era = await loadDemoEra(ctx)
  const today = era.getShift(ctx.now.getTime()).businessDate
  await addTargets(ctx, today, manager.id)
  await addCorrections(ctx, era, today, manager.id)
  await addPlanSnapshots(ctx, today)
  await addScreenSettings(ctx, era, today, manager.id)
}
/** Derives line targets from the usual monthly output; each team gets a quarter of the output as its target. */
async function addTargets(ctx: Context, today: Day, managerId: string): Promise<void> {
  const [firstMonth, lastMonth] = [addMonths(today, 2 - TARGET_MONTHS, 1), addMonths(today, 1, 1)]
  // Average over the days that have rolls, because the history need not begin with a month.
  const rollSourceSql = `from jumbo_roll where site_id = $1 and business_date >= $2::date and business_date < $3::date and line_id is not null`
  const usualOutputSql = `select line_id, round((sum(coalesce(net_kg, expected_kg, 0)) / (select max(business_date) - min(business_date) + 1 ${rollSourceSql}) * ${DAYS_PER_MONTH} * ${TARGET_FACTOR} / 1000)::numeric) * 1000 as kg
    ${rollSourceSql} group by line_id`
  const monthsSql = `generate_series($2::date, $4::date, interval '1 month') m`
  const rowValuesSql = `gen_random_uuid(), 1, m::date, m::date, 'month', m::date, $5::uuid, m::date`
  const insertSql = `insert into figure_target (site_id, line_id, team, figure, value, id, version, created_at, updated_at, period, day, set_by, set_at)`
  const params = [ctx.site, firstMonth, today, lastMonth, managerId]
  await ctx.query(
    `${insertSql} select $1, u.line_id, null, 'outputKg', u.kg, ${rowValuesSql} from (${usualOutputSql}) u, ${monthsSql} where u.kg > 0`,
    params,
  )
  // A team works a quarter of the shifts. Good output is slightly less than the wound output.
  for (const [figure, share] of [
    ['outputKg', 0.25],
    ['goodKg', 0.23],
  ] as const)
    await ctx.query(
      `${insertSql} select $1, null, t.team, '${figure}', round(sum(u.kg) * ${share} / 1000) * 1000, ${rowValuesSql} from (${usualOutputSql}) u, unnest(array['A', 'B', 'C', 'D']) t(team), ${monthsSql} group by t.team, m`,
      params,
    )
  // PostgreSQL refuses a parameter that is not used, hence the conditions on `$3`.
  for (const [figure, value] of Object.entries(boardData.rateTargets))
    await ctx.query(
      `${insertSql} select $1, l.id, null, '${figure}', ${value}, ${rowValuesSql} from line l, ${monthsSql} where l.site_id = $1 and l.kind = any($6) and $3::date is not null`,
      [...params, webLineKinds],
    )
  await ctx.query(
    `${insertSql} select $1, l.id, null, 'kwhPerKg', case l.kind when 'meltblown' then 3.4 when 'composite' then 1.25 else 1.05 end, ${rowValuesSql} from line l, ${monthsSql} where l.site_id = $1 and l.kind = any($6) and $3::date is not null`,
    [...params, webLineKinds],
  )
  const [line] = await ctx.query<{ id: string }>(
    `select id from line where site_id = $1 and kind = any($2) order by sort_order, code limit 1`,
    [ctx.site, webLineKinds],
  )
  if (!line) return
  const currentMonthStart = getMonthStart(today)
  for (const [previousValue, newValue, daysAgo] of [
    [null, 69, 40],
    [69, 72, 12],
  ] as const)
    await ctx.rows.insert(targetChange, {
      lineId: line.id,
      team: null,
      figure: 'oeePercent',
      period: 'month',
      day: currentMonthStart,
      shift: null,
      before: previousValue,
      after: newValue,
      userId: managerId,
      at: toMoment(ctx.now.getTime() - daysAgo * DAY_MS),
    })
}
interface ShiftOfLine {
  readonly day: Day
  readonly shift: string
  readonly team: string | null
  readonly line: string
}
/**
 * Adds two corrections: the wound mass of a scale with zero drift, which also changes the good mass, and a stop that
 * nobody entered.
 */
async function addCorrections(ctx: Context, era: DemoEra, today: Day, managerId: string): Promise<void> {
  // Adds up the downgraded metres without merging overlaps, because generated rolls have none.
  const [firstShift] = await ctx.query<Pick<ShiftSums, 'woundKg' | 'woundGoodKg' | 'woundFirstKg'> & ShiftOfLine>(
    `select business_date::text as day, shift, max(team) as team, line_id as line, sum(kg)::float8 as "woundKg",
       sum(kg * (1 - bad))::float8 as "woundGoodKg", coalesce(sum(kg) filter (where bad = 0), 0)::float8 as "woundFirstKg"
     from (select business_date, shift, team, line_id, coalesce(net_kg, expected_kg, 0) as kg, case when state = any($4::text[]) then 1
         else coalesce((select sum((d->>'toM')::numeric - (d->>'fromM')::numeric) from jsonb_array_elements(downgrades) d) / nullif(length_m, 0), 0) end as bad
       from jumbo_roll where site_id = $1 and business_date between $2 and $3 and line_id is not null and doffed_at is not null and state <> all($5::text[])) roll
     group by 1, 2, 4 having sum(kg) > 1000 order by 1, 2, 4 limit 1`,
    [ctx.site, addDays(today, -3), addDays(today, -1), scrappedJumboStates, takenBackJumboStates],
  )
  if (!firstShift) return
  const sums = addShiftSums([firstShift])
  const correctedAt = toMoment(ctx.now.getTime() - 20 * HOUR_MS)
  const commonFields = {
    businessDate: firstShift.day,
    shift: firstShift.shift,
    team: firstShift.team,
    lineId: firstShift.line,
    workOrderId: null,
    cause: 'person',
    ofDay: null,
    userId: managerId,
    at: correctedAt,
  } as const
  for (const { sum, delta } of addGoodWebChanges(sums, { sum: 'woundKg', delta: -85 }))
    await ctx.rows.insert(metricCorrection, {
      ...commonFields,
      sum,
      delta,
      before: sums[sum],
      reason: era.localize(
        toBilingualText('电子秤零点漂移，按复秤结果更正。', 'Zero drift of the scale, corrected by weighing again.'),
      ),
    })
  await ctx.rows.insert(metricCorrection, {
    ...commonFields,
    sum: 'standingMinutes',
    delta: 24,
    before: 0,
    reason: era.localize(
      toBilingualText(
        '换网停机未录入，按交接班记录补记。',
        'Stop for a screen change not entered, added by the handover.',
      ),
    ),
  })
}
/** Past days on which the plan was recorded. */
const SNAPSHOT_DAYS = 30
/** Days that each recorded plan covers. */
const HORIZON_DAYS = 14
/** Adds the plans of past days. The deviation of the planned from the actual output grows with the forecast horizon. */
async function addPlanSnapshots(ctx: Context, today: Day): Promise<void> {
  await ctx.query(
    `with output as (select line_id, business_date as day, sum(coalesce(net_kg, expected_kg, 0)) as kg from jumbo_roll
       where site_id = $1 and business_date >= $2::date - 30 and line_id is not null group by 1, 2),
     usual_output as (select line_id, sum(kg) / greatest(1, count(distinct day)) as kg from output group by 1)
     insert into plan_snapshot (site_id, id, version, created_at, updated_at, made_on, line_id, day, kg)
     select $1, gen_random_uuid(), 1, d, d, d::date, u.line_id, d::date + h,
       round((coalesce(m.kg, case when d::date + h < $3::date then 0 else u.kg end) * (1.02 + (h * 0.02 + 0.35) * (get_byte(decode(md5(u.line_id::text || d || h), 'hex'), 0) / 128.0 - 1)))::numeric, 1)
     from generate_series($2::date, $3::date - 1, interval '1 day') d, generate_series(0, $4::int - 1) h, usual_output u
     left join lateral (select kg from output where output.line_id = u.line_id and output.day = d::date + h and d::date + h < $3::date) m on true`,
    [ctx.site, addDays(today, -SNAPSHOT_DAYS), today, HORIZON_DAYS],
  )
}
async function addScreenSettings(ctx: Context, era: DemoEra, today: Day, managerId: string): Promise<void> {
  await ctx.rows.insert(boardSetting, {
    of: 'plant',
    items: readRecords(boardData.boardItems, z.enum(boardItems)).map((item) => ({ item })),
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
  for (const lobbyText of boardData.lobbyNotices)
    await ctx.rows.insert(lobbyNotice, { ...lobbyText, until, active: true })
  const linkCreatedMs = ctx.now.getTime() - 9 * DAY_MS
  const { id } = await ctx.rows.insert(lobbyLink, {
    name: era.localize(toBilingualText('一号车间旧屏', 'Old screen of hall 1')),
    place: era.localize(toBilingualText('一号车间北门', 'North gate of hall 1')),
    expiresAt: toMoment(linkCreatedMs + DAY_MS),
    enteredAt: toMoment(linkCreatedMs + HOUR_MS),
    enteredFrom: '192.168.10.41',
    revokedAt: toMoment(linkCreatedMs + 5 * DAY_MS),
    revokedBy: managerId,
    secretHash: randomBytes(32).toString('hex'),
    sessionId: null,
  })
  await ctx.query('update lobby_link set created_at = $1 where id = $2', [toMoment(linkCreatedMs), id])
}
