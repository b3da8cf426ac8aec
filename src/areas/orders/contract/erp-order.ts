import { defineCommand } from '@/contract/command'
import { defineEndpoint, listOutput, objectOutput } from '@/contract/endpoint'
import { choice, custom, day, flag, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource, resourceOutput } from '@/contract/resource'
import { orderedFields } from './work-order'

const area = 'orders'
const { customerId, productId, ...otherOrderedFields } = orderedFields
export const erpOrderSources = ['http', 'sheet', 'hand'] as const

/** ERP 订单: order lines as the ERP sent them. `rules/erp-import` decides how a repeated line is handled. */
export const erpOrder = defineResource('erpOrder', {
  area,
  fields: {
    // Order number and line number combined. The ERP identifies the line by this key.
    externalNumber: text({ required: true, max: 80, format: 'code' }),
    // The form shows a reference above the fields that it fills in.
    customerId,
    customerCode: text({ max: 40 }),
    customerName: text(),
    purchaseOrder: text({ max: 80 }),
    productId,
    productCode: text({ required: true, max: 40 }),
    productName: text(),
    ...otherOrderedFields,
    orderedKg: { ...otherOrderedFields.orderedKg, required: true },
    orderedOn: day(),
    state: choice(['new', 'released', 'conflict', 'ignored'], { readonly: true, default: 'new' }),
    source: choice(erpOrderSources, { readonly: true, default: 'hand' }),
    workOrderId: reference('workOrder', { readonly: true }),
    receivedAt: moment({ readonly: true }),
    // Values that the ERP changed after the order had begun. A person accepts or declines them.
    conflict: custom('erpOrder', { readonly: true, hidden: true }),
    // Values that a person declined. The ERP may send them again without raising a new conflict.
    declined: custom('erpOrder', { readonly: true, hidden: true }),
  },
  title: ['externalNumber'],
  unique: [['externalNumber']],
  filters: ['state', 'source', 'customerId', 'productId', 'dueOn', 'orderedOn', 'workOrderId'],
  search: ['externalNumber', 'customerCode', 'customerName', 'purchaseOrder', 'productCode', 'productName'],
  dateOrder: [['orderedOn', 'dueOn']],
  sort: '-createdAt',
  importKey: ['externalNumber'],
  routes: {
    list: 'GET /equ/erp_mes',
    create: 'POST /equ/erp_mes',
    update: 'PUT /equ/erp_mes',
    remove: 'DELETE /equ/erp_mes',
    export: 'GET /equ/erp_mes_excel',
    import: 'POST /equ/erp_mes_import',
    template: 'GET /equ/erp_mes_template',
  },
  permissions: {
    view: 'orderSyncView',
    add: 'orderSyncAdd',
    edit: 'orderSyncEdit',
    delete: 'orderSyncDelete',
    export: 'orderSyncExport',
    import: 'orderSyncUpload',
  },
})

/** Fields that an ERP may set and a mapping may fill; all other fields belong to this system. */
export const erpFields = [
  'externalNumber',
  'customerCode',
  'customerName',
  'purchaseOrder',
  'productCode',
  'productName',
  'gsm',
  'webWidthMm',
  'widthMm',
  'colour',
  'orderedKg',
  'orderedRolls',
  'jumboLengthM',
  'rollLengthM',
  'rollKg',
  'slittingPattern',
  'dueOn',
  'orderedOn',
  'priority',
  'note',
] as const

/** A source of ERP orders: a URL that returns JSON, and a mapping from paths in the JSON to our fields. */
export const erpSource = defineResource('erpSource', {
  area,
  fields: {
    name: text({ required: true }),
    url: text({ required: true, max: 400 }),
    // Name and value of a header for authentication. The value is never displayed again.
    headerName: text({ max: 60 }),
    headerValue: text({ max: 400, secret: true }),
    // Paths of the order list and of the total in the answer, and the query parameter of the page.
    listPath: text({ max: 200 }),
    totalPath: text({ max: 200 }),
    pageParameter: text({ max: 60 }),
    pageSize: integer({ min: 1, max: 1000, default: 100 }),
    mapping: list(
      { field: choice(erpFields, { required: true }), path: text({ required: true, max: 200 }) },
      { max: 60 },
    ),
    everyMinutes: integer({ unit: 'min', min: 1, max: 10_080, default: 15 }),
    active: flag({ default: false }),
    lastRunAt: moment({ readonly: true }),
    lastResult: note({ readonly: true, max: 1000 }),
    failures: integer({ readonly: true, default: 0 }),
  },
  title: ['name'],
  unique: [['name']],
  filters: ['active'],
  search: ['name', 'url'],
  sort: 'name',
  routes: {
    list: 'GET /equ/erp_source',
    create: 'POST /equ/erp_source',
    update: 'PUT /equ/erp_source',
    remove: 'DELETE /equ/erp_source',
  },
  permissions: { view: 'orderSyncView', add: 'orderSyncUpload', edit: 'orderSyncUpload', delete: 'orderSyncUpload' },
  reauthentication: { create: true, update: true },
})

