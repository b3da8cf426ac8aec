import { blob, defineEndpoint, many, one, page, xlsx } from '@/contract/endpoint'
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

export const area = 'cost'
export const readers = ['costComparisonView', 'standardCostView'] as const
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
export const label = text({ required: true, max: 400 })
/** Fields of an order in cost lists. */
export const costRow = {
  id: text({ required: true, max: 36 }),
  workOrderId,
  number: label,
  productId,
  product: label,
  customerId,
  customer: text({ max: 400 }),
  lineId,
  line: label,
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
export const paging = {
  page: integer({ min: 1, max: 1_000_000 }),
  size: integer({ min: 1, max: 500 }),
} as const
/** Business dates on which orders ended; defaults to the last half year. */
export const period = { from: day(), to: day() } as const
const chosen = {
  productId: reference('product'),
  customerId: reference('customer'),
  lineId: reference('line'),
} as const

/** Filters and sort order of the order list. */
const filters = {
  ...period,
  ...chosen,
  state: text({ max: 40 }),
  month: text({ max: 7 }),
  keyword: text({ max: 100 }),
  sort: text({ max: 40 }),
} as const

/** 订单成本: orders with their costs, latest end first. */
export const orderCosts = defineEndpoint('orderCost.list', {
  area,
  routes: 'GET /order_cost',
  access: readers,
  effect: 'read',
  input: { ...paging, ...filters, id: reference('workOrder') },
  output: page(costRow),
})
/** The same orders as a workbook. `week`: orders that run or ended this week; `id`: a single order. */
export const costExport = defineEndpoint('orderCost.export', {
  area,
  routes: 'GET /work_order/cost_export',
  access: 'costComparisonExport',
  effect: 'read',
  input: { ...filters, id: reference('workOrder'), week: flag() },
  output: blob(xlsx),
})
/** 实时对比: running orders and orders that ended this week, with their standard cost. */
export const weekOrders = defineEndpoint('orderCost.week', {
  area,
  routes: 'GET /get_week_order',
  access: readers,
  effect: 'read',
  output: many(costRow),
})
/** Explains each amount of an order: lot × price, tariff period, shift × rate, tool, share of fixed costs. */
export const costRows = defineEndpoint('orderCost.rows', {
  area,
  routes: 'GET /plant/order_cost_rows',
  access: readers,
  effect: 'own',
  input: { workOrderId: reference('workOrder', { required: true }), part: choice(costLineFields.part.options) },
  output: one({
    ...costRow,
    missing: list({ ...missingFields, label: text({ max: 400 }) }, { max: 400 }),
    lines: list({ ...costLineFields, label: text({ max: 400 }) }, { max: 5000 }),
    lanes: list({ ...laneFields, number: label }, { max: 400 }),
  }),
})
/** Recalculates the cost of an order, even if nothing changed. */
export const renewCost = defineEndpoint('orderCost.renew', {
  area,
  routes: 'POST /plant/order_cost_renew',
  access: 'standardCostEdit',
  effect: 'write',
  input: { workOrderId: reference('workOrder', { required: true }) },
  output: one(costRow),
})

export const orderCalls = [orderCosts, costExport, weekOrders, costRows, renewCost] as const
