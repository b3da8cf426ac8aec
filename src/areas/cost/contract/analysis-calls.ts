import { blob, defineEndpoint, many, one, xlsx } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, reference, text } from '@/contract/field'
import { area, label, period, readers } from './cost-calls'
import { money, perKgField } from './order-cost'

const number4 = amount({ unit: '', digits: 4 })
/** 工艺优化: how the cheapest quarter of a product's runs of good quality differs from the others. It recommends; it sets nothing. */
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
/** Why something is charged to no order. */
export const restReasons = [
  // What hoppers hold more at the end of the month than at its beginning, and what was lost when they were emptied.
  'hopperContent',
  // What orders drew though nobody recorded that it was fed: charged to them, and not out of the store.
  'unrecordedFeeds',
  'idleElectricity',
  // Charges per kWh of the energy that no order took.
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
 * 未分摊: what a month's meters, bill, hours, prices per month and stock movements came to, what orders were charged, and what is
 * charged to none, by reason. They add up to the cent: `totalUsed` = `finishedOrders` + `workInProcess` + `totalRest`.
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
        // Of what the grid charges beside energy, orders bear what is paid per kWh.
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
    // Orders that had ended with the month, and those that had not.
    finishedOrders: { ...money, required: true },
    workInProcess: { ...money, required: true },
    totalRest: { ...money, required: true },
    // Orders that ran in the month and whose cost is still to be worked out: until then the rest holds what they bear.
    ordersToCount: integer({ required: true, min: 0 }),
  }),
})
/** A line of the month's sheet: a part with what was used of it, the total, or a reason with what it leaves. */
export const restSheetRow = {
  item: text({ required: true, max: 200 }),
  used: money,
  charged: money,
  rest: money,
} as const
/** The same as a sheet: parts, their total, and what is charged to none by reason. */
export const costRestSheet = defineEndpoint('orderCost.restSheet', {
  area,
  routes: 'GET /plant/cost_rest_excel',
  access: 'costComparisonExport',
  effect: 'read',
  input: { month: text({ max: 7 }) },
  output: blob(xlsx),
})
/** 标准成本: what a kilogram of each product costs by its approved standard and the rates of a day, part by part. */
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
export const analysisCalls = [optimiseProcess, costRest, costRestSheet, standardCosts] as const
