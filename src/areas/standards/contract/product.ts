import { amount, choice, flag, integer, note, text } from '@/contract/field'
import { defineEndpoint, listOutput } from '@/contract/endpoint'
import { defineResource } from '@/contract/resource'

/** Families of webs 无纺布 by production process. */
export const webFamilies = ['spunbond', 'meltblown', 'sms', 'ssmms', 'laminate'] as const
/** Treatments of the web after bonding. */
export const treatments = ['none', 'hydrophilic', 'hydrophobic', 'antistatic', 'soft'] as const
/** Properties of a web in orders, plans and production. Grammage in g/m². */
export const webFields = {
  gsm: amount({ unit: 'g/m²', digits: 2, min: 0 }),
  widthMm: integer({ unit: 'mm', min: 1, max: 10_000 }),
  colour: text({ max: 60 }),
} as const

/**
 * Condition for shipping a product: none, a passed check of each roll, or a valid certificate that covers each roll.
 */
export const shipConditions = ['none', 'checked', 'certified'] as const
export type ShipCondition = (typeof shipConditions)[number]

/** Products 产品: the specification that orders, standards and tests refer to. */
export const product = defineResource('product', {
  area: 'standards',
  fields: {
    code: text({ required: true, max: 40, format: 'code' }),
    name: text({ required: true }),
    nameEn: text(),
    family: choice(webFamilies, { required: true }),
    treatment: choice(treatments, { default: 'none' }),
    ...webFields,
    gsm: { ...webFields.gsm, required: true },
    colourEn: text({ max: 60 }),
    // Diameter of the winding core.
    coreMm: integer({ unit: 'mm', min: 1, max: 1000 }),
    thicknessMm: amount({ unit: 'mm', digits: 3, min: 0 }),
    shipsWhen: choice(shipConditions, { default: 'none' }),
    active: flag({ default: true }),
    note: note(),
  },
  title: ['code', 'name'],
  englishFields: { name: 'nameEn', colour: 'colourEn' },
  unique: [['code']],
  filters: ['family', 'treatment', 'gsm', 'active'],
  search: ['code', 'name', 'colour'],
  sort: 'code',
  importKey: ['code'],
  inShiftPack: true,
  routes: {
    list: 'GET /plant/product',
    create: 'POST /plant/product',
    update: 'PUT /plant/product',
    remove: 'DELETE /plant/product',
    export: 'GET /plant/product_export',
    import: 'POST /plant/product_import',
    template: 'GET /plant/product_template',
  },
  permissions: {
    view: 'signedIn',
    add: 'productStandardsAdd',
    edit: 'productStandardsEdit',
    delete: 'productStandardsDelete',
    export: 'productStandardsDownload',
  },
})
/** Lists colours of products, the most common first. Forms suggest them so that each colour keeps one name. */
export const productColours = defineEndpoint('product.colours', {
  area: 'standards',
  routes: 'GET /plant/product_colours',
  access: ['productStandardsAdd', 'productStandardsEdit'],
  effect: 'read',
  output: listOutput({ colour: text({ required: true, max: 60 }) }),
})
