import { defineEndpoint, listOutput, objectOutput, type Endpoint, type ApiRoute } from '@/contract/endpoint'
import { amount, choice, day, note, reference, text, type Fields } from '@/contract/field'
import { baseFields, defineResource, type Resource } from '@/contract/resource'
import { getWritableFields } from '@/contract/row-fields'
import { PRICE_VIEW_PERMISSIONS } from '@/plant/contract/cost-permissions'
import { priceBases, billCharges, pricedMedia, toScope, priceScopes, type BillCharge } from '../rules/dated-price'
import { energyPricePermissions, pricePreviewAnswer } from './electric-price'

const area = 'prices'
/**
 * Identifies the thing that is priced; the server derives the key from other fields. A price replaces earlier prices
 * with the same key.
 */
const priceKeyField = text({ readonly: true, hidden: true, max: 200, default: '' })
const effectiveFields = { effectiveFrom: day({ required: true }), effectiveTo: day({ readonly: true }) } as const
const noteFields = { reason: note({ max: 400 }), note: note({ max: 1000 }), key: priceKeyField } as const
const priceOptions = { digits: 6, max: 1e9, required: true } as const
const priceField = (unit: string) => amount({ unit, ...priceOptions, min: 0 })
/** Minimum of prices that may be received instead of paid: grants, interest, rebates. */
const MIN_SIGNED_PRICE = -1e9
/** Units of the charges. Demand and capacity are charged per month, but bills often omit the month from the unit. */
const chargeUnits: Readonly<Record<BillCharge, readonly string[]>> = {
  demand: ['CNY/kW', 'CNY/(kW·month)'],
  capacity: ['CNY/kVA', 'CNY/(kVA·month)'],
  transmission: ['CNY/kWh'],
  surcharge: ['CNY/kWh'],
  powerFactor: ['%'],
}

/** 气价, 水价: CNY/m³, without VAT. */
export const gasWaterPrice = defineResource('gasWaterPrice', {
  area,
  fields: {
    medium: choice(pricedMedia, { required: true }),
    ...effectiveFields,
    price: priceField('CNY/m³'),
    ...noteFields,
  },
  title: ['medium', 'effectiveFrom'],
  unique: [['key', 'effectiveFrom']],
  filters: ['medium', 'effectiveFrom', 'effectiveTo'],
  sort: '-effectiveFrom',
  importKey: ['key', 'effectiveFrom'],
  deriveFields: ({ medium }) => ({ key: medium ?? '' }),
  routes: {
    list: 'GET /gw_price_list',
    create: 'POST /add_gw_price',
    remove: 'DELETE /del_gw_price',
    export: 'GET /plant/gw_price_export',
    import: 'POST /plant/gw_price_import',
    template: 'GET /plant/gw_price_template',
  },
  permissions: energyPricePermissions,
})
/** Charges of an electricity bill other than energy. The kind determines the unit (`chargeUnits`). */
export const electricCharge = defineResource('electricCharge', {
  area,
  fields: {
    kind: choice(billCharges, { required: true }),
    item: text({ required: true, max: 80 }),
    itemEn: text({ max: 80 }),
    ...effectiveFields,
    // Only a surcharge (as a rebate) and the power factor adjustment may be negative: see `canChargeBeNegative`.
    price: amount({
      unit: '',
      ...priceOptions,
      min: MIN_SIGNED_PRICE,
      rowUnit: { option: 'kind', units: chargeUnits },
    }),
    // Contracted kVA of a capacity charge.
    contracted: amount({ unit: 'kVA', digits: 1, min: 0 }),
    ...noteFields,
  },
  title: ['item', 'effectiveFrom'],
  englishFields: { item: 'itemEn' },
  unique: [['key', 'effectiveFrom']],
  filters: ['kind', 'effectiveFrom', 'effectiveTo'],
  search: ['item', 'itemEn'],
  sort: '-effectiveFrom',
  importKey: ['key', 'effectiveFrom'],
  deriveFields: ({ kind, item }) => ({ key: `${kind}|${item}` }),
  routes: {
    list: 'GET /plant/electric_charge',
    create: 'POST /plant/electric_charge',
    remove: 'DELETE /plant/electric_charge',
    export: 'GET /plant/electric_charge_export',
    import: 'POST /plant/electric_charge_import',
    template: 'GET /plant/electric_charge_template',
  },
  permissions: energyPricePermissions,
})

export const costPricePermissions = {
  view: PRICE_VIEW_PERMISSIONS,
  add: 'unitPriceEntryAdd',
  edit: 'unitPriceEntryEdit',
  delete: 'unitPriceEntryDelete',
} as const
const buildCostPriceRoutes = <const P extends string>(path: P) =>
  ({
    list: `GET /${path}_list`,
    create: `POST /${path}`,
    remove: `DELETE /${path}`,
    export: `GET /plant/${path}_export`,
    import: `POST /plant/${path}_import`,
    template: `GET /plant/${path}_template`,
  }) as const
