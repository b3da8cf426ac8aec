/** Stops by business date, for month closing. */
import type { Day } from '../../rules/plant-time'
import type { Context } from '@/server/context'
import { computed, options, sql } from '@/server/sql'
import { lineStop } from '../../contract/line-stop'
import { openStopStates } from '../../rules/line-stop'

/** Counts unexplained stops that began on business dates, both included. */
export async function countUnexplainedStops(ctx: Context, { from, to }: { from: Day; to: Day }): Promise<number> {
  const [row] = await ctx.query(
    sql`select ${computed<{ n: number }>`count(*)::int as n`} from line_stop
      where site_id = ${ctx.site} and business_date >= ${from} and business_date <= ${to} and reason_id is null
        and state in (${options(lineStop.fields.state, ...openStopStates)})`,
  )
  return row?.n ?? 0
}
