import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { recallWays } from '../rules/hold'
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
 * 追溯: from any number the whole tree, both ways: up to the lots and down to the customer's order. Nodes with their
 * parents, in the order of their making; at most `MOST_OF_A_KIND` of each kind. `levels` says how many there are: where
 * that is more, `cut` is true and the rest is asked for from a node. A customer's orders come in `pages`, newest first, and the
 * levels towards the lots are those of the page. `depth` of a node: negative towards the
 * lots, positive towards the customer, 0 where it was begun. Both ways lead through reclaimed pellets to the lots, and to the rolls,
 * beyond them; those of the rolls that can hold the most are shown, the recall list has all.
 */
export const trace = defineEndpoint('roll.trace', {
  area: 'rolls',
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
        // Of a jumbo, kilograms of lots that nobody knows; empty until it was counted.
        unknownKg: amount({ unit: 'kg' }),
        lineId: reference('line'),
        // Where pellets have to do with it: the most of the lot that it can hold, or that the pellets shown were made of, and the way.
        maxKg: amount({ unit: 'kg', digits: 3 }),
        traceAmount: flag({ required: true }),
        through: choice(recallWays),
        path: text({ max: 2000 }),
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
    // Lots that pellets were made of beyond those shown.
    hiddenLots: integer({ required: true }),
    // Jumbos that hold a lot by pellets beyond those shown, with a trace amount of it or less than the others: the recall list has them.
    hiddenJumbos: integer({ required: true }),
    // Of the pellets shown, what was made of sources that nobody recorded.
    unrecordedPelletsKg: amount({ unit: 'kg', digits: 3, required: true }),
  }),
})
