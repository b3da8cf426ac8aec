import { teamTextOptions } from '@/plant/contract/shift-record-fields'
import { fileOutput, defineEndpoint, listOutput, objectOutput, XLSX_MIME } from '@/contract/endpoint'
import { amount, choice, flag, integer, list, moment, note, reference, references, text } from '@/contract/field'
import { resourceOutput } from '@/contract/resource'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import { grades } from '@/areas/rolls/rules/grade'
import { comparisons } from '@/areas/standards/rules/product-standard'
import { testDataViewPermissions } from './spc-endpoints'
import { testBatch } from './test-batch'

const area = 'laboratory'
const effect = 'read'
const access = testDataViewPermissions
const decimalField = amount({ unit: '', digits: 9 })
const requiredText = text({ required: true, max: 400 })
const requiredReference = (to: string) => reference(to, { required: true })
const requiredCount = integer({ required: true })

/** Lists products that have test data. */
export const testedProducts = defineEndpoint('testBatch.products', {
  area,
  routes: 'GET /quality/get_ps_code',
  access,
  effect,
  output: listOutput({
    productId: requiredReference('product'),
    code: requiredText,
    name: requiredText,
    batches: requiredCount,
    lastTestedAt: moment({ required: true }),
  }),
})
/** Lists test indexes that have results. */
export const testedIndexes = defineEndpoint('testResult.indexes', {
  area,
  routes: 'GET /quality/get_test_index',
  access,
  effect,
  input: { productId: reference('product'), workOrderId: reference('workOrder') },
  output: listOutput({
    indexId: requiredReference('testIndex'),
    code: requiredText,
    name: requiredText,
    unit: text({ max: 20 }),
    method: text({ max: 120 }),
    digits: requiredCount,
    // True if values may be negative.
    signed: flag(),
    results: requiredCount,
    // Samples required per roll by the standard pinned by the order, or by the current standard without an order.
    samples: integer(),
  }),
})
/**
 * Lists untested rolls of an order with the indexes and sample counts that the standard pinned by the order requires.
 */
export const proposeTests = defineEndpoint('testBatch.propose', {
  area,
  routes: 'GET /quality/automatically_add',
  access,
  effect,
  input: { workOrderId: reference('workOrder') },
  output: listOutput({
    workOrderId: requiredReference('workOrder'),
    productId: requiredReference('product'),
    jumboRollId: requiredReference('jumboRoll'),
    roll: requiredText,
    doffedAt: moment({ required: true }),
    indexes: list({
      indexId: requiredReference('testIndex'),
      index: requiredText,
      unit: text({ max: 20 }),
      signed: flag(),
      // Number of samples that the standard requires of each roll.
      samples: requiredCount,
    }),
  }),
})
/** Opens a batch with an empty result for each proposed roll and index. */
export const storeProposedTests = defineEndpoint('testBatch.storeProposed', {
  area,
  routes: 'POST /quality/automatically_update',
  access: 'qualityDataAdd',
  effect: 'write',
  input: {
    workOrderId: reference('workOrder', { required: true }),
    jumboRollIds: references('jumboRoll', { max: 500 }),
    number: text({ max: 60, format: 'code' }),
    note: note({ max: 400 }),
  },
  output: resourceOutput(testBatch),
})
/** A roll in a batch. A slit roll is enough, because it identifies its jumbo roll. */
const rollInBatchInput = {
  batchId: reference('testBatch', { required: true }),
  jumboRollId: reference('jumboRoll'),
  slitRollId: reference('slitRoll'),
} as const
/**
 * Opens a retest of a roll in a batch: an empty result for each index. Its number follows that of the last result
 * entered in any batch that is not withdrawn. Earlier results stay unchanged.
 */
export const openRetest = defineEndpoint('testResult.retest', {
  area,
  routes: 'POST /plant/test_retest',
  access: 'qualityDataAdd',
  effect: 'write',
  input: {
    ...rollInBatchInput,
    indexIds: references('testIndex', { required: true, max: 50 }),
    retestReason: text({ required: true, max: 200 }),
  },
  output: resourceOutput(testBatch),
})
/**
 * Adds a roll to a batch for its first test. The roll gets an empty result for each index that its standard requires
 * and that has no result yet. Used for batches without an order, and for slit rolls in a batch with an order.
 */
