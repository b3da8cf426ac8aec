/** Batches of orders that are planned in one step, and the cuts that result from them. */
import { roundToDecimetre } from '@/plant/rules/quantity'
import { allocateSets } from './allocate-sets'
import { countSetsInLength } from './cut-metrics'
import { planFirstFitDecreasing } from './first-fit'
import type { PlannedCut, OpenOrder, SlitterSpec, UncutJumbo, UnplannedRolls } from './cut-plan-types'
import { countUncutRolls, mergeUses, type CuttingStockProblem, type PatternUse } from './cutting-stock-problem'
import { compareOrderRank, sortByDueDate } from './order-rank'
import type { WholeSetPlan } from './whole-sets'

/** A jumbo with the metres that a plan in progress has not used yet. */
export interface JumboPiece {
  readonly id: string
  readonly product: string
  readonly width: number
  /** Metres of the untouched jumbo. */
  readonly fullLength: number
  lengthLeft: number
}
/** Returns the untouched pieces of the jumbos. */
export const toJumboPieces = (jumbos: readonly UncutJumbo[]): JumboPiece[] =>
  jumbos.map(({ id, product, width, length }) => ({ id, product, width, fullLength: length, lengthLeft: length }))

/**
 * Orders of one product and length that are planned in one step. Method `together` optimizes the patterns over all
 * widths of the orders. Method `firstFit` combines the widths by first-fit decreasing, as a person would. The other
 * methods cut a single order in the fewest sets, or from the first, widest or narrowest jumbos.
 */
export interface CutBatch {
  readonly orders: readonly OpenOrder[]
  readonly method: 'together' | 'firstFit' | SingleOrderMethod
  /** Restricts the batch to jumbos of this width. */
  readonly onlyJumboWidth?: number
  /** Orders whose rolls stay uncut first if the jumbos do not suffice; only for the method `together`. */
  readonly dispensableOrderIds?: readonly string[]
}
export const singleOrderMethods = ['fewest', 'first', 'widest', 'narrowest'] as const
export type SingleOrderMethod = (typeof singleOrderMethods)[number]
/** A cut that is not scheduled yet. */
export interface CutDraft extends Omit<PlannedCut, 'startsAt' | 'endsAt'> {
  /** Due date of the most urgent order of each set. */
  readonly dueAt: number
}
/** Returns the key of orders that can lie side by side: same product, same length. */
export const getBatchKey = (order: OpenOrder): string => `${order.product} ${order.length}`

/** Groups all orders into one batch per product and length. */
export const buildBatches = (
  orders: readonly OpenOrder[],
  method: CutBatch['method'],
  onlyJumboWidth?: number,
): CutBatch[] =>
  [...new Set(orders.map(getBatchKey))].map((key) => ({
    orders: orders.filter((order) => getBatchKey(order) === key),
    method,
    ...(onlyJumboWidth === undefined ? {} : { onlyJumboWidth }),
  }))

/**
 * Builds the cutting stock problem of orders that can lie side by side. The number of sets is capped at the ordered
 * rolls, as more sets are never needed.
 */
export function buildProblem(
  orders: readonly OpenOrder[],
  pieces: readonly JumboPiece[],
  slitter: SlitterSpec,
): CuttingStockProblem {
  const { length } = orders[0]!
  const widths = [...new Set(orders.map((order) => order.width))].sort((a, b) => b - a)
  const rolls = orders.reduce((sum, order) => sum + order.rolls, 0)
  return {
    demands: widths.map((width) => ({
      width,
      count: orders.reduce((sum, order) => sum + (order.width === width ? order.rolls : 0), 0),
    })),
    stocks: [...new Set(pieces.map((piece) => piece.width))].map((width) => ({
      width: width - slitter.minTrim,
      webWidth: width,
      sets: Math.min(
        rolls,
        pieces.reduce(
          (sum, piece) => sum + (piece.width === width ? countSetsInLength(piece.lengthLeft, length) : 0),
          0,
        ),
      ),
    })),
    maxLanes: slitter.knives - 1,
  }
}

export const sortLongestFirst = (batches: readonly CutBatch[]): CutBatch[] =>
  batches.toSorted((a, b) => b.orders[0]!.length - a.orders[0]!.length)
