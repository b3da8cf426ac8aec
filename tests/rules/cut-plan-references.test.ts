import { describe, expect, it } from 'vitest'
import type { IntegerSolver } from '@/areas/cutPlans/rules/integer-program'
import { isBetterPlan, type Merits } from '@/areas/cutPlans/rules/merits'
import type { OpenOrder, SlitterSpec, UncutJumbo } from '@/areas/cutPlans/rules/cut-plan-types'
import { proposeCutPlan } from '@/areas/cutPlans/rules/propose-cut-plan'
import { planWholeSets } from '@/areas/cutPlans/rules/whole-sets'
import { loadIntegerSolver } from '@/areas/cutPlans/server/integer-solver'
import { planCuts, type CutPlanResult } from '@/areas/cutPlans/server/cut-plan-worker'
import { isLongRun } from '../long'

const slitter: SlitterSpec = {
  knives: 21,
  minWidth: 60,
  minTrim: 40,
  speed: 300,
  setMinutes: 4,
  changeoverMinutes: 15,
  jumboMinutes: 10,
}
const LENGTH_M = 4000
const JUMBO_WIDTHS = [3200, 3150, 1600]
const HOUR_MS = 3_600_000

/** The same numbers for the same seed (a linear congruential generator, Numerical Recipes). */
function dice(seed: number): (below: number) => number {
  let state = seed * 7919
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) % below
  }
}
/** 60 different widths, all due on one day, and 120 jumbos of each of three widths that hold `setsOfJumbo` sets. */
function orderBook(seed: number, setsOfJumbo: number): { orders: OpenOrder[]; jumbos: UncutJumbo[] } {
  const next = dice(seed)
  const grid = seed % 2 ? 5 : 1
  const widths = new Set<number>()
  while (widths.size < 60) widths.add(80 + next(1400 / grid) * grid)
  const orders = [...widths].map((width, i) => ({
    id: `o${i}`,
    product: 'P',
    width,
    length: LENGTH_M,
    rolls: 2 + next(20),
    dueAt: 2000 * HOUR_MS,
  }))
  const jumbos = Array.from({ length: 360 }, (_, i) => ({
    id: `j${i}`,
    product: 'P',
    width: JUMBO_WIDTHS[i % 3]!,
    length: LENGTH_M * setsOfJumbo,
  }))
  return { orders, jumbos }
}

interface Simple {
  readonly trimPercent: number
  readonly jumbos: number
}
/** Trim and jumbos of sets, each with the width of its jumbo and that of its rolls. */
function measure(sets: readonly { jumbo: number; rolls: number }[], setsOfJumbo: number): Simple {
  const web = sets.reduce((sum, { jumbo }) => sum + jumbo, 0)
  const rolls = sets.reduce((sum, set) => sum + set.rolls, 0)
  const jumbos = JUMBO_WIDTHS.reduce(
    (sum, width) => sum + Math.ceil(sets.filter(({ jumbo }) => jumbo === width).length / setsOfJumbo),
    0,
  )
  return { trimPercent: (1 - rolls / web) * 100, jumbos }
}
/** First-fit decreasing as a person does it: the widest first, each into the first set with room; a new set on the narrowest jumbo. */
function planByHand(orders: readonly OpenOrder[], widths: readonly number[], setsOfJumbo: number): Simple | null {
  const sets: { jumbo: number; rolls: number; lanes: number }[] = []
  const fit = (set: (typeof sets)[number], width: number) =>
    set.rolls + width <= set.jumbo - slitter.minTrim && set.lanes < slitter.knives - 1
  for (const { width, rolls } of orders.toSorted((a, b) => b.width - a.width))
    for (let n = 0; n < rolls; n++) {
      let set = sets.find((one) => fit(one, width))
      if (!set) {
        const has = (jumbo: number) => sets.filter((one) => one.jumbo === jumbo).length < 120 * setsOfJumbo
        const jumbo = widths.toSorted((a, b) => a - b).find((one) => one - slitter.minTrim >= width && has(one))
        if (jumbo === undefined) return null
        set = { jumbo, rolls: 0, lanes: 0 }
        sets.push(set)
      }
      set.rolls += width
      set.lanes += 1
    }
  return measure(sets, setsOfJumbo)
}
/** Every order by itself, as often side by side as fits, from the narrowest jumbo that holds as many. */
function planAlone(orders: readonly OpenOrder[], setsOfJumbo: number): Simple {
  const sets = orders.flatMap(({ width, rolls }) => {
    const abreast = (jumbo: number, left: number) =>
      Math.min(left, slitter.knives - 1, Math.floor((jumbo - slitter.minTrim) / width))
    const patterns: { jumbo: number; rolls: number }[] = []
    for (let left = rolls; left > 0;) {
      const most = Math.max(...JUMBO_WIDTHS.map((jumbo) => abreast(jumbo, left)))
      const jumbo = Math.min(...JUMBO_WIDTHS.filter((one) => abreast(one, left) === most))
      patterns.push({ jumbo, rolls: most * width })
      left -= most
    }
    return patterns
  })
  return measure(sets, setsOfJumbo)
}
/** The last answer of the worker in so many seconds. */
async function proposed(orders: OpenOrder[], jumbos: UncutJumbo[], seconds: number): Promise<CutPlanResult> {
  const answers: CutPlanResult[] = []
  await planCuts({ orders, jumbos, slitter, startsAt: 0, seconds }, (answer) => answers.push(answer))
  return answers.at(-1)!
}

