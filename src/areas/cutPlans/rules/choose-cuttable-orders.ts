import {
  buildBatches,
  getBatchKey,
  planBatch,
  singleOrderMethods,
  sortLongestFirst,
  toJumboPieces,
  type CutBatch,
} from './cut-batch'
import type { CuttingStockProblem } from './cutting-stock-problem'
import type { CutPlan, OpenOrder, SlitterSpec, UncutJumbo } from './cut-plan-types'
import { compareOrderRank, groupOrdersByRank } from './order-rank'
import type { WholeSetPlan } from './whole-sets'

interface ChoiceResources {
  readonly planProblem: (problem: CuttingStockProblem) => Pick<WholeSetPlan, 'uses'>
  /** False if no time is left. Orders that have not been examined by then are left out. */
  readonly hasTime: () => boolean
}
/**
 * Returns the orders that the jumbos suffice for, with the number of rolls to cut. Orders are served by priority, then
 * by due date: an order gets a jumbo only if no more important order can use that jumbo. Orders that fit no jumbo are
 * returned with all their rolls, so that the plan can report why these rolls are not cut.
 */
export function chooseCuttableOrders(
  orders: readonly OpenOrder[],
  jumbos: readonly UncutJumbo[],
  slitter: SlitterSpec,
  resources: ChoiceResources,
): OpenOrder[] {
  return [...new Set(orders.map((order) => order.product))].flatMap((product) => {
    const productJumbos = jumbos.filter((jumbo) => jumbo.product === product)
    const productOrders = orders.filter((order) => order.product === product)
    const fitsJumbo = (order: OpenOrder) => fitsAnyJumbo(order, productJumbos, slitter)
    const choice = new OrderChoice(productJumbos, slitter, resources)
    return [
      ...productOrders.filter((order) => !fitsJumbo(order)),
      ...choice.chooseOrders(productOrders.filter(fitsJumbo)),
    ]
  })
}

/** Returns true if a roll of the order can be cut from one of these jumbos of its product. */
export const fitsAnyJumbo = (order: OpenOrder, jumbos: readonly UncutJumbo[], slitter: SlitterSpec): boolean =>
  order.width >= slitter.minWidth &&
  jumbos.some((jumbo) => jumbo.length >= order.length && jumbo.width - slitter.minTrim >= order.width)

/** Subtracts the rolls that the plan leaves out for lack of jumbos. Drops orders that have no other rolls. */
export const subtractShortRolls = (orders: readonly OpenOrder[], unplanned: CutPlan['unplanned']): OpenOrder[] =>
  orders
    .map((order) => {
      const shortRolls = unplanned
        .filter(({ orderId, reason }) => orderId === order.id && reason === 'noJumbo')
        .reduce((sum, { rolls }) => sum + rolls, 0)
      return { ...order, rolls: order.rolls - shortRolls }
    })
    .filter(({ rolls }) => rolls > 0)

