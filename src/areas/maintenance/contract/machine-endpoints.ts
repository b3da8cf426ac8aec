import { defineEndpoint, objectOutput, pageOutput, type Access } from '@/contract/endpoint'
import { amount, choice, day, integer, list, moment, reference, references, text } from '@/contract/field'
import { MACHINE_VIEW_PERMISSIONS } from '@/areas/equipment/contract/equipment-endpoints'
import { recordKindNames } from '@/areas/equipment/contract/option-endpoints'
import { dueByKinds, meterUnits } from '@/areas/maintenance/rules/pm-plan'
import { machineConditions, equipmentUseLifecycle } from '@/areas/equipment/rules/equipment'
import { inspectionRound } from '@/areas/rounds/contract/inspection-round'
import { pmPlan } from './pm-plan'
import { repair } from './repair'
import { sparePart } from '@/areas/spareParts/contract/spare-part'
import { weeklyWork } from './weekly-work'

const area = 'maintenance'
const countField = integer({ required: true, min: 0 })
const periodFields = { from: day(), to: day() } as const

/** Kinds of rows that the history of a machine lists. */
export const historyKinds = [...recordKindNames, 'useRecord', 'repair', 'inspectionResult', 'stockMovement'] as const
/** Complete history of a machine, newest first; `total` counts all entries that the caller may see. */
export const equipmentHistory = defineEndpoint('equipment.history', {
  area,
  routes: 'GET /book/history',
  access: MACHINE_VIEW_PERMISSIONS,
  effect: 'read',
  input: {
    id: reference('equipment', { required: true }),
    kind: choice(historyKinds),
    ...periodFields,
    size: integer({ min: 1, max: 200 }),
    // Cursor `next` of the previous page.
    after: text({ max: 400 }),
  },
  output: pageOutput({
    id: text({ required: true, max: 36 }),
    kind: choice(historyKinds, { required: true }),
    occurredAt: moment({ required: true }),
    // In the caller's language.
    title: text({ required: true, max: 400 }),
    // Result or state of the row.
    state: text({ max: 40 }),
    people: references('user'),
    images: integer({ min: 0 }),
  }),
})

/**
 * Metrics at the top of a machine's page. MTTR and MTBF (`maintenance/rules/indicators`) cover the given period, by
 * default the last 90 days.
 */
export const equipmentSummary = defineEndpoint('equipment.summary', {
  area,
  routes: 'GET /book/summary',
  access: MACHINE_VIEW_PERMISSIONS,
  effect: 'read',
  input: { id: reference('equipment', { required: true }), ...periodFields },
  output: objectOutput({
    state: choice(equipmentUseLifecycle.states, { required: true }),
    condition: choice(machineConditions, { required: true }),
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
    nextPm: list({
      id: text({ required: true }),
      title: text({ required: true }),
      dueOn: day(),
      // Displayed instead of the day if the counter decides when the plan is due.
      dueBy: choice(dueByKinds),
      dueReading: amount({ unit: '', digits: 3 }),
      currentReading: amount({ unit: '', digits: 3 }),
      meterUnit: choice(meterUnits),
      state: text({ required: true }),
    }),
    from: day({ required: true }),
    to: day({ required: true }),
    mttr: amount({ unit: 'h' }),
    mtbf: amount({ unit: 'h' }),
    // Reasons why `mttr` or `mtbf` is null.
    mttrReason: choice(['noBreakdowns', 'emptyPeriod']),
    mtbfReason: choice(['noBreakdowns', 'emptyPeriod']),
    breakdowns: countField,
    repairs: countField,
    stopHours: amount({ unit: 'h', required: true }),
    records: list({ kind: choice(recordKindNames, { required: true }), count: countField, lastAt: moment() }),
  }),
})

/** Counts of parts records by kind, today and this month, and of spare parts at or below their minimum. */
export const partsCount = defineEndpoint('partsRecord.count', {
  area,
  routes: 'GET /parts/count',
  access: 'partsRecordView',
  effect: 'read',
  output: objectOutput({
    total: countField,
    mechanical: countField,
    electrical: countField,
    today: countField,
    month: countField,
    belowMinimum: countField,
  }),
})
export const machineEndpoints = [equipmentHistory, equipmentSummary, partsCount] as const

const getListViewPermissions = ({ endpoints }: { endpoints: { list: { access: Access } } }) =>
  [endpoints.list.access].flat()
const roundViewPermissions = getListViewPermissions(inspectionRound)
const repairViewPermissions = getListViewPermissions(repair)
const planViewPermissions = getListViewPermissions(pmPlan)
const taskViewPermissions = getListViewPermissions(weeklyWork)
const sparePartViewPermissions = getListViewPermissions(sparePart)
const createCountField = (viewPermissions: readonly string[]) => integer({ min: 0, viewPermissions })
/**
 * Operation and maintenance overview: today's rounds by state, open repairs, due preventive maintenance, open weekly
 * tasks and parts at their minimum. A count is empty for callers who may not read the counted rows.
 */
export const maintenanceCount = defineEndpoint('inspectionRound.count', {
  area: 'maintenance',
  routes: 'GET /oam/count',
  access: [
    ...new Set([
      ...roundViewPermissions,
      ...repairViewPermissions,
      ...planViewPermissions,
      ...taskViewPermissions,
      ...sparePartViewPermissions,
    ]),
  ],
  effect: 'read',
  output: objectOutput({
    total: createCountField(roundViewPermissions),
    today: createCountField(roundViewPermissions),
    due: createCountField(roundViewPermissions),
    inProgress: createCountField(roundViewPermissions),
    done: createCountField(roundViewPermissions),
    missed: createCountField(roundViewPermissions),
    mine: createCountField([...roundViewPermissions, ...repairViewPermissions]),
    openRepairs: createCountField(repairViewPermissions),
    pmDue: createCountField(planViewPermissions),
    pmOverdue: createCountField(planViewPermissions),
    weeklyOpen: createCountField(taskViewPermissions),
    belowMinimum: createCountField(sparePartViewPermissions),
  }),
})
