import { defineCommand } from '@/contract/command'
import { defineEndpoint, listOutput, objectOutput, type ApiRoute } from '@/contract/endpoint'
import { amount, integer, moment, reference } from '@/contract/field'
import type { Row } from '@/contract/resource'
import { optionFields, optionInput } from '@/areas/equipment/contract/option-endpoints'
import { pmRecord } from '@/areas/equipment/contract/work-records'
import { pmPlan } from './pm-plan'

const area = 'maintenance'
const WORK_PERMISSIONS = ['upkeepPlanEdit', 'equipmentRecordAdd'] as const
const planViewPermissions = pmPlan.endpoints.list.access

/** Plan fields that only the server calculates. */
const derivedPlanFields = [
  'state',
  'nextDueOn',
  'dueBy',
  'dueReading',
  'lastDoneOn',
  'servedOn',
  'lastReading',
] as const
/**
 * Builds the patch that stores a counter reading of a plan without a linked meter. Empty if the reading is older than
 * the current one.
 */
function buildReadingPatch(plan: Row<typeof pmPlan>, reading: number | null | undefined, readAt: string) {
  if (reading == null || plan.meterId) return {}
  if (plan.currentReadAt && Date.parse(readAt) <= Date.parse(plan.currentReadAt)) return {}
  return { currentReading: reading, currentReadAt: readAt }
}
/** Builds the patch that stores the time of the last service. Empty if a later service has already been recorded. */
const buildServiceTimePatch = (plan: Row<typeof pmPlan>, servedAt: string) =>
  plan.lastDoneAt && Date.parse(servedAt) < Date.parse(plan.lastDoneAt) ? {} : { lastDoneAt: servedAt }
/**
 * 完成保养: creates the preventive maintenance record (its id is `recordId`, if given), takes the parts out of stock and
 * reschedules the plan.
 */
export const completePm = defineCommand(pmRecord, null, 'complete', {
  name: 'pmPlan.complete',
  area,
  routes: 'POST /upkeep/complete',
  serverFields: derivedPlanFields,
  provisionalFields: ['lastDoneAt'],
  access: WORK_PERMISSIONS,
  creates: true,
  idInput: 'recordId',
  writes: ['occurredAt', 'people', 'reading', 'items', 'parts', 'hours', 'result', 'images', 'note'],
  input: {
    id: reference('pmPlan', { required: true }),
    recordId: reference('pmRecord', { hidden: true }),
    // Time of the last service that the form displayed, null if there was none. A later service on the server may be
    // this same service, entered by somebody else.
    seenDoneAt: moment({ hidden: true }),
  },
  affects: {
    resource: pmPlan,
    idInput: 'id',
    apply: (plan, input, { at }) => ({
      ...buildReadingPatch(plan, input.reading, at),
      ...buildServiceTimePatch(plan, at),
    }),
  },
})
/** Records a counter reading of a plan in its `meterUnit`; the plan's state is recalculated. */
export const recordPmReading = defineCommand(pmPlan, null, 'reading', {
  routes: 'POST /upkeep/reading',
  serverFields: derivedPlanFields,
  access: WORK_PERMISSIONS,
  input: {
    reading: amount({ unit: '', digits: 3, min: 0, required: true }),
    occurredAt: moment({ required: true }),
  },
  apply: (plan, input, { at }) => buildReadingPatch(plan, input.reading, at),
})

const defineOptionEndpoint = <const N extends string>(name: N, routes: ApiRoute) =>
  defineEndpoint(name, {
    area,
    routes,
    access: planViewPermissions,
    effect: 'read',
    input: optionInput,
    output: listOutput(optionFields),
  })
/** Options: machines that have a preventive maintenance plan. */
export const pmMachines = defineOptionEndpoint('pmPlan.machines', 'GET /book/upkeep')
/** Options: preventive maintenance plans of a machine, most urgent first, to create a record from. */
export const pmTitles = defineOptionEndpoint('pmPlan.titles', 'GET /book/upkeep2')
/** Options: tasks of a machine's plans with the method as `note`, proposed as items of a record. */
export const pmTasks = defineOptionEndpoint('pmPlan.tasks', 'GET /book/upkeep3')
/** Options: people responsible for a plan or named in preventive maintenance records. */
export const pmPeople = defineOptionEndpoint('pmPlan.people', 'GET /book/upkeep4')

const countField = integer({ required: true, min: 0 })
/** Counts of active preventive maintenance plans by state, and of services done today and this month. */
export const pmCount = defineEndpoint('pmPlan.count', {
  area,
  routes: 'GET /upkeep/count',
  access: planViewPermissions,
  effect: 'read',
  output: objectOutput({
    total: countField,
    ok: countField,
    dueSoon: countField,
    due: countField,
    overdue: countField,
    today: countField,
    month: countField,
  }),
})
export const pmEndpoints = [completePm, recordPmReading, pmMachines, pmTitles, pmTasks, pmPeople, pmCount] as const