describe('60 widths from jumbos of 3200, 3150 and 1600 mm', () => {
  const seeds = Array.from({ length: isLongRun ? 40 : 2 }, (_, i) => i + 1)
  it.each(seeds)(
    'trim no more and take no more jumbos than by hand or by one width, however early they are cut off (seed %d)',
    { timeout: 600_000 },
    async (seed) => {
      const setsOfJumbo = 1 + (seed % 3)
      const { orders, jumbos } = orderBook(seed, setsOfJumbo)
      const references = [
        planByHand(orders, JUMBO_WIDTHS, setsOfJumbo),
        ...JUMBO_WIDTHS.map((width) => planByHand(orders, [width], setsOfJumbo)),
        planAlone(orders, setsOfJumbo),
      ].flatMap((one) => one ?? [])
      const cutOff = [await proposed(orders, jumbos, 0), await proposed(orders, jumbos, 0.5)]
      const whole = proposeCutPlan(orders, jumbos, slitter, 0)
      for (const plan of [...cutOff.map((one) => one.plan), whole]) {
        expect(plan.unplanned).toEqual([])
        expect(plan.late).toEqual([])
        const rolls = plan.cuts.flatMap((cut) => cut.rolls).reduce((sum, one) => sum + one.rolls, 0)
        expect(rolls).toBe(orders.reduce((sum, one) => sum + one.rolls, 0))
        const begun = new Set(plan.cuts.map(({ jumboId }) => jumboId)).size
        for (const reference of references) {
          expect(plan.trimPercent).toBeLessThanOrEqual(reference.trimPercent + 1e-9)
          // A search that was cut off at once has the simple plan to offer that trims least, however many jumbos it takes.
          if (plan === whole) expect(begun).toBeLessThanOrEqual(reference.jumbos)
        }
      }
      for (const { manualPlan, plan, finished } of cutOff) {
        expect(manualPlan.trimPercent).toBeCloseTo(references[0]!.trimPercent, 9)
        expect(manualPlan.jumbos).toBe(references[0]!.jumbos)
        expect(finished).toBe(plan.termination === 'optimal' || plan.termination === 'feasible')
      }
      expect(cutOff[0]).toMatchObject({ finished: false, plan: { termination: 'timeLimit' } })
    },
  )
})

describe('the better plan', () => {
  const merits: Merits = {
    uncutRolls: [0],
    uncutArea: [0],
    lateness: [0, 0, 0, 0, 0, 0],
    trimPercent: 3,
    jumbos: 10,
    area: 100,
    millisecondsLate: 0,
    setupMinutes: 250,
    patternRuns: 10,
    mounts: 10,
  }
  /** A normal order is one day late. */
  const oneNormalLate = [0, 0, 0, 0, 1, 1]
  const few = { ...merits, trimPercent: 10.97, jumbos: 9, area: 109 }
  it('is not one with fewer jumbos but more trim than the manual plan', () => {
    expect(isBetterPlan(few, merits, [])).toBe(true)
    expect(isBetterPlan(few, merits, [merits])).toBe(false)
    expect(isBetterPlan(merits, few, [merits])).toBe(true)
  })
  it('is one that keeps due dates missed by the manual plan', () => {
    const late = { ...merits, lateness: oneNormalLate }
    expect(isBetterPlan(few, late, [late])).toBe(true)
    // A reference that is late is none for plans that are not.
    expect(isBetterPlan(few, merits, [late])).toBe(true)
  })
  it('is not one that is a few minutes less late', () => {
    const late = { ...merits, lateness: oneNormalLate, millisecondsLate: 60_000 }
    expect(isBetterPlan({ ...late, jumbos: 11, millisecondsLate: 0 }, late, [])).toBe(false)
  })
  it('is one that cuts or keeps the date of a more important order, whatever it does to others', () => {
    expect(isBetterPlan({ ...merits, uncutArea: [0, 9] }, { ...merits, uncutArea: [1, 0] }, [])).toBe(true)
    const urgentLate = { ...merits, lateness: [0, 0, 1, 1, 0, 0] }
    expect(isBetterPlan({ ...merits, lateness: [0, 0, 0, 0, 3, 9] }, urgentLate, [])).toBe(true)
  })
  it('is one with fewer changes of knives, if jumbos, trim and dates are equal', () => {
    expect(isBetterPlan({ ...merits, setupMinutes: 235, patternRuns: 9 }, merits, [])).toBe(true)
    expect(isBetterPlan({ ...merits, area: 101, setupMinutes: 235, patternRuns: 9 }, merits, [])).toBe(false)
  })
})

