import { defineEndpoint } from '@/contract/endpoint'
import { integer, moment, note, reference } from '@/contract/field'
import { rowOf } from '@/contract/resource'
import { repair, reportFields, workFields } from './repair'

const area = 'maintenance'
const effect = 'write'
const output = rowOf(repair)
const offline = { entity: 'repair', id: 'id', schema: 1 } as const
/** `version` when the person saw the row online; `occurredAt` when it happened, if not now. */
const step = {
  id: reference('repair', { required: true }),
  version: integer({ min: 1 }),
  occurredAt: moment(),
} as const
const reason = note({ required: true, max: 1000 })

/** 报修. Gives the number, opens the stop of the line when it stands, sets the machine's condition, tells the workers. */
export const reportRepair = defineEndpoint('repair.report', {
  area,
  routes: 'POST /book/add_repair',
  access: 'repairAdd',
  effect,
  input: { id: reference('repair'), ...reportFields, occurredAt: moment() },
  output,
  offline: { ...offline, creates: true },
})
/** Takes a report back before anybody accepted it; it stays readable. Whoever reported it needs no further key. */
export const withdrawRepair = defineEndpoint('repair.withdraw', {
  area,
  routes: 'DELETE /book/delete_repair',
  access: ['repairDelete', 'repairAdd'],
  effect,
  input: { ...step, reason },
  output,
  offline,
})
/** 接单: the repair is in maintenance from here; MTTR counts from this moment. */
export const acceptRepair = defineEndpoint('repair.accept', {
  area,
  routes: 'POST /repair/accept',
  access: 'repairAccept',
  effect,
  input: step,
  output,
  offline,
})
/** 完工: causes, actions, hours by person; the parts leave the stock; closes the stop unless the line ran before. */
export const finishRepair = defineEndpoint('repair.finish', {
  area,
  routes: 'POST /repair/finish',
  access: 'repairWork',
  effect,
  input: {
    ...step,
    ...workFields,
    causes: note({ required: true, max: 2000 }),
    actions: note({ required: true, max: 2000 }),
    hours: { ...workFields.hours, required: true },
    endedAt: moment({ required: true }),
  },
  output,
  offline,
})
/** 生产确认. */
export const confirmProduction = defineEndpoint('repair.confirmProduction', {
  area,
  routes: 'POST /repair/confirm_production',
  access: 'repairProductionConfirm',
  effect,
  input: { ...step, runningAgainAt: moment() },
  output,
  offline,
})
/** 生产退回: back to maintenance with a reason; the end of the repair is open again. */
export const rejectProduction = defineEndpoint('repair.rejectProduction', {
  area,
  routes: 'POST /repair/reject_production',
  access: 'repairProductionConfirm',
  effect,
  input: { ...step, reason },
  output,
  offline,
})
/** 最终确认: the repair is done. */
export const confirmFinal = defineEndpoint('repair.confirmFinal', {
  area,
  routes: 'POST /repair/confirm_final',
  access: 'repairFinalConfirm',
  effect,
  input: step,
  output,
  offline,
})
/** 最终退回: back to maintenance with a reason. */
export const rejectFinal = defineEndpoint('repair.rejectFinal', {
  area,
  routes: 'POST /repair/reject_final',
  access: 'repairFinalConfirm',
  effect,
  input: { ...step, reason },
  output,
  offline,
})
export const repairActions = [
  reportRepair,
  withdrawRepair,
  acceptRepair,
  finishRepair,
  confirmProduction,
  rejectProduction,
  confirmFinal,
  rejectFinal,
] as const
