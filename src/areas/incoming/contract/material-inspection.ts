import {
  amount,
  choice,
  custom,
  day,
  flag,
  image,
  integer,
  list,
  moment,
  note,
  reference,
  text,
} from '@/contract/field'
import type { FieldsRow } from '@/contract/field-values'
import { defineResource } from '@/contract/resource'
import { severities } from '@/areas/incoming/rules/attribute-plan'
import {
  judgeInspection,
  itemJudgements,
  buildSamplingPlan,
  inspectionResults,
} from '@/areas/incoming/rules/judge-inspection'
import { materialInspectionLifecycle } from '@/areas/incoming/rules/material-inspection'
import { inspectionLevels, samplings } from '@/areas/standards/rules/material-standard'
import { definitionFields } from '@/areas/equipment/contract/custom-field'

const decimalField = amount({ unit: '', digits: 6, readonly: true })
/** An inspected item, copied from the standard at the start of the inspection, with its results. */
const itemFields = {
  indexId: reference('testIndex'),
  name: text({ required: true }),
  nameEn: text(),
  method: text({ max: 120 }),
  unit: text({ max: 20 }),
  low: decimalField,
  target: decimalField,
  high: decimalField,
  required: flag({ default: true }),
  // A reading is rounded to this number of decimals before comparison.
  digits: integer({ min: 0, max: 6 }),
  // Number of readings.
  n: integer(),
  mean: decimalField,
  min: decimalField,
  max: decimalField,
  // Number of readings outside the limits.
  outside: integer(),
  judgement: choice(itemJudgements),
} as const
/** A reading: index of its item, number of the package or piece, and a value, or `ok` for an item judged by eye. */
const readingFields = {
  item: integer({ required: true, min: 0, max: 59 }),
  sample: integer({ min: 1, max: 10_000 }),
  value: amount({ unit: '', digits: 6 }),
  ok: flag({}),
} as const
const MAX_READINGS = 3000
export const readingsField = list(readingFields, { max: MAX_READINGS })
/** Fields that the inspector records. */
export const recordedFields = {
  // Number of inspected packages or pieces.
  examined: integer({ min: 0, max: 1_000_000 }),
  // Number of nonconforming packages or pieces that no reading shows.
  defects: integer({ min: 0, max: 1_000_000 }),
  readings: readingsField,
  // Custom fields of this material.
  extra: custom('materialInspection'),
  inspectedOn: day({ notFuture: true }),
  images: image(),
  note: note({ max: 2000 }),
} as const
/** Fields that are entered at the start. */
export const startFields = {
  lotId: reference('materialLot', { required: true }),
  // Number of packages (e.g. resin) or pieces (e.g. cores) in the lot.
  lotSize: integer({ min: 1, max: 100_000_000 }),
  // Production is steady and reduced inspection is agreed.
  steady: flag({ default: false }),
  // Sampling is resumed with this lot after it was discontinued, because the supplier has acted.
  resumed: flag({ default: false }),
} as const
const userField = reference('user', { readonly: true })
const momentField = moment({ readonly: true })
const fields = {
  number: text({ required: true, readonly: true, max: 40 }),
  state: choice(materialInspectionLifecycle.states, { required: true, readonly: true }),
  result: choice(inspectionResults, { readonly: true, default: 'open' }),
  ...startFields,
  materialId: reference('material', { readonly: true }),
  supplier: text({ readonly: true }),
  supplierEn: text({ readonly: true }),
  // The revision in force at the start; its limits are copied into the items.
  standardId: reference('materialStandard', { readonly: true }),
  standardCode: text({ readonly: true, max: 40 }),
  standardRevision: integer({ readonly: true }),
  sampling: choice(samplings, { readonly: true }),
  level: choice(inspectionLevels, { readonly: true }),
  aql: amount({ unit: '%', digits: 3, readonly: true }),
  severity: choice(severities, { readonly: true, default: 'normal' }),
  // No acceptance by sampling until the supplier has acted, see `rules/switching`.
  discontinued: flag({ readonly: true, default: false }),
  // True for the first inspection of the lot, which alone counts for the switching rules.
  original: flag({ readonly: true, default: true }),
  codeLetter: text({ readonly: true, max: 1 }),
  sampleSize: integer({ readonly: true }),
  acceptNumber: integer({ readonly: true }),
  rejectNumber: integer({ readonly: true }),
  nonconforming: integer({ readonly: true, default: 0 }),
  items: list(itemFields, { readonly: true, hidden: true, max: 60 }),
  ...recordedFields,
  // Hidden as a field, because the app displays readings with their items.
  readings: list(readingFields, { max: MAX_READINGS, hidden: true }),
  startedAt: momentField,
  inspectedBy: userField,
  decidedBy: userField,
  decidedAt: momentField,
  reason: note({ readonly: true, max: 1000 }),
} as const

/** Derives sampling plan and judgement from counts and readings, on the server and offline on the phone. */
function deriveJudgement(row: FieldsRow<typeof fields>) {
  const plan = buildSamplingPlan(row)
  const judgement = judgeInspection({ ...row, ...plan })
  return {
    ...plan,
    items: row.items.map((item, i) => ({ ...item, ...judgement.items[i]! })),
    nonconforming: judgement.nonconforming,
    result: judgement.result,
  }
}

/** 来料检验: inspections of incoming material. Each re-inspection of a lot is a new row. */
export const materialInspection = defineResource('materialInspection', {
  area: 'incoming',
  fields,
  title: ['number'],
  englishFields: { supplier: 'supplierEn' },
  unique: [['number']],
  filters: [
    'state',
    'result',
    'lotId',
    'materialId',
    'supplier',
    'sampling',
    'severity',
    'inspectedOn',
    'inspectedBy',
    'decidedAt',
  ],
  search: ['number', 'supplier', 'standardCode', 'note'],
  sort: '-startedAt',
  importKey: ['lotId'],
  inShiftPack: true,
  deriveFields: deriveJudgement,
  routes: {
    list: 'GET /quality/check_material',
    remove: 'DELETE /quality/check_material',
    export: 'GET /quality/cm_export',
    import: 'POST /quality/cm_excel',
    template: 'GET /plant/cm_template',
  },
  permissions: {
    view: 'rawMaterialInspectionView',
    delete: 'rawMaterialInspectionDelete',
    export: 'rawMaterialInspectionExport',
    import: 'rawMaterialInspectionUpload',
  },
})

/** Custom fields that the plant adds to inspections of a material; validated like the custom fields of equipment. */
export const incomingField = defineResource('incomingField', {
  area: 'incoming',
  fields: { materialId: reference('material', { required: true }), ...definitionFields },
  title: ['labelZh'],
  englishFields: { labelZh: 'labelEn' },
  unique: [['materialId', 'key']],
  filters: ['materialId'],
  search: ['key', 'labelZh'],
  sort: 'sortOrder',
  inShiftPack: true,
  routes: {
    list: 'GET /quality/cm_field',
    create: 'POST /quality/cm_field',
    update: 'PUT /plant/cm_field',
    remove: 'DELETE /quality/cm_field',
  },
  permissions: {
    view: 'rawMaterialInspectionView',
    add: 'rawMaterialInspectionApprove',
    edit: 'rawMaterialInspectionApprove',
    delete: 'rawMaterialInspectionApprove',
  },
})
