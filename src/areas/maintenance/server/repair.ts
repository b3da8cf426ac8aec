import { refuse, errno, Refusal } from '@/contract/errno'
import { getFieldInLanguage } from '@/contract/language'
import { equipment } from '@/areas/equipment/contract/equipment'
import type { HandlerEntry } from '@/server/area'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { toPlantDay, resolveOccurredAt, assertRowsExist, requirePerson } from '@/plant/server/plant'
import { inspectionResult } from '@/areas/rounds/contract/inspection-round'
import { repair, repairComment } from '../contract/repair'
import {
  acceptRepair,
  confirmFinal,
  confirmProduction,
  finishRepair,
  resumeRepair,
  rejectFinal,
  rejectProduction,
  reportRepair,
  waitForPart,
  withdrawRepair,
} from '../contract/repair-commands'
import { findWaitProblem, type PartWaitInput, hasCommentContent } from '../rules/repair'
import { bookRepairParts } from './book-used-parts'
import { saveRepair, type RepairRow } from './repair-save'
import { assertRepairWorkValid } from './repair-work'
import { canCall } from '@/contract/endpoint'
import { handle } from '@/server/area'

type RepairExecution<In> = CommandExecution<typeof repair, In>
const handleTransition = ({ ctx, row, patch }: RepairExecution<unknown>): Promise<RepairRow> =>
  saveRepair(ctx, row, patch)

/** POST /book/add_repair: creates the repair and notifies mechanics. */
async function handleReport({ ctx, patch, nextRow: newRepair }: RepairExecution<unknown>): Promise<RepairRow> {
  const finding = newRepair.inspectionResultId
    ? await ctx.rows.lock(inspectionResult, newRepair.inspectionResultId)
    : null
  const machine = await ctx.rows.lock(equipment, newRepair.equipmentId)
  if (machine.state === 'discarded') throw refuse('maintenance:refusals.discarded', { code: machine.code })
  const savedRepair = await saveRepair(ctx, null, { ...patch, lineId: machine.lineId })
  if (finding && !finding.repairId) await ctx.rows.update(inspectionResult, finding.id, { repairId: savedRepair.id })
  ctx.notify({
    notice: 'repairReported',
    id: savedRepair.id,
    title: (language) =>
      `${savedRepair.number} ${machine.code} ${String(getFieldInLanguage(equipment, machine, 'name', language))}`,
    keys: ['repairAccept'],
  })
  return savedRepair
}

/** DELETE /book/delete_repair. Unlinks the inspection finding, so that it can be reported again. */
async function handleWithdraw({ ctx, row, patch }: RepairExecution<unknown>): Promise<RepairRow> {
  const finding = row?.inspectionResultId ? await ctx.rows.lock(inspectionResult, row.inspectionResultId) : null
  // Both the corrected answer and the correction may link the repair.
  const linkedResults =
    row && finding
      ? await ctx.rows.find(inspectionResult, { where: { roundId: finding.roundId, repairId: row.id }, lock: true })
      : []
  for (const { id } of linkedResults) await ctx.rows.update(inspectionResult, id, { repairId: null })
  return saveRepair(ctx, row, patch)
}

/** POST /repair/wait_for_part: validates the part and the expected day. */
async function handleWaitForPart({
  ctx,
  row,
  patch,
  input,
  occurredAt: waitingSince,
}: RepairExecution<PartWaitInput>): Promise<RepairRow> {
  const problem = findWaitProblem(input, toPlantDay(ctx, waitingSince))
  if (problem) throw refuse(`maintenance:refusals.wait.${problem.code}`)
  await assertRowsExist(ctx, 'sparePart', input.partId ? [input.partId] : [], 'partId')
  return saveRepair(ctx, row, patch)
}

/**
 * POST /repair/finish: books the parts and sets the machine's last repair day. Parts that were entered before the first
 * finish have not been booked yet.
 */
async function handleFinish({
  ctx,
  row,
  patch,
  nextRow: finishedRepair,
  input,
}: RepairExecution<{ endedAt: string }>): Promise<RepairRow> {
  if (!row) throw new Error('the repair to finish does not exist')
  await assertRepairWorkValid(ctx, finishedRepair, row.acceptedAt ?? row.reportedAt, input.endedAt)
  const repairEndAt = resolveOccurredAt(ctx, input.endedAt, row.waits.at(-1)?.until ?? row.acceptedAt, 'endedAt')
  const savedRepair = await saveRepair(ctx, row, { ...patch, repairEndAt })
  await ctx.rows.update(equipment, savedRepair.equipmentId, { repairedOn: toPlantDay(ctx, repairEndAt) })
  await bookRepairParts(ctx, row, row.finishedBy ? row.parts : [], finishedRepair.parts, repairEndAt)
  return savedRepair
}

/** Handlers of all repair commands. */
export const repairHandlers: HandlerEntry[] = [
  handleCommand(reportRepair, handleReport),
  handleCommand(withdrawRepair, handleWithdraw),
  handleCommand(acceptRepair, handleTransition),
  handleCommand(waitForPart, handleWaitForPart),
  handleCommand(resumeRepair, handleTransition),
  handleCommand(finishRepair, handleFinish),
  handleCommand(confirmProduction, handleTransition),
  handleCommand(rejectProduction, handleTransition),
  handleCommand(confirmFinal, handleTransition),
  handleCommand(rejectFinal, handleTransition),
]

/**
 * POST /repair/comment. Allowed for people who may view and report repairs.
 * @throws 6000 for an empty comment, 4006 for an unknown repair
 */
export const addRepairComment = handle(repairComment.endpoints.create, async (ctx, input) => {
  const person = requirePerson(ctx)
  const { access } = repair.endpoints.list
  if (!canCall(access, person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: [access].flat().join(', ') } })
  if (!hasCommentContent(input.text, input.images)) throw refuse('maintenance:refusals.emptyComment')
  const commentedRepair = await ctx.rows.get(repair, input.repairId)
  // A comment has no entered time: it is written when it is saved.
  const enteredMoment = null
  return ctx.rows.insert(repairComment, {
    ...input,
    writtenBy: person.id,
    writtenAt: resolveOccurredAt(ctx, enteredMoment, commentedRepair.reportedAt),
  })
})
