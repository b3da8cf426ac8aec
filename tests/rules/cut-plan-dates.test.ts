import { describe, expect, it } from 'vitest'
import type { CutPlan, OpenOrder, SlitterSpec, UncutJumbo } from '@/areas/cutPlans/rules/cut-plan-types'
import { proposeCutPlan } from '@/areas/cutPlans/rules/propose-cut-plan'
import { PLAN_SECONDS } from '@/areas/cutPlans/server/plan-cuts-in-worker'
import { planCuts, type CutPlanResult } from '@/areas/cutPlans/server/cut-plan-worker'
import { isLongRun } from '../long'

const MINUTE = 60_000
const slitter: SlitterSpec = {
  knives: 21,
  minWidth: 60,
  minTrim: 40,
  speed: 300,
  setMinutes: 4,
  changeoverMinutes: 15,
  jumboMinutes: 10,
}

/** The same numbers for the same seed (mulberry32): neighbouring seeds have nothing in common. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
/**
 * An order book that is in time when a person cuts one order after the other as they are due, each alone, from the first jumbo
 * that has the metres: the dates are set by that, with little to spare.
 */
function feasibleBook(seed: number): { orders: OpenOrder[]; jumbos: UncutJumbo[] } {
  const next = dice(seed)
  const products = 1 + next(2)
  const lengths = [[4000], [2000, 4000], [3000, 5000]][next(3)]!
  const widths = [[3200], [3200, 2400]][next(2)]!
  const jumbos = Array.from({ length: 120 }, (_, i) => ({
    id: `J${i}`,
    product: `P${next(products)}`,
    width: widths[next(widths.length)]!,
    length: [16_000, 12_000][next(2)]!,
  }))
  const left = jumbos.map((j) => j.length)
  const spare = [0, 0, 20, 120][next(4)]!
  let endsAt = 0
  let previousPattern = ''
  let mounted = -1
  const orders = Array.from({ length: 3 + next(16) }, (_, i): OpenOrder => {
    const order = {
      id: `o${String(i).padStart(2, '0')}`,
      product: `P${next(products)}`,
      width: 100 + next(40) * 50,
      length: lengths[next(lengths.length)]!,
      rolls: 1 + next(40),
    }
    for (let open = order.rolls; open > 0;) {
      const k = jumbos.findIndex((j, n) => j.product === order.product && left[n]! >= order.length)
      const abreast = Math.min(open, slitter.knives - 1, Math.floor((jumbos[k]!.width - slitter.minTrim) / order.width))
      const lanes = `${abreast}x${order.width}`
      endsAt +=
        order.length / slitter.speed + slitter.setMinutes + (lanes === previousPattern ? 0 : slitter.changeoverMinutes)
      endsAt += k === mounted ? 0 : slitter.jumboMinutes
      previousPattern = lanes
      mounted = k
      left[k]! -= order.length
      open -= abreast
    }
    endsAt += next(spare + 1)
    return { ...order, dueAt: Math.ceil(endsAt) * MINUTE }
  })
  return { orders, jumbos }
}
/** No limit of slitter, jumbos or orders is broken. */
function expectSound(plan: CutPlan, orders: readonly OpenOrder[], jumbos: readonly UncutJumbo[]): void {
  for (const order of orders) {
    const cut = plan.cuts.flatMap((c) => c.rolls).reduce((n, r) => n + (r.orderId === order.id ? r.rolls : 0), 0)
    const not = plan.unplanned.reduce((n, u) => n + (u.orderId === order.id ? u.rolls : 0), 0)
    expect(cut + not).toBe(order.rolls)
  }
  for (const jumbo of jumbos) {
    const cuts = plan.cuts.filter((c) => c.jumboId === jumbo.id)
    expect(cuts.reduce((m, c) => m + c.sets * c.length, 0)).toBeLessThanOrEqual(jumbo.length)
    for (const cut of cuts) {
      expect(cut.lanes.reduce((w, l) => w + l.width * l.count, 0)).toBeLessThanOrEqual(jumbo.width - slitter.minTrim)
      expect(cut.lanes.reduce((n, l) => n + l.count, 0)).toBeLessThan(slitter.knives)
    }
  }
}
/** Orders that are late when the cuts are made as planned, worked out anew. */
function lateOrders(plan: CutPlan, orders: readonly OpenOrder[]): string[] {
  let endsAt = 0
  let previousPattern = ''
  let mounted = ''
  const endByOrder = new Map<string, number>()
  for (const cut of plan.cuts) {
    const lanes = cut.lanes.map((l) => `${l.count}x${l.width}`).join('+')
    endsAt +=
      cut.sets * (cut.length / slitter.speed + slitter.setMinutes) +
      (lanes === previousPattern ? 0 : slitter.changeoverMinutes)
    endsAt += cut.jumboId === mounted ? 0 : slitter.jumboMinutes
    previousPattern = lanes
    mounted = cut.jumboId
    for (const { orderId } of cut.rolls) endByOrder.set(orderId, endsAt * MINUTE)
  }
  return orders.filter((o) => (endByOrder.get(o.id) ?? 0) > o.dueAt + 1).map((o) => o.id)
}

/** What the worker answers: by the integer solver, within so many seconds. */
async function planned(orders: OpenOrder[], jumbos: UncutJumbo[], seconds: number): Promise<CutPlan> {
  const answers: CutPlanResult[] = []
  await planCuts({ orders, jumbos, slitter, startsAt: 0, seconds }, (answer) => answers.push(answer))
  const last = answers.at(-1)!
  expect(last.method).toBe('solver')
  return last.plan
}
const books = isLongRun ? { count: 160, seconds: PLAN_SECONDS } : { count: 16, seconds: 0.5 }

describe('due dates', () => {
  it(
    'every book that is in time when cut alone in due order is in time as planned',
    { timeout: 3_600_000 },
    async () => {
      for (let seed = 1; seed <= books.count; seed++) {
        const { orders, jumbos } = feasibleBook(seed)
        const plan = await planned(orders, jumbos, books.seconds)
        expectSound(plan, orders, jumbos)
        expect({ seed, late: lateOrders(plan, orders), said: plan.late, not: plan.unplanned }).toEqual({
          seed,
          late: [],
          said: [],
          not: [],
        })
      }
    },
  )

  it('are kept even if the time ends before a better plan is found', async () => {
    for (let seed = 1; seed <= books.count; seed++) {
      const { orders, jumbos } = feasibleBook(seed)
      const { late, unplanned } = await planned(orders, jumbos, 0)
      expect({ seed, late, unplanned }).toEqual({ seed, late: [], unplanned: [] })
    }
  })

  it('two jumbos of different lengths serve both orders: the long rolls come from the long jumbo', () => {
    const order = (id: string, length: number, dueAt: number): OpenOrder => ({
      id,
      product: 'P',
      width: 1000,
      length,
      rolls: 3,
      dueAt,
    })
    for (const lengths of [
      [8000, 4000],
      [4000, 8000],
    ]) {
      const jumbos = lengths.map((length, i) => ({ id: `J${i}`, product: 'P', width: 3200, length }))
      for (const dueFirst of [4000, 8000]) {
        const orders = [order('short', 4000, dueFirst === 4000 ? 1 : 2), order('long', 8000, dueFirst === 8000 ? 1 : 2)]
        const plan = proposeCutPlan(
          orders.map((o) => ({ ...o, dueAt: o.dueAt * 60_000 * MINUTE })),
          jumbos,
          slitter,
          0,
        )
        expect(plan.unplanned).toEqual([])
        expect(plan.late).toEqual([])
      }
    }
  })
})
