import { describe, expect, it } from 'vitest'
import {
  countQueuedRolls,
  estimateQueueEnd,
  countRemainingSets,
  type QueuedCut,
} from '@/areas/cutPlans/rules/slitter-queue'
import type { PlannedCut, OpenOrder, SlitterSpec } from '@/areas/cutPlans/rules/cut-plan-types'
import { proposeCutPlan } from '@/areas/cutPlans/rules/propose-cut-plan'

const MINUTE = 60_000
const slitter: SlitterSpec = {
  knives: 21,
  minWidth: 60,
  minTrim: 40,
  speed: 500,
  setMinutes: 2,
  changeoverMinutes: 15,
  jumboMinutes: 10,
}
/** Sets of 4,000 m: ten minutes each. */
const ahead = (jumboId: string, sets: number, lanes: QueuedCut['lanes']): QueuedCut => ({
  slitterId: 's',
  jumboId,
  sets,
  length: 4000,
  lanes,
})
const lane = (width: number, count: number, orderId = 'o') => ({ width, count, orderId })

describe('work before a plan', () => {
  it('takes time for its sets, for the knives if the pattern changes, and for mounting the jumbo', () => {
    const queue = [
      ahead('J1', 2, [lane(1000, 3)]),
      // The same pattern for two orders from the same jumbo, then another jumbo, then other knives.
      ahead('J1', 1, [lane(1000, 2), lane(1000, 1, 'p')]),
      ahead('J2', 1, [lane(1000, 3)]),
      ahead('J2', 1, [lane(1500, 2)]),
    ]
    expect(estimateQueueEnd(0, null, queue, slitter) / MINUTE).toBe(50 + 15 + 10 + 10 + 15)
    expect(estimateQueueEnd(0, queue[0]!, queue.slice(1), slitter) / MINUTE).toBe(50 + 10 + 15)
    expect(estimateQueueEnd(7, null, [], slitter)).toBe(7)
  })
  it('assigns the rolls of each lane to its order', () => {
    const coming = countQueuedRolls([
      ahead('J1', 2, [lane(1000, 2), lane(1000, 1, 'p')]),
      ahead('J2', 1, [lane(1000, 3)]),
    ])
    expect([...coming].map(([id, rolls]) => [id, ...rolls])).toEqual([
      ['o', [1000, 7]],
      ['p', [1000, 2]],
    ])
  })
  it('is the remaining length of a cutting: by its line, otherwise the jumbo without its queued cuts', () => {
    const run = { lengthM: 2000, sets: 1 }
    expect(countRemainingSets(run, { leftM: 9000 }, { sets: 3 }, [])).toBe(2)
    expect(countRemainingSets(run, { leftM: 3000 }, { sets: 3 }, [])).toBe(1)
    expect(countRemainingSets(run, { leftM: 9000 }, null, [{ sets: 2, lengthM: 1000 }])).toBe(3)
    expect(countRemainingSets({ lengthM: null, sets: 0 }, { leftM: 9000 }, null, [])).toBe(0)
  })
})

describe('a jumbo', () => {
  const order = (id: string, width: number, rolls: number, hours: number, product = 'P'): OpenOrder => ({
    id,
    product,
    width,
    length: 4000,
    rolls,
    dueAt: hours * 60 * MINUTE,
  })
  const jumbos = ['P', 'Q'].map((product) => ({ id: `J-${product}`, product, width: 3200, length: 16_000 }))
  const mounts = (cuts: readonly PlannedCut[]) => cuts.map((c) => c.jumboId).filter((id, i, all) => id !== all[i - 1])
  it('is mounted once if that makes no order late', () => {
    const orders = [order('a', 1500, 2, 20), order('b', 1500, 2, 40, 'Q'), order('c', 1000, 3, 60)]
    const plan = proposeCutPlan(orders, jumbos, slitter, 0)
    expect(mounts(plan.cuts)).toHaveLength(2)
    // The two orders of 1500 mm are cut one after the other, so that the knives stay as they are.
    expect(plan.cuts.at(-1)!.endsAt / MINUTE).toBe(3 * 10 + 2 * 10 + 2 * 15)
  })
  it('is mounted again if an order would be late otherwise, with its mounting time', () => {
    const orders = [order('a', 1500, 2, 0.6), order('b', 1500, 2, 1.2, 'Q'), order('c', 1000, 9, 60)]
    const plan = proposeCutPlan(orders, jumbos, slitter, 0)
    expect(plan.late).toEqual([])
    expect(mounts(plan.cuts)).toEqual(['J-P', 'J-Q', 'J-P'])
    // Knives stay as they are from the first to the second cut.
    expect(plan.cuts.at(-1)!.endsAt / MINUTE).toBe(5 * 10 + 3 * 10 + 2 * 15)
  })
})
