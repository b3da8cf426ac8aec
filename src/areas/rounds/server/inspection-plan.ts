import { inspectionRound } from '../contract/inspection-round'
import { options, sql } from '@/server/sql'
import { refuse } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import { getFieldInLanguage } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { getEmptyValue, type Fields } from '@/contract/field'
import { DAY_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { generateDueRounds, findPlanProblems, type DueRound } from '../rules/inspection-plan'
import type { PlantCalendar } from '@/plant/rules/shift'
import { toInspectionPlan, findRouteProblems } from '../rules/inspection-plan-fields'
import { inspectionPlan } from '../contract/inspection-plan'
import { loadPlantCalendar, assertRowsExist } from '@/plant/server/plant'
import { handle } from '@/server/area'

type Plan = Row<typeof inspectionPlan>
export const MAX_PLANS = 2000
/** Rounds are generated this far ahead, because phones store them for a whole shift. */
const LOOKAHEAD_MS = DAY_MS
/** After an outage, rounds are generated at most this far back; they count as missed. */
const MAX_CATCH_UP_MS = 2 * DAY_MS

/** Creates a plan and generates its first rounds. */
export const addInspectionPlan = handle(inspectionPlan.endpoints.create, async (ctx, input) => {
  await assertPlanValid(ctx, { ...EMPTY_VALUES, ...input } as Plan)
  const plan = await ctx.rows.insert(inspectionPlan, input as Partial<Plan>)
  await generatePlanRounds(ctx, plan, await loadPlantCalendar(ctx))
  return plan
})
/** Updates a plan. Rounds that are open or assigned stay unchanged; other upcoming rounds are regenerated. */
export const updateInspectionPlan = handle(inspectionPlan.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const previousPlan = await ctx.rows.lock(inspectionPlan, id)
  await assertPlanValid(ctx, { ...previousPlan, ...patch })
  const plan = await ctx.rows.update(inspectionPlan, id, patch, { version })
  if (plan.version === previousPlan.version) return plan
  await removeUpcomingRounds(ctx, id)
  await generatePlanRounds(ctx, plan, await loadPlantCalendar(ctx))
  return plan
})
/**
 * Removes a plan and its upcoming rounds.
 * @throws 6000 if other rounds of the plan remain, i.e. open, assigned or past ones
 */
export const removeInspectionPlan = handle(inspectionPlan.endpoints.remove, async (ctx, input) => {
  const plan = await ctx.rows.lock(inspectionPlan, input.id, { blockReferences: true })
  await removeUpcomingRounds(ctx, plan.id)
  const [roundCount] = await ctx.query(
    sql<{
      n: number
    }>`select count(*)::int as n from inspection_round where site_id = ${ctx.site} and plan_id = ${plan.id}`,
  )
  if (roundCount?.n)
    throw refuse('rounds:refusals.dependents', {
      name: String(getFieldInLanguage(inspectionPlan, plan, 'name', ctx.language)),
      count: roundCount.n,
    })
  await ctx.rows.remove(inspectionPlan, plan.id, { version: input.version ?? null })
  return null
})

/** Values of the fields that a new plan does not set. */
const EMPTY_VALUES = Object.fromEntries(
  Object.entries(inspectionPlan.fields as Fields).map(([name, field]) => [name, getEmptyValue(field)]),
)
/** @throws 6000 if the schedule or the route has a problem or names an unknown machine */
async function assertPlanValid(ctx: Context, plan: Plan): Promise<void> {
  const [planProblem] = findPlanProblems(toInspectionPlan(plan.id ?? '', plan))
  if (planProblem) throw refuse(`rounds:refusals.plan.${planProblem}`)
  const [routeProblem] = findRouteProblems(plan.points, plan.items)
  if (routeProblem)
    throw refuse(`rounds:refusals.plan.${routeProblem.code}`, {
      key: routeProblem.subject,
      item: routeProblem.subject,
    })
  await assertRowsExist(
    ctx,
    'equipment',
    plan.points.map((point) => point.equipmentId),
    'points',
  )
}

/** Regenerates the upcoming rounds of all plans after a change of the shift calendar. */
export async function rebuildUpcomingRounds(ctx: Context): Promise<void> {
  const calendar = await loadPlantCalendar(ctx)
  for (const plan of await ctx.rows.find(inspectionPlan, { where: { paused: false }, limit: MAX_PLANS })) {
    await removeUpcomingRounds(ctx, plan.id)
    await generatePlanRounds(ctx, plan, calendar)
  }
}

/** Removes rounds of a plan that are neither open nor assigned. Rows of `gone_row` tell phones to drop these rounds. */
async function removeUpcomingRounds(ctx: Context, planId: string): Promise<void> {
  const removedRounds = await ctx.query(
    sql`with r as (delete from inspection_round where site_id = ${ctx.site} and plan_id = ${planId} and state = ${options(inspectionRound.fields.state, 'due')} and opens_at > ${ctx.now} and assigned_to is null returning id)
     insert into gone_row (site_id, resource, row_id, gone_at) select ${ctx.site}, 'inspectionRound', id, ${ctx.now} from r on conflict do nothing returning row_id`,
  )
  if (removedRounds.length) ctx.touch('inspectionRound')
}

/**
 * Generates the rounds due after `since` (default: now) until one day ahead. Existing rounds stay.
 * @returns number of new rounds
 */
export async function generatePlanRounds(
  ctx: Context,
  plan: Plan,
  calendar: PlantCalendar,
  since: string | null = null,
): Promise<number> {
  const nowMs = ctx.now.getTime()
  const fromMs = since ? Math.max(toMillis(since) + 1, nowMs - MAX_CATCH_UP_MS) : nowMs
  const rounds = generateDueRounds(
    toInspectionPlan(plan.id, plan),
    toMoment(fromMs),
    toMoment(nowMs + LOOKAHEAD_MS),
    calendar,
  )
  if (rounds.length === 0) return 0
  const roundRows = rounds.map((round) => toRoundColumns(round, nowMs))
  const insertedRounds = await ctx.query(
    sql`insert into inspection_round (site_id, id, created_at, updated_at, round_key, plan_id, plan_name, plan_name_en, line_id, due_at, opens_at, closes_at, business_date, shift, team, state, role_ids, user_ids, points_total, points, items)
  select ${ctx.site}, r.id, ${ctx.now}, ${ctx.now}, r.round_key, ${plan.id}, ${plan.name}, ${plan.nameEn}, ${plan.lineId}, r.due_at, r.opens_at, r.closes_at, r.business_date, r.shift, r.team, ${options(inspectionRound.fields.state, 'due')},
    ${JSON.stringify(plan.roleIds)}::jsonb, ${JSON.stringify(plan.userIds)}::jsonb, ${plan.points.length}, ${JSON.stringify(plan.points)}::jsonb, ${JSON.stringify(plan.items)}::jsonb
  from jsonb_to_recordset(${JSON.stringify(roundRows)}::jsonb) as r(id uuid, round_key text, due_at timestamptz, opens_at timestamptz, closes_at timestamptz, business_date date, shift text, team text)
  on conflict (site_id, round_key) do nothing returning id`,
  )
  if (insertedRounds.length) ctx.touch('inspectionRound')
  return insertedRounds.length
}
const toRoundColumns = (round: DueRound, nowMs: number) => ({
  id: createUuid7(nowMs),
  round_key: round.key,
  due_at: round.dueAt,
  opens_at: round.opensAt,
  closes_at: round.closesAt,
  business_date: round.businessDate,
  shift: round.shift,
  team: round.team,
})
