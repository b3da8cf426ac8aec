import { errno, Refusal, refuse, refuseInput } from '@/contract/errno'
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { line } from '@/plant/contract/line'
import type { Context } from '@/server/context'
import { formatNumbers } from '@/server/translations'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutOrder } from '@/areas/slitting/contract/slitting'
import { applyCuts, proposeCuts, type CutPlanRefusalData } from '../contract/cut-plan-endpoints'
import { formatSlittingPattern } from '@/areas/orders/rules/slitting-pattern'
import { getComparableTrim } from '../rules/manual-plan'
import { sumCutMetres } from '@/areas/cutPlans/rules/cut-metrics'
import { assignLanesToOrders } from '../rules/lane-orders'
import type { PlannedCut, CutPlan, SlitterSpec } from '../rules/cut-plan-types'
import { isCuttable } from '@/areas/rolls/rules/jumbo-roll'
import {
  buildNotPlannableRefusal,
  loadOrderDemand,
  getUncutLength,
  MAX_WAITING_CUTS,
  getWorkOrderIdOfPlanOrder,
  calculatePlanStart,
  countPromisedBySlitter,
  loadCurrentCuts,
  loadPlannableJumbos,
  type OrderDemand,
  type PlannableJumbos,
  type JumboRollRow,
} from './cut-plan-inputs'
import { planCutsInWorker } from './plan-cuts-in-worker'
import { assertIsSlitter, findSlitterLimits } from '@/areas/slitting/server/queries/slitters'
import {
  lockOrders,
  assertLaneOrdersUsable,
  assertLanesFit,
  toOrderedLanes,
} from '@/areas/slitting/server/queries/cut-checks'
import { addQueueEntry, prepareCutQueue } from '@/areas/slitting/server/writes/cut-queue'
import { roundToThousandth } from '@/plant/rules/quantity'
import { handle } from '@/server/area'

type CutPlanAnswer = EndpointOutput<typeof proposeCuts>

/** POST /rolls/cut_plan: builds a cut plan in a worker and compares it with a first-fit plan, as a person would cut. */
export const buildCutPlan = handle(proposeCuts, async (ctx, input) => {
  assertIsSlitter(ctx, await ctx.rows.get(line, input.slitterId))
  const limits = await findSlitterLimits(ctx, input.slitterId)
  const slitter = { ...limits, minWidth: limits.minWidthMm, minTrim: limits.minTrimMm }
  const currentCuts = await loadCurrentCuts(ctx)
  const { orders, openOrders, unplanned } = await loadOrderDemand(ctx, input, currentCuts)
  const { freeJumbos, promisedJumbos, leftOutJumbos } = await loadPlannableJumbos(ctx, input, orders, currentCuts)
  const { plan, manualPlan, milliseconds, method, finished } = await planCutsInWorker({
    orders: [...openOrders],
    jumbos: freeJumbos.map((jumbo) => ({
      id: jumbo.id,
      product: jumbo.productId,
      width: jumbo.widthMm ?? 0,
      length: getUncutLength(jumbo),
    })),
    slitter,
    startsAt: calculatePlanStart(ctx, currentCuts, input, slitter),
  })
  const manualTrimPercent = getComparableTrim(manualPlan, plan, openOrders)
  // A plan without cuts has no trim to compare.
  const toPlanPercent = (value: number | null) =>
    plan.cuts.length === 0 || value === null ? null : roundToThousandth(value)
  return {
    orders: orders.length,
    jumbos: freeJumbos.length,
    milliseconds,
    trimPercent: toPlanPercent(plan.trimPercent),
    boundPercent: toPlanPercent(plan.boundPercent),
    gapPercent: toPlanPercent(Math.max(0, plan.trimPercent - plan.boundPercent)),
    withinPercent: toPlanPercent(calculateExcessPercent(plan.trimPercent, plan.boundPercent)),
    method,
    finished,
    termination: plan.termination,
    firstFitPercent: toPlanPercent(manualTrimPercent),
    firstFitUncut: manualPlan.uncutRolls,
    firstFitJumbos: manualPlan.jumbos,
    firstFitLate: manualPlan.lateOrders,
    cuts: plan.cuts.flatMap((cut) =>
      toQueueLines(
        cut,
        freeJumbos.find((jumbo) => jumbo.id === cut.jumboId)!,
      ),
    ),
    unplanned: [
      ...unplanned,
      ...plan.unplanned.map((entry) => toUnplannedOrder(entry, openOrders, promisedJumbos, slitter)),
    ],
    leftOutJumbos,
    promised: countPromisedBySlitter(promisedJumbos),
    late: plan.late.map(toLateOrder),
    numbers: orders.map((order) => ({
      id: order.id,
      label: order.number,
      widthMm: order.widthMm,
      rolls: order.orderedRolls,
    })),
  }
})
/** Converts unplanned rolls. The reason is `promised` instead of `noJumbo` if a suitable jumbo is queued elsewhere. */
function toUnplannedOrder(
  { orderId, rolls, reason }: CutPlan['unplanned'][number],
  openOrders: OrderDemand['openOrders'],
  promisedJumbos: PlannableJumbos['promisedJumbos'],
  { minTrim }: SlitterSpec,
): CutPlanAnswer['unplanned'][number] {
  const order = openOrders.find((candidate) => candidate.id === orderId)!
  const isPromised = promisedJumbos.some(
    ({ jumbo }) =>
      jumbo.productId === order.product &&
      getUncutLength(jumbo) >= order.length &&
      (jumbo.widthMm ?? 0) - minTrim >= order.width,
  )
  return {
    workOrderId: getWorkOrderIdOfPlanOrder(orderId),
    rolls,
    reason: reason === 'noJumbo' && isPromised ? 'promised' : reason,
  }
}
/**
 * Returns the extra web area of a plan in percent of the least area that its rolls need. Both areas follow from their trim,
 * in percent of the web.
 */
