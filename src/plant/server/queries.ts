/**
 * Queries of other areas about lines and their stops. The selects are joined like tables, and the planner inlines them.
 */
import { toMillis } from '../rules/plant-time'
import type { Context } from '@/server/context'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { columns, limit, sql, type Sql } from '@/server/sql'
import { lineStop, stopReason } from '../contract/line-stop'

/** Select of lines for other areas; width in m, ideal speed in m/min. */
export const linesSql = sql`(select site_id, id, code, width, ideal_speed from line)`

/**
 * Locks a line until the transaction ends. Callers run one after the other; rows that only refer to the line may be
 * written.
 */
export const lockLineRow = (ctx: Context, lineId: string): Promise<unknown> =>
  ctx.query(sql`select 1 from line where site_id = ${ctx.site} and id = ${lineId} for no key update`)

export { listClosedMonths, listClosedMonthsBetween, lockMonths, isMonthClosed } from './queries/closed-months'

const MAX_STOPS = 2000
/** Lists stops of lines that end after a moment or still stand, by line; the newest 2000. Times in ms since 1970. */
export async function listStopsSince(
  ctx: Context,
  lineIds: readonly string[],
  from: string,
): Promise<Map<string, { startsAt: number; endsAt: number | null }[]>> {
  const rows = await ctx.query(
    sql`select ${columns(lineStop, ['lineId', 'startedAt', 'endedAt'])} from line_stop
     where site_id = ${ctx.site} and line_id = any(${lineIds}::uuid[]) and (ended_at is null or ended_at > ${from}) order by started_at desc ${limit(MAX_STOPS)}`,
  )
  const stopsByLine = new Map<string, { startsAt: number; endsAt: number | null }[]>()
  for (const { lineId, startedAt, endedAt } of rows)
    stopsByLine.set(lineId, [
      ...(stopsByLine.get(lineId) ?? []),
      { startsAt: toMillis(startedAt), endsAt: endedAt === null ? null : toMillis(endedAt) },
    ])
  return stopsByLine
}
/**
 * Builds a subselect of the stops of an order: `id`, `started_at`, `ended_at`, `reason` in the reader's language.
 */
export const buildStopsOfOrderSql = (ctx: Context, orderId: string): Sql =>
  sql`(select s.id, s.started_at, s.ended_at, ${buildLocalizedFieldSql(stopReason, 'name', ctx.language, 'r')} as reason from line_stop s
     left join stop_reason r on r.site_id = s.site_id and r.id = s.reason_id where s.site_id = ${ctx.site} and s.work_order_id = ${orderId})`
