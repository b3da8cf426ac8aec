import { fileOutput, defineEndpoint, objectOutput, pageOutput, XLSX_MIME } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, moment, reference, text } from '@/contract/field'
import { workOrder } from './work-order'
import { workOrder as machine } from '@/areas/orders/rules/work-order'

const area = 'orders'
const kg = amount({ unit: 'kg', required: true })
const forecast = {
  forecastEnd: moment(),
  // Of an order that pauses: what runs on its line before it can go on, and when that is.
  forecastAfter: text({ max: 60 }),
  forecastFrom: moment(),
  // How it was worked out; `rules/progress`.
  forecastBy: choice(['speed', 'ideal', 'done', 'unknown'], { required: true }),
  forecastReason: choice(['nothingOrdered', 'notStarted', 'tooEarly', 'noOutput']),
  kgPerHour: amount({ unit: 'kg/h' }),
  speedHours: amount({ unit: 'h' }),
  // What was counted: slit rolls, or jumbos as long as none is slit.
  speedFrom: choice(['slit', 'jumbo']),
  leftKg: amount({ unit: 'kg' }),
  // Of what: to wind as long as the order is wound, then to finish.
  leftOf: choice(['wound', 'finished']),
} as const
/** How far an order is, each quantity by its name: wound at the winder, finished (good rolls), packed. */
export const madeFields = {
  woundKg: kg,
  goodKg: kg,
  packedKg: kg,
  // Wound ÷ ordered, and finished ÷ ordered.
  woundPercent: amount({ unit: '%' }),
  percent: amount({ unit: '%' }),
} as const
/** The planned order on the same line that the forecast end, with the changeover, lies behind the begin of. */
export const runsIntoFields = {
  runsInto: text({ max: 60 }),
  runsIntoAt: moment(),
  runsIntoChangeover: integer({ unit: 'min' }),
} as const
/** What a planned order needs, where its time in the plan is shorter. */
export const neededFields = { neededHours: amount({ unit: 'h' }) } as const
const summary = {
  id: text({ required: true, max: 36 }),
  number: text({ required: true }),
  state: choice(machine.states, { required: true }),
  lineId: reference('line'),
  customerId: reference('customer'),
  productId: reference('product', { required: true }),
  gsm: amount({ unit: 'g/m²' }),
  widthMm: integer({ unit: 'mm' }),
  orderedKg: amount({ unit: 'kg' }),
  orderedRolls: integer(),
  ...madeFields,
  goodRolls: integer({ required: true }),
  downgradedKg: kg,
  // Ended with less than was ordered, by more than the tolerance of the plant: wound, and once it is closed, finished.
  short: flag({ required: true }),
  shortReason: text({ max: 1000 }),
  plannedStart: moment(),
  plannedEnd: moment(),
  startedAt: moment(),
  finishedAt: moment(),
  dueOn: day(),
  // The end of that business date: whoever is done later is late.
  dueAt: moment(),
  late: flag({ required: true }),
  ...forecast,
  ...runsIntoFields,
  ...neededFields,
} as const
const readers = ['progressMonitoringView', 'productionScheduleView'] as const
// Those of the list of work orders, and one that it has not.
const filters = {
  ...(workOrder.endpoints.list.input as {}),
  state: text({ max: 4000 }),
  lineId: text({ max: 4000 }),
  keyword: text({ max: 200 }),
  sort: text({ max: 80 }),
  late: flag({}),
} as const
/** By what the list is sorted that no column holds, as long as not more orders match than this: each is worked out for it. */
export const workedOut = ['percent', 'forecastEnd', 'packedKg', 'lineId', 'productId', 'customerId'] as const
export const MOST_SORTED = 2000
/** Orders with how far they are and when they will probably be done. */
export const progressList = defineEndpoint('workOrder.progressList', {
  area,
  routes: 'GET /progress_monitoring_list',
  access: readers,
  effect: 'read',
  input: {
    ...filters,
    page: integer({ min: 1, max: 1_000_000 }),
    size: integer({ min: 1, max: 500 }),
    after: text({ max: 400 }),
  },
  output: pageOutput(summary),
})
/** The same as a sheet. */
export const progressSheet = defineEndpoint('workOrder.progressSheet', {
  area,
  routes: 'GET /progress_monitoring_excel',
  access: 'progressMonitoringExport',
  effect: 'read',
  input: filters,
  output: fileOutput(XLSX_MIME),
})
/** One order with its timeline: feeding, doffs, slitting, stops, quality, stock. The order that started last unless told. */
export const progressOfOrder = defineEndpoint('workOrder.progress', {
  area,
  routes: 'GET /progress_monitoring',
  access: readers,
  effect: 'read',
  input: { id: reference('workOrder'), number: text({ max: 60 }) },
  output: objectOutput({
    ...summary,
    // The order before it on its line, while it has not begun.
    waitsFor: text({ max: 60 }),
    // By how many rolls its widths are off though the total is met: over, or short as a negative number.
    widthsOff: list({ widthMm: integer({ unit: 'mm', required: true }), rolls: integer({ required: true }) }),
    events: list({
      kind: choice(
        [
          'planned',
          'started',
          'paused',
          'resumed',
          'fed',
          'doffed',
          'slit',
          'stopped',
          'downgraded',
          'packed',
          'finished',
          'closed',
        ],
        { required: true },
      ),
      at: moment({ required: true }),
      endsAt: moment(),
      label: text({ required: true, max: 400 }),
      kg: amount({ unit: 'kg' }),
      count: integer(),
      resource: text({ max: 60 }),
      id: text({ max: 36 }),
    }),
    hours: list({ from: moment({ required: true }), goodKg: kg, downgradedKg: kg }),
  }),
})
export const progressCalls = [progressList, progressSheet, progressOfOrder] as const
