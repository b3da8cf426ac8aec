/** Loads the source rows of order costs, with a fixed number of statements for any number of orders. */
import { cameBack, fedByLot, type CameBack } from '@/areas/feeding/server/queries/for-costs'
import { signedShifts, type SignedShift } from '@/areas/handover/server/queries/for-costs'
import { ordersToCost, type CostedOrder } from '@/areas/orders/server/queries/for-costs'
import { lanesBetween, uncutKg, type LanesBetween } from '@/areas/rolls/server/queries/for-costs'
import { cutFor } from '@/areas/rolls/server/queries/for-tools'
import { standardQuantities } from '@/areas/standards/server/queries'
import { monthOf } from '@/plant/rules/month'
import { HOUR, localClock, toMillis, toMoment } from '@/plant/rules/plant-time'
import { shiftsBetween, shiftsOfDay, type PlantCalendar } from '@/plant/rules/shift'
import { isOver } from '@/areas/orders/rules/work-order'
import { webLineKinds } from '@/plant/rules/line'
import { calendarOf } from '@/plant/server/plant'
import { linesInOrder } from '@/plant/server/queries/line-lists'
import type { Context } from '@/server/context'
import { mapInPieces } from '@/server/pieces'
import { columns, sql } from '@/server/sql'
import { orderCost } from '../contract/order-cost'
import { standardRate } from '../contract/standard-rate'
import { shareOf, webCost, type Lanes, type LanesTaken } from '../rules/lanes'
import type {
  ChargeFact,
  CreditFact,
  CreditItem,
  EnergyFact,
  FedFact,
  LabourFact,
  OrderFacts,
} from '../rules/order-facts'
import { hoursWithin, runsOf, type Span } from '../rules/run-time'
import { slitShares, type SlitShare } from '../rules/slit-shares'
import { rateOn, type Quantities, type Rate } from '../rules/standard-rates'
import { costPrices } from '@/areas/prices/server/queries'
import { toolCosts } from '@/areas/tools/server/queries'
import { orderCharges } from '@/areas/energy/server/queries'
import { loadDrawn, pricesOf, splitDrawn } from './material-facts'
import { orderEnergy, type OrderEnergy } from './asked'

/** An order with all source rows of its cost. */
export interface Collected {
  readonly order: CostedOrder & { readonly lineId: string; readonly startedAt: string }
  readonly facts: OrderFacts
  readonly gives: readonly Lanes[]
  readonly takes: readonly LanesTaken[]
  readonly uncutKg: number
  readonly quantities: Quantities | null
  readonly estimatedShare: number | null
}
/** Loads all standard rates of the site. */
export const standardRates = (ctx: Context): Promise<Rate[]> =>
  ctx.query(
    sql`select ${columns(standardRate, ['id', 'item', 'materialId', 'lineId', 'effectiveFrom', 'price'])} from standard_rate where site_id = ${ctx.site}`,
  )

/** Source rows of a batch of orders. */
interface Batch {
  readonly calendar: PlantCalendar
  readonly rates: readonly Rate[]
  readonly fed: ReadonlyMap<string, readonly FedFact[]>
  readonly drawn: ReadonlyMap<string, readonly FedFact[]>
  readonly back: ReadonlyMap<string, readonly CameBack[]>
  readonly shares: ReadonlyMap<string, readonly SlitShare[]>
  readonly uncut: ReadonlyMap<string, number>
  readonly signed: ReadonlyMap<string, SignedShift>
  readonly energy: ReadonlyMap<string, OrderEnergy>
  readonly charges: ReadonlyMap<string, readonly ChargeFact[]>
  readonly tools: ReadonlyMap<string, OrderFacts['tools']>
  readonly quantities: ReadonlyMap<string, Quantities>
  readonly prices: OrderFacts['prices']
  readonly lines: number
  readonly now: number
}

/**
 * Loads the source rows of started orders; an order without a line or a start has no cost. Orders whose rolls contain
 * lanes of the requested orders are loaded with them. About twenty statements.
 */
