import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CutPlan, OpenOrder, SlitterSpec, UncutJumbo } from '@/areas/cutPlans/rules/cut-plan-types'
import type { SearchResources } from '@/areas/cutPlans/rules/integer-program'
import { proposeCutPlan } from '@/areas/cutPlans/rules/propose-cut-plan'
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
/** The solver as the worker has it, but with time that does not run out, so that the load does not matter. */
const withSolver: SearchResources = { solve, secondsLeft: () => 100 }
const order = (
  id: string,
  width: number,
  rolls: number,
  dueInDays: number,
  priority: OpenOrder['priority'] = 'normal',
  length = 3800,
): OpenOrder => ({ id, product: 'P', width, length, rolls, dueAt: dueInDays * DAY, priority })
const jumbo = (id: string, length: number, width = 3200): UncutJumbo => ({ id, product: 'P', width, length })
const countCutRolls = (plan: CutPlan, { id }: OpenOrder): number =>
  plan.cuts.flatMap((cut) => cut.rolls).reduce((sum, entry) => sum + (entry.orderId === id ? entry.rolls : 0), 0)
const priorities = ['critical', 'urgent', 'normal'] as const
/** Uncut web in mm·m by priority and due date, most important first. */
function sumUncutByRank(orders: readonly OpenOrder[], countCut: (order: OpenOrder) => number): number[] {
  const uncutByRank = new Map<number, number>()
  for (const one of orders) {
    const rank = priorities.indexOf(one.priority ?? 'normal') * 1e15 + one.dueAt
    uncutByRank.set(rank, (uncutByRank.get(rank) ?? 0) + (one.rolls - countCut(one)) * one.width * one.length)
  }
  return [...uncutByRank].sort((a, b) => a[0] - b[0]).map(([, area]) => area)
}
const isNoWorse = (a: readonly number[], b: readonly number[]): boolean => {
  const i = a.findIndex((value, k) => value !== b[k])
  return i < 0 || a[i]! < b[i]!
}

describe('if jumbos are short', () => {
  const jumbos = [jumbo('J', 11_406)]
  it.each(['urgent', 'critical'] as const)(
    'an order that is %s is cut, rather than more rolls of another',
    (priority) => {
      const calm = order('calm', 1050, 9, 30)
      for (const dueInDays of [0, 1]) {
        const pressing = order('pressing', 1580, 6, dueInDays, priority)
        for (const resources of [undefined, withSolver, { solve, secondsLeft: () => 0 }]) {
          const plan = proposeCutPlan([calm, pressing], jumbos, slitter, 0, resources)
          expect(plan.unplanned).toEqual([{ orderId: 'calm', rolls: 9, reason: 'noJumbo' }])
          expect(plan.cuts).toMatchObject([{ sets: 3, lanes: [{ width: 1580, count: 2 }] }])
          expect(plan.trimPercent).toBeCloseTo(1.25, 9)
          expect(plan.termination).not.toBe('optimal')
        }
      }
    },
  )
  it('of equal priority, the order due first is cut', () => {
    const plan = proposeCutPlan([order('a', 1050, 9, 30), order('b', 1580, 6, 29)], jumbos, slitter, 0)
    expect(plan.unplanned).toEqual([{ orderId: 'a', rolls: 9, reason: 'noJumbo' }])
  })
  it('priority counts more than the due date', () => {
    const plan = proposeCutPlan([order('a', 1050, 9, 1), order('b', 1580, 6, 29, 'urgent')], jumbos, slitter, 0)
    expect(plan.unplanned).toEqual([{ orderId: 'a', rolls: 9, reason: 'noJumbo' }])
  })
  it('less important rolls fill the width that the important order leaves', () => {
    const orders = [order('calm', 500, 9, 1), order('urgent', 1250, 6, 29, 'urgent')]
    const plan = proposeCutPlan(orders, jumbos, slitter, 0)
    expect(plan.unplanned).toEqual([{ orderId: 'calm', rolls: 6, reason: 'noJumbo' }])
    // One roll of 500 mm beside two of 1250 mm.
    expect(plan.cuts.map(({ lanes }) => lanes.map(({ count }) => count))).toEqual([[2, 1]])
  })
  it('of one width, the important order gets the rolls', () => {
    const orders = [order('calm', 1580, 6, 1), order('urgent', 1580, 5, 29, 'critical')]
    const plan = proposeCutPlan(orders, jumbos, slitter, 0)
    expect(plan.unplanned).toEqual([{ orderId: 'calm', rolls: 5, reason: 'noJumbo' }])
  })
  it('an urgent order of long rolls takes the jumbo from short rolls due earlier', () => {
    const orders = [order('short', 1000, 30, 1), order('long', 1000, 3, 9, 'urgent', 10_000)]
    const plan = proposeCutPlan(orders, jumbos, slitter, 0)
    expect(plan.unplanned).toEqual([{ orderId: 'short', rolls: 30, reason: 'noJumbo' }])
  })
  it('the termination is not optimal if an order is late', () => {
    const plan = proposeCutPlan([order('late', 1580, 6, 0)], jumbos, slitter, 0)
    expect(plan.late).toHaveLength(1)
    expect(plan.termination).toBe('feasible')
  })
})

