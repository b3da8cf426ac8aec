import { amount, choice, day, image, list, reference, text } from '@/contract/field'
import { calculateColorDifferences, deltaEFormulas, calculateWorstDifference } from '../rules/masterbatch'
import { defineVersionedDocument } from './document'

const lightness = { unit: '', digits: 2, min: 0, max: 100 } as const
const axis = { unit: '', digits: 2, min: -128, max: 128 } as const
const difference = amount({ unit: '', digits: 2, readonly: true })

/** Calibrations of masterbatches 母粒标定: addition per line, and colour difference from the master. */
export const masterbatchDocument = defineVersionedDocument('masterbatch', {
  page: 'masterbatchCalibration',
  content: {
    materialId: reference('material', { required: true }),
    colour: text({ required: true, max: 60 }),
    supplier: text(),
    supplierEn: text(),
    additions: list(
      {
        lineId: reference('line', { required: true }),
        percent: amount({ unit: '%', digits: 3, min: 0, max: 100, required: true }),
      },
      { max: 30 },
    ),
    // Master colour in CIE L*a*b* (D65, 10°).
    masterL: amount(lightness),
    masterA: amount(axis),
    masterB: amount(axis),
    formula: choice(deltaEFormulas, { default: 'cie76' }),
    tolerance: amount({ unit: '', digits: 2, min: 0 }),
    measured: list(
      {
        takenOn: day(),
        lineId: reference('line'),
        l: amount({ ...lightness, required: true }),
        a: amount({ ...axis, required: true }),
        b: amount({ ...axis, required: true }),
        deltaE: difference,
        deltaE2000: difference,
      },
      { max: 50 },
    ),
    worst: difference,
    photos: image({ max: 4 }),
  },
  derived: (row) => ({ measured: calculateColorDifferences(row), worst: calculateWorstDifference(row) }),
  subject: 'materialId',
  immutableFields: ['colour'],
  filters: ['colour'],
  english: { supplier: 'supplierEn' },
  search: ['colour', 'supplier'],
  routes: {
    list: 'GET /craft/master_batch',
    create: 'POST /craft/master_batch',
    update: 'PUT /craft/master_batch',
    remove: 'DELETE /craft/master_batch',
    newVersion: 'PUT /craft/mb_new',
    excel: 'GET /craft/mb_export',
    submit: 'POST /craft/mb_audit',
    approval: 'GET /craft/mb_audit',
    ratify: 'POST /craft/mb_ratify',
    withdraw: 'POST /plant/master_batch_withdraw',
    replaceApprover: 'POST /plant/master_batch_replace_approver',
    approvers: 'GET /plant/master_batch_approvers',
  },
})
