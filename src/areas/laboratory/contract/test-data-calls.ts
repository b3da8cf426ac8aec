import { teamTextOptions } from '@/plant/contract/shift-record-fields'
import { fileOutput, defineEndpoint, listOutput, objectOutput, XLSX_MIME } from '@/contract/endpoint'
import { amount, choice, flag, integer, list, moment, note, reference, references, text } from '@/contract/field'
import { resourceOutput } from '@/contract/resource'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import { grades } from '@/areas/rolls/rules/slit-roll'
import { comparisons } from '@/areas/standards/rules/product-standard'
import { readers } from './spc-calls'
import { testBatch } from './test-batch'

const area = 'laboratory'
const effect = 'read'
const access = readers
const figure = amount({ unit: '', digits: 9 })
const word = text({ required: true, max: 400 })
const id = (to: string) => reference(to, { required: true })
const count = integer({ required: true })

/** Lists products that have test data. */
export const testedProducts = defineEndpoint('testBatch.products', {
  area,
  routes: 'GET /quality/get_ps_code',
  access,
  effect,
  output: listOutput({
    productId: id('product'),
    code: word,
    name: word,
    batches: count,
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
    indexId: id('testIndex'),
    code: word,
    name: word,
    unit: text({ max: 20 }),
    method: text({ max: 120 }),
    digits: count,
    signed: flag(),
    results: count,
    // Samples required per roll by the standard pinned by the order, or by the current standard without an order.
    samples: integer(),
  }),
})
/** Lists untested rolls of an order with the indexes and sample counts required by the standard it pinned. */
export const proposeTests = defineEndpoint('testBatch.propose', {
  area,
  routes: 'GET /quality/automatically_add',
  access,
  effect,
  input: { workOrderId: reference('workOrder') },
  output: listOutput({
    workOrderId: id('workOrder'),
    productId: id('product'),
    jumboRollId: id('jumboRoll'),
    roll: word,
    doffedAt: moment({ required: true }),
    indexes: list({
      indexId: id('testIndex'),
      index: word,
      unit: text({ max: 20 }),
      signed: flag(),
      samples: count,
    }),
  }),
})
/** Opens a batch with an empty result for each proposed roll and index. */
export const storeProposed = defineEndpoint('testBatch.storeProposed', {
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
const rollInBatch = {
  batchId: reference('testBatch', { required: true }),
  jumboRollId: reference('jumboRoll'),
  slitRollId: reference('slitRoll'),
} as const
/**
 * Opens a retest of a roll in a batch: an empty result for each index, numbered after the last result that counts.
 * Earlier results stay unchanged, in whichever batch they are.
 */
export const openRetest = defineEndpoint('testResult.retest', {
  area,
  routes: 'POST /plant/test_retest',
  access: 'qualityDataAdd',
  effect: 'write',
  input: {
    ...rollInBatch,
    indexIds: references('testIndex', { required: true, max: 50 }),
    retestReason: text({ required: true, max: 200 }),
  },
  output: resourceOutput(testBatch),
})
/**
 * Adds a roll to a batch for its first test: an empty result for each index that its standard requires and that has
 * none yet. Used for the rolls of a batch without an order, and for slit rolls in a batch with an order.
 */
export const addRoll = defineEndpoint('testResult.addRoll', {
  area,
  routes: 'POST /plant/test_roll',
  access: 'qualityDataAdd',
  effect: 'write',
  input: rollInBatch,
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
    rolls: count,
    list: list({
      of: choice(['jumbo', 'slit'], { required: true }),
      rollId: text({ required: true, max: 36 }),
      roll: word,
      lane: integer(),
      team: text(teamTextOptions),
      defect: choice(defectKinds, { required: true }),
      grade: choice(grades, { required: true }),
      fromM: figure,
      toM: figure,
      metres: figure,
      // Weight of the downgraded length, in proportion to the length of the roll.
      kg: figure,
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
    code: word,
    state: word,
    widthMm: integer(),
    lengthM: figure,
    kg: figure,
    grade: choice(grades, { required: true }),
    doffedAt: moment({ required: true }),
    tested: flag({ required: true }),
  }),
})
/** Kinds of findings of a batch check. */
export const problems = ['low', 'high', 'outlier', 'duplicate', 'noValue', 'fewSamples', 'noLimits'] as const
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
    batchId: id('testBatch'),
    results: count,
    values: count,
    below: count,
    excluded: count,
    // Rolls of its order without a result in any batch.
    untested: count,
    list: list({
      resultId: reference('testResult'),
      problem: choice(problems, { required: true }),
      roll: word,
      index: word,
      lane: integer(),
      no: integer(),
      value: figure,
      // The exceeded limit, or the critical value of the outlier test.
      limit: figure,
      message: word,
    }),
  }),
})
/**
 * Lists the limits that the results of a batch are judged by, as its check does. Set 0 belongs to the batch itself; the
 * others to rolls made for another order or in another season.
 */
export const batchLimits = defineEndpoint('testBatch.limits', {
  area,
  routes: 'GET /quality/test_batch_limits',
  access,
  effect,
  input: { batchId: reference('testBatch', { required: true }) },
  output: objectOutput({
    batchId: id('testBatch'),
    list: list({
      set: count,
      indexId: id('testIndex'),
      lsl: figure,
      usl: figure,
      comparison: choice(comparisons, { required: true }),
      digits: count,
    }),
    rolls: list({ rollId: text({ required: true, max: 36 }), set: count }),
  }),
})

const reportScope = { batchId: reference('testBatch'), workOrderId: reference('workOrder') } as const
const report = (name: string, path: string) =>
  defineEndpoint(name, {
    area,
    routes: `GET /quality/${path}`,
    access: 'qualityDataDownload',
    effect,
    input: { ...reportScope, from: moment(), to: moment() },
    output: fileOutput(XLSX_MIME),
  })
/** Test report: one line per roll and index with limits and judgement. */
export const testReport = report('testResult.report', 'down_report')
/** Report of all values as they were entered. */
export const valueReport = report('testResult.valueReport', 'roll_test_data_down_report')
/** Report of slit roll weights in kg by order, width and grade. */
export const weightReport = report('testResult.weightReport', 'kg_down_report')
/** Report of jumbo rolls: spin finish (oil pick-up, OPU), basis weight (GS) and weight side by side. */
export const surfactantReport = report('testResult.surfactantReport', 'opu_gs_jr_down_report')
export const reports = [testReport, valueReport, weightReport, surfactantReport] as const
export const testDataCalls = [
  testedProducts,
  testedIndexes,
  proposeTests,
  storeProposed,
  openRetest,
  addRoll,
  batchDowngrades,
  orderCodes,
  checkBatch,
  batchLimits,
  ...reports,
] as const
