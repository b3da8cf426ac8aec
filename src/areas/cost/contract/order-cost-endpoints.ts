import { fileOutput, defineEndpoint, listOutput, objectOutput, pageOutput, XLSX_MIME } from '@/contract/endpoint'
import { choice, day, flag, integer, list, reference, text } from '@/contract/field'
import {
  costLineFields,
  laneFields,
  missingFields,
  missingList,
  orderCost,
  partFields,
  varianceList,
} from './order-cost'

export const costArea = 'cost'
export const costReadPermissions = ['costComparisonView', 'standardCostView'] as const
const {
  workOrderId,
  productId,
  customerId,
  lineId,
  state,
  month,
  startedAt,
  finishedAt,
  finishedOn,
  goodKg,
  madeKg,
  goodRolls,
} = orderCost.fields
const {
  machineHours,
  labourHours,
  kwh,
  total,
  perKg,
  perRoll,
  standardTotal,
  standardPerKg,
  whole,
  frozen,
  adjusted,
  quality,
  computedAt,
  estimatedShare,
} = orderCost.fields
export const labelField = text({ required: true, max: 400 })
/** Fields of an order in cost lists. */
export const orderCostRow = {
  id: text({ required: true, max: 36 }),
  workOrderId,
  number: { ...labelField, nameOf: 'workOrderId' },
  productId,
  product: { ...labelField, nameOf: 'productId' },
  customerId,
  customer: text({ max: 400, nameOf: 'customerId' }),
  lineId,
  line: { ...labelField, nameOf: 'lineId' },
  state,
  month,
  startedAt,
  finishedAt,
  finishedOn,
  goodKg,
  madeKg,
  goodRolls,
  quality,
  machineHours,
  labourHours,
  kwh,
  ...partFields,
  total,
  perKg,
  perRoll,
  standardTotal,
  standardPerKg,
  variances: varianceList,
  missing: missingList,
  whole,
  estimatedShare,
  frozen,
  adjusted,
  computedAt,
} as const
export const pagingInput = {
  page: integer({ min: 1, max: 1_000_000 }),
  size: integer({ min: 1, max: 500 }),
} as const
/** Business dates on which orders ended; defaults to the last half year. */
export const costPeriodInput = { from: day(), to: day() } as const
const referenceFilters = {
  productId: reference('product'),
  customerId: reference('customer'),
  lineId: reference('line'),
} as const

/** Filters and sort order of the order list. */
const orderFilters = {
  ...costPeriodInput,
  ...referenceFilters,
  state: text({ max: 40 }),
  month: text({ max: 7 }),
  keyword: text({ max: 100 }),
  sort: text({ max: 40 }),
} as const

/** 订单成本: orders with their costs, latest end first. */
export const orderCosts = defineEndpoint('orderCost.list', {
  area: costArea,
  routes: 'GET /order_cost',
  access: costReadPermissions,
  effect: 'read',
  mayLag: true,
  input: { ...pagingInput, ...orderFilters, id: reference('workOrder') },
  output: pageOutput(orderCostRow),
})
/**
 * Exports the orders of `orderCosts` as a workbook. `week` selects orders that run or ended this week, `id` a single
 * order.
 */
export const orderCostsExport = defineEndpoint('orderCost.export', {
  area: costArea,
  routes: 'GET /work_order/cost_export',
  access: 'costComparisonExport',
  effect: 'read',
  mayLag: true,
  input: { ...orderFilters, id: reference('workOrder'), week: flag() },
  output: fileOutput(XLSX_MIME),
})
/** 实时对比: running orders and orders that ended this week, with their standard cost. */
export const weekOrders = defineEndpoint('orderCost.week', {
  area: costArea,
  routes: 'GET /get_week_order',
  access: costReadPermissions,
  effect: 'read',
  mayLag: true,
  output: listOutput(orderCostRow),
})
/** A cost line with the name of the item that it charges. */
export const costDetailLineFields = { ...costLineFields, label: text({ max: 400 }) } as const
/** Explains each amount of an order: lot × price, tariff period, shift × rate, tool, share of fixed costs. */
export const orderCostDetail = defineEndpoint('orderCost.rows', {
  area: costArea,
  routes: 'GET /plant/order_cost_rows',
  access: costReadPermissions,
  effect: 'ownTransactions',
  input: { workOrderId: reference('workOrder', { required: true }), part: choice(costLineFields.part.options) },
  output: objectOutput({
    ...orderCostRow,
    missing: list({ ...missingFields, label: text({ max: 400 }) }, { max: 400 }),
    lines: list(costDetailLineFields, { max: 5000 }),
    lanes: list({ ...laneFields, number: labelField }, { max: 400 }),
  }),
})
/** Recalculates the cost of an order, even if nothing changed. */
export const recalculateCost = defineEndpoint('orderCost.renew', {
  area: costArea,
  routes: 'POST /plant/order_cost_renew',
  access: 'standardCostEdit',
  effect: 'write',
  input: { workOrderId: reference('workOrder', { required: true }) },
  output: objectOutput(orderCostRow),
})

export const orderCostEndpoints = [orderCosts, orderCostsExport, weekOrders, orderCostDetail, recalculateCost] as const
