import { refuse } from '@/contract/errno'
import type { InOf, OutOf } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { addDays } from '@/areas/handover/rules/plant-time'
import { workOrder } from '@/areas/orders/contract/work-order'
import type { Context } from '@/server/context'
import { mustKnow, startOf } from '@/server/plant'
import { jumboRoll } from '../contract/jumbo-roll'
import { cutOrder } from '../contract/slitting'
import type { applyCuts, proposeCuts } from '../contract/slitting-calls'
import { collocationText } from '../rules/collocation'
import { demandOf } from '../rules/cut-plan/demand'
import { lanesByOrder } from '../rules/cut-plan/lane-orders'
import type { Cut, CutPlan, OpenOrder } from '../rules/cut-plan/orders'
import { planInWorker } from './cut-plan-run'
import { limitsOf, lockOrders, mustBeCuttable, mustFit, ordered, type Jumbo, type Order } from './slit-scope'

const MOST_ORDERS = 60
const MOST_JUMBOS = 500
const YEAR = 365 * 86_400_000
type Answer = OutOf<typeof proposeCuts>
/** Orders of the rules are widths of orders here: `<order> <width>`. */
const keyOf = (orderId: string, width: number) => `${orderId} ${width}`
const orderOf = (key: string) => key.split(' ')[0]!

/** POST /rolls/cut_plan */
export async function propose(ctx: Context, input: InOf<typeof proposeCuts>): Promise<Answer> {
  const limits = await limitsOf(ctx, input.slitterId)
  const orders = await openOrders(ctx, input.workOrderIds)
  const { open, unplanned } = await demands(ctx, orders)
  const jumbos = await uncutJumbos(ctx, input.jumboRollIds, orders)
  const { plan, byHand, milliseconds } = await planInWorker({
    orders: open,
    jumbos: jumbos.map((j) => ({ id: j.id, product: j.productId, width: j.widthMm ?? 0, length: j.leftM ?? j.lengthM ?? 0 })),
    slitter: { ...limits, minWidth: limits.minWidthMm, minTrim: limits.minTrimMm },
    startsAt: ctx.now.getTime(),
  })
  return {
    orders: orders.length, jumbos: jumbos.length, milliseconds,
    trimPercent: percent(plan.trimPercent), boundPercent: plan.boundPercent === null ? null : percent(plan.boundPercent),
    gapPercent: plan.boundPercent === null ? null : percent(Math.max(0, plan.trimPercent - plan.boundPercent)),
    firstFitPercent: byHand.trimPercent === null ? null : percent(byHand.trimPercent), firstFitUncut: byHand.uncutRolls,
    cuts: plan.cuts.flatMap((cut) => cutLines(cut, jumbos.find((j) => j.id === cut.jumboId)!)),
    unplanned: [...unplanned, ...plan.unplanned.map((u) => ({ workOrderId: orderOf(u.orderId), rolls: u.rolls, reason: u.reason }))],
    late: plan.late.map(lateLine),
    numbers: orders.map((o) => ({ id: o.id, label: o.number, widthMm: o.widthMm, rolls: o.orderedRolls })),
  }
}
const percent = (value: number): number => Math.round(value * 1000) / 1000
const momentOf = (ms: number): string => new Date(ms).toISOString()
const lateLine = ({ orderId, endsAt, dueAt }: CutPlan['late'][number]): Answer['late'][number] => ({ workOrderId: orderOf(orderId), endsAt: momentOf(endsAt), dueAt: momentOf(dueAt) })

/** A cut as the queue will hold it, each lane for its order; uneven ones in parts, each with its share of the time. */
function cutLines(cut: Cut, jumbo: Jumbo): Answer['cuts'] {
  let done = 0
  return lanesByOrder(cut).map(({ sets, lanes }) => {
    const at = (n: number) => momentOf(cut.startsAt + ((cut.endsAt - cut.startsAt) * n) / cut.sets)
    const line = {
      jumboRollId: jumbo.id, jumbo: jumbo.number ?? '', widthMm: jumbo.widthMm ?? 0, sets, lengthM: cut.length,
      lanes: lanes.map(({ width, count, orderId }) => ({ width, count, workOrderId: orderOf(orderId) })),
      collocation: collocationText(cut.lanes), trimMm: cut.trim, startsAt: at(done), endsAt: at(done + sets),
    }
    done += sets
    return line
  })
}

