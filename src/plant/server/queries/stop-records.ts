/** Stops by business date, for shift records and month closing. */
import type { Day } from '../../rules/plant-time'
import type { Context } from '@/server/context'
import { columns, columnsOrNull, computed, limit, options, sql } from '@/server/sql'
import { lineStop, stopReason } from '../../contract/line-stop'
import { openStops } from '../../rules/line-stop'

export interface StopsAsked {
  /** Business dates on which they began, both included. */
  readonly from: Day
  readonly to: Day
  readonly lineId?: string | null
  readonly team?: string | null
  readonly shift?: string | null
  readonly most: number
}
/** Lists stops that began on business dates, oldest first; `class` of the reason. One statement. */
export const stopsBegunOn = (ctx: Context, asked: StopsAsked) =>
  ctx.query(
    sql`select ${columns(lineStop, ['id', 'lineId', 'startedAt', 'endedAt', 'minutes', 'reasonId', 'note', 'state', 'source', 'equipmentId', 'workOrderId', 'businessDate', 'shift', 'team'], 's')},
       ${columnsOrNull(stopReason, ['class'], 'r')}
     from line_stop s left join stop_reason r on r.site_id = s.site_id and r.id = s.reason_id
     where s.site_id = ${ctx.site} and s.business_date >= ${asked.from} and s.business_date <= ${asked.to}
       and (${asked.lineId ?? null}::uuid is null or s.line_id = ${asked.lineId ?? null})
       and (${asked.team ?? null}::text is null or s.team = ${asked.team ?? null})
       and (${asked.shift ?? null}::text is null or s.shift = ${asked.shift ?? null})
     order by s.started_at, s.id ${limit(asked.most)}`,
  )
/** Counts unexplained stops that began on business dates, both included. One statement. */
export async function stopsUnexplained(ctx: Context, { from, to }: { from: Day; to: Day }): Promise<number> {
  const [row] = await ctx.query(
    sql`select ${computed<{ n: number }>`count(*)::int as n`} from line_stop
      where site_id = ${ctx.site} and business_date >= ${from} and business_date <= ${to} and reason_id is null
        and state in (${options(lineStop.fields.state, ...openStops)})`,
  )
  return row?.n ?? 0
}
