import type { Moment } from '@/plant/rules/plant-time'
import { columns, computed, sql } from '@/server/sql'
import { repair } from '../contract/repair'

/** When the machine of a repair failed: the line's stop, else the report. */
export const failed = sql`case when line_stopped then coalesce(stopped_at, reported_at) else reported_at end`
/** The lists that make `RepairFacts`. */
export const facts = columns(repair, ['equipmentId', 'lineId', 'breakdown', 'acceptedAt', 'waits', 'repairEndAt'])
export const failure = computed<{ failedAt: Moment }>`${failed} as "failedAt"`
