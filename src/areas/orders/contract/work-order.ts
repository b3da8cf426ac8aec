import { teamTextOptions } from '@/plant/contract/shift-record-fields'
import { amount, choice, day, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { webFields } from '@/areas/standards/contract/product'
import { seasons } from '@/areas/standards/rules/season'
import { workOrderLifecycle } from '@/areas/orders/rules/work-order'
import { definePresets } from '@/contract/preset'

/** Preset reasons for pausing an order. */
export const pauseReasons = definePresets('orders:presets.pause', ['changeover', 'fault', 'material', 'noPlan'])

/** Larger values are typing errors, because the fastest line makes less in a year. */
const MAX_ORDERED_KG = 20_000_000
/** Longer than any jumbo. */
const MAX_ORDERED_LENGTH_M = 1_000_000
/** Fields that describe what a customer orders. ERP lines have the same fields. */
export const orderedFields = {
  customerId: reference('customer'),
  productId: reference('product'),
  gsm: webFields.gsm,
  // Width of the jumbo; empty means the line's full width. `webWidthMm` and `jumboLengthM` describe the jumbo, the
  // other sizes describe slit rolls.
  webWidthMm: webFields.widthMm,
  widthMm: webFields.widthMm,
  colour: webFields.colour,
  // An ordered amount of 0 is a typing error. An unknown amount stays empty.
  orderedKg: amount({ unit: 'kg', digits: 3, min: 0.001, max: MAX_ORDERED_KG }),
  orderedRolls: integer({ min: 1, max: 1_000_000 }),
  jumboLengthM: amount({ unit: 'm', digits: 1, min: 0.1, max: MAX_ORDERED_LENGTH_M }),
  rollLengthM: amount({ unit: 'm', digits: 1, min: 0.1, max: MAX_ORDERED_LENGTH_M }),
  rollKg: amount({ unit: 'kg', digits: 3, min: 0.001, max: MAX_ORDERED_KG }),
  slittingPattern: text({ max: 200 }),
  dueOn: day(),
  priority: choice(['normal', 'urgent', 'critical'], { default: 'normal' }),
  note: note(),
} as const
const readonlyKgField = amount({ unit: 'kg', digits: 3, readonly: true, default: 0 })

/** Work orders 工单; `rules/work-order` defines the lifecycle. The totals are updated as rolls are made. */
export const workOrder = defineResource('workOrder', {
  area: 'orders',
  fields: {
    number: text({ required: true, max: 60, format: 'code' }),
    batch: text({ required: true, max: 40, format: 'code' }),
    state: choice(workOrderLifecycle.states, { readonly: true, default: 'planned' }),
    ...orderedFields,
    productId: reference('product', { required: true }),
    erpOrderId: reference('erpOrder', { readonly: true }),
    processStandardId: reference('processStandard'),
    // Version and season of the product standard. Its limits apply from the start of the order to the certificates.
    productStandardId: reference('productStandard', { readonly: true }),
    season: choice(seasons, { readonly: true }),
    lineId: reference('line'),
    team: text(teamTextOptions),
    plannedStart: moment({ readonly: true }),
    plannedEnd: moment({ readonly: true }),
    startedAt: moment({ readonly: true }),
    finishedAt: moment({ readonly: true }),
    closedAt: moment({ readonly: true }),
    // `runSince` is the last start or resumption, null while the order does not run. `ranMinutes` is the running time
    // without pauses before `runSince`.
    ranMinutes: amount({ unit: 'min', digits: 1, readonly: true, default: 0 }),
    runSince: moment({ readonly: true }),
    reason: note({ readonly: true, max: 1000, presets: pauseReasons }),
    // Reason for closing with less than was ordered.
    shortReason: note({ readonly: true, max: 1000 }),
    // Every pause between start and end, oldest first; the last one is open while the order is paused.
    pauses: list(
      { from: moment({ required: true }), to: moment(), reason: note({ max: 1000, presets: pauseReasons }) },
      { readonly: true, hidden: true, max: 500 },
    ),
    jumboRolls: integer({ readonly: true, default: 0 }),
    jumboKg: readonlyKgField,
    goodRolls: integer({ readonly: true, default: 0 }),
    goodKg: readonlyKgField,
    downgradedKg: readonlyKgField,
    wasteKg: readonlyKgField,
    fedKg: readonlyKgField,
  },
  title: ['number'],
  unique: [['number']],
  filters: [
    'state',
    'lineId',
    'customerId',
    'productId',
    'priority',
    'dueOn',
    'plannedStart',
    'startedAt',
    'finishedAt',
    'batch',
  ],
  search: ['number', 'batch', 'colour', 'slittingPattern', 'note'],
  existsSince: ['startedAt', 'createdAt'],
  sort: '-plannedStart',
  monthBooking: {
    dateField: 'dueOn',
    bookedFields: ['state', 'lineId', 'productId', 'customerId', 'startedAt', 'finishedAt', 'pauses'],
    lockedAfterClosing: false,
  },
  importKey: ['number'],
  inShiftPack: true,
  routes: {
    list: 'GET /plant/work_order',
    create: 'POST /plant/work_order',
    update: 'PUT /plant/work_order',
    export: 'GET /plant/work_order_excel',
    import: 'POST /plant/work_order_import',
    template: 'GET /plant/work_order_template',
  },
  permissions: {
    view: [
      'productionScheduleView',
      'progressMonitoringView',
      'materialWorkOrderView',
      'rollInteractiveView',
      'divideInteractiveView',
      'rawMaterialView',
      'productionSheetView',
      'jobHandoverView',
    ],
    add: 'productionScheduleAdd',
    edit: 'productionScheduleEdit',
    export: 'productionScheduleDownload',
    import: 'productionScheduleAdd',
  },
})
