import { defineCommand } from '@/contract/command'
import { choice, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { testBatch as life } from '../rules/test-batch'
import { readers } from './spc-calls'

/** Batches of test results: what was tested together, and published together. */
export const testBatch = defineResource('testBatch', {
  area: 'laboratory',
  fields: {
    number: text({ required: true, max: 60, format: 'code' }),
    state: choice(life.states, { readonly: true, default: 'draft' }),
    source: choice(['manual', 'file', 'auto'], { readonly: true, default: 'manual' }),
    workOrderId: reference('workOrder'),
    productId: reference('product', { required: true }),
    // What the customer calls the product, and what the plant called it when it was made.
    customerCodeId: reference('customerCode'),
    productionCode: text({ max: 60 }),
    testedAt: moment({ required: true }),
    testerId: reference('user'),
    importId: reference('labImport', { readonly: true }),
    // The batch that this one is a mended copy of.
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
    view: readers,
    add: 'qualityDataAdd',
    edit: 'qualityDataEdit',
    delete: 'qualityDataDelete',
    export: 'qualityDataExport',
  },
})
/** Closes a batch: from now on certificates may take it. */
export const publishBatch = defineCommand(testBatch, life, 'publish', {
  routes: 'POST /plant/test_batch_publish',
  offline: false,
  apply: (_row, _input, { at, personId }) => ({ publishedAt: at, publishedBy: personId }),
})
/** Takes a published batch back and opens a copy to mend; the first stays as it was published. */
export const withdrawBatch = defineCommand(testBatch, life, 'withdraw', {
  routes: 'POST /plant/test_batch_withdraw',
  offline: false,
  input: { reason: note({ required: true, max: 1000 }) },
  apply: (_row, { reason }) => ({ withdrawnReason: reason }),
})
export const batchCommands = [publishBatch, withdrawBatch] as const
