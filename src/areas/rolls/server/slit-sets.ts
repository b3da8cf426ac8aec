import { refuse, refuseInput } from '@/contract/errno'
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { listPage } from '@/server/crud/list'
import { toListScope } from '@/server/crud/list-scope'
import { happenedAt, findRowName, requirePerson, resolveShift } from '@/plant/server/plant'
import { toSqlLiterals } from '@/server/crud/statements'
import { publishEvent } from '@/server/events'
import { metresCut } from '@/plant/server/events'
import { resolveTransition } from '@/server/resolve-transition'
import { jumboRoll } from '../contract/jumbo-roll'
import { cutting, slitRoll, slitSet } from '../contract/slitting'
import { undoCutKeys, type setHistory, type setsOf, type undoSet } from '../contract/slitting-calls'
import { doffSet } from '../contract/slitting-commands'
import { decideJumbo } from '../rules/jumbo-roll'
import { cuttingFigures, gradeOf, noFigures, slitFigures } from '../rules/order-figures'
import { standingSets } from '../rules/cutting'
import type { SlitterLimits } from '../rules/slitter-limits'
import { isTakenBack } from '../rules/slit-roll'
import { slitNumber } from '../rules/roll-number'
import {
  expectedRollKg,
  inheritedDefects,
  inheritedDowngrades,
  laneRolls,
  mayUndoSet,
  nextSpan,
  type LaneRoll,
} from '../rules/slit-set'
import { mustNotBeHeld } from './hold/hold'
import { updateOrderFigures } from './order-figures'
import { updateSlitKg } from './slit-kept'
import { changeRoll } from './change-roll'
import { stepped, weighed } from './slit-rolls'
import { limitsOf } from './queries/slitters'
import {
  lockOrders,
  lockSlitRolls,
  mustBeCuttable,
  mustBeginThere,
  mustFit,
  ordered,
  type Cutting,
  type Jumbo,
  type SlitSet,
} from './slit-scope'
import { mustTakeBack } from './take-back'

