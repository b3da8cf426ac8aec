import { defineEndpoint, fileOutput, objectOutput, XLSX_MIME } from '@/contract/endpoint'
import { amount, choice, day, file, flag, integer, list, moment, note, series, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { timeMeanings } from '../rules/market-labels'
import { bands, layers } from '../rules/tariff'

const area = 'prices'
export const energyPricePermissions = {
  view: ['energyUnitPriceView', 'electricityAnalysisView', 'energyAnalysisView'],
  add: 'energyUnitPriceAdd',
  edit: 'energyUnitPriceEdit',
  delete: 'energyUnitPriceDelete',
} as const
/** CNY/kWh without VAT. May be negative: markets sometimes pay for consumption. */
export const kwhPriceField = amount({ unit: 'CNY/kWh', digits: 6, min: -10, max: 100 })
const timeField = text({ required: true, max: 5, format: 'time' })
export const windowFields = { from: timeField, to: timeField, band: choice(bands, { required: true }) } as const

/** Input fields of a tariff entry. */
const entryFields = {
  layer: choice(layers, { required: true }),
  name: text({ required: true, max: 80 }),
  nameEn: text({ max: 80 }),
  effectiveFrom: day({ required: true }),
  effectiveTo: day(),
  months: series('number', { max: 12 }),
  critical: kwhPriceField,
  peak: kwhPriceField,
  normal: kwhPriceField,
  low: kwhPriceField,
  deep: kwhPriceField,
  windows: list(windowFields, { max: 96 }),
  // Market prices in time order, one per hour or quarter of an hour.
  hours: series('number', { max: 100 }),
  reason: note({ max: 400 }),
  note: note({ max: 1000 }),
} as const
/**
 * 电价: a tariff entry in one of the layers. Entries are never changed; a new price is a new entry with its own start
 * day.
 */
export const electricPrice = defineResource('electricPrice', {
  area,
  fields: { ...entryFields, revision: integer({ readonly: true, default: 1 }) },
  title: ['name', 'effectiveFrom'],
  englishFields: { name: 'nameEn' },
  unique: [['layer', 'effectiveFrom', 'name', 'revision']],
  filters: ['layer', 'effectiveFrom', 'effectiveTo'],
  search: ['name', 'nameEn', 'note'],
  sort: '-effectiveFrom',
  routes: {
    list: 'GET /electric_price_list',
    create: 'POST /add_electric_price',
    remove: 'DELETE /del_electric_price',
    export: 'GET /plant/electric_price_export',
    import: 'POST /plant/electric_price_import',
    template: 'GET /plant/electric_price_template',
  },
  permissions: energyPricePermissions,
})
/**
 * The tariff of today or of a given day: the effective entries from the highest layer to the lowest, and all slots with
 * band and price.
 */
export const electricTariffNow = defineEndpoint('electricPrice.now', {
  area,
  routes: 'GET /get_electric_price',
  access: energyPricePermissions.view,
  effect: 'read',
  input: { day: day() },
  output: objectOutput({
    day: day({ required: true }),
    band: choice(bands),
    price: kwhPriceField,
    ...(Object.fromEntries(bands.map((band) => [band, kwhPriceField])) as Record<
      (typeof bands)[number],
      typeof kwhPriceField
    >),
    entries: list({
      id: text({ required: true, max: 36 }),
      layer: choice(layers, { required: true }),
      name: text({ required: true }),
      effectiveFrom: day({ required: true }),
    }),
    slots: list({ at: moment({ required: true }), band: choice(bands), price: kwhPriceField }, { max: 100 }),
  }),
})
const moneyField = amount({ unit: 'CNY', digits: 2 })
/** Effect of an unsaved price on costed orders. Sums cover all orders; at most 200 are listed by name. */
export const pricePreviewAnswer = {
  from: day({ required: true }),
  to: day(),
  // False if no order has a calculated cost.
  costed: flag({ required: true }),
  // Number of affected orders.
  total: amount({ unit: '', digits: 0, required: true }),
  // Sum of the costs with the stored prices, and with the new price.
  before: moneyField,
  after: moneyField,
  orders: list(
    { id: text({ required: true, max: 36 }), label: text({ required: true }), before: moneyField, after: moneyField },
    { max: 200 },
  ),
} as const

/** Previews the effect of an entry on orders before it is saved. */
export const electricPricePreview = defineEndpoint('electricPrice.preview', {
  area,
  routes: 'POST /plant/electric_price_preview',
  access: energyPricePermissions.add,
  effect: 'write',
  input: entryFields,
  output: objectOutput(pricePreviewAnswer),
})
const importCounts = {
  created: integer({ required: true }),
  unchanged: integer({ required: true }),
  dryRun: flag({ required: true }),
} as const
/**
 * Imports market prices of whole days from a workbook with day, interval time and price. If the prices of a day differ
 * from the stored ones, they are stored as its next revision.
 */
export const marketPriceImport = defineEndpoint('electricPrice.importMarket', {
  area,
  routes: 'POST /plant/market_price_import',
  access: energyPricePermissions.add,
  effect: 'write',
  body: 'sheet',
  input: { file: file({ required: true, max: 1 }), dryRun: flag(), reason: note({ max: 400 }) },
  output: objectOutput({
    ...importCounts,
    days: integer({ required: true }),
    from: day(),
    to: day(),
    labels: choice(timeMeanings),
    hidden: integer(),
    // Hidden rows and columns, other columns and other worksheets.
    warnings: list({ message: text({ required: true, max: 400 }) }, { max: 10 }),
  }),
})
/** Downloads the Excel template of `marketPriceImport`: its headings, and a day with a row for each slot as example. */
export const marketPriceTemplate = defineEndpoint('electricPrice.marketTemplate', {
  area,
  routes: 'GET /plant/market_price_template',
  access: energyPricePermissions.add,
  effect: 'read',
  output: fileOutput(XLSX_MIME),
})

/**
 * The tariff as workbook columns: an entry per row, with time windows and months as text. The resource has the same
 * table and labels as `electricPrice`.
 */
export const electricPriceWorkbook = defineResource('electricPrice', {
  area: 'prices',
  table: electricPrice.table,
  fields: {
    layer: choice(layers, { required: true }),
    name: text({ required: true, max: 80 }),
    nameEn: text({ max: 80 }),
    effectiveFrom: day({ required: true }),
    effectiveTo: day(),
    months: text({ max: 40 }),
    critical: kwhPriceField,
    peak: kwhPriceField,
    normal: kwhPriceField,
    low: kwhPriceField,
    deep: kwhPriceField,
    windows: note({ max: 3000 }),
    reason: note({ max: 400 }),
    note: note({ max: 1000 }),
  },
  title: ['name', 'effectiveFrom'],
  filters: ['layer', 'effectiveFrom', 'effectiveTo'],
  search: ['name', 'note'],
  sort: '-effectiveFrom',
  importKey: ['name', 'layer', 'effectiveFrom'],
})