/** Replaces some batches by one with all their orders, at the place of the first of them. */
export function joinBatches(batches: readonly CutBatch[], joinedBatches: readonly CutBatch[]): CutBatch[] {
  const orders = sortByDueDate(joinedBatches.flatMap((batch) => batch.orders))
  return batches.flatMap((batch): CutBatch[] => {
    if (batch === joinedBatches[0]) return [{ orders, method: 'together' }]
    return joinedBatches.includes(batch) ? [] : [batch]
  })
}
/** Replaces the method `firstFit` of a batch by `together`, so that its patterns are optimized. */
export const toOptimizedBatch = (batch: CutBatch): CutBatch =>
  batch.method === 'firstFit' ? { ...batch, method: 'together' } : batch

/** Plans a batch and reduces `lengthLeft` of the pieces by the metres it uses. */
export function planBatch(
  batch: CutBatch,
  pieces: readonly JumboPiece[],
  slitter: SlitterSpec,
  planProblem: (problem: CuttingStockProblem) => Pick<WholeSetPlan, 'uses'>,
): { drafts: CutDraft[]; unplanned: UnplannedRolls[] } {
  const { product, length } = batch.orders[0]!
  const productPieces = pieces.filter((piece) => piece.product === product)
  const findMaxWidth = (candidates: readonly JumboPiece[]) =>
    Math.max(0, ...candidates.map((piece) => piece.width - slitter.minTrim))
  const maxProductWidth = findMaxWidth(productPieces)
  const fittingPieces = productPieces.filter(
    (piece) =>
      piece.lengthLeft >= length && (batch.onlyJumboWidth === undefined || piece.width === batch.onlyJumboWidth),
  )
  const maxWidth = findMaxWidth(fittingPieces)
  const cuttableOrders = batch.orders.filter((order) => order.width >= slitter.minWidth && order.width <= maxWidth)
  const getUnplannedReason = ({ width }: OpenOrder): UnplannedRolls['reason'] => {
    if (width < slitter.minWidth) return 'tooNarrow'
    return maxProductWidth > 0 && width > maxProductWidth ? 'tooWide' : 'noJumbo'
  }
  const unplanned = batch.orders
    .filter((order) => !cuttableOrders.includes(order))
    .map((order): UnplannedRolls => ({ orderId: order.id, rolls: order.rolls, reason: getUnplannedReason(order) }))
  if (cuttableOrders.length === 0) return { drafts: [], unplanned }
  const problem = buildProblem(cuttableOrders, fittingPieces, slitter)
  if (batch.method !== 'together' && batch.method !== 'firstFit') {
    const { drafts, rollsLeft } = cutSingleOrder(cuttableOrders[0]!, batch.method, fittingPieces, slitter)
    if (rollsLeft > 0) unplanned.push({ orderId: cuttableOrders[0]!.id, rolls: rollsLeft, reason: 'noJumbo' })
    return { drafts, unplanned }
  }
  const planUses = (): readonly PatternUse[] => {
    if (batch.method === 'firstFit') return planFirstFitDecreasing(problem)
    if (!batch.dispensableOrderIds) return planProblem(problem).uses
    return planWithDispensableOrders(problem, cuttableOrders, batch.dispensableOrderIds, planProblem)
  }
  const uses = planUses()
  const rollsToCut = removeUncutRolls(problem, uses, cuttableOrders, unplanned)
  return { drafts: allocateSets(uses, problem, cuttableOrders, rollsToCut, fittingPieces), unplanned }
}
/**
 * Returns the number of rolls to cut, by order id. Takes uncut rolls from the least important orders of their width and
 * adds these rolls to `unplanned`.
 */
export function removeUncutRolls(
  problem: CuttingStockProblem,
  uses: readonly PatternUse[],
  orders: readonly OpenOrder[],
  unplanned: UnplannedRolls[],
): Map<string, number> {
  const rollsToCut = new Map(orders.map((order) => [order.id, order.rolls]))
  for (const [i, uncutRolls] of countUncutRolls(problem, uses).entries()) {
    let rollsLeft = uncutRolls
    const ordersOfWidth = orders.filter(({ width }) => width === problem.demands[i]!.width)
    for (const order of ordersOfWidth.toSorted(compareOrderRank).toReversed()) {
      const rolls = Math.min(rollsLeft, order.rolls)
      if (rolls <= 0) continue
      unplanned.push({ orderId: order.id, rolls, reason: 'noJumbo' })
      rollsToCut.set(order.id, order.rolls - rolls)
      rollsLeft -= rolls
    }
  }
  return rollsToCut
}
/**
 * Plans a problem with separate demands for dispensable orders. An uncut roll of a dispensable order is weighted by its
 * width. An uncut roll of any other order weighs more than all dispensable rolls together.
 */
