import { amount, choice, day, flag, integer, list, moment, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { shiftText } from '@/plant/contract/sheet-fields'
import { priceKinds } from '@/plant/rules/price-kind'
import { costParts, lineUnits, missingKinds, type CostPart } from '../rules/cost-line'
import { varianceNames } from '../rules/variances'

const area = 'cost'
export const money = amount({ unit: 'CNY', digits: 2 })
const fixedMoney = { ...money, readonly: true, default: 0 } as const
export const perKgField = amount({ unit: 'CNY/kg', digits: 4 })
const readers = ['costComparisonView', 'standardCostView'] as const
/** An amount for each part of the cost, CNY without VAT. */
export const partFields = Object.fromEntries(costParts.map((part) => [part, fixedMoney])) as {
  readonly [P in CostPart]: typeof fixedMoney
}
export const varianceList = list(
  { name: choice(varianceNames, { required: true }), amount: { ...money, required: true } },
  { readonly: true, max: 20 },
)
export const missingFields = {
  what: choice(missingKinds, { required: true }),
  resource: text({ max: 40 }),
  rowId: text({ max: 36 }),
  // Of a handover that nobody signed.
  businessDate: day(),
  shift: text(shiftText),
} as const
export const missingList = list(missingFields, { readonly: true, max: 400 })
export const laneFields = {
  workOrderId: reference('workOrder', { required: true }),
  kg: amount({ unit: 'kg', digits: 3, required: true }),
  amount: { ...money, required: true },
} as const
export const costLineFields = {
  part: choice(costParts, { required: true }),
  what: text({ required: true, max: 80 }),
  resource: text({ max: 40 }),
  rowId: text({ max: 36 }),
  priceId: text({ max: 36 }),
  month: text({ max: 7 }),
  quantity: amount({ unit: '', digits: 4, required: true }),
  unit: choice(lineUnits, { required: true }),
  price: amount({ unit: '', digits: 6 }),
  amount: { ...money, required: true },
} as const

/**
 * 订单成本: what an order cost, worked out from facts with the prices of their time; again when a fact changes, until the month in which it ended is
 * closed. As long as anything is `missing` it is not whole.
 */
export const orderCost = defineResource('orderCost', {
  area,
  fields: {
    workOrderId: reference('workOrder', { required: true, readonly: true }),
    productId: reference('product', { required: true, readonly: true }),
    customerId: reference('customer', { readonly: true }),
    lineId: reference('line', { required: true, readonly: true }),
    processStandardId: reference('processStandard', { readonly: true }),
    productStandardId: reference('productStandard', { readonly: true }),
    // Work in process until it has ended.
    state: choice(['running', 'finished'], { readonly: true, default: 'running' }),
    // Of the books: that of its end.
    month: text({ readonly: true, max: 7 }),
    startedAt: moment({ readonly: true }),
    finishedAt: moment({ readonly: true }),
    // The business date of it: what days and months are counted by.
    finishedOn: day({ readonly: true }),
    goodKg: amount({ unit: 'kg', digits: 3, readonly: true, default: 0 }),
    // And what good ones the standard lets come of its rolls that no slitter has cut yet: a kilogram costs so much of these.
    madeKg: amount({ unit: 'kg', digits: 3, readonly: true, default: 0 }),
    goodRolls: integer({ readonly: true, default: 0 }),
    // Good share of all that came off, 0–1.
    quality: amount({ unit: '', digits: 4, readonly: true }),
    machineHours: amount({ unit: 'h', digits: 2, readonly: true, default: 0 }),
    labourHours: amount({ unit: 'h', digits: 2, readonly: true, default: 0 }),
    kwh: amount({ unit: 'kWh', digits: 2, readonly: true, default: 0 }),
    ...partFields,
    total: fixedMoney,
    perKg: { ...perKgField, readonly: true },
    perRoll: { ...money, readonly: true },
    standardTotal: { ...money, readonly: true },
    standardPerKg: { ...perKgField, readonly: true },
    variances: varianceList,
    missing: missingList,
    whole: flag({ readonly: true, default: false }),
    // Share of its readings that were estimated, 0–1.
    estimatedShare: amount({ unit: '', digits: 4, readonly: true }),
    frozen: flag({ readonly: true, default: false }),
    // Lanes of other orders in its rolls, as a mass below zero, and its own in theirs; with what the web in them cost.
    lanes: list(laneFields, { readonly: true, max: 400 }),
    // What came after its month was closed, booked in later months.
    adjusted: fixedMoney,
    computedAt: moment({ required: true, readonly: true }),
    lines: list(costLineFields, { readonly: true, hidden: true, max: 5000 }),
  },
  title: ['workOrderId'],
  unique: [['workOrderId']],
  filters: ['state', 'productId', 'customerId', 'lineId', 'processStandardId', 'month', 'finishedOn', 'perKg', 'whole'],
  sort: '-finishedAt',
})

/** Why the cost of an order is worked out again. */
export const costCauses = [
  'feed',
  'recycle',
  'roll',
  'handover',
  'lot',
  'price',
  'order',
  'standard',
  'energy',
  'reopened',
  'asked',
  'lanes',
  // The way costs are worked out changed with a new version of the program.
  'method',
] as const
/** What a cause says of itself. */
export const causeFields = {
  cause: choice(costCauses, { required: true, readonly: true }),
  resource: text({ readonly: true, max: 40 }),
  rowId: text({ readonly: true, max: 36 }),
  // Of a price alone.
  priceKind: choice(priceKinds, { readonly: true }),
  detail: text({ readonly: true, max: 400 }),
  at: moment({ required: true, readonly: true }),
  userId: reference('user', { readonly: true }),
} as const
/** What waits to be worked into the cost of an order. */
export const costCause = defineResource('costCause', {
  area,
  fields: { workOrderId: reference('workOrder', { required: true, readonly: true }), ...causeFields },
  title: ['cause'],
  filters: ['workOrderId'],
})
export const causeList = list(causeFields, { readonly: true, max: 200 })
/** 成本变动: a finished order costs otherwise than it did, and why. After its month was closed it is an adjustment of a later month. */
export const costChange = defineResource('costChange', {
  area,
  fields: {
    workOrderId: reference('workOrder', { required: true, readonly: true }),
    kind: choice(['renewed', 'adjustment'], { required: true, readonly: true }),
    at: moment({ required: true, readonly: true }),
    // The month it is booked in.
    month: text({ readonly: true, max: 7 }),
    before: { ...money, readonly: true },
    after: { ...money, readonly: true },
    parts: list(
      {
        part: choice(costParts, { required: true }),
        before: { ...money, required: true },
        after: { ...money, required: true },
      },
      { readonly: true, max: 20 },
    ),
    causes: causeList,
  },
  title: ['workOrderId', 'at'],
  filters: ['workOrderId', 'at', 'month', 'kind'],
  sort: '-at',
  routes: { list: 'GET /plant/order_cost_change' },
  keys: { view: readers },
})
