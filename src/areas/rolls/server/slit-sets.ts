import { refuse, refuseInput } from '@/contract/errno'
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { listPage } from '@/server/crud/list'
import { toListScope } from '@/server/crud/refs'
import { resolveOccurredAt, findRowName, requirePerson, resolveShift } from '@/plant/server/plant'
import { toSqlLiterals } from '@/server/crud/statements'
import { publishEvent } from '@/server/events'
import { metresCut } from '@/plant/server/events'
import { resolveTransition } from '@/server/crud/state-refusal'
import { jumboRoll } from '../contract/jumbo-roll'
import { cutting, slitRoll, slitSet } from '../contract/slitting'
import { undoCutPermissions, type setHistory, type setsWithRolls, type undoSet } from '../contract/slitting-endpoints'
import { doffSet } from '../contract/slitting-commands'
import { decideJumboTransition, jumboRollLifecycle } from '../rules/jumbo-roll'
import {
  calculateCuttingMetrics,
  determineGrade,
  zeroRollMetrics,
  calculateSlitRollMetrics,
} from '../rules/order-roll-metrics'
import { isTakenBack, validSetStates } from '../rules/slit-roll'
import type { SlitterLimits } from '../rules/slitter-limits'
import { buildSlitNumber } from '../rules/roll-number'
import {
  calculateExpectedRollKg,
  getInheritedDefects,
  getInheritedDowngrades,
  buildLaneRolls,
  canUndoSet,
  getNextSetSpan,
  type LaneRoll,
} from '../rules/slit-set'
import { assertNotHeld } from './hold/hold'
import { updateOrderMetrics } from './update-order-metrics'
import { updateCuttingTotals } from './cutting-totals'
import {
  lockOrders,
  lockSlitRolls,
  assertLanesCuttable,
  assertSetStart,
  assertLanesFit,
  toOrderedLanes,
  type CuttingRow,
  type SlitScopeJumbo,
  type SlitSetRow,
  changeSlitRoll,
} from './slit-scope'
import { resolveSlitRollState, judgeRollWeight } from './slit-rolls'
import { findSlitterLimits } from './queries/slitters'
import { assertCanUndo } from './jumbo-guards'

