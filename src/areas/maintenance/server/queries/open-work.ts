/** Open repairs and due preventive maintenance for the overview. */
import type { Context } from '@/server/context'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { columns, computed, limit, options, sql } from '@/server/sql'
import { pmPlan } from '../../contract/pm-plan'
import { repair } from '../../contract/repair'
import { pmStates } from '../../rules/pm'
import { openRepairStates } from '../../rules/repair'

/** Counts open repairs, those that stop a line (`isLineStoppedByRepair`), and overdue PM plans. One statement. */
export async function countOpenWork(
  ctx: Context,
): Promise<{ repairsOpen: number; repairsStopping: number; upkeepOverdue: number }> {
  const [row] = await ctx.query(
    sql<{
      repairsOpen: number
      repairsStopping: number
      upkeepOverdue: number
    }>`select count(*)::int as "repairsOpen", count(*) filter (where line_stopped and running_again_at is null and repair_end_at is null)::int as "repairsStopping",
       (select count(*)::int from pm_plan where site_id = ${ctx.site} and not paused and state = ${options(pmPlan.fields.state, 'overdue')}) as "upkeepOverdue"
     from repair where site_id = ${ctx.site} and state in (${options(repair.fields.state, ...openRepairStates)})`,
  )
  return row!
}
const repairColumns = columns(
  repair,
  [
    { repairId: 'id' },
    'number',
    'equipmentId',
    'lineId',
    'state',
    'severity',
    'lineStopped',
    { since: 'reportedAt' },
    'stoppedAt',
    'runningAgainAt',
    'repairEndAt',
    'expectedOn',
  ],
  'r',
)
/** Lists open repairs: those that stop a line first, then most severe, then oldest. One statement. */
export const listUrgentRepairs = (ctx: Context, maxRows: number) =>
  ctx.query(
    sql`select ${repairColumns} from repair r
     where r.site_id = ${ctx.site} and r.state in (${options(repair.fields.state, ...openRepairStates)})
     order by r.line_stopped desc, array_position(array[${options(repair.fields.severity, 'critical', 'high', 'medium', 'low')}], r.severity), r.reported_at ${limit(maxRows)}`,
  )
const DUE_STATES = pmStates.filter((state) => state !== 'ok')
/** Lists PM plans that are due soon, due or overdue, most urgent first. One statement. */
export const listDuePmPlans = (ctx: Context, maxRows: number) =>
  ctx.query(
    sql`select ${columns(pmPlan, [{ pmPlanId: 'id' }, 'equipmentId', 'state', 'dueBy', 'dueReading', 'currentReading', 'meterUnit', { dueOn: 'nextDueOn' }])}, ${computed<{ title: string }>`${buildLocalizedFieldSql(pmPlan, 'title', ctx.language)} as title`}
     from pm_plan where site_id = ${ctx.site} and not paused and state in (${options(pmPlan.fields.state, ...DUE_STATES)})
     order by array_position(array[${options(pmPlan.fields.state, ...DUE_STATES.toReversed())}], state), next_due_on nulls last, id ${limit(maxRows)}`,
  )
