import { fileOutput, defineEndpoint, objectOutput, XLSX_MIME } from '@/contract/endpoint'
import { amount, choice, day, integer, list, moment, reference, text } from '@/contract/field'
import { defineReport } from '@/contract/report'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import { grades } from '@/areas/rolls/rules/grade'
import { ageClassNames, stockKeys, stockKinds, type StockKey } from '@/areas/packing/rules/roll-stock'

const area = 'stock'
export const stockViewPermissions = ['stockStatisticsView'] as const
export const requiredKgField = amount({ unit: 'kg', digits: 3, required: true })
const rollCountField = integer({ required: true })
const groupKeyField = choice(stockKeys)
/** Up to three dimensions to group by; product, width and grade by default. */
const groupingInput = { by: groupKeyField, second: groupKeyField, third: groupKeyField } as const
const filterInput = {
  kind: choice(stockKinds),
  productId: reference('product'),
  workOrderId: reference('workOrder'),
  grade: choice(grades),
  widthMm: integer({ unit: 'mm', min: 1, max: 10_000 }),
} as const
/**
 * A group with its dimensions and amounts. A dimension is null if it was not requested, or if the rolls have no value.
 */
const groupFields = {
  productId: reference('product'),
  product: text({ max: 400, nameOf: 'productId' }),
  widthMm: integer({ unit: 'mm' }),
  grade: choice(grades),
  workOrderId: reference('workOrder'),
  order: text({ max: 120, nameOf: 'workOrderId' }),
  age: choice(ageClassNames),
  place: text({ max: 60 }),
  kind: choice(stockKinds),
  rolls: rollCountField,
  kg: requiredKgField,
  oldestAt: moment(),
} as const
const totalFields = {
  rolls: rollCountField,
  kg: requiredKgField,
  oldestAt: moment(),
  groups: integer({ required: true }),
} as const
/** Number of packages. Only the current stock has this number, because movements do not record packages. */
const packageCountField = integer({ required: true })
/** Maximum number of groups in an answer. `groups` is the number of all groups. */
export const MAX_STOCK_GROUPS = 1000

/**
 * 现有库存: current stock by up to three of product, width, grade, order, age, place and kind; the heaviest groups first.
 */
export const currentStock = defineEndpoint('stock.now', {
  area,
  routes: 'GET /GET_STOCKS_INFO',
  access: stockViewPermissions,
  effect: 'read',
  input: { ...groupingInput, ...filterInput },
  output: objectOutput({
    at: moment({ required: true }),
    ...totalFields,
    packages: packageCountField,
    rows: list({ ...groupFields, packages: packageCountField }, { max: MAX_STOCK_GROUPS }),
  }),
})

const periodInput = { from: day(), to: day() } as const
/**
 * 库存历史: stock at the end of a day (`day`, by default the last of the period) by the same dimensions as `currentStock`.
 * `course` is the stock at the end of each day of the period, by default the last 30 days, at most 400. Both are
 * derived from the movements of rolls, so nothing is known before `since`. `format=xlsx` returns a workbook.
 */
export const stockHistory = defineEndpoint('stock.history', {
  area,
  routes: 'GET /STOCKS_HISTORY',
  access: stockViewPermissions,
  effect: 'read',
  input: { day: day(), ...periodInput, ...groupingInput, ...filterInput, format: choice(['json', 'xlsx']) },
  output: objectOutput({
    day: day({ required: true }),
    since: day(),
    ...totalFields,
    rows: list(groupFields, { max: MAX_STOCK_GROUPS }),
    course: list(
      {
        day: day({ required: true }),
        rolls: rollCountField,
        kg: requiredKgField,
        goodKg: requiredKgField,
        downgradedKg: requiredKgField,
        wasteKg: requiredKgField,
      },
      { max: 400 },
    ),
  }),
  fileMime: XLSX_MIME,
})

const downgradedFields = {
  kind: choice(stockKinds, { required: true }),
  id: text({ required: true, max: 36 }),
  number: text({ required: true, max: 100 }),
  grade: choice(grades, { required: true }),
  defect: choice(defectKinds),
  reason: text({ max: 400 }),
  productId: reference('product'),
  product: text({ max: 400, nameOf: 'productId' }),
  widthMm: integer({ unit: 'mm' }),
  workOrderId: reference('workOrder'),
  order: text({ max: 120, nameOf: 'workOrderId' }),
  kg: requiredKgField,
  downgradedKg: requiredKgField,
  wasteKg: requiredKgField,
  place: text({ max: 60 }),
  doffedAt: moment({ required: true }),
  ageDays: integer({ required: true }),
  age: choice(ageClassNames, { required: true }),
} as const
/**
 * 降等品: rolls in stock with downgraded or waste parts, the oldest first, with defect, order, age and place. `defects`
 * and `ages` are their sums per defect and per age.
 */
