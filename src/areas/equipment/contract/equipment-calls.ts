import { fileOutput, defineEndpoint, listOutput, objectOutput } from '@/contract/endpoint'
import { choice, file, integer, list, reference, references, text } from '@/contract/field'
import { labelPrefixes, type QrLabelKind } from '@/plant/rules/label'

const area = 'equipment'
/** Who may read about a machine. */
export const machineReaders = ['equipmentLedgerView', 'equipmentRecordView', 'repairView'] as const
const figure = integer({ required: true, min: 0 })

const scanKinds = [...(Object.keys(labelPrefixes) as [QrLabelKind, ...QrLabelKind[]]), 'unknown'] as const
/** What a scanned or typed text means here: the row behind a label, or behind a bare code. An unknown one answers kind `unknown` and no id. */
export const equipmentByCode = defineEndpoint('equipment.byCode', {
  area,
  routes: 'GET /book/scan',
  access: 'signedIn',
  effect: 'read',
  input: { text: text({ required: true, max: 400 }) },
  output: objectOutput({
    kind: choice(scanKinds, { required: true }),
    code: text({ required: true, max: 400 }),
    // The resource and the row to open.
    resource: text(),
    id: text({ max: 36 }),
    label: text({ max: 400 }),
    /** A bare code that fits several rows. */
    others: list({
      resource: text({ required: true }),
      id: text({ required: true }),
      label: text({ required: true, max: 400 }),
    }),
  }),
})

/** What is printed on labels: `text` is the content of the QR code. */
export const equipmentLabel = defineEndpoint('equipment.label', {
  area,
  routes: 'GET /book/label',
  access: machineReaders,
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

/** A document of a machine as it was uploaded; the file must hang on that machine. */
export const equipmentDocument = defineEndpoint('equipment.document', {
  area,
  routes: 'GET /book/download',
  access: machineReaders,
  effect: 'read',
  input: { id: reference('equipment', { required: true }), file: file({ required: true, max: 1 }) },
  output: fileOutput('application/octet-stream'),
})

/** Check sheets: all, of today, with a result that is not ok this month, due and overdue by their next day. */
export const checkCount = defineEndpoint('teamCheck.count', {
  area,
  routes: 'GET /check/count',
  access: 'teamCheckView',
  effect: 'read',
  output: objectOutput({
    total: figure,
    team: figure,
    mechanical: figure,
    today: figure,
    notOk: figure,
    due: figure,
    overdue: figure,
  }),
})
export const equipmentCalls = [equipmentByCode, equipmentLabel, equipmentDocument, checkCount] as const
