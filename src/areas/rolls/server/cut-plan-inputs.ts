/** Inputs of a cut plan: open demand of the orders, available jumbos, and the cuts ahead of it at its slitter. */
import { loadPlantCalendar, assertRowsExist, findRowName, loadPlantSettings } from '@/plant/server/plant'
import { calculateDueEnd } from '@/areas/orders/rules/order-progress'
import { parseSlittingPattern } from '@/areas/orders/rules/slitting-pattern'
import { calculateRemainingRolls, type RollsByWidth } from '@/areas/orders/rules/remaining-rolls'
import { listUnsettledOrders } from '@/areas/orders/server/queries/orders'
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { toSqlLiterals } from '@/server/crud/statements'
import type { proposeCuts } from '../contract/cut-plan-endpoints'
import { jumboRoll } from '../contract/jumbo-roll'
import { cutOrder, cutting } from '../contract/slitting'
import { sumCutMetres } from '../rules/cut-plan/cut-metres'
import type { OpenOrder, SlitterSpec } from '../rules/cut-plan/cut-plan-types'
import { countQueuedRolls, estimateQueueEnd, countRemainingSets, type QueuedCut } from '../rules/cut-plan/queue'
import { isHeld } from '../rules/hold'
import { cuttableJumboStates, isInHall } from '../rules/jumbo-roll'
import { countGoodRollsByWidth } from './order-output'
import type { CuttingRunRow, JumboRollRow, LaneOrderRow } from './slit-scope'

const MAX_ORDERS = 60
/** Number of orders examined for open demand. */
const MAX_CANDIDATE_ORDERS = 500
const MAX_JUMBOS = 500
export const MAX_WAITING_CUTS = 2000
const YEAR_MS = 365 * 86_400_000
type Input = EndpointInput<typeof proposeCuts>
type Answer = EndpointOutput<typeof proposeCuts>
type QueueLine = Row<typeof cutOrder>
/** Builds the order id of the planning rules: one per order and width, `<order> <width>`. */
const buildOrderWidthKey = (orderId: string, width: number) => `${orderId} ${width}`
/** Returns the work order id of a planning order id. */
export const getKeyOrderId = (key: string) => key.split(' ')[0]!

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
  const jumboById = new Map(jumboRows.map((j) => [j.id, j]))
  // Drop queue lines of jumbos that have left the hall.
  const waitingLines = queuedLines.filter((l) => !l.jumboRollId || isInHall(jumboById.get(l.jumboRollId)!.state))
  const startedLines = openCuttings.length
    ? await ctx.rows.find(cutOrder, { where: { cuttingId: openCuttings.map((c) => c.id) }, limit: MAX_WAITING_CUTS })
    : []
  return {
    running: openCuttings.map((c) =>
      toRunningCut(
        c,
        jumboById.get(c.jumboRollId)!,
        startedLines.find((l) => l.cuttingId === c.id) ?? null,
        waitingLines.filter((l) => l.jumboRollId === c.jumboRollId),
      ),
    ),
    waiting: waitingLines.map(toWaitingCut),
  }
}
function toRunningCut(
  openCutting: CuttingRunRow,
  jumbo: JumboRollRow,
  line: QueueLine | null,
  waiting: readonly QueueLine[],
): QueuedCut {
  return {
    slitterId: openCutting.slitterId,
    jumboId: jumbo.id,
    sets: countRemainingSets(openCutting, { leftM: jumbo.leftM ?? jumbo.lengthM ?? 0 }, line, waiting),
    length: openCutting.lengthM ?? 0,
    lanes: openCutting.lanes.map((l) => ({ ...l, orderId: l.workOrderId ?? jumbo.workOrderId })),
  }
}
/** Converts a queue line to a cut. A line entered by hand may lack metres and sets; it then promises no countable rolls. */
function toWaitingCut(line: QueueLine): CurrentCuts['waiting'][number] {
  const lineOrderId = line.workOrderId
  return {
    slitterId: line.slitterId,
    jumboId: line.jumboRollId,
    sets: line.lengthM ? (line.sets ?? 1) : 0,
    length: line.lengthM ?? 0,
    lanes:
      line.lanes.length > 0
        ? line.lanes.map(({ width, count, workOrderId }) => ({ width, count, orderId: workOrderId ?? lineOrderId }))
        : (parseSlittingPattern(line.slittingPattern ?? '') ?? []).map((lane) => ({ ...lane, orderId: lineOrderId })),
    metres: sumCutMetres([line]),
  }
}
/** Returns the queued cuts that a plan leaves in place: all, except its own slitter's queue if it replaces that. */
const getCutsAhead = ({ waiting }: CurrentCuts, { slitterId, replace }: Input): CurrentCuts['waiting'] =>
  waiting.filter((w) => !replace || w.slitterId !== slitterId)
