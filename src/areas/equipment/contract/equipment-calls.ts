import { blob, defineEndpoint, many, one, page } from '@/contract/endpoint'
import { amount, choice, day, file, integer, list, moment, reference, references, text } from '@/contract/field'
import { labelKinds, type LabelKind } from '@/plant/rules/label'
import { conditions } from './equipment'
import { equipmentUse } from '@/areas/equipment/rules/equipment'
import { recordKindNames } from './options'

const area = 'equipment'
const readers = ['equipmentLedgerView', 'equipmentRecordView', 'repairView'] as const
const figure = integer({ required: true, min: 0 })
const period = { from: day(), to: day() } as const

/** Where a history line comes from. */
export const historyKinds = [...recordKindNames, 'useRecord', 'repair', 'pollingResult', 'stockMovement'] as const
/** Everything that happened to a machine, newest first; `total` is the number of lines known to be there. */
export const equipmentHistory = defineEndpoint('equipment.history', {
  area,
  routes: 'GET /book/history',
  access: readers,
  effect: 'read',
  input: {
    id: reference('equipment', { required: true }),
    kind: choice(historyKinds),
    ...period,
    size: integer({ min: 1, max: 200 }),
    after: text({ max: 400 }),
  },
  output: page({
    id: text({ required: true, max: 36 }),
    kind: choice(historyKinds, { required: true }),
    occurredAt: moment({ required: true }),
    // Title of the row in the caller's language, its result or state, and who.
    title: text({ required: true, max: 400 }),
    state: text({ max: 40 }),
    people: references('user'),
    images: integer({ min: 0 }),
  }),
})

/** The figures at the head of a machine's page. MTTR and MTBF: `maintenance/rules/indicators`; over the period given, else the last 90 days. */
export const equipmentSummary = defineEndpoint('equipment.summary', {
  area,
  routes: 'GET /book/summary',
  access: readers,
  effect: 'read',
  input: { id: reference('equipment', { required: true }), ...period },
  output: one({
    state: choice(equipmentUse.states, { required: true }),
    condition: choice(conditions, { required: true }),
    openRepairs: list({
      id: text({ required: true }),
      number: text({ required: true }),
      state: text({ required: true }),
      reportedAt: moment({ required: true }),
    }),
    nextRounds: list({
      id: text({ required: true }),
      planName: text({ required: true }),
      dueAt: moment({ required: true }),
    }),
    nextUpkeep: list({
      id: text({ required: true }),
      title: text({ required: true }),
      dueOn: day(),
      state: text({ required: true }),
    }),
    from: day({ required: true }),
    to: day({ required: true }),
    mttr: amount({ unit: 'h' }),
    mtbf: amount({ unit: 'h' }),
    // Why a figure is not there.
    mttrReason: choice(['noBreakdowns', 'emptyPeriod']),
    mtbfReason: choice(['noBreakdowns', 'emptyPeriod']),
    breakdowns: figure,
    repairs: figure,
    stopHours: amount({ unit: 'h', required: true }),
    records: list({ kind: choice(recordKindNames, { required: true }), count: figure, lastAt: moment() }),
  }),
})

const scanKinds = [...(Object.keys(labelKinds) as [LabelKind, ...LabelKind[]]), 'unknown'] as const
/** What a scanned or typed text means here: the row behind a label, or behind a bare code. An unknown one answers kind `unknown` and no id. */
export const equipmentByCode = defineEndpoint('equipment.byCode', {
  area,
  routes: 'GET /book/scan',
  access: 'signedIn',
  effect: 'read',
  input: { text: text({ required: true, max: 400 }) },
  output: one({
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
  access: readers,
  effect: 'read',
  input: { ids: references('equipment', { required: true, max: 200 }) },
  output: many({
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
  access: readers,
  effect: 'read',
  input: { id: reference('equipment', { required: true }), file: file({ required: true, max: 1 }) },
  output: blob('application/octet-stream'),
})

/** Parts replaced: records of both kinds, of today and of this month, pieces, and what lies at or below its minimum in the store. */
export const partsCount = defineEndpoint('partsRecord.count', {
  area,
  routes: 'GET /parts/count',
  access: 'signedIn',
  effect: 'read',
  output: one({
    total: figure,
    mechanical: figure,
    electrical: figure,
    today: figure,
    month: figure,
    belowMinimum: figure,
  }),
})
/** Check sheets: all, of today, with a result that is not ok this month, due and overdue by their next day. */
export const checkCount = defineEndpoint('teamCheck.count', {
  area,
  routes: 'GET /check/count',
  access: 'signedIn',
  effect: 'read',
  output: one({
    total: figure,
    team: figure,
    mechanical: figure,
    today: figure,
    notOk: figure,
    due: figure,
    overdue: figure,
  }),
})
export const equipmentCalls = [
  equipmentHistory,
  equipmentSummary,
  equipmentByCode,
  equipmentLabel,
  equipmentDocument,
  partsCount,
  checkCount,
] as const
