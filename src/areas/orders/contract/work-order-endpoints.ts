import { defineCommand } from '@/contract/command'
import { defineEndpoint, listOutput } from '@/contract/endpoint'
import { choice, integer, note, reference, text } from '@/contract/field'
import { resourcePageOutput, resourceOutput } from '@/contract/resource'
import {
  getOpenPause,
  applyRunAction,
  runActions,
  unsettledOrderStates,
  addPause,
  workOrderLifecycle,
} from '@/areas/orders/rules/work-order'
import { workOrder, pauseReasons } from './work-order'

const area = 'orders'
const reasonField = note({ required: true, max: 1000 })
const linePermissions = ['rollInteractiveView', 'divideInteractiveView', 'progressMonitoringView'] as const

/** Orders that a line runs or may start next, as offered on the winder's tablet. */
export const ordersForLine = defineEndpoint('workOrder.forLine', {
  area,
  routes: 'GET /jumbo_first/add_work_order',
  access: linePermissions,
  effect: 'read',
  input: { lineId: reference('line'), page: integer({ min: 1, max: 1_000_000 }), size: integer({ min: 1, max: 500 }) },
  output: resourcePageOutput(workOrder),
})
/** 上单: starts the order on a line. Refused while another order runs there, or if its standard is not approved. */
export const startOrder = defineCommand(workOrder, workOrderLifecycle, 'start', {
  routes: 'POST /jumbo_first/add_work_order',
  serverFields: ['processStandardId', 'productStandardId', 'season'],
  input: { lineId: reference('line', { required: true }) },
  getNotBefore: (row) => row.createdAt,
  apply: (_row, _input, { at }) => ({ startedAt: at, runSince: at }),
})
/** Pauses an order with a reason, resumes the order or finishes it. */
export const changeRunState = defineCommand(workOrder, workOrderLifecycle, 'switch', {
  routes: 'PUT /jumbo_first/add_work_order',
  lifecycleActions: runActions,
  selectLifecycleAction: (_row, input) => input.action,
  // `shortReason` is the reason why the order is finished short, if it is known at the line.
  input: {
    action: choice(runActions, { required: true }),
    reason: note({ max: 1000, presets: pauseReasons }),
    shortReason: note({ max: 1000 }),
  },
  getNotBefore: (row) => getOpenPause(row.pauses)?.from ?? row.runSince ?? row.startedAt,
  apply: ({ startedAt, pauses }, input, { at }) => ({
    ...applyRunAction({ startedAt, pauses }, input.action, at, input.reason ?? null),
    ...(input.action === 'finish' ? { finishedAt: at, shortReason: input.shortReason?.trim() || null } : {}),
  }),
})
/** Cancels a planned order; the row remains readable. */
export const cancelOrder = defineCommand(workOrder, workOrderLifecycle, 'cancel', {
  routes: 'DELETE /jumbo_first/add_work_order',
  input: { reason: reasonField },
  apply: () => ({ plannedStart: null, plannedEnd: null }),
  offline: false,
})
/** Changes the fields that operators at the line may edit: team, slitting pattern, lengths, note. */
export const adjustOrder = defineCommand(workOrder, null, 'adjust', {
  routes: 'PUT /jumbo_first/edit_work_order',
  access: 'rollInteractiveEdit',
  fromStates: unsettledOrderStates,
  partial: true,
  writes: ['team', 'slittingPattern', 'jumboLengthM', 'rollLengthM', 'note'],
})
/** Closes the books of a finished order. If the output is short by more than the plant's tolerance, a reason is required. */
export const closeOrder = defineCommand(workOrder, workOrderLifecycle, 'close', {
  routes: 'POST /plant/work_order_close',
  input: { shortReason: note({ max: 1000 }) },
  getNotBefore: (row) => row.finishedAt,
  apply: (row, input, { at }) => ({ closedAt: at, shortReason: input.shortReason?.trim() || row.shortReason }),
  offline: false,
})
/** Reopens a finished order as paused; the pause begins when it was finished. */
export const reopenOrder = defineCommand(workOrder, workOrderLifecycle, 'reopen', {
  routes: 'POST /plant/work_order_reopen',
  input: { reason: reasonField },
  apply: (row, input, { at }) => ({
    finishedAt: null,
    shortReason: null,
    pauses: addPause(row.pauses, row.finishedAt ?? at, input.reason),
  }),
  offline: false,
})

/** Orders in production, running or paused, on all lines or one. */
export const currentOrders = defineEndpoint('workOrder.now', {
  area,
  routes: 'GET /jumbo_first/now_order',
  access: linePermissions,
  effect: 'read',
  input: { lineId: reference('line') },
  output: resourcePageOutput(workOrder),
})
/** Orders that were finished, including closed ones, newest first. */
export const finishedOrders = defineEndpoint('workOrder.before', {
  area,
  routes: 'GET /jumbo_first/history_order',
  access: linePermissions,
  effect: 'read',
  input: {
    lineId: reference('line'),
    keyword: text({ max: 200 }),
    page: integer({ min: 1, max: 1_000_000 }),
    size: integer({ min: 1, max: 500 }),
    after: text({ max: 400 }),
  },
  output: resourcePageOutput(workOrder),
})
/** Orders for a selection field; `label` holds number, product and customer. */
export const orderOptions = defineEndpoint('workOrder.options', {
  area,
  routes: 'GET /production/work_order_list',
  access: workOrder.endpoints.list.access,
  effect: 'read',
  // `open` selects the states: orders still to be made (planned, running or paused; the default), or all.
  input: { keyword: text({ max: 200 }), lineId: reference('line'), open: choice(['open', 'all']) },
  output: listOutput({
    id: text({ required: true, max: 36 }),
    label: text({ required: true, max: 400 }),
    state: choice(workOrderLifecycle.states, { required: true }),
    lineId: reference('line'),
  }),
})
/** Colours of orders and products, most common first: suggested while typing, so that a colour keeps one name. */
export const orderColours = defineEndpoint('workOrder.colours', {
  area,
  routes: 'GET /plant/work_order_colours',
  access: workOrder.endpoints.list.access,
  effect: 'read',
  output: listOutput({ colour: text({ required: true, max: 60 }) }),
})
/** Reasons for ending orders short that were given most often, of all lines or one, with the number of orders. */
export const shortReasons = defineEndpoint('workOrder.shortReasons', {
  area,
  routes: 'GET /plant/work_order_short_reasons',
  access: [...linePermissions, 'productionScheduleView'],
  effect: 'read',
  input: { lineId: reference('line') },
  output: listOutput({ text: text({ required: true, max: 1000 }), count: integer({ required: true }) }),
})
/** One order by id or number. If neither is given, the order in production (on the line) that started last. */
export const orderLookup = defineEndpoint('workOrder.one', {
  area,
  routes: ['GET /production/work_order', 'GET /jumbo_three/get_order_info'],
  access: workOrder.endpoints.list.access,
  effect: 'read',
  input: { id: reference('workOrder'), number: text({ max: 60 }), lineId: reference('line') },
  output: resourceOutput(workOrder),
})
export const workOrderEndpoints = [
  ordersForLine,
  startOrder,
  changeRunState,
  cancelOrder,
  adjustOrder,
  closeOrder,
  reopenOrder,
  currentOrders,
  finishedOrders,
  orderOptions,
  orderColours,
  shortReasons,
  orderLookup,
] as const
