import { errno, Refusal, refuse, refuseInput } from '@/contract/errno'
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { formatCodeAndName } from '@/contract/language'
import { line } from '@/plant/contract/line'
import type { Context } from '@/server/context'
import { formatNumbers } from '@/server/format-numbers'
import { jumboRoll } from '../contract/jumbo-roll'
import { cutOrder } from '../contract/slitting'
import type { applyCuts, proposeCuts, RefusedCuts } from '../contract/cut-plan-calls'
import { formatSlittingPattern } from '@/areas/orders/rules/slitting-pattern'
import { trimBeside } from '../rules/cut-plan/by-hand'
import { metresOf } from '../rules/cut-plan/metres'
import { lanesByOrder } from '../rules/cut-plan/lane-orders'
import type { Cut, CutPlan, Slitter } from '../rules/cut-plan/orders'
import { isCuttable } from '../rules/jumbo-roll'
import {
  demand,
  leftOf,
  MOST_WAITING,
  orderOf,
  planBegins,
  promisedTo,
  slittingNow,
  uncutJumbos,
  type Demand,
  type Jumbos,
} from './cut-plan-given'
import { planInWorker } from './cut-plan-run'
import { limitsOf } from './queries/slitters'
import { lockOrders, mustBeCuttable, mustFit, ordered, type Jumbo } from './slit-scope'

type Answer = EndpointOutput<typeof proposeCuts>

/** POST /rolls/cut_plan: builds a cut plan in a worker and compares it with a manual plan. */
export async function propose(ctx: Context, input: EndpointInput<typeof proposeCuts>): Promise<Answer> {
  const limits = await limitsOf(ctx, input.slitterId)
  const slitter = { ...limits, minWidth: limits.minWidthMm, minTrim: limits.minTrimMm }
  const now = await slittingNow(ctx)
  const { orders, open, unplanned } = await demand(ctx, input, now)
  const { free, promised } = await uncutJumbos(ctx, input, orders, now)
  const { plan, byHand, milliseconds, method, finished } = await planInWorker({
    orders: [...open],
    jumbos: free.map((j) => ({ id: j.id, product: j.productId, width: j.widthMm ?? 0, length: leftOf(j) })),
    slitter,
    startsAt: planBegins(ctx, now, input, slitter),
  })
  const beside = trimBeside(
    byHand,
    plan.unplanned.reduce((sum, { rolls }) => sum + rolls, 0),
  )
  // A plan without cuts has no trim to compare.
  const ofCuts = (value: number | null) => (plan.cuts.length === 0 || value === null ? null : percent(value))
  return {
    orders: orders.length,
    jumbos: free.length,
    milliseconds,
    trimPercent: ofCuts(plan.trimPercent),
    boundPercent: ofCuts(plan.boundPercent),
    gapPercent: ofCuts(Math.max(0, plan.trimPercent - plan.boundPercent)),
    withinPercent: ofCuts(overLeast(plan.trimPercent, plan.boundPercent)),
    method,
    finished,
    termination: plan.termination,
    firstFitPercent: ofCuts(beside),
    firstFitUncut: byHand.uncutRolls,
    firstFitJumbos: byHand.jumbos,
    firstFitLate: byHand.lateOrders,
    cuts: plan.cuts.flatMap((cut) =>
      cutLines(
        cut,
        free.find((j) => j.id === cut.jumboId)!,
      ),
    ),
    unplanned: [...unplanned, ...plan.unplanned.map((u) => notPlanned(u, open, promised, slitter))],
    promised: await promisedTo(ctx, promised),
    late: plan.late.map(lateLine),
    numbers: orders.map((o) => ({ id: o.id, label: o.number, widthMm: o.widthMm, rolls: o.orderedRolls })),
  }
}
/** Replaces the reason `noJumbo` by `promised` if a suitable jumbo is queued at another slitter. */
function notPlanned(
  { orderId, rolls, reason }: CutPlan['unplanned'][number],
  open: Demand['open'],
  promised: Jumbos['promised'],
  { minTrim }: Slitter,
): Answer['unplanned'][number] {
  const order = open.find((o) => o.id === orderId)!
  const isPromised = promised.some(
    ({ jumbo }) =>
      jumbo.productId === order.product &&
      leftOf(jumbo) >= order.length &&
      (jumbo.widthMm ?? 0) - minTrim >= order.width,
  )
  return { workOrderId: orderOf(orderId), rolls, reason: reason === 'noJumbo' && isPromised ? 'promised' : reason }
}
const percent = (value: number): number => Math.round(value * 1000) / 1000
/** Returns the area in percent that a plan takes beyond the minimum, from the trim percentages of both. */
const overLeast = (trim: number, least: number): number => Math.max(0, ((100 - least) / (100 - trim) - 1) * 100)
const momentOf = (ms: number): string => new Date(ms).toISOString()
const lateLine = ({ orderId, endsAt, dueAt }: CutPlan['late'][number]): Answer['late'][number] => ({
  workOrderId: orderOf(orderId),
  endsAt: momentOf(endsAt),
  dueAt: momentOf(dueAt),
})

