import { blob, defineEndpoint, many, one, page, xlsx } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, moment, reference, text } from '@/contract/field'
import { costLineFields, missingList, money, orderCost, partFields, perKgField, varianceList } from './order-cost'

const area = 'cost'
const readers = ['costComparisonView', 'standardCostView'] as const
const { workOrderId, productId, customerId, lineId, state, month, startedAt, finishedAt, goodKg, goodRolls } =
  orderCost.fields
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
const label = text({ required: true, max: 400 })
/** An order as lists show it. */
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
  goodKg,
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
const paging = {
  page: integer({ min: 1, max: 1_000_000 }),
  size: integer({ min: 1, max: 500 }),
} as const
/** Business months, or days on which orders ended; the last half year unless told. */
const period = { from: day(), to: day() } as const
const chosen = {
  productId: reference('product'),
  customerId: reference('customer'),
  lineId: reference('line'),
} as const

/** 订单成本: orders with what they cost, the last ended first. */
export const orderCosts = defineEndpoint('orderCost.list', {
  area,
  routes: 'GET /order_cost',
  access: readers,
  effect: 'read',
  input: {
    ...paging,
    ...period,
    ...chosen,
    state: text({ max: 40 }),
    month: text({ max: 7 }),
    keyword: text({ max: 100 }),
    id: reference('workOrder'),
    sort: text({ max: 40 }),
  },
  output: page(costRow),
})
/** The same orders as a sheet. */
export const costExport = defineEndpoint('orderCost.export', {
  area,
  routes: 'GET /work_order/cost_export',
  access: 'costComparisonExport',
  effect: 'read',
  input: { ...period, ...chosen, state: text({ max: 40 }), month: text({ max: 7 }) },
  output: blob(xlsx),
})
/** 实时对比: orders that run, and those that ended this week, with the standard. */
export const weekOrders = defineEndpoint('orderCost.week', {
  area,
  routes: 'GET /get_week_order',
  access: readers,
  effect: 'read',
  output: many(costRow),
})
/** Where each amount of an order comes from: lot × price, tariff period, shift × rate, tool, share of the fixed. */
export const costRows = defineEndpoint('orderCost.rows', {
  area,
  routes: 'GET /plant/order_cost_rows',
  access: readers,
  effect: 'own',
  input: { workOrderId: reference('workOrder', { required: true }), part: choice(costLineFields.part.options) },
  output: one({
    ...costRow,
    lines: list({ ...costLineFields, label: text({ max: 400 }) }, { max: 5000 }),
  }),
})
/** Works the cost of an order out again, whether anything changed or not. */
export const renewCost = defineEndpoint('orderCost.renew', {
  area,
  routes: 'POST /plant/order_cost_renew',
  access: 'standardCostEdit',
  effect: 'write',
  input: { workOrderId: reference('workOrder', { required: true }) },
  output: one(costRow),
})

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
/** 产品成本: products with what a kilogram of them cost; `format=xlsx` answers a sheet. */
export const productCosts = defineEndpoint('orderCost.products', {
  area,
  routes: 'GET /production/product_cost',
  access: readers,
  effect: 'read',
  input: { ...productInput, format: choice(['json', 'xlsx']) },
  output: many(productCost),
  alsoFile: xlsx,
})
/** The sheet that the app downloads. */
export const productCostSheet = defineEndpoint('orderCost.productSheet', {
  area,
  routes: 'GET /plant/product_cost_excel',
  access: 'costComparisonExport',
  effect: 'read',
  input: productInput,
  output: blob(xlsx),
})
/** 产品材料成本: materials of products, in kg, CNY and per tonne of good output. */
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
/** Products of which orders were costed. */
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
/** Customers with costed orders of the last half year, those with the most kilograms first: the first ten unless told. */
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
/** 最低: the cheapest orders per kilogram within a product; of each product the first one while none is named. */
export const cheapestOrders = ranked('orderCost.cheapest', 'GET /order_min_cost')
/** 最高: the dearest ones. */
export const dearestOrders = ranked('orderCost.dearest', 'GET /highest_cost_order')
/** 产品成本对比: the parts of the cost of products side by side, CNY/kg. */
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
/** 产品用量对比: what a tonne of products took: kg, kWh, hours. */
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
/** Costed orders of a product, the last ended first. */
export const ordersOfProduct = defineEndpoint('orderCost.ofProduct', {
  area,
  routes: 'GET /product_to_order',
  access: readers,
  effect: 'read',
  input: { ...productInput, size: paging.size },
  output: many(costRow),
})
/** An order against the average of its product, part by part, CNY/kg; the last that ended unless told. */
export const averageContrast = defineEndpoint('orderCost.average', {
  area,
  routes: 'GET /order_average_contrast',
  access: readers,
  effect: 'read',
  input: { workOrderId: reference('workOrder'), ...period },
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
/** Versions of process standards that ran and were costed. */
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
/** 未分摊: what a month's meters, hours and stock movements came to, what orders were charged, and what is charged to none; they add up to the cent. */
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
        part: choice(['material', 'electricity', 'gas', 'water', 'labour'], { required: true }),
        used: { ...money, required: true },
        charged: { ...money, required: true },
        rest: { ...money, required: true },
        quantity: amount({ unit: '', digits: 3 }),
        restQuantity: amount({ unit: '', digits: 3 }),
      },
      { max: 10 },
    ),
  }),
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
export const costCalls = [
  orderCosts,
  costExport,
  weekOrders,
  costRows,
  renewCost,
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
  optimiseProcess,
  costRest,
  standardCosts,
] as const
