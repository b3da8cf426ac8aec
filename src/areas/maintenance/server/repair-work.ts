import { canCall } from '@/contract/endpoint'
import { errno, Refusal, refuse } from '@/contract/errno'
import { isSameValue } from '@/contract/merge-edits'
import type { UpdateInput } from '@/contract/resource'
import { getFinalStates } from '@/contract/state-machine'
import { equipment } from '@/areas/equipment/contract/equipment'
import type { Context } from '@/server/context'
import { repairStates, decideRepairTransition, type RepairState } from '../rules/repair'
import { findRepairWorkProblems } from '../rules/repair-work'
import { repair } from '../contract/repair'
import { workFieldNames } from '../contract/repair-commands'
import { assertRowsExist, findRowName, requirePerson } from '@/plant/server/plant'
import { lockMachines, saveRepair, type RepairRow } from './repair-save'
import { bookRepairParts } from './book-used-parts'

/**
 * Validates hours, parts and times of a repair. Warnings pass, because the person has seen them.
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
    work.hours.map((h) => h.userId),
    'hours',
  )
  await assertRowsExist(
    ctx,
    'sparePart',
    work.parts.map((p) => p.partId),
    'parts',
  )
  const problem = findRepairWorkProblems(
    { reportedAt: work.reportedAt, acceptedAt, endedAt, hours: work.hours, parts: work.parts },
    ctx.now.toISOString(),
  ).find((p) => !p.warning)
  if (!problem) return
  const subjectName = problem.of
    ? await findRowName(ctx, problem.field === 'parts' ? 'sparePart' : 'user', problem.of)
    : ''
  throw refuse(`maintenance:refusals.work.${problem.code}`, { of: subjectName, most: problem.most ?? 0 })
}

/**
 * PUT /book/update_repair. Edits of an older version merge by fields. Causes, actions, parts and hours require the
 * permission `repairWork`; after the finish they must stay complete, and changed parts are booked.
 */
export async function updateRepair(
  ctx: Context,
  { id, version, ...patch }: UpdateInput<typeof repair>,
): Promise<RepairRow> {
  const row = await ctx.rows.lock(repair, id)
  if (getFinalStates(repairStates).includes(row.state))
    throw refuse('maintenance:refusals.closed', {
      number: row.number,
      state: ctx.t(`maintenance:repair.options.state.${row.state}`),
    })
  const mergedPatch = await ctx.rows.merge(repair, id, patch, version)
  const nextRow = { ...row, ...mergedPatch }
  const hasChanged = (name: keyof RepairRow) => !isSameValue(nextRow[name], row[name])
  if (workFieldNames.some(hasChanged) && !canCall('repairWork', requirePerson(ctx)))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: 'repairWork' } })
  const lineId = hasChanged('equipmentId')
    ? await resolveMachineLine(ctx, row.equipmentId, nextRow.equipmentId)
    : row.lineId
  if (row.repairEndAt) resolveRepairTransition(ctx, { number: row.number, state: 'inMaintenance' }, 'finish', nextRow)
  // During the work only the lists themselves are validated.
  const workEnd = row.repairEndAt ?? ctx.now.toISOString()
  if (hasChanged('hours') || hasChanged('parts'))
    await assertRepairWorkValid(ctx, nextRow, row.repairEndAt ? (row.acceptedAt ?? workEnd) : workEnd, workEnd)
  const saved = await saveRepair(ctx, row, { ...mergedPatch, lineId })
  if (row.finishedBy && hasChanged('parts'))
    await bookRepairParts(ctx, row, row.parts, nextRow.parts, ctx.now.toISOString())
  return saved
}
/** Returns the line of the machine that a repair is moved to. @throws 6000 for a discarded machine */
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

/**
 * Returns the state that an action leads to.
 * @throws 6000 if the action is not allowed in this state or an input is missing
 */
function resolveRepairTransition(
  ctx: Context,
  row: { number: string; state: RepairState } | null,
  action: string,
  input: object,
): RepairState {
  const decision = decideRepairTransition(row?.state ?? null, action, input as Record<string, unknown>)
  if (decision.ok) return decision.to
  const { code, fields = [] } = decision.reason
  if (code === 'missing')
    throw refuse('maintenance:refusals.missing', {
      fields: fields.map((f) => ctx.t(`maintenance:repair.fields.${f}`)).join(', '),
    })
  throw refuse('maintenance:refusals.wrongState', {
    number: row?.number ?? '',
    state: ctx.t(`maintenance:repair.options.state.${row?.state ?? ''}`),
    action: ctx.t(`maintenance:actions.repair_${action}`),
  })
}
