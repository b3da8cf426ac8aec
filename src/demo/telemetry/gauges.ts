/** A day of what the lines tell every minute: worked out inside the database, where nothing has to be sent. */
import type { PoolClient } from 'pg'
import type { tag } from '@/areas/telemetry/contract/tag'
import { plantDay } from '@/areas/telemetry/rules/slots'
import { addDays, toMillis, toMoment } from '@/plant/rules/plant-time'
import { askOf, ensureMonths, monthOf } from '@/server/db/partitions'
import type { Draft } from '../draft'
import type { Era } from '../era'
import type { StopRow } from '../production/stops'
import { lineValues } from './meters'

/** More would take as long again as everything else of telemetry. */
const MINUTES_OF_DAYS = 1
const MINUTE = 60_000

export async function storeGauges(
  client: PoolClient,
  site: number,
  {
    era,
    tags,
    stops,
    days,
  }: { era: Era; tags: readonly Draft<typeof tag>[]; stops: readonly StopRow[]; days?: number | undefined },
): Promise<void> {
  const until = Math.floor(era.now / MINUTE) * MINUTE
  const from = plantDay(addDays(era.today, -Math.min(MINUTES_OF_DAYS, days ?? MINUTES_OF_DAYS)), era.zone).start
  const own = tags.filter((t) => t.lineKey && t.lineKey !== 'speed')
  const values = own.map((t) => lineValues[t.lineKey as keyof typeof lineValues])
  const late = stops.filter((s) => s.startedAt && (!s.endedAt || toMillis(s.endedAt) > from))
  await ensureMonths(askOf(client), 'reading', [monthOf(from), monthOf(until)])
  await client.query(
    `with t as materialized (select * from unnest($2::uuid[], $3::uuid[], $4::float8[], $5::float8[], $6::float8[]) with ordinality as t(tag_id, line_id, usual, around, standing, n)),
       stop as materialized (select * from unnest($7::uuid[], $8::timestamptz[], $9::timestamptz[]) as s(line_id, b, e)),
       m as materialized (select l.line_id, at, exists (select 1 from stop s where s.line_id = l.line_id and s.b <= at and at < s.e) as stands,
         extract(epoch from at) / 60 as k from (select distinct line_id from t) l cross join generate_series($10::timestamptz, $11::timestamptz, interval '1 minute') at)
     insert into reading (site_id, tag_id, at, value, received_at)
     select $1::int, t.tag_id, m.at, round((case when m.stands then t.standing else t.usual + t.around * (sin(m.k / 37.0 + t.n) + sin(m.k * (1.7 + t.n / 10.0))) end)::numeric, 2)::float8, m.at
     from t join m on m.line_id = t.line_id`,
    [
      site,
      own.map((t) => t.id),
      own.map((t) => t.lineId),
      values.map((v) => v[0]),
      values.map((v) => v[1]),
      values.map((v) => v[2]),
      late.map((s) => s.lineId),
      late.map((s) => s.startedAt),
      late.map((s) => s.endedAt ?? toMoment(until + 1)),
      toMoment(from),
      toMoment(until),
    ],
  )
  await sumUp(client, site, { ids: own.map((t) => t.id), from: toMoment(from), zone: era.zone })
}
async function sumUp(
  client: PoolClient,
  site: number,
  { ids, from, zone }: { ids: readonly string[]; from: string; zone: string },
): Promise<void> {
  await client.query(
    `with q as (select tag_id, (at at time zone $4)::date as day, date_bin('15 minutes', at, 'epoch') as slot, count(*)::int as n, sum(value) as sum, min(value) as low, max(value) as high,
         (array_agg(value order by at desc))[1] as last, max(at) as last_at from reading where site_id = $1 and tag_id = any($2::uuid[]) and at >= $3 group by 1, 2, 3),
       f as (select d.tag_id, d.day, (d.day::timestamp at time zone $4) as starts_at, s.slot from (select distinct tag_id, day from q) d
         cross join lateral generate_series(d.day::timestamp at time zone $4, ((d.day + 1)::timestamp at time zone $4) - interval '15 minutes', interval '15 minutes') s(slot))
     insert into gauge_slots (site_id, tag_id, day, starts_at, n, sum, low, high, last, last_s)
     select $1::int, f.tag_id, f.day, f.starts_at, array_agg(coalesce(q.n, 0) order by f.slot), array_agg(coalesce(q.sum, 0) order by f.slot), array_agg(q.low order by f.slot),
       array_agg(q.high order by f.slot), array_agg(q.last order by f.slot), array_agg(extract(epoch from q.last_at - f.starts_at)::float8 order by f.slot)
     from f left join q on q.tag_id = f.tag_id and q.slot = f.slot group by f.tag_id, f.day, f.starts_at`,
    [site, ids, from, zone],
  )
  await client.query(
    `insert into tag_state (site_id, tag_id, at, value, received_at, source)
     select $1::int, r.tag_id, r.at, r.value, r.at, 'gateway' from unnest($2::uuid[]) t(id)
     cross join lateral (select * from reading where site_id = $1 and tag_id = t.id order by at desc limit 1) r`,
    [site, ids],
  )
}
