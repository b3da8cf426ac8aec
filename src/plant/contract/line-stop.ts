import { shiftTextOptions, teamTextOptions } from './shift-record-fields'
import { defineCommand } from '@/contract/command'
import { deriveStopFields, stopStates } from '../rules/line-stop'
import { amount, choice, day, flag, integer, moment, note, reference, text } from '@/contract/field'
import { defineResource, type ActionContext } from '@/contract/resource'

const area = 'plant'
export const stopClasses = ['planned', 'unplanned'] as const
const readonlyMoment = moment({ readonly: true })
const LINE_EDIT_PERMISSIONS = ['shutdownAnalysisEdit', 'rollInteractiveEdit', 'divideInteractiveEdit'] as const

/** 停机原因: the tree of stop reasons in both languages; a reason that was used can only be deactivated. */
export const stopReason = defineResource('stopReason', {
  area,
  fields: {
    code: text({ required: true, max: 40, format: 'code' }),
    name: text({ required: true }),
    nameEn: text(),
    class: choice(stopClasses, { required: true }),
    parentId: reference('stopReason'),
    // No production was planned: the stop counts neither as busy time nor as a loss.
    outsideBusyTime: flag({ default: false }),
    sortOrder: integer({ min: 0, max: 9999 }),
    active: flag({ default: true }),
  },
  title: ['name'],
  englishFields: { name: 'nameEn' },
  unique: [['code']],
  filters: ['class', 'parentId', 'active'],
  search: ['code', 'name'],
  sort: 'sortOrder',
  inShiftPack: true,
  routes: {
    list: 'GET /production/stop_reason',
    create: 'POST /production/stop_reason',
    update: 'PUT /production/stop_reason',
    remove: 'DELETE /production/stop_reason',
  },
  // People who maintain plant settings also maintain the reasons; people who explain a stop only choose one.
  permissions: {
    view: 'signedIn',
    add: 'productionScheduleEdit',
    edit: 'productionScheduleEdit',
    delete: 'productionScheduleEdit',
  },
})

/** Returns author and time of the explanation; both are null while the stop has no reason. */
const buildExplanation = (reasonId: string | null, { at, personId }: ActionContext) =>
  reasonId ? { explainedBy: personId, explainedAt: at } : { explainedBy: null, explainedAt: null }
const buildClosedBy = (endedAt: string | null) => ({ closedBy: endedAt ? ('person' as const) : null })
/** 停机: a period in which a line stood; detected from the speed, opened by a repair, or entered. */
export const lineStop = defineResource('lineStop', {
  area,
  fields: {
    lineId: reference('line', { required: true }),
    startedAt: moment({ required: true }),
    endedAt: moment(),
    reasonId: reference('stopReason'),
    note: note({ max: 1000 }),
    state: choice(stopStates, { readonly: true, default: 'toExplain' }),
    // Duration; empty while the line stands.
    minutes: amount({ unit: 'min', digits: 1, readonly: true }),
    source: choice(['repair', 'speed', 'person'], { readonly: true, default: 'person' }),
    equipmentId: reference('equipment', { readonly: true }),
    repairId: reference('repair', { readonly: true }),
    workOrderId: reference('workOrder', { readonly: true }),
    businessDate: day({ readonly: true }),
    shift: text({ ...shiftTextOptions, readonly: true }),
    team: text({ ...teamTextOptions, readonly: true }),
    explainedBy: reference('user', { readonly: true }),
    explainedAt: readonlyMoment,
    // Number of reminders sent to enter the reason, or about a line that still stands.
    chased: integer({ readonly: true, default: 0 }),
    closedBy: choice(['speed', 'production', 'repair', 'person'], { readonly: true }),
  },
  title: ['lineId', 'startedAt'],
  filters: [
    'state',
    'lineId',
    'reasonId',
    'source',
    'equipmentId',
    'repairId',
    'workOrderId',
    'startedAt',
    'endedAt',
    'businessDate',
    'shift',
    'team',
  ],
  search: ['note'],
  sort: '-startedAt',
  monthBooking: { dateField: 'endedAt', startField: 'startedAt', bookedFields: ['lineId', 'reasonId'] },
  inShiftPack: true,
  offlineWrites: ['create'],
  deriveFields: deriveStopFields,
  setOnCreate: (row, context) => ({
    source: 'person',
    ...buildClosedBy(row.endedAt),
    ...buildExplanation(row.reasonId, context),
  }),
  routes: {
    list: ['GET /production/stop_record', 'GET /repair/stops'],
    create: 'POST /production/stop_record',
    remove: 'DELETE /production/stop_record',
    export: 'GET /production/stop_record_excel',
  },
  permissions: {
    view: ['shutdownAnalysisView', 'repairView', 'rollInteractiveView', 'divideInteractiveView'],
    add: 'shutdownAnalysisEdit',
    delete: 'shutdownAnalysisEdit',
    export: 'shutdownAnalysisExport',
  },
})
/** Sets reason and times of a stop. People who wind or slit at the line may do so without further permissions. */
export const explainStop = defineCommand(lineStop, null, 'explain', {
  routes: 'PUT /production/stop_record',
  access: LINE_EDIT_PERMISSIONS,
  partial: true,
  serverFields: ['workOrderId', 'businessDate', 'shift', 'team'],
  writes: ['reasonId', 'endedAt', 'note'],
  input: { startedAt: moment() },
  apply(row, _input, context, previousRow) {
    const hasNewOrUnsignedReason =
      row.reasonId !== previousRow?.reasonId || (row.reasonId !== null && row.explainedBy === null)
    return {
      ...(hasNewOrUnsignedReason ? buildExplanation(row.reasonId, context) : {}),
      ...(row.endedAt === previousRow?.endedAt ? {} : buildClosedBy(row.endedAt)),
    }
  },
})
