import { flag, integer, note, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'

/**
 * Test indexes 检测项目: the properties that the laboratory measures, with method and unit. The limits belong to product
 * and material standards. Readings are rounded to `digits` by GB/T 8170.
 */
export const testIndex = defineResource('testIndex', {
  area: 'standards',
  fields: {
    code: text({ required: true, max: 40, format: 'code' }),
    name: text({ required: true }),
    nameEn: text(),
    unit: text({ max: 20 }),
    method: text({ max: 120 }),
    digits: integer({ required: true, default: 1, min: 0, max: 6 }),
    // True if values may be negative, such as shrinkage. Variation, strength and mass cannot be negative.
    signed: flag(),
    active: flag({ default: true }),
    note: note(),
  },
  title: ['code', 'name'],
  englishFields: { name: 'nameEn' },
  unique: [['code']],
  filters: ['active'],
  search: ['code', 'name', 'method'],
  sort: 'code',
  importKey: ['code'],
  inShiftPack: true,
  routes: {
    list: 'GET /plant/test_index',
    create: 'POST /plant/test_index',
    update: 'PUT /plant/test_index',
    remove: 'DELETE /plant/test_index',
    export: 'GET /plant/test_index_export',
    import: 'POST /plant/test_index_import',
    template: 'GET /plant/test_index_template',
  },
  permissions: {
    view: 'signedIn',
    add: 'productStandardsAdd',
    edit: 'productStandardsEdit',
    delete: 'productStandardsDelete',
    export: 'productStandardsDownload',
  },
})
