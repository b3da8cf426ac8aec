import { defineEndpoint, listOutput } from '@/contract/endpoint'
import { choice, integer, reference, text } from '@/contract/field'
import { resourcePageOutput } from '@/contract/resource'
import { approvalSteps, documentKind } from './document'
import { mainContent, processStandard, slittingContent, variants } from './process-standard'

const area = 'standards'
const page = resourcePageOutput(processStandard)
const asked = processStandard.endpoints.list.input as {}
const anyView = ['processDataView', 'slittingProcessView', 'processHistoryView'] as const

/** Lists all versions for the main line. */
export const mainStandards = defineEndpoint('processStandard.mainLine', {
  area,
  routes: 'GET /craft/craft_list',
  access: 'processDataView',
  effect: 'read',
  input: asked,
  output: page,
})
/** Lists all versions for slitting. */
export const slittingStandards = defineEndpoint('processStandard.slitting', {
  area,
  routes: 'GET /craft/craft_list2',
  access: 'slittingProcessView',
  effect: 'read',
  input: asked,
  output: page,
})
/** Lists the newest approved standards of slitting, for setting up a slitter. */
export const cuttingStandards = defineEndpoint('processStandard.cutting', {
  area,
  routes: 'GET /craft/cutting',
  access: ['slittingProcessView', 'divideInteractiveView'],
  effect: 'read',
  input: asked,
  output: page,
})
/** Lists versions that are or were in force. */
export const standardHistory = defineEndpoint('processStandard.history', {
  area,
  routes: 'GET /craft/history',
  access: anyView,
  effect: 'read',
  input: asked,
  output: page,
})
/** Lists codes with a history and their number of versions in force so far. */
export const historyOptions = defineEndpoint('processStandard.historyOptions', {
  area,
  routes: 'GET /craft/h_options',
  access: anyView,
  effect: 'read',
  input: { variant: choice(variants) },
  output: listOutput({
    code: text({ required: true }),
    variant: choice(variants, { required: true }),
    productId: reference('product', { required: true }),
    product: text({ required: true, max: 400 }),
    versions: integer({ required: true }),
    revision: integer({ required: true }),
  }),
})
/** Lists parameters of existing standards with their latest wording, so that nobody has to type them again. */
export const parameterOptions = defineEndpoint('processStandard.options', {
  area,
  routes: 'GET /craft/options',
  access: anyView,
  effect: 'read',
  input: { variant: choice(variants) },
  output: listOutput({
    key: text({ required: true }),
    label: text({ required: true }),
    labelEn: text(),
    unit: text(),
    variant: choice(variants, { required: true }),
  }),
})
const mainLine = documentKind(processStandard, {
  page: 'processData',
  content: mainContent,
  fixed: { variant: 'mainLine' },
  calls: {
    add: ['processStandard.addMain', 'POST /craft/add_craft'],
    edit: ['processStandard.editMain', 'PUT /craft/update_craft'],
    remove: ['processStandard.removeMain', 'DELETE /craft/del_craft'],
    excel: ['processStandard.mainExcel', 'GET /craft/export1'],
  },
})
const slitting = documentKind(processStandard, {
  page: 'slittingProcess',
  content: slittingContent,
  fixed: { variant: 'slitting' },
  calls: {
    add: ['processStandard.addSlitting', 'POST /craft/add_craft2'],
    edit: ['processStandard.editSlitting', 'PUT /craft/update_craft2'],
    remove: ['processStandard.removeSlitting', 'DELETE /craft/del_craft2'],
    excel: ['processStandard.slittingExcel', 'GET /craft/export2'],
  },
})
const steps = approvalSteps(processStandard, ['processData', 'slittingProcess'], {
  view: anyView,
  narrowed: { variant: choice(variants) },
  routes: {
    newVersion: 'PUT /craft/new',
    submit: 'POST /craft/audit',
    withdraw: 'POST /plant/process_standard_withdraw',
    replaceApprover: 'POST /plant/process_standard_replace_approver',
    ratify: 'POST /craft/ratify',
    approval: 'GET /craft/audit',
    approvers: 'GET /craft/user_list',
  },
})
export const processDocument = {
  resource: processStandard,
  kinds: [mainLine, slitting] as const,
  steps,
  subject: 'productId',
  kept: ['code', 'productId'],
}
export const { add: addMain, edit: editMain, remove: removeMain, excel: mainStandardExcel } = mainLine
export const { add: addSlitting, edit: editSlitting, remove: removeSlitting, excel: slittingStandardExcel } = slitting
export const {
  newVersion,
  submit: submitStandard,
  withdraw: withdrawStandard,
  ratify: ratifyStandard,
  replaceApprover: replaceStandardApprover,
  approval: standardApproval,
  approvers: approverOptions,
} = steps

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
  replaceStandardApprover,
  standardApproval,
  mainStandardExcel,
  slittingStandardExcel,
] as const
