import { errno, Refusal, refuse, refuseInput } from '@/contract/errno'
import type { EndpointInput } from '@/contract/endpoint'
import { type HandlerEntry, handle } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { resolveOccurredAt, findRowName, resolveShiftAndPerson } from '@/plant/server/plant'
import { resolveTransition } from '@/server/crud/state-refusal'
import { roundToGram } from '@/plant/rules/quantity'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutOrder, cutting, slitRoll, slitSet } from '../contract/slitting'
import { undoCutPermissions, undoCutting } from '../contract/slitting-endpoints'
import { finishCutting, startCutting } from '../contract/slitting-commands'
import { sumLaneWidths } from '@/areas/orders/rules/slitting-pattern'
import { calculateDisplayedGapPercent } from '@/plant/rules/limits'
import { decideJumboTransition, jumboRollLifecycle } from '@/areas/rolls/rules/jumbo-roll'
import { calculateCutKg, calculateExpectedTrimKg, calculateJumboBalance } from '../rules/mass-balance'
import { calculateCuttingMetrics } from '@/areas/rolls/rules/order-roll-metrics'
import { calculateShareKg, getJumboKg } from '@/areas/rolls/rules/roll-mass'
import { lockLine, assertCanUndo, type JumboRow } from '@/areas/rolls/server/queries/roll-checks'
import { slitterOutputFilter } from '../rules/slit-roll'
import { assertNotHeld } from '@/areas/rolls/server/queries/holds'
import { updateOrderMetrics } from '@/areas/rolls/server/writes/update-order-metrics'
import { assertIsSlitter, findSlitterLimits } from './queries/slitters'
import { type CuttingRow, type SlitSetRow } from './slit-scope'
import { lockOrders, assertLaneOrdersUsable, assertLanesFit, toOrderedLanes } from './queries/cut-checks'

const resolveJumboState = (ctx: Context, jumbo: JumboRow, action: string, input: object = {}) =>
  resolveTransition(
    ctx,
    { resource: jumboRoll, lifecycle: jumboRollLifecycle, row: jumbo, label: jumbo.number ?? '' },
    action,
    decideJumboTransition(jumbo.state, action, input as Record<string, unknown>),
  )

type StartInput = EndpointInput<typeof startCutting>
/** Locked inputs of a new cutting. */
interface LockedStartInputs {
  jumbo: JumboRow
  lanes: CuttingRow['lanes']
  /** Moment at which the jumbo last came into the hall; the cutting cannot start earlier. */
  earliestStart: string | null
}
/** Locks and checks the inputs of a new cutting. If two slitters scan a jumbo at once, one is refused. */
async function lockStartInputs(ctx: Context, input: StartInput): Promise<LockedStartInputs> {
  const unlockedJumbo = await findJumbo(ctx, input)
  const lanes = toOrderedLanes(input.lanes, unlockedJumbo)
  const slitterLine = await lockLine(ctx, input.slitterId)
  // The order of the jumbo is locked too: it cannot be closed while the jumbo is on a slitter.
  const orders = await lockOrders(ctx, [unlockedJumbo.workOrderId, ...lanes.map((l) => l.workOrderId)])
  const jumbo = await ctx.rows.lock(jumboRoll, unlockedJumbo.id)
  const occurredAt = resolveOccurredAt(ctx, input.occurredAt)
  assertIsSlitter(ctx, slitterLine)
  await assertJumboAndSlitterFree(ctx, jumbo, input.slitterId)
  await assertNotHeld(ctx, jumbo, occurredAt)
  await resolveJumboState(ctx, jumbo, 'startSlitting')
  assertLanesFit(lanes, jumbo, await findSlitterLimits(ctx, input.slitterId))
  assertLaneOrdersUsable(jumbo, orders, lanes, occurredAt)
  const leftM = jumbo.leftM ?? jumbo.lengthM ?? 0
  if (input.lengthM > leftM || input.lengthM <= 0)
    throw refuse('slitting:refusals.notEnoughLeft', { number: jumbo.number ?? '', left: leftM, wanted: input.lengthM })
  return { jumbo, lanes, earliestStart: (await findRemnantReturn(ctx, jumbo)) ?? jumbo.doffedAt }
}
/** POST /production/jr_cutting: starts a cutting. */
async function saveStartedCutting({
  ctx,
  input,
  patch,
  occurredAt,
  preloaded: { jumbo, lanes },
}: CommandExecution<typeof cutting, StartInput, LockedStartInputs>): Promise<CuttingRow> {
  const savedCutting = await ctx.rows.insert(cutting, {
    ...patch,
    jumboRollId: jumbo.id,
    lanes,
    ...(await resolveShiftAndPerson(ctx, occurredAt)),
  })
  await ctx.rows.update(jumboRoll, jumbo.id, { state: await resolveJumboState(ctx, jumbo, 'startSlitting') })
  if (input.cutOrderId) await ctx.rows.update(cutOrder, input.cutOrderId, { cuttingId: savedCutting.id })
  return savedCutting
}
/**
 * Returns when a remnant last came off a slitter; null for an uncut jumbo. The next cutting cannot start earlier,
 * although a phone with a slow clock may say so.
 */
