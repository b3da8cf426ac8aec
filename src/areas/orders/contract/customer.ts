import { flag, note, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'

/** Customers 客户, referenced by orders and certificates. */
export const customer = defineResource('customer', {
  area: 'orders',
  fields: {
    code: text({ required: true, max: 40, format: 'code' }),
    name: text({ required: true }),
    nameEn: text(),
    contact: text(),
    // Personal data. Only people who may open the customers' page see the phone number, wherever a customer appears.
    phone: text({ max: 40, format: 'phone', viewPermissions: ['orderSyncView'] }),
    address: text({ max: 400 }),
    active: flag({ default: true }),
    note: note(),
  },
  title: ['code', 'name'],
  englishFields: { name: 'nameEn' },
  unique: [['code']],
  filters: ['active'],
  search: ['code', 'name', 'contact'],
  sort: 'code',
  importKey: ['code'],
  inShiftPack: true,
  routes: {
    list: 'GET /plant/customer',
    create: 'POST /plant/customer',
    update: 'PUT /plant/customer',
    remove: 'DELETE /plant/customer',
    export: 'GET /plant/customer_excel',
    import: 'POST /plant/customer_import',
    template: 'GET /plant/customer_template',
  },
  permissions: {
    view: [
      'orderSyncView',
      'productionScheduleView',
      'progressMonitoringView',
      'rollInteractiveView',
      'divideInteractiveView',
      'qualityTrackingView',
    ],
    add: 'orderSyncAdd',
    edit: 'orderSyncEdit',
    delete: 'orderSyncDelete',
    export: 'orderSyncExport',
    import: 'orderSyncAdd',
  },
})
