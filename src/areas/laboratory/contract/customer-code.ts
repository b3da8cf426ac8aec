import { flag, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { testDataViewPermissions } from './spc-endpoints'

/** The code that a customer uses for a product on its orders and certificates. */
export const customerCode = defineResource('customerCode', {
  area: 'laboratory',
  fields: {
    code: text({ required: true, max: 60, format: 'code' }),
    customerId: reference('customer', { required: true }),
    productId: reference('product', { required: true }),
    name: text({ max: 120 }),
    active: flag({ default: true }),
    note: note({ max: 400 }),
  },
  title: ['code', 'name'],
  unique: [['customerId', 'code']],
  filters: ['customerId', 'productId', 'active'],
  search: ['code', 'name'],
  sort: 'code',
  routes: {
    list: 'GET /quality/get_customer_list',
    create: 'POST /quality/add_customer_code',
    update: 'PUT /quality/update_customer_code',
  },
  permissions: { view: testDataViewPermissions, add: 'qualityDataAdd', edit: 'qualityDataEdit' },
})
