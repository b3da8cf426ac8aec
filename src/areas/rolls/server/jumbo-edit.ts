import type { EndpointInput } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { line } from '@/plant/contract/line'
import { resolveMomentOfUse } from '@/plant/server/chronology'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { publishEvent } from '@/server/events'
import { calculateJumboMetrics } from '../rules/order-roll-metrics'
import { calculateMaxPlausibleLengthNow, isLengthEditable, getWindingSpeed } from '../rules/winding'
import { downgradeRoll, editRoll, removeRoll, retireRoll, weighRoll } from '../contract/jumbo-commands'
import { buildTransitionRefusal } from '@/server/crud/state-refusal'
import { jumboRollLifecycle } from '../rules/jumbo-roll'
import { jumboRoll } from '../contract/jumbo-roll'
import {
  assertNoDowngradeOmitted,
  formatRollLabel,
  assertDowngradesWithinRoll,
  getRollNumber,
  type JumboRow,
} from './queries/roll-checks'
import {
  lockRoll,
  assertLengthPlausible,
  assertWidthPlausible,
  assertRollOrderOpen,
  assertDefectsWithinRoll,
  weighJumbo,
  type LockedRoll,
  type JumboValues,
  type RollOrderRow,
} from './jumbo-guards'
import { remnantScrapped } from './events'
import { assertNotHeld } from './queries/holds'
import { countLotsOfRoll, updateLotsWithoutRoll } from './lots/count-lots'
import { updateOrderMetrics } from './writes/update-order-metrics'

type EditExecution<In = unknown> = CommandExecution<typeof jumboRoll, In, LockedRoll>
/** Writes a roll and updates the metrics of its order. A command calls this once, so that the version rises by one. */
async function saveRoll(
  { ctx, patch, preloaded: { order, roll } }: EditExecution,
  extraValues: JumboValues = {},
): Promise<JumboRow> {
  const savedRoll = await ctx.rows.update(jumboRoll, roll.id, { ...patch, ...extraValues })
  await updateOrderMetrics(ctx, order.id, calculateJumboMetrics(roll), calculateJumboMetrics(savedRoll))
  return savedRoll
}

/** PUT /jumbo_second/add_roll and /production/jumbo_roll: edits a roll. */
async function editJumbo(execution: EditExecution<EndpointInput<typeof editRoll>>): Promise<JumboRow> {
  const { ctx, input, nextRow, patch, preloaded: lockedRoll } = execution
  const { order, roll } = lockedRoll
  const isResized = input.lengthM !== undefined || input.widthMm !== undefined
  if (isResized && !isLengthEditable(roll.state))
    throw await buildTransitionRefusal(
      ctx,
      { resource: jumboRoll, lifecycle: jumboRollLifecycle, row: roll, label: getRollNumber(ctx, roll) },
      'edit',
    )
  if (input.widthMm) assertWidthPlausible(input.widthMm, await ctx.rows.get(line, roll.lineId))
  if (roll.state === 'winding') {
    const lengthM =
      input.defects === undefined ? null : await calculatePlausibleLength(ctx, order, nextRow, execution.occurredAt)
    assertDefectsWithinRoll(nextRow.defects, { lengthM, widthMm: nextRow.widthMm })
    return ctx.rows.update(jumboRoll, roll.id, patch)
  }
  if (!nextRow.lengthM) throw refuseInput([{ path: ['lengthM'], code: 'tooSmall', params: { limit: 1 } }])
  assertDefectsWithinRoll(nextRow.defects, nextRow)
  if (!isResized) return ctx.rows.update(jumboRoll, roll.id, patch)
  assertRollOrderOpen(order, execution.occurredAt)
  assertDowngradesWithinRoll(nextRow.downgrades, nextRow.lengthM)
  if (patch.lengthM) assertLengthPlausible(order, patch.lengthM, nextRow)
  const weight = await weighJumbo(ctx, order, nextRow)
  return saveRoll(execution, { ...weight, ...(await recountLots(ctx, { ...nextRow, ...weight })) })
}
/** Returns the greatest plausible length of a roll at a moment. A defect beyond this length is a typing error. */
async function calculatePlausibleLength(
  ctx: Context,
  order: RollOrderRow,
  roll: JumboRow,
  moment: string,
): Promise<number | null> {
  const { speed } = getWindingSpeed(roll, null, await ctx.rows.get(line, roll.lineId))
  return calculateMaxPlausibleLengthNow(order.jumboLengthM, { speed, startedAt: roll.startedAt }, moment)
}
/** Recounts the lots of a roll after its weight changed. */
async function recountLots(ctx: Context, roll: JumboRow): Promise<Pick<JumboRow, 'lots' | 'unknownKg'>> {
  const { doffedAt, lots, unknownKg } = roll
  return doffedAt ? countLotsOfRoll(ctx, roll.lineId, { ...roll, doffedAt }) : { lots, unknownKg }
}

