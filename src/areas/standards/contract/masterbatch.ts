import { amount, choice, day, image, list, reference, text } from '@/contract/field'
import { calculateColorDifferences, deltaEFormulas, calculateWorstDifference } from '../rules/masterbatch'
import { defineVersionedDocument } from './document'

const lightnessOptions = { unit: '', digits: 2, min: 0, max: 100 } as const
const colorAxisOptions = { unit: '', digits: 2, min: -128, max: 128 } as const
const colorDifferenceField = amount({ unit: '', digits: 2, readonly: true })

/** Calibrations of masterbatches 母粒标定: addition per line, and colour difference from the master. */
export const masterbatchDocument = defineVersionedDocument('masterbatch', {
  page: 'masterbatchCalibration',
  contentFields: {
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
    masterL: amount(lightnessOptions),
    masterA: amount(colorAxisOptions),
    masterB: amount(colorAxisOptions),
    formula: choice(deltaEFormulas, { default: 'cie76' }),
    tolerance: amount({ unit: '', digits: 2, min: 0, max: 100 }),
    measured: list(
      {
        takenOn: day({ notFuture: true }),
        lineId: reference('line'),
        l: amount({ ...lightnessOptions, required: true }),
        a: amount({ ...colorAxisOptions, required: true }),
        b: amount({ ...colorAxisOptions, required: true }),
        deltaE: colorDifferenceField,
        deltaE2000: colorDifferenceField,
      },
      { max: 50 },
    ),
    // Largest difference by the chosen formula.
    worst: colorDifferenceField,
    photos: image({ max: 4 }),
  },
  deriveFields: (row) => ({ measured: calculateColorDifferences(row), worst: calculateWorstDifference(row) }),
  subjectField: 'materialId',
  immutableFields: ['colour'],
  filters: ['colour'],
  englishFields: { supplier: 'supplierEn' },
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
