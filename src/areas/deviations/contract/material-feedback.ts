import { defineCommand } from '@/contract/command'
import { fileOutput, defineEndpoint, listOutput, objectOutput, XLSX_MIME } from '@/contract/endpoint'
import { amount, choice, day, file, flag, image, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource, resourceOutput } from '@/contract/resource'
import { approvalFields, approversInput, replacementInput, decisionInput } from '@/areas/standards/contract/approval'
import { decisions } from '@/areas/standards/rules/approval'
import { getClosingProblem, materialFeedbackLifecycle as lifecycle } from '@/areas/deviations/rules/material-feedback'

const area = 'deviations'
const viewPermission = 'qualityTrackingView'
// A feedback is approved like a standard, but has a single version.
const { revision: _revision, newest: _newest, state: _state, ...approvedFields } = approvalFields
/** Fields that the supplier gets. */
export const feedbackContentFields = {
  materialId: reference('material', { required: true }),
  materialLotId: reference('materialLot'),
  supplier: text({ required: true, max: 120 }),
  supplierEn: text({ max: 120 }),
  problem: note({ required: true, max: 2000 }),
  quantityKg: amount({ unit: 'kg', digits: 1, min: 0 }),
  request: choice(['replace', 'return', 'claim', 'improve'], { required: true }),
  // Day by which the supplier is to answer.
  answerBy: day(),
  images: image(),
} as const

/**
 * Feedback on material 物料反馈: the problem with a delivery, its approval in the plant, the answer of the supplier, and
 * the verification.
 */
export const materialFeedback = defineResource('materialFeedback', {
  area,
  fields: {
    number: text({ required: true, readonly: true, max: 40 }),
    ...feedbackContentFields,
    state: choice(lifecycle.states, { readonly: true, default: 'notApproved' }),
    ...approvedFields,
    // The supplier's answer, its pictures, who entered it and when.
    feedback: note({ readonly: true, max: 2000 }),
    feedbackImages: image({ readonly: true }),
    feedbackBy: reference('user', { readonly: true }),
    feedbackAt: moment({ readonly: true }),
    verification: note({ readonly: true, max: 2000 }),
    closedBy: reference('user', { readonly: true }),
    closedAt: moment({ readonly: true }),
    // Reason of the reopening.
    reason: note({ readonly: true, max: 1000 }),
  },
  title: ['number'],
  englishFields: { supplier: 'supplierEn' },
  unique: [['number']],
  filters: ['state', 'materialId', 'materialLotId', 'request', 'waitingFor', 'authors', 'answerBy', 'feedbackAt'],
  search: ['number', 'supplier', 'problem'],
  sort: '-createdAt',
  routes: { list: 'GET /quality/qt_dis', export: 'GET /quality/dis_export' },
  permissions: { view: viewPermission, export: 'qualityTrackingDownload' },
})
const idField = reference('materialFeedback', { required: true })
const versionField = integer({ min: 1 })

