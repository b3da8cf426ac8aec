/** Roll data of orders: output, and events at the lines. */
import { cutting, slitRoll } from '../contract/slitting'
import { columns, computed, options, sql } from '@/server/sql'
import { buildFedByHourSql } from '@/areas/feeding/server/queries/fed-by-hour'
import type { HourlyOutput, OrderEvent, RecentOutput, RollOnSlitter, RollsOfWidth } from '@/plant/server/events'
import { buildStopsOfOrderSql } from '@/plant/server/queries'
import type { Context } from '@/server/context'
import { toSqlLiterals } from '@/server/crud/statements'
import { thrownAway, takenBack as takenBackJumbos } from '../rules/jumbo-roll'
import { slitFigures, type SlitCounted } from '../rules/order-figures'
import { notGoods, takenBack } from '../rules/slit-roll'

/** Answers `recentOutput`: output of orders since a moment. One statement, by the index on orders. */
export const recentOutputOf = (
  ctx: Context,
  { orderIds, since }: { orderIds: readonly string[]; since: string },
): Promise<RecentOutput[]> =>
  ctx.query<RecentOutput & Record<string, unknown>>(
    `select o."orderId",
       coalesce((select sum(kg) from slit_roll r where r.site_id = $1 and r.work_order_id = o."orderId" and r.reworked_from_id is null and r.doffed_at > $3 and r.grade = 'good' and r.state not in (${toSqlLiterals(notGoods)})), 0)::float as "slitKg",
       (select min(doffed_at) from slit_roll r where r.site_id = $1 and r.work_order_id = o."orderId" and r.reworked_from_id is null and r.doffed_at > $3 and r.state not in (${toSqlLiterals(takenBack)})) as "slitSince",
       coalesce((select sum(net_kg) from jumbo_roll j where j.site_id = $1 and j.work_order_id = o."orderId" and j.doffed_at > $3 and j.grade = 'good' and j.state not in (${toSqlLiterals([...takenBackJumbos, ...thrownAway])})), 0)::float as "jumboKg",
       coalesce((select sum(kg) from slit_roll r where r.site_id = $1 and r.work_order_id = o."orderId" and r.package_id is not null and r.state not in (${toSqlLiterals(takenBack)})), 0)::float as "packedKg"
     from unnest($2::uuid[]) o("orderId")`,
    [ctx.site, orderIds, since],
  )

/** Answers `eventsOfOrder`: events and hourly output of an order. */
export async function eventsAtLines(
  ctx: Context,
  { orderId }: { orderId: string },
): Promise<{ events: OrderEvent[]; hours: HourlyOutput[] }> {
  const [events, whole, partly] = await Promise.all([
    eventsOf(ctx, orderId),
    hoursOf(ctx, orderId),
    partlyGood(ctx, orderId),
  ])
  return { events: [...events, ...downgradesOf(partly)], hours: together(whole, partly) }
}

const MOST_EVENTS = 500
/** Lists feeding by hour, and single doffs, sets, stops and packages; the newest 500 of each. */
function eventsOf(ctx: Context, orderId: string): Promise<OrderEvent[]> {
  const newest = `order by at desc limit ${MOST_EVENTS}`
  const of = 'site_id = $1 and work_order_id = $2'
  return ctx.query<OrderEvent & Record<string, unknown>>(
    `(select 'fed' as kind, at, null::timestamptz as "endsAt", null::text as label, kg::float, count, 'feed' as resource, null::uuid as id from ${buildFedByHourSql('$2', '$3')} fed ${newest})
     union all (select 'doffed', doffed_at as at, null, number, net_kg::float, 1, 'jumboRoll', id from jumbo_roll where ${of} and doffed_at is not null and state not in (${toSqlLiterals(takenBackJumbos)}) ${newest})
     union all (select 'slit', min(doffed_at) as at, max(doffed_at), null, sum(kg)::float, count(*)::int, 'slitSet', slit_set_id from slit_roll where ${of} and reworked_from_id is null and state not in (${toSqlLiterals(takenBack)}) group by slit_set_id ${newest})
     union all (select 'stopped', started_at as at, ended_at, reason, null, null, 'lineStop', id from ${buildStopsOfOrderSql('$2', ctx.language)} stopped ${newest})
     union all (select 'packed', packed_at as at, null, number, net_kg::float, rolls, 'package', id from package where ${of} and packed_at is not null ${newest})`,
    [ctx.site, orderId, ctx.timeZone],
  )
}