/** PUT /jumbo_second/doff_team: saves the measured weight of a roll and the quantities that depend on the weight. */
async function saveJumboWeight(execution: EditExecution): Promise<JumboRow> {
  const { ctx, nextRow, preloaded: lockedRoll } = execution
  assertRollOrderOpen(lockedRoll.order, execution.occurredAt)
  const { doffedAt, startedAt } = lockedRoll.roll
  resolveMomentOfUse(ctx, {
    name: getRollNumber(ctx, lockedRoll.roll),
    madeAt: doffedAt ?? startedAt,
    at: execution.occurredAt,
    field: 'occurredAt',
  })
  const weight = await weighJumbo(ctx, lockedRoll.order, nextRow)
  return saveRoll(execution, { ...weight, ...(await recountLots(ctx, { ...nextRow, ...weight })) })
}

/** POST /rolls/jumbo_downgrade: downgrades metres of a roll. */
async function downgradeJumbo(execution: EditExecution<EndpointInput<typeof downgradeRoll>>): Promise<JumboRow> {
  const { ctx, input, preloaded: lockedRoll } = execution
  const enteredDowngrades = (input.downgrades ?? []) as JumboRow['downgrades']
  const seenDowngrades = input.seenDowngrades as JumboRow['downgrades'] | null | undefined
  assertNoDowngradeOmitted(
    getRollNumber(ctx, lockedRoll.roll),
    lockedRoll.roll.downgrades,
    enteredDowngrades,
    seenDowngrades,
  )
  assertDowngradesWithinRoll(execution.nextRow.downgrades, lockedRoll.roll.lengthM ?? 0)
  return saveRoll(execution)
}

/**
 * Asserts that the state of a roll has not changed. Calls `merge` only to lock the row and compare versions.
 * @throws 6000 with both versions if somebody else has changed the state since the person saw the roll
 */
async function assertStateUnchanged({
  ctx,
  input,
  patch,
  preloaded: lockedRoll,
}: EditExecution<{ version?: number | null }>): Promise<void> {
  await ctx.rows.merge(jumboRoll, lockedRoll.roll.id, { state: patch.state }, input.version ?? ctx.origin.baseVersion)
}
/**
 * DELETE /jumbo_second/roll_del, /jumbo_second/doff_team and /production/jumbo_roll: removes a roll. The row stays
 * readable, and its number is not used again.
 */
async function removeJumbo(execution: EditExecution<EndpointInput<typeof removeRoll>>): Promise<JumboRow> {
  assertRollOrderOpen(execution.preloaded.order, execution.occurredAt)
  await assertStateUnchanged(execution)
  return saveRoll(execution, await updateLotsWithoutRoll(execution.ctx, execution.preloaded.roll))
}
/** POST /rolls/jumbo_retire: consumes or scraps a roll. */
async function retireJumbo(execution: EditExecution<EndpointInput<typeof retireRoll>>): Promise<JumboRow> {
  const { ctx, preloaded: lockedRoll } = execution
  await assertStateUnchanged(execution)
  if (execution.input.action === 'consume') await assertNotHeld(ctx, lockedRoll.roll, execution.occurredAt)
  if (lockedRoll.roll.state === 'remnant' && execution.input.action === 'scrap')
    await publishEvent(ctx, remnantScrapped, { roll: lockedRoll.roll })
  return saveRoll(execution)
}
const lockedRollOptions = {
  preload: lockRoll,
  getPreloadedRow: ({ roll }: LockedRoll) => roll,
  formatLabel: formatRollLabel,
}
/** Handlers of the commands on a started roll. */
export const editHandlers: HandlerEntry[] = [
  handleCommand(editRoll, editJumbo, lockedRollOptions),
  handleCommand(weighRoll, saveJumboWeight, lockedRollOptions),
  handleCommand(downgradeRoll, downgradeJumbo, lockedRollOptions),
  handleCommand(removeRoll, removeJumbo, lockedRollOptions),
  handleCommand(retireRoll, retireJumbo, lockedRollOptions),
]