export async function collect(ctx: Context, orderIds: readonly string[]): Promise<Collected[]> {
  const asked = new Set(orderIds)
  const lanes = await lanesBetween(ctx, orderIds)
  const taken = lanes.filter((one) => asked.has(one.cutFor))
  const orders = (await ordersToCost(ctx, [...new Set([...orderIds, ...taken.map((one) => one.woundFor)])])).flatMap(
    (order) =>
      order.lineId && order.startedAt ? [{ ...order, lineId: order.lineId, startedAt: order.startedAt }] : [],
  )
  if (orders.length === 0) return []
  const batch = await batchOf(ctx, orders)
  const all = await mapInPieces(orders, (order) => collected(order, batch))
  const late = await givenLate(ctx, taken)
  const by = new Map(all.map((one) => [one.order.id, one]))
  const given = grouped(lanes.map((one) => [one.woundFor, one]))
  const took = grouped(taken.map((one) => [one.cutFor, one]))
  const lanesOf = (orderId: string, { woundFor, kg }: LanesBetween): Lanes => ({
    orderId,
    kg,
    share: shareOf(kg, by.get(woundFor)?.order.jumboKg ?? 0),
  })
  const webs = new Map(
    [...new Set(taken.map((one) => one.woundFor))].flatMap((id) => {
      const giver = by.get(id)
      return giver ? [[id, webCost(giver.facts)] as const] : []
    }),
  )
  return all
    .filter(({ order }) => asked.has(order.id))
    .map((one) => ({
      ...one,
      gives: (given.get(one.order.id) ?? []).map((lanes) => lanesOf(lanes.cutFor, lanes)),
      takes: (took.get(one.order.id) ?? []).flatMap((lanes) => {
        const web = webs.get(lanes.woundFor)
        return web ? [{ ...lanesOf(lanes.woundFor, lanes), web, late: late.has(keyOf(lanes)) }] : []
      }),
    }))
}
const keyOf = ({ woundFor, cutFor }: Omit<LanesBetween, 'kg'>): string => `${woundFor} ${cutFor}`
/** Returns keys of lanes that were cut after the cost of the winding order was frozen. */
async function givenLate(ctx: Context, taken: readonly LanesBetween[]): Promise<ReadonlySet<string>> {
  if (taken.length === 0) return new Set()
  const frozen = await ctx.query(
    sql`select ${columns(orderCost, ['workOrderId', 'lanes'])} from order_cost where site_id = ${ctx.site} and frozen
      and work_order_id = any(${taken.map(({ woundFor }) => woundFor)}::uuid[])`,
  )
  const lanesOf = new Map(frozen.map(({ workOrderId, lanes }) => [workOrderId, lanes]))
  const isLate = ({ woundFor, cutFor }: LanesBetween) =>
    lanesOf.get(woundFor)?.every((one) => one.workOrderId !== cutFor || one.kg >= 0) ?? false
  return new Set(taken.filter(isLate).map(keyOf))
}

