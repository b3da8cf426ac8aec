/** Compares actual costs with standard costs: orders with each other, and the parts of one order. */
import { roundToCent } from '@/plant/rules/quantity'
import { type CostPart } from './cost-line'
import { standardParts, varianceNames, type StandardPart, type VarianceName } from './variances'

interface ComparedOrder {
  readonly whole: boolean | null
  readonly madeKg: number | null
  readonly perKg: number | null
  readonly standardPerKg: number | null
}
export interface CostDifference {
  /** Actual less standard cost, CNY/kg. */
  readonly perKg: number
  /** The same as a percentage of the standard cost. */
  readonly percent: number
}
/** Calculates the difference of an order's cost to its standard; null if one of them is unknown. */
export function calculateCostDifference({
  perKg,
  standardPerKg,
}: Pick<ComparedOrder, 'perKg' | 'standardPerKg'>): CostDifference | null {
  if (perKg === null || standardPerKg === null || standardPerKg <= 0) return null
  const difference = perKg - standardPerKg
  return { perKg: difference, percent: (difference / standardPerKg) * 100 }
}
/**
 * Sorts orders by their difference to the standard, the most expensive first. Orders with an incomplete cost follow,
 * because their difference is only a lower limit, then orders without a standard.
 */
export function sortByCostDifference<Order extends ComparedOrder>(orders: readonly Order[]): Order[] {
  const getRank = (order: Order): number => {
    if (calculateCostDifference(order) === null) return 2
    return order.whole ? 0 : 1
  }
  return orders.toSorted(
    (a, b) =>
      getRank(a) - getRank(b) ||
      (calculateCostDifference(b)?.percent ?? 0) - (calculateCostDifference(a)?.percent ?? 0),
  )
}

type NamedVariance = { readonly name: VarianceName; readonly amount: number }
interface OrderWithVariances extends ComparedOrder {
  readonly total: number | null
  readonly standardTotal: number | null
  readonly variances: readonly NamedVariance[]
}
export interface VarianceSummary {
  /** Number of orders in the sums: those with a complete cost and a standard. */
  readonly orders: number
  /** CNY. */
  readonly standardTotal: number
  readonly total: number
  /** Variances other than zero, in the order of `varianceNames`. */
  readonly variances: readonly NamedVariance[]
}
/** Sums the variances of all orders with a complete cost and a standard; the sums lead from standard to actual cost. */
export function sumVariances(orders: readonly OrderWithVariances[]): VarianceSummary {
  const comparableOrders = orders.filter(
    ({ whole, total, standardTotal, variances }) =>
      whole && total !== null && standardTotal !== null && variances.length > 0,
  )
  const sum = (getAmount: (order: OrderWithVariances) => number) =>
    roundToCent(comparableOrders.reduce((total, order) => total + getAmount(order), 0))
  return {
    orders: comparableOrders.length,
    standardTotal: sum(({ standardTotal }) => standardTotal ?? 0),
    total: sum(({ total }) => total ?? 0),
    variances: varianceNames
      .map((name) => ({
        name,
        amount: sum(({ variances }) => variances.find((variance) => variance.name === name)?.amount ?? 0),
      }))
      .filter(({ amount }) => amount !== 0),
  }
}
/**
 * Keeps the largest variances in their order and adds up the others.
 * @returns the others as `rest`, 0 if there are none
 */
export function limitVariances(
  variances: readonly NamedVariance[],
  maxCount: number,
): { largest: NamedVariance[]; rest: number } {
  const largestNames = new Set(
    variances
      .toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
      .slice(0, maxCount)
      .map(({ name }) => name),
  )
  const others = variances.filter(({ name }) => !largestNames.has(name))
  return {
    largest: variances.filter(({ name }) => largestNames.has(name)),
    rest: roundToCent(others.reduce((sum, { amount }) => sum + amount, 0)),
  }
}

/** A row of the comparison by part. The standard has one rate for fixed and financial costs, so they share a row. */
export type ComparedPart = StandardPart | 'credit'
const variancesByPart: Readonly<Record<ComparedPart, readonly VarianceName[]>> = {
  material: ['materialPrice', 'materialMix', 'materialYield'],
  packing: ['packing'],
  electricity: ['electricityPrice', 'electricityQuantity'],
  gas: ['gas'],
  water: ['water'],
  labour: ['labourRate', 'labourEfficiency'],
  tools: ['tools'],
  fixed: ['fixedSpending', 'fixedVolume'],
  other: ['other'],
  credit: ['credit'],
}
/** Returns the cost parts of a row. */
export const getPartsOfRow = (part: ComparedPart): readonly CostPart[] =>
  part === 'fixed' ? ['fixed', 'financial'] : [part]
export interface PartComparison {
  readonly part: ComparedPart
  /** CNY; standard and difference are null without a standard cost. */
  readonly actual: number
  readonly standard: number | null
  readonly difference: number | null
}
/** Compares each part of an order's cost with its standard; the standard is the actual cost less the part's variances. */
export function compareCostParts(
  cost: Readonly<Record<CostPart, number | null>> & {
    readonly standardTotal: number | null
    readonly variances: readonly NamedVariance[]
  },
): PartComparison[] {
  const hasStandard = cost.standardTotal !== null && cost.variances.length > 0
  return [...standardParts, 'credit' as const].flatMap((part) => {
    const actual = roundToCent(getPartsOfRow(part).reduce((sum, costPart) => sum + (cost[costPart] ?? 0), 0))
    const difference = hasStandard
      ? roundToCent(
          cost.variances
            .filter(({ name }) => variancesByPart[part].includes(name))
            .reduce((sum, { amount }) => sum + amount, 0),
        )
      : null
    const standard = difference === null ? null : roundToCent(actual - difference)
    return actual !== 0 || (standard ?? 0) !== 0 ? [{ part, actual, standard, difference }] : []
  })
}
