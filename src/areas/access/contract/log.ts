import { fileOutput, defineEndpoint, listOutput, objectOutput, XLSX_MIME } from '@/contract/endpoint'
import { choice, file, flag, integer, list, moment, reference, text, custom } from '@/contract/field'
import { importResultFields } from '@/contract/operations'
import { defineResource } from '@/contract/resource'

const channels = ['http', 'sync', 'job', 'import'] as const
/** Channels of changes made by people, i.e. all except jobs. */
export const humanChannels = channels.filter((via) => via !== 'job')

/**
 * The audit trail: every change with author, origin and the row before and after, and every refused import file with
 * the reason. Only the server kit writes it.
 */
export const operationLog = defineResource('operationLog', {
  area: 'access',
  fields: {
    at: moment({ required: true, readonly: true }),
    userId: reference('user', { readonly: true }),
    userName: text({ readonly: true }),
    address: text({ readonly: true }),
    via: choice(channels, { required: true, readonly: true }),
    operation: text({ required: true, readonly: true }),
    resource: text({ readonly: true }),
    rowId: text({ readonly: true, max: 36 }),
    rowTitle: text({ readonly: true, max: 200 }),
    action: choice(['insert', 'update', 'delete', 'refused', 'other'], { required: true, readonly: true }),
    before: custom('operationLog', { readonly: true, hidden: true }),
    after: custom('operationLog', { readonly: true, hidden: true }),
    requestId: text({ readonly: true, hidden: true }),
    occurredAt: moment({ readonly: true }),
  },
  title: ['operation'],
  filters: ['at', 'userId', 'via', 'resource', 'rowId', 'action'],
  search: ['userName', 'operation', 'rowTitle'],
  sort: '-at',
  routes: { list: 'GET /user/operation_log', export: 'GET /user/operation_log_excel' },
  permissions: { view: 'operationLogView', export: 'operationLogExport' },
})

/** Every attempt to sign in, including refused ones. */
export const loginLog = defineResource('loginLog', {
  area: 'access',
  fields: {
    at: moment({ required: true, readonly: true }),
    userName: text({ readonly: true, max: 200 }),
    userId: reference('user', { readonly: true }),
    address: text({ readonly: true }),
    device: text({ readonly: true, max: 300 }),
    outcome: choice(
      ['ok', 'wrongPassword', 'wrongCode', 'throttled', 'suspended', 'notAdmitted', 'logout', 'expired'],
      {
        required: true,
        readonly: true,
      },
    ),
  },
  title: ['userName'],
  filters: ['at', 'userId', 'outcome'],
  search: ['userName', 'address'],
  sort: '-at',
  routes: { list: 'GET /user/login_log', export: 'GET /user/login_log_excel' },
  permissions: { view: 'loginLogView', export: 'loginLogExport' },
})

/** Lists the resources that the caller may import from Excel, with the columns of their templates. */
export const excelTypes = defineEndpoint('excelType.list', {
  area: 'access',
  routes: 'GET /excel_type',
  access: 'signedIn',
  effect: 'read',
  output: listOutput({
    type: text({ required: true }),
    name: text({ required: true }),
    area: text({ required: true }),
    columns: list({
      header: text({ required: true }),
      required: flag({ required: true }),
      kind: text({ required: true }),
      unit: text(),
    }),
  }),
})
/** Downloads the Excel template of a type. */
export const excelTemplate = defineEndpoint('excelType.template', {
  area: 'access',
  routes: 'GET /excel_template',
  access: 'signedIn',
  effect: 'read',
  input: { type: text({ required: true }) },
  output: fileOutput(XLSX_MIME),
})
/**
 * Imports a filled template, all rows or none. The caller needs the import permission of the type. `dryRun` only checks
 * the file; `leaveOut` ignores unknown columns instead of refusing them.
 */
export const uploadFile = defineEndpoint('excelType.upload', {
  area: 'access',
  routes: 'POST /UPLOAD_FILE',
  access: 'signedIn',
  effect: 'write',
  body: 'sheet',
  input: { type: text({ required: true }), file: file({ required: true, max: 1 }), dryRun: flag(), leaveOut: flag() },
  output: objectOutput(importResultFields),
})
/** Imported Excel files with user and row counts. Refused files are in the operation log. */
export const uploadLog = defineResource('uploadLog', {
  area: 'access',
  fields: {
    type: text({ required: true, readonly: true }),
    fileName: text({ readonly: true, max: 200 }),
    at: moment({ required: true, readonly: true }),
    userId: reference('user', { readonly: true }),
    rows: integer({ readonly: true }),
    created: integer({ readonly: true }),
    updated: integer({ readonly: true }),
  },
  title: ['fileName'],
  filters: ['at', 'type'],
  sort: '-at',
  routes: { list: 'GET /upload_log' },
  permissions: { view: 'filesView' },
})
