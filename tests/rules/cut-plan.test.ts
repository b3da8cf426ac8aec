import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findBestPattern } from '@/areas/cutPlans/rules/best-pattern'
import { solveRelaxation } from '@/areas/cutPlans/rules/column-generation'
import { planFirstFitDecreasing } from '@/areas/cutPlans/rules/first-fit'
import type { OpenOrder, SlitterSpec, UncutJumbo } from '@/areas/cutPlans/rules/cut-plan-types'
import { proposeCutPlan } from '@/areas/cutPlans/rules/propose-cut-plan'
import {
  calculatePlanCost,
  countPatternLanes,
  calculatePatternWidth,
  countUncutRolls,
  type CuttingStockProblem,
} from '@/areas/cutPlans/rules/cutting-stock-problem'
import { planWholeSets } from '@/areas/cutPlans/rules/whole-sets'

const plenty = 9999
const problemOf = (
  widths: readonly (readonly [number, number])[],
  stock: number,
  lanes = 100,
): CuttingStockProblem => ({
  demands: widths.map(([width, count]) => ({ width, count })),
  stocks: [{ width: stock, sets: plenty }],
  maxLanes: lanes,
})

// A paper mill's order book, often printed: 13 widths from a 5,600 mm master roll. Its optimum is 73 rolls
// (trim 0.401 %); cut by hand one easily takes more.
const mill = problemOf(
  [
    [1380, 22],
    [1520, 25],
    [1560, 12],
    [1710, 14],
    [1820, 18],
    [1880, 18],
    [1930, 20],
    [2000, 10],
    [2050, 12],
    [2100, 14],
    [2140, 16],
    [2150, 18],
    [2200, 20],
  ],
  5600,
)

describe('published and constructed instances', () => {
  it('cuts the mill of 13 widths from 73 master rolls, and the bound proves it', () => {
    const plan = planWholeSets(mill)
    expect(plan.cost / 5600).toBe(73)
    expect(plan.bound).toBe(plan.cost)
    expect(countUncutRolls(mill, plan.uses).every((n) => n === 0)).toBe(true)
    const cut = mill.demands.reduce((sum, d) => sum + d.width * d.count, 0)
    expect((1 - cut / plan.cost) * 100).toBeCloseTo(0.401, 3)
    expect(calculatePlanCost(mill, planFirstFitDecreasing(mill))).toBeGreaterThan(plan.cost)
  })

  it.each([1, 2, 3, 4])(
    'triplets (as Falkenauer builds them), seed %d: 60 items of 20 full bins, at most one set more',
    (seed) => {
      const { problem, optimum } = triplets(60, seed)
      const plan = planWholeSets(problem)
      expect(plan.bound! / 1000).toBe(optimum)
      expect(plan.cost / 1000).toBeLessThanOrEqual(optimum + 1)
      expect(plan.cost).toBeLessThan(calculatePlanCost(problem, planFirstFitDecreasing(problem)))
    },
  )

  it('more pieces than knives: the lanes limit, not the width', () => {
    // 100 rolls of 100 mm from 3,200 mm would lie 32 abreast; with 8 lanes it takes 13 sets.
    const plan = planWholeSets(problemOf([[100, 100]], 3200, 8))
    expect(plan.cost / 3200).toBe(13)
    expect(plan.uses.every((u) => countPatternLanes(u.pattern.counts) <= 8)).toBe(true)
  })

  it('cuts two narrow rolls instead of a wide one if only one set is left', () => {
    // Either 900 mm with two rolls uncut, or twice 300 mm with one uncut.
    const problem: CuttingStockProblem = {
      demands: [
        { width: 900, count: 1 },
        { width: 300, count: 2 },
      ],
      stocks: [{ width: 1100, sets: 1 }],
      maxLanes: 4,
    }
    expect(planWholeSets(problem).uses).toEqual([{ pattern: { stock: 0, counts: [0, 2] }, sets: 1 }])
  })
  it('leaves rolls uncut that the last set does not hold', () => {
    // No set holds three rolls, so three sets cut six of the eight rolls.
    const problem: CuttingStockProblem = {
      demands: [
        { width: 900, count: 2 },
        { width: 600, count: 4 },
        { width: 500, count: 2 },
      ],
      stocks: [{ width: 1500, sets: 3 }],
      maxLanes: 6,
    }
    const { uses } = planWholeSets(problem)
    expect(uses.reduce((sum, { sets }) => sum + sets, 0)).toBe(3)
    expect(countUncutRolls(problem, uses).reduce((sum, rolls) => sum + rolls, 0)).toBe(2)
  })
  it('takes no set for nothing', () => {
    // 4,100 mm of rolls take at least 4,200 mm of web: 700 + 700 twice and 700 + 200 + 200 + 200.
    const problem: CuttingStockProblem = {
      demands: [
        { width: 200, count: 3 },
        { width: 700, count: 5 },
      ],
      stocks: [
        { width: 1400, sets: 3 },
        { width: 900, sets: 1 },
      ],
      maxLanes: 6,
    }
    expect(planWholeSets(problem)).toMatchObject({ cost: 4200, bound: 4200, termination: 'optimal' })
  })

  it('uses the stock with less trim, and reports demand without stock', () => {
    const problem: CuttingStockProblem = {
      demands: [{ width: 1000, count: 5 }],
      stocks: [
        { width: 2100, sets: 1 },
        { width: 1000, sets: 2 },
      ],
      maxLanes: 10,
    }
    const plan = planWholeSets(problem)
    expect(countUncutRolls(problem, plan.uses)).toEqual([1])
    expect(plan.uses.reduce((n, u) => n + u.sets, 0)).toBe(3)
  })
})

