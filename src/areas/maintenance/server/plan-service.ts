/** The state of a maintenance plan and how a service changes it. */
import type { Row } from '@/contract/resource'
import type { pmRecord } from '@/areas/equipment/contract/work-records'
import { toMillis } from '@/plant/rules/plant-time'
import { toPlantDay } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { advanceCalendar } from '../rules/pm-plan'
import type { PmPlanRow } from './pm-states'

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
