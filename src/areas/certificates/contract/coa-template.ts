import { flag, list, note, reference, references, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'

/** Templates of certificates 报告模板, by customer and product; the most specific one that fits is the default. */
export const coaTemplate = defineResource('coaTemplate', {
  area: 'certificates',
  fields: {
    code: text({ required: true, max: 40, format: 'code' }),
    name: text({ required: true }),
    nameEn: text(),
    customerId: reference('customer'),
    productId: reference('product'),
    company: text({ required: true, max: 200 }),
    companyEn: text({ required: true, max: 200 }),
    address: text({ max: 400 }),
    // Test standard and sampling method, as printed for the customer.
    sampling: note({ max: 400 }),
    samplingEn: note({ max: 400 }),
    // Indexes in the order of the certificate. Empty: all indexes that the product standard marks for certificates.
    indexes: list({ indexId: reference('testIndex', { required: true }) }, { max: 60 }),
    remarks: references('coaRemark', { max: 20 }),
    showRolls: flag({ default: true }),
    active: flag({ default: true }),
  },
  title: ['code', 'name'],
  englishFields: { name: 'nameEn', company: 'companyEn', sampling: 'samplingEn' },
  unique: [['code']],
  filters: ['customerId', 'productId', 'active'],
  search: ['code', 'name'],
  sort: 'code',
  routes: {
    list: 'GET /plant/coa_template',
    create: 'POST /quality/add_coa_template',
    update: 'PUT /plant/coa_template',
    remove: 'DELETE /plant/coa_template',
  },
  permissions: {
    view: 'qualityReportView',
    add: 'qualityReportAdd',
    edit: 'qualityReportEdit',
    delete: 'qualityReportDelete',
  },
})
