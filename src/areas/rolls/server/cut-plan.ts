import { errno, Refusal, refuse, refuseInput } from '@/contract/errno'
import type { InOf, OutOf } from '@/contract/endpoint'
import { calledIn } from '@/contract/language'
import { line } from '@/plant/contract/line'
import { unsettledOrders } from '@/areas/orders/server/queries/orders'
import type { Context } from '@/server/context'
import { oneOf } from '@/server/crud/sql'
import { saidNumbers } from '@/server/said-numbers'
import { calendarOf, mustKnow } from '@/plant/server/plant'
import { jumboRoll } from '../contract/jumbo-roll'
import { cutOrder } from '../contract/slitting'
import type { applyCuts, proposeCuts, RefusedCuts } from '../contract/cut-plan-calls'
import { dueEnd } from '@/areas/orders/rules/progress'
import { slittingPatternText } from '@/areas/orders/rules/slitting-pattern'
import { trimBeside } from '../rules/cut-plan/by-hand'
import { demandOf } from '../rules/cut-plan/demand'
import { metresOf } from '../rules/cut-plan/metres'
import { lanesByOrder } from '../rules/cut-plan/lane-orders'
import type { Cut, CutPlan, OpenOrder } from '../rules/cut-plan/orders'
import { isHeld } from '../rules/hold'
import { cuttable, isCuttable } from '../rules/jumbo-roll'
import { notGoods } from '../rules/slit-roll'
import { planInWorker } from './cut-plan-run'
import { limitsOf } from './queries/slitters'
import { lockOrders, mustBeCuttable, mustFit, ordered, type Jumbo, type Order } from './slit-scope'

const MOST_ORDERS = 60
const MOST_JUMBOS = 500
const MOST_WAITING = 2000
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
  const jumbos = await uncutJumbos(ctx, input, orders)
  const { plan, byHand, milliseconds, method, finished } = await planInWorker({
    orders: open,
    jumbos: jumbos.map((j) => ({
      id: j.id,
      product: j.productId,
      width: j.widthMm ?? 0,
      length: j.leftM ?? j.lengthM ?? 0,
    })),
    slitter: { ...limits, minWidth: limits.minWidthMm, minTrim: limits.minTrimMm },
    startsAt: ctx.now.getTime(),
  })
  const beside = trimBeside(
    byHand,
    plan.unplanned.reduce((sum, { rolls }) => sum + rolls, 0),
  )
  return {
    orders: orders.length,
    jumbos: jumbos.length,
    milliseconds,
    trimPercent: percent(plan.trimPercent),
    boundPercent: percent(plan.boundPercent),
    gapPercent: percent(Math.max(0, plan.trimPercent - plan.boundPercent)),
    withinPercent: percent(overLeast(plan.trimPercent, plan.boundPercent)),
    method,
    finished,
    firstFitPercent: beside === null ? null : percent(beside),
    firstFitUncut: byHand.uncutRolls,
    cuts: plan.cuts.flatMap((cut) =>
      cutLines(
        cut,
        jumbos.find((j) => j.id === cut.jumboId)!,
      ),
    ),
    unplanned: [
      ...unplanned,
      ...plan.unplanned.map((u) => ({ workOrderId: orderOf(u.orderId), rolls: u.rolls, reason: u.reason })),
    ],
    late: plan.late.map(lateLine),
    numbers: orders.map((o) => ({ id: o.id, label: o.number, widthMm: o.widthMm, rolls: o.orderedRolls })),
  }
}
const percent = (value: number): number => Math.round(value * 1000) / 1000
/** Percent of area that a plan takes more than the least there could be, from what each of them trims. */
const overLeast = (trim: number, least: number): number => Math.max(0, ((100 - least) / (100 - trim) - 1) * 100)
const momentOf = (ms: number): string => new Date(ms).toISOString()
const lateLine = ({ orderId, endsAt, dueAt }: CutPlan['late'][number]): Answer['late'][number] => ({
  workOrderId: orderOf(orderId),
  endsAt: momentOf(endsAt),
  dueAt: momentOf(dueAt),
})

