import type { Moment } from '@/plant/rules/plant-time'
import { columns, computed, sql } from '@/server/sql'
import { repair } from '../contract/repair'

/** SQL for the time of the failure: begin of the line stop, else the report. */
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