/** 新建: assigns the number and returns the filled form as an Excel file. */
export const addFeedback = defineEndpoint('materialFeedback.add', {
  area,
  routes: 'POST /quality/qt_dis',
  access: 'qualityTrackingAdd',
  effect: 'write',
  input: { id: reference('materialFeedback'), ...feedbackContentFields },
  output: fileOutput(XLSX_MIME),
})
/** 修改: edits a draft or a rejected feedback and returns the form again. */
export const editFeedback = defineEndpoint('materialFeedback.edit', {
  area,
  routes: 'PUT /quality/qt_dis',
  access: 'qualityTrackingEdit',
  effect: 'write',
  partial: true,
  input: { id: idField, version: versionField, ...feedbackContentFields },
  output: fileOutput(XLSX_MIME),
})
/** Deletes a draft or a rejected feedback. */
export const removeFeedback = defineEndpoint('materialFeedback.remove', {
  area,
  routes: 'DELETE /quality/qt_dis',
  access: 'qualityTrackingDelete',
  effect: 'write',
  input: { id: idField, version: versionField },
})
/** The form for the supplier with the current content of a feedback. */
export const feedbackForm = defineEndpoint('materialFeedback.form', {
  area,
  routes: 'GET /plant/material_feedback_form',
  access: viewPermission,
  effect: 'read',
  input: { id: idField },
  output: fileOutput(XLSX_MIME),
})
/** Preview of the next number; it may be taken by another user first. */
export const nextFeedbackSerial = defineEndpoint('materialFeedback.serial', {
  area,
  routes: 'GET /quality/dis_serial_no',
  access: viewPermission,
  effect: 'read',
  output: objectOutput({ number: text({ required: true, max: 40 }) }),
})
/** People who may approve. */
export const feedbackApprovers = defineEndpoint('materialFeedback.approvers', {
  area,
  routes: 'GET /quality/user_list',
  access: viewPermission,
  effect: 'read',
  output: listOutput({ id: text({ required: true }), label: text({ required: true }), detail: text() }),
})
/** 提交审批: submits a feedback to its approvers in order. */
export const submitFeedback = defineEndpoint('materialFeedback.submit', {
  area,
  routes: 'POST /quality/dis_audit',
  access: 'qualityTrackingSetApprover',
  effect: 'write',
  input: { id: idField, version: integer({ required: true, min: 1 }), approvers: approversInput },
  output: resourceOutput(materialFeedback),
})
/** Current state of the approval. */
export const feedbackApproval = defineEndpoint('materialFeedback.approval', {
  area,
  routes: 'GET /quality/dis_audit',
  access: viewPermission,
  effect: 'read',
  input: { id: idField },
  output: objectOutput({
    id: idField,
    state: choice(lifecycle.states, { required: true }),
    waitingFor: reference('user'),
    mine: flag({ required: true }),
    approvers: list({
      userId: reference('user', { required: true }),
      name: text({ required: true, nameOf: 'userId' }),
      decision: choice(decisions),
      decidedAt: moment(),
      reason: note(),
    }),
  }),
})
/** 审批: the current approver agrees or rejects. After the last agreement the feedback goes to the supplier. */
export const ratifyFeedback = defineEndpoint('materialFeedback.ratify', {
  area,
  routes: 'PUT /quality/dis_ratify',
  access: 'qualityTrackingApprove',
  effect: 'write',
  input: {
    id: idField,
    version: integer({ required: true, min: 1 }),
    decision: decisionInput,
    reason: note({ max: 1000 }),
  },
  output: resourceOutput(materialFeedback),
})
/** 更换审批人: a person who may approve and is not an author replaces an approver who cannot answer. */
export const replaceFeedbackApprover = defineEndpoint('materialFeedback.replaceApprover', {
  area,
  routes: 'POST /quality/material_feedback_replace_approver',
  access: 'qualityTrackingApprove',
  effect: 'write',
  input: { id: idField, version: integer({ required: true, min: 1 }), ...replacementInput },
  output: resourceOutput(materialFeedback),
})
/** 供应商反馈: the answer of the supplier with pictures. Only approved feedback was sent and can be answered. */
export const answerFeedback = defineEndpoint('materialFeedback.answer', {
  area,
  routes: 'PUT /quality/dis_feedback',
  access: 'qualityTrackingEdit',
  effect: 'write',
  body: 'multipart',
  input: { id: idField, version: versionField, feedback: note({ required: true, max: 2000 }), image: file({ max: 9 }) },
  output: resourceOutput(materialFeedback),
})
/** A picture of an answer. */
export const feedbackImage = defineEndpoint('materialFeedback.image', {
  area,
  routes: 'GET /quality/dis_feedback',
  access: viewPermission,
  effect: 'read',
  input: { id: idField, index: integer({ min: 0, max: 8 }) },
  output: fileOutput('image/*'),
})
/** 验证关闭: verifies that the supplier's measures helped. Needs the permission to approve feedback. */
export const closeFeedback = defineCommand(materialFeedback, lifecycle, 'close', {
  routes: 'POST /quality/material_feedback_close',
  offline: false,
  individualOnly: true,
  input: { verification: note({ required: true, max: 2000 }) },
  getNotBefore: (row) => row.feedbackAt,
  forbiddenReason: getClosingProblem,
  apply: (_row, _input, { at, personId }) => ({ closedBy: personId, closedAt: at }),
})
/** 重新打开: reopens a feedback whose problem occurred again. */
export const reopenFeedback = defineCommand(materialFeedback, lifecycle, 'reopen', {
  routes: 'POST /quality/material_feedback_reopen',
  offline: false,
  input: { reason: note({ required: true, max: 1000 }), answerBy: day() },
  // The previous answer did not help; it stays readable, and a new answer is expected.
  apply: (_row, input) => ({
    closedBy: null,
    closedAt: null,
    verification: null,
    feedbackBy: null,
    feedbackAt: null,
    answerBy: input.answerBy ?? null,
  }),
})
export const feedbackCommands = [closeFeedback, reopenFeedback] as const
export const feedbackEndpoints = [
  addFeedback,
  editFeedback,
  removeFeedback,
  feedbackForm,
  nextFeedbackSerial,
  feedbackApprovers,
  submitFeedback,
  feedbackApproval,
  ratifyFeedback,
  replaceFeedbackApprover,
  answerFeedback,
  feedbackImage,
  ...feedbackCommands,
] as const
