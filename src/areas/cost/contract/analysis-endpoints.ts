import { defineEndpoint, listOutput, objectOutput } from '@/contract/endpoint'
import { defineReport, getReportEndpoints, WHOLE_ANSWER } from '@/contract/report'
import { standardParts } from '../rules/variances'
import { amount, choice, day, flag, integer, list, reference, text } from '@/contract/field'
import { costArea, labelField, costPeriodInput, costReadPermissions } from './order-cost-endpoints'
import { closedMonthsField } from '@/plant/contract/report-columns'
import { moneyField, perKgField } from './order-cost'

const fourDecimals = amount({ unit: '', digits: 4 })
/** A process parameter in which the cheapest runs differ from the others; see `ParameterFinding`. */
export const processFindingFields = {
  key: text({ required: true, max: 40 }),
  label: labelField,
  unit: text({ max: 20 }),
  bestN: integer({ required: true }),
  restN: integer({ required: true }),
  bestMean: { ...fourDecimals, required: true },
  restMean: { ...fourDecimals, required: true },
  difference: { ...fourDecimals, required: true },
  low: { ...fourDecimals, required: true },
  high: { ...fourDecimals, required: true },
  effect: fourDecimals,
  p: { ...fourDecimals, required: true },
  worthTrying: flag({ required: true }),
} as const
/**
 * 工艺优化: compares the cheapest quarter of a product's good-quality runs with its other runs. Read-only recommendation.
 */
export const optimiseProcess = defineEndpoint('orderCost.optimise', {
  area: costArea,
  routes: 'GET /craft_optimize',
  access: ['processOptimisationView', 'costComparisonView'],
  effect: 'read',
  mayLag: true,
  input: {
    productId: reference('product'),
    lineId: reference('line'),
    ...costPeriodInput,
    quality: amount({ unit: '%', min: 0, max: 100, digits: 1 }),
  },
  output: objectOutput({
    productId: reference('product'),
    product: text({ max: 400, nameOf: 'productId' }),
    from: day({ required: true }),
    to: day({ required: true }),
    quality: amount({ unit: '%', digits: 1, required: true }),
    runs: integer({ required: true }),
    goodRuns: integer({ required: true }),
    bestRuns: integer({ required: true }),
    leastRuns: integer({ required: true }),
    tooFew: flag({ required: true }),
    bestPerKg: perKgField,
    restPerKg: perKgField,
    findings: list(processFindingFields, { max: 200 }),
  }),
})
const unallocatedParts = [
  'material',
  'electricity',
  'gridCharges',
  'gas',
  'water',
  'labour',
  'tools',
  'fixed',
  'financial',
  'other',
  'credit',
  // Changed costs of orders whose month is closed, and lanes of such orders.
  'adjustments',
] as const
/** Reasons for costs that are charged to no order. */
export const unallocatedReasons = [
  // Change of hopper content during the month, plus material lost when hoppers were emptied.
  'hopperContent',
  // Material that orders drew without a recorded feed: charged to them, but not taken out of the store.
  'unrecordedFeeds',
  'idleElectricity',
  // Grid charges per kWh for energy that no order used.
  'idleGridCharges',
  'demand',
  'capacity',
  'powerFactor',
  'idleGas',
  'idleWater',
  'hoursWithoutOrder',
  'unabsorbedFixed',
  'unabsorbedFinancial',
  'unabsorbedOther',
  // Charged in this month, but used in a closed month, whose unallocated costs include the same amount.
  'closedMonths',
] as const
/**
 * 未分摊: compares a month's total use (meters, bill, hours, monthly prices, stock movements) with the charges to orders,
 * and lists the unallocated amounts per reason. To the cent, `totalUsed` = `finishedOrders` + `workInProcess` +
 * `totalRest`, in each month and over all months. Adjustments of closed months are a row of the month in which they are
 * booked.
 */
