import { defineCommand } from '@/contract/command'
import { choice, moment, note, reference, text, flag } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { testBatchLifecycle } from '../rules/test-batch'
import { testDataViewPermissions } from './spc-endpoints'

/** Batches of results that are tested and published together. */
export const testBatch = defineResource('testBatch', {
  area: 'laboratory',
  fields: {
    number: text({ required: true, max: 60, format: 'code' }),
    state: choice(testBatchLifecycle.states, { readonly: true, default: 'draft' }),
    source: choice(['manual', 'file', 'auto'], { readonly: true, default: 'manual' }),
    workOrderId: reference('workOrder'),
    productId: reference('product', { required: true }),
    // Product code of the customer.
    customerCodeId: reference('customerCode'),
    productionCode: text({ max: 60 }),
    testedAt: moment({ required: true, notFuture: true }),
    testerId: reference('user'),
    importId: reference('labImport', { readonly: true }),
    // The withdrawn batch that this one corrects.
    mendsId: reference('testBatch', { readonly: true }),
    publishedAt: moment({ readonly: true }),
    publishedBy: reference('user', { readonly: true }),
    withdrawnReason: note({ readonly: true, max: 1000 }),
    note: note({ max: 1000 }),
  },
  title: ['number'],
  unique: [['number']],
  filters: ['state', 'source', 'workOrderId', 'productId', 'customerCodeId', 'testedAt', 'importId', 'mendsId'],
  search: ['number', 'productionCode', 'note'],
  sort: '-testedAt',
  setOnCreate: (_row, { personId }) => ({ testerId: personId }),
  routes: {
    list: 'GET /quality/get_batch_list',
    create: 'POST /plant/test_batch',
    update: 'PUT /plant/test_batch',
    remove: 'POST /quality/delete_test_batch',
    export: 'GET /plant/test_batch_excel',
  },
  permissions: {
    view: testDataViewPermissions,
    add: 'qualityDataAdd',
    edit: 'qualityDataEdit',
    delete: 'qualityDataDelete',
    export: 'qualityDataExport',
  },
})
/** Closes a batch, after which certificates may use its results. */
export const publishBatch = defineCommand(testBatch, testBatchLifecycle, 'publish', {
  routes: 'POST /plant/test_batch_publish',
  offline: false,
  apply: (_row, _input, { at, personId }) => ({ publishedAt: at, publishedBy: personId }),
})
/** Withdraws a published batch and opens a draft copy for corrections. The original stays as it was published. */
export const withdrawBatch = defineCommand(testBatch, testBatchLifecycle, 'withdraw', {
  routes: 'POST /plant/test_batch_withdraw',
  offline: false,
  input: { reason: note({ required: true, max: 1000 }) },
  apply: (_row, { reason }) => ({ withdrawnReason: reason }),
})
export const batchCommands = [publishBatch, withdrawBatch] as const

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
