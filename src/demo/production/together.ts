/** Orders of one product that follow each other on a line: jumbos around the change are slit for both. */
import { calculateWebKg } from '@/areas/orders/rules/web-dimensions'
import type { Dice } from '../random'
import { jointFillings, type JointLanes, type Lane } from './lanes'
import { mixing } from './mix'
import type { Jumbo, Order } from './orders'

/** Lanes with the order that they are cut for. */
export interface OwnedLane extends Lane {
  readonly order: Order
}
/** Jumbos around a change that are slit for both orders, together. */
const SHARED = [4, 9] as const
/** Jumbos of an order that are slit for it alone, at least. */
const ALONE = 2
/** Of a jumbo at most, what one order gives more than it gets: the other would have its material for nothing. */
const MOST_GIVEN = 0.25
/** Part of the rolls planned that is wound beyond the order, for what is downgraded. */
const SPARE = 0.01

/** How a jumbo of an order is slit: for the order alone, unless it is one of those around a change. */
export const lanesOf = (order: Order, jumbo: Jumbo): readonly OwnedLane[] =>
  order.shared.get(jumbo.id) ?? order.lanes.map((lane) => ({ ...lane, order }))

/** What is ordered when so many rolls are planned: what the jumbos give, less what may be downgraded. */
export function orderedOf({ rolls, kg }: Pick<Order['planned'], 'rolls' | 'kg'>): {
  orderedRolls: number
  orderedKg: number
} {
  const orderedRolls = rolls - Math.floor(rolls * SPARE)
  return { orderedRolls, orderedKg: Math.round((orderedRolls * kg) / rolls) }
}
/** Rolls that a jumbo of an order gives in these lanes, those of each width, and what they weigh. */
export function yieldOf(
  { product, row, sets }: Pick<Order, 'product' | 'sets'> & { readonly row: Pick<Order['row'], 'rollLengthM'> },
  lanes: readonly Lane[],
): Order['planned'] {
  const lengthM = row.rollLengthM ?? 0
  return {
    rolls: sets * lanes.reduce((sum, { count }) => sum + count, 0),
    widths: new Map(lanes.map(({ width, count }) => [width, sets * count])),
    kg: sets * lanes.reduce((sum, { width, count }) => sum + count * calculateWebKg(product.gsm, width, lengthM), 0),
  }
}
/** What is planned and so many times as much beside it. */
export const withMore = (planned: Order['planned'], more: Order['planned'], times: number): Order['planned'] => ({
  rolls: planned.rolls + times * more.rolls,
  widths: new Map(
    [...new Set([...planned.widths.keys(), ...more.widths.keys()])].map((width) => [
      width,
      (planned.widths.get(width) ?? 0) + times * (more.widths.get(width) ?? 0),
    ]),
  ),
  kg: planned.kg + times * more.kg,
})

/** Whether the rolls of two orders can lie side by side on one jumbo: one web, doffed at one length. */
const alike = (before: Order, order: Order): boolean =>
  before.product === order.product && before.sets === order.sets && before.row.rollLengthM === order.row.rollLengthM
const widthsOf = ({ lanes }: Order): number[] => [...new Set(lanes.map(({ width }) => width))]
/** Jumbos of first choice that are slit for the order alone so far. */
const ownOf = ({ jumbos, shared }: Order): Jumbo[] =>
  jumbos.filter(({ id, state, grade }) => state !== 'winding' && grade === 'good' && !shared.has(id))

/**
 * Slits the last jumbos of an order and the first of the next for both, where their widths fit side by side: each gives the other
 * about what it gets, and each width stays the part of its order that the order's pattern makes it. Both have been wound so
 * far. What they order follows from what the jumbos give.
 */
export function cutTogether(dice: Dice, before: Order, order: Order, jumboMm: number): void {
  if (!alike(before, order)) return
  const patterns = jointFillings(widthsOf(before), widthsOf(order), jumboMm)
  if (patterns.length === 0) return
  const [last, first] = [ownOf(before), ownOf(order)]
  /** How many jumbos of the first order go in: what it gets of all, to the nearest; null where that does not do. */
  const given = (chosen: readonly JointLanes[]): number | null => {
    const gets = chosen.reduce((sum, { firstShare }) => sum + firstShare, 0)
    const gives = Math.round(gets)
    const rest = chosen.length - gives
    return Math.abs(gives - gets) <= MOST_GIVEN &&
      gives >= 1 &&
      gives <= last.length - ALONE &&
      rest >= 1 &&
      rest <= first.length - ALONE
      ? gives
      : null
  }
  const chosen = mixing(dice, { before, order, patterns, most: dice.int(...SHARED) }, (all) => given(all) !== null)
  const gives = given(chosen)
  if (gives === null) return
  const jumbos = [...last.slice(-gives), ...first.slice(0, chosen.length - gives)]
  for (const [i, jumbo] of jumbos.entries())
    share(i < gives ? before : order, jumbo, { before, order, pattern: chosen[i]! })
}
/** Slits a jumbo of one of two orders for both. */
function share(
  owner: Order,
  { id }: Jumbo,
  { before, order, pattern }: { before: Order; order: Order; pattern: JointLanes },
): void {
  owner.shared.set(id, [
    ...pattern.first.map((lane) => ({ ...lane, order: before })),
    ...pattern.second.map((lane) => ({ ...lane, order })),
  ])
  plan(owner, owner.lanes, -1)
  plan(before, pattern.first, 1)
  plan(order, pattern.second, 1)
}
/** So many jumbos more, or fewer, are slit into these lanes for an order. */
function plan(order: Order, lanes: readonly Lane[], jumbos: number): void {
  order.planned = withMore(order.planned, yieldOf(order, lanes), jumbos)
  Object.assign(order.row, orderedOf(order.planned))
}