export const unallocatedCosts = defineReport(
  defineEndpoint('orderCost.rest', {
    area: costArea,
    routes: 'GET /plant/cost_rest',
    access: costReadPermissions,
    effect: 'read',
    mayLag: true,
    input: { month: text({ max: 7 }) },
    output: objectOutput({
      month: text({ required: true, max: 7 }),
      whole: flag({ required: true }),
      // The month itself if its books are closed: the amounts charged to its orders do not change any more.
      closedMonths: closedMonthsField,
      rows: list(
        {
          // `gridCharges` are those besides the energy price. Orders bear only the grid charges per kWh.
          part: choice(unallocatedParts, { required: true }),
          used: { ...moneyField, required: true },
          charged: { ...moneyField, required: true },
          rest: { ...moneyField, required: true },
          quantity: amount({ unit: '', digits: 3 }),
          restQuantity: amount({ unit: '', digits: 3 }),
        },
        { max: unallocatedParts.length },
      ),
      reasons: list(
        { name: choice(unallocatedReasons, { required: true }), amount: { ...moneyField, required: true } },
        { max: unallocatedReasons.length },
      ),
      totalUsed: { ...moneyField, required: true },
      // Charges to orders that ended by the end of the month, and charges to orders that did not.
      finishedOrders: { ...moneyField, required: true },
      workInProcess: { ...moneyField, required: true },
      totalRest: { ...moneyField, required: true },
      // Orders that ran in the month and still need costing. Until then `totalRest` includes their costs.
      ordersToCount: integer({ required: true, min: 0 }),
      // Days of the month whose energy is not calculated yet, and orders that produced in the month without electricity.
      uncountedDays: integer({ required: true, min: 0, unit: 'd' }),
      ordersWithoutEnergy: integer({ required: true, min: 0 }),
    }),
  }),
  {
    titleKey: 'cost:sheets.rest',
    closedMonthsKey: 'cost:pages.comparison.closed',
    tables: [
      {
        rows: 'rows',
        columns: ['part', ...(['used', 'charged', 'rest'] as const).map((field) => ({ field, decimals: 2 }))],
        totals: { used: 'totalUsed', charged: ['finishedOrders', 'workInProcess'], rest: 'totalRest' },
      },
      {
        rows: 'reasons',
        titleKey: 'cost:answers.reasons',
        columns: ['name', { field: 'amount', labelKey: 'cost:answers.rest', decimals: 2 }],
      },
    ],
    resources: ['orderCost'],
    workbook: { name: 'orderCost.restSheet', routes: 'GET /plant/cost_rest_excel', access: 'costComparisonExport' },
  },
)
/** 标准成本: cost per kilogram of each product by its approved standard and the rates of a day, part by part. */
export const standardCosts = defineReport(
  defineEndpoint('orderCost.standards', {
    area: costArea,
    routes: 'GET /plant/standard_cost',
    access: costReadPermissions,
    effect: 'read',
    mayLag: true,
    input: { day: day(), lineId: reference('line') },
    output: listOutput({
      productId: reference('product', { required: true }),
      product: { ...labelField, nameOf: 'productId' },
      standard: labelField,
      material: perKgField,
      packing: perKgField,
      electricity: perKgField,
      gas: perKgField,
      water: perKgField,
      labour: perKgField,
      tools: perKgField,
      fixed: perKgField,
      other: perKgField,
      perKg: perKgField,
      actualPerKg: perKgField,
    }),
  }),
  {
    titleKey: 'cost:pages.standard.caption',
    tables: [
      {
        rows: WHOLE_ANSWER,
        columns: [
          'product',
          ...(['perKg', 'actualPerKg', ...standardParts] as const).map((field) => ({
            field,
            decimals: 4,
            ...(field === 'perKg' ? { labelKey: 'cost:answers.standardPerKg' } : {}),
          })),
        ],
      },
    ],
    resources: ['standardRate', 'productStandard', 'orderCost'],
  },
)
/** Endpoints of cost analysis. */
export const analysisEndpoints = [
  optimiseProcess,
  ...getReportEndpoints(unallocatedCosts),
  ...getReportEndpoints(standardCosts),
] as const
