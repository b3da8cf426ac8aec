import { errno, Refusal, refuse, refuseInput } from '@/contract/errno'
import type { EndpointInput } from '@/contract/endpoint'
import { formatCodeAndName } from '@/contract/language'
import { line } from '@/plant/contract/line'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { resolveOccurredAt, findRowName } from '@/plant/server/plant'
import { resolveTransition } from '@/server/resolve-transition'
import { jumboRoll } from '../contract/jumbo-roll'
import { cutOrder, cutting, slitRoll, slitSet } from '../contract/slitting'
import { undoCutPermissions, type undoCutting } from '../contract/slitting-endpoints'
import { finishCutting, startCutting } from '../contract/slitting-commands'
import { sumLaneWidths } from '@/areas/orders/rules/slitting-pattern'
import { decideJumbo } from '../rules/jumbo-roll'
import { calculateCutKg, calculateExpectedTrimKg, calculateJumboBalance } from '../rules/mass-balance'
import { calculateCuttingMetrics, getJumboKg } from '../rules/order-roll-metrics'
import { lockLine } from './jumbo-guards'
import { slitterOutputFilter } from '../rules/slit-roll'
import { assertNotHeld } from './hold/hold'
import { updateOrderMetrics } from './update-order-metrics'
import { findSlitterLimits } from './queries/slitters'
import {
  lockOrders,
  assertLanesCuttable,
  assertLanesFit,
  toOrderedLanes,
  type CuttingRunRow,
  type JumboRollRow,
  type SlitSetRow,
} from './slit-scope'
import { resolveShiftAndPerson } from './slit-sets'
import { assertCanUndo } from './undo-guard'

const resolveJumboState = (ctx: Context, jumbo: JumboRollRow, action: string, input: object = {}) =>
  resolveTransition(
    ctx,
    { area: 'rolls', resource: 'jumboRoll', label: jumbo.number ?? '', state: jumbo.state },
    action,
    decideJumbo(jumbo.state, action, input as Record<string, unknown>),
  )

