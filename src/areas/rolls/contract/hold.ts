import { defineCommand } from '@/contract/command'
import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { amount, choice, flag, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineReport, getReportEndpoints } from '@/contract/report'
import { defineResource } from '@/contract/resource'
import { lotStates } from '@/areas/feeding/rules/feed'
import { holdableKinds, recallableKinds, recallWays, holdLifecycle as lifecycle } from '@/areas/rolls/rules/hold'
import { kgField } from './jumbo-roll'
import { holdReasons } from './preset-reasons'

const userField = reference('user', { readonly: true })
const momentField = moment({ readonly: true })
const countField = integer({ readonly: true, default: 0 })
const reasonField = note({ required: true, max: 1000 })
/** Id of the held or recalled item, or the number on its label. */
const subjectIdField = text({ max: 36 })

/** Holds 扣留: the subject, the reason, the quantity found in the plant, and who released it. */
export const hold = defineResource('hold', {
  area: 'rolls',
  fields: {
    number: text({ required: true, readonly: true, max: 40, format: 'code' }),
    state: choice(lifecycle.states, { readonly: true, default: 'held' }),
    kind: choice(holdableKinds, { required: true }),
    subjectId: { ...subjectIdField, required: true, hidden: true },
    // Name of the subject when it was put on hold.
    subject: text({ readonly: true, max: 120 }),
    reason: { ...reasonField, presets: holdReasons },
    heldAt: momentField,
    heldBy: userField,
    // Quantities that the hold has reached so far, including items made later.
    jumbos: countField,
    slitRolls: countField,
    packages: countField,
    kg: { ...kgField, readonly: true },
    releasedAt: momentField,
    releasedBy: userField,
    releaseReason: note({ readonly: true, max: 1000 }),
  },
  title: ['number', 'subject'],
  unique: [['number']],
  filters: ['state', 'kind', 'heldAt'],
  search: ['number', 'subject', 'reason'],
  sort: '-heldAt',
  inShiftPack: true,
  routes: { list: 'GET /rolls/hold', export: 'GET /rolls/hold_excel' },
  permissions: {
    view: ['qualityTrackingView', 'rollInteractiveView', 'divideInteractiveView'],
    export: 'qualityTrackingDownload',
  },
})

/** 扣留: holds a lot, roll, package or order with everything made of it that is still in the plant. A held lot is also blocked for feeding. */
export const putOnHold = defineCommand(hold, lifecycle, 'hold', {
  routes: 'POST /rolls/hold',
  creates: true,
  serverFields: ['number', 'subject', 'jumbos', 'slitRolls', 'packages', 'kg'],
  writes: ['kind', 'subjectId', 'reason'],
  apply: (_row, _input, { at: heldAt, personId }) => ({ heldAt, heldBy: personId }),
})
/**
 * 解除扣留: releases a hold with a reason. Items under another hold stay held; a lot stays blocked until quality decides on
 * it.
 */
export const releaseHold = defineCommand(hold, lifecycle, 'release', {
  routes: 'PUT /rolls/hold',
  input: { releaseReason: reasonField },
  getNotBefore: (row) => row.heldAt,
  apply: (_row, _input, { at: releasedAt, personId }) => ({ releasedAt, releasedBy: personId }),
  offline: false,
})
export const holdCommands = [putOnHold, releaseHold] as const

