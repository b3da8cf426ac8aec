import { defineReport, getReportEndpoints, WHOLE_ANSWER } from '@/contract/report'
import { costParts } from '../rules/cost-line'
import { defineEndpoint, listOutput, objectOutput, XLSX_MIME } from '@/contract/endpoint'
import { amount, choice, integer, list, moment, reference, text } from '@/contract/field'
import {
  costArea,
  orderCostRow,
  labelField,
  pagingInput,
  costPeriodInput,
  costReadPermissions,
} from './order-cost-endpoints'
import { closedMonthsField } from '@/plant/contract/report-columns'
import { costLineFields, moneyField, orderCost, partFields, perKgField } from './order-cost'

const { total } = orderCost.fields
/** Number of complete orders, number of incomplete ones that the sums leave out, and mass of the complete orders. */
const orderSums = {
  orders: integer({ required: true }),
  notWhole: integer({ required: true }),
  goodKg: amount({ unit: 'kg', digits: 3, required: true }),
} as const
/** Closed months of the summed orders. Later changes of these orders are adjustments, which the sums leave out. */
const closedOrderMonths = { closedMonths: closedMonthsField } as const
const productCost = {
  productId: reference('product', { required: true }),
  product: { ...labelField, nameOf: 'productId' },
  ...orderSums,
  ...partFields,
  total,
  perKg: perKgField,
  leastPerKg: perKgField,
  mostPerKg: perKgField,
  standardPerKg: perKgField,
  ...closedOrderMonths,
} as const
const productInput = { ...costPeriodInput, productId: reference('product'), lineId: reference('line') } as const
/** 产品成本: products with their cost per kilogram; `format=xlsx` returns a workbook. */
export const productCosts = defineReport(
  defineEndpoint('orderCost.products', {
    area: costArea,
    routes: 'GET /production/product_cost',
    access: costReadPermissions,
    effect: 'read',
    mayLag: true,
    input: { ...productInput, format: choice(['json', 'xlsx']) },
    output: listOutput(productCost),
    fileMime: XLSX_MIME,
  }),
  {
    titleKey: 'cost:sheets.products',
    tables: [
      {
        rows: WHOLE_ANSWER,
        columns: [
          'product',
          'orders',
          'notWhole',
          'goodKg',
          ...costParts,
          'total',
          'perKg',
          'leastPerKg',
          'mostPerKg',
          'standardPerKg',
        ],
      },
    ],
    resources: ['orderCost'],
    workbook: {
      name: 'orderCost.productSheet',
      routes: 'GET /plant/product_cost_excel',
      access: 'costComparisonExport',
    },
  },
)
/** 产品材料成本: material use of products, in kg, CNY and per tonne of good output. */
export const productMaterialCosts = defineEndpoint('orderCost.materials', {
  area: costArea,
  routes: 'GET /production/product_material_cost',
  access: costReadPermissions,
  effect: 'read',
  mayLag: true,
  input: productInput,
  output: listOutput({
    productId: reference('product', { required: true }),
    product: { ...labelField, nameOf: 'productId' },
    materialId: reference('material', { required: true }),
    material: { ...labelField, nameOf: 'materialId' },
    kg: amount({ unit: 'kg', digits: 3, required: true }),
    amount: { ...moneyField, required: true },
    goodKg: orderSums.goodKg,
    kgPerTonne: amount({ unit: 'kg/t', digits: 2 }),
    perTonne: amount({ unit: 'CNY/t', digits: 2 }),
    ...closedOrderMonths,
  }),
})
/** Products with costed orders. */
export const costedProducts = defineEndpoint('orderCost.productList', {
  area: costArea,
  routes: 'GET /get_product_number',
  access: [...costReadPermissions, 'processOptimisationView'],
  effect: 'read',
  mayLag: true,
  output: listOutput({
    productId: reference('product', { required: true }),
    product: { ...labelField, nameOf: 'productId' },
    orders: integer({ required: true }),
  }),
})
/** Customers with costed orders of the last half year, largest mass first; ten by default. */
export const costedCustomers = defineReport(
  defineEndpoint('orderCost.customers', {
    area: costArea,
    routes: 'GET /get_customer_list',
    access: costReadPermissions,
    effect: 'read',
    mayLag: true,
    input: { ...costPeriodInput, size: pagingInput.size },
    output: listOutput({
      customerId: reference('customer', { required: true }),
      customer: { ...labelField, nameOf: 'customerId' },
      ...orderSums,
      total,
      perKg: perKgField,
      ...closedOrderMonths,
    }),
  }),
  {
    titleKey: 'cost:pages.comparison.customers',
    tables: [
      {
        rows: WHOLE_ANSWER,
        columns: [
          'customer',
          { field: 'perKg', decimals: 4 },
          'orders',
          { field: 'goodKg', decimals: 0 },
          { field: 'total', decimals: 2 },
        ],
      },
    ],
    resources: ['orderCost'],
    workbook: {
      name: 'orderCost.customerSheet',
      routes: 'GET /plant/customer_cost_excel',
      access: 'costComparisonExport',
    },
  },
)
const defineRanking = (name: string, routes: 'GET /order_min_cost' | 'GET /highest_cost_order') =>
  defineEndpoint(name, {
    area: costArea,
    routes,
    access: costReadPermissions,
    effect: 'read',
    input: { ...productInput, size: pagingInput.size },
    output: listOutput(orderCostRow),
  })