/** The orders asked for, else those that are due first of all whose books are open. */
async function openOrders(ctx: Context, ids: readonly string[] | null | undefined): Promise<Order[]> {
  if (ids?.length) await mustKnow(ctx, 'workOrder', ids, 'workOrderIds')
  const found = await ctx.query<{ id: string }>(
    `select id from work_order where site_id = $1 and state in ('planned', 'running', 'paused', 'finished') and ($2::uuid[] is null or id = any($2))
       and ($2::uuid[] is not null or product_id in (select product_id from jumbo_roll where site_id = $1 and state = 'uncut'))
     order by due_on nulls last, id limit ${MOST_ORDERS}`, [ctx.site, ids?.length ? ids : null])
  return found.length ? ctx.rows.find(workOrder, { where: { id: found.map((o) => o.id) } as never, orderBy: 'dueOn' }) : []
}
/** What the orders still want, less the rolls that are cut already. */
async function demands(ctx: Context, orders: readonly Order[]): Promise<{ open: OpenOrder[]; unplanned: Answer['unplanned'] }> {
  const made = orders.length ? await ctx.query<{ order: string; width: number; rolls: number }>(
    `select work_order_id as "order", width_mm as width, count(*)::int as rolls from slit_roll
     where site_id = $1 and work_order_id = any($2) and state not in ('undone', 'recycled') and grade <> 'waste' group by 1, 2`, [ctx.site, orders.map((o) => o.id)]) : []
  const open: OpenOrder[] = []
  const unplanned: Answer['unplanned'] = []
  for (const order of orders) {
    const demand = demandOf(order, new Map(made.filter((m) => m.order === order.id).map((m) => [m.width, m.rolls])))
    if (!demand.ok) { unplanned.push({ workOrderId: order.id, rolls: order.orderedRolls ?? 0, reason: demand.reason }); continue }
    const dueAt = order.dueOn ? Date.parse(startOf(ctx, addDays(order.dueOn, 1))) : ctx.now.getTime() + YEAR
    for (const { width, rolls } of demand.widths) open.push({ id: keyOf(order.id, width), product: order.productId, width, length: demand.length, rolls, dueAt })
  }
  return { open, unplanned }
}
function uncutJumbos(ctx: Context, ids: readonly string[] | null | undefined, orders: readonly Order[]): Promise<Jumbo[]> {
  const products = [...new Set(orders.map((o) => o.productId))]
  const where = { state: 'uncut', productId: products, ...(ids?.length ? { id: ids } : {}) } as Partial<Record<keyof Row<typeof jumboRoll>, unknown>>
  return products.length ? ctx.rows.find(jumboRoll, { where: where as never, orderBy: 'startedAt', limit: MOST_JUMBOS }) : Promise.resolve([])
}

/** POST /rolls/cut_plan_apply. What a person changed is checked again: lanes that do not fit never come into the queue. */
export async function apply(ctx: Context, input: InOf<typeof applyCuts>): Promise<OutOf<typeof applyCuts>> {
  const limits = await limitsOf(ctx, input.slitterId)
  const orders = await lockOrders(ctx, input.cuts.flatMap((c) => c.lanes.map((l) => l.workOrderId)))
  const waiting = await ctx.rows.find(cutOrder, { where: { slitterId: input.slitterId, cuttingId: null }, orderBy: 'sequence', lock: true })
  if (input.replace) for (const row of waiting) await ctx.rows.remove(cutOrder, row.id)
  const first = input.replace ? 1 : Math.max(0, ...waiting.map((w) => w.sequence)) + 1
  const made: OutOf<typeof applyCuts> = []
  for (const [i, cut] of input.cuts.entries()) {
    const jumbo = await ctx.rows.get(jumboRoll, cut.jumboRollId)
    if (jumbo.state !== 'uncut') throw refuse('rolls:refusals.planned', { number: jumbo.number ?? '', state: ctx.t(`rolls:jumboRoll.options.state.${jumbo.state}`) })
    const lanes = ordered(cut.lanes, jumbo)
    if (!orders.has(jumbo.workOrderId)) for (const [id, order] of await lockOrders(ctx, [jumbo.workOrderId])) orders.set(id, order)
    mustFit(lanes, jumbo, limits)
    mustBeCuttable(jumbo, orders, lanes)
    made.push(await ctx.rows.insert(cutOrder, {
      slitterId: input.slitterId, workOrderId: lanes[0]!.workOrderId!, sequence: first + i, jumboRollId: jumbo.id, collocation: collocationText(lanes), lanes, lengthM: cut.lengthM, sets: cut.sets,
    }))
  }
  return made
}