/** Fields of one roll in a recall list. */
const recalledRollFields = {
  kind: choice(['jumboRoll', 'slitRoll'], { required: true }),
  id: text({ required: true, max: 36 }),
  number: text({ required: true, max: 120 }),
  state: text({ required: true, max: 40 }),
  kg: amount({ unit: 'kg', digits: 3 }),
  madeAt: moment(),
  order: text({ max: 120 }),
  customer: text({ max: 400 }),
  package: text({ max: 80 }),
  place: text({ max: 60 }),
  held: flag({ required: true }),
  // The roll has left the plant, so its customer must be informed.
  gone: flag({ required: true }),
  // Upper bound of the recalled material in the roll; the whole roll if the recalled item is a roll, package or order.
  maxKg: amount({ unit: 'kg', digits: 3 }),
  // True if `maxKg` is below the plant's threshold (`recallTraceKg`).
  traceAmount: flag({ required: true }),
  through: choice(recallWays, { required: true }),
  // The roll contains pellets with unrecorded sources, which may include the recalled material.
  sourcesMissing: flag({ required: true }),
  // Path from the recalled item to this roll, in the reader's language.
  path: text({ max: 2000 }),
} as const
const subjectInput = {
  kind: choice(recallableKinds, { required: true }),
  id: { ...subjectIdField, required: true },
} as const
const recallPermissions = ['qualityTrackingView'] as const
/** Shipped quantity by order. Rows without a customer were made for stock and shipped nevertheless. */
const customerRecallFields = {
  customer: text({ max: 400 }),
  order: text({ max: 120 }),
  rolls: integer({ required: true }),
  kg: amount({ unit: 'kg', digits: 3, required: true }),
  // Upper bound of the recalled material in these rolls together.
  maxKg: amount({ unit: 'kg', digits: 3, required: true }),
  // True if each of these rolls holds only a trace amount.
  traceAmount: flag({ required: true }),
} as const
/** Fields of a pellet lot that can contain the recalled material. */
const recalledPelletLotFields = {
  id: text({ required: true, max: 36 }),
  number: text({ required: true, max: 120 }),
  kg: amount({ unit: 'kg', digits: 3, required: true }),
  maxKg: amount({ unit: 'kg', digits: 3, required: true }),
  // Kilograms without recorded sources, in this lot and in pellets it was made of; they may contain it.
  unrecordedKg: amount({ unit: 'kg', digits: 3, required: true }),
  basis: choice(['entered', 'derived', 'none'], { required: true }),
  // Still in store by the books.
  leftKg: amount({ unit: 'kg', digits: 3, required: true }),
  // Decision of quality on the lot.
  lotState: choice(lotStates, { required: true }),
} as const
/** Where the recalled lot itself still is. */
const stockFields = {
  place: text({ required: true, max: 200 }),
  inHopper: flag({ required: true }),
  kg: amount({ unit: 'kg', digits: 3, required: true }),
} as const
/** Orders to which a packing lot was fed. Their rolls doffed or packed since the first feed can carry it. */
const packingOrderFields = {
  order: text({ max: 120, required: true }),
  customer: text({ max: 400 }),
  fedAt: moment({ required: true }),
  kg: amount({ unit: 'kg', digits: 3, required: true }),
  rolls: integer({ required: true }),
  goneRolls: integer({ required: true }),
  packages: integer({ required: true }),
} as const
/** Maximum number of rolls in one answer of the recall list. */
export const MAX_RECALL_ROWS = 5000
/** Maximum number of rolls in the workbook of a recall list. */
export const MAX_EXPORTED_ROLLS = 200_000
/**
 * 召回清单: lists all rolls that contain a lot, roll, package or order, with their place or customer, and what is left of a lot.
 * Lots, rolls and orders are also followed through reclaimed pellets, repeatedly; packing lots by the orders they were fed
 * to. Returns the first 5,000 rows, trace amounts last, and the first 500 orders and pellet lots. The export has up to
 * 200,000 rows and all orders and pellet lots.
 */
