/** Loads the source rows of order costs, with a fixed number of statements for any number of orders. */
import { listRecycled, listFedByLot, type RecycledSum } from '@/areas/feeding/server/queries/cost-sources'
import { listSignedShifts } from '@/areas/handover/server/queries/signed-shifts'
import { loadOrdersToCost, type CostedOrder } from '@/areas/orders/server/queries/costed-orders'
import {
  listSlittingWaste,
  type SlittingWaste,
  type SlittingWasteKind,
} from '@/areas/packing/server/queries/slitting-waste'
import { listSharedLanes, sumUncutKg, type SharedLanes } from '@/areas/slitting/server/queries/roll-draws'
import { listCutOutput } from '@/areas/slitting/server/queries/machine-output'
import { loadStandardQuantities } from '@/areas/standards/server/queries'
import { toMonth, type Month } from '@/plant/rules/month'
import { DAY_MS, toLocalTime, toMillis, toMoment, type Day } from '@/plant/rules/plant-time'
import { getShiftAt, type PlantCalendar } from '@/plant/rules/shift'
import { isOrderEnded } from '@/areas/orders/rules/work-order'
import { webLineKinds } from '@/plant/rules/line'
import { loadPlantCalendar } from '@/plant/server/plant'
import { listLines } from '@/plant/server/queries/list-lines'
import type { Context } from '@/server/context'
import { mapInPieces } from '@/server/computation'
import { columns, sql } from '@/server/sql'
import { standardRate } from '../contract/standard-rate'
import { calculateLaneShare, calculateWebCost, type LaneShare, type TakenLanes } from '../rules/lanes'
import type {
  GridChargeUsage,
  CreditedMaterial,
  CreditItem,
  EnergyUsage,
  MaterialUsage,
  OrderCostSources,
} from '../rules/cost-sources'
import { getRunSpans } from '../rules/run-spans'
import { calculateSlitShares } from '../rules/slit-shares'
import { getEffectiveRate, type ProductStandardQuantities, type StandardRate } from '../rules/standard-rates'
import { listCostPrices } from '@/areas/prices/server/queries'
import { listToolCosts } from '@/areas/tools/server/queries'
import { loadOrderCharges } from '@/areas/energy/server/queries'
import {
  loadDrawnMaterial,
  addMaterialPrices,
  separateUnrecordedDraws,
  loadPricedOrderEnergy,
  type PricedOrderEnergy,
} from './priced-usage'
import { listLineLabour, listSlitterLabour, toShiftKey, type LabourSources } from './shift-labour'
import { listRemovedLanes, loadClosedLaneLines, toLanesKey } from './closed-lanes'

/** An order with all source rows of its cost. */
export interface OrderWithSources {
  readonly order: CostedOrder & { readonly lineId: string; readonly startedAt: string }
  readonly sources: OrderCostSources
  readonly givenLanes: readonly LaneShare[]
  readonly takenLanes: readonly TakenLanes[]
  /** Mass on rolls that wait for the slitter. */
  readonly uncutKg: number
  /** Quantities of the product standard; null if the order has no standard. */
  readonly quantities: ProductStandardQuantities | null
  /** Estimated share of the used energy, 0–1; null without energy. */
  readonly estimatedShare: number | null
}
/** Loads all standard rates of the site. */
export const loadStandardRates = (ctx: Context): Promise<StandardRate[]> =>
  ctx.query(
    sql`select ${columns(standardRate, ['id', 'item', 'materialId', 'lineId', 'effectiveFrom', 'price'])} from standard_rate where site_id = ${ctx.site}`,
  )

/** Source rows of a batch of orders. */
interface BatchSources extends LabourSources {
  readonly rates: readonly StandardRate[]
  readonly feedsByOrder: ReadonlyMap<string, readonly MaterialUsage[]>
  readonly drawsByOrder: ReadonlyMap<string, readonly MaterialUsage[]>
  readonly returnsByOrder: ReadonlyMap<string, readonly RecycledSum[]>
  readonly slittingWasteByOrder: ReadonlyMap<string, readonly SlittingWaste[]>
  readonly uncutKgByOrder: ReadonlyMap<string, number>
  readonly energyByOrder: ReadonlyMap<string, PricedOrderEnergy>
  readonly chargesByOrder: ReadonlyMap<string, readonly GridChargeUsage[]>
  readonly toolsByOrder: ReadonlyMap<string, OrderCostSources['tools']>
  readonly quantitiesByStandard: ReadonlyMap<string, ProductStandardQuantities>
  readonly prices: OrderCostSources['prices']
  readonly webLineCount: number
}

