import { defineEndpoint, objectOutput, listOutput } from '@/contract/endpoint'
import { recallWays } from '../rules/recall-ways'
import { amount, choice, flag, integer, list, moment, reference, text } from '@/contract/field'

export const traceKinds = [
  'materialLot',
  'jumboRoll',
  'slitSet',
  'slitRoll',
  'package',
  'workOrder',
  'erpOrder',
  'customer',
] as const
/**
 * 追溯: the whole tree of a lot, roll, package or order, up to the lots and down to the customer, in production order.
 * Returns at most `MAX_NODES_BY_KIND` nodes of each kind. `levels` has the totals. If a total exceeds the limit, `cut`
 * is true; tracing one of the displayed nodes finds the remaining ones. The orders of a customer come in `pages`,
 * newest first, and the levels towards the lots belong to the page. `depth` is negative towards the lots, positive
 * towards the customer and 0 at the start. Both directions also go through reclaimed pellets. Only the rolls that can
 * contain the most are displayed; the recall list has all rolls.
 */
export const trace = defineEndpoint('roll.trace', {
  area: 'tracing',
  routes: 'GET /quality/trace',
  access: ['qualityTrackingView', 'rollInteractiveView', 'divideInteractiveView', 'progressMonitoringView'],
  effect: 'read',
  input: {
    number: text({ max: 120 }),
    kind: choice(traceKinds),
    id: text({ max: 36 }),
    direction: choice(['both', 'up', 'down']),
    page: integer({ min: 1, max: 1_000_000 }),
  },
  output: objectOutput({
    found: list(
      {
        kind: choice(traceKinds, { required: true }),
        id: text({ required: true, max: 36 }),
        label: text({ required: true, max: 400 }),
      },
      { max: 20 },
    ),
    nodes: list(
      {
        kind: choice(traceKinds, { required: true }),
        id: text({ required: true, max: 36 }),
        label: text({ required: true, max: 400 }),
        at: moment(),
        kg: amount({ unit: 'kg' }),
        state: text({ max: 40 }),
        grade: text({ max: 40 }),
        depth: integer({ required: true }),
        note: text({ max: 400 }),
        // Kilograms of a jumbo whose lots are unknown; empty until the lots were counted.
        unknownKg: amount({ unit: 'kg' }),
        lineId: reference('line'),
        // `maxKg` to `path` are set for nodes reached through pellets; a node reached through packing has only
        // `through`. `maxKg` is the upper bound of the traced lot in the node or, for a source lot, of that lot in the
        // displayed pellets.
        maxKg: amount({ unit: 'kg', digits: 3 }),
        traceAmount: flag({ required: true }),
        through: choice(recallWays),
        path: text({ max: 2000 }),
        // Only for lots: a feed is dated before the receipt, or before quality released the lot.
        usedBeforeReceipt: flag({ required: true }),
        usedBeforeRelease: flag({ required: true }),
      },
      { max: 5000 },
    ),
    edges: list(
      { from: text({ required: true, max: 36 }), to: text({ required: true, max: 36 }), kg: amount({ unit: 'kg' }) },
      { max: 20_000 },
    ),
    levels: list(
      {
        kind: choice(traceKinds, { required: true }),
        total: integer({ required: true }),
        shown: integer({ required: true }),
        kg: amount({ unit: 'kg' }),
      },
      { max: 20 },
    ),
    cut: flag({ required: true }),
    page: integer({ required: true }),
    pages: integer({ required: true }),
    // Number of source lots of pellets, and of pellet lots with the traced lot, that are not displayed as they have
    // less.
    hiddenLots: integer({ required: true }),
    // Number of jumbos with the lot through pellets that are not displayed as they have less. The recall list has them.
    hiddenJumbos: integer({ required: true }),
    // Kilograms of the displayed pellets whose sources are not recorded.
    unrecordedPelletsKg: amount({ unit: 'kg', digits: 3, required: true }),
  }),
})

const requiredKg = amount({ unit: 'kg', required: true })
/**
 * Mass balance of a lot by hopper: fed kg are in rolls, in waste, emptied out, or still inside the hopper. `rolls`
 * counts the rolls that can contain the lot (`feeding/rules/allocate-lots`).
 */
export const lotBalance = defineEndpoint('roll.lotBalance', {
  area: 'tracing',
  routes: 'GET /mater/lot_balance',
  // The permissions include those of everyone who may trace a lot.
  access: [
    'rawMaterialView',
    'rawMaterialInspectionView',
    'materialWorkOrderView',
    'qualityTrackingView',
    'rollInteractiveView',
    'divideInteractiveView',
    'progressMonitoringView',
  ],
  effect: 'read',
  input: { id: reference('materialLot', { required: true }) },
  output: listOutput({
    lineId: reference('line', { required: true }),
    hopperId: reference('hopper', { required: true }),
    fedKg: requiredKg,
    rollsKg: requiredKg,
    rolls: integer({ required: true }),
    lostKg: requiredKg,
    emptiedKg: requiredKg,
    insideKg: requiredKg,
  }),
})
