import { defineCommand } from '@/contract/command'
import { defineEndpoint, listOutput, objectOutput, type ApiRoute } from '@/contract/endpoint'
import { amount, integer, moment, reference } from '@/contract/field'
import type { Row } from '@/contract/resource'
import { optionFields, optionInput } from '@/areas/equipment/contract/options'
import { pmRecord } from '@/areas/equipment/contract/work-records'
import { pmPlan } from './pm-plan'

const area = 'maintenance'
const access = ['upkeepPlanEdit', 'equipmentRecordAdd'] as const
const readers = pmPlan.endpoints.list.access

/** What only the server says of a plan: when it was done, and when it is due next. */
const ofPlan = ['state', 'nextDueOn', 'dueBy', 'dueReading', 'lastDoneOn', 'servedOn', 'lastReading'] as const
/** What the counter of a plan without a meter of its own shows; a reading older than the present one changes nothing. */
function read(plan: Row<typeof pmPlan>, reading: number | null | undefined, at: string) {
  if (reading == null || plan.meterId) return {}
  if (plan.currentReadAt && Date.parse(at) <= Date.parse(plan.currentReadAt)) return {}
  return { currentReading: reading, currentReadAt: at }
}
/** When a plan was done last, by a service that may have arrived before an earlier one. */
const doneLast = (plan: Row<typeof pmPlan>, at: string) =>
  plan.lastDoneAt && Date.parse(at) < Date.parse(plan.lastDoneAt) ? {} : { lastDoneAt: at }
/** 完成保养: makes the preventive maintenance record (its id may be given), takes the parts from the stock and sets the plan's next day. */
export const completePm = defineCommand(pmRecord, null, 'complete', {
  name: 'pmPlan.complete',
  area,
  routes: 'POST /upkeep/complete',
  serverFields: ofPlan,
  estimatedFields: ['lastDoneAt'],
  access,
  creates: true,
  idInput: 'recordId',
  writes: ['occurredAt', 'people', 'reading', 'items', 'parts', 'hours', 'result', 'images', 'note'],
  input: {
    id: reference('pmPlan', { required: true }),
    recordId: reference('pmRecord', { hidden: true }),
    // The last service as it was on the screen, null for none: where another was done meanwhile, this one may be the same.
    seenDoneAt: moment({ hidden: true }),
  },
  affects: {
    resource: pmPlan,
    idInput: 'id',
    apply: (plan, input, { at }) => ({ ...read(plan, input.reading, at), ...doneLast(plan, at) }),
  },
})
/** Enters what the counter of a plan shows, in its unit; the state follows. */
export const recordPmReading = defineCommand(pmPlan, null, 'reading', {
  routes: 'POST /upkeep/reading',
  serverFields: ofPlan,
  access,
  input: {
    reading: amount({ unit: '', digits: 3, min: 0, required: true }),
    occurredAt: moment({ required: true }),
  },
  apply: (plan, input, { at }) => read(plan, input.reading, at),
})

const options = <const N extends string>(name: N, routes: ApiRoute) =>
  defineEndpoint(name, {
    area,
    routes,
    access: readers,
    effect: 'read',
    input: optionInput,
    output: listOutput(optionFields),
  })
/** Machines that have a preventive maintenance plan. */
export const pmMachines = options('pmPlan.machines', 'GET /book/upkeep')
/** Preventive maintenance plans of a machine, the due ones first: what a record is made by. */
export const pmTitles = options('pmPlan.titles', 'GET /book/upkeep2')
/** Tasks of a machine's plans, with method as `note`: proposed as items of a record. */
export const pmTasks = options('pmPlan.tasks', 'GET /book/upkeep3')
/** People responsible for preventive maintenance or named in its records. */
export const pmPeople = options('pmPlan.people', 'GET /book/upkeep4')

const figure = integer({ required: true, min: 0 })
/** Preventive maintenance plans that are not paused, by state, and what was done today and this month. */
export const pmCount = defineEndpoint('pmPlan.count', {
  area,
  routes: 'GET /upkeep/count',
  access: readers,
  effect: 'read',
  output: objectOutput({
    total: figure,
    ok: figure,
    dueSoon: figure,
    due: figure,
    overdue: figure,
    today: figure,
    month: figure,
  }),
})
export const pmCalls = [completePm, recordPmReading, pmMachines, pmTitles, pmTasks, pmPeople, pmCount] as const
