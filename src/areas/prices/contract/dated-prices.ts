import { defineEndpoint, many, one, type Endpoint, type Route } from '@/contract/endpoint'
import { amount, choice, day, note, reference, text, type Fields } from '@/contract/field'
import { baseFields, defineResource, type Resource } from '@/contract/resource'
import { writable } from '@/contract/row-fields'
import { priceReaders } from '@/plant/contract/money-readers'
import { bases, charges, media, scopeOf, scopes } from '../rules/dated-price'
import { electricKeys } from './electric-price'
import { previewAnswer } from './preview'

const area = 'prices'
/** Set by the server: identifies the prices that replace one another. */
const key = text({ readonly: true, hidden: true, max: 200, default: '' })
const dates = { effectiveFrom: day({ required: true }), effectiveTo: day({ readonly: true }) } as const
const words = { reason: note({ max: 400 }), note: note({ max: 1000 }), key } as const
const price = (unit: string) => amount({ unit, digits: 6, min: -1e9, max: 1e9, required: true })

/** 气价, 水价: CNY/m³, without VAT. */
export const gasWaterPrice = defineResource('gasWaterPrice', {
  area,
  fields: { medium: choice(media, { required: true }), ...dates, price: price('CNY/m³'), ...words },
  title: ['medium', 'effectiveFrom'],
  unique: [['key', 'effectiveFrom']],
  filters: ['medium', 'effectiveFrom', 'effectiveTo'],
  sort: '-effectiveFrom',
  importKey: ['key', 'effectiveFrom'],
  derived: ({ medium }) => ({ key: medium ?? '' }),
  routes: {
    list: 'GET /gw_price_list',
    create: 'POST /add_gw_price',
    remove: 'DELETE /del_gw_price',
    export: 'GET /plant/gw_price_export',
    import: 'POST /plant/gw_price_import',
    template: 'GET /plant/gw_price_template',
  },
  keys: electricKeys,
})
/**
 * Charges of an electricity bill other than energy. The unit follows from the kind: CNY/kW, CNY/kVA, CNY/kWh, CNY/kWh,
 * %.
 */
export const electricCharge = defineResource('electricCharge', {
  area,
  fields: {
    kind: choice(charges, { required: true }),
    item: text({ required: true, max: 80 }),
    itemEn: text({ max: 80 }),
    ...dates,
    price: price(''),
    // Contracted kVA of a capacity charge.
    contracted: amount({ unit: 'kVA', digits: 1, min: 0 }),
    ...words,
  },
  title: ['item', 'effectiveFrom'],
  english: { item: 'itemEn' },
  unique: [['key', 'effectiveFrom']],
  filters: ['kind', 'effectiveFrom', 'effectiveTo'],
  search: ['item', 'itemEn'],
  sort: '-effectiveFrom',
  importKey: ['key', 'effectiveFrom'],
  derived: ({ kind, item }) => ({ key: `${kind}|${item}` }),
  routes: {
    list: 'GET /plant/electric_charge',
    create: 'POST /plant/electric_charge',
    remove: 'DELETE /plant/electric_charge',
    export: 'GET /plant/electric_charge_export',
    import: 'POST /plant/electric_charge_import',
    template: 'GET /plant/electric_charge_template',
  },
  keys: electricKeys,
})

export const costKeys = {
  view: priceReaders,
  add: 'unitPriceEntryAdd',
  edit: 'unitPriceEntryEdit',
  delete: 'unitPriceEntryDelete',
} as const
const costRoutes = <const P extends string>(path: P) =>
  ({
    list: `GET /${path}_list`,
    create: `POST /${path}`,
    remove: `DELETE /${path}`,
    export: `GET /plant/${path}_export`,
    import: `POST /plant/${path}_import`,
    template: `GET /plant/${path}_template`,
  }) as const
