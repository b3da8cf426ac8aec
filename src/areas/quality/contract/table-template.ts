import { webFamilies } from '@/areas/standards/contract/product'
import { amount, choice, flag, integer, list, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'

export const templateUses = ['check', 'codeWidth'] as const
export const itemKinds = ['number', 'okNotOk'] as const
const limitField = amount({ unit: '', digits: 3 })
/** Requirements of a template item. */
export const templateItemFields = {
  item: text({ required: true, max: 60 }),
  itemEn: text({ max: 120 }),
  kind: choice(itemKinds, { required: true }),
  unit: text({ max: 20 }),
  low: limitField,
  target: limitField,
  high: limitField,
  required: flag(),
} as const

/**
 * Table templates 表格模板: the items to read on a roll, the number of readings and the limits. A template of the product
 * takes precedence over a template of its family, which takes precedence over a general template. A template with use
 * `codeWidth` has a product and the limits for the width records of this product (`rules/width-and-oil-records`).
 */
export const tableTemplate = defineResource('tableTemplate', {
  area: 'quality',
  fields: {
    name: text({ required: true }),
    nameEn: text(),
    use: choice(templateUses, { required: true }),
    productId: reference('product'),
    family: choice(webFamilies),
    items: list({ ...templateItemFields, readings: integer({ min: 1, max: 20 }) }, { required: true, max: 40 }),
    active: flag({ default: true }),
    note: note({ max: 1000 }),
  },
  title: ['name'],
  englishFields: { name: 'nameEn' },
  unique: [['name']],
  filters: ['use', 'productId', 'family', 'active'],
  search: ['name', 'note'],
  sort: 'name',
  inShiftPack: true,
  routes: {
    list: 'GET /quality/get_technology_title',
    create: 'POST /quality/add_technology_title',
    update: 'PUT /quality/put_technology_title',
    remove: 'DELETE /quality/del_technology_title',
  },
  permissions: {
    // Everyone who fills in a check reads its template.
    view: ['tableTemplateView', 'qualitySheetView', 'productionInspectionView'],
    add: 'tableTemplateAdd',
    edit: 'tableTemplateEdit',
    delete: 'tableTemplateDelete',
  },
})