async function findRemnantReturn(ctx: Context, jumbo: JumboRow): Promise<string | null> {
  const [lastCutting] =
    jumbo.state === 'remnant'
      ? await ctx.rows.find(cutting, {
          where: { jumboRollId: jumbo.id, state: 'finished' },
          orderBy: '-startedAt',
          limit: 1,
        })
      : []
  return lastCutting?.endedAt ?? null
}
async function findJumbo(ctx: Context, input: EndpointInput<typeof startCutting>): Promise<JumboRow> {
  if (input.jumboRollId) return ctx.rows.get(jumboRoll, input.jumboRollId)
  if (!input.jumboNumber) throw refuseInput([{ path: ['jumboRollId'], code: 'missing' }])
  const [jumbo] = await ctx.rows.find(jumboRoll, { where: { number: input.jumboNumber }, limit: 1 })
  if (!jumbo)
    throw new Refusal(errno.notFound, 'slitting:refusals.unknownNumber', {
      params: { number: input.jumboNumber },
      issues: [{ path: ['jumboNumber'], code: 'unknownId' }],
    })
  return jumbo
}
async function assertJumboAndSlitterFree(ctx: Context, jumbo: JumboRow, slitterId: string): Promise<void> {
  const [cuttingOfJumbo] = await ctx.rows.find(cutting, { where: { jumboRollId: jumbo.id, state: 'open' }, limit: 1 })
  if (cuttingOfJumbo)
    throw refuse('slitting:refusals.onSlitter', {
      number: jumbo.number ?? '',
      slitter: await findRowName(ctx, 'line', cuttingOfJumbo.slitterId),
    })
  const [cuttingOnSlitter] = await ctx.rows.find(cutting, { where: { slitterId, state: 'open' }, limit: 1 })
  if (cuttingOnSlitter)
    throw refuse('slitting:refusals.slitterBusy', {
      slitter: await findRowName(ctx, 'line', slitterId),
      number: await findRowName(ctx, 'jumboRoll', cuttingOnSlitter.jumboRollId),
    })
}

/** A locked open cutting and its jumbo. */
interface LockedCutting {
  cuttingRow: CuttingRow
  jumbo: JumboRow
}
async function lockOpenCutting(ctx: Context, { id }: { id: string }): Promise<LockedCutting> {
  const unlockedCutting = await ctx.rows.get(cutting, id)
  const unlockedJumbo = await ctx.rows.get(jumboRoll, unlockedCutting.jumboRollId)
  await lockOrders(ctx, [unlockedJumbo.workOrderId])
  const jumbo = await ctx.rows.lock(jumboRoll, unlockedJumbo.id)
  const cuttingRow = await ctx.rows.lock(cutting, id)
  if (cuttingRow.state !== 'open')
    throw refuse('slitting:refusals.cuttingNotOpen', {
      number: jumbo.number ?? '',
      state: ctx.t(`slitting:cutting.options.state.${cuttingRow.state}`),
    })
  return { cuttingRow, jumbo }
}

type FinishInput = EndpointInput<typeof finishCutting>
/**
 * POST /rolls/cutting_finish: finishes a cutting and stores its mass balance. A gap above the tolerance needs a reason.
 */
