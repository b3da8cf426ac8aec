/** Stops by business date, for shift records and month closing. */
import type { Day } from '../../rules/plant-time'
import type { Context } from '@/server/context'
import { columns, columnsOrNull, computed, limit, options, sql } from '@/server/sql'
import { lineStop, stopReason } from '../../contract/line-stop'
import { openStopStates } from '../../rules/line-stop'

export interface StopsByDateFilter {
  /** Business dates on which the stops began, both included. */
  readonly from: Day
  readonly to: Day
  readonly lineId?: string | null
  readonly team?: string | null
  readonly shift?: string | null
  readonly maxRows: number
}
/** Lists stops that began on business dates, oldest first. `class` is the class of the reason. */
export const listStopsBegunOn = (ctx: Context, filter: StopsByDateFilter) =>
  ctx.query(
    sql`select ${columns(lineStop, ['id', 'lineId', 'startedAt', 'endedAt', 'minutes', 'reasonId', 'note', 'state', 'source', 'equipmentId', 'workOrderId', 'businessDate', 'shift', 'team'], 's')},
       ${columnsOrNull(stopReason, ['class'], 'r')}
     from line_stop s left join stop_reason r on r.site_id = s.site_id and r.id = s.reason_id
     where s.site_id = ${ctx.site} and s.business_date >= ${filter.from} and s.business_date <= ${filter.to}
       and (${filter.lineId ?? null}::uuid is null or s.line_id = ${filter.lineId ?? null})
       and (${filter.team ?? null}::text is null or s.team = ${filter.team ?? null})
       and (${filter.shift ?? null}::text is null or s.shift = ${filter.shift ?? null})
     order by s.started_at, s.id ${limit(filter.maxRows)}`,
  )
/** Counts unexplained stops that began on business dates, both included. */
export async function countUnexplainedStops(ctx: Context, { from, to }: { from: Day; to: Day }): Promise<number> {
  const [row] = await ctx.query(
    sql`select ${computed<{ n: number }>`count(*)::int as n`} from line_stop
      where site_id = ${ctx.site} and business_date >= ${from} and business_date <= ${to} and reason_id is null
        and state in (${options(lineStop.fields.state, ...openStopStates)})`,
  )
  return row?.n ?? 0
}
