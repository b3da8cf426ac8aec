import { defineResource } from '@/contract/resource'
import { amount, choice, list, reference, text } from '@/contract/field'
import { usedQuantityField, recordFilters, recordHeadFields, recordTailFields } from './record-fields'

const sharedOptions = {
  area: 'equipment',
  title: ['equipmentId', 'occurredAt'],
  filters: [...recordFilters, 'cause', 'repairId'],
  search: ['position', 'note'],
  sort: '-occurredAt',
  offlineWrites: ['create'],
} as const
const partsRecordPermissions = {
  view: 'partsRecordView',
  add: 'partsRecordAdd',
  edit: 'partsRecordEdit',
  delete: 'partsRecordDelete',
  export: 'partsRecordExport',
} as const

const partsFields = {
  ...recordHeadFields,
  repairId: reference('repair'),
  position: text(),
  cause: choice(['worn', 'broken', 'planned', 'improved', 'other'], { required: true }),
  parts: list(
    {
      partId: reference('sparePart'),
      // Name of a fitted part that the spare part store does not list.
      partName: text(),
      quantity: usedQuantityField,
      unit: text({ max: 20 }),
      // Running time of the removed part.
      oldPartHours: amount({ unit: 'h', digits: 1, min: 0 }),
    },
    { required: true, max: 100 },
  ),
  hours: amount({ unit: 'h', digits: 2, min: 0 }),
  ...recordTailFields,
} as const

/** Record of replaced mechanical parts 机械配件更换记录. */
export const partsRecord = defineResource('partsRecord', {
  ...sharedOptions,
  fields: partsFields,
  routes: {
    list: 'POST /book/get_parts',
    create: 'POST /book/add_parts',
    update: 'PUT /book/edit_parts',
    remove: 'DELETE /book/delete_parts',
    export: 'GET /book/parts_excel',
  },
  permissions: partsRecordPermissions,
})

/** Record of replaced electrical parts 电气配件更换记录, with their circuit. */
export const electricalPartsRecord = defineResource('electricalPartsRecord', {
  ...sharedOptions,
  fields: { ...partsFields, circuit: text(), settings: text({ max: 400 }) },
  search: ['position', 'circuit', 'note'],
  routes: {
    list: 'POST /book/get_parts2',
    create: 'POST /book/add_parts2',
    update: 'PUT /book/edit_parts2',
    remove: 'DELETE /book/delete_parts2',
    export: 'GET /book/parts2_excel',
  },
  permissions: partsRecordPermissions,
})