async function saveFinishedCutting({
  ctx,
  input,
  patch,
  preloaded: { cuttingRow, jumbo },
}: CommandExecution<typeof cutting, FinishInput, LockedCutting>): Promise<CuttingRow> {
  const leftM = jumbo.leftM ?? 0
  const remnantM = input.remnant === 'stock' && leftM > 0 ? leftM : null
  const state = await resolveJumboState(ctx, jumbo, remnantM === null ? 'finishSlitting' : 'returnRemnant', input)
  const sets = await ctx.rows.find(slitSet, { where: { cuttingId: cuttingRow.id, state: 'made' } })
  if (sets.length === 0) throw refuse('slitting:refusals.nothingCut', { number: jumbo.number ?? '' })
  const rolls = await ctx.rows.find(slitRoll, {
    where: { slitSetId: sets.map((s) => s.id), ...slitterOutputFilter },
    limit: 20_000,
  })
  const unweighedRolls = rolls.filter((r) => r.kg === null)
  if (unweighedRolls.length)
    throw refuse('slitting:refusals.notWeighed', { count: unweighedRolls.length, number: unweighedRolls[0]!.number })
  const trimKg = input.trimKg ?? calculateTrimKg(jumbo, sets)
  const wasteKg = patch.wasteKg ?? 0
  const { balanceTolerance } = await findSlitterLimits(ctx, cuttingRow.slitterId)
  const inputKg = calculateCutKg(getJumboKg(jumbo) ?? 0, jumbo.lengthM, { leftM, sets }, remnantM ?? 0)
  const balance = calculateJumboBalance(
    inputKg,
    rolls.map((r) => r.kg ?? 0),
    trimKg,
    wasteKg,
    balanceTolerance,
  )
  if (!balance.isWithinTolerance && !patch.gapReason)
    throw refuse(
      'slitting:refusals.gapNeedsReason',
      {
        gap: balance.gapKg,
        percent: calculateDisplayedGapPercent(balance, balanceTolerance),
        tolerance: balanceTolerance,
      },
      { balance },
    )
  const savedCutting = await ctx.rows.update(
    cutting,
    cuttingRow.id,
    {
      ...patch,
      slitKg: balance.slitKg,
      trimKg,
      remnantM,
      gapKg: balance.gapKg,
      gapPercent: balance.gapPercent,
    },
    { version: input.version ?? null },
  )
  await ctx.rows.update(jumboRoll, jumbo.id, { state })
  await updateOrderMetrics(
    ctx,
    jumbo.workOrderId,
    calculateCuttingMetrics(cuttingRow),
    calculateCuttingMetrics(savedCutting),
  )
  return savedCutting
}
/** Estimates the kg of trim that was not weighed, from the edges beside the lanes of the sets. */
const calculateTrimKg = (jumbo: JumboRow, sets: readonly SlitSetRow[]): number =>
  roundToGram(
    sets.reduce(
      (sum, set) =>
        sum +
        calculateExpectedTrimKg(
          getJumboKg(jumbo) ?? 0,
          jumbo.widthMm ?? 0,
          sumLaneWidths(set.lanes),
          set.toM - set.fromM,
          jumbo.lengthM ?? 0,
        ),
      0,
    ),
  )

/** True if no metres were cut from the jumbo. */
const isUncut = (jumbo: JumboRow): boolean =>
  jumbo.leftM === null || jumbo.lengthM === null || jumbo.leftM >= jumbo.lengthM

/** DELETE /production/jr_cutting: undoes a cutting without sets. A partly cut jumbo becomes a remnant again. */
export const undoEmptyCutting = handle(undoCutting, async (ctx, input) => {
  const { cuttingRow, jumbo } = await lockOpenCutting(ctx, input)
  assertCanUndo(ctx, undoCutPermissions, { recordedBy: cuttingRow.createdBy, recordedAt: cuttingRow.startedAt })
  const madeSets = await ctx.rows.find(slitSet, { where: { cuttingId: cuttingRow.id, state: 'made' }, limit: 1 })
  if (madeSets.length)
    throw refuse('slitting:refusals.hasSets', { number: jumbo.number ?? '', set: madeSets[0]!.setNumber })
  const savedCutting = await ctx.rows.update(
    cutting,
    cuttingRow.id,
    { state: 'undone', endedAt: resolveOccurredAt(ctx, input.occurredAt, cuttingRow.startedAt), note: input.reason },
    { version: input.version ?? null },
  )
  await ctx.rows.update(jumboRoll, jumbo.id, {
    state: await resolveJumboState(ctx, jumbo, isUncut(jumbo) ? 'stopSlitting' : 'returnRemnant', input),
  })
  for (const queuedOrder of await ctx.rows.find(cutOrder, { where: { cuttingId: cuttingRow.id } }))
    await ctx.rows.update(cutOrder, queuedOrder.id, { cuttingId: null })
  return savedCutting
})

/** Handlers of the commands that start and finish a cutting. */
export const cuttingHandlers: HandlerEntry[] = [
  handleCommand(startCutting, saveStartedCutting, {
    preload: lockStartInputs,
    getEarliestMoment: ({ earliestStart }) => earliestStart,
  }),
  handleCommand(finishCutting, saveFinishedCutting, {
    preload: lockOpenCutting,
    getPreloadedRow: ({ cuttingRow }) => cuttingRow,
  }),
]
/** On `remnantScrapped`: books the remnant as waste of the last cutting. The gap of that cutting does not change. */
export async function bookRemnantAsWaste(ctx: Context, { roll }: { readonly roll: JumboRow }): Promise<void> {
  const [lastCutting] = await ctx.rows.find(cutting, {
    where: { jumboRollId: roll.id, state: 'finished' },
    orderBy: '-startedAt',
    limit: 1,
    lock: true,
  })
  if (!lastCutting) return
  const remnantKg = calculateShareKg(getJumboKg(roll) ?? 0, roll.lengthM, roll.leftM ?? 0)
  const wasteKg = roundToGram((lastCutting.wasteKg ?? 0) + remnantKg)
  await updateOrderMetrics(
    ctx,
    roll.workOrderId,
    calculateCuttingMetrics(lastCutting),
    calculateCuttingMetrics(await ctx.rows.update(cutting, lastCutting.id, { wasteKg, remnantM: null })),
  )
}