type DoffInput = EndpointInput<typeof doffSet>
/** Locked cutting and jumbo of a set, with its lanes and limits. */
interface LockedCutting {
  cuttingRow: CuttingRow
  jumbo: SlitScopeJumbo
  lanes: SlitSetRow['lanes']
  limits: SlitterLimits
}
async function lockForDoff(ctx: Context, input: DoffInput): Promise<LockedCutting> {
  const unlockedCutting = await ctx.rows.get(cutting, input.cuttingId)
  const unlockedJumbo = await ctx.rows.get(jumboRoll, unlockedCutting.jumboRollId)
  const lanes = toOrderedLanes(input.lanes?.length ? input.lanes : unlockedCutting.lanes, unlockedJumbo)
  const orders = await lockOrders(
    ctx,
    lanes.map((l) => l.workOrderId),
  )
  const jumbo = await ctx.rows.lock(jumboRoll, unlockedJumbo.id)
  const cuttingRow = await ctx.rows.lock(cutting, unlockedCutting.id)
  assertCuttingOpen(ctx, cuttingRow, jumbo)
  const occurredAt = resolveOccurredAt(ctx, input.occurredAt)
  await assertNotHeld(ctx, jumbo, occurredAt)
  const limits = await findSlitterLimits(ctx, cuttingRow.slitterId)
  assertLanesFit(lanes, jumbo, limits)
  assertLanesCuttable(jumbo, orders, lanes, occurredAt, cuttingRow)
  return { cuttingRow, jumbo, lanes, limits }
}
/** POST /cut_first/doff: doffs a set and creates its rolls. */
async function doffSlitSet({
  ctx,
  input,
  patch,
  occurredAt,
  preloaded: locked,
}: CommandExecution<typeof slitSet, DoffInput, LockedCutting>): Promise<SlitSetRow> {
  const { cuttingRow, jumbo, lanes, limits } = locked
  const leftM = jumbo.leftM ?? jumbo.lengthM ?? 0
  await assertSetStart(ctx, jumbo, input.leftM ?? leftM, leftM)
  const lengthM = input.lengthM ?? Math.min(cuttingRow.lengthM ?? leftM, leftM)
  if (lengthM <= 0 || lengthM > leftM)
    throw refuse(leftM > 0 && lengthM > 0 ? 'rolls:refusals.notEnoughLeft' : 'rolls:refusals.nothingLeft', {
      number: jumbo.number ?? '',
      left: leftM,
      wanted: lengthM,
    })
  const span = getNextSetSpan(leftM, lengthM)
  const rolls = buildLaneRolls(lanes, jumbo.widthMm!, span)
  const weights = getWeightsByLane(input, rolls)
  const set = await ctx.rows.insert(slitSet, {
    ...patch,
    jumboRollId: jumbo.id,
    slitterId: cuttingRow.slitterId,
    setNumber: await getNextSetNumber(ctx, jumbo.id),
    lanes,
    ...span,
    ...(await resolveShiftAndPerson(ctx, occurredAt)),
    rolls: rolls.length,
    kg: weights.size ? [...weights.values()].reduce((sum, kg) => sum + kg, 0) : null,
  })
  for (const roll of rolls)
    await insertSlitRoll(ctx, set, jumbo, roll, {
      weight: weights.get(roll.lane),
      lengthM,
      tolerance: limits.weightTolerance,
    })
  await ctx.rows.update(jumboRoll, jumbo.id, { leftM: span.fromM })
  await updateCuttingTotals(ctx, cuttingRow)
  await publishEvent(ctx, metresCut, { slitterId: cuttingRow.slitterId, at: occurredAt, metres: lengthM })
  return set
}
/** Handler of the doff command. */
export const doffSetHandler: HandlerEntry = handleCommand(doffSet, doffSlitSet, {
  preload: lockForDoff,
  getEarliestMoment: ({ cuttingRow }) => cuttingRow.startedAt,
})
function assertCuttingOpen(ctx: Context, cuttingRow: CuttingRow, jumbo: SlitScopeJumbo): void {
  if (cuttingRow.state !== 'open')
    throw refuse('rolls:refusals.cuttingNotOpen', {
      number: jumbo.number ?? '',
      state: ctx.t(`rolls:cutting.options.state.${cuttingRow.state}`),
    })
}
/** Returns the next set number of a jumbo. Undone sets count too, so numbers are never reused. */
async function getNextSetNumber(ctx: Context, jumboRollId: string): Promise<number> {
  const [row] = await ctx.query<{ last: number | null }>(
    'select max(set_number) as last from slit_set where site_id = $1 and jumbo_roll_id = $2',
    [ctx.site, jumboRollId],
  )
  return (row?.last ?? 0) + 1
}
/** Returns business date, shift and team of a moment, and the acting person. */
export async function resolveShiftAndPerson(ctx: Context, moment: string) {
  const { businessDate, shift, team } = await resolveShift(ctx, moment)
  return { businessDate, shift, team, userId: requirePerson(ctx).id }
}
function getWeightsByLane(input: EndpointInput<typeof doffSet>, rolls: readonly LaneRoll[]): Map<number, number> {
  const weights = new Map<number, number>()
  for (const [i, { lane, kg }] of (input.weights ?? []).entries()) {
    if (weights.has(lane)) throw refuseInput([{ path: ['weights', i, 'lane'], code: 'duplicate' }])
    if (!rolls.some((r) => r.lane === lane))
      throw refuseInput([{ path: ['weights', i, 'lane'], code: 'tooBig', params: { limit: rolls.length } }])
    weights.set(lane, kg)
  }
  return weights
}
async function insertSlitRoll(
  ctx: Context,
  set: SlitSetRow,
  jumbo: SlitScopeJumbo,
  roll: LaneRoll,
  { weight, lengthM, tolerance }: { weight: number | undefined; lengthM: number; tolerance: number },
): Promise<void> {
  const expectedKg = calculateExpectedRollKg(jumbo, roll.widthMm, lengthM)
  const downgrades = getInheritedDowngrades(jumbo.downgrades, roll)
  const { id: _id, businessDate, shift, team, userId, doffedAt } = set
  const saved = await ctx.rows.insert(slitRoll, {
    number: buildSlitNumber(jumbo.number!, set.setNumber, roll.lane),
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
    expectedKg,
    ...(weight === undefined ? {} : judgeRollWeight(weight, expectedKg, tolerance, roll.lane)),
    grade: determineGrade(downgrades, lengthM),
    downgrades,
    defects: getInheritedDefects(jumbo.defects, roll),
    holds: jumbo.holds,
  })
  if (saved.workOrderId)
    await updateOrderMetrics(ctx, saved.workOrderId, zeroRollMetrics, calculateSlitRollMetrics(saved))
}

