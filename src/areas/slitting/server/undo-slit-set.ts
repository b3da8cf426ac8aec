import { refuse } from '@/contract/errno'
import type { Context } from '@/server/context'
import { roundToDecimetre } from '@/plant/rules/quantity'
import { findRowName } from '@/plant/server/plant'
import { columns, options, sql } from '@/server/sql'
import { publishEvent } from '@/server/events'
import { metresCut } from './events'
import { resolveTransition } from '@/server/crud/state-refusal'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutting, slitRoll, slitSet } from '../contract/slitting'
import { undoCutPermissions, undoSet } from '../contract/slitting-endpoints'
import { decideJumboTransition, jumboRollLifecycle } from '@/areas/rolls/rules/jumbo-roll'
import { calculateCuttingMetrics, zeroRollMetrics } from '@/areas/rolls/rules/order-roll-metrics'
import { validSetStates } from '../rules/slit-roll'
import { canUndoSet } from '../rules/slit-set'
import { updateOrderMetrics } from '@/areas/rolls/server/writes/update-order-metrics'
import { updateCuttingTotals } from './cutting-totals'
import { lockSlitRolls, type CuttingRow, changeSlitRoll } from './slit-scope'
import { lockOrders } from './queries/cut-checks'
import { resolveSlitRollState } from './slit-rolls'
import { assertCanUndo, type JumboRow } from '@/areas/rolls/server/queries/roll-checks'
import { handle } from '@/server/area'

/** DELETE /cut_first/history_doff: undoes a set. Reopens a finished cutting, because its balance is no longer valid. */
export const undoSlitSet = handle(undoSet, async (ctx, input) => {
  const unlockedSet = await ctx.rows.get(slitSet, input.id)
  assertCanUndo(ctx, undoCutPermissions, { recordedBy: unlockedSet.createdBy, recordedAt: unlockedSet.doffedAt })
  const unlockedJumbo = await ctx.rows.get(jumboRoll, unlockedSet.jumboRollId)
  const unlockedRolls = await ctx.rows.find(slitRoll, { where: { slitSetId: unlockedSet.id } })
  await lockOrders(ctx, [unlockedJumbo.workOrderId, ...unlockedRolls.map((r) => r.workOrderId)])
  const jumbo = await ctx.rows.lock(jumboRoll, unlockedJumbo.id)
  const cuttingRow = await ctx.rows.lock(cutting, unlockedSet.cuttingId)
  const set = await ctx.rows.lock(slitSet, unlockedSet.id)
  if (set.state === 'undone')
    throw refuse('slitting:refusals.setUndone', { number: jumbo.number ?? '', set: set.setNumber })
  const validSetRows = await ctx.query(
    sql`select ${columns(slitSet, ['setNumber'])} from slit_set
      where site_id = ${ctx.site} and jumbo_roll_id = ${jumbo.id} and state in (${options(slitSet.fields.state, ...validSetStates)})`,
  )
  const setNumbers = validSetRows.map((row) => row.setNumber)
  if (!canUndoSet(set.setNumber, setNumbers))
    throw refuse('slitting:refusals.notLastSet', { set: set.setNumber, last: Math.max(...setNumbers) })
  const rolls = await lockSlitRolls(ctx, set.id)
  for (const roll of rolls)
    await changeSlitRoll(ctx, roll, { state: await resolveSlitRollState(ctx, roll, 'undo', input), note: input.reason })
  const savedSet = await ctx.rows.update(
    slitSet,
    set.id,
    { state: 'undone', reason: input.reason, rolls: 0, kg: null },
    { version: input.version ?? null },
  )
  const lengthM = roundToDecimetre(set.toM - set.fromM)
  await returnMetresToJumbo(ctx, cuttingRow, jumbo, { leftM: set.toM, reason: input.reason })
  await publishEvent(ctx, metresCut, { slitterId: set.slitterId, at: set.doffedAt, metres: -lengthM })
  return savedSet
})

/**
 * Returns the metres of the undone set to the jumbo. A finished cutting is reopened, with the jumbo back on its
 * slitter.
 * @param leftM length of the jumbo that is uncut after the undo
 */
async function returnMetresToJumbo(
  ctx: Context,
  cuttingRow: CuttingRow,
  jumbo: JumboRow,
  { leftM, reason }: { leftM: number; reason: string },
): Promise<void> {
  const isFinished = cuttingRow.state === 'finished'
  if (isFinished) await undoFinish(ctx, cuttingRow, jumbo, reason)
  await ctx.rows.update(jumboRoll, jumbo.id, { leftM, state: 'slitting' })
  await updateCuttingTotals(
    ctx,
    cuttingRow,
    isFinished ? { state: 'open', endedAt: null, gapKg: null, gapPercent: null, gapReason: null, remnantM: null } : {},
  )
}
/**
 * Undoes the finish of a cutting: checks that it can be reopened, and takes its results back from the order.
 * @throws 6000 if the jumbo is on another slitter or used up, or if the slitter has another jumbo
 */
async function undoFinish(ctx: Context, cuttingRow: CuttingRow, jumbo: JumboRow, reason: string): Promise<void> {
  const [otherCutting] = await ctx.rows.find(cutting, { where: { jumboRollId: jumbo.id, state: 'open' }, limit: 1 })
  if (otherCutting)
    throw refuse('slitting:refusals.onSlitter', {
      number: jumbo.number ?? '',
      slitter: await findRowName(ctx, 'line', otherCutting.slitterId),
    })
  await resolveTransition(
    ctx,
    { resource: jumboRoll, lifecycle: jumboRollLifecycle, row: jumbo, label: jumbo.number ?? '' },
    'reopen',
    decideJumboTransition(jumbo.state, 'reopen', { reason }),
  )
  const [cuttingOnSlitter] = await ctx.rows.find(cutting, {
    where: { slitterId: cuttingRow.slitterId, state: 'open' },
    limit: 1,
  })
  if (cuttingOnSlitter)
    throw refuse('slitting:refusals.slitterBusy', {
      slitter: await findRowName(ctx, 'line', cuttingRow.slitterId),
      number: await findRowName(ctx, 'jumboRoll', cuttingOnSlitter.jumboRollId),
    })
  await updateOrderMetrics(ctx, jumbo.workOrderId, calculateCuttingMetrics(cuttingRow), zeroRollMetrics)
}
