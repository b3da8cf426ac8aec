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
import type { proposeCuts } from '../contract/cut-plan-calls'
import { jumboRoll } from '../contract/jumbo-roll'
import { cutOrder, cutting } from '../contract/slitting'
import { metresOf } from '../rules/cut-plan/metres'
import type { OpenOrder, Slitter } from '../rules/cut-plan/orders'
import { comingRolls, queueEnds, setsToCome, type Ahead } from '../rules/cut-plan/queue'
import { isHeld } from '../rules/hold'
import { cuttable, isInHall } from '../rules/jumbo-roll'
import { goodByWidth } from './order-output'
import type { Cutting, Jumbo, Order } from './slit-scope'

const MOST_ORDERS = 60
/** Number of orders examined for open demand. */
const MOST_LOOKED_AT = 500
const MOST_JUMBOS = 500
export const MOST_WAITING = 2000
const YEAR = 365 * 86_400_000
type Input = EndpointInput<typeof proposeCuts>
type Answer = EndpointOutput<typeof proposeCuts>
type Line = Row<typeof cutOrder>
/** Builds the order id of the planning rules: one per order and width, `<order> <width>`. */
const keyOf = (orderId: string, width: number) => `${orderId} ${width}`
/** Returns the work order id of a planning order id. */
export const orderOf = (key: string) => key.split(' ')[0]!

/** Running and queued cuts of all slitters. */
export interface Slitting {
  readonly running: readonly Ahead[]
  readonly waiting: readonly (Ahead & { readonly metres: number })[]
}
/** Loads the running and queued cuts of all slitters. */
export async function slittingNow(ctx: Context): Promise<Slitting> {
  const open = await ctx.rows.find(cutting, { where: { state: 'open' }, limit: MOST_WAITING })
  const queued = await ctx.rows.find(cutOrder, { where: { cuttingId: null }, orderBy: 'sequence', limit: MOST_WAITING })
  const ids = [...open, ...queued].flatMap(({ jumboRollId }) => jumboRollId ?? [])
  const found = ids.length ? await ctx.rows.find(jumboRoll, { where: { id: ids }, limit: ids.length }) : []
  const jumbos = new Map(found.map((j) => [j.id, j]))
  // Drop queue lines of jumbos that have left the hall.
  const lines = queued.filter((l) => !l.jumboRollId || isInHall(jumbos.get(l.jumboRollId)!.state))
  const taken = open.length
    ? await ctx.rows.find(cutOrder, { where: { cuttingId: open.map((c) => c.id) }, limit: MOST_WAITING })
    : []
  return {
    running: open.map((c) =>
      asRunning(
        c,
        jumbos.get(c.jumboRollId)!,
        taken.find((l) => l.cuttingId === c.id) ?? null,
        lines.filter((l) => l.jumboRollId === c.jumboRollId),
      ),
    ),
    waiting: lines.map(asWaiting),
  }
}
function asRunning(run: Cutting, jumbo: Jumbo, line: Line | null, waiting: readonly Line[]): Ahead {
  return {
    slitterId: run.slitterId,
    jumboId: jumbo.id,
    sets: setsToCome(run, { leftM: jumbo.leftM ?? jumbo.lengthM ?? 0 }, line, waiting),
    length: run.lengthM ?? 0,
    lanes: run.lanes.map((l) => ({ ...l, orderId: l.workOrderId ?? jumbo.workOrderId })),
  }
}
/** Converts a queue line to a cut. A line entered by hand may lack metres and sets; it then promises no countable rolls. */
function asWaiting(line: Line): Slitting['waiting'][number] {
  const own = line.workOrderId
  return {
    slitterId: line.slitterId,
    jumboId: line.jumboRollId,
    sets: line.lengthM ? (line.sets ?? 1) : 0,
    length: line.lengthM ?? 0,
    lanes:
      line.lanes.length > 0
        ? line.lanes.map(({ width, count, workOrderId }) => ({ width, count, orderId: workOrderId ?? own }))
        : (parseSlittingPattern(line.slittingPattern ?? '') ?? []).map((lane) => ({ ...lane, orderId: own })),
    metres: metresOf([line]),
  }
}
/** Returns the queued cuts that a plan leaves in place: all, except its own slitter's queue if it replaces that. */
const leftStanding = ({ waiting }: Slitting, { slitterId, replace }: Input): Slitting['waiting'] =>
  waiting.filter((w) => !replace || w.slitterId !== slitterId)
/** Returns when the slitter has finished the cuts ahead of a plan, in ms since 1970. */
export const planBegins = (ctx: Context, now: Slitting, input: Input, slitter: Slitter): number =>
  queueEnds(
    ctx.now.getTime(),
    now.running.find((r) => r.slitterId === input.slitterId) ?? null,
    leftStanding(now, input).filter((w) => w.slitterId === input.slitterId),
    slitter,
  )

