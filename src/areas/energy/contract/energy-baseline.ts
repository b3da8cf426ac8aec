import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { amount, choice, day, integer, list, reference, series, text } from '@/contract/field'
import { defineResource, resourceOutput } from '@/contract/resource'
import { baselineProblems } from '../rules/baseline'

const area = 'energy'
const metricField = (unit: string, digits = 6) => amount({ unit, digits, readonly: true })
const rangeField = (unit: string) => metricField(unit, 3)

/**
 * 能耗基准: kWh/kg of a line, for one product or all, as a function of speed (m/min) and grammage (g/m²), with standard
 * errors and significance tests.
 */
export const energyBaseline = defineResource('energyBaseline', {
  area,
  fields: {
    name: text({ required: true }),
    lineId: reference('line', { required: true }),
    productId: reference('product'),
    fromDay: day({ required: true }),
    toDay: day({ required: true }),
    n: integer({ readonly: true }),
    intercept: metricField('kWh/kg'),
    interceptError: metricField('kWh/kg'),
    bySpeed: metricField(''),
    bySpeedError: metricField(''),
    pSpeed: metricField(''),
    byGsm: metricField(''),
    byGsmError: metricField(''),
    pGsm: metricField(''),
    r2: metricField('', 4),
    residualSd: metricField('kWh/kg'),
    f: metricField('', 3),
    pOfF: metricField(''),
    speedLow: rangeField('m/min'),
    speedHigh: rangeField('m/min'),
    speedMean: rangeField('m/min'),
    speedSd: rangeField('m/min'),
    gsmLow: rangeField('g/m²'),
    gsmHigh: rangeField('g/m²'),
    gsmMean: rangeField('g/m²'),
    gsmSd: rangeField('g/m²'),
    // Reasons why the baseline is not valid; empty if it is.
    problems: series('text', { max: 10, readonly: true }),
  },
  title: ['name'],
  unique: [['name']],
  filters: ['lineId', 'productId', 'fromDay'],
  search: ['name'],
  sort: '-fromDay',
  routes: { list: 'GET /energy/baseline', remove: 'DELETE /energy/baseline' },
  permissions: { view: 'energyAnalysisView', delete: 'energyAnalysisEdit' },
})
/** Fits a baseline to the days on which orders ran on a line, and stores it with its errors and tests, valid or not. */
export const fitBaseline = defineEndpoint('energyBaseline.fit', {
  area,
  routes: 'POST /energy/baseline',
  access: 'energyAnalysisEdit',
  effect: 'write',
  input: {
    name: text({ required: true }),
    lineId: reference('line', { required: true }),
    productId: reference('product'),
    fromDay: day({ required: true }),
    toDay: day({ required: true }),
  },
  output: resourceOutput(energyBaseline),
})
/** Savings against a baseline, by day and cumulative (CUSUM). Days outside the range of the baseline are flagged. */
export const baselineSavings = defineEndpoint('energyBaseline.savings', {
  area,
  routes: 'GET /energy/baseline_savings',
  access: 'energyAnalysisView',
  effect: 'read',
  mayLag: true,
  input: { id: reference('energyBaseline', { required: true }), from: day(), to: day() },
  output: objectOutput({
    from: day({ required: true }),
    to: day({ required: true }),
    problems: list({ problem: choice(baselineProblems, { required: true }) }),
    savedKwh: amount({ unit: 'kWh', required: true }),
    savedPercent: amount({ unit: '%' }),
    outOfRange: integer({ required: true }),
    days: list(
      {
        day: day({ required: true }),
        speed: amount({ unit: 'm/min', required: true }),
        gsm: amount({ unit: 'g/m²', required: true }),
        kg: amount({ unit: 'kg', required: true }),
        usedKwh: amount({ unit: 'kWh', required: true }),
        expectedKwh: amount({ unit: 'kWh', required: true }),
        cumulative: amount({ unit: 'kWh', required: true }),
        inRange: choice(['yes', 'no'], { required: true }),
      },
      { max: 2000 },
    ),
  }),
})
