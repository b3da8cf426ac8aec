import { teamTextOptions } from '@/plant/contract/shift-record-fields'
import { defineCommand, there } from '@/contract/command'
import { defineEndpoint, many, type Access, type Route } from '@/contract/endpoint'
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
  fact: { on: 'offAt', fields: ['lineId', 'workOrderId', 'onAt'] },
  sort: '-onAt',
  offline: true,
  routes: { list: 'GET /rolls/machine_run' },
  keys: { view: ['rollInteractiveView', 'divideInteractiveView'] },
})
const input = {
  lineId: reference('line'),
  workOrderId: reference('workOrder'),
  businessDate: day(),
  team: text(teamTextOptions),
} as const
const area = 'rolls'
const output = rowOf(machineRun)
/** On, off, or on with another speed or length. `id` is of the run that begins; of the one that ends when it is turned off. */
const turnOf = (machine: 'winder' | 'slitter', routes: Route, access: Access) =>
  defineCommand(machineRun, null, machine === 'winder' ? 'turnWinder' : 'turnSlitter', {
    routes,
    access,
    creates: true,
    from: [null, there],
    needsRow: ({ action }) => action === 'off',
    adds: true,
    servers: ['workOrderId', 'speed', 'windingM', 'businessDate', 'shift', 'team'],
    estimates: ['onAt'],
    writes: ['workOrderId', 'speed', 'windingM', 'note'],
    input: {
      lineId: reference('line', { required: true }),
      action: choice(['on', 'off', 'change'], { required: true }),
    },
    apply(_row, { action }, { at, personId }, before) {
      if (action !== 'off' || !before) return { machine, onAt: at, userId: personId }
      const { workOrderId, speed, windingM } = before
      return { workOrderId, speed, windingM, offAt: at }
    },
  })
/** On and off of the winder: with the speed and the winding length from then on. */
export const winderRuns = defineEndpoint('machineRun.winder', {
  area,
  routes: 'GET /jumbo_second/roll_on_off',
  access: 'rollInteractiveView',
  effect: 'read',
  input,
  output: many(output.of),
})
export const turnWinder = turnOf('winder', 'POST /jumbo_second/roll_on_off', [
  'rollInteractiveAdd',
  'rollInteractiveEdit',
])
export const slitterRuns = defineEndpoint('machineRun.slitter', {
  area,
  routes: 'GET /cut_first/cut_on_off',
  access: 'divideInteractiveView',
  effect: 'read',
  input,
  output: many(output.of),
})
export const turnSlitter = turnOf('slitter', 'POST /cut_first/cut_on_off', [
  'divideInteractiveAdd',
  'divideInteractiveEdit',
])
export const machineRunCalls = [winderRuns, turnWinder, slitterRuns, turnSlitter] as const
