import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, columnsOrNull, computed, sql } from '@/server/sql'
import { meterReading } from '../../contract/meter'

/** A meter and the moment from which its use is requested. The caller's `queryId` is returned as `id`. */
export interface MeterUseQuery {
  readonly queryId: string
  readonly meterId: string
  readonly since: Moment
}
/**
 * Loads the use of meters by day, in one query. Use counts from the anchor: the last reading before `since`, else the
 * first reading after `since`. A meter without a reading after the anchor has one row, with `readAt` and `used` null.
 * `used` already accounts for roll-overs and exchanges.
 */
export async function loadMeterUseByDay(ctx: Context, queries: readonly MeterUseQuery[]) {
  if (queries.length === 0) return []
  const queryIds = queries.map((query) => query.queryId)
  const meterIds = queries.map((query) => query.meterId)
  const startMoments = queries.map((query) => query.since)
  const readingsSql = sql`select read_at, value from meter_reading where site_id = ${ctx.site} and meter_id = request.meter_id`
  return ctx.query(
    sql`select ${computed<{ id: string }>`request.id`}, ${columns(meterReading, [{ anchorAt: 'readAt', anchorValue: 'value' }], 'anchor')},
       ${columnsOrNull(meterReading, ['readAt', 'used'], 'day_use')}, ${columns(meterReading, [{ lastValue: 'value', lastAt: 'readAt' }], 'latest')}
     from unnest(${queryIds}::uuid[], ${meterIds}::uuid[], ${startMoments}::timestamptz[]) as request(id, meter_id, since)
     join lateral (
       select nearest.read_at, nearest.value from (
         (${readingsSql} and read_at < request.since order by read_at desc limit 1) union all (${readingsSql} and read_at >= request.since order by read_at limit 1)
       ) nearest order by nearest.read_at limit 1) anchor on true
     join lateral (${readingsSql} order by read_at desc limit 1) latest on true
     left join lateral (
       select max(read_at) as read_at, sum(coalesce(used, 0)) as used from meter_reading
       where site_id = ${ctx.site} and meter_id = request.meter_id and read_at > anchor.read_at group by date_trunc('day', read_at)) day_use on true
     order by request.id, day_use.read_at`,
  )
}
export type MeterUseDay = Awaited<ReturnType<typeof loadMeterUseByDay>>[number]
