import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planCutsByHand } from '@/areas/cutPlans/rules/manual-plan'
import { assignLanesToOrders } from '@/areas/cutPlans/rules/lane-orders'
import { decidePackageTransition } from '@/areas/packing/rules/package'
import {
  calculateExpectedRollKg,
  getInheritedDefects,
  getInheritedDowngrades,
  buildLaneRolls,
  canUndoSet,
  getNextSetSpan,
  findOverlappingRolls,
} from '@/areas/slitting/rules/slit-set'

describe('lanes of a cut', () => {
  const cuts = fc.record({
    sets: fc.integer({ min: 1, max: 12 }),
    lanes: fc.uniqueArray(fc.record({ width: fc.integer({ min: 1, max: 9 }), count: fc.integer({ min: 1, max: 5 }) }), {
      minLength: 1,
      maxLength: 3,
      selector: (l) => l.width,
    }),
    cuts: fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 3, maxLength: 3 }),
  })
  it('belong to orders exactly as often as planned', () => {
    fc.assert(
      fc.property(cuts, ({ sets, lanes, cuts: cutPositions }) => {
        const rolls = lanes.flatMap(({ width, count }) => {
          const total = count * sets
          const marks = [...new Set([0, ...cutPositions.map((n) => n % (total + 1)), total])].sort((a, b) => a - b)
          return marks.slice(1).map((mark, i) => ({ orderId: `${width}-${i}`, width, rolls: mark - marks[i]! }))
        })
        const parts = assignLanesToOrders({ sets, lanes, rolls })
        expect(parts.reduce((sum, part) => sum + part.sets, 0)).toBe(sets)
        for (const roll of rolls)
          expect(
            parts.reduce(
              (sum, part) =>
                sum + part.sets * part.lanes.filter((l) => l.orderId === roll.orderId).reduce((n, l) => n + l.count, 0),
              0,
            ),
          ).toBe(roll.rolls)
        for (const part of parts)
          for (const lane of lanes)
            expect(part.lanes.filter((l) => l.width === lane.width).reduce((n, l) => n + l.count, 0)).toBe(lane.count)
      }),
    )
  })
  it('by hand: the widest first, trim never negative, all or remaining rolls reported', () => {
    const jumbos = [{ id: 'j', product: 'p', width: 3200, length: 10_000 }]
    const slitter = {
      knives: 41,
      minWidth: 30,
      minTrim: 20,
      speed: 300,
      setMinutes: 4,
      changeoverMinutes: 15,
      jumboMinutes: 0,
    }
    const open = [
      { id: 'a', product: 'p', width: 1600, length: 5000, rolls: 2, dueAt: 0 },
      { id: 'b', product: 'p', width: 1500, length: 5000, rolls: 3, dueAt: 0 },
    ]
    expect(planCutsByHand(open, jumbos, slitter, 0)).toMatchObject({
      trimPercent: (1 - 3100 / 3200) * 100,
      uncutRolls: 1,
    })
    expect(planCutsByHand([], jumbos, slitter, 0)).toMatchObject({ trimPercent: null, uncutRolls: 0 })
  })
})

describe('a set', () => {
  it('takes the end of the remaining web; lanes start at the operator’s side after half the trim', () => {
    const span = getNextSetSpan(8000, 3000)
    expect(span).toEqual({ fromM: 5000, toM: 8000 })
    expect(
      buildLaneRolls(
        [
          { width: 1000, count: 2, workOrderId: 'a' },
          { width: 1160, count: 1, workOrderId: null },
        ],
        3200,
        span,
      ).map((r) => [r.lane, r.fromMm, r.widthMm, r.workOrderId]),
    ).toEqual([
      [1, 20, 1000, 'a'],
      [2, 1020, 1000, 'a'],
      [3, 2020, 1160, null],
    ])
    expect(getNextSetSpan(1000, 3000)).toEqual({ fromM: 0, toM: 1000 })
  })
  it('inherits the defects inside it, in metres from its own start of winding', () => {
    const place = { fromM: 5000, toM: 8000, fromMm: 1000, widthMm: 500 }
    expect(
      getInheritedDefects(
        [
          { kind: 'hole', fromM: 7900, toM: 7910, fromMm: 1100, toMm: 1120 },
          { kind: 'gel', fromM: 7900, toM: 7910, fromMm: 100, toMm: 120 },
        ],
        place,
      ),
    ).toEqual([{ kind: 'hole', fromM: 90, toM: 100, fromMm: 100, toMm: 120 }])
    expect(
      getInheritedDowngrades(
        [
          { fromM: 4000, toM: 5500, grade: 'waste' },
          { fromM: 8000, toM: 9000, grade: 'waste' },
        ],
        place,
      ),
    ).toEqual([{ fromM: 2500, toM: 3000, grade: 'waste' }])
  })
  it('weighs its web, or its share of the jumbo', () => {
    const jumbo = { gsm: 15, widthMm: 3200, lengthM: 10_000, netKg: 480, expectedKg: 480 }
    expect(calculateExpectedRollKg(jumbo, 1000, 5000)).toBe(75)
    expect(calculateExpectedRollKg({ ...jumbo, gsm: null }, 1600, 5000)).toBe(120)
    expect(calculateExpectedRollKg({ ...jumbo, gsm: null, netKg: null, expectedKg: null }, 1600, 5000)).toBeNull()
  })
  it('is taken back in reverse order; two rolls never overlap', () => {
    expect([canUndoSet(3, [1, 3]), canUndoSet(1, [1, 3])]).toEqual([true, false])
    expect(
      findOverlappingRolls(
        [
          { fromMm: 0, widthMm: 100 },
          { fromMm: 100, widthMm: 100 },
        ],
        { fromMm: 100, widthMm: 50 },
      ),
    ).toEqual([{ fromMm: 100, widthMm: 100 }])
  })
})

describe('packages', () => {
  it('a shipped package is unchanged', () => {
    expect(
      ['take', 'unpack', 'reopen', 'store', 'ship'].map(
        (action) => decidePackageTransition('shipped', action, { reason: 'x', place: 'A', rollIds: ['r'] }).ok,
      ),
    ).toEqual([false, false, false, false, false])
    expect(decidePackageTransition('packed', 'store', {})).toMatchObject({
      ok: false,
      reason: { code: 'missing', fields: ['place'] },
    })
  })
})
