import { defineCommand } from '@/contract/command'
import type { Issue } from '@/contract/errno'
import { day, getFieldNames, note, reference } from '@/contract/field'
import type { Day } from '@/plant/rules/plant-time'
import { appendReplacement } from '@/areas/standards/rules/approval'
import {
  abnormity as life,
  measuresAhead,
  owedStates,
  verifyProblem,
  type Measure,
} from '@/areas/deviations/rules/abnormity'
import { abnormity, answerFields, raisedFields } from './abnormity'

const reason = note({ required: true, max: 1000 })

/** 提出异常: by scan or by hand, with photos, without a network too. Whoever confirms defects is told. */
export const raiseAbnormity = defineCommand(abnormity, life, 'raise', {
  routes: 'POST /quality/abnormity',
  // What the roll says: its order, line, product, team and shift.
  serverFields: ['number', 'workOrderId', 'lineId', 'jumboRollId', 'customerId', 'productId', 'team', 'shift'],
  creates: true,
  writes: getFieldNames(raisedFields),
  apply: (_row, _input, { at, personId }) => ({ raisedBy: personId, raisedAt: at }),
})
/** 缺陷确认: it is one; who answers for it, and until when. */
export const confirmAbnormity = defineCommand(abnormity, life, 'confirm', {
  routes: 'POST /quality/abnormity_confirm',
  input: { responsibleId: reference('user', { required: true }), dueOn: day({ required: true }) },
  getNotBefore: (row) => row.raisedAt,
  apply: (_row, _input, { at, personId }) => ({ confirmedBy: personId, confirmedAt: at }),
})
/** 改派: the responsible person cannot answer, as they are ill or gone; somebody else does, whoever confirms defects says who. */
export const reassignAbnormity = defineCommand(abnormity, null, 'reassign', {
  routes: 'POST /quality/abnormity_reassign',
  access: 'qualityTrackingDefectConfirm',
  fromStates: owedStates,
  // Not the `reason` of the row: why it was last sent back stays what it was.
  input: { responsibleId: reference('user', { required: true }), reassignReason: reason },
  getNotBefore: (row) => row.confirmedAt,
  apply: (row, input, { at, personId }, before) => ({
    remindedOn: null,
    replacements: before?.responsibleId
      ? appendReplacement(row.replacements, {
          userId: before.responsibleId,
          insteadId: input.responsibleId,
          replacedBy: personId,
          replacedAt: at,
          reason: input.reassignReason,
        })
      : row.replacements,
  }),
})
/** 撤销: it was none; it stays readable. */
export const withdrawAbnormity = defineCommand(abnormity, life, 'withdraw', {
  routes: 'DELETE /quality/del_abnormity',
  input: { reason },
})
/** 责任岗位答复: the cause, and the measures where they are known already; said again while they are carried out. */
export const answerAbnormity = defineCommand(abnormity, life, 'answer', {
  routes: 'POST /quality/post_abnormity',
  lifecycleActions: ['analyse', 'act'],
  selectLifecycleAction: (row, { measures }) => (measures?.length || row?.measures.length ? 'act' : 'analyse'),
  writes: getFieldNames(answerFields),
  input: { cause: note({ required: true, max: 2000 }) },
  getNotBefore: (row) => row.confirmedAt,
  apply: (_row, _input, { at, personId }) => ({ answeredBy: personId, answeredAt: at }),
})
/** What is wrong with the measures of an answer, told before it is saved and by the server. */
export const measureIssues = (measures: readonly Measure[], today: Day): Issue[] =>
  measuresAhead(measures, today).map((at) => ({ path: ['measures', at, 'doneOn'], code: 'inFuture' }))
/** 验证: all measures are done, and they help; said by somebody else than who took them. */
export const verifyAbnormity = defineCommand(abnormity, life, 'verify', {
  routes: 'POST /quality/abnormity_verify',
  // Whether measures helped is seen one by one.
  individualOnly: true,
  input: { verification: note({ required: true, max: 2000 }) },
  getNotBefore: (row) => row.answeredAt,
  forbiddenReason: verifyProblem,
  apply: (_row, _input, { at, personId }) => ({ verifiedBy: personId, verifiedAt: at }),
})
/** 退回: the answer does not do. */
export const sendBackAbnormity = defineCommand(abnormity, life, 'sendBack', {
  routes: 'POST /quality/abnormity_send_back',
  input: { reason },
  apply: ({ sentBack }) => ({ sentBack: sentBack + 1, verifiedBy: null, verifiedAt: null, verification: null }),
})
/** 关闭. */
export const closeAbnormity = defineCommand(abnormity, life, 'close', {
  routes: 'POST /quality/abnormity_close',
  getNotBefore: (row) => row.verifiedAt,
  apply: (_row, _input, { at, personId }) => ({ closedBy: personId, closedAt: at }),
})
/** 重新打开: it came again. */
export const reopenAbnormity = defineCommand(abnormity, life, 'reopen', {
  routes: 'POST /quality/abnormity_reopen',
  input: { reason },
  apply: ({ sentBack }) => ({
    sentBack: sentBack + 1,
    closedBy: null,
    closedAt: null,
    verifiedBy: null,
    verifiedAt: null,
    verification: null,
  }),
})
/** Every command of an abnormity: the way forward first, then the ways back. */
export const abnormityCommands = [
  raiseAbnormity,
  confirmAbnormity,
  answerAbnormity,
  verifyAbnormity,
  closeAbnormity,
  sendBackAbnormity,
  reopenAbnormity,
  reassignAbnormity,
  withdrawAbnormity,
] as const
