import { refuse } from '@/contract/errno'
import { getFieldInLanguage } from '@/contract/language'
import { equipment } from '@/areas/equipment/contract/equipment'
import type { HandlerEntry } from '@/server/area'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { toPlantDay, resolveOccurredAt, assertRowsExist } from '@/plant/server/plant'
import { inspectionResult } from '../contract/inspection-round'
import type { repair } from '../contract/repair'
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
import { findWaitProblem, type PartWaitInput } from '../rules/repair'
import { bookRepairParts } from './book-used-parts'
import { saveRepair, type RepairRow } from './repair-save'
import { assertRepairWorkValid } from './repair-work'

type RepairExecution<In> = CommandExecution<typeof repair, In>
const handleTransition = ({ ctx, row, patch: change }: RepairExecution<unknown>): Promise<RepairRow> =>
  saveRepair(ctx, row, change)

/** POST /book/add_repair: creates the repair and notifies mechanics. */
async function handleReport({ ctx, patch: change, nextRow: after }: RepairExecution<unknown>): Promise<RepairRow> {
  const finding = after.inspectionResultId ? await ctx.rows.lock(inspectionResult, after.inspectionResultId) : null
  const machine = await ctx.rows.lock(equipment, after.equipmentId)
  if (machine.state === 'discarded') throw refuse('maintenance:refusals.discarded', { code: machine.code })
  const saved = await saveRepair(ctx, null, { ...change, lineId: machine.lineId })
  if (finding && !finding.repairId) await ctx.rows.update(inspectionResult, finding.id, { repairId: saved.id })
  ctx.notify({
    notice: 'repairReported',
    id: saved.id,
    title: (language) =>
      `${saved.number} ${machine.code} ${String(getFieldInLanguage(equipment, machine, 'name', language))}`,
    keys: ['repairAccept'],
  })
  return saved
}

/** DELETE /book/delete_repair. Unlinks the inspection finding, so that it can be reported again. */
async function handleWithdraw({ ctx, row, patch: change }: RepairExecution<unknown>): Promise<RepairRow> {
  const finding = row?.inspectionResultId ? await ctx.rows.lock(inspectionResult, row.inspectionResultId) : null
  // Both the corrected answer and the correction may link the repair.
  const linkedResults =
    row && finding
      ? await ctx.rows.find(inspectionResult, { where: { roundId: finding.roundId, repairId: row.id }, lock: true })
      : []
  for (const { id } of linkedResults) await ctx.rows.update(inspectionResult, id, { repairId: null })
  return saveRepair(ctx, row, change)
}

/** POST /repair/wait_for_part: validates the part and the expected day. */
async function handleWaitForPart({
  ctx,
  row,
  patch: change,
  input,
  occurredAt: at,
}: RepairExecution<PartWaitInput>): Promise<RepairRow> {
  const problem = findWaitProblem(input, toPlantDay(ctx, at))
  if (problem) throw refuse(`maintenance:refusals.wait.${problem.code}`)
  await assertRowsExist(ctx, 'sparePart', input.partId ? [input.partId] : [], 'partId')
  return saveRepair(ctx, row, change)
}

/** POST /repair/finish: books the parts and sets the machine's last repair day. */
async function handleFinish({
  ctx,
  row,
  patch: change,
  nextRow: after,
  input,
}: RepairExecution<{ endedAt: string }>): Promise<RepairRow> {
  if (!row) throw new Error('a repair is finished that was never reported')
  await assertRepairWorkValid(ctx, after, row.acceptedAt ?? row.reportedAt, input.endedAt)
  const repairEndAt = resolveOccurredAt(ctx, input.endedAt, row.waits.at(-1)?.until ?? row.acceptedAt, 'endedAt')
  const saved = await saveRepair(ctx, row, { ...change, repairEndAt })
  await ctx.rows.update(equipment, saved.equipmentId, { repairedOn: toPlantDay(ctx, repairEndAt) })
  await bookRepairParts(ctx, row, row.finishedBy ? row.parts : [], after.parts, repairEndAt)
  return saved
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
