import { fileOutput, defineEndpoint, listOutput, objectOutput } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, reference, text } from '@/contract/field'
import { severities } from '@/areas/incoming/rules/attribute-plan'
import { judgements, results } from '@/areas/incoming/rules/judgement'
import { inspectionLevels, samplings } from '@/areas/standards/rules/material-standard'
import { materialKinds } from '@/areas/feeding/rules/feed'
import { inspectionCommands } from './inspection-commands'
import { readings } from './material-inspection'

const area = 'incoming'
const view = 'rawMaterialInspectionView'
const count = integer({ required: true })
const id = text({ required: true, max: 36 })
const label = text({ required: true })
const limit = amount({ unit: '', digits: 6 })
const plan = {
  sampling: choice(samplings),
  level: choice(inspectionLevels),
  aql: amount({ unit: '%' }),
  severity: choice(severities, { required: true }),
  discontinued: flag({ required: true }),
  score: count,
  lotSize: integer(),
  codeLetter: text(),
  sampleSize: integer(),
  acceptNumber: integer(),
  rejectNumber: integer(),
} as const
const item = {
  name: label,
  nameEn: text(),
  method: text({ max: 120 }),
  unit: text({ max: 20 }),
  low: limit,
  target: limit,
  high: limit,
  required: flag({ required: true }),
  digits: integer(),
} as const
const standard = {
  standardId: reference('materialStandard', { required: true }),
  standardCode: label,
  standardRevision: count,
} as const
const asked = {
  lotId: reference('materialLot', { required: true }),
  standardCode: text({ max: 40 }),
  lotSize: integer({ min: 1, max: 100_000_000 }),
  steady: flag({}),
  resumed: flag({}),
} as const

/**
 * Materials with an approved standard, whose inspections are pre-filled. `waiting`: lots without a started inspection.
 */
export const autoTypes = defineEndpoint('materialInspection.autoTypes', {
  area,
  routes: 'GET /quality/cm_auto_type',
  access: view,
  effect: 'read',
  output: listOutput({
    materialId: id,
    label,
    kind: choice(materialKinds, { required: true }),
    supplier: text(),
    ...standard,
    sampling: choice(samplings, { required: true }),
    items: count,
    waiting: count,
  }),
})
/** Initial values for the inspection of a lot, from lot, supplier and standard in force, with the sampling plan. */
export const autoValues = defineEndpoint('materialInspection.autoValues', {
  area,
  routes: 'GET /quality/cm_auto',
  access: view,
  effect: 'read',
  input: asked,
  output: objectOutput({
    lotId: id,
    number: label,
    materialId: id,
    supplier: text(),
    supplierLot: text(),
    receivedOn: day({ required: true }),
    receivedKg: amount({ unit: 'kg', required: true }),
    // Calculated from the standard's shelf life if the lot has no expiry date.
    expiresOn: day(),
    certificates: count,
    original: flag({ required: true }),
    ...standard,
    ...plan,
    items: list(item),
  }),
})
/** Options for form and filters: waiting lots, and materials, suppliers and inspectors of existing inspections. */
export const inspectionOptions = defineEndpoint('materialInspection.options', {
  area,
  routes: 'GET /quality/cm_options',
  access: view,
  effect: 'read',
  output: listOutput({
    group: choice(['lot', 'material', 'supplier', 'inspector'], { required: true }),
    id: text({ required: true }),
    label,
    detail: text(),
    inspections: count,
  }),
})
/** Codes of the material standards in force, with their revision. */
export const standardCodes = defineEndpoint('materialInspection.standardCodes', {
  area,
  routes: 'GET /quality/ms_code',
  access: view,
  effect: 'read',
  input: { materialId: reference('material') },
  output: listOutput({
    ...standard,
    materialId: id,
    label,
    sampling: choice(samplings, { required: true }),
    items: count,
  }),
})
/** Judges entered values by the standard in force for the lot, without storing anything. */
export const judgeTyped = defineEndpoint('materialInspection.judge', {
  area,
  routes: 'POST /quality/check_data',
  access: view,
  effect: 'read',
  input: {
    ...asked,
    examined: integer({ min: 0 }),
    defects: integer({ min: 0 }),
    readings,
  },
  output: objectOutput({
    ...standard,
    ...plan,
    items: list({
      ...item,
      n: count,
      mean: limit,
      min: limit,
      max: limit,
      outside: count,
      judgement: choice(judgements, { required: true }),
    }),
    nonconforming: count,
    result: choice(results, { required: true }),
  }),
})
/** The supplier's certificate attached to the lot; by default the newest one. */
export const certificateFile = defineEndpoint('materialInspection.coa', {
  area,
  routes: 'GET /quality/cm_coa',
  access: 'rawMaterialInspectionDownload',
  effect: 'read',
  input: { id: reference('materialInspection', { required: true }), index: integer({ min: 0, max: 8 }) },
  output: fileOutput('application/octet-stream'),
})
export const inspectionCalls = [
  ...inspectionCommands,
  autoTypes,
  autoValues,
  inspectionOptions,
  standardCodes,
  judgeTyped,
  certificateFile,
] as const
