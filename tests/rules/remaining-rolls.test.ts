import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  calculateRemainingRolls,
  findWidthDeviations,
  type OrderProduction,
  type RollDemand,
} from '@/areas/orders/rules/remaining-rolls'

const order: RollDemand = {
  slittingPattern: null,
  widthMm: 160,
  rollLengthM: 5000,
  orderedRolls: 100,
  orderedKg: null,
  rollKg: null,
  gsm: 15,
}
/** Good rolls by width, each of so many kilograms. */
const buildProduction = (good: [number, number][], kg = 12, coming: [number, number][] = []): OrderProduction => {
  const goodRolls = good.reduce((sum, [, n]) => sum + n, 0)
  return { goodKg: goodRolls * kg, goodRolls, goodByWidth: new Map(good), comingByWidth: new Map(coming) }
}
const countRemainingRolls = (more: Partial<RollDemand>, of: OrderProduction) =>
  calculateRemainingRolls({ ...order, ...more }, of, 5)
const widths = (...of: [number, number][]) => ({
  ok: true,
  length: 5000,
  widths: of.map(([width, rolls]) => ({ width, rolls })),
  unmadeRolls: null,
})
const mix = { slittingPattern: '1×525 + 1×640', widthMm: null, orderedRolls: 200 }

describe('remaining demand of an order', () => {
  it.each<[string, Partial<RollDemand>, OrderProduction, [number, number][]]>([
    ['rolls of its own width', {}, buildProduction([]), [[160, 100]]],
    ['less what is cut', {}, buildProduction([[160, 30]]), [[160, 70]]],
    ['nothing once all is cut', {}, buildProduction([[160, 101]]), []],
    ['its own width, whatever lies beside it', { slittingPattern: '5×160 + 2×80' }, buildProduction([]), [[160, 100]]],
    [
      'the widths of its slitting pattern where they do not cut its own',
      { slittingPattern: '3×800 + 1×400', widthMm: 3200 },
      buildProduction([]),
      [
        [800, 75],
        [400, 25],
      ],
    ],
    ['rolls by mass: 12 kg each', { orderedRolls: null, orderedKg: 1200 }, buildProduction([]), [[160, 100]]],
    [
      'rolls by the mass of one',
      { orderedRolls: null, orderedKg: 1200, rollKg: 10 },
      buildProduction([]),
      [[160, 120]],
    ],
    ['less what waits or is being cut', {}, buildProduction([[160, 30]], 12, [[160, 60]]), [[160, 10]]],
    [
      'the kilograms that lack where those are fewer',
      { orderedKg: 1200 },
      buildProduction([[160, 50]], 15),
      [[160, 38]],
    ],
    [
      'as many rolls as were ordered, light as they are',
      { orderedKg: 1200 },
      buildProduction([[160, 50]], 6),
      [[160, 50]],
    ],
    [
      'no more than its total: the width furthest behind first',
      mix,
      buildProduction([
        [525, 30],
        [640, 130],
      ]),
      [[525, 40]],
    ],
    [
      'of two widths that are behind more of that further behind',
      { ...mix, slittingPattern: '1×525 + 1×640 + 1×800', orderedRolls: 300 },
      buildProduction([
        [525, 40],
        [640, 80],
        [800, 150],
      ]),
      // 60 and 20 behind, 30 lacking: both end as far behind as the other.
      [[525, 30]],
    ],
  ])('%s', (_what, more, of, expected) => {
    expect(countRemainingRolls(more, of)).toEqual(widths(...expected))
  })

  it('is zero once its progress counts as done, and names the shortage within the tolerance', () => {
    // As in a plant: 364 of 369 rolls; 211 of 214 rolls with more than all their kilograms.
    expect(countRemainingRolls({ orderedRolls: 369 }, buildProduction([[160, 364]]))).toEqual({
      ...widths(),
      unmadeRolls: { reason: 'withinTolerance', rolls: 5 },
    })
    expect(
      countRemainingRolls(
        { ...mix, orderedRolls: 214, orderedKg: 7938 },
        { ...buildProduction([[640, 211]]), goodKg: 8026 },
      ),
    ).toEqual(widths())
  })
  it('is zero once the rolls that wait bring the missing kilograms', () => {
    // 90 rolls of 12 kg, and 10 more of 100 that are 1,200 kg.
    const production = buildProduction([[160, 90]], 12, [[160, 10]])
    expect(countRemainingRolls({ orderedRolls: null, orderedKg: 1200 }, production)).toEqual(widths())
    // 85 and 10 rolls are 1,140 kg, which the tolerance of 5 % allows.
    expect(
      countRemainingRolls({ orderedRolls: null, orderedKg: 1200 }, buildProduction([[160, 85]], 12, [[160, 10]])),
    ).toEqual({ ...widths(), unmadeRolls: { reason: 'withinTolerance', rolls: 5 } })
  })
  it('is zero with all its rolls, and names missing kilograms', () => {
    expect(countRemainingRolls({ orderedKg: 1200 }, buildProduction([[160, 100]], 10))).toEqual({
      ...widths(),
      unmadeRolls: { reason: 'rollsMade', rolls: 17 },
    })
  })
  it.each<[Partial<RollDemand>, string]>([
    [{ widthMm: null }, 'noWidth'],
    [{ rollLengthM: null }, 'noLength'],
    [{ orderedRolls: null }, 'noCount'],
  ])('or what it lacks: %j', (more, reason) => {
    expect(countRemainingRolls(more, buildProduction([]))).toEqual({ ok: false, reason })
  })
  it('never exceeds the total shortage, and excludes widths with a surplus', () => {
    const anyCount = fc.integer({ min: 0, max: 60 })
    fc.assert(
      fc.property(
        anyCount,
        anyCount,
        anyCount,
        anyCount,
        fc.integer({ min: 1, max: 120 }),
        (a, b, c, d, orderedRolls) => {
          const production = buildProduction(
            [
              [525, a],
              [640, b],
            ],
            12,
            [
              [525, c],
              [640, d],
            ],
          )
          const answer = countRemainingRolls({ ...mix, orderedRolls }, production)
          const rolls = answer.ok ? answer.widths : []
          const sum = rolls.reduce((n, w) => n + w.rolls, 0)
          expect(sum).toBe(
            answer.ok && answer.unmadeRolls ? 0 : Math.max(0, orderedRolls - a - b - c - d) * Number(sum > 0),
          )
          for (const w of rolls)
            expect(w.rolls + (w.width === 525 ? a + c : b + d)).toBeLessThanOrEqual(Math.ceil(orderedRolls / 2))
        },
      ),
    )
  })
})

describe('widths of an order', () => {
  const made = buildProduction([
    [525, 42],
    [640, 160],
  ])
  it('are reported if they deviate although the total is reached', () => {
    expect(findWidthDeviations({ ...order, ...mix }, made, 5)).toEqual([
      { width: 525, rolls: -58 },
      { width: 640, rolls: 60 },
    ])
  })
  it('are not reported while the total is short, nor within the tolerance', () => {
    expect(findWidthDeviations({ ...order, ...mix, orderedRolls: 300 }, made, 5)).toEqual([])
    const near = buildProduction([
      [525, 96],
      [640, 104],
    ])
    expect(findWidthDeviations({ ...order, ...mix }, near, 5)).toEqual([])
  })
})
