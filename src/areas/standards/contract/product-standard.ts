import { amount, choice, flag, integer, list, reference, text } from '@/contract/field'
import { speedField } from '@/plant/contract/line'
import { comparisons, limitSeasons } from '../rules/product-standard'
import { defineVersionedDocument } from './document'

const percentOptions = { unit: '%', digits: 3, min: 0, max: 100 } as const
const limitField = amount({ unit: '', digits: 6 })

/**
 * Product standards 产品标准: limits of the tests and standard quantities of a product. A customer may have its own
 * variant.
 */
export const productDocument = defineVersionedDocument('productStandard', {
  page: 'productStandards',
  contentFields: {
    productId: reference('product', { required: true }),
    // Customer of this variant; empty for all customers without a variant of their own.
    customerId: reference('customer'),
    indexes: list(
      {
        indexId: reference('testIndex', { required: true }),
        season: choice(limitSeasons, { default: 'both' }),
        lsl: limitField,
        target: limitField,
        usl: limitField,
        samplesPerRoll: integer({ min: 1, max: 200 }),
        comparison: choice(comparisons, { default: 'rounded' }),
        onCertificate: flag({ default: true }),
      },
      { max: 80 },
    ),
    // Standard quantities for costing.
    mix: list(
      {
        materialId: reference('material', { required: true }),
        percent: amount({ ...percentOptions, required: true }),
      },
      { max: 30 },
    ),
    trimPercent: amount(percentOptions),
    wastePercent: amount(percentOptions),
    rollsPerPackage: integer({ min: 1, max: 1000 }),
    packing: text({ max: 200 }),
    energy: list(
      {
        lineId: reference('line', { required: true }),
        kwhPerKg: amount({ unit: 'kWh/kg', digits: 4, min: 0, required: true }),
      },
      { max: 30 },
    ),
    crewHours: amount({ unit: 'h/t', digits: 3, min: 0 }),
    speed: speedField,
  },
  subjectField: 'productId',
  immutableFields: ['customerId'],
  filters: ['customerId'],
  // The winder page (`rollInteractiveView`) reads the standard to check if an order may start.
  readPermissions: ['qualityDataView', 'qualityReportView', 'rollInteractiveView'],
  routes: {
    list: 'GET /craft/standard',
    create: 'POST /craft/standard',
    update: 'PUT /craft/standard',
    remove: 'DELETE /craft/standard',
    newVersion: 'PUT /craft/ps_new',
    excel: 'GET /craft/ps_file',
    submit: 'POST /craft/ps_audit',
    approval: 'GET /craft/ps_audit',
    ratify: 'POST /craft/ps_ratify',
    withdraw: 'POST /plant/product_standard_withdraw',
    replaceApprover: 'POST /plant/product_standard_replace_approver',
    approvers: 'GET /plant/product_standard_approvers',
  },
})
export const productStandard = productDocument.resource