const calculateExcessPercent = (trimPercent: number, minTrimPercent: number): number =>
  Math.max(0, ((100 - minTrimPercent) / (100 - trimPercent) - 1) * 100)
const toIsoMoment = (ms: number): string => new Date(ms).toISOString()
const toLateOrder = ({ orderId, endsAt, dueAt }: CutPlan['late'][number]): CutPlanAnswer['late'][number] => ({
  workOrderId: getWorkOrderIdOfPlanOrder(orderId),
  endsAt: toIsoMoment(endsAt),
  dueAt: toIsoMoment(dueAt),
})

/**
 * Converts a cut to queue lines with an order per lane. A cut whose sets differ in their orders becomes several lines.
 * The lines share the time of the cut in proportion to their sets.
 */
function toQueueLines(cut: PlannedCut, jumbo: JumboRollRow): CutPlanAnswer['cuts'] {
  let setsBefore = 0
  return assignLanesToOrders(cut).map(({ sets, lanes }) => {
    const getMomentAfterSets = (finishedSets: number) =>
      toIsoMoment(cut.startsAt + ((cut.endsAt - cut.startsAt) * finishedSets) / cut.sets)
    const queueLine = {
      jumboRollId: jumbo.id,
      jumbo: jumbo.number ?? '',
      widthMm: jumbo.widthMm ?? 0,
      leftM: getUncutLength(jumbo),
      sets,
      lengthM: cut.length,
      lanes: lanes.map(({ width, count, orderId }) => ({
        width,
        count,
        workOrderId: getWorkOrderIdOfPlanOrder(orderId),
      })),
      slittingPattern: formatSlittingPattern(cut.lanes),
      trimMm: cut.trim,
      startsAt: getMomentAfterSets(setsBefore),
      endsAt: getMomentAfterSets(setsBefore + sets),
    }
    setsBefore += sets
    return queueLine
  })
}

/**
 * POST /rolls/cut_plan_apply: queues the cuts of a plan. Checks lanes and metres again, because a person may have
 * edited the plan. Locks the jumbos, so that concurrent plans for the same jumbo are queued one after the other.
 * @throws 6000 with the first problem; its data lists all cuts that cannot be made (`CutPlanRefusalData`)
 */
