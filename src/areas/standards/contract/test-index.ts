import { flag, integer, note, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'

/**
 * Test indexes 检测项目: what the laboratory measures, by which method and in which unit. Limits are the standards' (a product's,
 * a material's); a reading is rounded to `digits` by GB/T 8170.
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
    // Shrinkage may be below zero; a variation, a strength or a mass never is.
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
