import { fileOutput, defineEndpoint, listOutput, objectOutput } from '@/contract/endpoint'
import { choice, file, integer, list, reference, references, text } from '@/contract/field'
import { labelPrefixes, type QrLabelKind } from '@/plant/rules/label'

const area = 'equipment'
/** Permissions that allow reading the data of a machine. */
export const MACHINE_VIEW_PERMISSIONS = ['equipmentLedgerView', 'equipmentRecordView', 'repairView'] as const
const countField = integer({ required: true, min: 0 })

const scanKinds = [...(Object.keys(labelPrefixes) as [QrLabelKind, ...QrLabelKind[]]), 'unknown'] as const
/**
 * Finds the row with the code of a scanned label, or with a code typed without the label prefix. For an unknown code
 * `kind` is `unknown` and `id` is null.
 */
export const equipmentByCode = defineEndpoint('equipment.byCode', {
  area,
  routes: 'GET /book/scan',
  access: 'signedIn',
  effect: 'read',
  input: { text: text({ required: true, max: 400 }) },
  output: objectOutput({
    kind: choice(scanKinds, { required: true }),
    code: text({ required: true, max: 400 }),
    // Resource and id of the row to open.
    resource: text(),
    id: text({ max: 36 }),
    label: text({ max: 400 }),
    /** Further matches, if several rows share a code that was typed without the label prefix. */
    others: list({
      resource: text({ required: true }),
      id: text({ required: true }),
      label: text({ required: true, max: 400 }),
    }),
  }),
})

/** Data printed on machine labels; `text` is the content of the QR code. */
export const equipmentLabel = defineEndpoint('equipment.label', {
  area,
  routes: 'GET /book/label',
  access: MACHINE_VIEW_PERMISSIONS,
  effect: 'read',
  input: { ids: references('equipment', { required: true, max: 200 }) },
  output: listOutput({
    id: text({ required: true, max: 36 }),
    code: text({ required: true }),
    text: text({ required: true }),
    name: text({ required: true }),
    nameEn: text(),
    line: text(),
    area: text(),
    model: text(),
  }),
})

/** Downloads a document of a machine as it was uploaded. The file must be attached to that machine. */
export const equipmentDocument = defineEndpoint('equipment.document', {
  area,
  routes: 'GET /book/download',
  access: MACHINE_VIEW_PERMISSIONS,
  effect: 'read',
  input: { id: reference('equipment', { required: true }), file: file({ required: true, max: 1 }) },
  output: fileOutput('application/octet-stream'),
})

/** Counts of team and mechanical checks: all, today, not ok this month, and due or overdue by `nextDueOn`. */
export const checkCount = defineEndpoint('teamCheck.count', {
  area,
  routes: 'GET /check/count',
  access: 'teamCheckView',
  effect: 'read',
  output: objectOutput({
    total: countField,
    team: countField,
    mechanical: countField,
    today: countField,
    notOk: countField,
    due: countField,
    overdue: countField,
  }),
})
export const equipmentEndpoints = [equipmentByCode, equipmentLabel, equipmentDocument, checkCount] as const