/** DELETE /cut_first/history_doff: undoes a set. A finished cutting is reopened, since its balance is no longer valid. */
export async function undoSlitSet(ctx: Context, input: EndpointInput<typeof undoSet>): Promise<SlitSetRow> {
  const unlockedSet = await ctx.rows.get(slitSet, input.id)
  assertCanUndo(ctx, undoCutPermissions, { recordedBy: unlockedSet.createdBy, recordedAt: unlockedSet.doffedAt })
  const unlockedJumbo = await ctx.rows.get(jumboRoll, unlockedSet.jumboRollId)
  const unlockedRolls = await ctx.rows.find(slitRoll, { where: { slitSetId: unlockedSet.id } })
  await lockOrders(ctx, [unlockedJumbo.workOrderId, ...unlockedRolls.map((r) => r.workOrderId)])
  const jumbo = await ctx.rows.lock(jumboRoll, unlockedJumbo.id)
  const cuttingRow = await ctx.rows.lock(cutting, unlockedSet.cuttingId)
  const set = await ctx.rows.lock(slitSet, unlockedSet.id)
  if (set.state === 'undone')
    throw refuse('rolls:refusals.setUndone', { number: jumbo.number ?? '', set: set.setNumber })
  const validSetRows = await ctx.query<{ n: number }>(
    `select set_number as n from slit_set where site_id = $1 and jumbo_roll_id = $2 and state in (${toSqlLiterals(validSetStates)})`,
    [ctx.site, jumbo.id],
  )
  const setNumbers = validSetRows.map((row) => row.n)
  if (!canUndoSet(set.setNumber, setNumbers))
    throw refuse('rolls:refusals.notLastSet', { set: set.setNumber, last: Math.max(...setNumbers) })
  const rolls = await lockSlitRolls(ctx, set.id)
  for (const roll of rolls)
    await changeSlitRoll(ctx, roll, { state: await resolveSlitRollState(ctx, roll, 'undo', input), note: input.reason })
  const saved = await ctx.rows.update(
    slitSet,
    set.id,
    { state: 'undone', reason: input.reason, rolls: 0, kg: null },
    { version: input.version ?? null },
  )
  const lengthM = Math.round((set.toM - set.fromM) * 10) / 10
  await reopenCutting(ctx, cuttingRow, jumbo, { leftM: set.toM, reason: input.reason })
  await publishEvent(ctx, metresCut, { slitterId: set.slitterId, at: set.doffedAt, metres: -lengthM })
  return saved
}
/** Returns the metres to the jumbo and the jumbo to the slitter. @throws 6000 if the remnant is on another slitter or used up */
async function reopenCutting(
  ctx: Context,
  cuttingRow: CuttingRow,
  jumbo: SlitScopeJumbo,
  { leftM, reason }: { leftM: number; reason: string },
): Promise<void> {
  if (cuttingRow.state === 'finished') {
    const [otherCutting] = await ctx.rows.find(cutting, { where: { jumboRollId: jumbo.id, state: 'open' }, limit: 1 })
    if (otherCutting)
      throw refuse('rolls:refusals.onSlitter', {
        number: jumbo.number ?? '',
        slitter: await findRowName(ctx, 'line', otherCutting.slitterId),
      })
    await resolveTransition(
      ctx,
      { resource: jumboRoll, lifecycle: jumboRollLifecycle, row: jumbo, label: jumbo.number ?? '' },
      'reopen',
      decideJumboTransition(jumbo.state, 'reopen', { reason }),
    )
    const cuttingsOnSlitter = await ctx.rows.find(cutting, {
      where: { slitterId: cuttingRow.slitterId, state: 'open' },
      limit: 1,
    })
    if (cuttingsOnSlitter.length)
      throw refuse('rolls:refusals.slitterBusy', {
        slitter: await findRowName(ctx, 'line', cuttingRow.slitterId),
        number: await findRowName(ctx, 'jumboRoll', cuttingsOnSlitter[0]!.jumboRollId),
      })
    await updateOrderMetrics(ctx, jumbo.workOrderId, calculateCuttingMetrics(cuttingRow), zeroRollMetrics)
  }
  await ctx.rows.update(jumboRoll, jumbo.id, { leftM, state: 'slitting' })
  await updateCuttingTotals(
    ctx,
    cuttingRow,
    cuttingRow.state === 'finished'
      ? { state: 'open', endedAt: null, gapKg: null, gapPercent: null, gapReason: null, remnantM: null }
      : {},
  )
}