function planWithDispensableOrders(
  problem: CuttingStockProblem,
  orders: readonly OpenOrder[],
  dispensableOrderIds: readonly string[],
  planProblem: (problem: CuttingStockProblem) => Pick<WholeSetPlan, 'uses'>,
): PatternUse[] {
  const sumRolls = (isCounted: (order: OpenOrder) => boolean) =>
    orders.reduce((sum, order) => sum + (isCounted(order) ? order.rolls : 0), 0)
  const isDispensable = ({ id }: OpenOrder) => dispensableOrderIds.includes(id)
  const narrowestWidth = Math.min(...orders.filter(isDispensable).map((order) => order.width))
  const uncutWeight = orders.reduce(
    (sum, order) => sum + (isDispensable(order) ? (order.rolls * order.width) / narrowestWidth : 0),
    1,
  )
  const demandParts = problem.demands.flatMap(({ width }, demandIndex) =>
    [
      { width, count: sumRolls((order) => order.width === width && !isDispensable(order)), uncutWeight, demandIndex },
      {
        width,
        count: sumRolls((order) => order.width === width && isDispensable(order)),
        uncutWeight: width / narrowestWidth,
        demandIndex,
      },
    ].filter(({ count }) => count > 0),
  )
  const { uses } = planProblem({
    ...problem,
    demands: demandParts.map(({ width, count, uncutWeight }) => ({ width, count, uncutWeight })),
  })
  return mergeUses(
    uses.map(({ pattern, sets }) => {
      const counts = problem.demands.map(() => 0)
      for (const [part, count] of pattern.counts.entries()) counts[demandParts[part]!.demandIndex]! += count
      return { pattern: { ...pattern, counts }, sets }
    }),
  )
}

/** Cuts one order with as many rolls side by side as fit. The last set holds the remaining rolls. */
function cutSingleOrder(
  order: OpenOrder,
  method: SingleOrderMethod,
  pieces: readonly JumboPiece[],
  slitter: SlitterSpec,
): { drafts: CutDraft[]; rollsLeft: number } {
  const { id: orderId, width, length, dueAt } = order
  const countAbreast = (piece: JumboPiece) =>
    Math.min(slitter.knives - 1, Math.floor((piece.width - slitter.minTrim) / width))
  const drafts: CutDraft[] = []
  let rollsLeft = order.rolls
  // The piece with the lowest rank is cut. `fewest` takes the most rolls abreast, then the narrowest jumbo.
  const rankPiece: Record<SingleOrderMethod, (piece: JumboPiece) => number> = {
    fewest: (piece) => piece.width - Math.min(rollsLeft, countAbreast(piece)) * 1e6,
    first: () => 0,
    widest: (piece) => -piece.width,
    narrowest: (piece) => piece.width,
  }
  while (rollsLeft > 0) {
    const availablePieces = pieces.filter((piece) => piece.lengthLeft >= length && countAbreast(piece) > 0)
    if (availablePieces.length === 0) break
    const ranks = availablePieces.map(rankPiece[method])
    const piece = availablePieces[ranks.indexOf(Math.min(...ranks))]!
    const rollsAbreast = Math.min(rollsLeft, countAbreast(piece))
    const sets = Math.min(countSetsInLength(piece.lengthLeft, length), Math.floor(rollsLeft / rollsAbreast))
    piece.lengthLeft = roundToDecimetre(piece.lengthLeft - sets * length)
    rollsLeft -= sets * rollsAbreast
    drafts.push({
      jumboId: piece.id,
      length,
      sets,
      lanes: [{ width, count: rollsAbreast }],
      trim: piece.width - rollsAbreast * width,
      rolls: [{ orderId, width, rolls: sets * rollsAbreast }],
      dueAt,
    })
  }
  return { drafts, rollsLeft }
}
