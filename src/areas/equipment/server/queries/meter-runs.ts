import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, columnsOrNull, computed, sql } from '@/server/sql'
import { meterReading } from '../../contract/meter'

/** A meter and the start of the requested run; `id` is chosen by the caller and returned in the answer. */
export interface MeterRunQuery {
  readonly id: string
  readonly meterId: string
  readonly since: Moment
}
/**
 * Loads the use of meters since a moment, by day, in one query. `readAt` and `used` are null if there is no reading
 * since then. The anchor is the last reading before the moment, else the first one after it; the use is counted from
 * there. `used` already accounts for roll-overs and exchanges.
 */
export async function loadMeterRuns(ctx: Context, queries: readonly MeterRunQuery[]) {
  if (queries.length === 0) return []
  const [ids, meters, since] = [queries.map((a) => a.id), queries.map((a) => a.meterId), queries.map((a) => a.since)]
  const readings = sql`select read_at, value from meter_reading where site_id = ${ctx.site} and meter_id = p.meter_id`
  return ctx.query(
    sql`select ${computed<{ id: string }>`p.id`}, ${columns(meterReading, [{ anchorAt: 'readAt', anchorValue: 'value' }], 'a')},
       ${columnsOrNull(meterReading, ['readAt', 'used'], 'd')}, ${columns(meterReading, [{ lastValue: 'value', lastAt: 'readAt' }], 'l')}
     from unnest(${ids}::uuid[], ${meters}::uuid[], ${since}::timestamptz[]) as p(id, meter_id, since)
     join lateral (
       select x.read_at, x.value from (
         (${readings} and read_at < p.since order by read_at desc limit 1) union all (${readings} and read_at >= p.since order by read_at limit 1)
       ) x order by x.read_at limit 1) a on true
     join lateral (${readings} order by read_at desc limit 1) l on true
     left join lateral (
       select max(read_at) as read_at, sum(coalesce(used, 0)) as used from meter_reading
       where site_id = ${ctx.site} and meter_id = p.meter_id and read_at > a.read_at group by date_trunc('day', read_at)) d on true
     order by p.id, d.read_at`,
  )
}
export type MeterRun = Awaited<ReturnType<typeof loadMeterRuns>>[number]