describe('if orders are late', () => {
  it('the important order is cut first', () => {
    const orders = [order('calm', 1580, 6, 0.055), order('critical', 1050, 9, 0.06, 'critical')]
    const plan = proposeCutPlan(orders, [jumbo('J1', 11_400), jumbo('J2', 11_400)], slitter, 0)
    expect(plan.unplanned).toEqual([])
    // Three sets take 15 + 10 + 3 × (3800 ÷ 300 + 4) = 75 min, so that either order can be in time only as the first.
    expect(plan.cuts[0]!.rolls[0]!.orderId).toBe('critical')
  })
})

const books = fc
  .record({
    orders: fc.array(
      fc.record({
        width: fc.integer({ min: 2, max: 15 }).map((n) => n * 200),
        rolls: fc.integer({ min: 1, max: 5 }),
        dueInDays: fc.integer({ min: 1, max: 3 }),
        priority: fc.constantFrom('normal', 'urgent', 'critical'),
        length: fc.constantFrom(3000, 4000),
      }),
      { minLength: 2, maxLength: 4 },
    ),
    jumbos: fc.array(
      fc.record({ length: fc.constantFrom(3000, 4000, 7000, 8000), width: fc.constantFrom(3200, 2000) }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map((book) => ({
    orders: book.orders.map((o, i) => order(`o${i}`, o.width, o.rolls, o.dueInDays, o.priority, o.length)),
    jumbos: book.jumbos.map((j, i) => jumbo(`J${i}`, j.length, j.width)),
  }))
const countAbreast = (width: number, webWidth: number) => Math.floor((webWidth - slitter.minTrim) / width)

/** The best that single orders can do: each cut alone, in their rank, each set from any jumbo that has the metres. */
function searchSingleOrders(orders: readonly OpenOrder[], jumbos: readonly UncutJumbo[]): number[] {
  const ordersByRank = orders.toSorted(
    (a, b) => priorities.indexOf(a.priority!) - priorities.indexOf(b.priority!) || a.dueAt - b.dueAt,
  )
  let bestUncut: number[] | null = null
  const seen = new Set<string>()
  const search = (index: number, rollsLeft: number, metres: readonly number[], cut: ReadonlyMap<string, number>) => {
    const key = [index, rollsLeft, ...metres, ...cut.values()].join(' ')
    if (seen.has(key)) return
    seen.add(key)
    const current = ordersByRank[index]
    if (!current) {
      const uncut = sumUncutByRank(orders, ({ id }) => cut.get(id)!)
      if (bestUncut === null || isNoWorse(uncut, bestUncut)) bestUncut = uncut
      return
    }
    const finish = () =>
      search(
        index + 1,
        ordersByRank[index + 1]?.rolls ?? 0,
        metres,
        new Map([...cut, [current.id, current.rolls - rollsLeft]]),
      )
    if (rollsLeft > 0)
      for (const [k, { width }] of jumbos.entries()) {
        const abreast = Math.min(rollsLeft, countAbreast(current.width, width))
        if (abreast > 0 && metres[k]! >= current.length)
          search(index, rollsLeft - abreast, metres.with(k, metres[k]! - current.length), cut)
      }
    finish()
  }
  search(
    0,
    ordersByRank[0]!.rolls,
    jumbos.map((j) => j.length),
    new Map(),
  )
  return bestUncut!
}
/** The least uncut web of any plan in which all rolls have one length: every set with every combination of rolls. */
function searchAllPlans(orders: readonly OpenOrder[], jumbos: readonly UncutJumbo[]): number[] {
  const webWidths = jumbos.flatMap((j) =>
    Array.from({ length: Math.floor(j.length / orders[0]!.length) }, () => j.width),
  )
  let reachable = new Map([[orders.map(() => 0).join(), orders.map(() => 0)]])
  for (const webWidth of webWidths) {
    const next = new Map(reachable)
    const fill = (cut: readonly number[], from: number, widthLeft: number) => {
      next.set(cut.join(), [...cut])
      for (let i = from; i < orders.length; i++)
        if (cut[i]! < orders[i]!.rolls && orders[i]!.width <= widthLeft)
          fill(cut.with(i, cut[i]! + 1), i, widthLeft - orders[i]!.width)
    }
    for (const cut of reachable.values()) fill(cut, 0, webWidth - slitter.minTrim)
    reachable = next
  }
  return [...reachable.values()]
    .map((cut) => sumUncutByRank(orders, (one) => cut[orders.indexOf(one)]!))
    .reduce((best, uncut) => (isNoWorse(uncut, best) ? uncut : best))
}

it('cuts as much web as possible, not as many rolls, if equally urgent orders are short of jumbos', () => {
  const orders = [order('wide', 1050, 40, 5), order('middle', 780, 60, 5), order('narrow', 530, 50, 5)]
  const jumbos = Array.from({ length: 8 }, (_, i) => jumbo(`J${i}`, 4000, 3200))
  for (const resources of [undefined, withSolver]) {
    const plan = proposeCutPlan(orders, jumbos, slitter, 0, resources)
    // Of 3200 mm, 3 × 1050 leave 50 mm, 4 × 780 leave 80 mm, 5 × 530 leave 550 mm.
    expect(plan.cuts.length).toBeGreaterThan(0)
    expect(plan.trimPercent).toBeLessThanOrEqual((50 / 3200) * 100 + 1e-9)
  }
})

describe('a small book', () => {
  it('is never served worse than by an exhaustive search over single orders by priority', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(books, ({ orders, jumbos }) => {
        const exhaustive = searchSingleOrders(orders, jumbos)
        for (const resources of [undefined, withSolver]) {
          const plan = proposeCutPlan(orders, jumbos, slitter, 0, resources)
          const proposed = sumUncutByRank(orders, (one) => countCutRolls(plan, one))
          expect({ proposed, exhaustive, isNoWorse: isNoWorse(proposed, exhaustive) }).toMatchObject({
            isNoWorse: true,
          })
        }
      }),
      { numRuns: 100 },
    )
  })
  it(
    'of one length leaves no order uncut for a less important one unless it cannot be cut',
    { timeout: 120_000 },
    () => {
      fc.assert(
        fc.property(books, (book) => {
          const orders = book.orders.map((one) => ({ ...one, length: 3000 }))
          const plan = proposeCutPlan(orders, book.jumbos, slitter, 0, withSolver)
          expect(sumUncutByRank(orders, (one) => countCutRolls(plan, one))).toEqual(searchAllPlans(orders, book.jumbos))
          if (plan.late.length > 0) expect(plan.termination).toBe('feasible')
        }),
        { numRuns: 100 },
      )
    },
  )
})
