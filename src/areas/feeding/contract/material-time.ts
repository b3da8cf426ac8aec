import { choice, moment, note, reference } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { materialKinds } from '@/areas/feeding/rules/feed'

/** 用料时间: the period in which a material ran into a line, entered by a person where scans do not show it. */
export const materialTime = defineResource('materialTime', {
  area: 'feeding',
  fields: {
    workOrderId: reference('workOrder', { required: true }),
    lineId: reference('line', { required: true }),
    kind: choice(materialKinds, { required: true }),
    materialId: reference('material', { required: true }),
    lotId: reference('materialLot'),
    hopperId: reference('hopper'),
    startsAt: moment({ required: true }),
    endsAt: moment(),
    userId: reference('user', { readonly: true }),
    note: note({ max: 1000 }),
  },
  title: ['materialId', 'startsAt'],
  filters: ['workOrderId', 'lineId', 'kind', 'materialId', 'lotId', 'startsAt'],
  search: ['note'],
  sort: '-startsAt',
  inShiftPack: true,
  offlineWrites: ['create', 'update'],
  routes: {
    list: 'GET /production/material_time',
    create: 'POST /production/material_time',
    update: 'PUT /production/material_time',
    remove: 'DELETE /production/material_time',
  },
  permissions: {
    view: ['materialTimeView', 'rollInteractiveView'],
    add: 'materialTimeAdd',
    edit: 'materialTimeEdit',
    delete: 'materialTimeDelete',
  },
})