/** Returns when the slitter has finished the cuts ahead of a plan, in ms since 1970. */
export const calculatePlanStart = (
  ctx: Context,
  currentCuts: CurrentCuts,
  input: Input,
  slitter: SlitterSpec,
): number =>
  estimateQueueEnd(
    ctx.now.getTime(),
    currentCuts.running.find((r) => r.slitterId === input.slitterId) ?? null,
    getCutsAhead(currentCuts, input).filter((w) => w.slitterId === input.slitterId),
    slitter,
  )

export interface OrderDemand {
  readonly orders: readonly LaneOrderRow[]
  readonly openOrders: readonly OpenOrder[]
  readonly unplanned: Answer['unplanned']
}
/** Loads the open demand of the requested orders, or else of the unsettled orders that are due first. */
export async function loadOrderDemand(ctx: Context, input: Input, currentCuts: CurrentCuts): Promise<OrderDemand> {
  const candidates = await loadCandidateOrders(ctx, input.workOrderIds)
  const goodByOrder = groupRollsByOrder(await countGoodRollsByWidth(ctx, { orderIds: candidates.map((o) => o.id) }))
  const comingByOrder = countQueuedRolls([...currentCuts.running, ...getCutsAhead(currentCuts, input)])
  const { orderTolerance } = await loadPlantSettings(ctx)
  const calendar = await loadPlantCalendar(ctx)
  const orders: LaneOrderRow[] = []
  const openOrders: OpenOrder[] = []
  const unplanned: Answer['unplanned'] = []
  for (const order of candidates) {
    if (orders.length === MAX_ORDERS) break
    const progress = {
      goodKg: order.goodKg,
      goodRolls: order.goodRolls,
      good: goodByOrder.get(order.id) ?? new Map(),
      coming: comingByOrder.get(order.id) ?? new Map(),
    }
    const remaining = calculateRemainingRolls(order, progress, orderTolerance)
    const leftOut = remaining.ok ? remaining.left : { rolls: order.orderedRolls ?? 0, reason: remaining.reason }
    const isDone = remaining.ok && remaining.widths.length === 0 && leftOut?.reason !== 'rollsMade'
    if (isDone && !input.workOrderIds?.length) continue
    orders.push(order)
    if (leftOut) unplanned.push({ workOrderId: order.id, ...leftOut })
    if (!remaining.ok) continue
    const dueAt = calculateDueEnd(order.dueOn, calendar) ?? ctx.now.getTime() + YEAR_MS
    for (const { width, rolls } of remaining.widths)
      openOrders.push({
        id: buildOrderWidthKey(order.id, width),
        product: order.productId,
        width,
        length: remaining.length,
        rolls,
        dueAt,
      })
  }
  return { orders, openOrders, unplanned }
}
async function loadCandidateOrders(ctx: Context, ids: Input['workOrderIds']): Promise<LaneOrderRow[]> {
  if (ids?.length) {
    await assertRowsExist(ctx, 'workOrder', ids, 'workOrderIds')
    return listUnsettledOrders(ctx, { ids, productIds: [], limit: MAX_ORDERS })
  }
  const productsOnHand = await ctx.query<{ id: string }>(
    `select distinct product_id as id from jumbo_roll where site_id = $1 and state in (${toSqlLiterals(cuttableJumboStates)})`,
    [ctx.site],
  )
  return listUnsettledOrders(ctx, { productIds: productsOnHand.map(({ id }) => id), limit: MAX_CANDIDATE_ORDERS })
}
function groupRollsByOrder(
  rolls: Awaited<ReturnType<typeof countGoodRollsByWidth>>,
): ReadonlyMap<string, RollsByWidth> {
  const rollsByOrder = new Map<string, Map<number, number>>()
  for (const { orderId, widthMm, rolls: n } of rolls)
    rollsByOrder.set(orderId, (rollsByOrder.get(orderId) ?? new Map<number, number>()).set(widthMm, n))
  return rollsByOrder
}