export const queueCutPlan = handle(applyCuts, async (ctx, input) => {
  const limits = await findSlitterLimits(ctx, input.slitterId)
  assertIsSlitter(ctx, await ctx.rows.get(line, input.slitterId))
  const emptyCutIndex = input.cuts.findIndex((cut) => cut.lengthM <= 0)
  if (emptyCutIndex >= 0)
    throw refuseInput([{ path: ['cuts', emptyCutIndex, 'lengthM'], code: 'tooSmall', params: { limit: 1 } }])
  const jumbos = await loadPlannedJumbos(ctx, input.cuts)
  const orders = await lockOrders(ctx, [
    ...input.cuts.flatMap((cut) => cut.lanes.map((lane) => lane.workOrderId)),
    ...[...jumbos.values()].map((jumbo) => jumbo.workOrderId),
  ])
  for (const id of [...jumbos.keys()].sort()) jumbos.set(id, await ctx.rows.lock(jumboRoll, id))
  const firstSequence = await prepareCutQueue(ctx, input.slitterId, input.replace ?? false)
  const shortages = await findShortages(ctx, input.cuts, jumbos)
  const plannedCuts = input.cuts.map(({ jumboRollId, lanes }) => {
    const jumbo = jumbos.get(jumboRollId)!
    return { jumbo, lanes: toOrderedLanes(lanes, jumbo) }
  })
  const refusals = plannedCuts.flatMap(({ jumbo, lanes }, index) => {
    const refusal = catchRefusal(() => {
      if (!isCuttable(jumbo.state)) throw buildNotPlannableRefusal(ctx, jumbo)
      const shortage = shortages.get(jumbo.id)
      if (shortage) throw shortage
      assertLanesFit(lanes, jumbo, limits)
      assertLaneOrdersUsable(jumbo, orders, lanes, ctx.now.toISOString())
    })
    return refusal ? [{ index, refusal }] : []
  })
  const firstRefusal = refusals[0]?.refusal
  if (firstRefusal)
    throw new Refusal(firstRefusal.errno, firstRefusal.key, {
      params: firstRefusal.params,
      data: {
        refusedCuts: refusals.map(({ index, refusal }) => ({
          at: index,
          why: ctx.t(refusal.key, formatNumbers(refusal.params)),
        })),
      } satisfies CutPlanRefusalData,
    })
  const queuedLines: EndpointOutput<typeof applyCuts> = []
  for (const [i, cut] of input.cuts.entries()) {
    const { jumbo, lanes } = plannedCuts[i]!
    queuedLines.push(
      await addQueueEntry(ctx, {
        slitterId: input.slitterId,
        workOrderId: lanes[0]!.workOrderId!,
        sequence: firstSequence + i,
        jumboRollId: jumbo.id,
        slittingPattern: formatSlittingPattern(lanes),
        lanes,
        lengthM: cut.lengthM,
        sets: cut.sets,
      }),
    )
  }
  return queuedLines
})
/** Returns the refusal that a check throws, or null. */
function catchRefusal(check: () => void): Refusal | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof Refusal && error.errno === errno.message) return error
    throw error
  }
}
/** Loads the jumbos of a plan by id. @throws 4006 naming the cut whose jumbo does not exist */
async function loadPlannedJumbos(
  ctx: Context,
  cuts: readonly { jumboRollId: string }[],
): Promise<Map<string, JumboRollRow>> {
  const ids = [...new Set(cuts.map((cut) => cut.jumboRollId))]
  const jumboRows = await ctx.rows.find(jumboRoll, { where: { id: ids }, limit: ids.length })
  const missingIndex = cuts.findIndex((cut) => !jumboRows.some((row) => row.id === cut.jumboRollId))
  if (missingIndex >= 0) throw refuseInput([{ path: ['cuts', missingIndex, 'jumboRollId'], code: 'unknownId' }])
  return new Map(jumboRows.map((row) => [row.id, row]))
}
/** Returns a refusal for each jumbo that is too short for this plan together with the cuts queued at any slitter. */
async function findShortages(
  ctx: Context,
  cuts: EndpointInput<typeof applyCuts>['cuts'],
  jumbos: ReadonlyMap<string, JumboRollRow>,
): Promise<ReadonlyMap<string, Refusal>> {
  const waitingLines = await ctx.rows.find(cutOrder, {
    where: { jumboRollId: [...jumbos.keys()], cuttingId: null },
    limit: MAX_WAITING_CUTS,
  })
  return new Map(
    [...jumbos.values()].flatMap((jumbo) => {
      const requiredM = sumCutMetres([...cuts, ...waitingLines].filter((cut) => cut.jumboRollId === jumbo.id))
      const uncutM = getUncutLength(jumbo)
      return requiredM > uncutM
        ? [
            [
              jumbo.id,
              refuse('slitting:refusals.notEnoughLeft', {
                number: jumbo.number ?? '',
                left: uncutM,
                wanted: requiredM,
              }),
            ] as const,
          ]
        : []
    }),
  )
}