/** A cut as the queue will hold it, each lane for its order; uneven ones in parts, each with its share of the time. */
function cutLines(cut: Cut, jumbo: Jumbo): Answer['cuts'] {
  let done = 0
  return lanesByOrder(cut).map(({ sets, lanes }) => {
    const at = (n: number) => momentOf(cut.startsAt + ((cut.endsAt - cut.startsAt) * n) / cut.sets)
    const line = {
      jumboRollId: jumbo.id,
      jumbo: jumbo.number ?? '',
      widthMm: jumbo.widthMm ?? 0,
      leftM: jumbo.leftM ?? jumbo.lengthM ?? 0,
      sets,
      lengthM: cut.length,
      lanes: lanes.map(({ width, count, orderId }) => ({ width, count, workOrderId: orderOf(orderId) })),
      slittingPattern: slittingPatternText(cut.lanes),
      trimMm: cut.trim,
      startsAt: at(done),
      endsAt: at(done + sets),
    }
    done += sets
    return line
  })
}

/** The orders asked for, else those that are due first of all whose books are open. */
async function openOrders(ctx: Context, ids: readonly string[] | null | undefined): Promise<Order[]> {
  if (ids?.length) {
    await mustKnow(ctx, 'workOrder', ids, 'workOrderIds')
    return unsettledOrders(ctx, { ids, productIds: [], limit: MOST_ORDERS })
  }
  const onHand = await ctx.query<{ id: string }>(
    `select distinct product_id as id from jumbo_roll where site_id = $1 and state in (${oneOf(cuttable)})`,
    [ctx.site],
  )
  return unsettledOrders(ctx, { productIds: onHand.map(({ id }) => id), limit: MOST_ORDERS })
}
/** What the orders still want, less the rolls that are cut already. */
async function demands(
  ctx: Context,
  orders: readonly Order[],
): Promise<{ open: OpenOrder[]; unplanned: Answer['unplanned'] }> {
  const made = orders.length
    ? await ctx.query<{ order: string; width: number; rolls: number }>(
        `select work_order_id as "order", width_mm as width, count(*)::int as rolls from slit_roll
     where site_id = $1 and work_order_id = any($2) and state not in (${oneOf(notGoods)}) and grade <> 'waste' group by 1, 2`,
        [ctx.site, orders.map((o) => o.id)],
      )
    : []
  const calendar = await calendarOf(ctx)
  const open: OpenOrder[] = []
  const unplanned: Answer['unplanned'] = []
  for (const order of orders) {
    const demand = demandOf(order, new Map(made.filter((m) => m.order === order.id).map((m) => [m.width, m.rolls])))
    if (!demand.ok) {
      unplanned.push({ workOrderId: order.id, rolls: order.orderedRolls ?? 0, reason: demand.reason })
      continue
    }
    const dueAt = dueEnd(order.dueOn, calendar) ?? ctx.now.getTime() + YEAR
    for (const { width, rolls } of demand.widths)
      open.push({ id: keyOf(order.id, width), product: order.productId, width, length: demand.length, rolls, dueAt })
  }
  return { open, unplanned }
}
/** Those that may be planned: what waits at another slitter is promised there, what is held is not cut. */
async function uncutJumbos(
  ctx: Context,
  { jumboRollIds: ids, slitterId }: InOf<typeof proposeCuts>,
  orders: readonly Order[],
): Promise<Jumbo[]> {
  const products = [...new Set(orders.map((o) => o.productId))]
  const where = { state: cuttable, productId: products, ...(ids?.length ? { id: ids } : {}) }
  const found = products.length
    ? await ctx.rows.find(jumboRoll, { where, orderBy: 'startedAt', limit: MOST_JUMBOS })
    : []
  const waiting = found.length
    ? await ctx.rows.find(cutOrder, {
        where: { jumboRollId: found.map((j) => j.id), cuttingId: null },
        limit: MOST_WAITING,
      })
    : []
  const promised = new Set(waiting.filter((w) => w.slitterId !== slitterId).map((w) => w.jumboRollId))
  return found.filter((j) => !promised.has(j.id) && !isHeld(j.holds))
}

/**
 * POST /rolls/cut_plan_apply. What a person changed is checked again: lanes that do not fit and metres that a jumbo does
 * not have never come into the queue. Planners of one jumbo come one after the other, as its row is locked.
 * @throws what is wrong with one cut, and all the others of the plan that cannot be cut, each with why: `RefusedCuts`
 */