/** Three items that fill a bin exactly, for every bin: the optimum is known by construction. */
function triplets(items: number, seed: number): { problem: CuttingStockProblem; optimum: number } {
  let state = seed * 7919
  const random = () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state / 2147483648
  }
  const counts = new Map<number, number>()
  for (let i = 0; i < items / 3; i++) {
    const a = Math.floor(380 + random() * 110)
    const b = 250 + Math.floor(random() * (Math.floor((1000 - a) / 2) - 250))
    for (const width of [a, b, 1000 - a - b]) counts.set(width, (counts.get(width) ?? 0) + 1)
  }
  return { problem: problemOf([...counts], 1000), optimum: items / 3 }
}

const problems = fc.record({
  demands: fc.uniqueArray(
    fc.record({ width: fc.integer({ min: 16, max: 320 }).map((n) => n * 5), count: fc.integer({ min: 1, max: 12 }) }),
    { minLength: 1, maxLength: 8, selector: (d) => d.width },
  ),
  stocks: fc.uniqueArray(
    fc.record({ width: fc.integer({ min: 200, max: 640 }).map((n) => n * 5), sets: fc.integer({ min: 0, max: 40 }) }),
    { minLength: 1, maxLength: 3, selector: (s) => s.width },
  ),
  maxLanes: fc.integer({ min: 1, max: 20 }),
})

describe('any problem', () => {
  it('never exceeds width, lanes, stock or demand, and is never worse than first-fit decreasing or below its bound', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        const plan = planWholeSets(problem)
        for (const { pattern, sets } of plan.uses) {
          expect(Number.isInteger(sets) && sets > 0).toBe(true)
          expect(calculatePatternWidth(problem.demands, pattern.counts)).toBeLessThanOrEqual(
            problem.stocks[pattern.stock]!.width,
          )
          expect(countPatternLanes(pattern.counts)).toBeLessThanOrEqual(problem.maxLanes)
        }
        for (const [i, stock] of problem.stocks.entries())
          expect(plan.uses.reduce((n, u) => n + (u.pattern.stock === i ? u.sets : 0), 0)).toBeLessThanOrEqual(
            stock.sets,
          )
        expect(countUncutRolls(problem, plan.uses).every((n) => n >= 0)).toBe(true)
        expect(plan.cost).toBeLessThanOrEqual(calculatePlanCost(problem, planFirstFitDecreasing(problem)))
        if (plan.bound !== null) expect(plan.bound).toBeLessThanOrEqual(plan.cost + 1e-6)
      }),
      { numRuns: 150 },
    )
  })

  it('the best pattern equals that of an exhaustive search', () => {
    const cases = fc.record({
      widths: fc.uniqueArray(fc.integer({ min: 3, max: 20 }), { minLength: 1, maxLength: 4 }),
      room: fc.integer({ min: 1, max: 40 }),
      lanes: fc.integer({ min: 1, max: 5 }),
      seed: fc.integer({ min: 1, max: 99 }),
    })
    fc.assert(
      fc.property(cases, ({ widths, room, lanes, seed }) => {
        const demands = widths.map((width) => ({ width, count: 9 }))
        const values = widths.map((_, i) => ((seed * (i + 3)) % 17) / 4)
        const all = (i: number, width: number, left: number): number =>
          i === widths.length || left === 0
            ? 0
            : Math.max(
                all(i + 1, width, left),
                widths[i]! <= width ? values[i]! + all(i, width - widths[i]!, left - 1) : 0,
              )
        expect(findBestPattern(demands, values, room, lanes)?.value ?? 0).toBeCloseTo(all(0, room, lanes), 9)
      }),
      { numRuns: 300 },
    )
  })

  it('the relaxation of one width is its area if nothing can be better', () => {
    expect(
      solveRelaxation(
        problemOf(
          [
            [400, 4],
            [600, 4],
          ],
          1000,
        ),
      ).bound,
    ).toBeCloseTo(4000, 6)
  })
})

