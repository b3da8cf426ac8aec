import { defineCommand } from '@/contract/command'
import { defineEndpoint, many, one, type Route } from '@/contract/endpoint'
import { amount, integer, moment, reference } from '@/contract/field'
import type { Row } from '@/contract/resource'
import { optionFields, optionInput } from '@/areas/equipment/contract/options'
import { upkeepRecord } from '@/areas/equipment/contract/work-records'
import { upkeepPlan } from './upkeep-plan'

const area = 'maintenance'
const access = ['upkeepPlanEdit', 'equipmentRecordAdd'] as const

/** What only the server says of a plan: when it was done, and when it is due next. */
const ofPlan = ['state', 'nextDueOn', 'lastDoneOn', 'lastReading'] as const
/** What the counter of a plan without a meter of its own shows; a reading older than the present one changes nothing. */
function read(plan: Row<typeof upkeepPlan>, reading: number | null | undefined, at: string) {
  if (reading == null || plan.meterId) return {}
  if (plan.currentReadAt && Date.parse(at) <= Date.parse(plan.currentReadAt)) return {}
  return { currentReading: reading, currentReadAt: at }
}
/** 完成保养: makes the upkeep record (its id may be given), takes the parts from the stock and sets the plan's next day. */
export const completeUpkeep = defineCommand(upkeepRecord, null, 'complete', {
  name: 'upkeepPlan.complete',
  area,
  routes: 'POST /upkeep/complete',
  servers: ofPlan,
  access,
  creates: true,
  key: 'recordId',
  writes: ['occurredAt', 'people', 'reading', 'items', 'parts', 'hours', 'result', 'images', 'note'],
  input: {
    id: reference('upkeepPlan', { required: true }),
    recordId: reference('upkeepRecord', { hidden: true }),
  },
  affects: {
    resource: upkeepPlan,
    id: 'id',
    apply: (plan, input, { at }) => read(plan, input.reading, at),
  },
})
/** Enters what the counter of a plan shows, in its unit; the state follows. */
export const readUpkeepMeter = defineCommand(upkeepPlan, null, 'reading', {
  routes: 'POST /upkeep/reading',
  servers: ofPlan,
  access,
  input: {
    reading: amount({ unit: '', digits: 3, min: 0, required: true }),
    occurredAt: moment({ required: true }),
  },
  apply: (plan, input, { at }) => read(plan, input.reading, at),
})

const options = <const N extends string>(name: N, routes: Route) =>
  defineEndpoint(name, {
    area,
    routes,
    access: 'signedIn',
    effect: 'read',
    input: optionInput,
    output: many(optionFields),
  })
/** Machines that have an upkeep plan. */
export const upkeepMachines = options('upkeepPlan.machines', 'GET /book/upkeep')
/** Upkeep plans of a machine, the due ones first: what a record is made by. */
export const upkeepTitles = options('upkeepPlan.titles', 'GET /book/upkeep2')
/** Tasks of a machine's plans, with method as `note`: proposed as items of a record. */
export const upkeepTasks = options('upkeepPlan.tasks', 'GET /book/upkeep3')
/** People responsible for upkeep or named in its records. */
export const upkeepPeople = options('upkeepPlan.people', 'GET /book/upkeep4')

const figure = integer({ required: true, min: 0 })
/** Upkeep plans that are not paused, by state, and what was done today and this month. */
export const upkeepCount = defineEndpoint('upkeepPlan.count', {
  area,
  routes: 'GET /upkeep/count',
  access: 'signedIn',
  effect: 'read',
  output: one({
    total: figure,
    ok: figure,
    dueSoon: figure,
    due: figure,
    overdue: figure,
    today: figure,
    month: figure,
  }),
})
export const upkeepCalls = [
  completeUpkeep,
  readUpkeepMeter,
  upkeepMachines,
  upkeepTitles,
  upkeepTasks,
  upkeepPeople,
  upkeepCount,
] as const
