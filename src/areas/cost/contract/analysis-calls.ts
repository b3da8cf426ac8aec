import { blob, defineEndpoint, many, one, xlsx } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, reference, text } from '@/contract/field'
import { area, label, period, readers } from './cost-calls'
import { money, perKgField } from './order-cost'

const number4 = amount({ unit: '', digits: 4 })
/**
 * 工艺优化: compares the cheapest quarter of a product's good-quality runs with its other runs. Read-only recommendation.
 */
export const optimiseProcess = defineEndpoint('orderCost.optimise', {
  area,
  routes: 'GET /craft_optimize',
  access: ['processOptimisationView', 'costComparisonView'],
  effect: 'read',
  input: {
    productId: reference('product'),
    lineId: reference('line'),
    ...period,
    quality: amount({ unit: '%', min: 0, max: 100, digits: 1 }),
  },
  output: one({
    productId: reference('product'),
    product: text({ max: 400 }),
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
    findings: list(
      {
        key: text({ required: true, max: 40 }),
        label,
        unit: text({ max: 20 }),
        bestN: integer({ required: true }),
        restN: integer({ required: true }),
        bestMean: { ...number4, required: true },
        restMean: { ...number4, required: true },
        difference: { ...number4, required: true },
        low: { ...number4, required: true },
        high: { ...number4, required: true },
        effect: number4,
        p: { ...number4, required: true },
        worthTrying: flag({ required: true }),
      },
      { max: 200 },
    ),
  }),
})
const restParts = [
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
] as const
/** Reasons for costs that are charged to no order. */
export const restReasons = [
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
] as const
/**
 * 未分摊: compares a month's total use (meters, bill, hours, monthly prices, stock movements) with the charges to orders,
 * and lists the unallocated amounts by reason. To the cent, `totalUsed` = `finishedOrders` + `workInProcess` +
 * `totalRest`.
 */
export const costRest = defineEndpoint('orderCost.rest', {
  area,
  routes: 'GET /plant/cost_rest',
  access: readers,
  effect: 'read',
  input: { month: text({ max: 7 }) },
  output: one({
    month: text({ required: true, max: 7 }),
    whole: flag({ required: true }),
    rows: list(
      {
        // For grid charges other than energy, orders bear only those paid per kWh.
        part: choice(restParts, { required: true }),
        used: { ...money, required: true },
        charged: { ...money, required: true },
        rest: { ...money, required: true },
        quantity: amount({ unit: '', digits: 3 }),
        restQuantity: amount({ unit: '', digits: 3 }),
      },
      { max: restParts.length },
    ),
    reasons: list(
      { name: choice(restReasons, { required: true }), amount: { ...money, required: true } },
      { max: restReasons.length },
    ),
    totalUsed: { ...money, required: true },
    // Orders that ended by the end of the month, and orders that did not.
    finishedOrders: { ...money, required: true },
    workInProcess: { ...money, required: true },
    totalRest: { ...money, required: true },
    // Orders that ran in the month and still need costing. Until then `totalRest` includes their costs.
    ordersToCount: integer({ required: true, min: 0 }),
  }),
})
/** A row of the monthly workbook: a part with its use, the total, or a reason with its unallocated amount. */
export const restSheetRow = {
  item: text({ required: true, max: 200 }),
  used: money,
  charged: money,
  rest: money,
} as const
/** The same report as a workbook: parts, total, and unallocated amounts by reason. */
export const costRestSheet = defineEndpoint('orderCost.restSheet', {
  area,
  routes: 'GET /plant/cost_rest_excel',
  access: 'costComparisonExport',
  effect: 'read',
  input: { month: text({ max: 7 }) },
  output: blob(xlsx),
})
/** 标准成本: cost per kilogram of each product by its approved standard and the rates of a day, part by part. */
export const standardCosts = defineEndpoint('orderCost.standards', {
  area,
  routes: 'GET /plant/standard_cost',
  access: readers,
  effect: 'read',
  input: { day: day(), lineId: reference('line') },
  output: many({
    productId: reference('product', { required: true }),
    product: label,
    standard: label,
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
})
/** Endpoints of cost analysis. */
export const analysisCalls = [optimiseProcess, costRest, costRestSheet, standardCosts] as const
