/** Rank of orders by priority and due date, and comparisons by this rank. */
import type { CutPlan, OpenOrder } from './cut-plan-types'

const DAY_MS = 24 * 3_600_000
/** Most important first. */
const priorities = ['critical', 'urgent', 'normal'] as const
/** Returns 0 for the most important priority. An order without a priority is normal. */
const getPriorityRank = ({ priority = 'normal' }: Pick<OpenOrder, 'priority'>): number => priorities.indexOf(priority)

export const sortByDueDate = (orders: readonly OpenOrder[]): OpenOrder[] =>
  orders.toSorted((a, b) => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1))
/** Compares orders by priority, due date and id. Orders that come first get their jumbos first. */
export const compareOrderRank = (a: OpenOrder, b: OpenOrder): number => compareGroupRank(a, b) || compareIds(a.id, b.id)
const compareIds = (a: string, b: string): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}
const compareGroupRank = (a: OpenOrder, b: OpenOrder): number =>
  getPriorityRank(a) - getPriorityRank(b) || a.dueAt - b.dueAt
/** Groups orders of equal priority and due date, most important first. */
export function groupOrdersByRank(orders: readonly OpenOrder[]): OpenOrder[][] {
  const groups: OpenOrder[][] = []
  for (const order of orders.toSorted(compareOrderRank)) {
    const lastGroup = groups.at(-1)
    if (lastGroup && compareGroupRank(lastGroup[0]!, order) === 0) lastGroup.push(order)
    else groups.push([order])
  }
  return groups
}
/** Returns the priority rank of the most important of these orders, i.e. the lowest rank. */
export const findLowestPriorityRank = (orders: readonly Pick<OpenOrder, 'priority'>[]): number =>
  Math.min(...orders.map(getPriorityRank))

/**
 * Returns two numbers for each priority, most important first: the number of late orders, and the sum of their days
 * late. Days are rounded up per order, because due dates have day precision.
 */
export function toLatenessByPriority(lateOrders: CutPlan['late'], orders: readonly OpenOrder[]): number[] {
  const lateness = priorities.flatMap(() => [0, 0])
  if (lateOrders.length === 0) return lateness
  const orderById = new Map(orders.map((order) => [order.id, order]))
  for (const { orderId, endsAt, dueAt } of lateOrders) {
    const rank = getPriorityRank(orderById.get(orderId)!)
    lateness[rank * 2]! += 1
    lateness[rank * 2 + 1]! += Math.ceil((endsAt - dueAt) / DAY_MS)
  }
  return lateness
}
/** Compares lists of numbers by their first difference. Negative if `a` is the smaller one. */
export function compareCriteria(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((value, k) => value !== b[k])
  return i < 0 ? 0 : a[i]! - b[i]!
}
