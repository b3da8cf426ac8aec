import { fileOutput, defineEndpoint, listOutput, objectOutput } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, reference, text } from '@/contract/field'
import { severities } from '@/areas/incoming/rules/attribute-plan'
import { itemJudgements, inspectionResults } from '@/areas/incoming/rules/judge-inspection'
import { inspectionLevels, samplings } from '@/areas/standards/rules/material-standard'
import { materialKinds } from '@/areas/feeding/rules/feed'
import { inspectionCommands } from './inspection-commands'
import { readingsField } from './material-inspection'

const area = 'incoming'
const viewPermission = 'rawMaterialInspectionView'
const countField = integer({ required: true })
const idField = text({ required: true, max: 36 })
const labelField = text({ required: true })
const materialLabelField = { ...labelField, nameOfRow: 'material' } as const
const decimalField = amount({ unit: '', digits: 6 })
const planFields = {
  sampling: choice(samplings),
  level: choice(inspectionLevels),
  aql: amount({ unit: '%' }),
  severity: choice(severities, { required: true }),
  discontinued: flag({ required: true }),
  // Switching score of the supplier, see `rules/switching`.
  score: countField,
  lotSize: integer(),
  codeLetter: text(),
  sampleSize: integer(),
  acceptNumber: integer(),
  rejectNumber: integer(),
} as const
const itemFields = {
  name: labelField,
  nameEn: text(),
  method: text({ max: 120 }),
  unit: text({ max: 20 }),
  low: decimalField,
  target: decimalField,
  high: decimalField,
  required: flag({ required: true }),
  digits: integer(),
} as const
const standardFields = {
  standardId: reference('materialStandard', { required: true }),
  standardCode: labelField,
  standardRevision: countField,
} as const
const startInputFields = {
  lotId: reference('materialLot', { required: true }),
  standardCode: text({ max: 40 }),
  lotSize: integer({ min: 1, max: 100_000_000 }),
  steady: flag({}),
  resumed: flag({}),
} as const

/**
 * Materials with an approved standard, whose inspections are pre-filled. `waiting`: lots without a started inspection.
 */
export const materialsWithStandard = defineEndpoint('materialInspection.autoTypes', {
  area,
  routes: 'GET /quality/cm_auto_type',
  access: viewPermission,
  effect: 'read',
  output: listOutput({
    materialId: idField,
    label: materialLabelField,
    kind: choice(materialKinds, { required: true }),
    supplier: text(),
    ...standardFields,
    sampling: choice(samplings, { required: true }),
    items: countField,
    waiting: countField,
  }),
})
/** Initial values for the inspection of a lot, from lot, supplier and standard in force, with the sampling plan. */
export const initialInspectionValues = defineEndpoint('materialInspection.autoValues', {
  area,
  routes: 'GET /quality/cm_auto',
  access: viewPermission,
  effect: 'read',
  input: startInputFields,
  output: objectOutput({
    lotId: idField,
    number: labelField,
    materialId: idField,
    supplier: text(),
    supplierLot: text(),
    receivedOn: day({ required: true }),
    receivedKg: amount({ unit: 'kg', required: true }),
    // Calculated from the standard's shelf life if the lot has no expiry date.
    expiresOn: day(),
    certificates: countField,
    original: flag({ required: true }),
    ...standardFields,
    ...planFields,
    items: list(itemFields),
  }),
})
/** Options for form and filters: waiting lots, and materials, suppliers and inspectors of existing inspections. */
export const inspectionOptions = defineEndpoint('materialInspection.options', {
  area,
  routes: 'GET /quality/cm_options',
  access: viewPermission,
  effect: 'read',
  output: listOutput({
    group: choice(['lot', 'material', 'supplier', 'inspector'], { required: true }),
    id: text({ required: true }),
    label: labelField,
    detail: text(),
    inspections: countField,
  }),
})
/** Codes of the material standards in force, with their revision. */
export const standardCodes = defineEndpoint('materialInspection.standardCodes', {
  area,
  routes: 'GET /quality/ms_code',
  access: viewPermission,
  effect: 'read',
  input: { materialId: reference('material') },
  output: listOutput({
    ...standardFields,
    materialId: idField,
    label: materialLabelField,
    sampling: choice(samplings, { required: true }),
    items: countField,
  }),
})
/** Judges entered values against the standard in force for the lot, without storing anything. */
export const judgeEnteredReadings = defineEndpoint('materialInspection.judge', {
  area,
  routes: 'POST /quality/check_data',
  access: viewPermission,
  effect: 'read',
  input: {
    ...startInputFields,
    examined: integer({ min: 0 }),
    defects: integer({ min: 0 }),
    readings: readingsField,
  },
  output: objectOutput({
    ...standardFields,
    ...planFields,
    items: list({
      ...itemFields,
      n: countField,
      mean: decimalField,
      min: decimalField,
      max: decimalField,
      outside: countField,
      judgement: choice(itemJudgements, { required: true }),
    }),
    nonconforming: countField,
    result: choice(inspectionResults, { required: true }),
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
export const incomingEndpoints = [
  ...inspectionCommands,
  materialsWithStandard,
  initialInspectionValues,
  inspectionOptions,
  standardCodes,
  judgeEnteredReadings,
  certificateFile,
] as const
