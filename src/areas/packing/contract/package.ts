import { choice, integer, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { holdReferences, kgField, productionShiftFields } from '@/areas/rolls/contract/jumbo-roll'
import { slitterReaders as viewPermissions } from '@/areas/slitting/contract/slitter-readers'
import { packageLifecycle } from '../rules/package'

/** Pallets and packages 包装 of slit rolls for one order. */
export const rollPackage = defineResource('package', {
  area: 'packing',
  fields: {
    number: text({ required: true, readonly: true, max: 80, format: 'code' }),
    workOrderId: reference('workOrder', { required: true, readonly: true }),
    customerId: reference('customer', { readonly: true }),
    state: choice(packageLifecycle.states, { readonly: true, default: 'open' }),
    rolls: integer({ readonly: true, default: 0 }),
    netKg: { ...kgField, readonly: true },
    grossKg: kgField,
    packedAt: moment({ readonly: true }),
    place: text({ max: 60 }),
    holds: holdReferences,
    labels: integer({ readonly: true, default: 0 }),
    // Content of the last printed label; see `rolls/rules/label-contents`.
    labelSaid: text({ readonly: true, hidden: true, max: 120 }),
    ...productionShiftFields,
    note: note({ max: 1000 }),
  },
  title: ['number'],
  unique: [['number']],
  filters: ['workOrderId', 'customerId', 'state', 'businessDate', 'packedAt'],
  search: ['number', 'place', 'note'],
  hasSearchIndex: true,
  sort: '-createdAt',
  indexedCollections: ['holds'],
  routes: { list: 'GET /rolls/package', update: 'PUT /rolls/package', export: 'GET /rolls/package_excel' },
  permissions: { view: viewPermissions, edit: 'divideInteractiveEdit', export: 'divideInteractiveDownload' },
})