export interface Demand {
  readonly orders: readonly Order[]
  readonly open: readonly OpenOrder[]
  readonly unplanned: Answer['unplanned']
}
/** Loads the open demand of the requested orders, or else of the unsettled orders that are due first. */
export async function demand(ctx: Context, input: Input, now: Slitting): Promise<Demand> {
  const found = await ordersLookedAt(ctx, input.workOrderIds)
  const good = byOrder(await goodByWidth(ctx, { orderIds: found.map((o) => o.id) }))
  const coming = comingRolls([...now.running, ...leftStanding(now, input)])
  const { orderTolerance } = await loadPlantSettings(ctx)
  const calendar = await loadPlantCalendar(ctx)
  const orders: Order[] = []
  const open: OpenOrder[] = []
  const unplanned: Answer['unplanned'] = []
  for (const order of found) {
    if (orders.length === MOST_ORDERS) break
    const standing = {
      goodKg: order.goodKg,
      goodRolls: order.goodRolls,
      good: good.get(order.id) ?? new Map(),
      coming: coming.get(order.id) ?? new Map(),
    }
    const wanted = calculateRemainingRolls(order, standing, orderTolerance)
    const left = wanted.ok ? wanted.left : { rolls: order.orderedRolls ?? 0, reason: wanted.reason }
    const isDone = wanted.ok && wanted.widths.length === 0 && left?.reason !== 'rollsMade'
    if (isDone && !input.workOrderIds?.length) continue
    orders.push(order)
    if (left) unplanned.push({ workOrderId: order.id, ...left })
    if (!wanted.ok) continue
    const dueAt = calculateDueEnd(order.dueOn, calendar) ?? ctx.now.getTime() + YEAR
    for (const { width, rolls } of wanted.widths)
      open.push({ id: keyOf(order.id, width), product: order.productId, width, length: wanted.length, rolls, dueAt })
  }
  return { orders, open, unplanned }
}
async function ordersLookedAt(ctx: Context, ids: Input['workOrderIds']): Promise<Order[]> {
  if (ids?.length) {
    await assertRowsExist(ctx, 'workOrder', ids, 'workOrderIds')
    return listUnsettledOrders(ctx, { ids, productIds: [], limit: MOST_ORDERS })
  }
  const onHand = await ctx.query<{ id: string }>(
    `select distinct product_id as id from jumbo_roll where site_id = $1 and state in (${toSqlLiterals(cuttable)})`,
    [ctx.site],
  )
  return listUnsettledOrders(ctx, { productIds: onHand.map(({ id }) => id), limit: MOST_LOOKED_AT })
}
function byOrder(rolls: Awaited<ReturnType<typeof goodByWidth>>): ReadonlyMap<string, RollsByWidth> {
  const orders = new Map<string, Map<number, number>>()
  for (const { orderId, widthMm, rolls: n } of rolls)
    orders.set(orderId, (orders.get(orderId) ?? new Map<number, number>()).set(widthMm, n))
  return orders
}

export interface Jumbos {
  readonly free: readonly Jumbo[]
  /** Jumbos that are queued at another slitter. */
  readonly promised: readonly { readonly jumbo: Jumbo; readonly slitterId: string }[]
}
/**
 * Loads the jumbos that may be planned, with their unclaimed metres. Jumbos queued at another slitter are promised there; held
 * jumbos are left out.
 */
export async function uncutJumbos(
  ctx: Context,
  input: Input,
  orders: readonly Order[],
  now: Slitting,
): Promise<Jumbos> {
  const products = [...new Set(orders.map((o) => o.productId))]
  const { jumboRollIds: ids, slitterId } = input
  const where = { state: cuttable, productId: products, ...(ids?.length ? { id: ids } : {}) }
  const found = products.length
    ? await ctx.rows.find(jumboRoll, { where, orderBy: 'startedAt', limit: MOST_JUMBOS })
    : []
  const waiting = leftStanding(now, input)
  const elsewhere = new Map(waiting.filter((w) => w.slitterId !== slitterId).map((w) => [w.jumboId, w.slitterId]))
  const notHeld = found.filter((j) => !isHeld(j.holds))
  return {
    free: notHeld
      .filter((j) => !elsewhere.has(j.id))
      .map((j) => ({ ...j, leftM: leftOf(j) - sumOf(waiting.filter((w) => w.jumboId === j.id)) })),
    promised: notHeld.flatMap((jumbo) =>
      elsewhere.has(jumbo.id) ? [{ jumbo, slitterId: elsewhere.get(jumbo.id)! }] : [],
    ),
  }
}
/** Returns the metres of a jumbo that are not cut yet. */
export const leftOf = (jumbo: Pick<Jumbo, 'leftM' | 'lengthM'>): number => jumbo.leftM ?? jumbo.lengthM ?? 0
const sumOf = (waiting: Slitting['waiting']): number => waiting.reduce((sum, { metres }) => sum + metres, 0)

/** Counts the promised jumbos by slitter, most first. */
export async function promisedTo(ctx: Context, promised: Jumbos['promised']): Promise<Answer['promised']> {
  const counts = new Map<string, number>()
  for (const { slitterId } of promised) counts.set(slitterId, (counts.get(slitterId) ?? 0) + 1)
  return Promise.all(
    [...counts]
      .sort((a, b) => b[1] - a[1])
      .map(async ([slitterId, jumbos]) => ({ slitterId, slitter: await findRowName(ctx, 'line', slitterId), jumbos })),
  )
}