type Doff = EndpointInput<typeof doffSet>
/** Locked cutting and jumbo of a set, with its lanes and limits. */
interface Cut {
  run: Cutting
  jumbo: Jumbo
  lanes: SlitSet['lanes']
  limits: SlitterLimits
}
async function lockCut(ctx: Context, input: Doff): Promise<Cut> {
  const seen = await ctx.rows.get(cutting, input.cuttingId)
  const owner = await ctx.rows.get(jumboRoll, seen.jumboRollId)
  const lanes = ordered(input.lanes?.length ? input.lanes : seen.lanes, owner)
  const orders = await lockOrders(
    ctx,
    lanes.map((l) => l.workOrderId),
  )
  const jumbo = await ctx.rows.lock(jumboRoll, owner.id)
  const run = await ctx.rows.lock(cutting, seen.id)
  mustBeOpen(ctx, run, jumbo)
  const at = happenedAt(ctx, input.occurredAt)
  await mustNotBeHeld(ctx, jumbo, at)
  const limits = await limitsOf(ctx, run.slitterId)
  mustFit(lanes, jumbo, limits)
  mustBeCuttable(jumbo, orders, lanes, at, run)
  return { run, jumbo, lanes, limits }
}
/** POST /cut_first/doff: doffs a set and creates its rolls. */
async function doff({
  ctx,
  input,
  patch: change,
  occurredAt: at,
  preloaded: held,
}: CommandExecution<typeof slitSet, Doff, Cut>): Promise<SlitSet> {
  const { run, jumbo, lanes, limits } = held
  const left = jumbo.leftM ?? jumbo.lengthM ?? 0
  await mustBeginThere(ctx, jumbo, input.leftM ?? left, left)
  const lengthM = input.lengthM ?? Math.min(run.lengthM ?? left, left)
  if (lengthM <= 0 || lengthM > left)
    throw refuse(left > 0 && lengthM > 0 ? 'rolls:refusals.notEnoughLeft' : 'rolls:refusals.nothingLeft', {
      number: jumbo.number ?? '',
      left,
      wanted: lengthM,
    })
  const span = nextSpan(left, lengthM)
  const rolls = laneRolls(lanes, jumbo.widthMm!, span)
  const weights = weightsOf(input, rolls)
  const set = await ctx.rows.insert(slitSet, {
    ...change,
    jumboRollId: jumbo.id,
    slitterId: run.slitterId,
    setNumber: await nextSetNumber(ctx, jumbo.id),
    lanes,
    ...span,
    ...(await madeBy(ctx, at)),
    rolls: rolls.length,
    kg: weights.size ? [...weights.values()].reduce((sum, kg) => sum + kg, 0) : null,
  })
  for (const roll of rolls)
    await insertRoll(ctx, set, jumbo, roll, {
      weight: weights.get(roll.lane),
      lengthM,
      tolerance: limits.weightTolerance,
    })
  await ctx.rows.update(jumboRoll, jumbo.id, { leftM: span.fromM })
  await updateSlitKg(ctx, run)
  await publishEvent(ctx, metresCut, { slitterId: run.slitterId, at, metres: lengthM })
  return set
}
/** Handler of the doff command. */
export const doffed: HandlerEntry = handleCommand(doffSet, doff, { first: lockCut, since: ({ run }) => run.startedAt })
function mustBeOpen(ctx: Context, run: Cutting, jumbo: Jumbo): void {
  if (run.state !== 'open')
    throw refuse('rolls:refusals.cuttingNotOpen', {
      number: jumbo.number ?? '',
      state: ctx.t(`rolls:cutting.options.state.${run.state}`),
    })
}
/** Returns the next set number of a jumbo. Undone sets count too, so numbers are never reused. */
async function nextSetNumber(ctx: Context, jumboRollId: string): Promise<number> {
  const [last] = await ctx.query<{ last: number | null }>(
    'select max(set_number) as last from slit_set where site_id = $1 and jumbo_roll_id = $2',
    [ctx.site, jumboRollId],
  )
  return (last?.last ?? 0) + 1
}
/** Returns business date, shift and team of a moment, and the acting person. */
export async function madeBy(ctx: Context, moment: string) {
  const { businessDate, shift, team } = await resolveShift(ctx, moment)
  return { businessDate, shift, team, userId: requirePerson(ctx).id }
}
function weightsOf(input: EndpointInput<typeof doffSet>, rolls: readonly LaneRoll[]): Map<number, number> {
  const weights = new Map<number, number>()
  for (const [i, { lane, kg }] of (input.weights ?? []).entries()) {
    if (weights.has(lane)) throw refuseInput([{ path: ['weights', i, 'lane'], code: 'duplicate' }])
    if (!rolls.some((r) => r.lane === lane))
      throw refuseInput([{ path: ['weights', i, 'lane'], code: 'tooBig', params: { limit: rolls.length } }])
    weights.set(lane, kg)
  }
  return weights
}
async function insertRoll(
  ctx: Context,
  set: SlitSet,
  jumbo: Jumbo,
  roll: LaneRoll,
  { weight, lengthM, tolerance }: { weight: number | undefined; lengthM: number; tolerance: number },
): Promise<void> {
  const expected = expectedRollKg(jumbo, roll.widthMm, lengthM)
  const downgrades = inheritedDowngrades(jumbo.downgrades, roll)
  const { id: _id, businessDate, shift, team, userId, doffedAt } = set
  const saved = await ctx.rows.insert(slitRoll, {
    number: slitNumber(jumbo.number!, set.setNumber, roll.lane),
    state: 'made',
    jumboRollId: jumbo.id,
    slitSetId: set.id,
    slitterId: set.slitterId,
    workOrderId: roll.workOrderId,
    productId: jumbo.productId,
    lane: roll.lane,
    widthMm: roll.widthMm,
    fromMm: roll.fromMm,
    fromM: roll.fromM,
    toM: roll.toM,
    lengthM,
    doffedAt,
    businessDate,
    shift,
    team,
    userId,
    expectedKg: expected,
    ...(weight === undefined ? {} : weighed(weight, expected, tolerance, roll.lane)),
    grade: gradeOf(downgrades, lengthM),
    downgrades,
    defects: inheritedDefects(jumbo.defects, roll),
    holds: jumbo.holds,
  })
  if (saved.workOrderId) await updateOrderFigures(ctx, saved.workOrderId, noFigures, slitFigures(saved))
}

