import { defineResource } from '@/contract/resource'
import { amount, choice, flag, note, reference, text } from '@/contract/field'
import { hopperTakes } from '@/areas/equipment/rules/hopper'
import { MAX_CODE_LENGTH } from '@/plant/rules/code'

/** 料斗: where material goes into a line. Its label is scanned at feeding. */
export const hopper = defineResource('hopper', {
  area: 'equipment',
  fields: {
    code: text({ required: true, max: MAX_CODE_LENGTH, format: 'code' }),
    name: text({ required: true }),
    nameEn: text(),
    lineId: reference('line', { required: true }),
    // Empty: anything.
    takes: choice(hopperTakes),
    // Empty: as the plant set.
    capacityKg: amount({ unit: 'kg', digits: 1, min: 0 }),
    active: flag({ default: true }),
    note: note(),
  },
  title: ['code', 'name'],
  englishFields: { name: 'nameEn' },
  unique: [['code']],
  filters: ['lineId', 'active'],
  search: ['code', 'name'],
  sort: 'code',
  importKey: ['code'],
  inShiftPack: true,
  routes: {
    list: 'GET /plant/hopper',
    create: 'POST /plant/hopper',
    update: 'PUT /plant/hopper',
    remove: 'DELETE /plant/hopper',
  },
  // As lines are: everyone chooses one.
  permissions: {
    view: 'signedIn',
    add: 'equipmentLedgerAdd',
    edit: 'equipmentLedgerEdit',
    delete: 'equipmentLedgerDelete',
  },
})