const HOUR = 3_600_000
const slitter: SlitterSpec = {
  knives: 21,
  minWidth: 60,
  minTrim: 40,
  speed: 300,
  setMinutes: 4,
  changeoverMinutes: 15,
  jumboMinutes: 0,
}
const order = (
  id: string,
  width: number,
  rolls: number,
  dueInHours: number,
  length = 4000,
  product = 'P15',
): OpenOrder => ({ id, product, width, length, rolls, dueAt: dueInHours * HOUR })
const jumbo = (id: string, length = 16_000, width = 3200, product = 'P15'): UncutJumbo => ({
  id,
  product,
  width,
  length,
})

describe('proposeCuts', () => {
  it('fills jumbos with orders of their product and length, urgent ones first, edges trimmed', () => {
    const plan = proposeCutPlan(
      [order('late', 160, 38, 48), order('soon', 790, 16, 4)],
      [jumbo('J1'), jumbo('J2')],
      slitter,
      0,
    )
    expect(plan.unplanned).toEqual([])
    expect(plan.late).toEqual([])
    expect(plan.cuts[0]!.rolls[0]!.orderId).toBe('soon')
    for (const cut of plan.cuts) {
      expect(cut.trim).toBeGreaterThanOrEqual(slitter.minTrim)
      expect(cut.lanes.reduce((w, l) => w + l.width * l.count, 0) + cut.trim).toBe(3200)
    }
    const rolls = plan.cuts
      .flatMap((c) => c.rolls)
      .reduce<Record<string, number>>((sum, r) => ({ ...sum, [r.orderId]: (sum[r.orderId] ?? 0) + r.rolls }), {})
    expect(rolls).toEqual({ late: 38, soon: 16 })
  })

  it('gives the reason for an uncut order', () => {
    const orders = [
      order('narrow', 50, 3, 9),
      order('wide', 3180, 1, 9),
      order('other', 160, 5, 9, 4000, 'P20'),
      order('long', 160, 5, 9, 20_000),
      order('many', 1500, 20, 9),
    ]
    const plan = proposeCutPlan(orders, [jumbo('J1')], slitter, 0)
    const why = Object.fromEntries(plan.unplanned.map((u) => [u.orderId, u.reason]))
    expect(why).toEqual({ narrow: 'tooNarrow', wide: 'tooWide', other: 'noJumbo', long: 'noJumbo', many: 'noJumbo' })
    expect(plan.unplanned.find((u) => u.orderId === 'many')!.rolls).toBe(12)
    expect(plan.cuts.flatMap((c) => c.rolls).every((r) => r.orderId === 'many')).toBe(true)
  })

  it('accepts more trim rather than a late order', () => {
    // Together the two widths fill the jumbo, but then the urgent order waits for the sets of the other.
    const orders = [order('urgent', 1000, 12, 1.5), order('calm', 1160, 24, 400)]
    const plan = proposeCutPlan(
      orders,
      Array.from({ length: 12 }, (_, i) => jumbo(`J${i}`)),
      slitter,
      0,
    )
    expect(plan.late).toEqual([])
  })

  it('the area bound holds and nothing is planned twice', () => {
    const anyDemands = fc.array(
      fc.record({
        width: fc.integer({ min: 12, max: 300 }).map((n) => n * 10),
        rolls: fc.integer({ min: 1, max: 30 }),
        due: fc.integer({ min: 1, max: 200 }),
        length: fc.constantFrom(2000, 4000),
      }),
      { minLength: 1, maxLength: 12 },
    )
    fc.assert(
      fc.property(anyDemands, fc.integer({ min: 1, max: 10 }), (demands, count) => {
        const orders = demands.map((w, i) => order(`o${i}`, w.width, w.rolls, w.due, w.length))
        const jumbos = Array.from({ length: count }, (_, i) => jumbo(`J${i}`))
        const plan = proposeCutPlan(orders, jumbos, slitter, 0)
        for (const o of orders) {
          const cut = plan.cuts.flatMap((c) => c.rolls).reduce((n, r) => n + (r.orderId === o.id ? r.rolls : 0), 0)
          expect(cut + plan.unplanned.reduce((n, u) => n + (u.orderId === o.id ? u.rolls : 0), 0)).toBe(o.rolls)
        }
        for (const j of jumbos)
          expect(plan.cuts.reduce((m, c) => m + (c.jumboId === j.id ? c.sets * c.length : 0), 0)).toBeLessThanOrEqual(
            j.length,
          )
        if (plan.boundPercent !== null) expect(plan.boundPercent).toBeLessThanOrEqual(plan.trimPercent + 1e-6)
      }),
      {
        numRuns: 40,
        examples: [
          [
            [
              { width: 1070, rolls: 29, due: 6, length: 4000 },
              { width: 120, rolls: 1, due: 2, length: 2000 },
              { width: 1030, rolls: 3, due: 1, length: 4000 },
            ],
            4,
          ],
        ],
      },
    )
  })
})
