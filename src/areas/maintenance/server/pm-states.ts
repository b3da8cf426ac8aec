import type { Row } from '@/contract/resource'
import { addDays } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, limit, sql } from '@/server/sql'
import { loadMeterUseByDay, type MeterUseDay } from '@/areas/equipment/server/queries/meter-use-by-day'
import type { MeterTotal } from '../rules/pm-due-dates'
import { calculatePmStatus, deriveManualTotals } from '../rules/pm-plan'
import { pmPlan } from '../contract/pm-plan'
import { getDayStart, getToday } from '@/plant/server/plant'

export type PmPlanRow = Row<typeof pmPlan>
type DerivedPlanFields = Pick<
  PmPlanRow,
  'state' | 'nextDueOn' | 'dueBy' | 'dueReading' | 'currentReading' | 'currentReadAt'
>
/**
 * Calculates the derived fields of plans (state, next due day, current reading) by plan id. One query loads the use of
 * all meters.
 */
export async function calculatePlanStatuses(
  ctx: Context,
  plans: readonly PmPlanRow[],
): Promise<Map<string, DerivedPlanFields>> {
  // The use since a service counts from the last reading on the service day.
  const meteredPlans = plans.flatMap(({ id, meterId, meterEvery, lastDoneOn }) =>
    meterId && meterEvery ? [{ queryId: id, meterId, since: getDayEnd(ctx, lastDoneOn) }] : [],
  )
  const useDaysByPlan = new Map<string, MeterUseDay[]>()
  for (const row of await loadMeterUseByDay(ctx, meteredPlans))
    useDaysByPlan.set(row.id, [...(useDaysByPlan.get(row.id) ?? []), row])
  return new Map(plans.map((plan) => [plan.id, calculatePlanStatus(ctx, plan, useDaysByPlan.get(plan.id) ?? [])]))
}
const getDayEnd = (ctx: Context, day: string): string => getDayStart(ctx, addDays(day, 1))

function calculatePlanStatus(ctx: Context, plan: PmPlanRow, useDays: readonly MeterUseDay[]): DerivedPlanFields {
  // Every row of a plan carries the latest reading of its meter.
  const [firstUseDay] = useDays
  const reading = plan.meterId
    ? { currentReading: firstUseDay?.lastValue ?? null, currentReadAt: firstUseDay?.lastAt ?? null }
    : { currentReading: plan.currentReading, currentReadAt: plan.currentReadAt }
  const meterTotals = plan.meterId ? toMeterTotals(plan, useDays) : deriveManualTotals(plan, ctx.timeZone)
  return {
    ...reading,
    ...calculatePmStatus({ ...plan, ...reading }, meterTotals, getToday(ctx), ctx.now.toISOString(), ctx.timeZone),
  }
}
/**
 * Converts the use by day to running totals since the last service. The first total belongs to the anchor, which is the
 * last reading before the first day of use.
 */
function toMeterTotals(plan: PmPlanRow, useDays: readonly MeterUseDay[]): MeterTotal[] {
  const [firstUseDay] = useDays
  if (!firstUseDay) return []
  const totals: MeterTotal[] = [
    {
      readAt: firstUseDay.anchorAt,
      total: Math.max(0, firstUseDay.anchorValue - (plan.lastReading ?? firstUseDay.anchorValue)),
    },
  ]
  for (const useDay of useDays)
    if (useDay.readAt !== null) totals.push({ readAt: useDay.readAt, total: totals.at(-1)!.total + (useDay.used ?? 0) })
  return totals
}

/** Recalculates plans and stores the plans that changed. */
export async function refreshPmPlans(ctx: Context, plans: readonly PmPlanRow[]): Promise<void> {
  const statuses = await calculatePlanStatuses(ctx, plans)
  for (const plan of plans) {
    const status = statuses.get(plan.id)
    const hasChanged =
      status && (Object.keys(status) as (keyof DerivedPlanFields)[]).some((name) => status[name] !== plan[name])
    if (hasChanged) await ctx.rows.update(pmPlan, plan.id, status)
  }
}
/** Recalculates the active plans of a meter after a new reading. */
export async function refreshMeteredPlans(ctx: Context, { meterId }: { meterId: string }): Promise<void> {
  const plans = await ctx.rows.find(pmPlan, { where: { meterId, paused: false }, orderBy: 'id', lock: true })
  if (plans.length) await refreshPmPlans(ctx, plans)
}
const BATCH_SIZE = 500
/** Recalculates all active plans. A job calls this function, because plans become due as days pass. */
export async function refreshAllPmPlans(ctx: Context): Promise<void> {
  let lastId: string | undefined
  do {
    const afterId: string | null = lastId ?? null
    const ids = await ctx.query(
      sql`select ${columns(pmPlan, ['id'])} from pm_plan where site_id = ${ctx.site} and not paused and (${afterId}::uuid is null or id > ${afterId}) order by id ${limit(BATCH_SIZE)}`,
    )
    if (ids.length)
      await refreshPmPlans(ctx, await ctx.rows.find(pmPlan, { where: { id: ids.map((idRow) => idRow.id) } }))
    lastId = ids.length === BATCH_SIZE ? ids.at(-1)?.id : undefined
  } while (lastId)
}
