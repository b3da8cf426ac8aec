/**
 * Inputs of a cut plan: open demand of the orders, available jumbos, and the cuts that the slitter makes before the
 * plan.
 */
import { roundToDecimetre } from '@/plant/rules/quantity'
import { loadPlantCalendar, assertRowsExist, loadPlantSettings } from '@/plant/server/plant'
import { calculateDueEnd } from '@/areas/orders/rules/order-progress'
import { parseSlittingPattern } from '@/areas/orders/rules/slitting-pattern'
import { calculateRemainingRolls, type RollsByWidth } from '@/areas/orders/rules/remaining-rolls'
import { settledOrderStates } from '@/areas/orders/rules/work-order'
import { workOrder } from '@/areas/orders/contract/work-order'
import { listUnsettledOrders } from '@/areas/orders/server/queries/orders'
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse, type Refusal } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import type { proposeCuts } from '../contract/cut-plan-endpoints'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutOrder, cutting } from '@/areas/slitting/contract/slitting'
import { sumCutMetres } from '@/areas/cutPlans/rules/cut-metrics'
import type { OpenOrder, SlitterSpec } from '../rules/cut-plan-types'
import { countQueuedRolls, estimateQueueEnd, countRemainingSets, type QueuedCut } from '../rules/slitter-queue'
import { findLowestPriorityRank } from '../rules/order-rank'
import type { Grade } from '@/areas/rolls/rules/grade'
import { determineBestGrade } from '@/areas/rolls/rules/order-roll-metrics'
import { isHeld } from '@/areas/rolls/rules/hold'
import { cuttableJumboStates, isCuttable, isInHall } from '@/areas/rolls/rules/jumbo-roll'
import { countGoodRollsByWidth } from '@/areas/slitting/server/queries/good-rolls'
import type { OrderRow } from '@/areas/slitting/server/queries/cut-checks'

const MAX_ORDERS = 60
/** Maximum number of orders examined for open demand. */
const MAX_CANDIDATE_ORDERS = 500
const MAX_JUMBOS = 500
export const MAX_WAITING_CUTS = 2000
const YEAR_MS = 365 * 86_400_000
type CutPlanInput = EndpointInput<typeof proposeCuts>
type CutPlanAnswer = EndpointOutput<typeof proposeCuts>
export type JumboRollRow = Row<typeof jumboRoll>
/** A waiting or started entry in the queue of a slitter. */
type QueueLine = Row<typeof cutOrder>
/** Builds the order id of the planning rules, `<work order id> <width>`: the rules treat each width as an order. */
const buildPlanOrderId = (orderId: string, width: number) => `${orderId} ${width}`
/** Returns the work order id of a planning order id. */
export const getWorkOrderIdOfPlanOrder = (planOrderId: string) => planOrderId.split(' ')[0]!

