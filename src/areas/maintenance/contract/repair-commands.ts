import { defineCommand, type Doing } from '@/contract/command'
import { day, list, moment, getFieldNames, note, reference } from '@/contract/field'
import type { Row } from '@/contract/resource'
import { repair as life, sinceOf, waitBegun, waitEnded } from '@/areas/maintenance/rules/repair'
import { repair, reportFields, workFields } from './repair'

type Repair = Row<typeof repair>
/** The fields of a repair that only those who repair may write. */
export const workNames = getFieldNames(workFields)
const reason = note({ required: true, max: 1000 })

/** 报修. Gives the number, opens the stop of the line when it stands, sets the machine's condition, tells the workers. */
export const reportRepair = defineCommand(repair, life, 'report', {
  routes: 'POST /book/add_repair',
  serverFields: ['number', 'lineId', 'stopId'],
  creates: true,
  writes: getFieldNames(reportFields),
  apply: (_row, _input, { at, personId }) => ({ reportedBy: personId, reportedAt: at }),
})
/** Takes a report back before anybody accepted it; it stays readable. */
export const withdrawRepair = defineCommand(repair, life, 'withdraw', {
  routes: 'DELETE /book/delete_repair',
  serverFields: ['stopId'],
  input: { reason },
  apply: (_row, input) => ({ reason: input.reason }),
})
/** What a second acceptance changes: who took it first in truth has it, the other is named. Null where nothing does. */
function acceptedToo(
  { acceptedBy, acceptedAt, alsoAcceptedBy }: Repair,
  personId: string,
  at: string,
): Partial<Repair> | null {
  const first = acceptedAt !== null && Date.parse(at) < Date.parse(acceptedAt)
  if (acceptedBy === personId) return first ? { acceptedAt: at } : null
  // A row kept by an older app has none.
  const also = alsoAcceptedBy ?? []
  if (!first) return also.includes(personId) ? null : { alsoAcceptedBy: [...also, personId] }
  const others = [...also.filter((id) => id !== personId), ...(acceptedBy === null ? [] : [acceptedBy])]
  return { acceptedBy: personId, acceptedAt: at, alsoAcceptedBy: others }
}
/**
 * 接单: the repair is in maintenance from here; MTTR counts from this moment, without the time it waits for parts. Of two who
 * accept, because one of them had no signal, it is theirs who did so first in truth; for the other it is done, and both are named.
 */
export const acceptRepair = defineCommand(repair, life, 'accept', {
  routes: 'POST /repair/accept',
  getNotBefore: (row) => row.reportedAt,
  isDone: ({ acceptedAt }) => acceptedAt !== null,
  mergeWhenDone: (row, _input, { at, personId }) => acceptedToo(row, personId, at),
  apply: (_row, _input, { at, personId }) => ({ acceptedBy: personId, acceptedAt: at }),
})
/** 等待备件: the work rests until a part comes, by number or in words, on the day it is expected; said again it corrects that. */
export const waitForPart = defineCommand(repair, life, 'waitForPart', {
  routes: 'POST /repair/wait_for_part',
  input: { partId: reference('sparePart'), part: note({ max: 500 }), expectedOn: day({ required: true }) },
  getNotBefore: sinceOf,
  apply: ({ waits }, input, { at, personId }) => ({ waits: waitBegun(waits, input, at, personId) }),
})
/** 继续维修: the part has come, or the work goes on without it. */
export const goOn = defineCommand(repair, life, 'goOn', {
  routes: 'POST /repair/go_on',
  getNotBefore: sinceOf,
  apply: ({ waits }, _input, { at }) => ({ waits: waitEnded(waits, at), expectedOn: null }),
})
/** 完工: causes, actions, hours by person; the parts leave the stock; closes the stop unless the line ran before. */
export const finishRepair = defineCommand(repair, life, 'finish', {
  routes: 'POST /repair/finish',
  writes: [...workNames, 'runningAgainAt'],
  input: {
    causes: note({ required: true, max: 2000 }),
    actions: note({ required: true, max: 2000 }),
    hours: list(workFields.hours.of, { max: workFields.hours.max, required: true }),
    endedAt: moment({ required: true }),
  },
  apply: (_row, input, { personId }) => ({ repairEndAt: input.endedAt, finishedBy: personId }),
})
/** 生产确认. */
export const confirmProduction = defineCommand(repair, life, 'confirmProduction', {
  routes: 'POST /repair/confirm_production',
  writes: ['runningAgainAt'],
  getNotBefore: (row) => row.repairEndAt,
  apply: (_row, _input, { at, personId }) => ({ productionBy: personId, productionAt: at }),
})
/** The end of the repair is open again, and with it the stop unless the line ran before. */
const sentBack = (row: Repair, input: { reason: string }, { at, personId }: Doing) => ({
  reason: input.reason,
  rejectedBy: personId,
  rejectedAt: at,
  rejections: row.rejections + 1,
  repairEndAt: null,
  productionBy: null,
  productionAt: null,
})
/** 生产退回: back to maintenance with a reason. */
export const rejectProduction = defineCommand(repair, life, 'rejectProduction', {
  routes: 'POST /repair/reject_production',
  input: { reason },
  getNotBefore: (row) => row.repairEndAt,
  apply: sentBack,
})
/** 最终确认: the repair is done. */
export const confirmFinal = defineCommand(repair, life, 'confirmFinal', {
  routes: 'POST /repair/confirm_final',
  getNotBefore: (row) => row.productionAt,
  apply: (_row, _input, { at, personId }) => ({ finalBy: personId, finalAt: at }),
})
/** 最终退回: back to maintenance with a reason. */
export const rejectFinal = defineCommand(repair, life, 'rejectFinal', {
  routes: 'POST /repair/reject_final',
  input: { reason },
  getNotBefore: (row) => row.repairEndAt,
  apply: sentBack,
})
/** Every command of a repair: the way forward first, then the ways back. */
export const repairCommands = [
  reportRepair,
  acceptRepair,
  goOn,
  finishRepair,
  waitForPart,
  confirmProduction,
  confirmFinal,
  rejectProduction,
  rejectFinal,
  withdrawRepair,
] as const
