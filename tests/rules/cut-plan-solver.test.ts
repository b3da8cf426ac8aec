import { describe, expect, it } from 'vitest'
import type { OpenOrder, SlitterSpec } from '@/areas/cutPlans/rules/cut-plan-types'
import type { IntegerProgram, SearchResources } from '@/areas/cutPlans/rules/integer-program'
import { proposeCutPlan } from '@/areas/cutPlans/rules/propose-cut-plan'
import {
  calculatePatternWidth,
  countUncutRolls,
  calculateUncutCost,
  type CuttingStockProblem,
} from '@/areas/cutPlans/rules/cutting-stock-problem'
import { planWholeSets } from '@/areas/cutPlans/rules/whole-sets'
import { loadIntegerSolver } from '@/areas/cutPlans/server/integer-solver'
import { planCutsInWorker } from '@/areas/cutPlans/server/plan-cuts-in-worker'
import { isLongRun } from '../long'

const solve = await loadIntegerSolver()
/** As the worker has them: the solver, and so many seconds. */
function limitSearchTo(seconds: number): SearchResources {
  const ends = performance.now() + seconds * 1000
  return { solve, secondsLeft: () => (ends - performance.now()) / 1000 }
}
function dice(seed: number): (below: number) => number {
  let state = seed * 7919
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) % below
  }
}
/** Some widths to be cut from two or three widths of jumbo, of which there are enough or few. */
function severalWidths(seed: number): CuttingStockProblem {
  const next = dice(seed)
  const widths = new Set<number>()
  while (widths.size < 4 + (seed % 4)) widths.add(350 + next(130) * 10)
  const stocks = [3160, 2560, 1980].slice(0, 2 + next(2))
  return {
    demands: [...widths].map((width) => ({ width, count: 2 + next(20) })),
    stocks: stocks.map((width) => ({ width, sets: seed % 2 ? 9999 : 12 + next(25) })),
    maxLanes: 20,
  }
}
/** The whole problem with every pattern there is, down to a single roll: what the planner must reach with the few it makes. */
function everyPattern({ demands, stocks, maxLanes: lanes }: CuttingStockProblem, dear: number): IntegerProgram {
  const columns: IntegerProgram['columns'][number][] = []
  const add = (stock: number, i: number, counts: number[]) => {
    if (i < demands.length) {
      for (let n = 0; calculatePatternWidth(demands, [...counts, n]) <= stocks[stock]!.width; n++)
        add(stock, i + 1, [...counts, n])
      return
    }
    const cut = counts.flatMap((n, k) => (n > 0 ? [k] : []))
    if (cut.length === 0 || counts.reduce((a, b) => a + b) > lanes) return
    const coefficients = [...cut.map((k) => counts[k]!), 1]
    columns.push({
      cost: stocks[stock]!.width,
      rows: [...cut, demands.length + stock],
      coefficients: coefficients,
      max: stocks[stock]!.sets,
    })
  }
  for (const stock of stocks.keys()) add(stock, 0, [])
  for (const [i, d] of demands.entries()) columns.push({ cost: dear, rows: [i], coefficients: [1], max: d.count })
  return {
    columns,
    rows: [...demands.map((d) => ({ min: d.count, max: Infinity })), ...stocks.map((s) => ({ min: 0, max: s.sets }))],
    costStep: 20,
  }
}

/** Three items that fill a bin exactly, for every bin (after Falkenauer, Journal of Heuristics 2, 1996). */
function triplets(bins: number, seed: number): CuttingStockProblem {
  const next = dice(seed)
  const counts = new Map<number, number>()
  for (let n = 0; n < bins; n++) {
    const a = 380 + next(111)
    const b = 250 + next(Math.floor((1000 - a) / 2) - 249)
    for (const width of [a, b, 1000 - a - b]) counts.set(width, (counts.get(width) ?? 0) + 1)
  }
  return {
    demands: [...counts].map(([width, count]) => ({ width, count })),
    stocks: [{ width: 1000, sets: 999 }],
    maxLanes: 99,
  }
}

/** Items of uniform widths for bins of 150 (Falkenauer's class u). */
function uniform(items: number, seed: number): CuttingStockProblem {
  const next = dice(seed)
  const counts = new Map<number, number>()
  for (let n = 0; n < items; n++) {
    const width = 20 + next(81)
    counts.set(width, (counts.get(width) ?? 0) + 1)
  }
  return {
    demands: [...counts].map(([width, count]) => ({ width, count })),
    stocks: [{ width: 150, sets: 999 }],
    maxLanes: 99,
  }
}
/** How many of so many seeds are cut from no set more than the bins that they fill, in so many seconds each. */
function full(bins: number, seeds: number, seconds: number): number {
  let found = 0
  for (let seed = 1; seed <= seeds; seed++)
    if (planWholeSets(triplets(bins, seed), limitSearchTo(seconds)).cost === bins * 1000) found += 1
  return found
}

