/** Loads the history of an order: events at the lines and hourly output, from feeding to packing. */
import { columns, limit, options, sql } from '@/server/sql'
import type { Context } from '@/server/context'
import { roundToGram } from '@/plant/rules/quantity'
import { buildStopsOfOrderSql } from '@/plant/server/queries'
import { buildFedByHourSql } from '@/areas/feeding/server/queries/feeds-in-period'
import type { HourlyOutput, OrderEvent } from '@/areas/orders/server/events'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { takenBackJumboStates } from '@/areas/rolls/rules/jumbo-roll'
import { calculateSlitRollMetrics, type CountableSlitRoll } from '@/areas/rolls/rules/order-roll-metrics'
import { endedSlitStates, takenBackSlitStates } from '@/areas/slitting/rules/slit-roll'
import { buildSlitRollKgSql } from '@/areas/rolls/server/queries/mass-sql'

const TAKEN_BACK_SLIT_STATES = options(slitRoll.fields.state, ...takenBackSlitStates)
const ENDED_SLIT_STATES = options(slitRoll.fields.state, ...endedSlitStates)
const TAKEN_BACK_JUMBO_STATES = options(jumboRoll.fields.state, ...takenBackJumboStates)

/** Answers `orderHistory`: events and hourly output of an order. */
export async function loadOrderEvents(
  ctx: Context,
  { orderId }: { orderId: string },
): Promise<{ events: OrderEvent[]; hours: HourlyOutput[] }> {
  const [events, singleGradeHours, partlyGoodRolls] = await Promise.all([
    listOrderEvents(ctx, orderId),
    listSingleGradeHours(ctx, orderId),
    listPartlyGoodRolls(ctx, orderId),
  ])
  return {
    events: [...events, ...buildDowngradeEvents(partlyGoodRolls)],
    hours: mergeHours(singleGradeHours, partlyGoodRolls),
  }
}

const MAX_EVENTS = 500
/** Lists feeding by hour, and each doff, set, stop and package. Returns the newest `MAX_EVENTS` of each kind. */
function listOrderEvents(ctx: Context, orderId: string): Promise<OrderEvent[]> {
  const newest = sql`order by at desc ${limit(MAX_EVENTS)}`
  const orderCondition = sql`site_id = ${ctx.site} and work_order_id = ${orderId}`
  return ctx.query(
    sql<OrderEvent>`(select 'fed' as kind, at, null::timestamptz as "endsAt", null::text as label, kg::float, count, 'feed' as resource, null::uuid as id from ${buildFedByHourSql(ctx, orderId)} fed ${newest})
     union all (select 'doffed', doffed_at as at, null, number, net_kg::float, 1, 'jumboRoll', id from jumbo_roll where ${orderCondition} and doffed_at is not null and state not in (${TAKEN_BACK_JUMBO_STATES}) ${newest})
     union all (select 'slit', min(doffed_at) as at, max(doffed_at), null, sum(kg)::float, count(*)::int, 'slitSet', slit_set_id from slit_roll where ${orderCondition} and reworked_from_id is null and state not in (${TAKEN_BACK_SLIT_STATES}) group by slit_set_id ${newest})
     union all (select 'stopped', started_at as at, ended_at, reason, null, null, 'lineStop', id from ${buildStopsOfOrderSql(ctx, orderId)} stopped ${newest})
     union all (select 'packed', packed_at as at, null, number, net_kg::float, rolls, 'package', id from package where ${orderCondition} and packed_at is not null ${newest})`,
  )
}

interface PartlyGoodRoll extends CountableSlitRoll {
  slitSetId: string
  doffedAt: string
  hour: string
}
const MAX_PARTLY_GOOD_ROLLS = 5000
/**
 * Lists the newest slit rolls with downgraded metres. Their output is calculated from metres, as in the order metrics.
 */
const listPartlyGoodRolls = (ctx: Context, orderId: string): Promise<PartlyGoodRoll[]> =>
  ctx.query(
    sql<PartlyGoodRoll>`select ${columns(slitRoll, ['slitSetId', 'doffedAt'])}, date_trunc('hour', doffed_at, ${ctx.timeZone}) as hour, state, kg::float as kg, expected_kg::float as "expectedKg", length_m::float as "lengthM", grade, downgrades
   from slit_roll where site_id = ${ctx.site} and work_order_id = ${orderId} and state not in (${TAKEN_BACK_SLIT_STATES}) and downgrades <> '[]' order by doffed_at desc ${limit(MAX_PARTLY_GOOD_ROLLS)}`,
  )
/** Builds a downgrade event per set, with the number of affected rolls and the downgraded kg. */
function buildDowngradeEvents(rolls: readonly PartlyGoodRoll[]): OrderEvent[] {
  const eventBySet = new Map<string, OrderEvent>()
  for (const roll of rolls) {
    const { downgradedKg } = calculateSlitRollMetrics(roll)
    if (downgradedKg === 0) continue
    const doffedAt = new Date(roll.doffedAt).toISOString()
    const previousEvent = eventBySet.get(roll.slitSetId)
    eventBySet.set(roll.slitSetId, {
      kind: 'downgraded',
      at: previousEvent && previousEvent.at < doffedAt ? previousEvent.at : doffedAt,
      endsAt: null,
      label: null,
      kg: roundToGram((previousEvent?.kg ?? 0) + downgradedKg),
      count: (previousEvent?.count ?? 0) + 1,
      resource: 'slitSet',
      id: roll.slitSetId,
    })
  }
  return [...eventBySet.values()].slice(0, MAX_EVENTS)
}

const MAX_HOURS = 720
/** Lists hourly output of the rolls that have a single grade, newest first. */
const listSingleGradeHours = (ctx: Context, orderId: string): Promise<HourlyOutput[]> =>
  ctx.query(
    sql<HourlyOutput>`select date_trunc('hour', doffed_at, ${ctx.timeZone}) as "from", coalesce(sum(${buildSlitRollKgSql()}) filter (where grade = 'good'), 0)::float as "goodKg", coalesce(sum(${buildSlitRollKgSql()}) filter (where grade <> 'good'), 0)::float as "downgradedKg"
   from slit_roll where site_id = ${ctx.site} and work_order_id = ${orderId} and state not in (${ENDED_SLIT_STATES}) and downgrades = '[]' group by 1 order by 1 desc ${limit(MAX_HOURS)}`,
  )
/**
 * Adds the output of partly good rolls to the hourly output of other rolls. Returns the newest `MAX_HOURS`, oldest
 * first.
 */
function mergeHours(
  singleGradeHours: readonly HourlyOutput[],
  partlyGoodRolls: readonly PartlyGoodRoll[],
): HourlyOutput[] {
  const hourByStart = new Map<string, HourlyOutput>()
  for (const output of [
    ...singleGradeHours,
    ...partlyGoodRolls.map((roll) => ({ from: roll.hour, ...calculateSlitRollMetrics(roll) })),
  ]) {
    const from = new Date(output.from).toISOString()
    const sum = hourByStart.get(from) ?? { from, goodKg: 0, downgradedKg: 0 }
    hourByStart.set(from, {
      from,
      goodKg: roundToGram(sum.goodKg + output.goodKg),
      downgradedKg: roundToGram(sum.downgradedKg + output.downgradedKg),
    })
  }
  return [...hourByStart.values()].sort((a, b) => (a.from < b.from ? -1 : 1)).slice(-MAX_HOURS)
}
