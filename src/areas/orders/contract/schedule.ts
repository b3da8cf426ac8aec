import { defineEndpoint, listOutput } from '@/contract/endpoint'
import { amount, choice, flag, integer, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { workOrderLifecycle } from '@/areas/orders/rules/work-order'
import { orderOutputFields, neededTimeFields, runsIntoFields } from './progress'

const area = 'orders'
/** 排产: an order's time on a line. Entries of a line never overlap; `rules/line-schedule` calculates the changeovers. */
export const scheduleEntry = defineResource('scheduleEntry', {
  area,
  fields: {
    workOrderId: reference('workOrder', { required: true }),
    lineId: reference('line', { required: true }),
    startsAt: moment({ required: true }),
    endsAt: moment({ required: true }),
    changeoverMinutes: integer({ unit: 'min', min: 0, max: 1440, readonly: true, default: 0 }),
    note: note({ max: 1000 }),
  },
  title: ['workOrderId', 'startsAt'],
  unique: [['workOrderId']],
  filters: ['workOrderId', 'lineId', 'startsAt', 'endsAt'],
  search: ['note'],
  sort: 'startsAt',
  inShiftPack: true,
  routes: {
    list: 'GET /equ/get_schedule',
    create: 'POST /equ/add_schedule',
    update: 'PUT /equ/edit_schedule',
    remove: 'DELETE /equ/del_schedule',
    export: 'GET /equ/down_schedule',
  },
  permissions: {
    view: ['productionScheduleView', 'rollInteractiveView', 'divideInteractiveView', 'progressMonitoringView'],
    add: 'productionScheduleAdd',
    edit: 'productionScheduleEdit',
    delete: 'productionScheduleDelete',
    export: 'productionScheduleDownload',
  },
})

const planEntryFields = {
  id: text({ required: true, max: 36 }),
  version: integer({ required: true }),
  workOrderId: reference('workOrder', { required: true }),
  number: text({ required: true }),
  product: text({ required: true }),
  customer: text(),
  state: choice(workOrderLifecycle.states, { required: true }),
  lineId: reference('line', { required: true }),
  startsAt: moment({ required: true }),
  endsAt: moment({ required: true }),
  changeoverMinutes: integer({ unit: 'min', required: true }),
  orderedKg: amount({ unit: 'kg' }),
  ...orderOutputFields,
  forecastEnd: moment(),
  // When a paused order can resume, if another order runs on its line.
  forecastFrom: moment(),
  ...runsIntoFields,
  ...neededTimeFields,
  late: flag({ required: true }),
  dueAt: moment(),
} as const
/** The plan of the lines, by default for the next 24 hours. Running orders appear from their actual start. */
export const linePlan = defineEndpoint('scheduleEntry.ahead', {
  area,
  routes: 'GET /production_scheduling',
  access: ['productionScheduleView', 'rollInteractiveView', 'divideInteractiveView', 'dashboardView'],
  effect: 'read',
  input: { lineId: reference('line'), from: moment(), to: moment() },
  output: listOutput(planEntryFields),
})
