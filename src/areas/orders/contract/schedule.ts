import { defineEndpoint, listOutput, objectOutput } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { workOrder as machine } from '@/areas/orders/rules/work-order'
import { madeFields, neededFields, runsIntoFields } from './progress'

const area = 'orders'
/** 排产: an order's time on a line. No two of a line overlap; `rules/schedule` works out the changeover between them. */
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

const shown = {
  id: text({ required: true, max: 36 }),
  version: integer({ required: true }),
  workOrderId: reference('workOrder', { required: true }),
  number: text({ required: true }),
  product: text({ required: true }),
  customer: text(),
  state: choice(machine.states, { required: true }),
  lineId: reference('line', { required: true }),
  startsAt: moment({ required: true }),
  endsAt: moment({ required: true }),
  changeoverMinutes: integer({ unit: 'min', required: true }),
  orderedKg: amount({ unit: 'kg' }),
  ...madeFields,
  forecastEnd: moment(),
  // Of an order that pauses behind what runs on its line: when it can go on.
  forecastFrom: moment(),
  ...runsIntoFields,
  ...neededFields,
  late: flag({ required: true }),
  dueAt: moment(),
} as const
/** The plan of the lines, the next 24 hours unless told; what runs is in it from its true start. */
export const planAhead = defineEndpoint('scheduleEntry.ahead', {
  area,
  routes: 'GET /production_scheduling',
  access: ['productionScheduleView', 'rollInteractiveView', 'divideInteractiveView', 'dashboardView'],
  effect: 'read',
  input: { lineId: reference('line'), from: moment(), to: moment() },
  output: listOutput(shown),
})
/** A place in the plan, and the version of the entry that it counts for. */
const placed = {
  id: reference('scheduleEntry', { required: true }),
  version: integer({ required: true, min: 1 }),
  lineId: reference('line', { required: true }),
  startsAt: moment({ required: true }),
  endsAt: moment({ required: true }),
} as const
/** An entry that came into the plan with a move, and its version: its order had no place before. */
const fresh = { id: placed.id, version: placed.version } as const
/** A place that an order had before it was taken out of the plan. */
const out = {
  workOrderId: reference('workOrder', { required: true }),
  lineId: placed.lineId,
  startsAt: placed.startsAt,
  endsAt: placed.endsAt,
  note: note({ max: 1000 }),
} as const
/** What moves, and to when. */
const moved = list({
  id: text({ required: true }),
  number: text({ required: true }),
  startsAt: moment({ required: true }),
  endsAt: moment({ required: true }),
})
/**
 * Puts an order at a place of a line's row; later ones move back as far as needed. `dryRun` only tells what would move.
 * Refused when it would lie over an order that has begun. Two planners at once: the second is told what the first did.
 */
export const placeOrder = defineEndpoint('scheduleEntry.place', {
  area,
  routes: 'POST /production_scheduling',
  access: ['productionScheduleEdit', 'productionScheduleAdd'],
  effect: 'write',
  input: {
    id: reference('scheduleEntry'),
    version: integer({ min: 1 }),
    workOrderId: reference('workOrder', { required: true }),
    lineId: reference('line', { required: true }),
    // Empty: the first place of the line that is free for as long as it takes; `endsAt` counts with it only.
    startsAt: moment(),
    endsAt: moment(),
    // As long as the order needs now, where it has a place of another length.
    anew: flag(),
    dryRun: flag(),
  },
  output: objectOutput({
    entry: text({ max: 36 }),
    moved,
    // The width of its slitting pattern and of the web there, where that leaves it no room.
    patternMm: integer({ unit: 'mm' }),
    webMm: integer({ unit: 'mm' }),
    // Once it is done: the places that those had which moved, and the order itself where it had none, for `putBack`.
    before: list(placed),
    fresh: list(fresh),
    // When the order itself is due, and how far behind the end of that day it would end.
    dueOn: day(),
    lateMinutes: integer({ unit: 'min', required: true }),
    // The others that become late, or later, the worst first: how far behind their day before the move and after.
    later: list({
      number: text({ required: true }),
      lateBefore: integer({ unit: 'min', required: true }),
      lateAfter: integer({ unit: 'min', required: true }),
    }),
    // What is being made on the line and, as forecast, leaves no changeover before the next of those that would move.
    clash: text({ max: 60 }),
    clashEnds: moment(),
    clashMinutes: integer({ unit: 'min' }),
    clashNext: text({ max: 60 }),
  }),
})
/**
 * Takes an order out of the plan; it waits for a place again. With `close`, which takes the right to move orders too, what
 * stands behind it moves up by the time that becomes free. `dryRun` only tells what would.
 */
export const takeOutOrder = defineEndpoint('scheduleEntry.takeOut', {
  area,
  routes: 'POST /plant/schedule_take_out',
  access: 'productionScheduleDelete',
  effect: 'write',
  input: {
    id: reference('scheduleEntry', { required: true }),
    version: integer({ min: 1 }),
    close: flag(),
    dryRun: flag(),
  },
  output: objectOutput({
    moved,
    // By how much they move up.
    upMinutes: integer({ unit: 'min', required: true }),
    // Once it is done: for `putBack`.
    before: list(placed),
    out: list(out),
  }),
})
/** Puts back what a move moved, as one more move, takes out again what came with it, and puts in again what was taken out; refused when any of it was changed since, or something else stands there now. */
export const putBackOrders = defineEndpoint('scheduleEntry.putBack', {
  area,
  routes: 'PUT /production_scheduling',
  access: placeOrder.access,
  effect: 'write',
  input: { before: list(placed, { max: 1000 }), fresh: list(fresh, { max: 1 }), out: list(out, { max: 1 }) },
  output: objectOutput({ moved: integer({ required: true }) }),
})
export const scheduleCalls = [planAhead, placeOrder, takeOutOrder, putBackOrders] as const
