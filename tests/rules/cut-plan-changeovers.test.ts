import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reducePatterns } from '@/areas/cutPlans/rules/reduce-patterns'
import type { OpenOrder, SlitterSpec } from '@/areas/cutPlans/rules/cut-plan-types'
import {
  calculatePatternWidth,
  countPatternLanes,
  countUncutRolls,
  type CuttingStockProblem,
} from '@/areas/cutPlans/rules/cutting-stock-problem'
import { planFirstFitDecreasing } from '@/areas/cutPlans/rules/first-fit'
import { proposeCutPlan } from '@/areas/cutPlans/rules/propose-cut-plan'
import { countPatternRuns } from '@/areas/cutPlans/rules/schedule-cuts'
import { planWholeSets } from '@/areas/cutPlans/rules/whole-sets'
import { loadIntegerSolver } from '@/areas/cutPlans/server/integer-solver'

const DAY = 24 * 3_600_000
const slitter: SlitterSpec = {
  knives: 21,
  minWidth: 60,
  minTrim: 40,
  speed: 300,
  setMinutes: 4,
  changeoverMinutes: 15,
  jumboMinutes: 10,
}
const solve = await loadIntegerSolver()
const order = (width: number, rolls: number, length: number, dueInDays = 30): OpenOrder => ({
  id: `${width}`,
  product: 'P',
  width,
  length,
  rolls,
  dueAt: dueInDays * DAY,
})
const buildJumbos = (count: number, length: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `J${i}`, product: 'P', width: 3200, length }))
const countSets = ({ cuts }: ReturnType<typeof proposeCutPlan>) => cuts.reduce((sum, { sets }) => sum + sets, 0)

describe('pattern runs', () => {
  const book = [
    order(900, 9, 3750),
    order(450, 9, 3750),
    order(700, 4, 5600),
    order(1000, 4, 5600),
    order(1200, 4, 5600),
  ]
  it.each([
    { jumboLength: 11_406, count: 6 },
    { jumboLength: 15_000, count: 6 },
    { jumboLength: 22_400, count: 4 },
    { jumboLength: 60_000, count: 1 },
  ])('are three for two lengths, from jumbos of $jumboLength m', ({ jumboLength, count }) => {
    for (const resources of [undefined, { solve, secondsLeft: () => 7 }]) {
      const plan = proposeCutPlan(book, buildJumbos(count, jumboLength), slitter, 0, resources)
      expect(plan).toMatchObject({ unplanned: [], late: [] })
      // 3 × 900 + 450 three times and 6 × 450; 700 + 1000 + 1200 four times.
      expect(countSets(plan)).toBe(8)
      expect(countPatternRuns(plan.cuts)).toBe(3)
    }
  })
  it('is one if a pattern fits all orders', () => {
    const orders = [order(1250, 4, 3750), order(650, 8, 3750), order(600, 4, 3750)]
    const plan = proposeCutPlan(orders, buildJumbos(4, 15_000), slitter, 0)
    expect(countSets(plan)).toBe(4)
    expect(countPatternRuns(plan.cuts)).toBe(1)
  })
  it('may be more if a due date demands it', () => {
    // One pattern for both orders would end the urgent order with the last set.
    const orders = [order(1580, 2, 3750, 0.03), order(790, 20, 3750)]
    const plan = proposeCutPlan(orders, buildJumbos(6, 15_000), slitter, 0)
    expect(plan.late).toEqual([])
  })
})

const problems = fc.record({
  demands: fc.uniqueArray(
    fc.record({ width: fc.integer({ min: 16, max: 320 }).map((n) => n * 5), count: fc.integer({ min: 1, max: 12 }) }),
    { minLength: 1, maxLength: 8, selector: (demand) => demand.width },
  ),
  stocks: fc.uniqueArray(
    fc.record({ width: fc.integer({ min: 200, max: 640 }).map((n) => n * 5), sets: fc.integer({ min: 0, max: 40 }) }),
    { minLength: 1, maxLength: 3, selector: (stock) => stock.width },
  ),
  maxLanes: fc.integer({ min: 1, max: 20 }),
})
describe('reduced patterns', () => {
  it('cut the same rolls from no more sets of each stock with no more patterns, within a bounded time', () => {
    fc.assert(
      fc.property(problems, fc.boolean(), (problem: CuttingStockProblem, isByHand) => {
        const uses = isByHand ? planFirstFitDecreasing(problem) : planWholeSets(problem).uses
        const reducedUses = reducePatterns(problem, uses)
        expect(reducedUses.length).toBeLessThanOrEqual(uses.length)
        expect(countUncutRolls(problem, reducedUses)).toEqual(countUncutRolls(problem, uses))
        for (const [i, stock] of problem.stocks.entries()) {
          const count = (list: typeof uses) =>
            list.reduce((sum, { pattern, sets }) => sum + (pattern.stock === i ? sets : 0), 0)
          expect(count(reducedUses)).toBeLessThanOrEqual(count(uses))
          for (const { pattern } of reducedUses.filter((use) => use.pattern.stock === i)) {
            expect(calculatePatternWidth(problem.demands, pattern.counts)).toBeLessThanOrEqual(stock.width)
            expect(countPatternLanes(pattern.counts)).toBeLessThanOrEqual(problem.maxLanes)
          }
        }
      }),
      { numRuns: 150 },
    )
  })
})
