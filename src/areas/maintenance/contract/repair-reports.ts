import { defineEndpoint, listOutput, objectOutput } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, moment, reference, references, text } from '@/contract/field'
import { defineReport } from '@/contract/report'
import { resourcePageOutput } from '@/contract/resource'
import { countedRepairStates, repairLifecycle } from '@/areas/maintenance/rules/repair'
import { faultKinds, repair } from './repair'

const area = 'maintenance'
const effect = 'read'
const countField = integer({ required: true, min: 0 })
const periodFields = { from: day(), to: day() } as const

/** Lists the repairs of one machine, newest first. */
export const repairsOfEquipment = defineEndpoint('repair.ofEquipment', {
  area,
  routes: 'POST /book/equ_repair',
  access: ['repairView', 'equipmentLedgerView'],
  effect,
  input: {
    equipmentId: reference('equipment', { required: true }),
    state: choice(repairLifecycle.states),
    page: integer({ min: 1, max: 1_000_000 }),
    size: integer({ min: 1, max: 500 }),
    after: text({ max: 400 }),
  },
  output: resourcePageOutput(repair),
})
/** Open repairs as options for parts records and stock movements; `label` is number, machine and fault. */
export const openRepairOptions = defineEndpoint('repair.open', {
  area,
  routes: 'GET /book/repair',
  access: ['repairView', 'partsRecordView', 'spareManagementView'],
  effect,
  input: { equipmentId: reference('equipment'), keyword: text({ max: 200 }) },
  output: listOutput({
    id: text({ required: true, max: 36 }),
    label: text({ required: true, max: 400 }),
    equipmentId: reference('equipment', { required: true }),
    state: choice(repairLifecycle.states, { required: true }),
  }),
})
/** Hours of repair work by person in a period (default: this month), in descending order of hours. */
export const repairWorkHours = defineEndpoint('repair.workHours', {
  area,
  routes: 'GET /book/repair_work_hour',
  access: ['repairView', 'workHoursView'],
  effect,
  input: { ...periodFields, lineId: reference('line'), equipmentId: reference('equipment'), userId: reference('user') },
  output: listOutput({
    id: text({ required: true, max: 36 }),
    label: text({ required: true, nameOfRow: 'user' }),
    hours: amount({ unit: 'h', digits: 2, required: true }),
    repairs: countField,
  }),
})
const countByStateFields = Object.fromEntries(countedRepairStates.map((state) => [state, countField])) as Record<
  (typeof countedRepairStates)[number],
  typeof countField
>
/** Counts of repairs: all, reported today, open, by state, and lines stopped now. */
export const repairCount = defineEndpoint('repair.count', {
  area,
  routes: 'GET /repair/count',
  access: 'repairView',
  effect,
  output: objectOutput({
    total: countField,
    today: countField,
    open: countField,
    ...countByStateFields,
    linesStopped: countField,
  }),
})
/** Repair board: one column per open state; most severe repairs first, then repairs that stop a line, then oldest. */
export const repairBoard = defineEndpoint('repair.board', {
  area,
  routes: 'GET /repair/board',
  access: 'repairView',
  effect,
  input: { lineId: reference('line') },
  output: listOutput({
    state: choice(repairLifecycle.states, { required: true }),
    total: countField,
    repairs: list({
      id: text({ required: true, max: 36 }),
      number: text({ required: true }),
      equipmentId: reference('equipment', { required: true }),
      equipment: text({ required: true, nameOf: 'equipmentId' }),
      faultKind: text({ required: true }),
      severity: text({ required: true }),
      description: text({ max: 2000 }),
      lineStopped: flag({ required: true }),
      reportedAt: moment({ required: true }),
      // Time when the repair entered this state.
      since: moment({ required: true }),
      people: references('user'),
    }),
  }),
})

const nullReasonField = choice(['noBreakdowns', 'emptyPeriod'])
/**
 * MTTR and MTBF over business dates, with the values they are calculated from and with their definitions
 * (`rules/indicators`).
 */
export const repairStatistics = defineEndpoint('repair.statistics', {
  area,
  routes: 'GET /repair/statistics',
  access: 'repairView',
  effect,
  mayLag: true,
  input: {
    by: choice(['equipment', 'line', 'month'], { required: true }),
    ...periodFields,
    lineId: reference('line'),
    equipmentId: reference('equipment'),
  },
  output: objectOutput({
    from: day({ required: true }),
    to: day({ required: true }),
    definitions: list({
      indicator: choice(['mttr', 'waitingHours', 'mtbf'], { required: true }),
      label: text({ required: true }),
      formula: text({ required: true, max: 400 }),
      note: text({ max: 1000 }),
      unit: text({ required: true }),
    }),
    rows: list({
      key: text({ required: true }),
      label: text({ required: true }),
      mttr: amount({ unit: 'h' }),
      mttrReason: nullReasonField,
      repairHours: amount({ unit: 'h', required: true }),
      waitingHours: amount({ unit: 'h', required: true }),
      repairs: countField,
      mtbf: amount({ unit: 'h' }),
      mtbfReason: nullReasonField,
      operatingHours: amount({ unit: 'h', required: true }),
      breakdowns: countField,
    }),
  }),
})
/** Defines the report of MTTR and MTBF by equipment, line or month. */
export const defineRepairReport = (grouping: 'equipment' | 'line' | 'month') =>
  defineReport(repairStatistics, {
    titleKey: 'maintenance:actions.repair_statistics',
    tables: [
      {
        rows: 'rows',
        columns: [
          { field: 'label', labelKey: `maintenance:inputOptions.by.${grouping}` },
          'mttr',
          'mtbf',
          'breakdowns',
          'repairs',
          'repairHours',
          'waitingHours',
          'operatingHours',
        ],
      },
    ],
    resources: ['repair', 'lineStop'],
  })
/**
 * Past repairs with the same kind of fault and their solutions: same machine first, then same model, then same
 * category, newest first within each.
 */
export const similarRepairs = defineEndpoint('repair.similar', {
  area,
  routes: 'GET /repair/similar',
  access: 'repairView',
  effect,
  input: {
    equipmentId: reference('equipment', { required: true }),
    faultKind: choice(faultKinds, { required: true }),
    // The current repair, which is left out of the answer.
    id: reference('repair'),
  },
  output: listOutput({
    id: text({ required: true, max: 36 }),
    number: text({ required: true }),
    likeness: choice(['machine', 'model', 'category'], { required: true }),
    equipment: text({ required: true, max: 400 }),
    description: text({ max: 2000 }),
    causes: text({ max: 2000 }),
    actions: text({ max: 2000 }),
    parts: list({
      part: text({ required: true, max: 400 }),
      quantity: amount({ unit: '', required: true }),
      unit: text(),
    }),
    hours: amount({ unit: 'h', digits: 2, required: true }),
    repairEndAt: moment({ required: true }),
  }),
})
const phrasesField = list({ text: text({ required: true, max: 2000 }), count: integer({ required: true }) })
/** Causes and remedies that the machine's finished repairs name most often, with the number of repairs. */
export const repairPhrases = defineEndpoint('repair.phrases', {
  area,
  routes: 'GET /repair/phrases',
  access: 'repairView',
  effect,
  input: { equipmentId: reference('equipment', { required: true }) },
  output: objectOutput({ causes: phrasesField, actions: phrasesField }),
})
export const repairReportEndpoints = [
  repairsOfEquipment,
  openRepairOptions,
  repairWorkHours,
  repairCount,
  repairBoard,
  repairStatistics,
  similarRepairs,
  repairPhrases,
] as const
