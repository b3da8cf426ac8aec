import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, moment, text } from '@/contract/field'
import { defineReport } from '@/contract/report'
import { lotStates } from '@/areas/feeding/rules/feed'
import { recycleKinds } from '@/areas/feeding/rules/mass-balance'
import { recallableKinds } from '../rules/hold-reach'
import { recallWays } from '../rules/recall-ways'

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
  // Id of the recalled item, or the number on its label.
  id: text({ max: 36, required: true }),
} as const
const recallPermissions = ['qualityTrackingView'] as const
/** Shipped quantity of an order. Orders without a customer were made for stock. */
const customerRecallFields = {
  customer: text({ max: 400 }),
  order: text({ max: 120 }),
  rolls: integer({ required: true }),
  kg: amount({ unit: 'kg', digits: 3, required: true }),
  // Upper bound of the recalled material in these rolls together.
  maxKg: amount({ unit: 'kg', digits: 3, required: true }),
  // True if each of these rolls contains only a trace amount.
  traceAmount: flag({ required: true }),
} as const
/** Fields of a pellet lot that can contain the recalled material. */
const recalledPelletLotFields = {
  id: text({ required: true, max: 36 }),
  number: text({ required: true, max: 120 }),
  kg: amount({ unit: 'kg', digits: 3, required: true }),
  maxKg: amount({ unit: 'kg', digits: 3, required: true }),
  // Kilograms without recorded sources, in this lot and in its source pellets; they may contain the recalled material.
  unrecordedKg: amount({ unit: 'kg', digits: 3, required: true }),
  basis: choice(['entered', 'derived', 'none'], { required: true }),
  // Kilograms that are still in store according to the records.
  leftKg: amount({ unit: 'kg', digits: 3, required: true }),
  // Decision of quality on the lot.
  lotState: choice(lotStates, { required: true }),
} as const
/** Place in which a part of the recalled lot still is, in store or in a hopper. */
const stockFields = {
  place: text({ required: true, max: 200 }),
  inHopper: flag({ required: true }),
  kg: amount({ unit: 'kg', digits: 3, required: true }),
} as const
/** Kinds of trim and waste: of a line, or of rolls after the winder. */
export const recalledWasteKinds = [
  ...recycleKinds,
  'slitterTrim',
  'recycledRoll',
  'reworkLoss',
  'scrappedRoll',
] as const
/** Fields of trim and waste that can contain the recalled item. */
const recalledWasteFields = {
  wasteKind: choice(recalledWasteKinds, { required: true }),
  // Number of the roll; null for waste of a line.
  number: text({ max: 120 }),
  order: text({ max: 120 }),
  line: text({ max: 400 }),
  kg: amount({ unit: 'kg', digits: 3, required: true }),
  maxKg: amount({ unit: 'kg', digits: 3, required: true }),
  traceAmount: flag({ required: true }),
  through: choice(recallWays, { required: true }),
} as const
/** Trim and waste in the plant, without the kilograms that are in a pellet lot. */
const waitingWasteFields = { ...recalledWasteFields, waitingSince: moment({ required: true }) } as const
/** Trim and waste of the lines that was sold or disposed of. */
const departedWasteFields = {
  ...recalledWasteFields,
  destination: choice(['sold', 'disposed'], { required: true }),
  departedOn: day({ required: true }),
} as const
const fedPartKg = amount({ unit: 'kg', digits: 3, required: true })
/**
 * Whereabouts of the fed kilograms of a lot. `fedKg` is the sum of the other fields. Rolls count by their weight,
 * including rolls that left the plant. Pellets count as another lot once they are made, so kilograms fed again in
 * pellets are not added. `unaccountedKg` is the difference between `fedKg` and the recorded parts; negative if the
 * parts exceed `fedKg`.
 */
const fedBalanceFields = {
  fedKg: fedPartKg,
  rollsKg: fedPartKg,
  inPelletsKg: fedPartKg,
  waitingKg: fedPartKg,
  departedKg: fedPartKg,
  emptiedKg: fedPartKg,
  insideKg: fedPartKg,
  unaccountedKg: fedPartKg,
} as const
/**
 * Order to which a packing lot was fed. The lot may be on all rolls of the order doffed or packed since the first feed.
 */
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
/** Maximum number of waste entries in one answer, each for waste that waits and waste that left the plant. */
export const MAX_RECALLED_WASTE = 500
/** Maximum number of rolls in the workbook of a recall list. */
export const MAX_EXPORTED_ROLLS = 200_000
/**
 * 召回清单: lists all rolls that contain a lot, roll, package or order, with their place or customer, and the remaining
 * stock of a lot. Lots, rolls and orders are also followed through reclaimed pellets, repeatedly. Jumbo rolls and
 * orders are followed through trim that went back into a hopper, packing lots through the orders to which they were
 * fed. Also lists the trim and waste that waits for pelletising or left the plant.
 *
 * Returns the first 5,000 rows, trace amounts last, and the first 500 orders, pellet lots and entries of waste. The
 * export has up to 200,000 rows and all orders, pellet lots and waste.
 */
