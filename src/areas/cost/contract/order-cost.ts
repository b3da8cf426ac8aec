import { amount, choice, day, flag, integer, list, moment, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { shiftTextOptions } from '@/plant/contract/shift-record-fields'
import { priceKinds } from '@/plant/rules/price-kind'
import { costParts, lineUnits, missingKinds, type CostPart } from '../rules/cost-line'
import { varianceNames } from '../rules/variances'

const area = 'cost'
export const moneyField = amount({ unit: 'CNY', digits: 2 })
const readonlyMoneyField = { ...moneyField, readonly: true, default: 0 } as const
export const perKgField = amount({ unit: 'CNY/kg', digits: 4 })
const readPermissions = ['costComparisonView', 'standardCostView'] as const
/** An amount for each cost part, CNY without VAT. */
export const partFields = Object.fromEntries(costParts.map((part) => [part, readonlyMoneyField])) as {
  readonly [P in CostPart]: typeof readonlyMoneyField
}
export const varianceList = list(
  { name: choice(varianceNames, { required: true }), amount: { ...moneyField, required: true } },
  { readonly: true, max: 20 },
)
export const missingFields = {
  what: choice(missingKinds, { required: true }),
  resource: text({ max: 40 }),
  rowId: text({ max: 36 }),
  // Set for unsigned handovers.
  businessDate: day(),
  shift: text(shiftTextOptions),
} as const
export const missingList = list(missingFields, { readonly: true, max: 400 })
export const laneFields = {
  workOrderId: reference('workOrder', { required: true }),
  kg: amount({ unit: 'kg', digits: 3, required: true }),
  amount: { ...moneyField, required: true },
} as const
export const costLineFields = {
  part: choice(costParts, { required: true }),
  what: text({ required: true, max: 80 }),
  resource: text({ max: 40 }),
  rowId: text({ max: 36 }),
  priceId: text({ max: 36 }),
  month: text({ max: 7 }),
  quantity: amount({ unit: '', digits: 6, required: true }),
  unit: choice(lineUnits, { required: true }),
  price: amount({ unit: '', digits: 6 }),
  amount: { ...moneyField, required: true },
} as const

/**
 * 订单成本: the cost of an order, calculated from source rows with the prices valid at their time. It is recalculated when
 * a source row changes, until the month in which the order ended is closed. The cost is not `whole` while anything is
 * `missing`.
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
    // Work in process until the order has ended.
    state: choice(['running', 'finished'], { readonly: true, default: 'running' }),
    // Accounting month in which the order ended.
    month: text({ readonly: true, max: 7 }),
    startedAt: moment({ readonly: true }),
    finishedAt: moment({ readonly: true }),
    // Business date of the end. Filters by day, and the month, refer to it.
    finishedOn: day({ readonly: true }),
    goodKg: amount({ unit: 'kg', digits: 3, readonly: true, default: 0 }),
    // Good mass plus the good mass expected by the standard from rolls not yet slit. `perKg` refers to this mass.
    madeKg: amount({ unit: 'kg', digits: 3, readonly: true, default: 0 }),
    goodRolls: integer({ readonly: true, default: 0 }),
    // Good share of the total output, 0–1.
    quality: amount({ unit: '', digits: 4, readonly: true }),
    machineHours: amount({ unit: 'h', digits: 2, readonly: true, default: 0 }),
    labourHours: amount({ unit: 'h', digits: 2, readonly: true, default: 0 }),
    kwh: amount({ unit: 'kWh', digits: 2, readonly: true, default: 0 }),
    ...partFields,
    total: readonlyMoneyField,
    perKg: { ...perKgField, readonly: true },
    perRoll: { ...moneyField, readonly: true },
    standardTotal: { ...moneyField, readonly: true },
    standardPerKg: { ...perKgField, readonly: true },
    variances: varianceList,
    missing: missingList,
    whole: flag({ readonly: true, default: false }),
    // Share of the energy that was estimated between readings, 0–1.
    estimatedShare: amount({ unit: '', digits: 4, readonly: true }),
    frozen: flag({ readonly: true, default: false }),
    // Lanes that this order shares with other orders, with the cost of their web. The mass is negative for a lane of
    // another order in this order's rolls, positive for a lane of this order in another order's rolls.
    lanes: list(laneFields, { readonly: true, max: 400 }),
    // Differences that arose after the month was closed. They are booked in later months.
    adjusted: readonlyMoneyField,
    computedAt: moment({ required: true, readonly: true }),
    lines: list(costLineFields, { readonly: true, hidden: true, max: 5000 }),
  },
  title: ['workOrderId'],
  unique: [['workOrderId']],
  filters: ['state', 'productId', 'customerId', 'lineId', 'processStandardId', 'month', 'finishedOn', 'perKg', 'whole'],
  sort: '-finishedAt',
})

/** Reasons for recalculating the cost of an order. `reopened`: its month was reopened. */
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
  // The calculation method changed with a new program version.
  'method',
] as const
/** Fields of a cause. */
export const causeFields = {
  cause: choice(costCauses, { required: true, readonly: true }),
  resource: text({ readonly: true, max: 40 }),
  rowId: text({ readonly: true, max: 36 }),
  // Set for prices only.
  priceKind: choice(priceKinds, { readonly: true }),
  detail: text({ readonly: true, max: 400 }),
  at: moment({ required: true, readonly: true }),
  userId: reference('user', { readonly: true }),
} as const
/** A pending cause for recalculating the cost of an order. */
export const costCause = defineResource('costCause', {
  area,
  fields: { workOrderId: reference('workOrder', { required: true, readonly: true }), ...causeFields },
  title: ['cause'],
  filters: ['workOrderId'],
})
export const causeList = list(causeFields, { readonly: true, max: 200 })
/**
 * 成本变动: a changed cost of a finished order, and its causes. A change after the month is closed is booked as an
 * adjustment of a later month.
 */
export const costChange = defineResource('costChange', {
  area,
  fields: {
    workOrderId: reference('workOrder', { required: true, readonly: true }),
    kind: choice(['renewed', 'adjustment'], { required: true, readonly: true }),
    at: moment({ required: true, readonly: true }),
    // Month in which the change is booked.
    month: text({ readonly: true, max: 7 }),
    before: { ...moneyField, readonly: true },
    after: { ...moneyField, readonly: true },
    parts: list(
      {
        part: choice(costParts, { required: true }),
        before: { ...moneyField, required: true },
        after: { ...moneyField, required: true },
      },
      { readonly: true, max: 20 },
    ),
    causes: causeList,
  },
  title: ['workOrderId', 'at'],
  filters: ['workOrderId', 'at', 'month', 'kind'],
  sort: '-at',
  routes: { list: 'GET /plant/order_cost_change' },
  permissions: { view: readPermissions },
})
