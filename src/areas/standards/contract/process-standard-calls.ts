import { blob, defineEndpoint, many, one, xlsx } from '@/contract/endpoint'
import { choice, flag, integer, list, moment, note, reference, text } from '@/contract/field'
import { pageOf, rowOf } from '@/contract/resource'
import { approvalStates, decisions } from '@/areas/standards/rules/approval'
import { approversInput, verdictInput } from './approval'
import { mainContent, processStandard, slittingContent, variants } from './process-standard'

const area = 'standards'
const output = rowOf(processStandard)
const page = pageOf(processStandard)
const asked = processStandard.endpoints.list.input as {}
const id = reference('processStandard', { required: true })
/** Whoever changes or decides names the version that was read. */
const step = { id, version: integer({ required: true, min: 1 }) } as const
const anyView = ['processDataView', 'slittingProcessView', 'processHistoryView'] as const
const either = <const S extends string>(suffix: S) => [`processData${suffix}`, `slittingProcess${suffix}`] as const

/** All versions for the main line, and for slitting. */
export const mainStandards = defineEndpoint('processStandard.mainLine', {
  area,
  routes: 'GET /craft/craft_list',
  access: 'processDataView',
  effect: 'read',
  input: asked,
  output: page,
})
export const slittingStandards = defineEndpoint('processStandard.slitting', {
  area,
  routes: 'GET /craft/craft_list2',
  access: 'slittingProcessView',
  effect: 'read',
  input: asked,
  output: page,
})
/** What a slitter may be set by: the newest approved standards of slitting. */
export const cuttingStandards = defineEndpoint('processStandard.cutting', {
  area,
  routes: 'GET /craft/cutting',
  access: ['slittingProcessView', 'divideInteractiveView'],
  effect: 'read',
  input: asked,
  output: page,
})
/** Versions that were in force, or are. */
export const standardHistory = defineEndpoint('processStandard.history', {
  area,
  routes: 'GET /craft/history',
  access: anyView,
  effect: 'read',
  input: asked,
  output: page,
})
/** Codes that have a history, with how many versions were in force. */
export const historyOptions = defineEndpoint('processStandard.historyOptions', {
  area,
  routes: 'GET /craft/h_options',
  access: anyView,
  effect: 'read',
  input: { variant: choice(variants) },
  output: many({
    code: text({ required: true }),
    variant: choice(variants, { required: true }),
    productId: reference('product', { required: true }),
    product: text({ required: true, max: 400 }),
    versions: integer({ required: true }),
    revision: integer({ required: true }),
  }),
})
/** Parameters that standards name already, by how each was last written: nobody types them twice. */
export const parameterOptions = defineEndpoint('processStandard.options', {
  area,
  routes: 'GET /craft/options',
  access: anyView,
  effect: 'read',
  input: { variant: choice(variants) },
  output: many({
    key: text({ required: true }),
    label: text({ required: true }),
    labelEn: text(),
    unit: text(),
    variant: choice(variants, { required: true }),
  }),
})
/** People who hold the key to approve. */
export const approverOptions = defineEndpoint('processStandard.approverOptions', {
  area,
  routes: 'GET /craft/user_list',
  access: anyView,
  effect: 'read',
  input: { variant: choice(variants) },
  output: many({ id: text({ required: true }), label: text({ required: true }), detail: text() }),
})

