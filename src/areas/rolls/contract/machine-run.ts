import { teamTextOptions } from '@/plant/contract/shift-record-fields'
import { defineCommand, STATELESS } from '@/contract/command'
import { defineEndpoint, listOutput, type Access, type ApiRoute } from '@/contract/endpoint'
import { amount, choice, day, moment, note, reference, text } from '@/contract/field'
import { defineResource, resourceOutput } from '@/contract/resource'
import { productionShiftFields, metresField } from './jumbo-roll'

/** 上下机: period in which a winder or slitter ran for an order, with speed and winding length. */
export const machineRun = defineResource('machineRun', {
  area: 'rolls',
  fields: {
    machine: choice(['winder', 'slitter'], { required: true, readonly: true }),
    lineId: reference('line', { required: true }),
    workOrderId: reference('workOrder'),
    onAt: moment({ required: true }),
    offAt: moment(),
    speed: amount({ unit: 'm/min', digits: 1, min: 0 }),
    windingM: metresField,
    ...productionShiftFields,
    note: note({ max: 1000 }),
  },
  title: ['lineId', 'onAt'],
  filters: ['machine', 'lineId', 'workOrderId', 'onAt', 'offAt', 'businessDate', 'team'],
  search: ['note'],
  monthBooking: { dateField: 'offAt', startField: 'onAt', bookedFields: ['lineId', 'workOrderId'] },
  sort: '-onAt',
  inShiftPack: true,
  routes: { list: 'GET /rolls/machine_run' },
  permissions: { view: ['rollInteractiveView', 'divideInteractiveView'] },
})
const runFilters = {
  lineId: reference('line'),
  workOrderId: reference('workOrder'),
  businessDate: day(),
  team: text(teamTextOptions),
} as const
const area = 'rolls'
const runOutput = resourceOutput(machineRun)
/**
 * Defines the command that turns a machine on or off, or changes its speed or winding length. `id` is the id of the new
 * run or, for `off`, of the run that ends.
 */
const defineTurnCommand = (machine: 'winder' | 'slitter', routes: ApiRoute, access: Access) =>
  defineCommand(machineRun, null, machine === 'winder' ? 'turnWinder' : 'turnSlitter', {
    routes,
    access,
    creates: true,
    // `on` and `change` create a run, which has no state before; `off` ends an existing run.
    fromStates: [null, STATELESS],
    needsRow: ({ action }) => action === 'off',
    appendOnly: true,
    serverFields: ['workOrderId', 'speed', 'windingM', 'businessDate', 'shift', 'team'],
    provisionalFields: ['onAt'],
    writes: ['workOrderId', 'speed', 'windingM', 'note'],
    input: {
      lineId: reference('line', { required: true }),
      action: choice(['on', 'off', 'change'], { required: true }),
    },
    apply(_row, { action }, { at, personId }, endingRun) {
      if (action !== 'off' || !endingRun) return { machine, onAt: at, userId: personId }
      const { workOrderId, speed, windingM } = endingRun
      return { workOrderId, speed, windingM, offAt: at }
    },
  })
/** Runs of a winder. */
export const winderRuns = defineEndpoint('machineRun.winder', {
  area,
  routes: 'GET /jumbo_second/roll_on_off',
  access: 'rollInteractiveView',
  effect: 'read',
  input: runFilters,
  output: listOutput(runOutput.fields),
})
export const turnWinder = defineTurnCommand('winder', 'POST /jumbo_second/roll_on_off', [
  'rollInteractiveAdd',
  'rollInteractiveEdit',
])
/** Runs of a slitter. */
export const slitterRuns = defineEndpoint('machineRun.slitter', {
  area,
  routes: 'GET /cut_first/cut_on_off',
  access: 'divideInteractiveView',
  effect: 'read',
  input: runFilters,
  output: listOutput(runOutput.fields),
})
export const turnSlitter = defineTurnCommand('slitter', 'POST /cut_first/cut_on_off', [
  'divideInteractiveAdd',
  'divideInteractiveEdit',
])
export const machineRunEndpoints = [winderRuns, turnWinder, slitterRuns, turnSlitter] as const
