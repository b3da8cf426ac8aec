import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'

/** A meter, and the moment from which its run is asked for; `id` is the asker's own name for it. */
export interface RunAsked {
  readonly id: string
  readonly meterId: string
  readonly since: Moment
}
/** What a meter ran on one day after its anchor; null on both where nothing was read since. */
export interface MeterRun extends Record<string, unknown> {
  id: string
  anchorAt: Moment
  anchorValue: number
  readAt: Moment | null
  used: number | null
  lastValue: number
  lastAt: Moment
}
/**
 * What meters ran since a moment, by day. The anchor is the last reading before it (the first one after, where there is
 * none); from there `used` counts, in which roll-overs and exchanges are taken out already. One query for all meters.
 */
export const runsOfMeters = (ctx: Context, asked: readonly RunAsked[]): Promise<MeterRun[]> =>
  asked.length === 0
    ? Promise.resolve([])
    : ctx.query<MeterRun>(
        `select p.id, a.read_at as "anchorAt", a.value as "anchorValue", d.read_at as "readAt", d.used, l.value as "lastValue", l.read_at as "lastAt"
         from unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) as p(id, meter_id, since)
         join lateral (
           select x.read_at, x.value from (
             (select read_at, value from meter_reading where site_id = $1 and meter_id = p.meter_id and read_at < p.since order by read_at desc limit 1)
             union all
             (select read_at, value from meter_reading where site_id = $1 and meter_id = p.meter_id and read_at >= p.since order by read_at limit 1)
           ) x order by x.read_at limit 1) a on true
         join lateral (select read_at, value from meter_reading where site_id = $1 and meter_id = p.meter_id order by read_at desc limit 1) l on true
         left join lateral (
           select max(read_at) as read_at, sum(coalesce(used, 0)) as used from meter_reading
           where site_id = $1 and meter_id = p.meter_id and read_at > a.read_at group by date_trunc('day', read_at)) d on true
         order by p.id, d.read_at`,
        [ctx.site, asked.map(({ id }) => id), asked.map(({ meterId }) => meterId), asked.map(({ since }) => since)],
      )
