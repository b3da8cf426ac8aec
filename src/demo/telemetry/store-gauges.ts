/** Minute readings of lines and halls, calculated inside the database so that nothing has to be transferred. */
import { tag } from '@/areas/telemetry/contract/tag'
import { lineStop } from '@/plant/contract/line-stop'
import { addDays, HOUR_MS, MINUTE_MS, toMillis, toMoment, type Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { toRunQuery, ensureMonthPartitions, toUtcMonth } from '@/server/db/partitions'
import { columns, sql } from '@/server/sql'
import type { RowDraft } from '../draft'
import { createDemoEra, type DemoEra } from '../demo-era'
import { loadDemoRecord } from '../demo-record'
import type { StopDraft } from '../production/stop-rows'
import { getAirProfile } from './hall-tags'
import { lineReadings } from './line-tags'
import type { StatementSender } from '../bulk'

/**
 * Builds the statement that calculates the value of every minute and stores readings, tag states and slot roll-ups. A
 * slow and a fast wave over `k`, minutes since 1970, are added to the usual value; `t.n`, the tag's position, shifts them.
 */
const buildMinuteStatement = (
  includesNewest: boolean,
): string => `with t as materialized (select * from unnest($2::uuid[], $3::uuid[], $4::float8[], $5::float8[], $6::float8[]) with ordinality as t(tag_id, line_id, usual, amplitude, standing, n)),
   stop as materialized (select * from unnest($7::uuid[], $8::timestamptz[], $9::timestamptz[]) as s(line_id, started_at, ended_at)),
   m as materialized (select l.line_id, at, date_bin('15 minutes', at, 'epoch') as slot, exists (select 1 from stop s where s.line_id = l.line_id and s.started_at <= at and at < s.ended_at) as stands,
     extract(epoch from at)::float8 / 60 as k from (select distinct line_id from t) l cross join generate_series($10::timestamptz, $11::timestamptz, interval '1 minute') at),
   v as materialized (select t.tag_id, m.at, m.slot, round((case when m.stands then t.standing else t.usual + t.amplitude * (sin(m.k / 37.0 + t.n) + sin(m.k * (1.7 + t.n / 10.0))) end) * 100) / 100 as value
     from t join m on m.line_id = t.line_id),
   stored as (insert into reading (site_id, tag_id, at, value, received_at) select $1::int, tag_id, at, value, at from v),
   q as materialized (select tag_id, slot, count(*)::int as n, sum(value) as sum, min(value) as low, max(value) as high, max(at) as last_at from v group by 1, 2),
   newest as materialized (select q.*, v.value as last from q join v on v.tag_id = q.tag_id and v.at = q.last_at),
   ${
     includesNewest
       ? `state as (insert into tag_state (site_id, tag_id, at, value, received_at, source)
     select $1::int, tag_id, last_at, last, last_at, 'gateway' from newest where last_at = $11::timestamptz),`
       : ''
   }
   d as (select day, day::timestamp at time zone $12 as starts_at, (day + 1)::timestamp at time zone $12 as ends_at from (select distinct (slot at time zone $12)::date as day from m) days)
 insert into gauge_slots (site_id, tag_id, day, starts_at, n, sum, low, high, last, last_s)
 select $1::int, t.tag_id, d.day, d.starts_at, array_agg(coalesce(q.n, 0) order by s.slot), array_agg(coalesce(q.sum, 0) order by s.slot), array_agg(q.low order by s.slot),
   array_agg(q.high order by s.slot), array_agg(q.last order by s.slot), array_agg(extract(epoch from q.last_at - d.starts_at)::float8 order by s.slot)
 from t cross join d cross join lateral generate_series(d.starts_at, d.ends_at - interval '15 minutes', interval '15 minutes') s(slot)
 left join newest q on q.tag_id = t.tag_id and q.slot = s.slot group by t.tag_id, d.day, d.starts_at`

/**
 * Stores only the slot roll-ups of earlier days, as if their readings had expired. Uses the slow wave only: it hardly
 * changes within a slot, while the fast wave completes several cycles and almost cancels out.
 */
const STORE_SLOTS_SQL = `with t as materialized (select * from unnest($2::uuid[], $3::uuid[], $4::float8[], $5::float8[], $6::float8[]) with ordinality as t(tag_id, line_id, usual, amplitude, standing, n)),
   stop as materialized (select * from unnest($7::uuid[], $8::timestamptz[], $9::timestamptz[]) as s(line_id, started_at, ended_at)),
   d as (select day, day::timestamp at time zone $12 as starts_at, (day + 1)::timestamp at time zone $12 as ends_at from generate_series($10::date, $11::date, interval '1 day') g(at), lateral (select at::date) x(day)),
   s as materialized (select d.day, d.starts_at, l.line_id, slot, extract(epoch from slot + interval '7 minutes')::float8 / 60 as k,
     exists (select 1 from stop where stop.line_id = l.line_id and stop.started_at <= slot + interval '7 minutes' and slot + interval '7 minutes' < stop.ended_at) as stands
     from d cross join lateral generate_series(d.starts_at, d.ends_at - interval '15 minutes', interval '15 minutes') slot cross join (select distinct line_id from t) l),
   v as (select t.tag_id, s.day, s.starts_at, s.slot, s.stands, round((case when s.stands then t.standing else t.usual + t.amplitude * sin(s.k / 37.0 + t.n) end) * 100) / 100 as mean, t.amplitude from t join s on s.line_id = t.line_id)
 insert into gauge_slots (site_id, tag_id, day, starts_at, n, sum, low, high, last, last_s)
 select $1::int, tag_id, day, starts_at, array_agg(15 order by slot), array_agg(15 * mean order by slot), array_agg(mean - case when stands then 0 else amplitude end order by slot),
   array_agg(mean + case when stands then 0 else amplitude end order by slot), array_agg(mean order by slot), array_agg(extract(epoch from slot - starts_at)::float8 + 840 order by slot)
 from v group by tag_id, day, starts_at`

/** Days with roll-ups: as long as readings of meters are kept. */
const ROLLUP_DAYS = 35
/** Days before `getFirstMinuteDay` that get minute readings too, once the app is usable (`storeMinuteReadings`). */
export const MINUTE_DAYS = 7

/**
 * Returns the first day whose minute readings are stored while the plant is loaded. A day has either all of them or only
 * roll-ups, so half a day to one and a half days are covered.
 */
const getFirstMinuteDay = (era: DemoEra, now: number): Day => era.toDay(now - 12 * HOUR_MS)
/** Builds the parameters `$2` to `$9` of the statements above. */
const buildGaugeParameters = (tags: readonly GaugeTag[], stops: readonly GaugeStop[], untilMs: number): unknown[] => {
  const profiles = tags.map((t) =>
    t.lineKey ? lineReadings[t.lineKey as keyof typeof lineReadings] : getAirProfile(String(t.code)),
  )
  return [
    tags.map((t) => t.id),
    // Halls take the place of lines; they have no stops.
    tags.map((t) => t.lineId ?? t.areaId),
    profiles.map(({ usual }) => usual),
    profiles.map(({ amplitude }) => amplitude),
    profiles.map(({ standing }) => standing),
    stops.map((s) => s.lineId),
    stops.map((s) => s.startedAt),
    stops.map((s) => s.endedAt ?? toMoment(untilMs + 1)),
  ]
}
type GaugeTag = Pick<RowDraft<typeof tag>, 'id' | 'code' | 'lineKey' | 'lineId' | 'areaId'>
type GaugeStop = Pick<StopDraft, 'lineId' | 'startedAt' | 'endedAt'>

/** Stores the readings and roll-ups of all gauges of a place. */
export async function storeGauges(
  client: StatementSender,
  site: number,
  {
    era,
    fromMs: historyStartMs,
    tags,
    stops,
  }: { era: DemoEra; fromMs: number; tags: readonly RowDraft<typeof tag>[]; stops: readonly StopDraft[] },
): Promise<void> {
  const untilMs = Math.floor(era.now / MINUTE_MS) * MINUTE_MS
  const firstMinuteDay = getFirstMinuteDay(era, untilMs)
  const fromMs = era.toMillis(firstMinuteDay, 0)
  const firstRollupDay = era.toDay(Math.max(historyStartMs, era.toMillis(addDays(firstMinuteDay, -ROLLUP_DAYS), 0)))
  const gaugeTags = tags.filter((t) => t.hallKey || (t.lineKey && t.lineKey !== 'speed'))
  const recentStops = stops.filter(
    (s) => s.startedAt && (!s.endedAt || toMillis(s.endedAt) > era.toMillis(firstRollupDay, 0)),
  )
  const parameters = [site, ...buildGaugeParameters(gaugeTags, recentStops, untilMs)]
  await ensureMonthPartitions(toRunQuery(client), 'reading', [toUtcMonth(fromMs), toUtcMonth(untilMs)])
  await client.query(buildMinuteStatement(true), [...parameters, toMoment(fromMs), toMoment(untilMs), era.zone])
  await client.query(STORE_SLOTS_SQL, [...parameters, firstRollupDay, addDays(firstMinuteDay, -1), era.zone])
}

/**
 * Stores the minute readings of the lines for a day that has only roll-ups so far.
 * @param daysBack days before `getFirstMinuteDay`
 */
export async function storeMinuteReadings(ctx: Context, daysBack: number): Promise<void> {
  const demoRecord = await loadDemoRecord(ctx)
  const era = createDemoEra(new Date(demoRecord.at), ctx.timeZone, demoRecord.language, demoRecord.days)
  const day = addDays(getFirstMinuteDay(era, Math.floor(era.now / MINUTE_MS) * MINUTE_MS), -daysBack)
  const [fromMs, toMs] = [era.toMillis(day, 0), era.toMillis(addDays(day, 1), 0)]
  const deletedTags = await ctx.query(
    sql`delete from gauge_slots g using tag t where g.site_id = ${ctx.site} and g.day = ${day} and t.site_id = g.site_id and t.id = g.tag_id
      and t.line_key is not null and t.line_key <> 'speed' returning ${columns(tag, ['id', 'code', 'lineKey', 'lineId', 'areaId'], 't')}`,
  )
  if (deletedTags.length === 0) return
  const stops = await ctx.query(
    sql`select ${columns(lineStop, ['lineId', 'startedAt', 'endedAt'], 's')} from line_stop s
      where s.site_id = ${ctx.site} and s.started_at < ${toMoment(toMs)} and (s.ended_at is null or s.ended_at > ${toMoment(fromMs)})`,
  )
  await ensureMonthPartitions(ctx.query, 'reading', [toUtcMonth(fromMs), toUtcMonth(toMs)])
  await ctx.query(buildMinuteStatement(false), [
    ctx.site,
    ...buildGaugeParameters(
      deletedTags.sort((a, b) => (a.code < b.code ? -1 : 1)),
      stops,
      toMs,
    ),
    toMoment(fromMs),
    toMoment(toMs - MINUTE_MS),
    era.zone,
  ])
}