export const recallList = defineEndpoint('hold.recall', {
  area: 'rolls',
  routes: 'GET /rolls/recall',
  access: recallPermissions,
  effect: 'read',
  // `size` is the number of rows in the answer, 5,000 by default; the sums are always of all rows.
  input: { ...subjectInput, size: integer({ min: 0, max: MAX_RECALL_ROWS }) },
  output: objectOutput({
    total: integer({ required: true }),
    inPlantKg: amount({ unit: 'kg', digits: 3, required: true }),
    goneKg: amount({ unit: 'kg', digits: 3, required: true }),
    goneOrders: integer({ required: true }),
    // Shipped quantities of the first 500 orders, most kilograms first, trace amounts last.
    customers: list(customerRecallFields, { max: 500 }),
    rows: list(recalledRollFields, { max: MAX_RECALL_ROWS }),
    // The plant's threshold: a roll that can hold less is a trace amount.
    traceKg: amount({ unit: 'kg', digits: 3, required: true }),
    // `pelletRolls` are rolls above the threshold through pellets, `unrecordedRolls` rolls that may be above it because
    // of unrecorded pellet sources, `traceRolls` rolls below it.
    pelletRolls: integer({ required: true }),
    unrecordedRolls: integer({ required: true }),
    traceRolls: integer({ required: true }),
    pelletLotCount: integer({ required: true }),
    pelletLots: list(recalledPelletLotFields, { max: 500 }),
    // Rolls in the plant among `total`, and among `pelletRolls` and `unrecordedRolls`.
    inPlantRolls: integer({ required: true }),
    pelletRollsInPlant: integer({ required: true }),
    unrecordedRollsInPlant: integer({ required: true }),
    // The most that one roll in the plant can hold through pellets.
    pelletRollsMaxKg: amount({ unit: 'kg', digits: 3, required: true }),
    // Pellet lots in store above the threshold, which a hold on the lot blocks, and the most that one of them can hold.
    pelletLotsInStore: integer({ required: true }),
    pelletLotsMaxKg: amount({ unit: 'kg', digits: 3, required: true }),
    // Kilograms of a recalled lot in store and in hoppers; empty for other subjects.
    stock: list(stockFields, { max: 200 }),
    packingRolls: integer({ required: true }),
    packingOrderCount: integer({ required: true }),
    packingOrders: list(packingOrderFields, { max: 500 }),
  }),
})
/** The table of rolls is in the workbook only, as the app shows rolls as cards. */
export const recallReport = defineReport(recallList, {
  titleKey: 'rolls:actions.hold_recall',
  optionTexts: 'inputOptions',
  tables: [
    {
      rows: 'rows',
      only: 'workbook',
      columns: [
        { field: 'kind', labelKey: 'rolls:inputs.kind' },
        'number',
        'state',
        'kg',
        'maxKg',
        'traceAmount',
        'through',
        'sourcesMissing',
        'path',
        'madeAt',
        'order',
        'customer',
        'package',
        'place',
        'held',
        'gone',
      ],
    },
    {
      rows: 'pelletLots',
      titleKey: 'rolls:answers.pelletLots',
      columns: [
        'number',
        'kg',
        'leftKg',
        'lotState',
        { field: 'maxKg', decimals: 3 },
        { field: 'unrecordedKg', decimals: 3 },
        'basis',
      ],
    },
    {
      rows: 'customers',
      titleKey: 'rolls:pages.qualityTracking.called',
      columns: [
        'customer',
        'order',
        'rolls',
        'kg',
        { field: 'maxKg', decimals: 3 },
        { field: 'traceAmount', only: 'workbook' },
      ],
    },
    {
      rows: 'packingOrders',
      titleKey: 'rolls:answers.packingOrders',
      columns: ['order', 'customer', 'fedAt', 'kg', 'rolls', 'goneRolls', 'packages'],
    },
    {
      rows: 'stock',
      titleKey: 'rolls:answers.stock',
      columns: ['place', 'inHopper', 'kg'],
    },
  ],
  resources: ['jumboRoll', 'slitRoll', 'package', 'hold', 'pelletSource', 'materialLot', 'feed'],
  workbook: { name: 'hold.recallExcel', routes: 'GET /rolls/recall_excel', access: 'qualityTrackingDownload' },
})
export const holdEndpoints = [...holdCommands, ...getReportEndpoints(recallReport)] as const
