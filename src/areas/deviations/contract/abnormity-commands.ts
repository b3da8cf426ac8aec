import { defineCommand } from '@/contract/command'
import type { Issue } from '@/contract/errno'
import { day, getFieldNames, note, reference, choice, integer, text } from '@/contract/field'
import type { Day } from '@/plant/rules/plant-time'
import { appendReplacement } from '@/areas/standards/rules/approval'
import {
  abnormityLifecycle as lifecycle,
  findFutureMeasureIndexes,
  answerOwedStates,
  getVerificationProblem,
  type Measure,
} from '@/areas/deviations/rules/abnormity'
import { abnormity, abnormityAnswerFields, abnormityEntryFields, abnormityKinds } from './abnormity'
import { fileOutput, defineEndpoint, listOutput, XLSX_MIME } from '@/contract/endpoint'

const reasonField = note({ required: true, max: 1000 })

/** 提出异常: by scan or by hand, with photos, also offline. Notifies the persons who confirm defects. */
export const raiseAbnormity = defineCommand(abnormity, lifecycle, 'raise', {
  routes: 'POST /quality/abnormity',
  // Derived from the roll: its order, line, product, team and shift.
  serverFields: ['number', 'workOrderId', 'lineId', 'jumboRollId', 'customerId', 'productId', 'team', 'shift'],
  // A moment before the roll existed is corrected by the phone's clock error, which only the server knows.
  provisionalFields: ['raisedAt'],
  creates: true,
  writes: getFieldNames(abnormityEntryFields),
  apply: (_row, _input, { at, personId }) => ({ raisedBy: personId, raisedAt: at }),
})
/** 缺陷确认: confirms the defect and sets the responsible person and the due date. */
export const confirmAbnormity = defineCommand(abnormity, lifecycle, 'confirm', {
  routes: 'POST /quality/abnormity_confirm',
  input: { responsibleId: reference('user', { required: true }), dueOn: day({ required: true }) },
  getNotBefore: (row) => row.raisedAt,
  apply: (_row, _input, { at, personId }) => ({ confirmedBy: personId, confirmedAt: at }),
})
/** 改派: assigns another responsible person, e.g. because of illness. Needs the permission to confirm defects. */
export const reassignAbnormity = defineCommand(abnormity, null, 'reassign', {
  routes: 'POST /quality/abnormity_reassign',
  access: 'qualityTrackingDefectConfirm',
  fromStates: answerOwedStates,
  // A name other than `reason`, because the field `reason` of the row keeps the reason of the last return.
  input: { responsibleId: reference('user', { required: true }), reassignReason: reasonField },
  getNotBefore: (row) => row.confirmedAt,
  apply: (row, input, { at, personId }, previousRow) => ({
    remindedOn: null,
    replacements: previousRow?.responsibleId
      ? appendReplacement(row.replacements, {
          userId: previousRow.responsibleId,
          insteadId: input.responsibleId,
          replacedBy: personId,
          replacedAt: at,
          reason: input.reassignReason,
        })
      : row.replacements,
  }),
})
/** 撤销: withdraws an abnormity that was raised by mistake; the row stays readable. */
export const withdrawAbnormity = defineCommand(abnormity, lifecycle, 'withdraw', {
  routes: 'DELETE /quality/del_abnormity',
  input: { reason: reasonField },
})
/** 责任岗位答复: cause, and measures if known. The command can be repeated while the measures are carried out. */
export const answerAbnormity = defineCommand(abnormity, lifecycle, 'answer', {
  routes: 'POST /quality/post_abnormity',
  lifecycleActions: ['analyse', 'act'],
  selectLifecycleAction: (row, { measures }) => (measures?.length || row?.measures.length ? 'act' : 'analyse'),
  writes: getFieldNames(abnormityAnswerFields),
  input: { cause: note({ required: true, max: 2000 }) },
  getNotBefore: (row) => row.confirmedAt,
  apply: (_row, _input, { at, personId }) => ({ answeredBy: personId, answeredAt: at }),
})
/** Returns the issues of the measures of an answer. The form checks them before it saves, and the server again. */
export const findMeasureIssues = (
  measures: readonly Measure[],
  { today, raisedOn, raisedLabel }: { today: Day; raisedOn: Day | null; raisedLabel: string },
): Issue[] => [
  ...findFutureMeasureIndexes(measures, today).map((index): Issue => ({
    path: ['measures', index, 'doneOn'],
    code: 'inFuture',
  })),
  ...measures.flatMap((measure, index) =>
    (['dueOn', 'doneOn'] as const).flatMap((name): Issue[] => {
      const day = measure[name]
      return raisedOn && day && day < raisedOn
        ? [{ path: ['measures', index, name], code: 'beforeOther', params: { other: raisedLabel, date: raisedOn } }]
        : []
    }),
  ),
]
/** 验证: confirms that all measures are done and effective. The person who answered cannot verify. */
export const verifyAbnormity = defineCommand(abnormity, lifecycle, 'verify', {
  routes: 'POST /quality/abnormity_verify',
  // The effect of measures needs individual review.
  individualOnly: true,
  input: { verification: note({ required: true, max: 2000 }) },
  getNotBefore: (row) => row.answeredAt,
  forbiddenReason: getVerificationProblem,
  apply: (_row, _input, { at, personId }) => ({ verifiedBy: personId, verifiedAt: at }),
})
/** 退回: rejects the answer. */
export const sendBackAbnormity = defineCommand(abnormity, lifecycle, 'sendBack', {
  routes: 'POST /quality/abnormity_send_back',
  input: { reason: reasonField },
  apply: ({ sentBack }) => ({ sentBack: sentBack + 1, verifiedBy: null, verifiedAt: null, verification: null }),
})
/** 关闭: closes a verified abnormity. */
export const closeAbnormity = defineCommand(abnormity, lifecycle, 'close', {
  routes: 'POST /quality/abnormity_close',
  getNotBefore: (row) => row.verifiedAt,
  apply: (_row, _input, { at, personId }) => ({ closedBy: personId, closedAt: at }),
})
/** 重新打开: reopens an abnormity that occurred again. */
export const reopenAbnormity = defineCommand(abnormity, lifecycle, 'reopen', {
  routes: 'POST /quality/abnormity_reopen',
  input: { reason: reasonField },
  apply: ({ sentBack }) => ({
    sentBack: sentBack + 1,
    closedBy: null,
    closedAt: null,
    verifiedBy: null,
    verifiedAt: null,
    verification: null,
  }),
})
/** All abnormity commands: first the commands that move an abnormity forward, then the commands that move it back. */
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

/** Kinds of abnormity that occurred, with their total and open counts. */
export const abnormityKindCounts = defineEndpoint('abnormity.names', {
  area: 'deviations',
  routes: 'GET /quality/abd_name',
  access: 'qualityTrackingView',
  effect: 'read',
  output: listOutput({
    kind: choice(abnormityKinds, { required: true }),
    label: text({ required: true }),
    total: integer({ required: true }),
    open: integer({ required: true }),
  }),
})
/** One abnormity as a printable 8D report. */
export const abnormityReport = defineEndpoint('abnormity.sheet', {
  area: 'deviations',
  routes: 'GET /plant/abnormity_sheet',
  access: 'qualityTrackingView',
  effect: 'read',
  input: { id: reference('abnormity', { required: true }) },
  output: fileOutput(XLSX_MIME),
})
export const abnormityEndpoints = [...abnormityCommands, abnormityKindCounts, abnormityReport] as const