const countField = integer({ required: true, min: 0 })
/** Number of lines by outcome (`same` counts unchanged lines), and the refused lines with the reason. */
export const importOutcomeFields = {
  added: countField,
  updated: countField,
  same: countField,
  conflicts: countField,
  refused: countField,
  complete: flag({ required: true }),
  problems: list({ externalNumber: text({ max: 80 }), problem: text({ required: true, max: 400 }) }, { max: 100 }),
  // Lines that were accepted although their sizes or amounts contradict each other.
  warnings: list({ externalNumber: text({ max: 80 }), warning: text({ required: true, max: 400 }) }, { max: 100 }),
} as const
/** Fields that a mapping may fill, and the number of lines per state, for the forms and tabs of the page. */
export const erpOrderOptions = defineEndpoint('erpOrder.options', {
  area,
  routes: 'OPTIONS /equ/erp_mes',
  access: 'orderSyncView',
  effect: 'read',
  output: objectOutput({
    fields: list({
      field: text({ required: true }),
      label: text({ required: true }),
      required: flag({ required: true }),
    }),
    counts: list({ state: text({ required: true }), count: countField }),
    exportPath: text({ required: true }),
  }),
})
/** Pulls orders from a source now. A partial answer changes nothing. `dryRun` only reports the outcome. */
export const pullErpOrders = defineEndpoint('erpOrder.pull', {
  area,
  routes: 'POST /equ/erp_pull',
  access: 'orderSyncUpload',
  effect: 'ownTransactions',
  input: { sourceId: reference('erpSource', { required: true }), dryRun: flag({}) },
  output: objectOutput(importOutcomeFields),
})
/** Creates the work order of an ERP line. Works online only, because the server assigns the order number. */
export const releaseErpOrder = defineCommand(erpOrder, null, 'release', {
  routes: 'POST /equ/erp_release',
  access: 'orderSyncEdit',
  fromStates: ['new'],
  offline: false,
  serverFields: ['state', 'workOrderId', 'customerId', 'productId'],
})
/**
 * Undoes a release while the work order has neither begun nor a place in the plan: cancels the work order and resets the
 * line to new.
 */
export const undoErpRelease = defineEndpoint('erpOrder.undoRelease', {
  area,
  routes: 'POST /equ/erp_release_undo',
  access: 'orderSyncEdit',
  effect: 'write',
  input: { id: reference('erpOrder', { required: true }), version: integer({ min: 1 }) },
  output: resourceOutput(erpOrder),
})
const sideField = choice(['theirs', 'ours'], { required: true })
/**
 * Settles a conflict: applies the ERP's values to the running order or keeps ours. `take` decides for all fields, and
 * `fields` overrides it for single fields.
 */
export const settleErpConflict = defineEndpoint('erpOrder.settle', {
  area,
  routes: 'POST /equ/erp_settle',
  access: 'orderSyncEdit',
  effect: 'write',
  input: {
    id: reference('erpOrder', { required: true }),
    version: integer({ min: 1 }),
    take: sideField,
    fields: list({ field: text({ required: true, max: 60 }), take: sideField }, { max: 60 }),
    reason: note({ required: true, max: 1000 }),
  },
  output: resourceOutput(erpOrder),
})
/** Ignores an ERP line, or makes an ignored line new again. */
export const ignoreErpOrder = defineEndpoint('erpOrder.ignore', {
  area,
  routes: 'POST /equ/erp_ignore',
  access: 'orderSyncEdit',
  effect: 'write',
  input: {
    id: reference('erpOrder', { required: true }),
    version: integer({ min: 1 }),
    ignored: flag({ required: true }),
  },
  output: resourceOutput(erpOrder),
})
/** Labels of ERP orders for selection lists. */
export const erpOrderNames = defineEndpoint('erpOrder.names', {
  area,
  routes: 'GET /equ/erp_names',
  access: 'orderSyncView',
  effect: 'read',
  input: { keyword: text({ max: 200 }) },
  output: listOutput({ id: text({ required: true, max: 36 }), label: text({ required: true, max: 400 }) }),
})
export const erpEndpoints = [
  erpOrderOptions,
  pullErpOrders,
  releaseErpOrder,
  undoErpRelease,
  settleErpConflict,
  ignoreErpOrder,
  erpOrderNames,
] as const
