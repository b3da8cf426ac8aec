import { defineEndpoint, many } from '@/contract/endpoint'
import { choice, integer, moment, note, reference, text } from '@/contract/field'
import { pageOf, rowOf } from '@/contract/resource'
import { workOrder as machine } from '@/areas/orders/rules/work-order'
import { workOrder } from './work-order'

const area = 'orders'
const output = rowOf(workOrder)
const offline = { entity: 'workOrder', id: 'id', schema: 1 } as const
const step = {
  id: reference('workOrder', { required: true }),
  version: integer({ min: 1 }),
  occurredAt: moment(),
} as const
const reason = note({ required: true, max: 1000 })
const atTheLine = ['rollInteractiveView', 'divideInteractiveView', 'progressMonitoringView'] as const

/** The orders that a line may take next and those it runs: what the winder's tablet offers. */
export const ordersForLine = defineEndpoint('workOrder.forLine', {
  area,
  routes: 'GET /jumbo_first/add_work_order',
  access: atTheLine,
  effect: 'read',
  input: { lineId: reference('line'), page: integer({ min: 1, max: 1_000_000 }), size: integer({ min: 1, max: 500 }) },
  output: pageOf(workOrder),
})
/** 上单: the order runs on the line from here. Refused while another runs there, or when its standard is not approved. */
export const startOrder = defineEndpoint('workOrder.start', {
  area,
  routes: 'POST /jumbo_first/add_work_order',
  access: 'rollInteractiveEdit',
  effect: 'write',
  input: { ...step, lineId: reference('line', { required: true }) },
  output,
  offline,
})
/** Pause with a reason, go on, or finish. */
export const switchOrder = defineEndpoint('workOrder.switch', {
  area,
  routes: 'PUT /jumbo_first/add_work_order',
  access: 'rollInteractiveEdit',
  effect: 'write',
  input: { ...step, action: choice(['pause', 'resume', 'finish'], { required: true }), reason: note({ max: 1000 }) },
  output,
  offline,
})
/** Cancels a planned order; it stays readable. */
export const cancelOrder = defineEndpoint('workOrder.cancel', {
  area,
  routes: 'DELETE /jumbo_first/add_work_order',
  access: 'productionScheduleDelete',
  effect: 'write',
  input: { ...step, reason },
  output,
})
/** What the people at the line may change of an order: team, collocation, lengths, note. */
export const adjustOrder = defineEndpoint('workOrder.adjust', {
  area,
  routes: 'PUT /jumbo_first/edit_work_order',
  access: 'rollInteractiveEdit',
  effect: 'write',
  partial: true,
  offline,
  input: {
    ...step,
    team: workOrder.fields.team,
    collocation: workOrder.fields.collocation,
    jumboLengthM: workOrder.fields.jumboLengthM,
    rollLengthM: workOrder.fields.rollLengthM,
    note: workOrder.fields.note,
  },
  output,
})
/** Takes a finished order back, or closes it for the books. */
export const closeOrder = defineEndpoint('workOrder.close', {
  area,
  routes: 'POST /plant/work_order_close',
  access: 'productionScheduleEdit',
  effect: 'write',
  input: step,
  output,
})
export const reopenOrder = defineEndpoint('workOrder.reopen', {
  area,
  routes: 'POST /plant/work_order_reopen',
  access: 'productionScheduleEdit',
  effect: 'write',
  input: { ...step, reason },
  output,
})

/** The order that runs on each line, or on one. */
export const ordersNow = defineEndpoint('workOrder.now', {
  area,
  routes: 'GET /jumbo_first/now_order',
  access: atTheLine,
  effect: 'read',
  input: { lineId: reference('line') },
  output: pageOf(workOrder),
})
/** Finished orders, newest first. */
export const ordersBefore = defineEndpoint('workOrder.before', {
  area,
  routes: 'GET /jumbo_first/history_order',
  access: atTheLine,
  effect: 'read',
  input: {
    lineId: reference('line'),
    keyword: text({ max: 200 }),
    page: integer({ min: 1, max: 1_000_000 }),
    size: integer({ min: 1, max: 500 }),
    after: text({ max: 400 }),
  },
  output: pageOf(workOrder),
})
/** Orders to choose from in a form; `label` is number, product and customer. */
export const orderOptions = defineEndpoint('workOrder.options', {
  area,
  routes: 'GET /production/work_order_list',
  access: workOrder.endpoints.list.access,
  effect: 'read',
  input: { keyword: text({ max: 200 }), lineId: reference('line'), open: choice(['open', 'all']) },
  output: many({
    id: text({ required: true, max: 36 }),
    label: text({ required: true, max: 400 }),
    state: choice(machine.states, { required: true }),
    lineId: reference('line'),
  }),
})
/** One order, by id or by number; the running one of a line when neither is given. */
export const oneOrder = defineEndpoint('workOrder.one', {
  area,
  routes: ['GET /production/work_order', 'GET /jumbo_three/get_order_info'],
  access: workOrder.endpoints.list.access,
  effect: 'read',
  input: { id: reference('workOrder'), number: text({ max: 60 }), lineId: reference('line') },
  output,
})
export const workOrderCalls = [
  ordersForLine,
  startOrder,
  switchOrder,
  cancelOrder,
  adjustOrder,
  closeOrder,
  reopenOrder,
  ordersNow,
  ordersBefore,
  orderOptions,
  oneOrder,
] as const
