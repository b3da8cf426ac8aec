import { defineCommand, type ActionContext } from '@/contract/command'
import { day, list, moment, getFieldNames, note, reference } from '@/contract/field'
import type { Row } from '@/contract/resource'
import { repairLifecycle, getRepairStateSince, startWait, endWait } from '@/areas/maintenance/rules/repair'
import { repair, repairReportFields, repairWorkFields } from './repair'

type Repair = Row<typeof repair>
/** Names of the repair fields that only mechanics may write. */
export const repairWorkFieldNames = getFieldNames(repairWorkFields)
const reasonField = note({ required: true, max: 1000 })

/**
 * 报修. Assigns the number, opens a line stop if the line stopped, sets the machine's condition and notifies mechanics.
 */
export const reportRepair = defineCommand(repair, repairLifecycle, 'report', {
  routes: 'POST /book/add_repair',
  serverFields: ['number', 'lineId', 'stopId'],
  creates: true,
  writes: getFieldNames(repairReportFields),
  apply: (_row, _input, { at, personId }) => ({ reportedBy: personId, reportedAt: at }),
})
/** Withdraws a report that nobody has accepted yet; it stays readable. */
export const withdrawRepair = defineCommand(repair, repairLifecycle, 'withdraw', {
  routes: 'DELETE /book/delete_repair',
  serverFields: ['stopId'],
  input: { reason: reasonField },
  apply: (_row, input) => ({ reason: input.reason }),
})
/**
 * Returns the patch for a second acceptance: the earlier acceptance wins, and the other person is added to
 * `alsoAcceptedBy`. Null if nothing changes.
 */
function mergeAcceptance(
  { acceptedBy, acceptedAt, alsoAcceptedBy }: Repair,
  personId: string,
  newAcceptedAt: string,
): Partial<Repair> | null {
  const isEarlier = acceptedAt !== null && Date.parse(newAcceptedAt) < Date.parse(acceptedAt)
  if (acceptedBy === personId) return isEarlier ? { acceptedAt: newAcceptedAt } : null
  // Rows stored by an older app version lack the field.
  const coAcceptors = alsoAcceptedBy ?? []
  if (!isEarlier) return coAcceptors.includes(personId) ? null : { alsoAcceptedBy: [...coAcceptors, personId] }
  const otherAcceptors = [...coAcceptors.filter((id) => id !== personId), ...(acceptedBy === null ? [] : [acceptedBy])]
  return { acceptedBy: personId, acceptedAt: newAcceptedAt, alsoAcceptedBy: otherAcceptors }
}
/**
 * 接单: starts the maintenance; MTTR counts from here, without the time spent waiting for parts. If two people accept
 * while one is offline, the earlier acceptance wins, the command succeeds for both, and both are listed.
 */
export const acceptRepair = defineCommand(repair, repairLifecycle, 'accept', {
  routes: 'POST /repair/accept',
  getNotBefore: (row) => row.reportedAt,
  isDone: ({ acceptedAt }) => acceptedAt !== null,
  mergeWhenDone: (row, _input, { at, personId }) => mergeAcceptance(row, personId, at),
  apply: (_row, _input, { at, personId }) => ({ acceptedBy: personId, acceptedAt: at }),
})
/** 等待备件: pauses the work until a part arrives. Repeating the command corrects the part or the expected day. */
export const waitForPart = defineCommand(repair, repairLifecycle, 'waitForPart', {
  routes: 'POST /repair/wait_for_part',
  input: { partId: reference('sparePart'), part: note({ max: 500 }), expectedOn: day({ required: true }) },
  getNotBefore: getRepairStateSince,
  apply: ({ waits }, input, { at, personId }) => ({ waits: startWait(waits, input, at, personId) }),
})
/** 继续维修: resumes the work, with or without the part. */
export const resumeRepair = defineCommand(repair, repairLifecycle, 'goOn', {
  routes: 'POST /repair/go_on',
  getNotBefore: getRepairStateSince,
  apply: ({ waits }, _input, { at }) => ({ waits: endWait(waits, at), expectedOn: null }),
})
/** 完工: records causes, actions and hours, takes parts out of stock and closes the stop unless the line already runs. */
export const finishRepair = defineCommand(repair, repairLifecycle, 'finish', {
  routes: 'POST /repair/finish',
  writes: [...repairWorkFieldNames, 'runningAgainAt'],
  input: {
    causes: note({ required: true, max: 2000 }),
    actions: note({ required: true, max: 2000 }),
    hours: list(repairWorkFields.hours.of, { max: repairWorkFields.hours.max, required: true }),
    endedAt: moment({ required: true }),
  },
  apply: (_row, input, { personId }) => ({ repairEndAt: input.endedAt, finishedBy: personId }),
})
/** 生产确认: production confirms the repair. */
export const confirmProduction = defineCommand(repair, repairLifecycle, 'confirmProduction', {
  routes: 'POST /repair/confirm_production',
  writes: ['runningAgainAt'],
  getNotBefore: (row) => row.repairEndAt,
  apply: (_row, _input, { at, personId }) => ({ productionBy: personId, productionAt: at }),
})
/** Patch of a rejection: clears the end of the repair, which reopens the stop unless the line already runs. */
const applyRejection = (row: Repair, input: { reason: string }, { at, personId }: ActionContext) => ({
  reason: input.reason,
  rejectedBy: personId,
  rejectedAt: at,
  rejections: row.rejections + 1,
  repairEndAt: null,
  productionBy: null,
  productionAt: null,
})
/** 生产退回: production sends the repair back to maintenance with a reason. */
export const rejectProduction = defineCommand(repair, repairLifecycle, 'rejectProduction', {
  routes: 'POST /repair/reject_production',
  input: { reason: reasonField },
  getNotBefore: (row) => row.repairEndAt,
  apply: applyRejection,
})
/** 最终确认: closes the repair. */
export const confirmFinal = defineCommand(repair, repairLifecycle, 'confirmFinal', {
  routes: 'POST /repair/confirm_final',
  getNotBefore: (row) => row.productionAt,
  apply: (_row, _input, { at, personId }) => ({ finalBy: personId, finalAt: at }),
})
/** 最终退回: the final check sends the repair back to maintenance with a reason. */
export const rejectFinal = defineCommand(repair, repairLifecycle, 'rejectFinal', {
  routes: 'POST /repair/reject_final',
  input: { reason: reasonField },
  getNotBefore: (row) => row.repairEndAt,
  apply: applyRejection,
})
/** All commands of a repair: first the commands that advance a repair, then the commands that set it back. */
export const repairCommands = [
  reportRepair,
  acceptRepair,
  resumeRepair,
  finishRepair,
  waitForPart,
  confirmProduction,
  confirmFinal,
  rejectProduction,
  rejectFinal,
  withdrawRepair,
] as const
