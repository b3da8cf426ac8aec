import { defineResource } from '@/contract/resource'
import { lineKinds } from '../rules/line'
import { amount, choice, day, flag, integer, note, text, reference } from '@/contract/field'

/** Faster than any line that makes or slits web; a higher value is a typing error. */
export const MAX_SPEED_M_PER_MIN = 10_000
/** Speed setpoint of a line or of a standard. */
export const speedField = amount({ unit: 'm/min', digits: 1, min: 0, max: MAX_SPEED_M_PER_MIN })

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

/** Halls and zones of the plant in which machines stand. */
export const plantArea = defineResource('plantArea', {
  area: 'plant',
  fields: {
    code: text({ required: true, max: 40, format: 'code' }),
    name: text({ required: true }),
    nameEn: text(),
    parentId: reference('plantArea'),
    // Person in charge.
    principalId: reference('user'),
    sortOrder: integer({ min: 0, max: 9999 }),
    note: note(),
  },
  title: ['code', 'name'],
  englishFields: { name: 'nameEn' },
  unique: [['code']],
  filters: ['parentId'],
  search: ['code', 'name'],
  sort: 'sortOrder',
  inShiftPack: true,
  routes: {
    list: 'GET /plant/area',
    create: 'POST /plant/area',
    update: 'PUT /plant/area',
    remove: 'DELETE /plant/area',
  },
  permissions: {
    view: 'signedIn',
    add: 'equipmentLedgerAdd',
    edit: 'equipmentLedgerEdit',
    delete: 'equipmentLedgerDelete',
  },
})
