/** How a service changes a maintenance plan, and how a corrected or removed record of a service does. */
import { pmRecord } from '@/areas/equipment/contract/work-records'
import type { PlanRecordChange } from '@/areas/equipment/server/events'
import type { Row } from '@/contract/resource'
import { toMillis } from '@/plant/rules/plant-time'
import { toPlantDay } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { pmPlan } from '../contract/pm-plan'
import { advanceCalendar } from '../rules/pm-plan'
import { calculatePlanStatuses, type PmPlanRow } from './pm-states'

/** The fields of a plan that a service sets. A record keeps them as they were before it. */
export type PlanState = Row<typeof pmRecord>['planBefore'][number]
export const toPlanState = ({
  lastDoneOn,
  lastDoneAt,
  servedOn,
  lastReading,
  currentReading,
  currentReadAt,
}: PlanState): PlanState => ({ lastDoneOn, lastDoneAt, servedOn, lastReading, currentReading, currentReadAt })

/** True if no later service of the plan is known. */
export const isNewest = (ctx: Context, plan: PlanState, occurredAt: string): boolean =>
  toPlantDay(ctx, occurredAt) >= plan.lastDoneOn &&
  (plan.lastDoneAt === null || toMillis(occurredAt) >= toMillis(plan.lastDoneAt))

/** Returns the plan after its newest service. */
export function applyService(
  ctx: Context,
  plan: PmPlanRow,
  { occurredAt, reading }: { readonly occurredAt: string; readonly reading: number | null },
): PmPlanRow {
  return {
    ...plan,
    ...advanceCalendar(plan, toPlantDay(ctx, occurredAt)),
    lastDoneAt: occurredAt,
    lastReading: reading ?? plan.lastReading,
    ...(!plan.meterId && reading !== null ? { currentReading: reading, currentReadAt: occurredAt } : {}),
  }
}

type PmRecordRow = Row<typeof pmRecord>
const isSameMoment = (a: string, b: string): boolean => toMillis(a) === toMillis(b)
/** Number of the latest records of a plan that a correction considers. */
const MAX_RECORDS = 100

/**
 * Corrects the plan of a record that was changed or removed. Without its last service, a plan is again as it was before
 * it, and a changed record counts as a service at its new time. A last-done day that a person entered later stays.
 */
export async function updatePlanOfRecord(ctx: Context, { before, after }: PlanRecordChange): Promise<void> {
  if (after && isSameMoment(after.occurredAt, before.occurredAt) && after.reading === before.reading) return
  const [plan] = await ctx.rows.find(pmPlan, { where: { id: before.planId! }, limit: 1, lock: true })
  if (!plan) return
  const otherRecords = (
    await ctx.rows.find(pmRecord, { where: { planId: plan.id }, orderBy: '-occurredAt', limit: MAX_RECORDS })
  ).filter(({ id }) => id !== before.id)
  if (!after || !isSameMoment(after.occurredAt, before.occurredAt)) await relinkRecord(ctx, before, otherRecords)
  const wasNewest = plan.lastDoneAt !== null && isSameMoment(plan.lastDoneAt, before.occurredAt)
  const planWithout = wasNewest ? { ...plan, ...findStateWithout(ctx, plan, before, otherRecords) } : plan
  const isService = after !== null && isNewest(ctx, planWithout, after.occurredAt)
  if (after) await ctx.rows.update(pmRecord, after.id, { planBefore: isService ? [toPlanState(planWithout)] : [] })
  if (!wasNewest && !isService) return
  const correctedPlan = isService ? applyService(ctx, planWithout, after) : planWithout
  const status = (await calculatePlanStatuses(ctx, [correctedPlan])).get(plan.id)
  await ctx.rows.update(pmPlan, plan.id, { ...toPlanState(correctedPlan), ...status })
}

/**
 * Returns the state of a plan without its last service: the state before it, or the newest other record if that is
 * later. A record that does not know the state, and is the only one, leaves the plan as it is.
 */
function findStateWithout(
  ctx: Context,
  plan: PmPlanRow,
  { planBefore: [stateBefore] }: PmRecordRow,
  [newestRecord]: readonly PmRecordRow[],
): PlanState {
  if (!newestRecord) return stateBefore ?? plan
  const isKnown = stateBefore?.lastDoneAt && toMillis(stateBefore.lastDoneAt) >= toMillis(newestRecord.occurredAt)
  if (stateBefore && (isKnown || !isNewest(ctx, stateBefore, newestRecord.occurredAt))) return stateBefore
  return {
    ...toPlanState(stateBefore ?? plan),
    lastDoneOn: toPlantDay(ctx, newestRecord.occurredAt),
    lastDoneAt: newestRecord.occurredAt,
    servedOn: null,
    lastReading: newestRecord.reading ?? plan.lastReading,
  }
}
/** Passes the state before a removed record on to the record that followed it. */
async function relinkRecord(ctx: Context, removed: PmRecordRow, others: readonly PmRecordRow[]): Promise<void> {
  const next = others.find(
    ({ planBefore: [state] }) => state?.lastDoneAt && isSameMoment(state.lastDoneAt, removed.occurredAt),
  )
  if (next) await ctx.rows.update(pmRecord, next.id, { planBefore: removed.planBefore })
}
