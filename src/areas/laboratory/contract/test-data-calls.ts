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

/** Production codes and products that have test data. */
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
/** Test indexes that have results. */
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
    // That is asked of a roll by the standard that the order pinned; without an order by that of today.
    samples: integer(),
  }),
})
/** Rolls of an order that were not tested, with the indexes and numbers of samples that the standard asks for that it pinned. */
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
/** Opens a batch with an empty result for each roll and index that is proposed. */
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
/** A roll in a batch; a slit roll alone says which jumbo it was. */
const rollInBatch = {
  batchId: reference('testBatch', { required: true }),
  jumboRollId: reference('jumboRoll'),
  slitRollId: reference('slitRoll'),
} as const
/**
 * Opens a retest of a roll in a batch: an empty result for each index, numbered after the last one that counts. The results before
 * it stay as they are, in whichever batch they lie.
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
 * Takes a roll into a batch for its first test: an empty result for each index that its standard asks for and that has none yet.
 * So a batch without an order gets its rolls, and one with an order a slit roll.
 */
export const addRoll = defineEndpoint('testResult.addRoll', {
  area,
  routes: 'POST /plant/test_roll',
  access: 'qualityDataAdd',
  effect: 'write',
  input: rollInBatch,
  output: resourceOutput(testBatch),
})
/** What was downgraded of the rolls of a batch, and of what was cut from them. */
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
      // In proportion to the length of the roll.
      kg: figure,
      reason: text({ max: 400 }),
    }),
  }),
})
/** From an order to the codes on the labels of its rolls. */
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
export const problems = ['low', 'high', 'outlier', 'duplicate', 'noValue', 'fewSamples', 'noLimits'] as const
/** Looks through a batch: limits, outliers (Grubbs, two-sided at 5 %), the same readings twice, what is missing. Nothing is changed or left out. */
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
    // Rolls of its order that no batch has a result of.
    untested: count,
    list: list({
      resultId: reference('testResult'),
      problem: choice(problems, { required: true }),
      roll: word,
      index: word,
      lane: integer(),
      no: integer(),
      value: figure,
      // The limit that is passed, or the critical value of the test.
      limit: figure,
      message: word,
    }),
  }),
})
/**
 * The limits by which the results of a batch are judged, by the rule of its check: set 0 is the batch's own, others are those of
 * rolls that were made for another order or season.
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
/** Test report: a line a roll and index with its limits and judgement. */
export const testReport = report('testResult.report', 'down_report')
/** Every value as it was entered. */
export const valueReport = report('testResult.valueReport', 'roll_test_data_down_report')
/** Kilograms of slit rolls by order, width and grade. */
export const weightReport = report('testResult.weightReport', 'kg_down_report')
/** Of jumbos: surfactant (OPU), basis weight (GS) and weight, side by side. */
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
