import type { Row } from '@/contract/resource'
import { addDays } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { loadMeterRuns, type MeterRun } from '@/areas/equipment/server/queries/meter-runs'
import type { MeterTotal } from '../rules/pm'
import { standingOf, usedByHand } from '../rules/pm-plan'
import { pmPlan } from '../contract/pm-plan'
import { getDayStart, getToday } from '@/plant/server/plant'

export type PlanRow = Row<typeof pmPlan>
type Figures = Pick<PlanRow, 'state' | 'nextDueOn' | 'dueBy' | 'dueReading' | 'currentReading' | 'currentReadAt'>
/** Calculates the derived fields of plans: state, next due day, current reading. Uses one query for all meters. */
export async function figuresOf(ctx: Context, plans: readonly PlanRow[]): Promise<Map<string, Figures>> {
  // A service counts from the last reading of its day.
  const metered = plans.flatMap(({ id, meterId, meterEvery, lastDoneOn }) =>
    meterId && meterEvery ? [{ id, meterId, since: endOfDay(ctx, lastDoneOn) }] : [],
  )
  const runs = new Map<string, MeterRun[]>()
  for (const row of await loadMeterRuns(ctx, metered)) runs.set(row.id, [...(runs.get(row.id) ?? []), row])
  return new Map(plans.map((plan) => [plan.id, figures(ctx, plan, runs.get(plan.id) ?? [])]))
}
const endOfDay = (ctx: Context, day: string): string => getDayStart(ctx, addDays(day, 1))

function figures(ctx: Context, plan: PlanRow, runs: readonly MeterRun[]): Figures {
  const [first] = runs
  const reading = plan.meterId
    ? { currentReading: first?.lastValue ?? null, currentReadAt: first?.lastAt ?? null }
    : { currentReading: plan.currentReading, currentReadAt: plan.currentReadAt }
  const used = plan.meterId ? usedOf(plan, runs) : usedByHand(plan, ctx.timeZone)
  return {
    ...reading,
    ...standingOf({ ...plan, ...reading }, used, getToday(ctx), ctx.now.toISOString(), ctx.timeZone),
  }
}
function usedOf(plan: PlanRow, runs: readonly MeterRun[]): MeterTotal[] {
  const [first] = runs
  if (!first) return []
  const totals: MeterTotal[] = [
    { at: first.anchorAt, total: Math.max(0, first.anchorValue - (plan.lastReading ?? first.anchorValue)) },
  ]
  for (const run of runs)
    if (run.readAt !== null) totals.push({ at: run.readAt, total: totals.at(-1)!.total + (run.used ?? 0) })
  return totals
}

/** Recalculates plans and stores those that changed. */
export async function refreshPlans(ctx: Context, plans: readonly PlanRow[]): Promise<void> {
  const all = await figuresOf(ctx, plans)
  for (const plan of plans) {
    const now = all.get(plan.id)
    const differs = now && (Object.keys(now) as (keyof Figures)[]).some((name) => now[name] !== plan[name])
    if (differs) await ctx.rows.update(pmPlan, plan.id, now)
  }
}
/** Recalculates the active plans of a meter after a new reading. */
export async function refreshMetered(ctx: Context, { meterId }: { meterId: string }): Promise<void> {
  const plans = await ctx.rows.find(pmPlan, { where: { meterId, paused: false }, orderBy: 'id', lock: true })
  if (plans.length) await refreshPlans(ctx, plans)
}
/** Recalculates all active plans; a job runs it because plans become due as days pass. */
export async function refreshAllPlans(ctx: Context): Promise<void> {
  let after: string | undefined
  do {
    const ids = await ctx.query<{ id: string }>(
      'select id from pm_plan where site_id = $1 and not paused and ($2::uuid is null or id > $2) order by id limit 500',
      [ctx.site, after ?? null],
    )
    if (ids.length) await refreshPlans(ctx, await ctx.rows.find(pmPlan, { where: { id: ids.map((r) => r.id) } }))
    after = ids.length === 500 ? ids.at(-1)?.id : undefined
  } while (after)
}
