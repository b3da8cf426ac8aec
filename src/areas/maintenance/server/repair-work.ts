import { canCall } from '@/contract/endpoint'
import { errno, Refusal, refuse } from '@/contract/errno'
import { isSameValue } from '@/contract/merge-edits'
import { getFinalStates } from '@/contract/state-machine'
import { equipment } from '@/areas/equipment/contract/equipment'
import type { Context } from '@/server/context'
import { repairLifecycle, decideRepairTransition, type RepairState } from '../rules/repair'
import { findRepairWorkProblems } from '../rules/repair-work'
import { repair } from '../contract/repair'
import { repairWorkFieldNames } from '../contract/repair-commands'
import { assertRowsExist, findRowName, requirePerson } from '@/plant/server/plant'
import { lockMachines, saveRepair, type RepairRow } from './repair-save'
import { bookRepairParts } from './book-used-parts'
import { handle } from '@/server/area'

/**
 * Validates hours, parts and times of a repair. Warnings are not refused, because the form has already displayed them.
 * @throws 6000 naming the person or part
 */
export async function assertRepairWorkValid(
  ctx: Context,
  work: Pick<RepairRow, 'hours' | 'parts' | 'reportedAt'>,
  acceptedAt: string,
  endedAt: string,
): Promise<void> {
  await assertRowsExist(
    ctx,
    'user',
    work.hours.map((hourLine) => hourLine.userId),
    'hours',
  )
  await assertRowsExist(
    ctx,
    'sparePart',
    work.parts.map((partLine) => partLine.partId),
    'parts',
  )
  const problem = findRepairWorkProblems(
    { reportedAt: work.reportedAt, acceptedAt, endedAt, hours: work.hours, parts: work.parts },
    ctx.now.toISOString(),
  ).find((workProblem) => !workProblem.isWarning)
  if (!problem) return
  const subjectName = problem.subjectId
    ? await findRowName(ctx, problem.field === 'parts' ? 'sparePart' : 'user', problem.subjectId)
    : ''
  throw refuse(`maintenance:refusals.work.${problem.code}`, { of: subjectName, most: problem.maxHours ?? 0 })
}

/**
 * PUT /book/update_repair. Edits of an older version merge by fields. Causes, actions, parts and hours require the
 * permission `repairWork`; after the finish they must stay complete, and changed parts are booked.
 */
export const updateRepair = handle(repair.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const storedRepair = await ctx.rows.lock(repair, id)
  if (getFinalStates(repairLifecycle).includes(storedRepair.state))
    throw refuse('maintenance:refusals.closed', {
      number: storedRepair.number,
      state: ctx.t(`maintenance:repair.options.state.${storedRepair.state}`),
    })
  const mergedPatch = await ctx.rows.merge(repair, id, patch, version)
  const nextRow = { ...storedRepair, ...mergedPatch }
  const hasChanged = (name: keyof RepairRow) => !isSameValue(nextRow[name], storedRepair[name])
  if (repairWorkFieldNames.some(hasChanged) && !canCall('repairWork', requirePerson(ctx)))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: 'repairWork' } })
  const lineId = hasChanged('equipmentId')
    ? await resolveMachineLine(ctx, storedRepair.equipmentId, nextRow.equipmentId)
    : storedRepair.lineId
  // After the edit, finished work must still pass the checks of `finish`.
  if (storedRepair.repairEndAt)
    assertRepairTransition(ctx, { number: storedRepair.number, state: 'inMaintenance' }, 'finish', nextRow)
  // Before the repair is finished, its work has no times yet, so only hours and parts are validated.
  const workEndedAt = storedRepair.repairEndAt ?? ctx.now.toISOString()
  const workStartedAt = (storedRepair.repairEndAt ? storedRepair.acceptedAt : null) ?? workEndedAt
  if (hasChanged('hours') || hasChanged('parts')) await assertRepairWorkValid(ctx, nextRow, workStartedAt, workEndedAt)
  const savedRepair = await saveRepair(ctx, storedRepair, { ...mergedPatch, lineId })
  if (storedRepair.finishedBy && hasChanged('parts'))
    await bookRepairParts(ctx, storedRepair, storedRepair.parts, nextRow.parts, ctx.now.toISOString())
  return savedRepair
})
/**
 * Returns the line of the machine that a repair is moved to.
 * @throws 6000 for a discarded machine
 */
async function resolveMachineLine(
  ctx: Context,
  previousEquipmentId: string,
  equipmentId: string,
): Promise<string | null> {
  await lockMachines(ctx, [previousEquipmentId, equipmentId])
  const currentMachine = await ctx.rows.get(equipment, equipmentId)
  if (currentMachine.state === 'discarded')
    throw refuse('maintenance:refusals.discarded', { code: currentMachine.code })
  return currentMachine.lineId
}

/** @throws 6000 if the action is not allowed in this state or an input is missing */
function assertRepairTransition(
  ctx: Context,
  row: { number: string; state: RepairState },
  action: string,
  input: object,
): void {
  const decision = decideRepairTransition(row.state, action, input as Record<string, unknown>)
  if (decision.ok) return
  const { code, fields = [] } = decision.reason
  if (code === 'missing')
    throw refuse('maintenance:refusals.missing', {
      fields: fields.map((fieldName) => ctx.t(`maintenance:repair.fields.${fieldName}`)).join(', '),
    })
  throw refuse('maintenance:refusals.wrongState', {
    number: row.number,
    state: ctx.t(`maintenance:repair.options.state.${row.state}`),
    action: ctx.t(`maintenance:actions.repair_${action}`),
  })
}