/** Loads the source rows that a batch of orders shares. */
async function batchOf(ctx: Context, orders: readonly Collected['order'][]): Promise<Batch> {
  const ids = orders.map(({ id }) => id)
  const starts = orders.map(({ startedAt }) => toMillis(startedAt))
  const ends = orders.map(({ finishedAt }) => (finishedAt ? toMillis(finishedAt) : ctx.now.getTime()))
  const from = toMoment(Math.min(...starts) - 24 * HOUR)
  const to = toMoment(Math.max(...ends) + 24 * HOUR)
  const fed = await fedByLot(ctx, ids)
  const priced = await pricesOf(ctx, fed)
  const cut = await cutFor(ctx, { orderIds: ids })
  const own = new Set(ids)
  const shares = slitShares(cut).filter(({ orderId }) => own.has(orderId))
  const day = (moment: string) => localClock(moment, ctx.timeZone).day
  const signed = await signedShifts(ctx, {
    lineIds: [...new Set([...orders.map(({ lineId }) => lineId), ...shares.map(({ slitterId }) => slitterId)])],
    from: day(from),
    // Rolls may be slit long after they were wound.
    to: [day(to), ...shares.map(({ businessDate }) => businessDate)].reduce((a, b) => (a > b ? a : b)),
  })
  const tools = await toolCosts(ctx, { orderIds: ids }, cut)
  const standards = await standardQuantities(
    ctx,
    orders.flatMap(({ productStandardId }) => productStandardId ?? []),
  )
  return {
    calendar: await calendarOf(ctx),
    rates: await standardRates(ctx),
    fed: grouped(priced.map((one) => [one.orderId, one])),
    drawn: grouped((await loadDrawn(ctx, ids)).map((one) => [one.orderId, one])),
    back: grouped((await cameBack(ctx, ids)).map((one) => [one.orderId, one])),
    uncut: new Map((await uncutKg(ctx, ids)).map(({ orderId, kg }) => [orderId, kg])),
    shares: grouped(shares.map((one) => [one.orderId, one])),
    signed: new Map(signed.map((one) => [shiftKey(one.lineId, one.businessDate, one.shift), one])),
    energy: new Map((await orderEnergy(ctx, ids)).map((one) => [one.orderId, one])),
    charges: grouped(
      (await orderCharges(ctx, ids)).map(({ orderId, used, ...one }) => [orderId, { ...one, quantity: used }]),
    ),
    tools: grouped(tools.flatMap((one) => (one.orderId ? [[one.orderId, one] as const] : []))),
    quantities: new Map(standards.map((one) => [one.id, one])),
    prices: {
      direct: await costPrices(ctx, { kind: 'direct', from, to }),
      fixed: await costPrices(ctx, { kind: 'fixed', from, to }),
      financial: await costPrices(ctx, { kind: 'financial', from, to }),
      other: await costPrices(ctx, { kind: 'other', from, to }),
    },
    lines: (await linesInOrder(ctx)).filter(({ kind }) => webKinds.includes(kind)).length,
    now: ctx.now.getTime(),
  }
}
const webKinds: readonly string[] = webLineKinds
const shiftKey = (lineId: string, businessDate: string, shift: string): string => `${lineId} ${businessDate} ${shift}`
function grouped<T>(pairs: readonly (readonly [string, T])[]): Map<string, T[]> {
  const by = new Map<string, T[]>()
  for (const [key, value] of pairs) {
    const held = by.get(key)
    if (held) held.push(value)
    else by.set(key, [value])
  }
  return by
}

function collected(order: Collected['order'], batch: Batch): Omit<Collected, 'gives' | 'takes'> {
  const { timeZone } = batch.calendar
  const runs = runsOf(order, batch.now)
  const energy = batch.energy.get(order.id) ?? null
  const metered = energy && energy.sums.length > 0 && energy.uncounted.length === 0 ? energy : null
  const worked = [...workedOnLine(order.lineId, runs, batch), ...workedAtSlitters(order.id, batch)]
  const used = energy?.sums.reduce((sum, one) => sum + one.used, 0) ?? 0
  return {
    order,
    quantities: (order.productStandardId && batch.quantities.get(order.productStandardId)) || null,
    uncutKg: batch.uncut.get(order.id) ?? 0,
    estimatedShare: used > 0 ? energy!.sums.reduce((sum, one) => sum + one.estimated, 0) / used : null,
    facts: {
      lineId: order.lineId,
      productId: order.productId,
      goodKg: order.goodKg,
      runs,
      fed: batch.fed.get(order.id) ?? [],
      ...splitDrawn(order, batch.drawn.get(order.id) ?? []),
      isRunning: !isOver(order.state),
      credits: creditsOf(order, batch),
      energy: metered ? energyFacts(metered) : null,
      charges: metered ? (batch.charges.get(order.id) ?? []) : [],
      labour: worked.flatMap((one) => ('hours' in one ? [one] : [])),
      unsigned: worked.flatMap((one) => ('hours' in one ? [] : [one])),
      tools: batch.tools.get(order.id) ?? [],
      prices: batch.prices,
      lines: batch.lines,
      timeZone,
    },
  }
}
const energyFacts = ({ sums }: OrderEnergy): EnergyFact[] =>
  sums.map(({ medium, band, month, used, cost, unpriced }) => ({
    part: medium,
    what: band,
    month,
    quantity: used,
    cost: unpriced > 0 ? null : cost,
  }))

