/** Consecutive orders of one product on a line share jumbos: those around the change are slit for both orders. */
import { calculateWebKg } from '@/areas/orders/rules/web-dimensions'
import type { Dice } from '../random'
import { jointFillings, type JointLanes, type Lane } from './lanes'
import { mixing } from './mix'
import type { Jumbo, Order } from './orders'

/** A lane with the order it is slit for. */
export interface OwnedLane extends Lane {
  readonly order: Order
}
/** Minimum and maximum number of jumbos that two orders share. */
const SHARED = [4, 9] as const
/** At least this many jumbos of an order are slit for it alone. */
const ALONE = 2
/** Share of a jumbo that an order may give more than it gets; the other order would get that material for free. */
const MOST_GIVEN = 0.25
/** Share of the planned rolls wound beyond the order, as a reserve for downgrades. */
const SPARE = 0.01

/** Returns the lanes of a jumbo: the order's own pattern, or the shared one around a change. */
export const lanesOf = (order: Order, jumbo: Jumbo): readonly OwnedLane[] =>
  order.shared.get(jumbo.id) ?? order.lanes.map((lane) => ({ ...lane, order }))

/** Calculates the ordered quantity from the planned rolls, less the reserve for downgrades. */
export function orderedOf({ rolls, kg }: Pick<Order['planned'], 'rolls' | 'kg'>): {
  orderedRolls: number
  orderedKg: number
} {
  const orderedRolls = rolls - Math.floor(rolls * SPARE)
  return { orderedRolls, orderedKg: Math.round((orderedRolls * kg) / rolls) }
}
/** Calculates the yield of a jumbo with these lanes: number of rolls, rolls by width, mass in kg. */
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
/** Adds a yield several times to the plan; negative `times` subtracts it. */
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

/** True if two orders can share a jumbo: same web and same doffing length. */
const alike = (before: Order, order: Order): boolean =>
  before.product === order.product && before.sets === order.sets && before.row.rollLengthM === order.row.rollLengthM
const widthsOf = ({ lanes }: Order): number[] => [...new Set(lanes.map(({ width }) => width))]
/** Returns the first-choice jumbos that are not shared yet. */
const ownOf = ({ jumbos, shared }: Order): Jumbo[] =>
  jumbos.filter(({ id, state, grade }) => state !== 'winding' && grade === 'good' && !shared.has(id))

/**
 * Shares the last jumbos of an order and the first of the next one if their widths fit side by side. Each order gives
 * about as much as it gets, and keeps its mix of widths. Both orders must be wound already; the ordered quantities are
 * recalculated from the yield.
 */
export function cutTogether(dice: Dice, before: Order, order: Order, jumboMm: number): void {
  if (!alike(before, order)) return
  const patterns = jointFillings(widthsOf(before), widthsOf(order), jumboMm)
  if (patterns.length === 0) return
  const [last, first] = [ownOf(before), ownOf(order)]
  /** Returns how many jumbos the first order gives: its share of all, rounded; null if that is not possible. */
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
/** Marks a jumbo of one of two orders as shared and updates both plans. */
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
/** Adds (or removes, if negative) jumbos with these lanes to the plan of an order. */
function plan(order: Order, lanes: readonly Lane[], jumbos: number): void {
  order.planned = withMore(order.planned, yieldOf(order, lanes), jumbos)
  Object.assign(order.row, orderedOf(order.planned))
}
