import { describe, expect, it } from 'vitest'
import {
  calculateRollArea,
  countCutRolls,
  calculateCutsTrimPercent,
  calculateTrimPercentOfArea,
  sumCutMetres,
} from '@/areas/cutPlans/rules/cut-metrics'
import { findBlockingHold, isHeld } from '@/areas/rolls/rules/hold'
import { getAgeClass } from '@/areas/packing/rules/roll-stock'
import { calculateDailyStock } from '@/areas/stock/rules/daily-stock'

it('the age of a roll: each class starts where the previous one ends', () => {
  expect([0, 6.99, 7, 29.99, 30, 89.99, 90, 179.99, 180, 1000].map(getAgeClass)).toEqual([
    'd7',
    'd7',
    'd30',
    'd30',
    'd90',
    'd90',
    'd180',
    'd180',
    'older',
    'older',
  ])
  expect(getAgeClass(-0.5)).toBe('d7')
})

describe('cuts', () => {
  // 5 × 600 and 1 × 160 of 3,200 mm: 40 mm, 1.25 %, are trim.
  const cut = {
    sets: 2,
    lengthM: 5000,
    widthMm: 3200,
    lanes: [
      { width: 600, count: 5 },
      { width: 160, count: 1 },
    ],
  }
  it('give rolls, their area and the remaining trim', () => {
    expect(countCutRolls([cut])).toBe(12)
    expect(countCutRolls([cut, { sets: 1, lanes: [{ width: 100, count: 3 }] }])).toBe(15)
    expect(calculateRollArea([cut])).toBe(2 * 5000 * 3160)
    expect(calculateCutsTrimPercent([cut])).toBeCloseTo(1.25, 10)
    // Of two webs by their areas: 40 of 3,200 over 10,000 m, none of 3,200 over 10,000 m.
    expect(calculateCutsTrimPercent([cut, { ...cut, lanes: [{ width: 640, count: 5 }] }])).toBeCloseTo(0.625, 10)
    expect([
      calculateTrimPercentOfArea(0, 0),
      calculateTrimPercentOfArea(0, 5),
      calculateTrimPercentOfArea(5, 5),
    ]).toEqual([0, 100, 0])
  })
  it('use metres of the jumbo, to the decimetre', () => {
    expect(sumCutMetres([cut, { sets: null, lengthM: 0.04 }])).toBe(10_000)
    expect(
      sumCutMetres([
        { sets: 3, lengthM: 0.35 },
        { sets: null, lengthM: 1 },
        { sets: 2, lengthM: null },
      ]),
    ).toBe(2.1)
  })
})

describe('a hold', () => {
  const hold = { number: 'H-1', reason: '晶点', heldAt: '2026-11-20T02:00:00.000Z' }
  it('blocks later actions, but not what a phone did before it', () => {
    expect(findBlockingHold([hold], '2026-11-20T02:00:00.000Z')).toBe(hold)
    expect(findBlockingHold([hold], '2026-11-20T01:59:59.999Z')).toBeNull()
    expect(findBlockingHold([], '2026-11-20T02:00:00.000Z')).toBeNull()
    expect([isHeld([]), isHeld(['H-1']), isHeld(null), isHeld(undefined)]).toEqual([false, true, false, false])
  })
})

it('past stock is the current stock minus all later changes', () => {
  const change = (day: string | null, grade: 'good' | 'downgraded', rolls: number, kg: number) => ({
    day,
    grade,
    rolls,
    kg,
  })
  const now = [change(null, 'good', 10, 500.5), change(null, 'downgraded', 1, 20)]
  const course = calculateDailyStock(
    [
      ...now,
      change('2026-11-18', 'good', 2, 100.1),
      change('2026-11-19', 'good', -1, -50),
      change('2026-11-19', 'downgraded', 1, 20),
      // After the last day that is asked for.
      change('2026-11-20', 'good', 3, 150.2),
    ],
    '2026-11-17',
    '2026-11-19',
  )
  expect(course).toEqual([
    { day: '2026-11-17', rolls: 6, kg: 300.2, goodKg: 300.2, downgradedKg: 0, wasteKg: 0 },
    { day: '2026-11-18', rolls: 8, kg: 400.3, goodKg: 400.3, downgradedKg: 0, wasteKg: 0 },
    { day: '2026-11-19', rolls: 8, kg: 370.3, goodKg: 350.3, downgradedKg: 20, wasteKg: 0 },
  ])
})