/** Running and queued cuts of all slitters. */
export interface CurrentCuts {
  readonly running: readonly QueuedCut[]
  readonly waiting: readonly (QueuedCut & { readonly metres: number })[]
}
/** Loads the running and queued cuts of all slitters. */
export async function loadCurrentCuts(ctx: Context): Promise<CurrentCuts> {
  const openCuttings = await ctx.rows.find(cutting, { where: { state: 'open' }, limit: MAX_WAITING_CUTS })
  const queuedLines = await ctx.rows.find(cutOrder, {
    where: { cuttingId: null },
    orderBy: 'sequence',
    limit: MAX_WAITING_CUTS,
  })
  const ids = [...openCuttings, ...queuedLines].flatMap(({ jumboRollId }) => jumboRollId ?? [])
  const jumboRows = ids.length ? await ctx.rows.find(jumboRoll, { where: { id: ids }, limit: ids.length }) : []
  const jumboById = new Map(jumboRows.map((jumbo) => [jumbo.id, jumbo]))
  // Drops queue lines of jumbos that have left the hall.
  const waitingLines = queuedLines.filter(
    (line) => !line.jumboRollId || isInHall(jumboById.get(line.jumboRollId)!.state),
  )
  const startedLines = openCuttings.length
    ? await ctx.rows.find(cutOrder, {
        where: { cuttingId: openCuttings.map((openCutting) => openCutting.id) },
        limit: MAX_WAITING_CUTS,
      })
    : []
  return {
    running: openCuttings.map((openCutting) =>
      toRunningCut(
        openCutting,
        jumboById.get(openCutting.jumboRollId)!,
        startedLines.find((line) => line.cuttingId === openCutting.id) ?? null,
        waitingLines.filter((line) => line.jumboRollId === openCutting.jumboRollId),
      ),
    ),
    waiting: waitingLines.map(toWaitingCut),
  }
}
function toRunningCut(
  openCutting: Row<typeof cutting>,
  jumbo: JumboRollRow,
  queueLine: QueueLine | null,
  waitingLines: readonly QueueLine[],
): QueuedCut {
  return {
    slitterId: openCutting.slitterId,
    jumboId: jumbo.id,
    sets: countRemainingSets(openCutting, { leftM: jumbo.leftM ?? jumbo.lengthM ?? 0 }, queueLine, waitingLines),
    length: openCutting.lengthM ?? 0,
    lanes: openCutting.lanes.map((lane) => ({ ...lane, orderId: lane.workOrderId ?? jumbo.workOrderId })),
  }
}
/** Converts a queue line to a cut. A line entered by hand may lack a length; it then counts as a cut without sets. */
function toWaitingCut(queueLine: QueueLine): CurrentCuts['waiting'][number] {
  const queueOrderId = queueLine.workOrderId
  return {
    slitterId: queueLine.slitterId,
    jumboId: queueLine.jumboRollId,
    sets: queueLine.lengthM ? (queueLine.sets ?? 1) : 0,
    length: queueLine.lengthM ?? 0,
    lanes:
      queueLine.lanes.length > 0
        ? queueLine.lanes.map(({ width, count, workOrderId }) => ({
            width,
            count,
            orderId: workOrderId ?? queueOrderId,
          }))
        : (parseSlittingPattern(queueLine.slittingPattern ?? '') ?? []).map((lane) => ({
            ...lane,
            orderId: queueOrderId,
          })),
    metres: sumCutMetres([queueLine]),
  }
}
/**
 * Returns the queued cuts that stay queued when a plan is accepted. If the plan replaces the queue of its slitter, the
 * cuts of this queue are left out.
 */
const getCutsAhead = ({ waiting }: CurrentCuts, { slitterId, replace }: CutPlanInput): CurrentCuts['waiting'] =>
  waiting.filter((cut) => !replace || cut.slitterId !== slitterId)
/** Returns when the slitter has finished the cuts ahead of a plan, in ms since 1970. */
export const calculatePlanStart = (
  ctx: Context,
  currentCuts: CurrentCuts,
  input: CutPlanInput,
  slitter: SlitterSpec,
): number =>
  estimateQueueEnd(
    ctx.now.getTime(),
    currentCuts.running.find((cut) => cut.slitterId === input.slitterId) ?? null,
    getCutsAhead(currentCuts, input).filter((cut) => cut.slitterId === input.slitterId),
    slitter,
  )

export interface OrderDemand {
  readonly orders: readonly OrderRow[]
  readonly openOrders: readonly OpenOrder[]
  readonly unplanned: CutPlanAnswer['unplanned']
}
/**
 * Loads the open demand of the requested orders, by default of the most important unsettled orders. Orders without
 * demand are left out unless they were requested.
 */
