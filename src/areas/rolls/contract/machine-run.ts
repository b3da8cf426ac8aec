import { defineEndpoint, many } from '@/contract/endpoint'
import { amount, choice, day, moment, note, reference, text } from '@/contract/field'
import { defineResource, rowOf } from '@/contract/resource'
import { madeFields, metre } from './jumbo-roll'

/** 上下机: from when to when a winder or a slitter ran for an order, with speed and winding length. */
export const machineRun = defineResource('machineRun', {
  area: 'rolls',
  fields: {
    machine: choice(['winder', 'slitter'], { required: true, readonly: true }),
    lineId: reference('line', { required: true }),
    workOrderId: reference('workOrder'),
    onAt: moment({ required: true }),
    offAt: moment(),
    speed: amount({ unit: 'm/min', digits: 1, min: 0 }),
    windingM: metre,
    ...madeFields,
    note: note({ max: 1000 }),
  },
  title: ['lineId', 'onAt'],
  filters: ['machine', 'lineId', 'workOrderId', 'onAt', 'offAt', 'businessDate', 'team'],
  search: ['note'],
  sort: '-onAt',
  offline: true,
  routes: { list: 'GET /rolls/machine_run' },
  keys: { view: ['rollInteractiveView', 'divideInteractiveView'] },
})
const input = {
  lineId: reference('line'),
  workOrderId: reference('workOrder'),
  businessDate: day(),
  team: text({ max: 40 }),
} as const
const turn = {
  id: reference('machineRun'),
  lineId: reference('line', { required: true }),
  workOrderId: reference('workOrder'),
  action: choice(['on', 'off', 'change'], { required: true }),
  speed: machineRun.fields.speed,
  windingM: metre,
  note: note({ max: 1000 }),
  occurredAt: moment(),
} as const
// `id` is of the run that begins; of the one that ends when it is turned off.
const offline = { entity: 'machineRun', id: 'id', schema: 1, creates: true } as const
const area = 'rolls'
const output = rowOf(machineRun)
/** On and off of the winder: with the speed and the winding length from then on. */
export const winderRuns = defineEndpoint('machineRun.winder', {
  area,
  routes: 'GET /jumbo_second/roll_on_off',
  access: 'rollInteractiveView',
  effect: 'read',
  input,
  output: many(output.of),
})
export const turnWinder = defineEndpoint('machineRun.turnWinder', {
  area,
  routes: 'POST /jumbo_second/roll_on_off',
  access: ['rollInteractiveAdd', 'rollInteractiveEdit'],
  effect: 'write',
  input: turn,
  output,
  offline,
})
export const slitterRuns = defineEndpoint('machineRun.slitter', {
  area,
  routes: 'GET /cut_first/cut_on_off',
  access: 'divideInteractiveView',
  effect: 'read',
  input,
  output: many(output.of),
})
export const turnSlitter = defineEndpoint('machineRun.turnSlitter', {
  area,
  routes: 'POST /cut_first/cut_on_off',
  access: ['divideInteractiveAdd', 'divideInteractiveEdit'],
  effect: 'write',
  input: turn,
  output,
  offline,
})
export const machineRunCalls = [winderRuns, turnWinder, slitterRuns, turnSlitter] as const