/** Defines a price resource of a cost kind: item, basis, scope and effective day. */
const defineCostPrice = <const N extends string, const P extends string>(name: N, path: P, minPrice: number) =>
  defineResource(name, {
    area,
    fields: {
      item: text({ required: true, max: 80 }),
      itemEn: text({ max: 80 }),
      basis: choice(priceBases, { required: true }),
      lineId: reference('line'),
      productId: reference('product'),
      scope: choice(priceScopes, { readonly: true, default: 'plant' }),
      ...effectiveFields,
      price: amount({ unit: 'CNY', ...priceOptions, min: minPrice }),
      ...noteFields,
    },
    title: ['item', 'effectiveFrom'],
    englishFields: { item: 'itemEn' },
    unique: [['key', 'effectiveFrom']],
    filters: ['item', 'basis', 'lineId', 'productId', 'effectiveFrom', 'effectiveTo'],
    search: ['item', 'itemEn', 'note'],
    sort: '-effectiveFrom',
    importKey: ['key', 'effectiveFrom'],
    deriveFields: ({ item, lineId, productId }) => ({
      key: `${item}|${lineId ?? ''}|${productId ?? ''}`,
      scope: toScope({ lineId, productId }),
    }),
    routes: buildCostPriceRoutes(path),
    permissions: costPricePermissions,
  })
export const costFixedPrice = defineCostPrice('costFixedPrice', 'cost_fixed_price', 0)
export const costDirectPrice = defineCostPrice('costDirectPrice', 'cost_direct_price', 0)
export const costOtherPrice = defineCostPrice('costOtherPrice', 'cost_other_price', MIN_SIGNED_PRICE)
export const costFinancialPrice = defineCostPrice('costFinancialPrice', 'cost_financial_price', MIN_SIGNED_PRICE)
/** Price per kilogram of a material, CNY without VAT. If `lotId` is set, the price is the invoice price of that lot. */
export const costMaterialPrice = defineResource('costMaterialPrice', {
  area,
  fields: {
    materialId: reference('material', { required: true }),
    lotId: reference('materialLot'),
    basis: choice(priceBases, { readonly: true, default: 'kg' }),
    ...effectiveFields,
    price: priceField('CNY/kg'),
    invoice: text({ max: 60 }),
    ...noteFields,
  },
  title: ['materialId', 'effectiveFrom'],
  unique: [['key', 'effectiveFrom']],
  filters: ['materialId', 'lotId', 'effectiveFrom', 'effectiveTo'],
  search: ['invoice', 'note'],
  sort: '-effectiveFrom',
  importKey: ['key', 'effectiveFrom'],
  deriveFields: ({ materialId, lotId }) => ({ key: lotId ?? materialId ?? '' }),
  routes: buildCostPriceRoutes('cost_material_price'),
  permissions: costPricePermissions,
})
export const costPriceResources = {
  fixed: costFixedPrice,
  direct: costDirectPrice,
  other: costOtherPrice,
  material: costMaterialPrice,
  financial: costFinancialPrice,
} as const

/**
 * Defines two endpoints of a dated price: the prices in force on a day, and the preview of a new price before it is
 * saved.
 */
const definePriceEndpoints = <const N extends string, F extends Fields>(
  resource: Resource<N, F>,
  inForceRoute: ApiRoute,
  previewRoute: ApiRoute,
  { view, add }: { view: readonly string[]; add: string },
) => ({
  inForce: defineEndpoint(`${resource.name}.now`, {
    area,
    routes: inForceRoute,
    access: view,
    effect: 'read',
    input: { day: day() },
    output: listOutput({ ...baseFields, ...resource.fields }),
  }),
  preview: defineEndpoint(`${resource.name}.preview`, {
    area,
    routes: previewRoute,
    access: add,
    effect: 'write',
    input: getWritableFields(resource.fields),
    output: objectOutput(pricePreviewAnswer),
  }),
})
const defineCostPriceEndpoints = (kind: keyof typeof costPriceResources) =>
  definePriceEndpoints(
    costPriceResources[kind] as Resource,
    `GET /cost_${kind}_price`,
    `POST /plant/cost_${kind}_price_preview`,
    costPricePermissions,
  )
export const endpointsByPriceResource = {
  gasWaterPrice: definePriceEndpoints(
    gasWaterPrice as Resource,
    'GET /get_gw_price',
    'POST /plant/gw_price_preview',
    energyPricePermissions,
  ),
  electricCharge: definePriceEndpoints(
    electricCharge as Resource,
    'GET /plant/electric_charge_now',
    'POST /plant/electric_charge_preview',
    energyPricePermissions,
  ),
  costFixedPrice: defineCostPriceEndpoints('fixed'),
  costDirectPrice: defineCostPriceEndpoints('direct'),
  costOtherPrice: defineCostPriceEndpoints('other'),
  costMaterialPrice: defineCostPriceEndpoints('material'),
  costFinancialPrice: defineCostPriceEndpoints('financial'),
} as const
export const datedPriceResources: readonly Resource[] = [
  gasWaterPrice,
  electricCharge,
  ...Object.values(costPriceResources),
] as readonly Resource[]
export const datedPriceEndpoints = Object.values(endpointsByPriceResource).flatMap(({ inForce, preview }) => [
  inForce,
  preview,
]) as readonly Endpoint[]
