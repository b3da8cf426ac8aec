import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  roundShares,
  allocateEnergy,
  type AllocationSources,
  type AllocatedMeter,
} from '@/areas/energy/rules/allocate-energy'

const QUARTER = 15 * 60_000
const meter = (id: string, more: Partial<AllocatedMeter>): AllocatedMeter => ({
  id,
  medium: 'electricity',
  lineId: null,
  allocation: 'none',
  hasChildren: false,
  ownUsed: [100, 100, 100, 100],
  estimated: [0, 0, 0, 0],
  ...more,
})
const facts = (more: Partial<AllocationSources>): AllocationSources => ({
  slots: [0, 1, 2, 3].map((i) => i * QUARTER),
  slotMs: QUARTER,
  meters: [],
  runs: [],
  shiftSpans: [
    { team: 'A', businessDate: '2026-01-05', shift: 'early', from: 0, to: 2 * QUARTER },
    { team: 'B', businessDate: '2026-01-05', shift: 'middle', from: 2 * QUARTER, to: 4 * QUARTER },
  ],
  kgByLine: new Map(),
  getPrice: (_medium, slot) => (slot < 2 ? { band: 'peak', price: 1 } : { band: 'low', price: 0.3 }),
  ...more,
})
const run = (lineId: string, orderId: string, from: number, to: number) => ({
  lineId,
  orderId,
  productId: 'P',
  from: from * QUARTER,
  to: to * QUARTER,
})

test("an order gets its line's use while it ran, by team and band; the rest of the line is idle use", () => {
  const shares = allocateEnergy(facts({ meters: [meter('m', { lineId: 'L1' })], runs: [run('L1', 'O1', 1.5, 3)] }))
  expect(
    shares.map(({ kind, orderId, team, band, used, cost }) => [kind, orderId, team, band, used, Math.round(cost)]),
  ).toEqual([
    ['idle', null, 'A', 'peak', 150, 150],
    ['order', 'O1', 'A', 'peak', 50, 50],
    ['order', 'O1', 'B', 'low', 100, 30],
    ['idle', null, 'B', 'low', 100, 30],
  ])
})
test('shared meters are divided among the lines by their key, and unassigned if nothing ran', () => {
  const shared = (allocation: AllocatedMeter['allocation']) =>
    allocateEnergy(
      facts({
        meters: [
          meter('c', { allocation }),
          meter('1', { lineId: 'L1', ownUsed: [30, 30, 0, 0] }),
          meter('2', { lineId: 'L2', ownUsed: [10, 10, 0, 0] }),
        ],
        runs: [run('L1', 'O1', 0, 1), run('L2', 'O2', 0, 2)],
        kgByLine: new Map([
          ['L1', 400],
          ['L2', 100],
        ]),
      }),
    )
  const sumAllocated = (list: ReturnType<typeof shared>, orderId: string | null, kind: string) =>
    list.filter((s) => s.orderId === orderId && s.kind === kind).reduce((sum, s) => sum + s.allocated, 0)
  expect([sumAllocated(shared('runHours'), 'O1', 'order'), sumAllocated(shared('runHours'), 'O2', 'order')]).toEqual([
    50, 150,
  ])
  expect([sumAllocated(shared('kg'), 'O1', 'order'), sumAllocated(shared('kg'), 'O2', 'order')]).toEqual([80, 120])
  // 75 % of both slots are the first line's: of the second slot it had no order.
  expect([
    sumAllocated(shared('electricity'), 'O1', 'order'),
    sumAllocated(shared('electricity'), null, 'idle'),
  ]).toEqual([75, 75])
  const sumShared = (list: ReturnType<typeof shared>) =>
    list.filter((s) => s.kind === 'shared').reduce((sum, s) => sum + s.used, 0)
  expect([sumShared(shared('runHours')), sumShared(shared('none'))]).toEqual([200, 400])
})
test('the difference of a parent meter is a loss, and missing prices are reported', () => {
  const shares = allocateEnergy(
    facts({
      meters: [meter('top', { hasChildren: true, ownUsed: [5, 0, 0, 5] })],
      getPrice: (_m, slot) => ({ band: slot ? 'low' : 'none', price: slot ? 0.3 : null }),
    }),
  )
  expect(shares.map(({ kind, band, used, unpriced, cost }) => [kind, band, used, unpriced, cost])).toEqual([
    ['loss', 'none', 5, 5, 0],
    ['loss', 'low', 5, 0, 1.5],
  ])
})

const amount = fc.double({ min: -50, max: 500, noNaN: true })
const anyMeter = fc.record({
  lineId: fc.constantFrom('L1', 'L2', null),
  allocation: fc.constantFrom('none', 'runHours', 'electricity', 'kg' as const),
  above: fc.boolean(),
  own: fc.array(amount, { minLength: 4, maxLength: 4 }),
})
const anyRun = fc.record({
  line: fc.constantFrom('L1', 'L2', 'L3'),
  order: fc.constantFrom('O1', 'O2', 'O3'),
  from: fc.double({ min: 0, max: 4, noNaN: true }),
  hours: fc.double({ min: 0.01, max: 3, noNaN: true }),
})
test('orders and other use add up to the meters, to the last stored digit', () => {
  fc.assert(
    fc.property(
      fc.array(anyMeter, { minLength: 1, maxLength: 6 }),
      fc.array(anyRun, { maxLength: 5 }),
      (meters, runs) => {
        const all = facts({
          meters: meters.map((m, i) => meter(`${i}`, m as Partial<AllocatedMeter>)),
          runs: runs.map((r) => run(r.line, r.order, r.from, r.from + r.hours)),
          kgByLine: new Map([['L1', 10]]),
        })
        const totals = new Map<string, { used: number; cost: number }>()
        for (const m of all.meters)
          for (const [slot, used] of m.ownUsed.entries()) {
            const { band, price } = all.getPrice('electricity', slot)
            const sum = totals.get(`electricity/${band}`) ?? { used: 0, cost: 0 }
            totals.set(`electricity/${band}`, { used: sum.used + used, cost: sum.cost + used * (price ?? 0) })
          }
        for (const sum of totals.values())
          Object.assign(sum, { used: Math.round(sum.used * 1e6), cost: Math.round(sum.cost * 1e6) })
        const shares = roundShares(allocateEnergy(all), totals)
        for (const [key, total] of totals) {
          const mine = shares.filter((s) => `${s.medium}/${s.band}` === key)
          if (mine.length === 0) expect(Math.abs(total.used)).toBe(0)
          expect(mine.reduce((sum, s) => sum + Math.round(s.used * 1e6), 0) === total.used).toBe(true)
          expect(mine.reduce((sum, s) => sum + Math.round(s.cost * 1e6), 0) === total.cost).toBe(true)
        }
      },
    ),
    { numRuns: 300 },
  )
})