/** Converts a cut to queue lines with an order per lane; an uneven cut becomes several lines, each with its share of the time. */
function cutLines(cut: Cut, jumbo: Jumbo): Answer['cuts'] {
  let done = 0
  return lanesByOrder(cut).map(({ sets, lanes }) => {
    const at = (n: number) => momentOf(cut.startsAt + ((cut.endsAt - cut.startsAt) * n) / cut.sets)
    const line = {
      jumboRollId: jumbo.id,
      jumbo: jumbo.number ?? '',
      widthMm: jumbo.widthMm ?? 0,
      leftM: leftOf(jumbo),
      sets,
      lengthM: cut.length,
      lanes: lanes.map(({ width, count, orderId }) => ({ width, count, workOrderId: orderOf(orderId) })),
      slittingPattern: formatSlittingPattern(cut.lanes),
      trimMm: cut.trim,
      startsAt: at(done),
      endsAt: at(done + sets),
    }
    done += sets
    return line
  })
}

/**
 * POST /rolls/cut_plan_apply: queues the cuts of a plan. Checks lanes and metres again, because the person may have changed
 * them. Locks the jumbos, so that two planners of the same jumbo run one after the other.
 * @throws 6000 with the first problem; its data lists all cuts that cannot be made (`CutPlanRefusalData`)
 */
export async function apply(
  ctx: Context,
  input: EndpointInput<typeof applyCuts>,
): Promise<EndpointOutput<typeof applyCuts>> {
  const limits = await limitsOf(ctx, input.slitterId)
  const place = await ctx.rows.get(line, input.slitterId)
  if (place.kind !== 'slitting')
    throw refuse('rolls:refusals.notASlitter', { line: formatCodeAndName(line, place, ctx.language) })
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
        refusedCuts: refused.map(({ at, why }) => ({ at, why: ctx.t(why.key, formatNumbers(why.params)) })),
      } satisfies RefusedCuts,
    })
  const made: EndpointOutput<typeof applyCuts> = []
  for (const [i, cut] of input.cuts.entries()) {
    const { jumbo, lanes } = planned[i]!
    made.push(
      await ctx.rows.insert(cutOrder, {
        slitterId: input.slitterId,
        workOrderId: lanes[0]!.workOrderId!,
        sequence: first + i,
        jumboRollId: jumbo.id,
        slittingPattern: formatSlittingPattern(lanes),
        lanes,
        lengthM: cut.lengthM,
        sets: cut.sets,
      }),
    )
  }
  return made
}
/** Returns the refusal that a check throws, or null. */
function refusalOf(check: () => void): Refusal | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof Refusal && error.errno === errno.message) return error
    throw error
  }
}
/** Loads the jumbos of a plan by id. @throws 4006 naming the cut whose jumbo does not exist */
async function plannedJumbos(ctx: Context, cuts: readonly { jumboRollId: string }[]): Promise<Map<string, Jumbo>> {
  const ids = [...new Set(cuts.map((c) => c.jumboRollId))]
  const found = await ctx.rows.find(jumboRoll, { where: { id: ids }, limit: ids.length })
  const missing = cuts.findIndex((c) => !found.some((j) => j.id === c.jumboRollId))
  if (missing >= 0) throw refuseInput([{ path: ['cuts', missing, 'jumboRollId'], code: 'unknownId' }])
  return new Map(found.map((j) => [j.id, j]))
}
/** Returns a refusal for each jumbo that is too short for this plan together with the cuts queued at any slitter. */
async function withoutMetres(
  ctx: Context,
  cuts: EndpointInput<typeof applyCuts>['cuts'],
  jumbos: ReadonlyMap<string, Jumbo>,
): Promise<ReadonlyMap<string, Refusal>> {
  const waiting = await ctx.rows.find(cutOrder, {
    where: { jumboRollId: [...jumbos.keys()], cuttingId: null },
    limit: MOST_WAITING,
  })
  return new Map(
    [...jumbos.values()].flatMap((jumbo) => {
      const wanted = metresOf([...cuts, ...waiting].filter((c) => c.jumboRollId === jumbo.id))
      const left = leftOf(jumbo)
      return wanted > left
        ? [[jumbo.id, refuse('rolls:refusals.notEnoughLeft', { number: jumbo.number ?? '', left, wanted })] as const]
        : []
    }),
  )
}
