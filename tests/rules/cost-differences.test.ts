import { expect, it } from 'vitest'
import {
  calculateCostDifference,
  compareCostParts,
  limitVariances,
  sortByCostDifference,
  sumVariances,
} from '@/areas/cost/rules/compare-with-standard'
import { costParts, type CostPart } from '@/areas/cost/rules/cost-line'

const order = (number: string, perKg: number | null, standardPerKg: number | null, whole = true) => ({
  number,
  perKg,
  standardPerKg,
  whole,
  madeKg: 100,
})

it('calculates the difference to the standard', () => {
  expect(calculateCostDifference(order('a', 11, 10))).toEqual({ perKg: 1, percent: 10 })
  expect(calculateCostDifference(order('a', 11, null))).toBeNull()
  expect(calculateCostDifference(order('a', 11, 0))).toBeNull()
})
it('sorts the largest excess first, incomplete costs after complete ones, unknown ones last', () => {
  const sorted = sortByCostDifference([
    order('no standard', 12, null),
    order('incomplete', 20, 10, false),
    order('cheap', 9, 10),
    order('expensive', 12, 10),
  ])
  expect(sorted.map(({ number }) => number)).toEqual(['expensive', 'cheap', 'incomplete', 'no standard'])
})
it('adds up the variances of complete orders only', () => {
  const summary = sumVariances([
    {
      ...order('a', 11, 10),
      total: 1100,
      standardTotal: 1000,
      variances: [
        { name: 'gas', amount: 120.1 },
        { name: 'credit', amount: -20.1 },
      ],
    },
    { ...order('b', 9, 10), total: 900, standardTotal: 1000, variances: [{ name: 'gas', amount: -100 }] },
    { ...order('c', 5, 10, false), total: 500, standardTotal: 1000, variances: [{ name: 'gas', amount: -500 }] },
  ])
  expect(summary).toEqual({
    orders: 2,
    standardTotal: 2000,
    total: 2000,
    variances: [
      { name: 'gas', amount: 20.1 },
      { name: 'credit', amount: -20.1 },
    ],
  })
})
it('keeps the largest variances in their order and adds up the others', () => {
  expect(
    limitVariances(
      [
        { name: 'packing', amount: 1 },
        { name: 'gas', amount: -30 },
        { name: 'water', amount: 2.5 },
        { name: 'tools', amount: 20 },
      ],
      2,
    ),
  ).toEqual({
    largest: [
      { name: 'gas', amount: -30 },
      { name: 'tools', amount: 20 },
    ],
    rest: 3.5,
  })
})
it('takes the standard of a part from its variances, fixed and financial costs together', () => {
  const noCosts = Object.fromEntries(costParts.map((part) => [part, 0])) as Record<CostPart, number>
  const cost = {
    ...noCosts,
    material: 700,
    fixed: 60,
    financial: 15,
    credit: -10,
    standardTotal: 750,
    variances: [
      { name: 'materialPrice' as const, amount: 30 },
      { name: 'materialYield' as const, amount: 20 },
      { name: 'fixedSpending' as const, amount: -25 },
      { name: 'credit' as const, amount: -10 },
      { name: 'gas' as const, amount: 0 },
    ],
  }
  // Standard: 700 − 50 for material and 75 + 25 for fixed costs; credits have none.
  expect(compareCostParts(cost)).toEqual([
    { part: 'material', actual: 700, standard: 650, difference: 50 },
    { part: 'fixed', actual: 75, standard: 100, difference: -25 },
    { part: 'credit', actual: -10, standard: 0, difference: -10 },
  ])
  expect(compareCostParts({ ...cost, standardTotal: null })[0]).toEqual({
    part: 'material',
    actual: 700,
    standard: null,
    difference: null,
  })
})