export async function apply(ctx: Context, input: InOf<typeof applyCuts>): Promise<OutOf<typeof applyCuts>> {
  const limits = await limitsOf(ctx, input.slitterId)
  const place = await ctx.rows.get(line, input.slitterId)
  if (place.kind !== 'slitting')
    throw refuse('rolls:refusals.notASlitter', { line: calledIn(line, place, ctx.language) })
  const zero = input.cuts.findIndex((c) => c.lengthM <= 0)
  if (zero >= 0) throw refuseInput([{ path: ['cuts', zero, 'lengthM'], code: 'tooSmall', params: { limit: 1 } }])
  const jumbos = await plannedJumbos(ctx, input.cuts)
  const orders = await lockOrders(ctx, [
    ...input.cuts.flatMap((c) => c.lanes.map((l) => l.workOrderId)),
    ...[...jumbos.values()].map((j) => j.workOrderId),
  ])
  for (const id of [...jumbos.keys()].sort()) jumbos.set(id, await ctx.rows.lock(jumboRoll, id))
  const waiting = await ctx.rows.find(cutOrder, {
    where: { slitterId: input.slitterId, cuttingId: null },
    orderBy: 'sequence',
    lock: true,
  })
  if (input.replace) for (const row of waiting) await ctx.rows.remove(cutOrder, row.id)
  const first = input.replace ? 1 : Math.max(0, ...waiting.map((w) => w.sequence)) + 1
  const short = await withoutMetres(ctx, input.cuts, jumbos)
  const planned = input.cuts.map(({ jumboRollId, lanes }) => {
    const jumbo = jumbos.get(jumboRollId)!
    return { jumbo, lanes: ordered(lanes, jumbo) }
  })
  const refused = planned.flatMap(({ jumbo, lanes }, at) => {
    const why = refusalOf(() => {
      if (!isCuttable(jumbo.state))
        throw refuse('rolls:refusals.planned', {
          number: jumbo.number ?? '',
          state: ctx.t(`rolls:jumboRoll.options.state.${jumbo.state}`),
        })
      const tooShort = short.get(jumbo.id)
      if (tooShort) throw tooShort
      mustFit(lanes, jumbo, limits)
      mustBeCuttable(jumbo, orders, lanes, ctx.now.toISOString())
    })
    return why ? [{ at, why }] : []
  })
  const [worst] = refused
  if (worst)
    throw new Refusal(worst.why.errno, worst.why.key, {
      params: worst.why.params,
      data: {
        refusedCuts: refused.map(({ at, why }) => ({ at, why: ctx.t(why.key, saidNumbers(why.params)) })),
      } satisfies RefusedCuts,
    })
  const made: OutOf<typeof applyCuts> = []
  for (const [i, cut] of input.cuts.entries()) {
    const { jumbo, lanes } = planned[i]!
    made.push(
      await ctx.rows.insert(cutOrder, {
        slitterId: input.slitterId,
        workOrderId: lanes[0]!.workOrderId!,
        sequence: first + i,
        jumboRollId: jumbo.id,
        slittingPattern: slittingPatternText(lanes),
        lanes,
        lengthM: cut.lengthM,
        sets: cut.sets,
      }),
    )
  }
  return made
}
/** What a check says against something; null where it says nothing. */
function refusalOf(check: () => void): Refusal | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof Refusal && error.errno === errno.message) return error
    throw error
  }
}
/** @throws 4006 for a jumbo that is not there */
async function plannedJumbos(ctx: Context, cuts: readonly { jumboRollId: string }[]): Promise<Map<string, Jumbo>> {
  const ids = [...new Set(cuts.map((c) => c.jumboRollId))]
  const found = await ctx.rows.find(jumboRoll, { where: { id: ids }, limit: ids.length })
  const missing = cuts.findIndex((c) => !found.some((j) => j.id === c.jumboRollId))
  if (missing >= 0) throw refuseInput([{ path: ['cuts', missing, 'jumboRollId'], code: 'unknownId' }])
  return new Map(found.map((j) => [j.id, j]))
}
/** Jumbos that have not the metres that this plan takes and what waits already, at any slitter; each with its refusal. */
async function withoutMetres(
  ctx: Context,
  cuts: InOf<typeof applyCuts>['cuts'],
  jumbos: ReadonlyMap<string, Jumbo>,
): Promise<ReadonlyMap<string, Refusal>> {
  const waiting = await ctx.rows.find(cutOrder, {
    where: { jumboRollId: [...jumbos.keys()], cuttingId: null },
    limit: MOST_WAITING,
  })
  return new Map(
    [...jumbos.values()].flatMap((jumbo) => {
      const wanted = metresOf([...cuts, ...waiting].filter((c) => c.jumboRollId === jumbo.id))
      const left = jumbo.leftM ?? jumbo.lengthM ?? 0
      return wanted > left
        ? [[jumbo.id, refuse('rolls:refusals.notEnoughLeft', { number: jumbo.number ?? '', left, wanted })] as const]
        : []
    }),
  )
}
