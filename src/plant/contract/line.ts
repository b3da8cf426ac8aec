import { defineResource } from '@/contract/resource'
import { speedField } from './speed-field'
import { lineKinds } from '../rules/line'
import { amount, choice, day, flag, integer, note, text } from '@/contract/field'

/** Production lines, slitters and utilities, which other resources refer to. */
export const line = defineResource('line', {
  area: 'plant',
  fields: {
    code: text({ required: true, max: 40, format: 'code' }),
    name: text({ required: true }),
    nameEn: text(),
    kind: choice(lineKinds, { required: true }),
    idealSpeed: speedField,
    // In metres, as machines are specified; the maximum rejects values entered in millimetres.
    width: amount({ unit: 'm', digits: 3, min: 0, max: 12 }),
    sortOrder: integer({ min: 0, max: 9999 }),
    // Time-based metrics count from this day; if empty, from the day on which the line was entered.
    inUseFrom: day(),
    active: flag({ default: true }),
    note: note(),
  },
  title: ['code', 'name'],
  englishFields: { name: 'nameEn' },
  unique: [['code']],
  filters: ['kind', 'active'],
  search: ['code', 'name'],
  sort: 'sortOrder',
  importKey: ['code'],
  inShiftPack: true,
  routes: {
    list: 'GET /plant/line',
    create: 'POST /plant/line',
    update: 'PUT /plant/line',
    remove: 'DELETE /plant/line',
    export: 'GET /plant/line_excel',
    import: 'POST /plant/line_import',
    template: 'GET /plant/line_template',
  },
  // Every form has a line field, so everyone signed in may read lines.
  permissions: {
    view: 'signedIn',
    add: 'equipmentLedgerAdd',
    edit: 'equipmentLedgerEdit',
    delete: 'equipmentLedgerDelete',
    export: 'equipmentLedgerExport',
    import: 'equipmentLedgerAdd',
  },
})
