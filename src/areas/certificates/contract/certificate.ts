import { amount, choice, day, flag, integer, list, moment, note, reference, references, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { grades } from '@/areas/rolls/rules/grade'
import { replacementsField } from '@/areas/standards/contract/approval'
import { seasons } from '@/areas/standards/rules/season'
import { certificateLifecycle } from '@/areas/certificates/rules/certificate'
import { certificateJudgements } from '@/areas/certificates/rules/judgement'

const resultField = amount({ unit: '', digits: 6 })
const weightField = amount({ unit: 'kg', digits: 3 })
const labelField = text({ max: 400 })
/** Results by test index. Name, method and limits are copied, so later changes of the standard do not affect them. */
export const certificateLines = list(
  {
    indexId: reference('testIndex', { required: true }),
    code: text({ required: true, max: 40 }),
    name: text({ required: true }),
    nameEn: text(),
    unit: text({ max: 20 }),
    method: text({ max: 120 }),
    digits: integer({ required: true }),
    lsl: resultField,
    target: resultField,
    usl: resultField,
    // Numbers of values, of tested jumbo rolls, and of samples below the limit of detection.
    n: integer({ required: true }),
    rolls: integer({ required: true }),
    below: integer({ required: true }),
    mean: resultField,
    min: resultField,
    max: resultField,
    deviation: resultField,
    judgement: choice(certificateJudgements, { required: true }),
  },
  { max: 60 },
)
export const certifiedRolls = list(
  {
    id: text({ required: true, max: 36 }),
    number: text({ required: true, max: 100 }),
    widthMm: integer({ unit: 'mm' }),
    lengthM: amount({ unit: 'm', digits: 1 }),
    kg: weightField,
    madeOn: day(),
    grade: choice(grades),
  },
  { max: 2000 },
)
/** Content of a certificate, both as computed and as stored when it was drafted. */
export const certificateContentFields = {
  workOrderId: reference('workOrder', { required: true }),
  customerId: reference('customer'),
  productId: reference('product', { required: true }),
  templateId: reference('coaTemplate'),
  orderNumber: text({ required: true, max: 60 }),
  // Text with all production batches of the rolls. A roll cut from another order's jumbo belongs to that order's batch.
  batch: text({ max: 1000 }),
  purchaseOrder: text({ max: 80 }),
  company: labelField,
  companyEn: labelField,
  address: labelField,
  customer: labelField,
  customerEn: labelField,
  product: labelField,
  productEn: labelField,
  specification: labelField,
  specificationEn: labelField,
  quantityKg: weightField,
  rollCount: integer({ required: true, default: 0 }),
  madeFrom: day(),
  madeTo: day(),
  testedFrom: day(),
  testedTo: day(),
  productStandardId: reference('productStandard'),
  standard: text({ max: 60 }),
  season: choice(seasons),
  lines: certificateLines,
  showRolls: flag({ default: true }),
  // Laboratory test batches whose results are cited. The certificate page warns if one is withdrawn.
  batchIds: references('testBatch', { max: 500 }),
  sampling: note({ max: 400 }),
  samplingEn: note({ max: 400 }),
  remarks: list({ text: note({ required: true, max: 1000 }), textEn: note({ max: 1000 }) }, { max: 20 }),
} as const

const readonlyMoment = moment({ readonly: true })
const readonlyUser = reference('user', { readonly: true })
/** Certificates of analysis 检验报告. Numbers are never reused, and issued content never changes. */
export const certificate = defineResource('certificate', {
  area: 'certificates',
  fields: {
    number: text({ required: true, readonly: true, max: 40 }),
    state: choice(certificateLifecycle.states, { required: true, readonly: true }),
    ...certificateContentFields,
    // Reason for issuing the certificate although test data are missing or fail.
    concession: note({ max: 1000 }),
    approverId: reference('user', { required: true }),
    // Changes of the approver; a replacement of the certificate itself is in `replacesId`.
    replacements: replacementsField,
    draftedBy: readonlyUser,
    // The persons' names when they signed, because a name may change later.
    draftedName: text({ readonly: true, max: 60 }),
    issuedName: text({ readonly: true, max: 60 }),
    draftedAt: moment({ required: true, readonly: true }),
    issuedBy: readonlyUser,
    issuedAt: readonlyMoment,
    // Predecessor and successor of a revised certificate.
    replacesId: reference('certificate'),
    replacedById: reference('certificate', { readonly: true }),
    // Why the certificate was rejected, withdrawn or invalidated.
    reason: note({ readonly: true, max: 1000 }),
  },
  title: ['number'],
  englishFields: {
    company: 'companyEn',
    customer: 'customerEn',
    product: 'productEn',
    specification: 'specificationEn',
  },
  unique: [['number']],
  filters: ['state', 'workOrderId', 'customerId', 'productId', 'approverId', 'draftedAt', 'issuedAt'],
  search: ['number', 'orderNumber', 'batch', 'purchaseOrder'],
  sort: '-draftedAt',
  routes: { list: 'GET /quality/certificate', export: 'GET /quality/certificate_list_excel' },
  permissions: { view: 'qualityReportView', export: 'qualityReportDownload' },
})

/**
 * Data of a certificate that lists do not load: the rolls, and the code of the verification page. The QR code contains
 * this code of 128 random bits.
 */
export const certificateAnnex = defineResource('certificateAnnex', {
  area: 'certificates',
  fields: {
    certificateId: reference('certificate', { required: true }),
    rolls: certifiedRolls,
    verifyCode: text({ required: true, readonly: true, max: 40 }),
  },
  title: ['certificateId'],
  unique: [['certificateId'], ['verifyCode']],
  sort: 'certificateId',
  routes: {},
  permissions: { view: 'qualityReportView' },
})
