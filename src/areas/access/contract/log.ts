import { blob, defineEndpoint, many, one, xlsx } from '@/contract/endpoint'
import { choice, file, flag, integer, list, moment, reference, text, custom } from '@/contract/field'
import { importFields } from '@/contract/operations'
import { defineResource } from '@/contract/resource'

const channels = ['http', 'sync', 'job', 'import'] as const
/** What people did, by whatever way it came; without what jobs did of themselves. */
export const byPeople = channels.filter((via) => via !== 'job')

/** The audit trail: every change, who made it, from where, with the row before and after; and every file that was not taken, with the reason. Written by the server's kit only. */
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
  keys: { view: 'operationLogView', export: 'operationLogExport' },
})

/** Every attempt to sign in, refused ones too. */
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
  keys: { view: 'loginLogView', export: 'loginLogExport' },
})

/** Which resources take an Excel file, with a template to download and what came in last. */
export const excelTypes = defineEndpoint('excelType.list', {
  area: 'access',
  routes: 'GET /excel_type',
  access: 'signedIn',
  effect: 'read',
  output: many({
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
export const excelTemplate = defineEndpoint('excelType.template', {
  area: 'access',
  routes: 'GET /excel_template',
  access: 'signedIn',
  effect: 'read',
  input: { type: text({ required: true }) },
  output: blob(xlsx),
})
/** Imports a filled template: all rows or none; the caller needs the import key of that type. */
export const uploadFile = defineEndpoint('excelType.upload', {
  area: 'access',
  routes: 'POST /UPLOAD_FILE',
  access: 'signedIn',
  effect: 'write',
  body: 'sheet',
  input: { type: text({ required: true }), file: file({ required: true, max: 1 }), dryRun: flag(), leaveOut: flag() },
  output: one(importFields),
})
/** Which Excel files came in, by whom, with how many rows. Those that were not taken stand in the operation log. */
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
  keys: { view: 'filesView' },
})
