import { errno, Refusal, refuse, refuseInput } from '@/contract/errno'
import type { EndpointInput } from '@/contract/endpoint'
import { formatCodeAndName } from '@/contract/language'
import { line } from '@/plant/contract/line'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { happenedAt, findRowName } from '@/plant/server/plant'
import { resolveTransition } from '@/server/resolve-transition'
import { jumboRoll } from '../contract/jumbo-roll'
import { cutOrder, cutting, slitRoll, slitSet } from '../contract/slitting'
import { undoCutKeys, type undoCutting } from '../contract/slitting-calls'
import { finishCutting, startCutting } from '../contract/slitting-commands'
import { sumLaneWidths } from '@/areas/orders/rules/slitting-pattern'
import { decideJumbo } from '../rules/jumbo-roll'
import { cutKg, expectedTrimKg, jumboBalance } from '../rules/mass-balance'
import { cuttingFigures, jumboKg } from '../rules/order-figures'
import { lockLine } from './jumbo-guards'
import { offSlitter } from '../rules/slit-roll'
import { mustNotBeHeld } from './hold/hold'
import { updateOrderFigures } from './order-figures'
import { limitsOf } from './queries/slitters'
import { lockOrders, mustBeCuttable, mustFit, ordered, type Cutting, type Jumbo, type SlitSet } from './slit-scope'
import { madeBy } from './slit-sets'
import { mustTakeBack } from './take-back'

const stepOf = (ctx: Context, jumbo: Jumbo, action: string, given: object = {}) =>
  resolveTransition(
    ctx,
    { area: 'rolls', resource: 'jumboRoll', label: jumbo.number ?? '', state: jumbo.state },
    action,
    decideJumbo(jumbo.state, action, given as Record<string, unknown>),
  )

