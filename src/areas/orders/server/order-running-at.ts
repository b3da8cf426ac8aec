import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { toSqlLiterals } from '@/server/crud/statements'
import { cancelledOrderStates } from '../rules/work-order'

/** Returns the id of the order that ran on a line at a moment; null if none did. */
export async function findOrderRunningAt(
  ctx: Context,
  { lineId, at }: { lineId: string; at: Moment },
): Promise<string | null> {
  const [order] = await ctx.query<{ id: string }>(
    `select id from work_order where site_id = $1 and line_id = $2 and started_at <= $3 and (finished_at is null or finished_at > $3) and state not in (${toSqlLiterals(cancelledOrderStates)}) order by started_at desc limit 1`,
    [ctx.site, lineId, at],
  )
  return order?.id ?? null
}