interface Partly extends SlitCounted {
  slitSetId: string
  doffedAt: string
  hour: string
}
const MOST_PARTLY = 5000
/** Lists the newest slit rolls with downgraded metres; their output is calculated by metres, as in the order metrics. */
const partlyGood = (ctx: Context, orderId: string): Promise<Partly[]> =>
  ctx.query<Partly & Record<string, unknown>>(
    `select ${columns(slitRoll, ['slitSetId', 'doffedAt'])}, date_trunc('hour', doffed_at, $3) as hour, state, kg::float as kg, expected_kg::float as "expectedKg", length_m::float as "lengthM", grade, downgrades
   from slit_roll where site_id = $1 and work_order_id = $2 and state not in (${toSqlLiterals(takenBack)}) and downgrades <> '[]' order by doffed_at desc limit ${MOST_PARTLY}`,
    [ctx.site, orderId, ctx.timeZone],
  )
/** Builds a downgrade event per set, with the number of affected rolls and the downgraded kg. */
function downgradesOf(rolls: readonly Partly[]): OrderEvent[] {
  const sets = new Map<string, OrderEvent>()
  for (const roll of rolls) {
    const { downgradedKg } = slitFigures(roll)
    if (downgradedKg === 0) continue
    const at = new Date(roll.doffedAt).toISOString()
    const set = sets.get(roll.slitSetId)
    sets.set(roll.slitSetId, {
      kind: 'downgraded',
      at: set && set.at < at ? set.at : at,
      endsAt: null,
      label: null,
      kg: grams((set?.kg ?? 0) + downgradedKg),
      count: (set?.count ?? 0) + 1,
      resource: 'slitSet',
      id: roll.slitSetId,
    })
  }
  return [...sets.values()].slice(0, MOST_EVENTS)
}

const MOST_HOURS = 720
/** Lists hourly output of the rolls that have a single grade, newest first. */
const hoursOf = (ctx: Context, orderId: string): Promise<HourlyOutput[]> =>
  ctx.query<HourlyOutput & Record<string, unknown>>(
    `select date_trunc('hour', doffed_at, $3) as "from", coalesce(sum(coalesce(kg, expected_kg)) filter (where grade = 'good'), 0)::float as "goodKg", coalesce(sum(coalesce(kg, expected_kg)) filter (where grade <> 'good'), 0)::float as "downgradedKg"
   from slit_roll where site_id = $1 and work_order_id = $2 and state not in (${toSqlLiterals(notGoods)}) and downgrades = '[]' group by 1 order by 1 desc limit ${MOST_HOURS}`,
    [ctx.site, orderId, ctx.timeZone],
  )
/** Merges both sums of hourly output, oldest first; the newest thirty days. */
function together(whole: readonly HourlyOutput[], partly: readonly Partly[]): HourlyOutput[] {
  const hours = new Map<string, HourlyOutput>()
  for (const one of [...whole, ...partly.map((roll) => ({ from: roll.hour, ...slitFigures(roll) }))]) {
    const from = new Date(one.from).toISOString()
    const sum = hours.get(from) ?? { from, goodKg: 0, downgradedKg: 0 }
    hours.set(from, {
      from,
      goodKg: grams(sum.goodKg + one.goodKg),
      downgradedKg: grams(sum.downgradedKg + one.downgradedKg),
    })
  }
  return [...hours.values()].sort((a, b) => (a.from < b.from ? -1 : 1)).slice(-MOST_HOURS)
}
const grams = (kg: number): number => Math.round(kg * 1000) / 1000

/** Answers `rollsOnSlitters`: jumbos on slitters that were wound for the order or are being cut for it. */
export const onSlitters = (ctx: Context, { orderId }: { orderId: string }): Promise<RollOnSlitter[]> =>
  ctx.query(
    sql`select ${columns(cutting, ['slitterId'], 'c')}, ${computed<{ number: string }>`coalesce(j.number, '') as number`}
      from cutting c join jumbo_roll j on j.site_id = c.site_id and j.id = c.jumbo_roll_id
      where c.site_id = ${ctx.site} and c.state = ${options(cutting.fields.state, 'open')}
        and (j.work_order_id = ${orderId} or c.lanes @> jsonb_build_array(jsonb_build_object('workOrderId', ${orderId}::text)))
      order by c.started_at`,
  )

/** Answers `goodRollsByWidth`. As in the order metrics, a roll is good if no metre of it is downgraded. */
export const goodByWidth = (ctx: Context, { orderIds }: { orderIds: readonly string[] }): Promise<RollsOfWidth[]> =>
  ctx.query<RollsOfWidth & Record<string, unknown>>(
    `select ${columns(slitRoll, [{ orderId: 'workOrderId' }, 'widthMm'])}, count(*)::int as rolls from slit_roll
     where site_id = $1 and work_order_id = any($2::uuid[]) and state not in (${toSqlLiterals(notGoods)}) and grade = 'good' group by 1, 2`,
    [ctx.site, orderIds],
  )