type StartInput = EndpointInput<typeof startCutting>
/** Locked inputs of a new cutting. */
interface LockedStart {
  jumbo: JumboRollRow
  lanes: CuttingRunRow['lanes']
  /** When the jumbo was last put in the hall. */
  since: string | null
}
/** Locks and checks the inputs of a new cutting. If two slitters scan a jumbo at once, one gets it and the other is refused. */
async function lockStart(ctx: Context, input: StartInput): Promise<LockedStart> {
  const unlockedJumbo = await findJumbo(ctx, input)
  const lanes = toOrderedLanes(input.lanes, unlockedJumbo)
  const slitterLine = await lockLine(ctx, input.slitterId)
  // Lock the jumbo's own order too: it cannot be closed while the jumbo is on a slitter.
  const orders = await lockOrders(ctx, [unlockedJumbo.workOrderId, ...lanes.map((l) => l.workOrderId)])
  const jumbo = await ctx.rows.lock(jumboRoll, unlockedJumbo.id)
  const occurredAt = resolveOccurredAt(ctx, input.occurredAt)
  if (slitterLine.kind !== 'slitting')
    throw refuse('rolls:refusals.notASlitter', { line: formatCodeAndName(line, slitterLine, ctx.language) })
  await assertJumboAndSlitterFree(ctx, jumbo, input.slitterId)
  await assertNotHeld(ctx, jumbo, occurredAt)
  resolveJumboState(ctx, jumbo, 'startSlitting')
  assertLanesFit(lanes, jumbo, await findSlitterLimits(ctx, input.slitterId))
  assertLanesCuttable(jumbo, orders, lanes, occurredAt)
  const leftM = jumbo.leftM ?? jumbo.lengthM ?? 0
  if (input.lengthM > leftM || input.lengthM <= 0)
    throw refuse('rolls:refusals.notEnoughLeft', { number: jumbo.number ?? '', left: leftM, wanted: input.lengthM })
  return { jumbo, lanes, since: (await findLastEnd(ctx, jumbo)) ?? jumbo.doffedAt }
}
/** POST /production/jr_cutting: starts a cutting. */
async function start({
  ctx,
  input,
  patch,
  occurredAt,
  preloaded: locked,
}: CommandExecution<typeof cutting, StartInput, LockedStart>): Promise<CuttingRunRow> {
  const { jumbo, lanes } = locked
  const saved = await ctx.rows.insert(cutting, {
    ...patch,
    jumboRollId: jumbo.id,
    lanes,
    ...(await resolveShiftAndPerson(ctx, occurredAt)),
  })
  await ctx.rows.update(jumboRoll, jumbo.id, { state: resolveJumboState(ctx, jumbo, 'startSlitting') })
  if (input.cutOrderId) await ctx.rows.update(cutOrder, input.cutOrderId, { cuttingId: saved.id })
  return saved
}
/** Returns when a remnant was last taken off a slitter, the earliest start of its next cutting whatever a phone's clock says. */
async function findLastEnd(ctx: Context, jumbo: JumboRollRow): Promise<string | null> {
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
async function findJumbo(ctx: Context, input: EndpointInput<typeof startCutting>): Promise<JumboRollRow> {
  if (input.jumboRollId) return ctx.rows.get(jumboRoll, input.jumboRollId)
  if (!input.jumboNumber) throw refuseInput([{ path: ['jumboRollId'], code: 'missing' }])
  const [found] = await ctx.rows.find(jumboRoll, { where: { number: input.jumboNumber }, limit: 1 })
  if (!found)
    throw new Refusal(errno.notFound, 'rolls:refusals.unknownNumber', {
      params: { number: input.jumboNumber },
      issues: [{ path: ['jumboNumber'], code: 'unknownId' }],
    })
  return found
}
async function assertJumboAndSlitterFree(ctx: Context, jumbo: JumboRollRow, slitterId: string): Promise<void> {
  const [cuttingOfJumbo] = await ctx.rows.find(cutting, { where: { jumboRollId: jumbo.id, state: 'open' }, limit: 1 })
  if (cuttingOfJumbo)
    throw refuse('rolls:refusals.onSlitter', {
      number: jumbo.number ?? '',
      slitter: await findRowName(ctx, 'line', cuttingOfJumbo.slitterId),
    })
  const [cuttingOnSlitter] = await ctx.rows.find(cutting, { where: { slitterId, state: 'open' }, limit: 1 })
  if (cuttingOnSlitter)
    throw refuse('rolls:refusals.slitterBusy', {
      slitter: await findRowName(ctx, 'line', slitterId),
      number: await findRowName(ctx, 'jumboRoll', cuttingOnSlitter.jumboRollId),
    })
}

/** A locked open cutting and its jumbo. */
interface LockedCutting {
  run: CuttingRunRow
  jumbo: JumboRollRow
}
async function lockOpenCutting(ctx: Context, { id }: { id: string }): Promise<LockedCutting> {
  const unlockedCutting = await ctx.rows.get(cutting, id)
  const unlockedJumbo = await ctx.rows.get(jumboRoll, unlockedCutting.jumboRollId)
  await lockOrders(ctx, [unlockedJumbo.workOrderId])
  const jumbo = await ctx.rows.lock(jumboRoll, unlockedJumbo.id)
  const run = await ctx.rows.lock(cutting, id)
  if (run.state !== 'open')
    throw refuse('rolls:refusals.cuttingNotOpen', {
      number: jumbo.number ?? '',
      state: ctx.t(`rolls:cutting.options.state.${run.state}`),
    })
  return { run, jumbo }
}

type FinishInput = EndpointInput<typeof finishCutting>
/** POST /rolls/cutting_finish: finishes a cutting with its mass balance. */
async function finish({
  ctx,
  input,
  patch,
  preloaded: locked,
}: CommandExecution<typeof cutting, FinishInput, LockedCutting>): Promise<CuttingRunRow> {
  const { run, jumbo } = locked
  const leftM = jumbo.leftM ?? 0
  const remnantM = input.remnant === 'stock' && leftM > 0 ? leftM : null
  const state = resolveJumboState(ctx, jumbo, remnantM === null ? 'finishSlitting' : 'returnRemnant', input)
  const sets = await ctx.rows.find(slitSet, { where: { cuttingId: run.id, state: 'made' } })
  if (sets.length === 0) throw refuse('rolls:refusals.nothingCut', { number: jumbo.number ?? '' })
  const rolls = await ctx.rows.find(slitRoll, {
    where: { slitSetId: sets.map((s) => s.id), ...slitterOutputFilter },
    limit: 20_000,
  })
  const unweighedRolls = rolls.filter((r) => r.kg === null)
  if (unweighedRolls.length)
    throw refuse('rolls:refusals.notWeighed', { count: unweighedRolls.length, number: unweighedRolls[0]!.number })
  const trimKg = input.trimKg ?? calculateTrimKg(jumbo, sets)
  const wasteKg = patch.wasteKg ?? 0
  const { balanceTolerance } = await findSlitterLimits(ctx, run.slitterId)
  const takenKg = calculateCutKg(getJumboKg(jumbo), jumbo.lengthM, { leftM, sets }, remnantM ?? 0)
  const balance = calculateJumboBalance(
    takenKg,
    rolls.map((r) => r.kg ?? 0),
    trimKg,
    wasteKg,
    balanceTolerance,
  )
  if (!balance.closes && !patch.gapReason)
    throw refuse(
      'rolls:refusals.gapNeedsReason',
      { gap: balance.gapKg, percent: Math.round((balance.gapPercent ?? 0) * 10) / 10, tolerance: balanceTolerance },
      { balance },
    )
  const saved = await ctx.rows.update(
    cutting,
    run.id,
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
  await updateOrderMetrics(ctx, jumbo.workOrderId, calculateCuttingMetrics(run), calculateCuttingMetrics(saved))
  return saved
}
/** Estimates unweighed trim in kg from the edges that the lanes of the sets leave. */
const calculateTrimKg = (jumbo: JumboRollRow, sets: readonly SlitSetRow[]): number =>
  Math.round(
    sets.reduce(
      (sum, s) =>
        sum +
        calculateExpectedTrimKg(
          getJumboKg(jumbo),
          jumbo.widthMm ?? 0,
          sumLaneWidths(s.lanes),
          s.toM - s.fromM,
          jumbo.lengthM ?? 0,
        ),
      0,
    ) * 1000,
  ) / 1000

/** True if nothing was cut from the jumbo. */
const isWhole = (jumbo: JumboRollRow): boolean =>
  jumbo.leftM === null || jumbo.lengthM === null || jumbo.leftM >= jumbo.lengthM

/** DELETE /production/jr_cutting: undoes a cutting without sets. A jumbo that came as a remnant returns as one. */
export async function undoEmptyCutting(ctx: Context, input: EndpointInput<typeof undoCutting>): Promise<CuttingRunRow> {
  const { run, jumbo } = await lockOpenCutting(ctx, input)
  assertCanUndo(ctx, undoCutPermissions, { by: run.createdBy, at: run.startedAt })
  const madeSets = await ctx.rows.find(slitSet, { where: { cuttingId: run.id, state: 'made' }, limit: 1 })
  if (madeSets.length)
    throw refuse('rolls:refusals.hasSets', { number: jumbo.number ?? '', set: madeSets[0]!.setNumber })
  const saved = await ctx.rows.update(
    cutting,
    run.id,
    { state: 'undone', endedAt: resolveOccurredAt(ctx, input.occurredAt, run.startedAt), note: input.reason },
    { version: input.version ?? null },
  )
  await ctx.rows.update(jumboRoll, jumbo.id, {
    state: resolveJumboState(ctx, jumbo, isWhole(jumbo) ? 'stopSlitting' : 'returnRemnant', input),
  })
  for (const queueLine of await ctx.rows.find(cutOrder, { where: { cuttingId: run.id } }))
    await ctx.rows.update(cutOrder, queueLine.id, { cuttingId: null })
  return saved
}

/** Handlers of the commands that start and finish a cutting. */
export const cuttingHandlers: HandlerEntry[] = [
  handleCommand(startCutting, start, { first: lockStart, since: ({ since }) => since }),
  handleCommand(finishCutting, finish, { first: lockOpenCutting, row: ({ run }) => run }),
]