/** Chooses among the orders of one product. */
class OrderChoice {
  constructor(
    readonly jumbos: readonly UncutJumbo[],
    readonly slitter: SlitterSpec,
    readonly resources: ChoiceResources,
  ) {}
  chooseOrders(orders: readonly OpenOrder[]): OpenOrder[] {
    const groups = groupOrdersByRank(orders)
    // Bisection needs far fewer plans than adding one group after the other. The first `completeGroups` groups can be
    // cut.
    let completeGroups = 0
    for (let upperBound = groups.length; completeGroups < upperBound && this.resources.hasTime();) {
      const middle = Math.ceil((completeGroups + upperBound) / 2)
      if (this.#canCutAll(groups.slice(0, middle).flat())) completeGroups = middle
      else upperBound = middle - 1
    }
    let chosenOrders = groups.slice(0, completeGroups).flat()
    for (const group of groups.slice(completeGroups)) {
      for (const key of new Set(group.toSorted((a, b) => b.length - a.length).map(getBatchKey))) {
        if (!this.resources.hasTime()) return chosenOrders
        const addedOrders = group.filter((order) => getBatchKey(order) === key)
        chosenOrders = this.#addOrders(chosenOrders, addedOrders)
      }
    }
    return chosenOrders
  }
  /**
   * Adds those rolls of the added orders that can be cut in addition to the chosen orders. Of several results, chooses
   * the one that cuts the most web. All added orders have the same product and length.
   */
  #addOrders(chosenOrders: readonly OpenOrder[], addedOrders: readonly OpenOrder[]): OpenOrder[] {
    let widestCut = -1
    let bestOrders: readonly OpenOrder[] = []
    const dispensableOrderIds = addedOrders.map(({ id }) => id)
    for (const batches of this.#buildBatchLists([...chosenOrders, ...addedOrders], addedOrders[0]!)) {
      const uncutByOrder = this.#countUncutRolls(batches.map((batch) => ({ ...batch, dispensableOrderIds })))
      if (chosenOrders.some(({ id }) => uncutByOrder.has(id))) continue
      const cutOrders = addedOrders
        .map((order): OpenOrder => ({ ...order, rolls: order.rolls - (uncutByOrder.get(order.id) ?? 0) }))
        .filter(({ rolls }) => rolls > 0)
      const cutWidth = cutOrders.reduce((sum, { rolls, width }) => sum + rolls * width, 0)
      if (cutWidth <= widestCut) continue
      widestCut = cutWidth
      bestOrders = cutOrders
      if (cutOrders.length === addedOrders.length && uncutByOrder.size === 0) break
    }
    return this.#increaseRolls([...chosenOrders, ...bestOrders], addedOrders)
  }
  /**
   * Increases the rolls of the added orders by bisection. Only products with several lengths need this, because a
   * previous plan may have used the jumbos for the lengths in an unfavourable sequence.
   */
  #increaseRolls(chosenOrders: readonly OpenOrder[], addedOrders: readonly OpenOrder[]): OpenOrder[] {
    let increasedOrders = [...chosenOrders]
    if (new Set([...chosenOrders, ...addedOrders].map(getBatchKey)).size < 2) return increasedOrders
    for (const order of addedOrders) {
      const otherOrders = increasedOrders.filter(({ id }) => id !== order.id)
      let rolls = increasedOrders.find(({ id }) => id === order.id)?.rolls ?? 0
      for (let upperBound = order.rolls; rolls < upperBound && this.resources.hasTime();) {
        const middle = Math.ceil((rolls + upperBound) / 2)
        const triedOrders = [...otherOrders, { ...order, rolls: middle }]
        if (this.#canCutAll(triedOrders)) {
          rolls = middle
          increasedOrders = triedOrders
        } else upperBound = middle - 1
      }
    }
    return increasedOrders
  }
  #canCutAll(orders: readonly OpenOrder[]): boolean {
    return this.#buildBatchLists(orders, orders.at(-1)!).some((batches) => this.#countUncutRolls(batches).size === 0)
  }
  /** Returns several lists of batches to try. Each list contains all orders; earlier batches take the jumbos first. */
  #buildBatchLists(orders: readonly OpenOrder[], lastOrder: OpenOrder): CutBatch[][] {
    const ordersByRank = orders.toSorted(compareOrderRank)
    const batches = buildBatches(ordersByRank, 'together')
    const longestFirst = sortLongestFirst(batches)
    const isLastBatch = (batch: CutBatch) => getBatchKey(batch.orders[0]!) === getBatchKey(lastOrder)
    const singleBatches = singleOrderMethods.map((method) =>
      ordersByRank.map((order): CutBatch => ({ orders: [order], method })),
    )
    if (batches.length === 1) return [batches, ...singleBatches]
    return [
      [...batches.filter((batch) => !isLastBatch(batch)), ...batches.filter(isLastBatch)],
      longestFirst,
      batches,
      longestFirst.toReversed(),
      ...singleBatches,
      ...singleBatches.map(sortLongestFirst),
    ]
  }
  /** Returns the number of uncut rolls by order id, without orders that are cut completely. */
  #countUncutRolls(batches: readonly CutBatch[]): Map<string, number> {
    const pieces = toJumboPieces(this.jumbos)
    const uncutByOrder = new Map<string, number>()
    for (const batch of batches)
      for (const { orderId, rolls } of planBatch(batch, pieces, this.slitter, this.resources.planProblem).unplanned)
        uncutByOrder.set(orderId, (uncutByOrder.get(orderId) ?? 0) + rolls)
    return uncutByOrder
  }
}