export const recallList = defineEndpoint('hold.recall', {
  area: 'tracing',
  routes: 'GET /rolls/recall',
  access: recallPermissions,
  effect: 'read',
  // `size` is the number of rows in the answer, 5,000 by default. The sums always include all rows.
  input: { ...subjectInput, size: integer({ min: 0, max: MAX_RECALL_ROWS }) },
  output: objectOutput({
    total: integer({ required: true }),
    // Rolls and pellet lots that contain less than 0.5 g each through pellets. They are counted but not listed.
    omittedRolls: integer({ required: true }),
    omittedPelletLots: integer({ required: true }),
    inPlantKg: amount({ unit: 'kg', digits: 3, required: true }),
    goneKg: amount({ unit: 'kg', digits: 3, required: true }),
    goneOrders: integer({ required: true }),
    // Shipped quantities of the first 500 orders, most kilograms first, trace amounts last.
    customers: list(customerRecallFields, { max: 500 }),
    rows: list(recalledRollFields, { max: MAX_RECALL_ROWS }),
    // The plant's threshold. A roll that can contain less has only a trace amount.
    traceKg: amount({ unit: 'kg', digits: 3, required: true }),
    // Number of rolls above the threshold through pellets (`pelletRolls`), of rolls that may be above the threshold
    // because of unrecorded pellet sources (`unrecordedRolls`), and of rolls below the threshold (`traceRolls`).
    pelletRolls: integer({ required: true }),
    unrecordedRolls: integer({ required: true }),
    traceRolls: integer({ required: true }),
    pelletLotCount: integer({ required: true }),
    pelletLots: list(recalledPelletLotFields, { max: 500 }),
    // Rolls in the plant among `total`, and among `pelletRolls` and `unrecordedRolls`.
    inPlantRolls: integer({ required: true }),
    pelletRollsInPlant: integer({ required: true }),
    unrecordedRollsInPlant: integer({ required: true }),
    // Maximum that one roll in the plant can contain through pellets.
    pelletRollsMaxKg: amount({ unit: 'kg', digits: 3, required: true }),
    // Pellet lots in store above the threshold, which a hold on the lot blocks, and the maximum that one can contain.
    pelletLotsInStore: integer({ required: true }),
    pelletLotsMaxKg: amount({ unit: 'kg', digits: 3, required: true }),
    // Kilograms of a recalled lot in store and in hoppers; empty for other subjects.
    stock: list(stockFields, { max: 200 }),
    packingRolls: integer({ required: true }),
    packingOrderCount: integer({ required: true }),
    packingOrders: list(packingOrderFields, { max: 500 }),
    // Trim and waste that can contain the item: the number of entries, the sum of their `maxKg`, and the first 500.
    waitingWasteCount: integer({ required: true }),
    waitingWasteKg: amount({ unit: 'kg', digits: 3, required: true }),
    waitingWaste: list(waitingWasteFields, { max: MAX_RECALLED_WASTE }),
    departedWasteCount: integer({ required: true }),
    departedWasteKg: amount({ unit: 'kg', digits: 3, required: true }),
    departedWaste: list(departedWasteFields, { max: MAX_RECALLED_WASTE }),
    // One row for a lot that was fed into hoppers; empty for other subjects.
    fedBalance: list(fedBalanceFields, { max: 1 }),
  }),
})
const fedBalanceColumns = (
  ['fedKg', 'rollsKg', 'inPelletsKg', 'waitingKg', 'departedKg', 'emptiedKg', 'insideKg', 'unaccountedKg'] as const
).map((field) => ({ field, decimals: 3 }))
/** Recall list as a report. Only the workbook has the table of rolls, because the app shows rolls as cards. */
export const recallReport = defineReport(recallList, {
  titleKey: 'tracing:actions.hold_recall',
  optionTexts: 'inputOptions',
  tables: [
    {
      rows: 'rows',
      only: 'workbook',
      columns: [
        { field: 'kind', labelKey: 'tracing:inputs.kind' },
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
      titleKey: 'tracing:answers.pelletLots',
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
      titleKey: 'tracing:pages.qualityTracking.called',
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
      titleKey: 'tracing:answers.packingOrders',
      columns: ['order', 'customer', 'fedAt', 'kg', 'rolls', 'goneRolls', 'packages'],
    },
    {
      rows: 'stock',
      titleKey: 'tracing:answers.stock',
      columns: ['place', 'inHopper', 'kg'],
    },
    {
      rows: 'waitingWaste',
      titleKey: 'tracing:answers.waitingWaste',
      columns: [
        'wasteKind',
        'number',
        'waitingSince',
        'line',
        'order',
        'kg',
        { field: 'maxKg', decimals: 3 },
        'through',
        { field: 'traceAmount', only: 'workbook' },
      ],
    },
    {
      rows: 'departedWaste',
      titleKey: 'tracing:answers.departedWaste',
      columns: [
        'wasteKind',
        'destination',
        'departedOn',
        'line',
        'order',
        'kg',
        { field: 'maxKg', decimals: 3 },
        'through',
        { field: 'traceAmount', only: 'workbook' },
      ],
    },
    {
      rows: 'fedBalance',
      titleKey: 'tracing:answers.fedBalance',
      columns: fedBalanceColumns,
    },
  ],
  resources: ['jumboRoll', 'slitRoll', 'package', 'hold', 'pelletSource', 'materialLot', 'feed', 'recycle', 'cutting'],
  workbook: { name: 'hold.recallExcel', routes: 'GET /rolls/recall_excel', access: 'qualityTrackingDownload' },
})