const MAX_SETS = 100
/** GET /cut_first/doff: sets of a cutting or a jumbo, else of the slitter's last shift. Newest first, at most a hundred sets. */
export async function listSlitSets(
  ctx: Context,
  input: EndpointInput<typeof setsWithRolls>,
): Promise<EndpointOutput<typeof setsWithRolls>> {
  const lastShiftKey = input.cuttingId || input.jumboRollId ? null : await findLastShift(ctx, input.slitterId ?? null)
  const where = {
    state: 'made' as const,
    ...(input.cuttingId ? { cuttingId: input.cuttingId } : {}),
    ...(input.jumboRollId ? { jumboRollId: input.jumboRollId } : {}),
    ...(input.slitterId ? { slitterId: input.slitterId } : {}),
    ...(lastShiftKey ? { businessDate: lastShiftKey.businessDate, shift: lastShiftKey.shift } : {}),
  }
  const setRows = await ctx.rows.find(slitSet, { where, orderBy: '-doffedAt', limit: MAX_SETS })
  const rolls = setRows.length
    ? await ctx.rows.find(slitRoll, {
        where: { slitSetId: setRows.map((s) => s.id), reworkedFromId: null },
        orderBy: 'lane',
        limit: MAX_SETS * 200,
      })
    : []
  return setRows.map((set) => ({ ...set, slit: rolls.filter((r) => r.slitSetId === set.id && !isTakenBack(r.state)) }))
}
/** Returns the shift of the last doffed set; before the first set the current shift. */
async function findLastShift(
  ctx: Context,
  slitterId: string | null,
): Promise<{ businessDate: string; shift: string | null }> {
  const [lastSet] = await ctx.rows.find(slitSet, {
    where: { state: 'made', ...(slitterId ? { slitterId } : {}) },
    orderBy: '-doffedAt',
    limit: 1,
  })
  return lastSet ?? resolveShift(ctx)
}
/** GET /cut_first/history_doff: pages of earlier sets. */
export const listSetHistory = (ctx: Context, { businessDate, ...input }: EndpointInput<typeof setHistory>) => {
  const query = Object.fromEntries(
    Object.entries({ ...input, businessDateFrom: businessDate, businessDateTo: businessDate }).filter(
      ([, value]) => value != null,
    ),
  )
  return listPage(toListScope(ctx), slitSet, query)
}
