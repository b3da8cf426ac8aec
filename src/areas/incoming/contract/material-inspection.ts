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
  type FieldsRow,
} from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { severities } from '@/areas/incoming/rules/attribute-plan'
import { judge, judgements, planOf, results } from '@/areas/incoming/rules/judgement'
import { materialInspection as life } from '@/areas/incoming/rules/material-inspection'
import { inspectionLevels, samplings } from '@/areas/standards/rules/material-standard'

const figure = amount({ unit: '', digits: 6, readonly: true })
/** What is inspected, as the standard said when the inspection began, and what came out. */
const itemFields = {
  indexId: reference('testIndex'),
  name: text({ required: true }),
  nameEn: text(),
  method: text({ max: 120 }),
  unit: text({ max: 20 }),
  low: figure,
  target: figure,
  high: figure,
  required: flag({ default: true }),
  // A reading is rounded to so many decimals before it is compared.
  digits: integer({ min: 0, max: 6 }),
  n: integer(),
  mean: figure,
  min: figure,
  max: figure,
  outside: integer(),
  judgement: choice(judgements),
} as const
/** A reading: of which item, of which package or piece, and what it says. */
const readingFields = {
  item: integer({ required: true, min: 0, max: 59 }),
  sample: integer({ min: 1, max: 10_000 }),
  value: amount({ unit: '', digits: 6 }),
  ok: flag({}),
} as const
const MOST_READINGS = 3000
export const readings = list(readingFields, { max: MOST_READINGS })
/** What the inspector counts and measures. */
export const recordedFields = {
  examined: integer({ min: 0, max: 1_000_000 }),
  defects: integer({ min: 0, max: 1_000_000 }),
  readings,
  // The plant's own fields of this material.
  extra: custom('materialInspection'),
  inspectedOn: day(),
  images: image(),
  note: note({ max: 2000 }),
} as const
/** What is said when it begins. */
export const startFields = {
  lotId: reference('materialLot', { required: true }),
  // Packages of a lot of resin, pieces of a lot of cores.
  lotSize: integer({ min: 1, max: 100_000_000 }),
  steady: flag({ default: false }),
  resumed: flag({ default: false }),
} as const
const by = reference('user', { readonly: true })
const at = moment({ readonly: true })
const fields = {
  number: text({ required: true, readonly: true, max: 40 }),
  state: choice(life.states, { required: true, readonly: true }),
  result: choice(results, { readonly: true, default: 'open' }),
  ...startFields,
  materialId: reference('material', { readonly: true }),
  supplier: text({ readonly: true }),
  supplierEn: text({ readonly: true }),
  // The version in force when it began; its limits are copied into the items.
  standardId: reference('materialStandard', { readonly: true }),
  standardCode: text({ readonly: true, max: 40 }),
  standardRevision: integer({ readonly: true }),
  sampling: choice(samplings, { readonly: true }),
  level: choice(inspectionLevels, { readonly: true }),
  aql: amount({ unit: '%', digits: 3, readonly: true }),
  severity: choice(severities, { readonly: true, default: 'normal' }),
  discontinued: flag({ readonly: true, default: false }),
  // The first inspection of its lot: the switching rules count no other.
  original: flag({ readonly: true, default: true }),
  codeLetter: text({ readonly: true, max: 1 }),
  sampleSize: integer({ readonly: true }),
  acceptNumber: integer({ readonly: true }),
  rejectNumber: integer({ readonly: true }),
  nonconforming: integer({ readonly: true, default: 0 }),
  items: list(itemFields, { readonly: true, hidden: true, max: 60 }),
  ...recordedFields,
  // Shown with the items.
  readings: list(readingFields, { max: MOST_READINGS, hidden: true }),
  startedAt: at,
  inspectedBy: by,
  decidedBy: by,
  decidedAt: at,
  reason: note({ readonly: true, max: 1000 }),
} as const

/** Plan and judgement, worked out from what was counted and measured; a phone does the same. */
function derived(row: FieldsRow<typeof fields>) {
  const plan = planOf(row)
  const judged = judge({ ...row, ...plan })
  return {
    ...plan,
    items: row.items.map((item, i) => ({ ...item, ...judged.items[i]! })),
    nonconforming: judged.nonconforming,
    result: judged.result,
  }
}

/** Inspections of what arrived 来料检验: one a lot, another one when it is inspected again. */
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
  deriveFields: derived,
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