export async function loadOrderDemand(
  ctx: Context,
  input: CutPlanInput,
  currentCuts: CurrentCuts,
): Promise<OrderDemand> {
  const candidates = sortOrdersByPriority(await loadCandidateOrders(ctx, input.workOrderIds))
  const goodRollsByOrder = groupRollsByOrder(
    await countGoodRollsByWidth(ctx, { orderIds: candidates.map((order) => order.id) }),
  )
  const queuedRollsByOrder = countQueuedRolls([...currentCuts.running, ...getCutsAhead(currentCuts, input)])
  const { orderTolerance } = await loadPlantSettings(ctx)
  const calendar = await loadPlantCalendar(ctx)
  const orders: OrderRow[] = []
  const openOrders: OpenOrder[] = []
  const unplanned: CutPlanAnswer['unplanned'] = []
  for (const order of candidates) {
    if (orders.length === MAX_ORDERS) break
    const progress = {
      goodKg: order.goodKg,
      goodRolls: order.goodRolls,
      goodByWidth: goodRollsByOrder.get(order.id) ?? new Map(),
      comingByWidth: queuedRollsByOrder.get(order.id) ?? new Map(),
    }
    const remainingDemand = calculateRemainingRolls(order, progress, orderTolerance)
    const unplannedRolls = remainingDemand.ok
      ? remainingDemand.unmadeRolls
      : { rolls: order.orderedRolls ?? 0, reason: remainingDemand.reason }
    const isComplete =
      remainingDemand.ok && remainingDemand.widths.length === 0 && unplannedRolls?.reason !== 'rollsMade'
    if (isComplete && !input.workOrderIds?.length) continue
    orders.push(order)
    if (unplannedRolls) unplanned.push({ workOrderId: order.id, ...unplannedRolls })
    if (!remainingDemand.ok) continue
    // An order without a due date counts as due in a year.
    const dueAt = calculateDueEnd(order.dueOn, calendar) ?? ctx.now.getTime() + YEAR_MS
    for (const { width, rolls } of remainingDemand.widths)
      openOrders.push({
        id: buildPlanOrderId(order.id, width),
        product: order.productId,
        width,
        length: remainingDemand.length,
        rolls,
        dueAt,
        priority: order.priority ?? 'normal',
      })
  }
  return { orders, openOrders, unplanned }
}
/** Moves the most important orders to the front, so that the limit of orders leaves out none of them. */
const sortOrdersByPriority = (orders: readonly OrderRow[]): OrderRow[] => {
  const getRank = ({ priority }: OrderRow) => findLowestPriorityRank([{ priority: priority ?? 'normal' }])
  return orders.toSorted((a, b) => getRank(a) - getRank(b))
}
async function loadCandidateOrders(ctx: Context, ids: CutPlanInput['workOrderIds']): Promise<OrderRow[]> {
  if (ids?.length) {
    await assertRowsExist(ctx, 'workOrder', ids, 'workOrderIds')
    const [settledOrder] = await ctx.rows.find(workOrder, { where: { id: ids, state: settledOrderStates }, limit: 1 })
    if (settledOrder)
      throw refuse('cutPlans:refusals.orderSettled', {
        number: settledOrder.number,
        state: ctx.t(`orders:workOrder.options.state.${settledOrder.state}`),
      })
    return listUnsettledOrders(ctx, { ids, productIds: [], limit: MAX_ORDERS })
  }
  const productsOnHand = await ctx.query(
    sql`select distinct ${columns(jumboRoll, ['productId'])} from jumbo_roll
      where site_id = ${ctx.site} and state in (${options(jumboRoll.fields.state, ...cuttableJumboStates)})`,
  )
  return listUnsettledOrders(ctx, {
    productIds: productsOnHand.map(({ productId }) => productId),
    limit: MAX_CANDIDATE_ORDERS,
  })
}
function groupRollsByOrder(
  rolls: Awaited<ReturnType<typeof countGoodRollsByWidth>>,
): ReadonlyMap<string, RollsByWidth> {
  const rollsByOrder = new Map<string, Map<number, number>>()
  for (const { orderId, widthMm, rolls: rollCount } of rolls)
    rollsByOrder.set(orderId, (rollsByOrder.get(orderId) ?? new Map<number, number>()).set(widthMm, rollCount))
  return rollsByOrder
}

export interface PlannableJumbos {
  readonly freeJumbos: readonly JumboRollRow[]
  /** Jumbos that are queued at another slitter. */
  readonly promisedJumbos: readonly { readonly jumbo: JumboRollRow; readonly slitterId: string }[]
  /** Jumbos of the orders without good metres that could be planned. */
  readonly leftOutJumbos: CutPlanAnswer['leftOutJumbos']
}
/**
 * Loads the jumbos that may be planned. `leftM` of a free jumbo excludes the metres that queued cuts need. A jumbo
 * queued at another slitter is promised to that slitter. Held jumbos are omitted; jumbos without good metres are
 * reported as left out.
 * @throws 4006 for an unknown requested jumbo, 6000 for one that cannot be cut
 */
