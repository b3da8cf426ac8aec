import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { amount, choice, day, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { recycleKinds } from '@/areas/feeding/rules/mass-balance'
import { hopperFeedPermissions, lotPortionsField, unknownKgField } from './material'

/** Recycled material 回收料: edge trim, off-grade and purgings, with their destination. */
export const recycle = defineResource('recycle', {
  area: 'feeding',
  fields: {
    workOrderId: reference('workOrder', { required: true }),
    lineId: reference('line', { required: true }),
    kind: choice(recycleKinds, { required: true }),
    destination: choice(['hopper', 'pellets', 'sold', 'disposed'], { required: true }),
    kg: amount({ unit: 'kg', digits: 3, required: true, min: 0 }),
    occurredAt: moment({ required: true, notFuture: true }),
    businessDate: day({ readonly: true }),
    shift: text({ ...shiftTextOptions, readonly: true }),
    team: text({ ...teamTextOptions, readonly: true }),
    // Lots in this material, which was drawn from the hoppers and passed the die, but became no roll.
    lots: lotPortionsField,
    unknownKg: unknownKgField,
    note: note({ max: 1000 }),
  },
  title: ['kind', 'occurredAt'],
  filters: ['workOrderId', 'lineId', 'kind', 'destination', 'businessDate', 'team', 'occurredAt'],
  search: ['note'],
  sort: '-occurredAt',
  indexedCollections: ['lots'],
  monthBooking: { dateField: 'occurredAt' },
  inShiftPack: true,
  offlineWrites: ['create'],
  routes: {
    list: 'GET /mater/recycle',
    create: 'POST /mater/recycle',
    update: 'PUT /mater/edit_recycle/{id}',
    remove: 'DELETE /mater/recycle',
  },
  permissions: {
    view: ['rawMaterialView', 'materialWorkOrderView', 'rollInteractiveView'],
    add: hopperFeedPermissions,
    edit: ['rawMaterialEdit', 'rollInteractiveEdit'],
    delete: 'rawMaterialDelete',
  },
})
