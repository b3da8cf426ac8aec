import { defineEndpoint, listOutput, objectOutput } from '@/contract/endpoint'
import { amount, choice, custom, flag, integer, list, moment, reference, references, text } from '@/contract/field'
import { seasons } from '@/areas/standards/rules/season'
import { chartKinds } from '../rules/spc/charts'
import { sigmaSources } from '../rules/spc/process-estimate'
import { subgroupKinds } from '../rules/subgroups'
import { excludedPointsField } from './control-limit'
import { chartAnswer, chartInput, testDataViewPermissions, specificationFields } from './spc-endpoints'

const area = 'laboratory'
const effect = 'read'
const access = testDataViewPermissions
const decimalField = amount({ unit: '', digits: 12 })
const requiredReference = (to: string) => reference(to, { required: true })
/**
 * Selects results of one product, index and line in a period. Missing parts default to the newest combination with
 * enough results.
 */
export const scopeInput = {
  productId: reference('product'),
  indexId: reference('testIndex'),
  lineId: reference('line'),
  workOrderId: reference('workOrder'),
  from: moment(),
  to: moment(),
} as const
const scopeOutput = {
  productId: requiredReference('product'),
  indexId: requiredReference('testIndex'),
  lineId: requiredReference('line'),
  product: text({ required: true, max: 200 }),
  index: text({ required: true, max: 200 }),
  line: text({ required: true, max: 200 }),
  unit: text({ max: 20 }),
  digits: integer({ required: true }),
  from: moment({ required: true }),
  to: moment({ required: true }),
} as const

/**
 * Number of rolls with a single value that are left out of σ within, Cp and Cpk. They are left out if other rolls have
 * several values, because a single value shows no variation within its roll. 0 if every roll has a single value, as
 * then all rolls count.
 */
const singleValueRollsField = integer({ required: true })
/** Limits of the newest roll. They apply to the rolls from `limitsSince` on or, if it is null, to the whole chart. */
const currentSpecification = { ...specificationFields, limitsSince: moment() } as const

/**
 * Chart of stored results against its frozen limits, or its own limits if none are frozen. A retest does not replace
 * the first result. Values below the limit of detection and excluded values are counted but not plotted. If rolls are
 * judged by different limits, there is no capability, and `limitsNote` gives the reason.
 */
export const storedChart = defineEndpoint('spc.stored', {
  area,
  routes: 'GET /quality/get_spc_res',
  access,
  effect,
  input: {
    ...scopeInput,
    chart: choice(chartKinds),
    subgroup: choice(subgroupKinds),
    ...chartInput,
    // Use limits computed from the displayed points even if frozen limits exist.
    own: flag(),
  },
  output: objectOutput({
    ...scopeOutput,
    ...currentSpecification,
    limitsNote: text({ max: 400 }),
    subgroup: choice(subgroupKinds, { required: true }),
    ...chartAnswer,
    frozen: custom('frozen'),
    // Points excluded from the frozen limits.
    frozenWithout: excludedPointsField,
    // Numbers of samples below the limit of detection, and of excluded samples.
    below: integer({ required: true }),
    excluded: integer({ required: true }),
    singleValueRolls: singleValueRollsField,
    // The rolls or period behind each point, in the order of the points.
    sources: list({
      key: text({ required: true, max: 80 }),
      label: text({ required: true, max: 200 }),
      at: moment({ required: true }),
      rollIds: references('jumboRoll'),
    }),
  }),
})
/** Histogram of stored results with the expected counts of a normal distribution. */
export const storedHistogram = defineEndpoint('spc.histogram', {
  area,
  routes: 'GET /quality/histogram',
  access,
  effect,
  input: scopeInput,
  output: objectOutput({
    ...scopeOutput,
    ...currentSpecification,
    n: integer({ required: true }),
    mean: decimalField,
    deviation: decimalField,
    width: decimalField,
    // `expected`: count expected from a normal distribution with this mean and deviation.
    bins: list({
      from: { ...decimalField, required: true },
      to: { ...decimalField, required: true },
      count: integer({ required: true }),
      expected: { ...decimalField, required: true },
    }),
  }),
})
/** Pareto chart of values outside the limits of their order (by test index) or of downgraded kilograms (by defect). */
export const storedPareto = defineEndpoint('spc.pareto', {
  area,
  routes: 'GET /quality/pareto',
  access,
  effect,
  input: { ...scopeInput, of: choice(['indexes', 'defects']) },
  output: objectOutput({
    of: choice(['indexes', 'defects'], { required: true }),
    unit: text({ max: 20 }),
    from: moment({ required: true }),
    to: moment({ required: true }),
    total: { ...decimalField, required: true },
    bars: list({
      key: text({ required: true, max: 200 }),
      label: text({ required: true, max: 200 }),
      value: { ...decimalField, required: true },
      share: { ...decimalField, required: true },
      cumulative: { ...decimalField, required: true },
    }),
  }),
})
/**
 * n, mean, deviation, Ppk, Cpk and Cpm per index of a product and year, and per season if its limits differ by season.
 * A row shows the limits of its newest roll, as the control chart does. If other rolls of a row are judged by other
 * limits, the row has no capability, and `limitsNote` gives the reason.
 */
export const yearlyStatistics = defineEndpoint('testResult.years', {
  area,
  routes: 'GET /quality/ps_code_years_data',
  access,
  effect,
  input: { productId: reference('product') },
  output: listOutput({
    year: integer({ required: true }),
    // Set if the limits of the index differ by season. The season of an order is the season in which it started.
    season: choice(seasons),
    productId: requiredReference('product'),
    product: text({ required: true, max: 200, nameOf: 'productId' }),
    indexId: requiredReference('testIndex'),
    index: text({ required: true, max: 200 }),
    unit: text({ max: 20 }),
    n: integer({ required: true }),
    mean: decimalField,
    deviation: decimalField,
    min: decimalField,
    max: decimalField,
    below: integer({ required: true }),
    lsl: decimalField,
    usl: decimalField,
    limitsNote: text({ max: 400 }),
    // Ppk and Cpm use the deviation; Cpk uses σ within (between and within rolls), as on the control chart.
    ppk: decimalField,
    cpk: decimalField,
    cpm: decimalField,
    sigmaWithin: decimalField,
    sigmaSource: choice(sigmaSources),
    singleValueRolls: singleValueRollsField,
  }),
})
export const storedChartEndpoints = [storedChart, storedHistogram, storedPareto, yearlyStatistics] as const
