import { defineEndpoint, listOutput, objectOutput } from '@/contract/endpoint'
import { amount, choice, custom, flag, integer, list, moment, reference, references, text } from '@/contract/field'
import { seasons } from '@/areas/standards/rules/season'
import { charts } from '../rules/spc/charts'
import { sigmaSources } from '../rules/spc/process-estimate'
import { subgroups } from '../rules/subgroups'
import { excludedPoints } from './control-limit'
import { chartAnswer, chartInput, readers, specification as limits } from './spc-calls'

const area = 'laboratory'
const effect = 'read'
const access = readers
const figure = amount({ unit: '', digits: 12 })
const id = (to: string) => reference(to, { required: true })
/** Which results: of one product, index and line in a time; the newest combination that has any unless told. */
export const scope = {
  productId: reference('product'),
  indexId: reference('testIndex'),
  lineId: reference('line'),
  workOrderId: reference('workOrder'),
  from: moment(),
  to: moment(),
} as const
const found = {
  productId: id('product'),
  indexId: id('testIndex'),
  lineId: id('line'),
  product: text({ required: true, max: 200 }),
  index: text({ required: true, max: 200 }),
  line: text({ required: true, max: 200 }),
  unit: text({ max: 20 }),
  digits: integer({ required: true }),
  from: moment({ required: true }),
  to: moment({ required: true }),
} as const

/** The limits that the newest roll is judged by, and since when all rolls are; `null` where all of them are. */
const specification = { ...limits, limitsSince: moment() } as const

/**
 * The chart of stored results against the limits that were frozen for it, else against its own. A retest does not stand in for the
 * first result here. Values below the limit of detection and excluded ones are counted and not charted. Over rolls that are judged by different limits there is no
 * capability, and `limitsNote` says why.
 */
export const storedChart = defineEndpoint('spc.stored', {
  area,
  routes: 'GET /quality/get_spc_res',
  access,
  effect,
  input: {
    ...scope,
    chart: choice(charts),
    subgroup: choice(subgroups),
    ...chartInput,
    // Limits of the points shown, although there are frozen ones.
    own: flag(),
  },
  output: objectOutput({
    ...found,
    ...specification,
    limitsNote: text({ max: 400 }),
    subgroup: choice(subgroups, { required: true }),
    ...chartAnswer,
    frozen: custom('frozen'),
    // Points that the frozen limits leave out.
    frozenWithout: excludedPoints,
    below: integer({ required: true }),
    excluded: integer({ required: true }),
    // What each point is of, in the order of the points.
    sources: list({
      key: text({ required: true, max: 80 }),
      label: text({ required: true, max: 200 }),
      at: moment({ required: true }),
      rollIds: references('jumboRoll'),
    }),
  }),
})
export const storedHistogram = defineEndpoint('spc.histogram', {
  area,
  routes: 'GET /quality/histogram',
  access,
  effect,
  input: scope,
  output: objectOutput({
    ...found,
    ...specification,
    n: integer({ required: true }),
    mean: figure,
    deviation: figure,
    width: figure,
    // `expected`: as many as a normal distribution of this mean and deviation puts there.
    bins: list({
      from: { ...figure, required: true },
      to: { ...figure, required: true },
      count: integer({ required: true }),
      expected: { ...figure, required: true },
    }),
  }),
})
/** What results were out of the limits that their order pinned: by index, or what was downgraded, by defect, in kilograms. */
export const storedPareto = defineEndpoint('spc.pareto', {
  area,
  routes: 'GET /quality/pareto',
  access,
  effect,
  input: { ...scope, of: choice(['indexes', 'defects']) },
  output: objectOutput({
    of: choice(['indexes', 'defects'], { required: true }),
    unit: text({ max: 20 }),
    from: moment({ required: true }),
    to: moment({ required: true }),
    total: { ...figure, required: true },
    bars: list({
      key: text({ required: true, max: 200 }),
      label: text({ required: true, max: 200 }),
      value: { ...figure, required: true },
      share: { ...figure, required: true },
      cumulative: { ...figure, required: true },
    }),
  }),
})
/**
 * n, mean, deviation, Ppk, Cpk and Cpm of each index of a product by year, and by season where its limits differ by it, against the standard
 * now in force, whichever version an order pinned: what was made then, by what is asked today.
 */
export const yearlyFigures = defineEndpoint('testResult.years', {
  area,
  routes: 'GET /quality/ps_code_years_data',
  access,
  effect,
  input: { productId: reference('product') },
  output: listOutput({
    year: integer({ required: true }),
    // Of an index whose limits differ by season: what is judged by one of them, an order by that of its start.
    season: choice(seasons),
    productId: id('product'),
    product: text({ required: true, max: 200 }),
    indexId: id('testIndex'),
    index: text({ required: true, max: 200 }),
    unit: text({ max: 20 }),
    n: integer({ required: true }),
    mean: figure,
    deviation: figure,
    min: figure,
    max: figure,
    below: integer({ required: true }),
    lsl: figure,
    usl: figure,
    // Ppk and Cpm by the deviation, Cpk by σ within: between and within rolls, as their control chart has it.
    ppk: figure,
    cpk: figure,
    cpm: figure,
    sigmaWithin: figure,
    sigmaSource: choice(sigmaSources),
  }),
})
export const storedChartCalls = [storedChart, storedHistogram, storedPareto, yearlyFigures] as const
