/** Rework of slit rolls. */
import { refuse, refuseInput } from '@/contract/errno'
import type { EndpointInput } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { takeNextNumber } from '@/server/crud/number-series'
import { cutting, slitRoll, slitSet } from '../contract/slitting'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { rework, reworkRoll } from '../contract/rework'
import { determineGrade, zeroRollMetrics, calculateSlitRollMetrics } from '@/areas/rolls/rules/order-roll-metrics'
import {
  isRollProducing,
  calculateReworkCost,
  calculateReworkKg,
  findReworkProblem,
  type ReworkPiece,
} from '../rules/rework'
import { calculateExpectedRollKg } from '../rules/slit-set'
import { assertNotHeld } from '@/areas/rolls/server/queries/holds'
import { updateOrderMetrics } from '@/areas/rolls/server/writes/update-order-metrics'
import { calculateSetTotals, updateCuttingTotals } from './cutting-totals'
import { changeSlitRoll, type SlitRollRow } from './slit-scope'
import { resolveShiftAndPerson } from '@/plant/server/plant'
import { lockOrders } from './queries/cut-checks'
import type { JumboRow } from '@/areas/rolls/server/queries/roll-checks'
import { downgradeWholeRoll } from './revoke-downgrades'
import { resolveSlitRollState } from './slit-rolls'

/** Maximum lengths of the fields `reason` and `why` of downgrades, in characters. */
const MAX_DOWNGRADE_REASON_CHARS = 400
const MAX_WHY_CHARS = 1000
type ReworkInput = EndpointInput<typeof reworkRoll>
type ReworkExecution = CommandExecution<typeof rework, ReworkInput, LockedRework>
/** The reworked roll and its jumbo, locked in the lock order of the slitter (`slit-scope`). */
interface LockedRework {
  roll: SlitRollRow
  jumbo: JumboRow
}
async function lockRework(ctx: Context, { slitRollId }: ReworkInput): Promise<LockedRework> {
  const unlockedRoll = await ctx.rows.get(slitRoll, slitRollId)
  await lockOrders(ctx, [unlockedRoll.workOrderId])
  const jumbo = await ctx.rows.lock(jumboRoll, unlockedRoll.jumboRollId)
  const set = await ctx.rows.get(slitSet, unlockedRoll.slitSetId)
  await ctx.rows.lock(cutting, set.cuttingId)
  await ctx.rows.lock(slitSet, set.id)
  return { roll: await ctx.rows.lock(slitRoll, unlockedRoll.id), jumbo }
}
/** POST /rolls/rework: records a rework and creates its new rolls. */
async function saveRework(execution: ReworkExecution): Promise<Row<typeof rework>> {
  const { ctx, input, patch, occurredAt, preloaded: lockedRework } = execution
  const { roll } = lockedRework
  await assertNotHeld(ctx, roll, occurredAt)
  await resolveSlitRollState(ctx, roll, 'rework', { reason: input.reason })
  const pieces: readonly ReworkPiece[] = input.pieces ?? []
  const problem = findReworkProblem(input.kind, roll, pieces)
  // Never 0 after the check, because `findReworkProblem` reports a roll without weight.
  const kg = roll.kg ?? 0
  if (problem)
    throw refuse(`slitting:refusals.rework.${problem}`, {
      number: roll.number,
      kg,
      width: roll.widthMm,
      length: roll.lengthM,
    })
  if (input.kind === 'regrade' && !input.defect) throw refuseInput([{ path: ['defect'], code: 'missing' }])
  const masses = calculateReworkKg(input.kind, kg, pieces)
  const shiftFields = await resolveShiftAndPerson(ctx, occurredAt)
  const day = shiftFields.businessDate.slice(2).replaceAll('-', '')
  // FX stands for 返修 (fǎnxiū), rework.
  const number = `FX${day}-${String(await takeNextNumber(ctx, `rework:${shiftFields.businessDate}`)).padStart(3, '0')}`
  await updateReworkedRoll(execution, number, masses.kgOut)
  const rolls = isRollProducing(input.kind) ? await createRolls(execution, pieces, shiftFields) : []
  return ctx.rows.insert(rework, {
    ...patch,
    ...shiftFields,
    number,
    jumboRollId: roll.jumboRollId,
    workOrderId: roll.workOrderId,
    productId: roll.productId,
    kgIn: kg,
    ...masses,
    pieces: rolls.map((newRoll) => ({
      widthMm: newRoll.widthMm,
      lengthM: newRoll.lengthM,
      kg: newRoll.kg ?? 0,
      number: newRoll.number,
    })),
    cost: calculateReworkCost(input.cost ?? null, input.minutes ?? null, input.ratePerHour ?? null),
  })
}
/** Updates the state or grade of the reworked roll. Recycling also updates the totals of its set and cutting. */
async function updateReworkedRoll(
  { ctx, input, occurredAt, person, preloaded: { roll } }: ReworkExecution,
  number: string,
  kgOut: number,
): Promise<void> {
  const { reason, defect, kind } = input
  if (isRollProducing(kind)) {
    await changeSlitRoll(ctx, roll, {
      state: await resolveSlitRollState(ctx, roll, 'rework', { reason }),
      reworkedKg: kgOut,
      note: reason,
    })
  } else if (kind === 'regrade') {
    const downgradeLine = {
      fromM: 0,
      toM: roll.lengthM,
      grade: 'downgraded',
      defect: defect!,
      reason: reason.slice(0, MAX_DOWNGRADE_REASON_CHARS),
    } as const
    // The reason for revoking the previous downgrades names the rework that replaced them.
    const why = `${number} ${reason}`.slice(0, MAX_WHY_CHARS)
    await downgradeWholeRoll(ctx, roll, downgradeLine, { why, note: reason, at: occurredAt, personId: person.id })
  } else {
    await changeSlitRoll(ctx, roll, {
      state: await resolveSlitRollState(ctx, roll, 'recycle', { reason }),
      note: reason,
    })
    const set = await ctx.rows.update(slitSet, roll.slitSetId, await calculateSetTotals(ctx, roll.slitSetId))
    await updateCuttingTotals(ctx, await ctx.rows.get(cutting, set.cuttingId))
  }
}
/**
 * Creates the new rolls side by side at the position of the reworked roll, with its jumbo, set, order and downgrades.
 */
