import { fileOutput, defineEndpoint, objectOutput, pageOutput, XLSX_MIME } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, moment, reference, text } from '@/contract/field'
import { workOrder } from './work-order'
import { workOrderLifecycle } from '@/areas/orders/rules/work-order'

const area = 'orders'
const requiredKgField = amount({ unit: 'kg', required: true })
const forecastFields = {
  forecastEnd: moment(),
  // `forecastAfter` is the number of the order that occupies the line of a paused order. `forecastFrom` is when the
  // paused order can resume.
  forecastAfter: text({ max: 60 }),
  forecastFrom: moment(),
  // Method of the forecast; see `rules/order-progress`.
  forecastBy: choice(['speed', 'ideal', 'done', 'unknown'], { required: true }),
  forecastReason: choice(['nothingOrdered', 'notStarted', 'tooEarly', 'noOutput']),
  kgPerHour: amount({ unit: 'kg/h' }),
  speedHours: amount({ unit: 'h' }),
  // Rolls from which the speed is calculated: slit rolls, or jumbo rolls while nothing is slit.
  speedFrom: choice(['slit', 'jumbo']),
  leftKg: amount({ unit: 'kg' }),
  // The work to which `leftKg` refers: winding while the order is wound, then finishing.
  leftOf: choice(['wound', 'finished']),
} as const
/** Output of an order: wound at the winder, finished (good rolls) and packed. */
export const orderOutputFields = {
  woundKg: requiredKgField,
  goodKg: requiredKgField,
  packedKg: requiredKgField,
  // `woundPercent` is wound ÷ ordered, `percent` finished ÷ ordered.
  woundPercent: amount({ unit: '%' }),
  percent: amount({ unit: '%' }),
} as const
/** The planned order on the same line that would start before this order's forecast end plus changeover. */
export const runsIntoFields = {
  runsInto: text({ max: 60 }),
  runsIntoAt: moment(),
  runsIntoChangeover: integer({ unit: 'min' }),
} as const
/** Hours that a planned order needs; filled only if the planned time is shorter. */
export const neededTimeFields = { neededHours: amount({ unit: 'h' }) } as const
const summaryFields = {
  id: text({ required: true, max: 36 }),
  number: text({ required: true }),
  state: choice(workOrderLifecycle.states, { required: true }),
  lineId: reference('line'),
  customerId: reference('customer'),
  productId: reference('product', { required: true }),
  gsm: amount({ unit: 'g/m²' }),
  widthMm: integer({ unit: 'mm' }),
  orderedKg: amount({ unit: 'kg' }),
  orderedRolls: integer(),
  ...orderOutputFields,
  goodRolls: integer({ required: true }),
  downgradedKg: requiredKgField,
  // True if the finished output ended short by more than the plant's tolerance. Until the order is closed, the wound kg
  // must be short as well.
  short: flag({ required: true }),
  shortReason: text({ max: 1000 }),
  plannedStart: moment(),
  plannedEnd: moment(),
  startedAt: moment(),
  finishedAt: moment(),
  dueOn: day(),
  // End of the business date `dueOn`: an order that ends later is late.
  dueAt: moment(),
  late: flag({ required: true }),
  ...forecastFields,
  ...runsIntoFields,
  ...neededTimeFields,
} as const
const progressPermissions = ['progressMonitoringView', 'productionScheduleView'] as const
// The filters of the work order list, plus `late`.
const progressFilters = {
  ...(workOrder.endpoints.list.input as {}),
  state: text({ max: 4000 }),
  lineId: text({ max: 4000 }),
  keyword: text({ max: 200 }),
  sort: text({ max: 80 }),
  late: flag({}),
} as const
/** Sorts orders by the expected delay of their end, or by planned start if more than `MAX_SORTED_ORDERS` match. */
export const LATENESS_SORT = '-lateness'
/** Sort fields that are calculated, not stored. Orders can be sorted by them if at most `MAX_SORTED_ORDERS` match. */
export const calculatedSortFields = ['percent', 'forecastEnd', 'packedKg', 'lineId', 'productId', 'customerId'] as const
export const MAX_SORTED_ORDERS = 2000
/** Orders with their progress and forecast end. */
export const progressList = defineEndpoint('workOrder.progressList', {
  area,
  routes: 'GET /progress_monitoring_list',
  access: progressPermissions,
  effect: 'read',
  input: {
    ...progressFilters,
    page: integer({ min: 1, max: 1_000_000 }),
    size: integer({ min: 1, max: 500 }),
    after: text({ max: 400 }),
  },
  output: pageOutput(summaryFields),
})
/** The progress list as a workbook. */
export const progressExport = defineEndpoint('workOrder.progressSheet', {
  area,
  routes: 'GET /progress_monitoring_excel',
  access: 'progressMonitoringExport',
  effect: 'read',
  mayLag: true,
  input: progressFilters,
  output: fileOutput(XLSX_MIME),
})
/**
 * One order with its timeline: feeding, doffs, slitting, stops, quality, stock. Without id and number, the order that was
 * started last.
 */
export const orderProgress = defineEndpoint('workOrder.progress', {
  area,
  routes: 'GET /progress_monitoring',
  access: progressPermissions,
  effect: 'read',
  input: { id: reference('workOrder'), number: text({ max: 60 }) },
  output: objectOutput({
    ...summaryFields,
    // Number of the preceding order on the line; filled only while this order has not begun.
    waitsFor: text({ max: 60 }),
    // Rolls per width above (positive) or below (negative) the order although the total is met.
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
    hours: list({ from: moment({ required: true }), goodKg: requiredKgField, downgradedKg: requiredKgField }),
  }),
})
export const progressEndpoints = [progressList, progressExport, orderProgress] as const
