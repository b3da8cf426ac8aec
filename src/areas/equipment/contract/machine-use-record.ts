import { defineResource } from '@/contract/resource'
import { choice, image, moment, note, reference, text } from '@/contract/field'
import { equipmentUseLifecycle } from '@/areas/equipment/rules/equipment'

/** Use record 使用记录: one change of a machine's use state. The newest record defines the state in the ledger. */
export const machineUseRecord = defineResource('useRecord', {
  area: 'equipment',
  fields: {
    equipmentId: reference('equipment', { required: true }),
    fromState: choice(equipmentUseLifecycle.states, { readonly: true }),
    state: choice(equipmentUseLifecycle.states, { required: true }),
    occurredAt: moment({ required: true }),
    userId: reference('user'),
    place: text(),
    reason: note({ max: 1000 }),
    images: image(),
    note: note(),
  },
  title: ['equipmentId', 'state'],
  filters: ['equipmentId', 'state', 'userId', 'occurredAt'],
  search: ['place', 'reason', 'note'],
  sort: '-occurredAt',
  offlineWrites: ['create'],
  routes: {
    list: 'POST /book/get_equipmentuse',
    create: 'POST /book/add_equse',
    update: 'PUT /book/edit_equse',
    remove: 'DELETE /book/delete_use',
    export: 'GET /book/download_equipmentuse',
  },
  permissions: {
    view: 'equipmentUseView',
    add: 'equipmentUseAdd',
    edit: 'equipmentUseEdit',
    delete: 'equipmentUseDelete',
    export: 'equipmentUseExport',
  },
})