describe('integer solver', () => {
  it('reaches the optimum over every pattern with several jumbo widths', { timeout: 3_600_000 }, () => {
    for (let seed = 1; seed <= (isLongRun ? 20 : 8); seed++) {
      const problem = severalWidths(seed)
      const best = solve!(everyPattern(problem, calculateUncutCost(problem)), 120, null)!
      const plan = planWholeSets(problem, limitSearchTo(60))
      expect({ seed, cost: plan.cost, bound: plan.bound }).toEqual({ seed, cost: best.cost, bound: best.cost })
      expect(countUncutRolls(problem, plan.uses).every((n) => n >= 0)).toBe(true)
    }
  })

  it('cuts triplets, 60 items in 20 full bins, without an extra set', { timeout: 3_600_000 }, () => {
    expect(full(20, 10, 60)).toBe(10)
  })
  it.runIf(isLongRun)('triplets of 120 items in 60 seconds: six of ten at least', { timeout: 3_600_000 }, () => {
    expect(full(40, 10, 60)).toBeGreaterThanOrEqual(6)
  })
  it('cuts triplets of 120 items with at most one extra set without the solver', { timeout: 600_000 }, () => {
    expect(planWholeSets(triplets(40, 1)).cost).toBeLessThanOrEqual(41 * 1000)
  })
  it('cuts uniform widths, 120 items, with as few sets as the bound', { timeout: 3_600_000 }, () => {
    for (let seed = 1; seed <= (isLongRun ? 20 : 10); seed++) {
      const plan = planWholeSets(uniform(120, seed), limitSearchTo(60))
      expect({ seed, cost: plan.cost }).toEqual({ seed, cost: plan.bound })
    }
  })

  it('returns null if the solver cannot be loaded', async () => {
    expect(await loadIntegerSolver(() => Promise.reject(new Error('no WebAssembly here')))).toBeNull()
  })
})

const slitter: SlitterSpec = {
  knives: 21,
  minWidth: 60,
  minTrim: 40,
  speed: 300,
  setMinutes: 4,
  changeoverMinutes: 15,
  jumboMinutes: 10,
}
function orderBook(seed: number) {
  const next = dice(seed)
  return Array.from({ length: 200 }, (_, i): OpenOrder => ({
    id: `o${i}`,
    product: 'P',
    width: 80 + next(150) * 10,
    length: [2000, 4000][next(2)]!,
    rolls: 4 + next(60),
    dueAt: (24 + next(2000)) * 3_600_000,
  }))
}
const orders = orderBook(5)
const jumbos = Array.from({ length: 500 }, (_, i) => ({ id: `j${i}`, product: 'P', width: 3200, length: 16_000 }))

describe('a plan at its time limit', () => {
  it('is the best so far, with its bound', () => {
    const plan = proposeCutPlan(orders, jumbos, slitter, 0, { solve, secondsLeft: () => 0 })
    expect(plan.unplanned).toEqual([])
    expect(plan.boundPercent).toBeLessThanOrEqual(plan.trimPercent)
    expect(plan.cuts.flatMap((c) => c.rolls).reduce((n, r) => n + r.rolls, 0)).toBe(
      orders.reduce((n, o) => n + o.rolls, 0),
    )
  })

  it('is reported by the worker as unfinished', async () => {
    const task = { orders, jumbos, slitter, startsAt: 0 }
    const answer = await planCutsInWorker(task, { seconds: 0, maxSeconds: 60 })
    expect(answer).toMatchObject({ method: 'solver', finished: false, plan: { unplanned: [] } })
    expect(answer.plan.cuts.length).toBeGreaterThan(0)
  })

  it('of 200 orders is ready within ten seconds', { timeout: 600_000 }, async () => {
    for (const seed of isLongRun ? [5, 6, 7] : [5]) {
      const task = { orders: orderBook(seed), jumbos, slitter, startsAt: 0 }
      const began = performance.now()
      const answer = await (isLongRun ? planCutsInWorker(task) : planCutsInWorker(task, { seconds: 2, maxSeconds: 10 }))
      expect((performance.now() - began) / 1000).toBeLessThanOrEqual(10.5)
      expect(answer).toMatchObject({ method: 'solver', plan: { unplanned: [] } })
    }
  })
})

describe('a search cut off to leave time for the solver', () => {
  // Each width alone takes three sets, a third of which is trim; 600 + 300 + 300 and three times 400 fill two sets.
  const widths = [600, 300, 300, 400, 400, 400]
  const order = (width: number): OpenOrder => ({
    id: `${width}`,
    product: 'P',
    width,
    length: 2000,
    rolls: widths.filter((other) => other === width).length,
    dueAt: 1000 * 3_600_000,
  })
  const propose = (secondsLeft: () => number, onBetterPlan?: () => void) =>
    proposeCutPlan(
      [600, 300, 400].map(order),
      Array.from({ length: 5 }, (_, i) => ({ id: `j${i}`, product: 'P', width: 1200, length: 2000 })),
      { ...slitter, minTrim: 0 },
      0,
      { solve: () => null, secondsLeft },
      onBetterPlan,
    )
  const countSets = ({ cuts }: ReturnType<typeof propose>) => cuts.reduce((sum, { sets }) => sum + sets, 0)

  it('continues with the time that the solver did not need', () => {
    // Half of ten seconds is reserved for the solver, so the search stops after the simple plans, when four are left.
    let secondsLeft = 10
    const plan = propose(
      () => secondsLeft,
      () => (secondsLeft = 4),
    )
    expect(plan).toMatchObject({ trimPercent: 0, termination: 'optimal' })
    expect(countSets(plan)).toBe(2)
  })
  it('ends if no time is left', () => {
    const plan = propose(() => 0)
    expect(plan.trimPercent).toBeCloseTo(100 / 3, 9)
    expect(plan.termination).toBe('timeLimit')
    expect(countSets(plan)).toBe(3)
  })
})