async function createRolls(
  { ctx, occurredAt, preloaded: { roll, jumbo } }: ReworkExecution,
  pieces: readonly ReworkPiece[],
  shiftFields: Awaited<ReturnType<typeof resolveShiftAndPerson>>,
): Promise<SlitRollRow[]> {
  const rolls: SlitRollRow[] = []
  let { fromMm } = roll
  for (const [i, piece] of pieces.entries()) {
    const widthMm = piece.widthMm ?? roll.widthMm
    const lengthM = piece.lengthM || roll.lengthM
    const { fromM, toM, lane, slitSetId, slitterId, workOrderId, productId, jumboRollId } = roll
    const downgrades = roll.downgrades
      .map((downgrade) => ({ ...downgrade, toM: Math.min(downgrade.toM, lengthM) }))
      .filter((downgrade) => downgrade.fromM < downgrade.toM)
    const savedRoll = await ctx.rows.insert(slitRoll, {
      ...shiftFields,
      number: `${roll.number}-F${i + 1}`,
      state: 'made',
      jumboRollId,
      slitSetId,
      slitterId,
      workOrderId,
      productId,
      lane,
      widthMm,
      fromMm,
      fromM,
      toM,
      lengthM,
      doffedAt: occurredAt,
      expectedKg: calculateExpectedRollKg(jumbo, widthMm, lengthM),
      kg: piece.kg,
      grade: determineGrade(downgrades, lengthM),
      downgrades,
      reworkedFromId: roll.id,
    })
    if (workOrderId) await updateOrderMetrics(ctx, workOrderId, zeroRollMetrics, calculateSlitRollMetrics(savedRoll))
    rolls.push(savedRoll)
    fromMm += widthMm
  }
  return rolls
}
export const reworkHandlers: HandlerEntry[] = [
  handleCommand(reworkRoll, saveRework, { preload: lockRework, getEarliestMoment: ({ roll }) => roll.doffedAt }),
]