type Start = EndpointInput<typeof startCutting>
/** Locked inputs of a new cutting. */
interface Put {
  jumbo: Jumbo
  lanes: Cutting['lanes']
  /** When the jumbo was last put in the hall. */
  since: string | null
}
/** Locks and checks the inputs of a new cutting. If two slitters scan a jumbo at once, one gets it and the other is refused. */
async function lockPut(ctx: Context, input: Start): Promise<Put> {
  const found = await jumboOf(ctx, input)
  const lanes = ordered(input.lanes, found)
  const place = await lockLine(ctx, input.slitterId)
  // Lock the jumbo's own order too: it cannot be closed while the jumbo is on a slitter.
  const orders = await lockOrders(ctx, [found.workOrderId, ...lanes.map((l) => l.workOrderId)])
  const jumbo = await ctx.rows.lock(jumboRoll, found.id)
  const at = happenedAt(ctx, input.occurredAt)
  if (place.kind !== 'slitting')
    throw refuse('rolls:refusals.notASlitter', { line: formatCodeAndName(line, place, ctx.language) })
  await mustBeFree(ctx, jumbo, input.slitterId)
  await mustNotBeHeld(ctx, jumbo, at)
  stepOf(ctx, jumbo, 'startSlitting')
  mustFit(lanes, jumbo, await limitsOf(ctx, input.slitterId))
  mustBeCuttable(jumbo, orders, lanes, at)
  const left = jumbo.leftM ?? jumbo.lengthM ?? 0
  if (input.lengthM > left || input.lengthM <= 0)
    throw refuse('rolls:refusals.notEnoughLeft', { number: jumbo.number ?? '', left, wanted: input.lengthM })
  return { jumbo, lanes, since: (await lastEnd(ctx, jumbo)) ?? jumbo.doffedAt }
}
/** POST /production/jr_cutting: starts a cutting. */
async function start({
  ctx,
  input,
  patch: change,
  occurredAt: at,
  preloaded: held,
}: CommandExecution<typeof cutting, Start, Put>): Promise<Cutting> {
  const { jumbo, lanes } = held
  const saved = await ctx.rows.insert(cutting, {
    ...change,
    jumboRollId: jumbo.id,
    lanes,
    ...(await madeBy(ctx, at)),
  })
  await ctx.rows.update(jumboRoll, jumbo.id, { state: stepOf(ctx, jumbo, 'startSlitting') })
  if (input.cutOrderId) await ctx.rows.update(cutOrder, input.cutOrderId, { cuttingId: saved.id })
  return saved
}
/** Returns when a remnant was last taken off a slitter, the earliest start of its next cutting whatever a phone's clock says. */
async function lastEnd(ctx: Context, jumbo: Jumbo): Promise<string | null> {
  const [last] =
    jumbo.state === 'remnant'
      ? await ctx.rows.find(cutting, {
          where: { jumboRollId: jumbo.id, state: 'finished' },
          orderBy: '-startedAt',
          limit: 1,
        })
      : []
  return last?.endedAt ?? null
}
async function jumboOf(ctx: Context, input: EndpointInput<typeof startCutting>): Promise<Jumbo> {
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
async function mustBeFree(ctx: Context, jumbo: Jumbo, slitterId: string): Promise<void> {
  const [there] = await ctx.rows.find(cutting, { where: { jumboRollId: jumbo.id, state: 'open' }, limit: 1 })
  if (there)
    throw refuse('rolls:refusals.onSlitter', {
      number: jumbo.number ?? '',
      slitter: await findRowName(ctx, 'line', there.slitterId),
    })
  const [busy] = await ctx.rows.find(cutting, { where: { slitterId, state: 'open' }, limit: 1 })
  if (busy)
    throw refuse('rolls:refusals.slitterBusy', {
      slitter: await findRowName(ctx, 'line', slitterId),
      number: await findRowName(ctx, 'jumboRoll', busy.jumboRollId),
    })
}

/** A locked open cutting and its jumbo. */
interface Run {
  run: Cutting
  jumbo: Jumbo
}
async function lockedRun(ctx: Context, { id }: { id: string }): Promise<Run> {
  const seen = await ctx.rows.get(cutting, id)
  const owner = await ctx.rows.get(jumboRoll, seen.jumboRollId)
  await lockOrders(ctx, [owner.workOrderId])
  const jumbo = await ctx.rows.lock(jumboRoll, owner.id)
  const run = await ctx.rows.lock(cutting, id)
  if (run.state !== 'open')
    throw refuse('rolls:refusals.cuttingNotOpen', {
      number: jumbo.number ?? '',
      state: ctx.t(`rolls:cutting.options.state.${run.state}`),
    })
  return { run, jumbo }
}

type Finish = EndpointInput<typeof finishCutting>
/** POST /rolls/cutting_finish: finishes a cutting with its mass balance. */
async function finish({
  ctx,
  input,
  patch: change,
  preloaded: held,
}: CommandExecution<typeof cutting, Finish, Run>): Promise<Cutting> {
  const { run, jumbo } = held
  const left = jumbo.leftM ?? 0
  const remnantM = input.remnant === 'stock' && left > 0 ? left : null
  const state = stepOf(ctx, jumbo, remnantM === null ? 'finishSlitting' : 'returnRemnant', input)
  const sets = await ctx.rows.find(slitSet, { where: { cuttingId: run.id, state: 'made' } })
  if (sets.length === 0) throw refuse('rolls:refusals.nothingCut', { number: jumbo.number ?? '' })
  const rolls = await ctx.rows.find(slitRoll, {
    where: { slitSetId: sets.map((s) => s.id), ...offSlitter },
    limit: 20_000,
  })
  const open = rolls.filter((r) => r.kg === null)
  if (open.length) throw refuse('rolls:refusals.notWeighed', { count: open.length, number: open[0]!.number })
  const trimKg = input.trimKg ?? trimOf(jumbo, sets)
  const wasteKg = change.wasteKg ?? 0
  const { balanceTolerance } = await limitsOf(ctx, run.slitterId)
  const takenKg = cutKg(jumboKg(jumbo), jumbo.lengthM, { leftM: left, sets }, remnantM ?? 0)
  const balance = jumboBalance(
    takenKg,
    rolls.map((r) => r.kg ?? 0),
    trimKg,
    wasteKg,
    balanceTolerance,
  )
  if (!balance.closes && !change.gapReason)
    throw refuse(
      'rolls:refusals.gapNeedsReason',
      { gap: balance.gapKg, percent: Math.round((balance.gapPercent ?? 0) * 10) / 10, tolerance: balanceTolerance },
      { balance },
    )
  const saved = await ctx.rows.update(
    cutting,
    run.id,
    {
      ...change,
      slitKg: balance.slitKg,
      trimKg,
      remnantM,
      gapKg: balance.gapKg,
      gapPercent: balance.gapPercent,
    },
    { version: input.version ?? null },
  )
  await ctx.rows.update(jumboRoll, jumbo.id, { state })
  await updateOrderFigures(ctx, jumbo.workOrderId, cuttingFigures(run), cuttingFigures(saved))
  return saved
}
/** Estimates unweighed trim in kg from the edges that the lanes of the sets leave. */
const trimOf = (jumbo: Jumbo, sets: readonly SlitSet[]): number =>
  Math.round(
    sets.reduce(
      (sum, s) =>
        sum +
        expectedTrimKg(jumboKg(jumbo), jumbo.widthMm ?? 0, sumLaneWidths(s.lanes), s.toM - s.fromM, jumbo.lengthM ?? 0),
      0,
    ) * 1000,
  ) / 1000

/** True if nothing was cut from the jumbo. */
const isWhole = (jumbo: Jumbo): boolean =>
  jumbo.leftM === null || jumbo.lengthM === null || jumbo.leftM >= jumbo.lengthM

/** DELETE /production/jr_cutting: undoes a cutting without sets. A jumbo that came as a remnant returns as one. */
export async function undo(ctx: Context, input: EndpointInput<typeof undoCutting>): Promise<Cutting> {
  const { run, jumbo } = await lockedRun(ctx, input)
  mustTakeBack(ctx, undoCutKeys, { by: run.createdBy, at: run.startedAt })
  const made = await ctx.rows.find(slitSet, { where: { cuttingId: run.id, state: 'made' }, limit: 1 })
  if (made.length) throw refuse('rolls:refusals.hasSets', { number: jumbo.number ?? '', set: made[0]!.setNumber })
  const saved = await ctx.rows.update(
    cutting,
    run.id,
    { state: 'undone', endedAt: happenedAt(ctx, input.occurredAt, run.startedAt), note: input.reason },
    { version: input.version ?? null },
  )
  await ctx.rows.update(jumboRoll, jumbo.id, {
    state: stepOf(ctx, jumbo, isWhole(jumbo) ? 'stopSlitting' : 'returnRemnant', input),
  })
  for (const waiting of await ctx.rows.find(cutOrder, { where: { cuttingId: run.id } }))
    await ctx.rows.update(cutOrder, waiting.id, { cuttingId: null })
  return saved
}

/** Handlers of the commands that start and finish a cutting. */
export const cuttingHandlers: HandlerEntry[] = [
  handleCommand(startCutting, start, { first: lockPut, since: ({ since }) => since }),
  handleCommand(finishCutting, finish, { first: lockedRun, row: ({ run }) => run }),
]