export const downgradedStock = defineEndpoint('stock.down', {
  area,
  routes: 'GET /GET_DOWN_INFO',
  access: stockViewPermissions,
  effect: 'read',
  input: {
    defect: choice(defectKinds),
    age: choice(ageClassNames),
    grade: choice(grades),
    productId: reference('product'),
    workOrderId: reference('workOrder'),
    page: integer({ min: 1, max: 1_000_000 }),
    size: integer({ min: 1, max: 500 }),
  },
  output: objectOutput({
    total: integer({ required: true }),
    kg: requiredKgField,
    downgradedKg: requiredKgField,
    wasteKg: requiredKgField,
    defects: list({ defect: choice(defectKinds), rolls: rollCountField, kg: requiredKgField }, { max: 100 }),
    ages: list(
      { age: choice(ageClassNames, { required: true }), rolls: rollCountField, kg: requiredKgField },
      { max: 10 },
    ),
    list: list(downgradedFields, { max: 500 }),
  }),
})
export const stockViews = ['now', 'history', 'down'] as const
/** The workbook that the app downloads: current stock, stock of a day, or downgraded goods. */
export const stockWorkbook = defineEndpoint('stock.excel', {
  area,
  routes: 'GET /overview/stock_excel',
  access: 'stockStatisticsExport',
  effect: 'read',
  input: {
    view: choice(stockViews, { required: true }),
    day: day(),
    ...periodInput,
    ...groupingInput,
    ...filterInput,
    defect: choice(defectKinds),
    age: choice(ageClassNames),
  },
  output: fileOutput(XLSX_MIME),
})
const reportOptions = {
  optionTexts: 'inputOptions',
  resources: ['slitRoll', 'jumboRoll', 'package'],
  exportAccess: stockWorkbook.access,
}
const toGroupColumns = (keys: readonly StockKey[]) => keys.map((key) => (key === 'width' ? 'widthMm' : key))
/** Defines the report of current stock by dimensions. */
export const defineCurrentStockReport = (keys: readonly StockKey[]) =>
  defineReport(currentStock, {
    ...reportOptions,
    titleKey: 'stock:views.now',
    tables: [
      {
        rows: 'rows',
        columns: [...toGroupColumns(keys), 'rolls', 'kg', 'packages', { field: 'oldestAt', only: 'workbook' }],
        totals: { rolls: 'rolls', kg: 'kg', packages: 'packages' },
      },
    ],
  })
/** Defines the report of the stock of a day by dimensions, and of the stock by day, which the app draws as a chart. */
export const defineStockHistoryReport = (keys: readonly StockKey[]) =>
  defineReport(stockHistory, {
    ...reportOptions,
    titleKey: 'stock:views.history',
    tables: [
      {
        rows: 'rows',
        columns: [...toGroupColumns(keys), 'rolls', 'kg', { field: 'oldestAt', only: 'workbook' }],
        totals: { rolls: 'rolls', kg: 'kg' },
      },
      {
        rows: 'course',
        only: 'workbook',
        titleKey: 'stock:answers.course',
        columns: [
          'day',
          'rolls',
          'kg',
          { field: 'goodKg', labelKey: 'stock:answers.goodKg' },
          'downgradedKg',
          { field: 'wasteKg', labelKey: 'stock:answers.wasteKg' },
        ],
      },
    ],
  })
/** Downgraded goods: a row for each roll. */
export const downgradedReport = defineReport(downgradedStock, {
  ...reportOptions,
  titleKey: 'stock:views.down',
  tables: [
    {
      rows: 'list',
      columns: [
        'number',
        { field: 'kind', only: 'workbook' },
        { field: 'grade', only: 'workbook' },
        'product',
        'widthMm',
        'defect',
        'reason',
        'order',
        'kg',
        'downgradedKg',
        { field: 'wasteKg', labelKey: 'stock:answers.wasteKg', only: 'workbook' },
        'place',
        { field: 'doffedAt', only: 'workbook' },
        'ageDays',
      ],
    },
  ],
})
export const finishedGoodsEndpoints = [currentStock, stockHistory, downgradedStock, stockWorkbook] as const
