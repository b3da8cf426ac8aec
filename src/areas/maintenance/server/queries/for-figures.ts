/** Repairs for the metrics of shifts. */
import { columns, options, sql } from '@/server/sql'
import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { repair } from '../../contract/repair'
import { facts, failed, failure } from '../repair-facts'

/** Lists repairs that failed or ended in a period, without withdrawn ones. One statement. */
export const repairsIn = (ctx: Context, { from, to }: { readonly from: Moment; readonly to: Moment }) =>
  ctx.query(
    sql`select ${facts}, ${columns(repair, ['id'])}, ${failure} from repair where site_id = ${ctx.site} and state <> ${options(repair.fields.state, 'withdrawn')}
      and ((${failed} >= ${from} and ${failed} < ${to}) or (repair_end_at >= ${from} and repair_end_at < ${to}))`,
  )
export { mttr, waitedHours, type RepairFacts } from '../../rules/indicators'
