/** Queries of feeding for the metrics of shifts. */
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, limit, options, sql } from '@/server/sql'
import { feed } from '../../contract/feed'
import { recycle } from '../../contract/recycle'
import { startUpWasteKinds } from '../../rules/recycle'

/**
 * Mass fed to a line for an order in a shift, packing excluded, and mass that left the line without becoming a roll;
 * kg.
 */
export interface ShiftFeed {
  readonly lineId: string
  readonly businessDate: Day
  readonly shift: string
  readonly team: string | null
  readonly workOrderId: string
  readonly fedKg: number
  readonly pelletsKg: number
  readonly recycledKg: number
  /** Start-up web and purgings, part of `recycledKg`. */
  readonly startUpWasteKg: number
}
/** Lists sums by shift, line, team and order over business dates, both included. One statement. */
export const listFedInShifts = (
  ctx: Context,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<ShiftFeed[]> =>
  ctx.query<ShiftFeed>(
    sql<ShiftFeed>`select ${columns(feed, ['lineId', 'businessDate', 'shift', 'team', 'workOrderId'])},
       sum(fed)::float8 as "fedKg", sum(pellets)::float8 as "pelletsKg", sum(recycled)::float8 as "recycledKg", sum(waste)::float8 as "startUpWasteKg"
     from (select line_id, business_date, shift, team, work_order_id, kg as fed, case when kind = 'mid' then kg else 0 end as pellets, 0 as recycled, 0 as waste
         from feed where site_id = ${ctx.site} and business_date >= ${from} and business_date <= ${to} and kind <> 'pack'
       union all select line_id, business_date, shift, team, work_order_id, 0, 0, kg,
           case when kind in (${options(recycle.fields.kind, ...startUpWasteKinds)}) then kg else 0 end
         from recycle where site_id = ${ctx.site} and business_date >= ${from} and business_date <= ${to}) f
     where shift is not null group by 1, 2, 3, 4, 5 ${limit(50_000)}`,
  )
