/** Consecutive orders of one product on a line share jumbos: those around the change are slit for both orders. */
import { calculateWebKg } from '@/areas/orders/rules/slitting-pattern'
import type { Dice } from '../random'
import { findJointPatterns, type JointLanes, type SlitLane } from './slitting-patterns'
import { chooseSharedPatterns } from './width-mix'
import type { JumboDraft, ProductionOrder } from './orders'

/** A lane with the order it is slit for. */
export interface OwnedLane extends SlitLane {
  readonly order: ProductionOrder
}
/** Minimum and maximum number of jumbos that two orders share. */
const SHARED_JUMBO_RANGE = [4, 9] as const
/** At least this many jumbos of an order are slit for it alone. */
const MIN_UNSHARED_JUMBOS = 2
/** Maximum difference between what an order gives to the shared jumbos and what it receives from them, in jumbos. */
const MAX_SHARE_DIFFERENCE = 0.25
/** Share of the planned rolls wound beyond the order, as a reserve for downgrades. */
const SPARE_SHARE = 0.01

/** Returns the lanes of a jumbo: the order's own pattern, or the shared one around a change. */
export const getJumboLanes = (order: ProductionOrder, jumbo: JumboDraft): readonly OwnedLane[] =>
  order.sharedLanes.get(jumbo.id) ?? order.lanes.map((lane) => ({ ...lane, order }))

/** Calculates the ordered quantity from the planned rolls, less the reserve for downgrades. */
export function calculateOrderedAmount({ rolls, kg }: Pick<ProductionOrder['plannedYield'], 'rolls' | 'kg'>): {
  orderedRolls: number
  orderedKg: number
} {
  const orderedRolls = rolls - Math.floor(rolls * SPARE_SHARE)
  return { orderedRolls, orderedKg: Math.round((orderedRolls * kg) / rolls) }
}
/** Calculates the yield of a jumbo with these lanes: number of rolls, rolls by width, mass in kg. */
export function calculateJumboYield(
  {
    product,
    row,
    setsPerJumbo,
  }: Pick<ProductionOrder, 'product' | 'setsPerJumbo'> & { readonly row: Pick<ProductionOrder['row'], 'rollLengthM'> },
  lanes: readonly SlitLane[],
): ProductionOrder['plannedYield'] {
  const lengthM = row.rollLengthM ?? 0
  return {
    rolls: setsPerJumbo * lanes.reduce((sum, { count }) => sum + count, 0),
    widths: new Map(lanes.map(({ width, count }) => [width, setsPerJumbo * count])),
    kg:
      setsPerJumbo *
      lanes.reduce((sum, { width, count }) => sum + count * calculateWebKg(product.gsm, width, lengthM), 0),
  }
}
/** Adds a yield several times to the plan; negative `times` subtracts it. */
export const addYield = (
  totalYield: ProductionOrder['plannedYield'],
  addedYield: ProductionOrder['plannedYield'],
  times: number,
): ProductionOrder['plannedYield'] => ({
  rolls: totalYield.rolls + times * addedYield.rolls,
  widths: new Map(
    [...new Set([...totalYield.widths.keys(), ...addedYield.widths.keys()])].map((width) => [
      width,
      (totalYield.widths.get(width) ?? 0) + times * (addedYield.widths.get(width) ?? 0),
    ]),
  ),
  kg: totalYield.kg + times * addedYield.kg,
})

/** True if two orders can share a jumbo: same web and same doffing length. */
const canShareJumbos = (previousOrder: ProductionOrder, order: ProductionOrder): boolean =>
  previousOrder.product === order.product &&
  previousOrder.setsPerJumbo === order.setsPerJumbo &&
  previousOrder.row.rollLengthM === order.row.rollLengthM
const getOrderWidths = ({ lanes }: ProductionOrder): number[] => [...new Set(lanes.map(({ width }) => width))]
/** Returns the first-choice jumbos that are not shared yet. */
const getUnsharedJumbos = ({ jumbos, sharedLanes }: ProductionOrder): JumboDraft[] =>
  jumbos.filter(({ id, state, grade }) => state !== 'winding' && grade === 'good' && !sharedLanes.has(id))

/**
 * Shares the last jumbos of an order and the first of the next one if their widths fit side by side. Each order gives
 * about as much as it gets, and keeps its mix of widths. Both orders must be wound already; the ordered quantities are
 * recalculated from the yield.
 */
export function shareJumbos(
  dice: Dice,
  previousOrder: ProductionOrder,
  order: ProductionOrder,
  jumboWidthMm: number,
): void {
  if (!canShareJumbos(previousOrder, order)) return
  const patterns = findJointPatterns(getOrderWidths(previousOrder), getOrderWidths(order), jumboWidthMm)
  if (patterns.length === 0) return
  const [previousJumbos, nextJumbos] = [getUnsharedJumbos(previousOrder), getUnsharedJumbos(order)]
  /**
   * Returns how many of the shared jumbos the previous order gives: as many as it receives, rounded. Null if rounding
   * makes too large a difference, or if one of the orders cannot give its jumbos.
   */
  const countGivenJumbos = (patternByJumbo: readonly JointLanes[]): number | null => {
    const receivedJumbos = patternByJumbo.reduce((sum, { firstShare }) => sum + firstShare, 0)
    const givenCount = Math.round(receivedJumbos)
    const nextGivenCount = patternByJumbo.length - givenCount
    return Math.abs(givenCount - receivedJumbos) <= MAX_SHARE_DIFFERENCE &&
      givenCount >= 1 &&
      givenCount <= previousJumbos.length - MIN_UNSHARED_JUMBOS &&
      nextGivenCount >= 1 &&
      nextGivenCount <= nextJumbos.length - MIN_UNSHARED_JUMBOS
      ? givenCount
      : null
  }
  const patternByJumbo = chooseSharedPatterns(
    dice,
    { previousOrder, order, patterns, maxJumbos: dice.int(...SHARED_JUMBO_RANGE) },
    (chosenPatterns) => countGivenJumbos(chosenPatterns) !== null,
  )
  const givenCount = countGivenJumbos(patternByJumbo)
  if (givenCount === null) return
  const jumbos = [...previousJumbos.slice(-givenCount), ...nextJumbos.slice(0, patternByJumbo.length - givenCount)]
  for (const [i, jumbo] of jumbos.entries())
    shareJumbo(i < givenCount ? previousOrder : order, jumbo, { previousOrder, order, pattern: patternByJumbo[i]! })
}
/** Marks a jumbo of one of two orders as shared and updates both plans. */
function shareJumbo(
  owner: ProductionOrder,
  { id }: JumboDraft,
  { previousOrder, order, pattern }: { previousOrder: ProductionOrder; order: ProductionOrder; pattern: JointLanes },
): void {
  owner.sharedLanes.set(id, [
    ...pattern.firstLanes.map((lane) => ({ ...lane, order: previousOrder })),
    ...pattern.secondLanes.map((lane) => ({ ...lane, order })),
  ])
  addToPlan(owner, owner.lanes, -1)
  addToPlan(previousOrder, pattern.firstLanes, 1)
  addToPlan(order, pattern.secondLanes, 1)
}
/** Adds (or removes, if negative) jumbos with these lanes to the plan of an order. */
function addToPlan(order: ProductionOrder, lanes: readonly SlitLane[], jumbos: number): void {
  order.plannedYield = addYield(order.plannedYield, calculateJumboYield(order, lanes), jumbos)
  Object.assign(order.row, calculateOrderedAmount(order.plannedYield))
}