export interface PlannableJumbos {
  readonly freeJumbos: readonly JumboRollRow[]
  /** Jumbos that are queued at another slitter. */
  readonly promisedJumbos: readonly { readonly jumbo: JumboRollRow; readonly slitterId: string }[]
}
/**
 * Loads the jumbos that may be planned, with their unclaimed metres. Jumbos queued at another slitter are promised there; held
 * jumbos are left out.
 */
export async function loadPlannableJumbos(
  ctx: Context,
  input: Input,
  orders: readonly LaneOrderRow[],
  currentCuts: CurrentCuts,
): Promise<PlannableJumbos> {
  const products = [...new Set(orders.map((o) => o.productId))]
  const { jumboRollIds: ids, slitterId } = input
  const where = { state: cuttableJumboStates, productId: products, ...(ids?.length ? { id: ids } : {}) }
  const jumboRows = products.length
    ? await ctx.rows.find(jumboRoll, { where, orderBy: 'startedAt', limit: MAX_JUMBOS })
    : []
  const cutsAhead = getCutsAhead(currentCuts, input)
  const slitterByPromisedJumbo = new Map(
    cutsAhead.filter((w) => w.slitterId !== slitterId).map((w) => [w.jumboId, w.slitterId]),
  )
  const releasedJumbos = jumboRows.filter((j) => !isHeld(j.holds))
  return {
    freeJumbos: releasedJumbos
      .filter((j) => !slitterByPromisedJumbo.has(j.id))
      .map((j) => ({ ...j, leftM: getUncutLength(j) - sumMetres(cutsAhead.filter((w) => w.jumboId === j.id)) })),
    promisedJumbos: releasedJumbos.flatMap((jumbo) =>
      slitterByPromisedJumbo.has(jumbo.id) ? [{ jumbo, slitterId: slitterByPromisedJumbo.get(jumbo.id)! }] : [],
    ),
  }
}
/** Returns the metres of a jumbo that are not cut yet. */
export const getUncutLength = (jumbo: Pick<JumboRollRow, 'leftM' | 'lengthM'>): number =>
  jumbo.leftM ?? jumbo.lengthM ?? 0
const sumMetres = (waiting: CurrentCuts['waiting']): number => waiting.reduce((sum, { metres }) => sum + metres, 0)

/** Counts the promised jumbos by slitter, most first. */
export async function countPromisedBySlitter(
  ctx: Context,
  promised: PlannableJumbos['promisedJumbos'],
): Promise<Answer['promised']> {
  const counts = new Map<string, number>()
  for (const { slitterId } of promised) counts.set(slitterId, (counts.get(slitterId) ?? 0) + 1)
  return Promise.all(
    [...counts]
      .sort((a, b) => b[1] - a[1])
      .map(async ([slitterId, jumbos]) => ({ slitterId, slitter: await findRowName(ctx, 'line', slitterId), jumbos })),
  )
}