/** DELETE /cut_first/history_doff: undoes a set. A finished cutting is reopened, since its balance is no longer valid. */
export async function undo(ctx: Context, input: EndpointInput<typeof undoSet>): Promise<SlitSet> {
  const seen = await ctx.rows.get(slitSet, input.id)
  mustTakeBack(ctx, undoCutKeys, { by: seen.createdBy, at: seen.doffedAt })
  const owner = await ctx.rows.get(jumboRoll, seen.jumboRollId)
  const before = await ctx.rows.find(slitRoll, { where: { slitSetId: seen.id } })
  await lockOrders(ctx, [owner.workOrderId, ...before.map((r) => r.workOrderId)])
  const jumbo = await ctx.rows.lock(jumboRoll, owner.id)
  const run = await ctx.rows.lock(cutting, seen.cuttingId)
  const set = await ctx.rows.lock(slitSet, seen.id)
  if (set.state === 'undone')
    throw refuse('rolls:refusals.setUndone', { number: jumbo.number ?? '', set: set.setNumber })
  const made = await ctx.query<{ n: number }>(
    `select set_number as n from slit_set where site_id = $1 and jumbo_roll_id = $2 and state in (${toSqlLiterals(standingSets)})`,
    [ctx.site, jumbo.id],
  )
  const numbers = made.map((s) => s.n)
  if (!mayUndoSet(set.setNumber, numbers))
    throw refuse('rolls:refusals.notLastSet', { set: set.setNumber, last: Math.max(...numbers) })
  const rolls = await lockSlitRolls(ctx, set.id)
  for (const roll of rolls)
    await changeRoll(ctx, roll, { state: stepped(ctx, roll, 'undo', input), note: input.reason })
  const saved = await ctx.rows.update(
    slitSet,
    set.id,
    { state: 'undone', reason: input.reason, rolls: 0, kg: null },
    { version: input.version ?? null },
  )
  const lengthM = Math.round((set.toM - set.fromM) * 10) / 10
  await reopened(ctx, run, jumbo, { leftM: set.toM, reason: input.reason })
  await publishEvent(ctx, metresCut, { slitterId: set.slitterId, at: set.doffedAt, metres: -lengthM })
  return saved
}
/** Gives the metres back to the jumbo and puts it back on the slitter. @throws 6000 if the remnant is on another slitter or was used up */
async function reopened(
  ctx: Context,
  run: Cutting,
  jumbo: Jumbo,
  { leftM, reason }: { leftM: number; reason: string },
): Promise<void> {
  if (run.state === 'finished') {
    const [elsewhere] = await ctx.rows.find(cutting, { where: { jumboRollId: jumbo.id, state: 'open' }, limit: 1 })
    if (elsewhere)
      throw refuse('rolls:refusals.onSlitter', {
        number: jumbo.number ?? '',
        slitter: await findRowName(ctx, 'line', elsewhere.slitterId),
      })
    resolveTransition(
      ctx,
      { area: 'rolls', resource: 'jumboRoll', label: jumbo.number ?? '', state: jumbo.state },
      'reopen',
      decideJumbo(jumbo.state, 'reopen', { reason }),
    )
    const other = await ctx.rows.find(cutting, { where: { slitterId: run.slitterId, state: 'open' }, limit: 1 })
    if (other.length)
      throw refuse('rolls:refusals.slitterBusy', {
        slitter: await findRowName(ctx, 'line', run.slitterId),
        number: await findRowName(ctx, 'jumboRoll', other[0]!.jumboRollId),
      })
    await updateOrderFigures(ctx, jumbo.workOrderId, cuttingFigures(run), noFigures)
  }
  await ctx.rows.update(jumboRoll, jumbo.id, { leftM, state: 'slitting' })
  await updateSlitKg(
    ctx,
    run,
    run.state === 'finished'
      ? { state: 'open', endedAt: null, gapKg: null, gapPercent: null, gapReason: null, remnantM: null }
      : {},
  )
}

const MOST_SETS = 100
/** GET /cut_first/doff: sets of a cutting or a jumbo, else of the slitter's last shift. Newest first, at most a hundred sets. */
export async function sets(ctx: Context, input: EndpointInput<typeof setsOf>): Promise<EndpointOutput<typeof setsOf>> {
  const now = input.cuttingId || input.jumboRollId ? null : await lastShift(ctx, input.slitterId ?? null)
  const where = {
    state: 'made' as const,
    ...(input.cuttingId ? { cuttingId: input.cuttingId } : {}),
    ...(input.jumboRollId ? { jumboRollId: input.jumboRollId } : {}),
    ...(input.slitterId ? { slitterId: input.slitterId } : {}),
    ...(now ? { businessDate: now.businessDate, shift: now.shift } : {}),
  }
  const found = await ctx.rows.find(slitSet, { where, orderBy: '-doffedAt', limit: MOST_SETS })
  const rolls = found.length
    ? await ctx.rows.find(slitRoll, {
        where: { slitSetId: found.map((s) => s.id), reworkedFromId: null },
        orderBy: 'lane',
        limit: MOST_SETS * 200,
      })
    : []
  return found.map((set) => ({ ...set, slit: rolls.filter((r) => r.slitSetId === set.id && !isTakenBack(r.state)) }))
}
/** Returns the shift of the last doffed set; before the first set the current shift. */
async function lastShift(
  ctx: Context,
  slitterId: string | null,
): Promise<{ businessDate: string; shift: string | null }> {
  const [last] = await ctx.rows.find(slitSet, {
    where: { state: 'made', ...(slitterId ? { slitterId } : {}) },
    orderBy: '-doffedAt',
    limit: 1,
  })
  return last ?? resolveShift(ctx)
}
/** GET /cut_first/history_doff: pages of earlier sets. */
export const history = (ctx: Context, { businessDate, ...input }: EndpointInput<typeof setHistory>) => {
  const query = Object.fromEntries(
    Object.entries({ ...input, businessDateFrom: businessDate, businessDateTo: businessDate }).filter(
      ([, value]) => value != null,
    ),
  )
  return listPage(toListScope(ctx), slitSet, query)
}
