import { defineResource } from '@/contract/resource'
import { amount, choice, flag, note, reference, text } from '@/contract/field'
import { hopperMaterialKinds } from '@/areas/equipment/rules/equipment'
import { MAX_CODE_LENGTH } from '@/plant/rules/code'

/** Hopper 料斗 through which material enters a line. Operators scan its label when feeding. */
export const hopper = defineResource('hopper', {
  area: 'equipment',
  fields: {
    code: text({ required: true, max: MAX_CODE_LENGTH, format: 'code' }),
    name: text({ required: true }),
    nameEn: text(),
    lineId: reference('line', { required: true }),
    // Empty: accepts any material.
    takes: choice(hopperMaterialKinds),
    // Empty: the plant setting applies.
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
  // Visible to everyone, like lines, because every user selects hoppers.
  permissions: {
    view: 'signedIn',
    add: 'equipmentLedgerAdd',
    edit: 'equipmentLedgerEdit',
    delete: 'equipmentLedgerDelete',
  },
})
