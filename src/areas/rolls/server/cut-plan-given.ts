/** What a cut plan is made from: what orders still want, jumbos that may be cut, and what stands before it at its slitter. */
import { loadPlantCalendar, assertRowsExist, findRowName, loadPlantSettings } from '@/plant/server/plant'
import { dueEnd } from '@/areas/orders/rules/progress'
import { parseSlittingPattern } from '@/areas/orders/rules/slitting-pattern'
import { stillWanted, type ByWidth } from '@/areas/orders/rules/still-wanted'
import { unsettledOrders } from '@/areas/orders/server/queries/orders'
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
/** Orders that are looked at for those that still want something. */
const MOST_LOOKED_AT = 500
const MOST_JUMBOS = 500
export const MOST_WAITING = 2000
const YEAR = 365 * 86_400_000
type Input = EndpointInput<typeof proposeCuts>
type Answer = EndpointOutput<typeof proposeCuts>
type Line = Row<typeof cutOrder>
/** Orders of the rules are widths of orders here: `<order> <width>`. */
const keyOf = (orderId: string, width: number) => `${orderId} ${width}`
export const orderOf = (key: string) => key.split(' ')[0]!

/** The cuts under way, and those that wait, at all slitters. */
export interface Slitting {
  readonly running: readonly Ahead[]
  readonly waiting: readonly (Ahead & { readonly metres: number })[]
}
export async function slittingNow(ctx: Context): Promise<Slitting> {
  const open = await ctx.rows.find(cutting, { where: { state: 'open' }, limit: MOST_WAITING })
  const queued = await ctx.rows.find(cutOrder, { where: { cuttingId: null }, orderBy: 'sequence', limit: MOST_WAITING })
  const ids = [...open, ...queued].flatMap(({ jumboRollId }) => jumboRollId ?? [])
  const found = ids.length ? await ctx.rows.find(jumboRoll, { where: { id: ids }, limit: ids.length }) : []
  const jumbos = new Map(found.map((j) => [j.id, j]))
  // Of a jumbo that left the hall meanwhile nothing will come, whatever still waits for it.
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
/** A line that a person wrote may say neither metres nor sets: it promises no rolls that could be counted. */
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
/** What a plan for a slitter leaves standing: all that is cut, and what waits, but for its own queue where it takes that one's place. */
const leftStanding = ({ waiting }: Slitting, { slitterId, replace }: Input): Slitting['waiting'] =>
  waiting.filter((w) => !replace || w.slitterId !== slitterId)
/** When the slitter is done with what stands before a plan. */
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
/** What the orders asked for still want, else those due first of all whose books are open and that want anything. */
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
    const wanted = stillWanted(order, standing, orderTolerance)
    const left = wanted.ok ? wanted.left : { rolls: order.orderedRolls ?? 0, reason: wanted.reason }
    const isDone = wanted.ok && wanted.widths.length === 0 && left?.reason !== 'rollsMade'
    if (isDone && !input.workOrderIds?.length) continue
    orders.push(order)
    if (left) unplanned.push({ workOrderId: order.id, ...left })
    if (!wanted.ok) continue
    const dueAt = dueEnd(order.dueOn, calendar) ?? ctx.now.getTime() + YEAR
    for (const { width, rolls } of wanted.widths)
      open.push({ id: keyOf(order.id, width), product: order.productId, width, length: wanted.length, rolls, dueAt })
  }
  return { orders, open, unplanned }
}
async function ordersLookedAt(ctx: Context, ids: Input['workOrderIds']): Promise<Order[]> {
  if (ids?.length) {
    await assertRowsExist(ctx, 'workOrder', ids, 'workOrderIds')
    return unsettledOrders(ctx, { ids, productIds: [], limit: MOST_ORDERS })
  }
  const onHand = await ctx.query<{ id: string }>(
    `select distinct product_id as id from jumbo_roll where site_id = $1 and state in (${toSqlLiterals(cuttable)})`,
    [ctx.site],
  )
  return unsettledOrders(ctx, { productIds: onHand.map(({ id }) => id), limit: MOST_LOOKED_AT })
}
function byOrder(rolls: Awaited<ReturnType<typeof goodByWidth>>): ReadonlyMap<string, ByWidth> {
  const orders = new Map<string, Map<number, number>>()
  for (const { orderId, widthMm, rolls: n } of rolls)
    orders.set(orderId, (orders.get(orderId) ?? new Map<number, number>()).set(widthMm, n))
  return orders
}

export interface Jumbos {
  readonly free: readonly Jumbo[]
  /** What waits at another slitter. */
  readonly promised: readonly { readonly jumbo: Jumbo; readonly slitterId: string }[]
}
/**
 * Those that may be planned, with the metres that nobody waits for: what waits at another slitter is promised there, what is
 * held is not cut.
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
export const leftOf = (jumbo: Pick<Jumbo, 'leftM' | 'lengthM'>): number => jumbo.leftM ?? jumbo.lengthM ?? 0
const sumOf = (waiting: Slitting['waiting']): number => waiting.reduce((sum, { metres }) => sum + metres, 0)

/** How many jumbos are promised to which slitters, the most first. */
export async function promisedTo(ctx: Context, promised: Jumbos['promised']): Promise<Answer['promised']> {
  const counts = new Map<string, number>()
  for (const { slitterId } of promised) counts.set(slitterId, (counts.get(slitterId) ?? 0) + 1)
  return Promise.all(
    [...counts]
      .sort((a, b) => b[1] - a[1])
      .map(async ([slitterId, jumbos]) => ({ slitterId, slitter: await findRowName(ctx, 'line', slitterId), jumbos })),
  )
}
