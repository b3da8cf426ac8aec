/** Repairs for the metrics of shifts. */
import { columns, options, sql } from '@/server/sql'
import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { repair } from '../../contract/repair'
import { repairSourceColumns, FAILED_AT_SQL, failedAtColumn } from '../repair-source-columns'

/** Lists repairs that failed or ended in a period, without withdrawn ones. One statement. */
export const listRepairsInPeriod = (ctx: Context, { from, to }: { readonly from: Moment; readonly to: Moment }) =>
  ctx.query(
    sql`select ${repairSourceColumns}, ${columns(repair, ['id'])}, ${failedAtColumn} from repair where site_id = ${ctx.site} and state <> ${options(repair.fields.state, 'withdrawn')}
      and ((${FAILED_AT_SQL} >= ${from} and ${FAILED_AT_SQL} < ${to}) or (repair_end_at >= ${from} and repair_end_at < ${to}))`,
  )
export { calculateMttr, calculateWaitingHours, type RepairSource } from '../../rules/indicators'
