/** Open repairs and due preventive maintenance, for the pages of other areas. */
import type { Context } from '@/server/context'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { columns, computed, limit, options, sql } from '@/server/sql'
import { pmPlan } from '../../contract/pm-plan'
import { repair } from '../../contract/repair'
import { pmStates } from '../../rules/pm-due-dates'
import { openRepairStates, getRepairStateAt, type RepairState } from '../../rules/repair'
import type { Moment } from '@/plant/rules/plant-time'

/** SQL equivalent of `isLineStoppedByRepair` for rows of `repair`: the line has not run since the repair stopped it. */
export const LINE_STOPPED_SQL = sql`(line_stopped and state <> ${options(repair.fields.state, 'withdrawn')} and running_again_at is null and repair_end_at is null)`
/**
 * Counts open repairs, open repairs that stop a line (`isLineStoppedByRepair`), and overdue PM plans. One SQL
 * statement.
 */
export async function countOpenWork(
  ctx: Context,
): Promise<{ repairsOpen: number; repairsStopping: number; upkeepOverdue: number }> {
  const [row] = await ctx.query(
    sql<{
      repairsOpen: number
      repairsStopping: number
      upkeepOverdue: number
    }>`select count(*)::int as "repairsOpen", count(*) filter (where ${LINE_STOPPED_SQL})::int as "repairsStopping",
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
/** Lists open repairs: repairs that stop a line first, then most severe, then oldest. One SQL statement. */
export const listUrgentRepairs = (ctx: Context, maxRows: number) =>
  ctx.query(
    sql`select ${repairColumns} from repair r
     where r.site_id = ${ctx.site} and r.state in (${options(repair.fields.state, ...openRepairStates)})
     order by ${LINE_STOPPED_SQL} desc, array_position(array[${options(repair.fields.severity, 'critical', 'high', 'medium', 'low')}], r.severity), r.reported_at ${limit(maxRows)}`,
  )
const DUE_STATES = pmStates.filter((state) => state !== 'ok')
/** Lists PM plans that are due soon, due or overdue, most urgent first. One SQL statement. */
export const listDuePmPlans = (ctx: Context, maxRows: number) =>
  ctx.query(
    sql`select ${columns(pmPlan, [{ pmPlanId: 'id' }, 'equipmentId', 'state', 'dueBy', 'dueReading', 'currentReading', 'meterUnit', { dueOn: 'nextDueOn' }])}, ${computed<{ title: string }>`${buildLocalizedFieldSql(pmPlan, 'title', ctx.language)} as title`}
     from pm_plan where site_id = ${ctx.site} and not paused and state in (${options(pmPlan.fields.state, ...DUE_STATES)})
     order by array_position(array[${options(pmPlan.fields.state, ...DUE_STATES.toReversed())}], state), next_due_on nulls last, id ${limit(maxRows)}`,
  )

const MAX_REPAIRS = 100
/** Lists repairs of a line that were open at a moment, with their state at that time, newest first. */
export async function listRepairsOpenAt(ctx: Context, lineId: string, moment: Moment): Promise<OpenRepair[]> {
  const rows = await ctx.query(
    sql`select ${columns(repair, ['id', 'equipmentId', 'state', 'severity', 'reportedAt', 'acceptedAt', 'waits', 'rejectedAt', 'repairEndAt', 'productionAt', 'finalAt', 'updatedAt'])} from repair
     where site_id = ${ctx.site} and line_id = ${lineId} and reported_at <= ${moment} and (state in (${options(repair.fields.state, ...openRepairStates)}) or final_at > ${moment})
     order by reported_at desc ${limit(MAX_REPAIRS)}`,
  )
  return rows.flatMap((row) => {
    const state = getRepairStateAt(row, moment)
    const { id: repairId, equipmentId, severity, reportedAt: since } = row
    return state && openRepairStates.includes(state) ? [{ repairId, equipmentId, state, severity, since }] : []
  })
}
interface OpenRepair {
  readonly repairId: string
  readonly equipmentId: string
  readonly state: RepairState
  readonly severity: string
  readonly since: Moment
}
