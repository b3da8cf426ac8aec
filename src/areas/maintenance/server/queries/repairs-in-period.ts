/** Queries of repairs that shift metrics and repair statistics share. */
import { columns, options, sql, computed } from '@/server/sql'
import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { repair } from '../../contract/repair'

/** Lists repairs whose failure or end lies in a period, without withdrawn reports. One SQL statement. */
export const listRepairsInPeriod = (ctx: Context, { from, to }: { readonly from: Moment; readonly to: Moment }) =>
  ctx.query(
    sql`select ${repairSourceColumns}, ${columns(repair, ['id'])}, ${failedAtColumn} from repair where site_id = ${ctx.site} and state <> ${options(repair.fields.state, 'withdrawn')}
      and ((${FAILED_AT_SQL} >= ${from} and ${FAILED_AT_SQL} < ${to}) or (repair_end_at >= ${from} and repair_end_at < ${to}))`,
  )
export { calculateMttr, calculateWaitingHours, type RepairSource } from '../../rules/indicators'

/** SQL for the time of the failure: start of the line stop, else time of the report. */
export const FAILED_AT_SQL = sql`case when line_stopped then coalesce(stopped_at, reported_at) else reported_at end`
/** Columns that make up a `RepairSource`, together with `failedAtColumn`. */
export const repairSourceColumns = columns(repair, [
  'equipmentId',
  'lineId',
  'breakdown',
  'acceptedAt',
  'waits',
  'repairEndAt',
])
/** Time of the failure as column `failedAt`. */
export const failedAtColumn = computed<{ failedAt: Moment }>`${FAILED_AT_SQL} as "failedAt"`