export const addMain = defineEndpoint('processStandard.addMain', {
  area,
  routes: 'POST /craft/add_craft',
  access: 'processDataAdd',
  effect: 'write',
  input: { id: reference('processStandard'), ...mainContent },
  output,
})
export const addSlitting = defineEndpoint('processStandard.addSlitting', {
  area,
  routes: 'POST /craft/add_craft2',
  access: 'slittingProcessAdd',
  effect: 'write',
  input: { id: reference('processStandard'), ...slittingContent },
  output,
})
/** A draft is changed; one that was sent back stays so until it is submitted again. */
export const editMain = defineEndpoint('processStandard.editMain', {
  area,
  routes: 'PUT /craft/update_craft',
  access: 'processDataEdit',
  effect: 'write',
  partial: true,
  input: { ...step, ...mainContent },
  output,
})
export const editSlitting = defineEndpoint('processStandard.editSlitting', {
  area,
  routes: 'PUT /craft/update_craft2',
  access: 'slittingProcessEdit',
  effect: 'write',
  partial: true,
  input: { ...step, ...slittingContent },
  output,
})
export const removeMain = defineEndpoint('processStandard.removeMain', {
  area,
  routes: 'DELETE /craft/del_craft',
  access: 'processDataDelete',
  effect: 'write',
  input: { id, version: integer({ min: 1 }) },
})
export const removeSlitting = defineEndpoint('processStandard.removeSlitting', {
  area,
  routes: 'DELETE /craft/del_craft2',
  access: 'slittingProcessDelete',
  effect: 'write',
  input: { id, version: integer({ min: 1 }) },
})

/** 新版本: copies the version in force into a draft of the next revision. One draft of a code at a time. */
export const newVersion = defineEndpoint('processStandard.newVersion', {
  area,
  routes: 'PUT /craft/new',
  access: either('Add'),
  effect: 'write',
  input: { id },
  output,
})
/** 提交审批: hands a draft to its approvers, in their order. */
export const submitStandard = defineEndpoint('processStandard.submit', {
  area,
  routes: 'POST /craft/audit',
  access: either('SetApprover'),
  effect: 'write',
  input: { ...step, approvers: approversInput },
  output,
})
/** 撤回: takes it back from its approvers, who have to begin anew. */
export const withdrawStandard = defineEndpoint('processStandard.withdraw', {
  area,
  routes: 'POST /plant/process_standard_withdraw',
  access: either('SetApprover'),
  effect: 'write',
  input: step,
  output,
})
/** 审批: the approver whose turn it is agrees or sends it back; the last one to agree puts it in force. */
export const ratifyStandard = defineEndpoint('processStandard.ratify', {
  area,
  routes: 'POST /craft/ratify',
  access: either('Approve'),
  effect: 'write',
  input: { ...step, decision: verdictInput, reason: note({ max: 1000 }) },
  output,
})
/** Where the approval of a version stands. */
export const standardApproval = defineEndpoint('processStandard.approval', {
  area,
  routes: 'GET /craft/audit',
  access: anyView,
  effect: 'read',
  input: { id },
  output: one({
    state: choice(approvalStates, { required: true }),
    waitingFor: reference('user'),
    mine: flag({ required: true }),
    approvers: list({
      userId: reference('user', { required: true }),
      name: text({ required: true }),
      decision: choice(decisions),
      decidedAt: moment(),
      reason: note(),
    }),
  }),
})
/** One standard as an Excel file: what it says, its parameters, ratios and approvers. */
export const mainStandardExcel = defineEndpoint('processStandard.mainExcel', {
  area,
  routes: 'GET /craft/export1',
  access: 'processDataDownload',
  effect: 'read',
  input: { id },
  output: blob(xlsx),
})
export const slittingStandardExcel = defineEndpoint('processStandard.slittingExcel', {
  area,
  routes: 'GET /craft/export2',
  access: 'slittingProcessDownload',
  effect: 'read',
  input: { id },
  output: blob(xlsx),
})

export const processStandardCalls = [
  mainStandards,
  slittingStandards,
  cuttingStandards,
  standardHistory,
  historyOptions,
  parameterOptions,
  approverOptions,
  addMain,
  addSlitting,
  editMain,
  editSlitting,
  removeMain,
  removeSlitting,
  newVersion,
  submitStandard,
  withdrawStandard,
  ratifyStandard,
  standardApproval,
  mainStandardExcel,
  slittingStandardExcel,
] as const