export async function loadPlannableJumbos(
  ctx: Context,
  input: CutPlanInput,
  orders: readonly OrderRow[],
  currentCuts: CurrentCuts,
): Promise<PlannableJumbos> {
  const products = [...new Set(orders.map((order) => order.productId))]
  const { jumboRollIds: ids, slitterId } = input
  if (ids?.length) await assertJumbosCuttable(ctx, ids)
  const where = { state: cuttableJumboStates, productId: products, ...(ids?.length ? { id: ids } : {}) }
  const jumboRows = products.length
    ? await ctx.rows.find(jumboRoll, { where, orderBy: 'startedAt', limit: MAX_JUMBOS })
    : []
  const cutsAhead = getCutsAhead(currentCuts, input)
  const slitterByPromisedJumbo = new Map(
    cutsAhead.filter((cut) => cut.slitterId !== slitterId).map((cut) => [cut.jumboId, cut.slitterId]),
  )
  const releasedJumbos = jumboRows.filter((jumbo) => !isHeld(jumbo.holds))
  const unpromisedJumbos = releasedJumbos
    .filter((jumbo) => !slitterByPromisedJumbo.has(jumbo.id))
    .map((jumbo) => ({
      ...jumbo,
      leftM: roundToDecimetre(getUncutLength(jumbo) - sumMetres(cutsAhead.filter((cut) => cut.jumboId === jumbo.id))),
    }))
  return {
    freeJumbos: unpromisedJumbos.filter((jumbo) => getBestGradeLeft(jumbo) === 'good'),
    promisedJumbos: releasedJumbos.flatMap((jumbo) =>
      slitterByPromisedJumbo.has(jumbo.id) && getBestGradeLeft(jumbo) === 'good'
        ? [{ jumbo, slitterId: slitterByPromisedJumbo.get(jumbo.id)! }]
        : [],
    ),
    leftOutJumbos: unpromisedJumbos.flatMap((jumbo) => {
      const reason = getBestGradeLeft(jumbo)
      return reason === 'good' ? [] : [{ jumboRollId: jumbo.id, jumbo: jumbo.number ?? '', leftM: jumbo.leftM, reason }]
    }),
  }
}
/**
 * Returns the best grade of the uncut metres, which end at the core: metre 0 is the first metre wound onto the jumbo.
 */
const getBestGradeLeft = (jumbo: JumboRollRow): Grade => determineBestGrade(jumbo.downgrades, getUncutLength(jumbo))
/** Asserts that jumbos can be cut. @throws 4006 for an unknown jumbo, 6000 with the state of one that cannot be cut */
async function assertJumbosCuttable(ctx: Context, ids: readonly string[]): Promise<void> {
  await assertRowsExist(ctx, 'jumboRoll', ids, 'jumboRollIds')
  const jumboRows = await ctx.rows.find(jumboRoll, { where: { id: ids }, limit: MAX_JUMBOS })
  const uncuttableJumbo = jumboRows.find((jumbo) => !isCuttable(jumbo.state))
  if (uncuttableJumbo) throw buildNotPlannableRefusal(ctx, uncuttableJumbo)
}
/** Builds the refusal to plan a jumbo that cannot be cut in its state. */
export const buildNotPlannableRefusal = (ctx: Context, jumbo: Pick<JumboRollRow, 'number' | 'state'>): Refusal =>
  refuse('cutPlans:refusals.planned', {
    number: jumbo.number ?? '',
    state: ctx.t(`rolls:jumboRoll.options.state.${jumbo.state}`),
  })
/** Returns the metres of a jumbo that are not cut yet. */
export const getUncutLength = (jumbo: Pick<JumboRollRow, 'leftM' | 'lengthM'>): number =>
  jumbo.leftM ?? jumbo.lengthM ?? 0
const sumMetres = (cuts: CurrentCuts['waiting']): number => cuts.reduce((sum, { metres }) => sum + metres, 0)

/** Counts the promised jumbos by slitter, most first. */
export function countPromisedBySlitter(promisedJumbos: PlannableJumbos['promisedJumbos']) {
  const counts = new Map<string, number>()
  for (const { slitterId } of promisedJumbos) counts.set(slitterId, (counts.get(slitterId) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1]).map(([slitterId, jumbos]) => ({ slitterId, jumbos }))
}