export const addRoll = defineEndpoint('testResult.addRoll', {
  area,
  routes: 'POST /plant/test_roll',
  access: 'qualityDataAdd',
  effect: 'write',
  input: rollInBatchInput,
  output: resourceOutput(testBatch),
})
/** Downgrades of the rolls of a batch and of the slit rolls cut from them. */
export const batchDowngrades = defineEndpoint('testBatch.downgrades', {
  area,
  routes: 'GET /quality/get_fall_info',
  access,
  effect,
  input: { batchId: reference('testBatch', { required: true }) },
  output: objectOutput({
    batchId: reference('testBatch'),
    batch: text({ max: 60 }),
    rolls: requiredCount,
    list: list({
      of: choice(['jumbo', 'slit'], { required: true }),
      rollId: text({ required: true, max: 36 }),
      roll: requiredText,
      lane: integer(),
      team: text(teamTextOptions),
      defect: choice(defectKinds, { required: true }),
      grade: choice(grades, { required: true }),
      fromM: decimalField,
      toM: decimalField,
      metres: decimalField,
      // Weight of the downgraded length, in proportion to the length of the roll.
      kg: decimalField,
      reason: text({ max: 400 }),
    }),
  }),
})
/** Lists the label codes of the rolls of an order. */
export const orderCodes = defineEndpoint('testBatch.rollCodes', {
  area,
  routes: 'POST /quality/order_to_tiaoma',
  access,
  effect,
  input: { workOrderId: reference('workOrder', { required: true }) },
  output: listOutput({
    of: choice(['jumbo', 'slit'], { required: true }),
    rollId: text({ required: true, max: 36 }),
    code: requiredText,
    state: requiredText,
    widthMm: integer(),
    lengthM: decimalField,
    kg: decimalField,
    grade: choice(grades, { required: true }),
    doffedAt: moment({ required: true }),
    tested: flag({ required: true }),
  }),
})
/** Kinds of findings of a batch check. */
export const checkProblems = ['low', 'high', 'outlier', 'duplicate', 'noValue', 'fewSamples', 'noLimits'] as const
/**
 * Checks a batch for values outside limits, outliers (Grubbs, two-sided at 5 %), repeated readings and missing values.
 * Nothing is changed or excluded.
 */
export const checkBatch = defineEndpoint('testBatch.check', {
  area,
  routes: 'POST /quality/test_data_check',
  access,
  effect,
  input: { batchId: reference('testBatch', { required: true }) },
  output: objectOutput({
    batchId: requiredReference('testBatch'),
    results: requiredCount,
    // Number of measured values; samples below the limit of detection count in `below`.
    values: requiredCount,
    below: requiredCount,
    excluded: requiredCount,
    // Rolls of the batch's order without a result in any batch.
    untested: requiredCount,
    list: list({
      resultId: reference('testResult'),
      problem: choice(checkProblems, { required: true }),
      roll: requiredText,
      index: requiredText,
      lane: integer(),
      no: integer(),
      value: decimalField,
      // The violated limit, or the critical value of the outlier test.
      limit: decimalField,
      message: requiredText,
    }),
  }),
})
/**
 * Lists the limits by which the check judges the results of a batch. Set 0 applies to the order of the batch. The other
 * sets apply to rolls made for another order or in another season.
 */
export const batchLimits = defineEndpoint('testBatch.limits', {
  area,
  routes: 'GET /quality/test_batch_limits',
  access,
  effect,
  input: { batchId: reference('testBatch', { required: true }) },
  output: objectOutput({
    batchId: requiredReference('testBatch'),
    list: list({
      set: requiredCount,
      indexId: requiredReference('testIndex'),
      lsl: decimalField,
      usl: decimalField,
      comparison: choice(comparisons, { required: true }),
      digits: requiredCount,
    }),
    rolls: list({ rollId: text({ required: true, max: 36 }), set: requiredCount }),
  }),
})

const reportScope = { batchId: reference('testBatch'), workOrderId: reference('workOrder') } as const
const defineReport = (name: string, path: string) =>
  defineEndpoint(name, {
    area,
    routes: `GET /quality/${path}`,
    access: 'qualityDataDownload',
    effect,
    input: { ...reportScope, from: moment(), to: moment() },
    output: fileOutput(XLSX_MIME),
  })
/** Test report: one line per roll and index with limits and judgement. */
export const testReport = defineReport('testResult.report', 'down_report')
/** Report of all values as they were entered. */
export const valueReport = defineReport('testResult.valueReport', 'roll_test_data_down_report')
/** Report of slit roll weights in kg by order, width and grade. */
export const weightReport = defineReport('testResult.weightReport', 'kg_down_report')
/** Report of jumbo rolls: spin finish (oil pick-up, OPU), basis weight (GSM) and its variation side by side. */
export const surfactantReport = defineReport('testResult.surfactantReport', 'opu_gs_jr_down_report')
export const testReports = [testReport, valueReport, weightReport, surfactantReport] as const
export const testDataEndpoints = [
  testedProducts,
  testedIndexes,
  proposeTests,
  storeProposedTests,
  openRetest,
  addRoll,
  batchDowngrades,
  orderCodes,
  checkBatch,
  batchLimits,
  ...testReports,
] as const
