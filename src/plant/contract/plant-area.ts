import { defineResource } from '@/contract/resource'
import { integer, note, reference, text } from '@/contract/field'

/** Halls and zones of the plant in which machines stand. */
export const plantArea = defineResource('plantArea', {
  area: 'plant',
  fields: {
    code: text({ required: true, max: 40, format: 'code' }),
    name: text({ required: true }),
    nameEn: text(),
    parentId: reference('plantArea'),
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
