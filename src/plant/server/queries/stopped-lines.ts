import type { Moment } from '../../rules/plant-time'
import type { Context } from '@/server/context'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { columns, computed, limit, options, sql } from '@/server/sql'
import { lineStop, stopReason } from '../../contract/line-stop'

export interface StoppedLine {
  readonly id: string
  readonly lineId: string
  readonly startsAt: Moment
  /** In the reader's language; null while the stop has no reason. */
  readonly reason: string | null
}
/** Lists the newest open stop of each line. */
export const listStoppedLines = (ctx: Context): Promise<readonly StoppedLine[]> =>
  ctx.query(
    sql`select distinct on (s.line_id) ${columns(lineStop, ['id', 'lineId', { startsAt: 'startedAt' }], 's')},
       ${computed<{ reason: string | null }>`${buildLocalizedFieldSql(stopReason, 'name', ctx.language, 'r')} as reason`}
     from line_stop s left join stop_reason r on r.site_id = s.site_id and r.id = s.reason_id
     where s.site_id = ${ctx.site} and s.state = ${options(lineStop.fields.state, 'standing')} order by s.line_id, s.started_at desc ${limit(500)}`,
  )
/** Lists when the newest ended stop of each line ended. Reads only one stop per line. */
export async function listLastRestarts(ctx: Context): Promise<readonly { lineId: string; endedAt: Moment }[]> {
  const rows = await ctx.query(
    sql`select ${columns(lineStop, ['lineId', 'endedAt'], 's')} from line l cross join lateral (
       select line_id, ended_at from line_stop where site_id = l.site_id and line_id = l.id and ended_at is not null order by started_at desc ${limit(1)}
     ) s where l.site_id = ${ctx.site} ${limit(500)}`,
  )
  // Not null: the query selects ended stops only.
  return rows.map(({ lineId, endedAt }) => ({ lineId, endedAt: endedAt! }))
}
/** Counts ended stops without a reason. */
export async function countStopsToExplain(ctx: Context): Promise<number> {
  const [row] = await ctx.query(
    sql<{
      n: number
    }>`select count(*)::int as n from line_stop where site_id = ${ctx.site} and state = ${options(lineStop.fields.state, 'toExplain')}`,
  )
  return row?.n ?? 0
}
