import { defineResource } from '@/contract/resource'
import { setSpeed } from './speed'
import { lineKinds } from '../rules/line'
import { amount, choice, day, flag, integer, note, text } from '@/contract/field'

/** Production lines, slitting machines and utilities: the places everything else refers to. */
export const line = defineResource('line', {
  area: 'plant',
  fields: {
    code: text({ required: true, max: 40, format: 'code' }),
    name: text({ required: true }),
    nameEn: text(),
    kind: choice(lineKinds, { required: true }),
    idealSpeed: setSpeed,
    // In metres, as machines are sold by; no web is wider, so that millimetres are told at once.
    width: amount({ unit: 'm', digits: 3, min: 0, max: 12 }),
    sortOrder: integer({ min: 0, max: 9999 }),
    // Figures of time count from this day on; empty: from the day on which it was entered.
    inUseFrom: day(),
    active: flag({ default: true }),
    note: note(),
  },
  title: ['code', 'name'],
  english: { name: 'nameEn' },
  unique: [['code']],
  filters: ['kind', 'active'],
  search: ['code', 'name'],
  sort: 'sortOrder',
  importKey: ['code'],
  offline: true,
  routes: {
    list: 'GET /plant/line',
    create: 'POST /plant/line',
    update: 'PUT /plant/line',
    remove: 'DELETE /plant/line',
    export: 'GET /plant/line_excel',
    import: 'POST /plant/line_import',
    template: 'GET /plant/line_template',
  },
  // Every form chooses a line, so everyone signed in may read them.
  keys: {
    view: 'signedIn',
    add: 'equipmentLedgerAdd',
    edit: 'equipmentLedgerEdit',
    delete: 'equipmentLedgerDelete',
    export: 'equipmentLedgerExport',
    import: 'equipmentLedgerAdd',
  },
})