/** Defines a price resource of a cost kind: item, basis, scope and effective day. */
const costPrice = <const N extends string, const P extends string>(name: N, path: P) =>
  defineResource(name, {
    area,
    fields: {
      item: text({ required: true, max: 80 }),
      itemEn: text({ max: 80 }),
      basis: choice(bases, { required: true }),
      lineId: reference('line'),
      productId: reference('product'),
      scope: choice(scopes, { readonly: true, default: 'plant' }),
      ...dates,
      price: price('CNY'),
      ...words,
    },
    title: ['item', 'effectiveFrom'],
    english: { item: 'itemEn' },
    unique: [['key', 'effectiveFrom']],
    filters: ['item', 'basis', 'lineId', 'productId', 'effectiveFrom', 'effectiveTo'],
    search: ['item', 'itemEn', 'note'],
    sort: '-effectiveFrom',
    importKey: ['key', 'effectiveFrom'],
    derived: ({ item, lineId, productId }) => ({
      key: `${item}|${lineId ?? ''}|${productId ?? ''}`,
      scope: scopeOf({ lineId, productId }),
    }),
    routes: costRoutes(path),
    keys: costKeys,
  })
export const costFixedPrice = costPrice('costFixedPrice', 'cost_fixed_price')
export const costDirectPrice = costPrice('costDirectPrice', 'cost_direct_price')
export const costOtherPrice = costPrice('costOtherPrice', 'cost_other_price')
export const costFinancialPrice = costPrice('costFinancialPrice', 'cost_financial_price')
/** Price per kilogram of a material, CNY without VAT; with a lot it is the invoice price of that lot. */
export const costMaterialPrice = defineResource('costMaterialPrice', {
  area,
  fields: {
    materialId: reference('material', { required: true }),
    lotId: reference('materialLot'),
    basis: choice(bases, { readonly: true, default: 'kg' }),
    ...dates,
    price: price('CNY/kg'),
    invoice: text({ max: 60 }),
    ...words,
  },
  title: ['materialId', 'effectiveFrom'],
  unique: [['key', 'effectiveFrom']],
  filters: ['materialId', 'lotId', 'effectiveFrom', 'effectiveTo'],
  search: ['invoice', 'note'],
  sort: '-effectiveFrom',
  importKey: ['key', 'effectiveFrom'],
  derived: ({ materialId, lotId }) => ({ key: lotId ?? materialId ?? '' }),
  routes: costRoutes('cost_material_price'),
  keys: costKeys,
})
export const costResources = {
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
const callsOf = <const N extends string, F extends Fields>(
  resource: Resource<N, F>,
  now: Route,
  preview: Route,
  { view, add }: { view: readonly string[]; add: string },
) => ({
  now: defineEndpoint(`${resource.name}.now`, {
    area,
    routes: now,
    access: view,
    effect: 'read',
    input: { day: day() },
    output: many({ ...baseFields, ...resource.fields }),
  }),
  preview: defineEndpoint(`${resource.name}.preview`, {
    area,
    routes: preview,
    access: add,
    effect: 'write',
    input: writable(resource.fields),
    output: one(previewAnswer),
  }),
})
const cost = (kind: keyof typeof costResources) =>
  callsOf(
    costResources[kind] as Resource,
    `GET /cost_${kind}_price`,
    `POST /plant/cost_${kind}_price_preview`,
    costKeys,
  )
export const datedCalls = {
  gasWaterPrice: callsOf(gasWaterPrice as Resource, 'GET /get_gw_price', 'POST /plant/gw_price_preview', electricKeys),
  electricCharge: callsOf(
    electricCharge as Resource,
    'GET /plant/electric_charge_now',
    'POST /plant/electric_charge_preview',
    electricKeys,
  ),
  costFixedPrice: cost('fixed'),
  costDirectPrice: cost('direct'),
  costOtherPrice: cost('other'),
  costMaterialPrice: cost('material'),
  costFinancialPrice: cost('financial'),
} as const
export const datedResources: readonly Resource[] = [
  gasWaterPrice,
  electricCharge,
  ...Object.values(costResources),
] as readonly Resource[]
export const datedEndpoints = Object.values(datedCalls).flatMap(({ now, preview }) => [
  now,
  preview,
]) as readonly Endpoint[]
