import { amount, flag, integer, list, moment, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { summarizeSamples } from '../rules/reading'
import { testDataViewPermissions } from './spc-endpoints'

const decimalField = amount({ unit: '', digits: 9, readonly: true })
/** Readings of one roll and index, lane by lane. `text` is the entry, from which the server derives `value`. */
export const samplesField = list(
  {
    lane: integer({ min: 1, max: 200 }),
    no: integer({ min: 1, max: 1000 }),
    text: text({ required: true, max: 24 }),
    value: amount({ unit: '', digits: 6, readonly: true }),
    // Below the limit of detection, so without a value.
    below: flag({ readonly: true }),
    excluded: flag(),
    reason: text({ max: 200 }),
  },
  { max: 500 },
)

/**
 * Results of one roll and one index. A plant collects a million values in 70,000 rows per year. Therefore a row stores
 * its samples with their sums (n, mean, squared deviations), so that means can be computed without reading the samples.
 * A retest has its own row; the first result stays unchanged.
 */
export const testResult = defineResource('testResult', {
  area: 'laboratory',
  fields: {
    batchId: reference('testBatch', { required: true }),
    indexId: reference('testIndex', { required: true }),
    jumboRollId: reference('jumboRoll'),
    slitRollId: reference('slitRoll'),
    // 0 for the first test, then the number of the retest.
    retest: integer({ min: 0, max: 99, default: 0 }),
    // Reason for the retest; optional in imported files.
    retestReason: text({ max: 200 }),
    samples: samplesField,
    // Largest number of decimals entered.
    digits: integer({ readonly: true, default: 0 }),
    n: integer({ readonly: true, default: 0 }),
    mean: decimalField,
    // Sum of the squared deviations from the mean. The precision fits the maximum sum of 500 squared values below 1e9.
    m2: amount({ unit: '', digits: 9, precision: 31, readonly: true }),
    min: decimalField,
    max: decimalField,
    // Number of samples below the limit of detection.
    below: integer({ readonly: true, default: 0 }),
    // Copied from the roll, so that charts need no join.
    lineId: reference('line', { readonly: true }),
    productId: reference('product', { readonly: true }),
    workOrderId: reference('workOrder', { readonly: true }),
    // When the roll was doffed.
    rolledAt: moment({ readonly: true }),
  },
  title: ['batchId', 'indexId'],
  unique: [['batchId', 'indexId', 'jumboRollId', 'slitRollId', 'retest']],
  filters: ['batchId', 'indexId', 'jumboRollId', 'slitRollId', 'lineId', 'productId', 'workOrderId', 'rolledAt'],
  sort: '-rolledAt',
  // People enter results beside the machine, where there may be no network.
  offlineWrites: ['create', 'update'],
  deriveFields: ({ samples: entered }) => summarizeSamples(entered),
  routes: {
    list: 'GET /plant/test_result',
    create: 'POST /plant/test_result',
    update: 'PUT /plant/test_result',
    remove: 'DELETE /plant/test_result',
  },
  permissions: {
    view: testDataViewPermissions,
    add: 'qualityDataAdd',
    edit: 'qualityDataEdit',
    delete: 'qualityDataDelete',
  },
})
