/** Orders of one product that follow each other on a line: jumbos around the change are slit for both. */
import { webKg } from '@/areas/rolls/rules/dimensions'
import type { Dice } from '../random'
import { jointFillings, type JointLanes, type Lane } from './lanes'
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
export function orderedOf({ rolls, kg }: Order['planned']): { orderedRolls: number; orderedKg: number } {
  const orderedRolls = rolls - Math.floor(rolls * SPARE)
  return { orderedRolls, orderedKg: Math.round((orderedRolls * kg) / rolls) }
}
/** Rolls that a jumbo of an order gives in these lanes, and what they weigh. */
export function yieldOf(
  { product, row, sets }: Pick<Order, 'product' | 'sets'> & { readonly row: Pick<Order['row'], 'rollLengthM'> },
  lanes: readonly Lane[],
): { rolls: number; kg: number } {
  const lengthM = row.rollLengthM ?? 0
  return {
    rolls: sets * lanes.reduce((sum, { count }) => sum + count, 0),
    kg: sets * lanes.reduce((sum, { width, count }) => sum + count * webKg(product.gsm, width, lengthM), 0),
  }
}

/** Whether the rolls of two orders can lie side by side on one jumbo: one web, doffed at one length. */
const alike = (before: Order, order: Order): boolean =>
  before.product === order.product && before.sets === order.sets && before.row.rollLengthM === order.row.rollLengthM
const widthsOf = ({ lanes }: Order): number[] => [...new Set(lanes.map(({ width }) => width))]
/** Jumbos of first choice that are slit for the order alone so far. */
const ownOf = ({ jumbos, shared }: Order): Jumbo[] =>
  jumbos.filter(({ id, state, grade }) => state !== 'winding' && grade === 'good' && !shared.has(id))

/**
 * Slits the last jumbos of an order and the first of the next for both, where their widths fit side by side: each gives the other
 * about what it gets. Both have been wound so far. What they order follows from what the jumbos give.
 */
export function cutTogether(dice: Dice, before: Order, order: Order, jumboMm: number): void {
  if (!alike(before, order)) return
  const patterns = jointFillings(widthsOf(before), widthsOf(order), jumboMm)
  if (patterns.length === 0) return
  const pattern = dice.pick(patterns)
  const [last, first] = [ownOf(before), ownOf(order)]
  for (let all = dice.int(...SHARED); all > 1; all--) {
    const ofBefore = Math.round(all * pattern.firstShare)
    if (Math.abs(ofBefore - all * pattern.firstShare) > MOST_GIVEN) continue
    if (ofBefore < 1 || ofBefore > last.length - ALONE) continue
    if (all - ofBefore < 1 || all - ofBefore > first.length - ALONE) continue
    share(before, last.slice(-ofBefore), { before, order, pattern })
    share(order, first.slice(0, all - ofBefore), { before, order, pattern })
    return
  }
}
/** Slits jumbos of one of two orders for both. */
function share(
  owner: Order,
  jumbos: readonly Jumbo[],
  { before, order, pattern }: { before: Order; order: Order; pattern: JointLanes },
): void {
  const lanes: readonly OwnedLane[] = [
    ...pattern.first.map((lane) => ({ ...lane, order: before })),
    ...pattern.second.map((lane) => ({ ...lane, order })),
  ]
  for (const { id } of jumbos) owner.shared.set(id, lanes)
  plan(owner, owner.lanes, -jumbos.length)
  plan(before, pattern.first, jumbos.length)
  plan(order, pattern.second, jumbos.length)
}
/** So many jumbos more, or fewer, are slit into these lanes for an order. */
function plan(order: Order, lanes: readonly Lane[], jumbos: number): void {
  const { rolls, kg } = yieldOf(order, lanes)
  order.planned = { rolls: order.planned.rolls + jumbos * rolls, kg: order.planned.kg + jumbos * kg }
  Object.assign(order.row, orderedOf(order.planned))
}