/**
 * Loads the source rows of started orders; an order without a line or a start has no cost. Also loads the orders whose
 * rolls contain lanes of the requested orders, but returns only the requested orders.
 */
export async function loadCostSources(ctx: Context, orderIds: readonly string[]): Promise<OrderWithSources[]> {
  const requestedIds = new Set(orderIds)
  // `woundFor` is the order whose roll contains the lanes, `cutFor` the order that takes them.
  const lanes = await listSharedLanes(ctx, orderIds)
  const currentTakenLanes = lanes.filter((lane) => requestedIds.has(lane.cutFor))
  const takingIds = new Set(currentTakenLanes.map((lane) => lane.cutFor))
  const takenLanes = [...currentTakenLanes, ...(await listRemovedLanes(ctx, orderIds, currentTakenLanes))]
  const orders = (
    await loadOrdersToCost(ctx, [...new Set([...orderIds, ...takenLanes.map((lane) => lane.woundFor)])])
  ).flatMap((order) =>
    order.lineId && order.startedAt ? [{ ...order, lineId: order.lineId, startedAt: order.startedAt }] : [],
  )
  if (orders.length === 0) return []
  const batch = await loadBatchSources(ctx, orders)
  const ordersWithSources = await mapInPieces(orders, (order) => buildSources(order, batch, takingIds.has(order.id)))
  const closedLinesByLanes = await loadClosedLaneLines(ctx, takenLanes)
  const orderById = new Map(ordersWithSources.map((orderWithSources) => [orderWithSources.order.id, orderWithSources]))
  const lanesByWindingOrder = groupByKey(lanes.map((lane) => [lane.woundFor, lane]))
  const lanesByTakingOrder = groupByKey(takenLanes.map((lane) => [lane.cutFor, lane]))
  const toLaneShare = (orderId: string, { woundFor, kg }: SharedLanes): LaneShare => ({
    orderId,
    kg,
    share: calculateLaneShare(kg, orderById.get(woundFor)?.order.jumboKg ?? 0),
  })
  const webCostByOrder = new Map(
    [...new Set(takenLanes.map((lane) => lane.woundFor))].flatMap((id) => {
      const windingOrder = orderById.get(id)
      return windingOrder ? [[id, calculateWebCost(windingOrder.sources)] as const] : []
    }),
  )
  return ordersWithSources
    .filter(({ order }) => requestedIds.has(order.id))
    .map((orderWithSources) => ({
      ...orderWithSources,
      givenLanes: (lanesByWindingOrder.get(orderWithSources.order.id) ?? []).map((lanes) =>
        toLaneShare(lanes.cutFor, lanes),
      ),
      takenLanes: (lanesByTakingOrder.get(orderWithSources.order.id) ?? []).flatMap((lanes) => {
        const webCost = webCostByOrder.get(lanes.woundFor)
        const closedLines = closedLinesByLanes.get(toLanesKey(lanes)) ?? null
        return webCost ? [{ ...toLaneShare(lanes.woundFor, lanes), webCost, closedLines }] : []
      }),
    }))
}
/** Loads the source rows that a batch of orders shares. */
async function loadBatchSources(ctx: Context, orders: readonly OrderWithSources['order'][]): Promise<BatchSources> {
  const ids = orders.map(({ id }) => id)
  const startTimesMs = orders.map(({ startedAt }) => toMillis(startedAt))
  const endTimesMs = orders.map(({ finishedAt }) => (finishedAt ? toMillis(finishedAt) : ctx.now.getTime()))
  // The margin of a day includes the whole shifts in which the first order started and the last one ended.
  const from = toMoment(Math.min(...startTimesMs) - DAY_MS)
  const to = toMoment(Math.max(...endTimesMs) + DAY_MS)
  const fedLots = await listFedByLot(ctx, ids)
  const pricedFeeds = await addMaterialPrices(ctx, fedLots)
  const slitOutputs = await listCutOutput(ctx, { orderIds: ids })
  const orderIds = new Set(ids)
  const slitShares = calculateSlitShares(slitOutputs).filter(({ orderId }) => orderIds.has(orderId))
  const toPlantDay = (moment: string) => toLocalTime(moment, ctx.timeZone).day
  const signedShifts = await listSignedShifts(ctx, {
    lineIds: [...new Set([...orders.map(({ lineId }) => lineId), ...slitShares.map(({ slitterId }) => slitterId)])],
    from: toPlantDay(from),
    // Rolls may be slit long after they were wound.
    to: [toPlantDay(to), ...slitShares.map(({ businessDate }) => businessDate)].reduce((a, b) => (a > b ? a : b)),
  })
  const tools = await listToolCosts(ctx, { orderIds: ids }, slitOutputs)
  const standards = await loadStandardQuantities(
    ctx,
    orders.flatMap(({ productStandardId }) => productStandardId ?? []),
  )
  return {
    calendar: await loadPlantCalendar(ctx),
    rates: await loadStandardRates(ctx),
    feedsByOrder: groupByKey(pricedFeeds.map((feed) => [feed.orderId, feed])),
    drawsByOrder: groupByKey((await loadDrawnMaterial(ctx, ids)).map((draw) => [draw.orderId, draw])),
    returnsByOrder: groupByKey((await listRecycled(ctx, ids)).map((recycled) => [recycled.orderId, recycled])),
    slittingWasteByOrder: groupByKey((await listSlittingWaste(ctx, ids)).map((waste) => [waste.orderId, waste])),
    uncutKgByOrder: new Map((await sumUncutKg(ctx, ids)).map(({ orderId, kg }) => [orderId, kg])),
    slitSharesByOrder: groupByKey(slitShares.map((slitShare) => [slitShare.orderId, slitShare])),
    signedShiftByKey: new Map(
      signedShifts.map((signedShift) => [
        toShiftKey(signedShift.lineId, signedShift.businessDate, signedShift.shift),
        signedShift,
      ]),
    ),
    energyByOrder: new Map(
      (await loadPricedOrderEnergy(ctx, ids)).map((orderEnergy) => [orderEnergy.orderId, orderEnergy]),
    ),
    chargesByOrder: groupByKey(
      (await loadOrderCharges(ctx, ids)).map(({ orderId, used, ...charge }) => [
        orderId,
        { ...charge, quantity: used },
      ]),
    ),
    toolsByOrder: groupByKey(tools.flatMap((tool) => (tool.orderId ? [[tool.orderId, tool] as const] : []))),
    quantitiesByStandard: new Map(standards.map((standard) => [standard.id, standard])),
    prices: {
      direct: await listCostPrices(ctx, { kind: 'direct', from, to }),
      fixed: await listCostPrices(ctx, { kind: 'fixed', from, to }),
      financial: await listCostPrices(ctx, { kind: 'financial', from, to }),
      other: await listCostPrices(ctx, { kind: 'other', from, to }),
    },
    webLineCount: (await listLines(ctx)).filter(({ kind }) => WEB_LINE_KINDS.includes(kind)).length,
    now: ctx.now.getTime(),
  }
}
const WEB_LINE_KINDS: readonly string[] = webLineKinds
function groupByKey<T>(pairs: readonly (readonly [string, T])[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const [key, value] of pairs) {
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}

function buildSources(
  order: OrderWithSources['order'],
  batch: BatchSources,
  takesLanes: boolean,
): Omit<OrderWithSources, 'givenLanes' | 'takenLanes'> {
  const { timeZone } = batch.calendar
  const runs = getRunSpans(order, batch.now)
  const energy = batch.energyByOrder.get(order.id) ?? null
  const completeEnergy = energy && energy.sums.length > 0 && energy.uncountedDays.length === 0 ? energy : null
  const shiftLabour = [...listLineLabour(order.lineId, runs, batch), ...listSlitterLabour(order.id, batch)]
  const usedEnergy = energy?.sums.reduce((sum, energySum) => sum + energySum.used, 0) ?? 0
  return {
    order,
    quantities: (order.productStandardId && batch.quantitiesByStandard.get(order.productStandardId)) || null,
    uncutKg: batch.uncutKgByOrder.get(order.id) ?? 0,
    estimatedShare:
      usedEnergy > 0 ? energy!.sums.reduce((sum, energySum) => sum + energySum.estimated, 0) / usedEnergy : null,
    sources: {
      lineId: order.lineId,
      productId: order.productId,
      goodKg: order.goodKg,
      runs,
      feeds: batch.feedsByOrder.get(order.id) ?? [],
      ...separateUnrecordedDraws(order, batch.drawsByOrder.get(order.id) ?? [], takesLanes),
      isRunning: !isOrderEnded(order.state),
      credits: buildCredits(order, batch),
      energy: completeEnergy ? toEnergyUsage(completeEnergy) : null,
      gridCharges: completeEnergy ? (batch.chargesByOrder.get(order.id) ?? []) : [],
      labour: shiftLabour.flatMap((shiftLabourEntry) => ('hours' in shiftLabourEntry ? [shiftLabourEntry] : [])),
      unsignedShifts: shiftLabour.flatMap((shiftLabourEntry) =>
        'hours' in shiftLabourEntry ? [] : [shiftLabourEntry],
      ),
      tools: batch.toolsByOrder.get(order.id) ?? [],
      prices: batch.prices,
      webLineCount: batch.webLineCount,
      timeZone,
    },
  }
}
const toEnergyUsage = ({ sums }: PricedOrderEnergy): EnergyUsage[] =>
  sums.map(({ medium, band, month, used, cost, unpriced }) => ({
    part: medium,
    what: band,
    month,
    quantity: used,
    cost: unpriced > 0 ? null : cost,
  }))

const CREDIT_ITEM_BY_KIND: Readonly<Record<RecycledSum['kind'], CreditItem>> = {
  edgeTrim: 'creditTrim',
  offGrade: 'creditWaste',
  purge: 'creditWaste',
  startUp: 'creditWaste',
}
const CREDIT_ITEM_BY_SLITTING_WASTE: Readonly<Record<SlittingWasteKind, CreditItem>> = {
  trim: 'creditTrim',
  waste: 'creditWaste',
  recycledRoll: 'creditWaste',
}
/** Slitting waste of one kind in one month, kg, first on `firstOn`. */
interface SlittingWasteSum {
  readonly kind: SlittingWasteKind
  readonly month: Month
  readonly firstOn: Day
  readonly kg: number
}
/** Sums slitting waste by kind and month of the business date. `wastes` are in order of time. */
function sumSlittingWaste(wastes: readonly SlittingWaste[], { rotation, timeZone }: PlantCalendar): SlittingWasteSum[] {
  const sumByKey = new Map<string, SlittingWasteSum>()
  for (const { kind, at, kg } of wastes) {
    const { businessDate } = getShiftAt(at, rotation, timeZone)
    const month = toMonth(businessDate)
    const sum = sumByKey.get(`${kind} ${month}`) ?? { kind, month, firstOn: businessDate, kg: 0 }
    sumByKey.set(`${kind} ${month}`, { ...sum, kg: sum.kg + kg })
  }
  return [...sumByKey.values()]
}
/**
 * Builds credits for downgraded goods and for material that was pelletized or sold, at the set values. All trim and waste
 * of the slitters is pelletized. Material returned directly into a hopper was never lost and gets no credit.
 */
function buildCredits(
  order: OrderWithSources['order'],
  { returnsByOrder, slittingWasteByOrder, rates, now, calendar }: BatchSources,
): CreditedMaterial[] {
  const day = getShiftAt(order.finishedAt ?? toMoment(now), calendar.rotation, calendar.timeZone).businessDate
  const createCredit = (
    item: CreditItem,
    kg: number,
    rateDay: string,
    month: string,
    resource: string,
    rowId: string | null,
  ) => {
    const rate = getEffectiveRate(rates, { item, lineId: order.lineId, day: rateDay })
    return { item, resource, rowId, month, kg, price: rate?.price ?? 0, priceId: rate?.id ?? null }
  }
  return [
    createCredit('creditDowngraded', order.downgradedKg, day, toMonth(day), 'workOrder', order.id),
    ...(returnsByOrder.get(order.id) ?? [])
      .filter(({ destination }) => destination === 'pellets' || destination === 'sold')
      .map(({ kind, kg, firstOn, month }) =>
        createCredit(CREDIT_ITEM_BY_KIND[kind], kg, firstOn, month, 'recycle', null),
      ),
    ...sumSlittingWaste(slittingWasteByOrder.get(order.id) ?? [], calendar).map(({ kind, kg, firstOn, month }) =>
      createCredit(
        CREDIT_ITEM_BY_SLITTING_WASTE[kind],
        kg,
        firstOn,
        month,
        kind === 'recycledRoll' ? 'slitRoll' : 'cutting',
        null,
      ),
    ),
  ]
}