type Worked = LabourFact | Omit<LabourFact, 'hours' | 'people'>
/** Labour of the line: everybody who signed for a shift, for the hours in which the order ran. */
function workedOnLine(lineId: string, runs: readonly Span[], { calendar, signed, now }: Batch): Worked[] {
  const [first, last] = [runs[0], runs.at(-1)]
  if (!first || !last) return []
  const { pattern, timeZone } = calendar
  return shiftsBetween(toMoment(first.from), toMoment(last.to), pattern, timeZone).flatMap((shift): Worked[] => {
    const whole = shiftSpan(shift.businessDate, shift.shift, calendar)
    const hours = whole ? hoursWithin(runs, whole) : 0
    if (!whole || hours === 0) return []
    return workedIn({ lineId, businessDate: shift.businessDate, shift: shift.shift }, hours, whole.to <= now, signed)
  })
}
/** Labour at slitters, by share of the cut kilograms: an order is wound alone but slit among others. */
function workedAtSlitters(orderId: string, { calendar, shares, signed, now }: Batch): Worked[] {
  return (shares.get(orderId) ?? []).flatMap(({ slitterId, businessDate, shift, kg, allKg }): Worked[] => {
    const whole = shiftSpan(businessDate, shift, calendar)
    if (!whole || allKg <= 0) return []
    const hours = ((whole.to - whole.from) / HOUR) * (kg / allKg)
    return workedIn({ lineId: slitterId, businessDate, shift }, hours, whole.to <= now, signed)
  })
}
function workedIn(
  of: { lineId: string; businessDate: string; shift: string },
  hours: number,
  isOver: boolean,
  signed: Batch['signed'],
): Worked[] {
  const found = signed.get(shiftKey(of.lineId, of.businessDate, of.shift))
  if (found) return [{ ...of, people: found.people, hours: found.people * hours }]
  return isOver ? [of] : []
}
/** Returns the time span of a shift; null if the shift pattern has no such shift. */
function shiftSpan(businessDate: string, key: string, { pattern, timeZone }: PlantCalendar): Span | null {
  const shift = shiftsOfDay(businessDate, pattern, timeZone).find((one) => one.shift === key)
  return shift ? { from: toMillis(shift.startsAt), to: toMillis(shift.endsAt) } : null
}

const worth: Readonly<Record<CameBack['kind'], CreditItem>> = {
  edgeTrim: 'creditTrim',
  offGrade: 'creditWaste',
  purge: 'creditWaste',
  startUp: 'creditWaste',
}
/**
 * Builds credits for downgraded goods and for material that was pelletized or sold, at the set values. Material
 * returned directly into a hopper was never lost and gets no credit.
 */
function creditsOf(order: Collected['order'], { back, rates, now, calendar }: Batch): CreditFact[] {
  const day = localClock(order.finishedAt ?? toMoment(now), calendar.timeZone).day
  const credit = (item: CreditItem, kg: number, on: string, month: string, resource: string, rowId: string | null) => {
    const rate = rateOn(rates, { item, lineId: order.lineId, day: on })
    return { item, resource, rowId, month, kg, price: rate?.price ?? 0, priceId: rate?.id ?? null }
  }
  return [
    credit('creditDowngraded', order.downgradedKg, day, monthOf(day), 'workOrder', order.id),
    ...(back.get(order.id) ?? [])
      .filter(({ destination }) => destination === 'pellets' || destination === 'sold')
      .map(({ kind, kg, firstOn, month }) => credit(worth[kind], kg, firstOn, month, 'recycle', null)),
  ]
}
