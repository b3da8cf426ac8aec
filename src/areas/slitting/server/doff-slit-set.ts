import { refuse, refuseInput } from '@/contract/errno'
import type { EndpointInput } from '@/contract/endpoint'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { sql } from '@/server/sql'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { resolveOccurredAt, resolveShiftAndPerson } from '@/plant/server/plant'
import { publishEvent } from '@/server/events'
import { metresCut } from './events'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutting, slitRoll, slitSet } from '../contract/slitting'
import { doffSet } from '../contract/slitting-commands'
import { determineGrade, zeroRollMetrics, calculateSlitRollMetrics } from '@/areas/rolls/rules/order-roll-metrics'
import type { SlitterLimits } from '../rules/slitter-limits'
import { buildSlitNumber } from '@/areas/rolls/rules/roll-number'
import {
  calculateExpectedRollKg,
  getInheritedDefects,
  getInheritedDowngrades,
  buildLaneRolls,
  getNextSetSpan,
  type LaneRoll,
} from '../rules/slit-set'
import { assertNotHeld } from '@/areas/rolls/server/queries/holds'
import { updateOrderMetrics } from '@/areas/rolls/server/writes/update-order-metrics'
import { updateCuttingTotals } from './cutting-totals'
import { assertSetStart, type CuttingRow, type SlitSetRow } from './slit-scope'
import { lockOrders, assertLaneOrdersUsable, assertLanesFit, toOrderedLanes } from './queries/cut-checks'
import type { JumboRow } from '@/areas/rolls/server/queries/roll-checks'
import { judgeRollWeight } from './slit-rolls'
import { findSlitterLimits } from './queries/slitters'

type DoffInput = EndpointInput<typeof doffSet>
/** Locked cutting and jumbo of a set, with its lanes and limits. */
interface LockedDoffInputs {
  cuttingRow: CuttingRow
  jumbo: JumboRow
  lanes: SlitSetRow['lanes']
  limits: SlitterLimits
}
async function lockDoffInputs(ctx: Context, input: DoffInput): Promise<LockedDoffInputs> {
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
  assertLaneOrdersUsable(jumbo, orders, lanes, occurredAt, cuttingRow)
  return { cuttingRow, jumbo, lanes, limits }
}
/** POST /cut_first/doff: doffs a set and creates its rolls. */
async function doffSlitSet({
  ctx,
  input,
  patch,
  occurredAt,
  preloaded: { cuttingRow, jumbo, lanes, limits },
}: CommandExecution<typeof slitSet, DoffInput, LockedDoffInputs>): Promise<SlitSetRow> {
  const leftM = jumbo.leftM ?? jumbo.lengthM ?? 0
  await assertSetStart(ctx, jumbo, input.leftM ?? leftM, leftM)
  const lengthM = input.lengthM ?? Math.min(cuttingRow.lengthM ?? leftM, leftM)
  if (lengthM <= 0 || lengthM > leftM)
    throw refuse(leftM > 0 && lengthM > 0 ? 'slitting:refusals.notEnoughLeft' : 'slitting:refusals.nothingLeft', {
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
    setNumber: await findNextSetNumber(ctx, jumbo.id),
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
  preload: lockDoffInputs,
  getEarliestMoment: ({ cuttingRow }) => cuttingRow.startedAt,
})
function assertCuttingOpen(ctx: Context, cuttingRow: CuttingRow, jumbo: JumboRow): void {
  if (cuttingRow.state !== 'open')
    throw refuse('slitting:refusals.cuttingNotOpen', {
      number: jumbo.number ?? '',
      state: ctx.t(`slitting:cutting.options.state.${cuttingRow.state}`),
    })
}
/** Returns the next set number of a jumbo. Undone sets count too, so numbers are never reused. */
async function findNextSetNumber(ctx: Context, jumboRollId: string): Promise<number> {
  const [row] = await ctx.query(
    sql<{
      last: number | null
    }>`select max(set_number) as last from slit_set where site_id = ${ctx.site} and jumbo_roll_id = ${jumboRollId}`,
  )
  return (row?.last ?? 0) + 1
}
/** Returns the entered kg by lane. @throws 4013 for a lane that is repeated or not in the set */
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
  jumbo: JumboRow,
  roll: LaneRoll,
  { weight, lengthM, tolerance }: { weight: number | undefined; lengthM: number; tolerance: number },
): Promise<void> {
  const expectedKg = calculateExpectedRollKg(jumbo, roll.widthMm, lengthM)
  const downgrades = getInheritedDowngrades(jumbo.downgrades, roll)
  const { id: _id, businessDate, shift, team, userId, doffedAt } = set
  const savedRoll = await ctx.rows.insert(slitRoll, {
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
  if (savedRoll.workOrderId)
    await updateOrderMetrics(ctx, savedRoll.workOrderId, zeroRollMetrics, calculateSlitRollMetrics(savedRoll))
}
