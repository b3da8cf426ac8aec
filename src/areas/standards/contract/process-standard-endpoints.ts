import { defineEndpoint, listOutput } from '@/contract/endpoint'
import { choice, integer, reference, text } from '@/contract/field'
import { resourcePageOutput } from '@/contract/resource'
import { standardsArea } from './approval'
import { defineDocumentKind } from './document'
import { defineApprovalEndpoints } from './approval-endpoints'
import { mainLineContent, processStandard, slittingContent, variants } from './process-standard'

const pageOutput = resourcePageOutput(processStandard)
const listInput = processStandard.endpoints.list.input as {}
const viewPermissions = ['processDataView', 'slittingProcessView', 'processHistoryView'] as const

/** Lists all versions for the main line. */
export const mainLineStandards = defineEndpoint('processStandard.mainLine', {
  area: standardsArea,
  routes: 'GET /craft/craft_list',
  access: 'processDataView',
  effect: 'read',
  input: listInput,
  output: pageOutput,
})
/** Lists all versions for slitting. */
export const slittingStandards = defineEndpoint('processStandard.slitting', {
  area: standardsArea,
  routes: 'GET /craft/craft_list2',
  access: 'slittingProcessView',
  effect: 'read',
  input: listInput,
  output: pageOutput,
})
/** Lists the slitting standards in force, for setting up a slitter. */
export const usableSlittingStandards = defineEndpoint('processStandard.cutting', {
  area: standardsArea,
  routes: 'GET /craft/cutting',
  access: ['slittingProcessView', 'divideInteractiveView'],
  effect: 'read',
  input: listInput,
  output: pageOutput,
})
/** Lists versions that are or were in force. */
export const standardHistory = defineEndpoint('processStandard.history', {
  area: standardsArea,
  routes: 'GET /craft/history',
  access: viewPermissions,
  effect: 'read',
  input: listInput,
  output: pageOutput,
})
/** Lists codes that have approved versions, with the number of these versions, including replaced ones. */
export const codesWithHistory = defineEndpoint('processStandard.historyOptions', {
  area: standardsArea,
  routes: 'GET /craft/h_options',
  access: viewPermissions,
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
  area: standardsArea,
  routes: 'GET /craft/options',
  access: viewPermissions,
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
const mainLineKind = defineDocumentKind(processStandard, {
  page: 'processData',
  contentFields: mainLineContent,
  fixedValues: { variant: 'mainLine' },
  endpoints: {
    add: ['processStandard.addMain', 'POST /craft/add_craft'],
    edit: ['processStandard.editMain', 'PUT /craft/update_craft'],
    remove: ['processStandard.removeMain', 'DELETE /craft/del_craft'],
    excel: ['processStandard.mainExcel', 'GET /craft/export1'],
  },
})
const slittingKind = defineDocumentKind(processStandard, {
  page: 'slittingProcess',
  contentFields: slittingContent,
  fixedValues: { variant: 'slitting' },
  endpoints: {
    add: ['processStandard.addSlitting', 'POST /craft/add_craft2'],
    edit: ['processStandard.editSlitting', 'PUT /craft/update_craft2'],
    remove: ['processStandard.removeSlitting', 'DELETE /craft/del_craft2'],
    excel: ['processStandard.slittingExcel', 'GET /craft/export2'],
  },
})
const approvalEndpoints = defineApprovalEndpoints(processStandard, ['processData', 'slittingProcess'], {
  view: viewPermissions,
  approverFilters: { variant: choice(variants) },
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
  kinds: [mainLineKind, slittingKind] as const,
  approvalEndpoints,
  subjectField: 'productId',
  immutableFields: ['code', 'productId'],
}
export const {
  add: addMainLineStandard,
  edit: editMainLineStandard,
  remove: removeMainLineStandard,
  excel: mainLineStandardExcel,
} = mainLineKind
export const {
  add: addSlittingStandard,
  edit: editSlittingStandard,
  remove: removeSlittingStandard,
  excel: slittingStandardExcel,
} = slittingKind
export const {
  newVersion: newStandardVersion,
  submit: submitStandard,
  withdraw: withdrawStandard,
  ratify: ratifyStandard,
  replaceApprover: replaceStandardApprover,
  approval: standardApproval,
  approvers: standardApprovers,
} = approvalEndpoints

export const processStandardEndpoints = [
  mainLineStandards,
  slittingStandards,
  usableSlittingStandards,
  standardHistory,
  codesWithHistory,
  parameterOptions,
  standardApprovers,
  addMainLineStandard,
  addSlittingStandard,
  editMainLineStandard,
  editSlittingStandard,
  removeMainLineStandard,
  removeSlittingStandard,
  newStandardVersion,
  submitStandard,
  withdrawStandard,
  ratifyStandard,
  replaceStandardApprover,
  standardApproval,
  mainLineStandardExcel,
  slittingStandardExcel,
] as const