/**
 * 最低: the orders of one product with the lowest cost per kilogram. Without a product: the cheapest order of each
 * product, cheapest product first.
 */
export const cheapestOrders = defineRanking('orderCost.cheapest', 'GET /order_min_cost')
/**
 * 最高: the orders of one product with the highest cost per kilogram. Without a product: the most expensive order of
 * each product, most expensive product first.
 */
export const mostExpensiveOrders = defineRanking('orderCost.dearest', 'GET /highest_cost_order')
/** 产品成本对比: cost parts of several products side by side, CNY/kg. */
export const productComparison = defineEndpoint('orderCost.productContrast', {
  area: costArea,
  routes: 'GET /product_cost_contrast',
  access: costReadPermissions,
  effect: 'read',
  mayLag: true,
  input: { ...costPeriodInput, productIds: text({ max: 4000 }) },
  output: listOutput({
    part: choice(costLineFields.part.options, { required: true }),
    products: list(
      {
        productId: reference('product', { required: true }),
        product: { ...labelField, nameOf: 'productId' },
        perKg: perKgField,
        percent: amount({ unit: '%', digits: 2 }),
        ...closedOrderMonths,
      },
      { max: 30 },
    ),
  }),
})
/** 产品用量对比: use per tonne of product: kg, kWh, hours. */
export const quantityComparison = defineEndpoint('orderCost.quantities', {
  area: costArea,
  routes: 'GET /production/product_contrast',
  access: costReadPermissions,
  effect: 'read',
  mayLag: true,
  input: { ...costPeriodInput, productIds: text({ max: 4000 }) },
  output: listOutput({
    productId: reference('product', { required: true }),
    product: { ...labelField, nameOf: 'productId' },
    ...orderSums,
    fedPerTonne: amount({ unit: 'kg/t', digits: 2 }),
    kwhPerTonne: amount({ unit: 'kWh/t', digits: 2 }),
    machineHoursPerTonne: amount({ unit: 'h/t', digits: 3 }),
    labourHoursPerTonne: amount({ unit: 'h/t', digits: 3 }),
    ...closedOrderMonths,
  }),
})
/** Costed orders of a product, latest end first. */
export const ordersOfProduct = defineEndpoint('orderCost.ofProduct', {
  area: costArea,
  routes: 'GET /product_to_order',
  access: costReadPermissions,
  effect: 'read',
  mayLag: true,
  input: { ...productInput, size: pagingInput.size },
  output: listOutput(orderCostRow),
})
/** Compares an order with the average of its product, part by part, CNY/kg. */
export const averageComparison = defineEndpoint('orderCost.average', {
  area: costArea,
  routes: 'GET /order_average_contrast',
  access: costReadPermissions,
  effect: 'read',
  mayLag: true,
  input: { workOrderId: reference('workOrder', { required: true }), ...costPeriodInput },
  output: objectOutput({
    workOrderId: reference('workOrder', { required: true }),
    number: { ...labelField, nameOf: 'workOrderId' },
    product: { ...labelField, nameOfRow: 'product' },
    orders: orderSums.orders,
    perKg: perKgField,
    averagePerKg: perKgField,
    // Closed months of the order and of the orders in the average.
    ...closedOrderMonths,
    parts: list(
      {
        part: choice(costLineFields.part.options, { required: true }),
        perKg: perKgField,
        averagePerKg: perKgField,
        difference: perKgField,
      },
      { max: 20 },
    ),
  }),
})
const versionFields = {
  processStandardId: reference('processStandard', { required: true }),
  standard: { ...labelField, nameOf: 'processStandardId' },
  productId: reference('product', { required: true }),
  product: { ...labelField, nameOf: 'productId' },
  ...orderSums,
} as const
/** Versions of process standards that costed orders ran on. */
export const costedVersions = defineEndpoint('orderCost.versions', {
  area: costArea,
  routes: 'GET /production/get_technology_list',
  access: [...costReadPermissions, 'processOptimisationView'],
  effect: 'read',
  mayLag: true,
  input: productInput,
  output: listOutput({ ...versionFields, firstAt: moment(), lastAt: moment() }),
})
/** 工艺成本对比: cost per version of the process standard. */
export const versionComparison = defineEndpoint('orderCost.versionContrast', {
  area: costArea,
  routes: 'GET /production/technology_cost_contrast',
  access: [...costReadPermissions, 'processOptimisationView'],
  effect: 'read',
  mayLag: true,
  input: productInput,
  output: listOutput({ ...versionFields, ...partFields, total, perKg: perKgField, ...closedOrderMonths }),
})
/** Endpoints that compare products, orders and standard versions. */
export const comparisonEndpoints = [
  ...getReportEndpoints(productCosts),
  productMaterialCosts,
  costedProducts,
  ...getReportEndpoints(costedCustomers),
  cheapestOrders,
  mostExpensiveOrders,
  productComparison,
  quantityComparison,
  ordersOfProduct,
  averageComparison,
  costedVersions,
  versionComparison,
] as const
