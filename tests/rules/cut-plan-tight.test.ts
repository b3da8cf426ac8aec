import { describe, expect, it } from 'vitest'
import type { CutPlan, OpenOrder, SlitterSpec, UncutJumbo } from '@/areas/cutPlans/rules/cut-plan-types'
import type { SearchResources } from '@/areas/cutPlans/rules/integer-program'
import { proposeCutPlan } from '@/areas/cutPlans/rules/propose-cut-plan'
import { loadIntegerSolver } from '@/areas/cutPlans/server/integer-solver'
import { planCutsInWorker } from '@/areas/cutPlans/server/plan-cuts-in-worker'

const slitter: SlitterSpec = {
  knives: 41,
  minWidth: 50,
  minTrim: 20,
  speed: 300,
  setMinutes: 4,
  changeoverMinutes: 15,
  jumboMinutes: 10,
}
const LENGTH_M = 1000
const solve = await loadIntegerSolver()
/** As the worker has them: the solver, and so many seconds. */
function limitSearchTo(seconds: number): SearchResources {
  const ends = performance.now() + seconds * 1000
  return { solve, secondsLeft: () => (ends - performance.now()) / 1000 }
}
/** Orders without a due date, from the rolls of each width. */
const toOrders = (rolls: readonly (readonly [rolls: number, width: number])[]): OpenOrder[] =>
  rolls.map(([count, width], i) => ({
    id: `o${i}`,
    product: 'P',
    width,
    length: LENGTH_M,
    rolls: count,
    dueAt: Number.MAX_SAFE_INTEGER,
  }))
const toJumbos = (jumbos: readonly (readonly [width: number, length: number])[]): UncutJumbo[] =>
  jumbos.map(([width, length], i) => ({ id: `j${i}`, product: 'P', width, length }))
/** Width of web of all sets and number of jumbos; checks that every roll is cut and no jumbo is exceeded. */
function measurePlan(plan: CutPlan, orders: readonly OpenOrder[], jumbos: readonly UncutJumbo[]) {
  for (const order of orders) {
    const rolls = plan.cuts.flatMap((cut) => cut.rolls).filter(({ orderId }) => orderId === order.id)
    expect(rolls.reduce((sum, roll) => sum + roll.rolls, 0)).toBe(order.rolls)
  }
  const countSets = (id: string) =>
    plan.cuts.filter(({ jumboId }) => jumboId === id).reduce((sum, { sets }) => sum + sets, 0)
  const begun = jumbos.filter(({ id }) => countSets(id) > 0)
  for (const { id, length } of begun) expect(countSets(id) * LENGTH_M).toBeLessThanOrEqual(length)
  return { web: begun.reduce((sum, { id, width }) => sum + countSets(id) * width, 0), jumbos: begun.length }
}
const jumbos3200 = toJumbos([
  [3200, 5000],
  [3200, 5000],
  [3200, 4300],
  [3200, 2600],
  [3200, 5000],
  [3200, 5000],
])

describe('a cut plan of one jumbo width', () => {
  const sets13 = toOrders([
    [6, 1115],
    [8, 1325],
    [6, 970],
    [15, 1050],
  ])
  const sets13b = toOrders([
    [4, 1475],
    [5, 1305],
    [11, 695],
    [9, 845],
    [8, 1235],
  ])
  const sets17 = toOrders([
    [9, 1280],
    [14, 505],
    [14, 1390],
    [35, 400],
  ])
  it.each([
    ['four widths', sets13, 13],
    ['five widths', sets13b, 13],
    ['many rolls', sets17, 17],
  ])('needs the fewest sets: %s', (_, orders, sets) => {
    const plan = proposeCutPlan(orders, jumbos3200, slitter, 0, limitSearchTo(4))
    expect(measurePlan(plan, orders, jumbos3200).web).toBe(sets * 3200)
    expect(plan.termination).toBe('optimal')
  })
  it('begins the fewest jumbos with the same web', () => {
    const orders = toOrders([
      [16, 480],
      [16, 990],
      [8, 725],
    ])
    const plan = proposeCutPlan(orders, jumbos3200, slitter, 0, limitSearchTo(4))
    expect(measurePlan(plan, orders, jumbos3200)).toEqual({ web: 32_000, jumbos: 2 })
  })
})

describe('a cut plan of 60 widths', () => {
  const orders = toOrders(Array.from({ length: 60 }, (_, i) => [1, 150 + i * 17 + (i % 7) * 3]))
  const jumbos = toJumbos([
    [3200, 5000],
    [3200, 5000],
    [3200, 4300],
    [3200, 2600],
    [3200, 5000],
    [3200, 5000],
    [1600, 5000],
    [1600, 3300],
    [3150, 5000],
    [3150, 3000],
  ])
  // The manual plan takes 41,200 mm from five jumbos. The rolls are 39,612 mm wide; 3 jumbos hold them only as 10 sets of
  // 3200 mm and 5 of 1600 mm, with 88 mm to spare.
  it('fills ten sets of the widest jumbos and five of the narrowest', () => {
    const plan = proposeCutPlan(orders, jumbos, slitter, 0, limitSearchTo(7))
    expect(measurePlan(plan, orders, jumbos)).toEqual({ web: 40_000, jumbos: 3 })
  }, 20_000)
  it('is found without the solver, the same every time', () => {
    const propose = () => proposeCutPlan(orders, jumbos, slitter, 0, { solve: null, secondsLeft: () => Infinity })
    const plan = propose()
    expect(measurePlan(plan, orders, jumbos)).toEqual({ web: 40_000, jumbos: 3 })
    expect(propose()).toEqual(plan)
  }, 120_000)
  it('tells the time of the whole calculation, not only that until its best plan', async () => {
    const task = { orders, jumbos, slitter, startsAt: 0 }
    const answer = await planCutsInWorker(task, { seconds: 2, maxSeconds: 30 })
    expect(answer.plan.termination).toBe('timeLimit')
    expect(answer.milliseconds).toBeGreaterThanOrEqual(1900)
  }, 60_000)
})
