import { blob, defineEndpoint, many, one, xlsx } from '@/contract/endpoint'
import { amount, choice, integer, list, moment, reference, text } from '@/contract/field'
import { area, costRow, label, paging, period, readers } from './cost-calls'
import { costLineFields, money, orderCost, partFields, perKgField } from './order-cost'

const { total } = orderCost.fields
const summed = {
  orders: integer({ required: true }),
  notWhole: integer({ required: true }),
  goodKg: amount({ unit: 'kg', digits: 3, required: true }),
} as const
const productCost = {
  productId: reference('product', { required: true }),
  product: label,
  ...summed,
  ...partFields,
  total,
  perKg: perKgField,
  leastPerKg: perKgField,
  mostPerKg: perKgField,
  standardPerKg: perKgField,
} as const
const productInput = { ...period, productId: reference('product'), lineId: reference('line') } as const
/** 产品成本: products with their cost per kilogram; `format=xlsx` returns a workbook. */
export const productCosts = defineEndpoint('orderCost.products', {
  area,
  routes: 'GET /production/product_cost',
  access: readers,
  effect: 'read',
  input: { ...productInput, format: choice(['json', 'xlsx']) },
  output: many(productCost),
  alsoFile: xlsx,
})
/** The workbook that the app downloads. */
export const productCostSheet = defineEndpoint('orderCost.productSheet', {
  area,
  routes: 'GET /plant/product_cost_excel',
  access: 'costComparisonExport',
  effect: 'read',
  input: productInput,
  output: blob(xlsx),
})
/** 产品材料成本: material use of products, in kg, CNY and per tonne of good output. */
export const productMaterialCosts = defineEndpoint('orderCost.materials', {
  area,
  routes: 'GET /production/product_material_cost',
  access: readers,
  effect: 'read',
  input: productInput,
  output: many({
    productId: reference('product', { required: true }),
    product: label,
    materialId: reference('material', { required: true }),
    material: label,
    kg: amount({ unit: 'kg', digits: 3, required: true }),
    amount: { ...money, required: true },
    goodKg: summed.goodKg,
    kgPerTonne: amount({ unit: 'kg/t', digits: 2 }),
    perTonne: amount({ unit: 'CNY/t', digits: 2 }),
  }),
})
/** Products with costed orders. */
export const costedProducts = defineEndpoint('orderCost.productList', {
  area,
  routes: 'GET /get_product_number',
  access: [...readers, 'processOptimisationView'],
  effect: 'read',
  output: many({
    productId: reference('product', { required: true }),
    product: label,
    orders: integer({ required: true }),
  }),
})
/** Customers with costed orders of the last half year, largest mass first; ten by default. */
export const costedCustomers = defineEndpoint('orderCost.customers', {
  area,
  routes: 'GET /get_customer_list',
  access: readers,
  effect: 'read',
  input: { ...period, size: paging.size },
  output: many({
    customerId: reference('customer', { required: true }),
    customer: label,
    ...summed,
    total,
    perKg: perKgField,
  }),
})
const ranked = (name: string, routes: 'GET /order_min_cost' | 'GET /highest_cost_order') =>
  defineEndpoint(name, {
    area,
    routes,
    access: readers,
    effect: 'read',
    input: { ...productInput, size: paging.size },
    output: many(costRow),
  })
/**
 * 最低: the cheapest orders per kilogram of one product. Without a product: the cheapest order of each product, cheapest
 * product first.
 */
export const cheapestOrders = ranked('orderCost.cheapest', 'GET /order_min_cost')
/** 最高: the most expensive orders, most expensive product first. */
export const dearestOrders = ranked('orderCost.dearest', 'GET /highest_cost_order')
/** 产品成本对比: cost parts of several products side by side, CNY/kg. */
export const productContrast = defineEndpoint('orderCost.productContrast', {
  area,
  routes: 'GET /product_cost_contrast',
  access: readers,
  effect: 'read',
  input: { ...period, productIds: text({ max: 4000 }) },
  output: many({
    part: choice(costLineFields.part.options, { required: true }),
    products: list(
      {
        productId: reference('product', { required: true }),
        product: label,
        perKg: perKgField,
        percent: amount({ unit: '%', digits: 2 }),
      },
      { max: 30 },
    ),
  }),
})
/** 产品用量对比: use per tonne of product: kg, kWh, hours. */
export const quantityContrast = defineEndpoint('orderCost.quantities', {
  area,
  routes: 'GET /production/product_contrast',
  access: readers,
  effect: 'read',
  input: { ...period, productIds: text({ max: 4000 }) },
  output: many({
    productId: reference('product', { required: true }),
    product: label,
    ...summed,
    fedPerTonne: amount({ unit: 'kg/t', digits: 2 }),
    kwhPerTonne: amount({ unit: 'kWh/t', digits: 2 }),
    machineHoursPerTonne: amount({ unit: 'h/t', digits: 3 }),
    labourHoursPerTonne: amount({ unit: 'h/t', digits: 3 }),
  }),
})
/** Costed orders of a product, latest end first. */
export const ordersOfProduct = defineEndpoint('orderCost.ofProduct', {
  area,
  routes: 'GET /product_to_order',
  access: readers,
  effect: 'read',
  input: { ...productInput, size: paging.size },
  output: many(costRow),
})
/** Compares an order with the average of its product, part by part, CNY/kg. */
export const averageContrast = defineEndpoint('orderCost.average', {
  area,
  routes: 'GET /order_average_contrast',
  access: readers,
  effect: 'read',
  input: { workOrderId: reference('workOrder', { required: true }), ...period },
  output: one({
    workOrderId: reference('workOrder', { required: true }),
    number: label,
    product: label,
    orders: summed.orders,
    perKg: perKgField,
    averagePerKg: perKgField,
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
const version = {
  processStandardId: reference('processStandard', { required: true }),
  standard: label,
  productId: reference('product', { required: true }),
  product: label,
  ...summed,
} as const
/** Versions of process standards that costed orders ran on. */
export const ranVersions = defineEndpoint('orderCost.versions', {
  area,
  routes: 'GET /production/get_technology_list',
  access: [...readers, 'processOptimisationView'],
  effect: 'read',
  input: productInput,
  output: many({ ...version, firstAt: moment(), lastAt: moment() }),
})
/** 工艺成本对比: cost by version of the process standard. */
export const versionContrast = defineEndpoint('orderCost.versionContrast', {
  area,
  routes: 'GET /production/technology_cost_contrast',
  access: [...readers, 'processOptimisationView'],
  effect: 'read',
  input: productInput,
  output: many({ ...version, ...partFields, total, perKg: perKgField }),
})
/** Endpoints that compare products, orders and standard versions. */
export const contrastCalls = [
  productCosts,
  productCostSheet,
  productMaterialCosts,
  costedProducts,
  costedCustomers,
  cheapestOrders,
  dearestOrders,
  productContrast,
  quantityContrast,
  ordersOfProduct,
  averageContrast,
  ranVersions,
  versionContrast,
] as const