describe('termination of the search', () => {
  const jumbos = [0, 1].map((n) => ({ id: `J${n}`, product: 'P', width: 3200, length: 4000 }))
  const order: OpenOrder = { id: 'a', product: 'P', width: 1580, length: 4000, rolls: 4, dueAt: 100 * HOUR_MS }

  it('is optimal if a plan uses the minimum web', () => {
    // 2 × 1580 of 3200 less 40 mm: full sets, and two jumbos are needed.
    expect(proposeCutPlan([order], jumbos, slitter, 0)).toMatchObject({ termination: 'optimal' })
  })
  it('is the time limit without time, and feasible without a proof', () => {
    const none = { solve: null, secondsLeft: () => 0 }
    const odd = [
      { ...order, width: 1100, rolls: 3 },
      { ...order, id: 'b', width: 700, rolls: 3 },
      { ...order, id: 'c', width: 450, rolls: 2, dueAt: 0 },
    ]
    const many = Array.from({ length: 9 }, (_, n) => ({ ...jumbos[0]!, id: `J${n}` }))
    expect(proposeCutPlan(odd, many, slitter, 0, none).termination).toBe('timeLimit')
    expect(['optimal', 'feasible']).toContain(proposeCutPlan(odd, many, slitter, 0).termination)
  })

  // 1,000 mm of stock; two widths of which 1.5 sets would do by width: the relaxation proves nothing, so that the solver is asked.
  const problem = {
    demands: [
      { width: 340, count: 7 },
      { width: 330, count: 5 },
      { width: 470, count: 5 },
      { width: 210, count: 7 },
    ],
    stocks: [
      { width: 1000, sets: 99 },
      { width: 830, sets: 99 },
    ],
    maxLanes: 9,
  }
  const saying =
    (termination: 'timeLimit' | 'nodeLimit'): IntegerSolver =>
    (program, _seconds, start) => ({
      values: start!,
      cost: program.columns.reduce((sum, column, i) => sum + column.cost * start![i]!, 0),
      bound: 0,
      termination,
    })
  it.each(['timeLimit', 'nodeLimit'] as const)("is the solver's termination: %s", (termination) => {
    const plan = planWholeSets(problem, { solve: saying(termination), secondsLeft: () => 10 })
    expect(plan.termination).toBe(termination)
  })
  it('is the time limit if HiGHS has no time, and optimal if it proves its answer', async () => {
    const solve = (await loadIntegerSolver())!
    const hard = hardProgram()
    expect(solve(hard, 0.05, null)?.termination ?? 'timeLimit').toBe('timeLimit')
    const easy = {
      costStep: 1,
      rows: [{ min: 3, max: Infinity }],
      columns: [{ cost: 2, rows: [0], coefficients: [2], max: 9 }],
    }
    expect(solve(easy, 5, null)).toMatchObject({ values: [2], cost: 4, termination: 'optimal' })
  })
})
/** A knapsack with equality that branch and bound does not decide in a twentieth of a second (after Cornuéjols and Dawande 1999). */
function hardProgram() {
  const next = dice(11)
  const rows = 6
  const weights = Array.from({ length: 60 }, () => Array.from({ length: rows }, () => 1 + next(99)))
  return {
    costStep: 1,
    rows: Array.from({ length: rows }, (_, r) => {
      const half = Math.floor(weights.reduce((sum, one) => sum + one[r]!, 0) / 2)
      return { min: half, max: half }
    }),
    columns: weights.map((by) => ({ cost: 1, rows: by.map((_, r) => r), coefficients: by, max: 1 })),
  }
}
