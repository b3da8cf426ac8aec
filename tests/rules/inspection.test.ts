import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findCorrectedMetrics,
  calculateTotalKg,
  findWasteCheckProblem,
} from '@/areas/handover/rules/production-records'
import { isOutsideLimits } from '@/plant/rules/limits'
import {
  getDueMinutes,
  judgeProcess,
  deriveItemsResult,
  type InspectionParameter,
} from '@/areas/quality/rules/inspection'
import { toInspectionMinutes, buildPlantSettings } from '@/plant/rules/settings'
import {
  sumRollsByOrder,
  sumRolls,
  calculateStopMinutes,
  splitRollByGrade,
  type MadeRoll,
} from '@/areas/handover/rules/shift-totals'

const defaultMinutes = toInspectionMinutes(buildPlantSettings([]))
const parameter: InspectionParameter = { key: 'FRT', label: '花辊温度', unit: '°C', low: 140, target: 145, high: 150 }
const measured = (actual: number | null) => [{ key: 'FRT', label: 'x', unit: 'K', actual }]

describe('a process inspection', () => {
  it.each([
    [140, 'ok'],
    [150, 'ok'],
    [139.999, 'notOk'],
    [150.001, 'notOk'],
    [null, 'ok'],
  ] as const)('%s is %s', (actual, result) => {
    expect(judgeProcess(measured(actual), [parameter])).toMatchObject({
      result,
      outOfLimits: result === 'ok' ? 0 : 1,
      values: [{ ...parameter, actual }],
    })
  })
  it('without a standard judges nothing and stores the measured values', () => {
    expect(judgeProcess(measured(500), null)).toEqual({
      values: [{ key: 'FRT', label: 'x', unit: 'K', low: null, target: null, high: null, actual: 500 }],
      outOfLimits: 0,
      result: 'noStandard',
    })
  })
  it('ignores a missing limit', () => {
    expect([
      isOutsideLimits(-1e9, { high: 5 }),
      isOutsideLimits(1e9, { low: 5 }),
      isOutsideLimits(null, { low: 5, high: 6 }),
    ]).toEqual([false, false, false])
  })
})

describe('inspection records', () => {
  it.each([
    [['ok', 'notApplicable'], 'ok'],
    [['ok', 'notOk'], 'notOk'],
    [[], 'ok'],
  ] as const)('%j is %s', (results, result) => {
    expect(deriveItemsResult(results.map((one) => ({ result: one })))).toBe(result)
  })
  const shiftFacts = {
    jumboRolls: 3,
    slitRolls: 0,
    goodKg: 600,
    downgradedKg: 0,
    wasteKg: 0,
    fedKg: 700,
    stopMinutes: 12,
  }
  it.each([
    [{}, []],
    [{ goodKg: 600.04 }, []],
    [{ goodKg: 601, fedKg: null }, ['goodKg']],
    [{ jumboRolls: 4, wasteKg: 1 }, ['jumboRolls', 'wasteKg']],
  ] as const)('of %j these need a reason: %j', (given, names) => {
    expect(findCorrectedMetrics(given, shiftFacts)).toEqual(names)
  })
  it.each([
    [{ state: 'entered', userId: 'li' }, 'wang', null],
    [{ state: 'entered', userId: 'li' }, 'li', 'ownWaste'],
    [{ state: 'checked', userId: 'li' }, 'wang', 'alreadyChecked'],
    [{ state: 'disputed', userId: 'li' }, 'wang', null],
  ] as const)('waste %j checked by %s: %s', (waste, who, problem) => {
    expect(findWasteCheckProblem(waste, who)).toBe(problem)
  })
  it('add up to the gram', () => {
    expect(calculateTotalKg([{ kg: 0.1 }, { kg: 0.2 }, { kg: 12.345 }])).toBe(12.645)
  })
  it('ask a slitter, a main line and a utility only for their own values', () => {
    expect([
      getDueMinutes('slitting', defaultMinutes),
      getDueMinutes('spunbond', { ...defaultMinutes, processCheck: 90 }),
      getDueMinutes('utility', defaultMinutes),
    ]).toEqual([{ daily: 60, process2: 120 }, { daily: 60, process1: 90 }, {}])
  })
})

describe('the output of a shift', () => {
  const roll = (more: Partial<MadeRoll> = {}): MadeRoll => ({
    workOrderId: 'a',
    kg: 500,
    lengthM: 10_000,
    grade: 'good',
    downgrades: [],
    ...more,
  })
  it.each([
    [roll(), { good: 500, downgraded: 0, waste: 0 }],
    [roll({ grade: 'waste' }), { good: 0, downgraded: 0, waste: 500 }],
    [
      roll({
        grade: 'downgraded',
        downgrades: [
          { fromM: 0, toM: 1000, grade: 'downgraded' },
          { fromM: 500, toM: 1000, grade: 'waste' },
        ],
      }),
      { good: 450, downgraded: 25, waste: 25 },
    ],
  ])('%j', (one, expected) => {
    expect(splitRollByGrade(one)).toEqual(expected)
  })
  it('conserves every gram, in total and by order', () => {
    const rolls = fc.array(
      fc.record({
        workOrderId: fc.constantFrom('a', 'b', 'c'),
        kg: fc.integer({ min: 0, max: 2_000_000 }).map((grams) => grams / 1000),
        lengthM: fc.integer({ min: 0, max: 20_000 }),
        grade: fc.constantFrom('good' as const, 'downgraded' as const, 'waste' as const),
        downgrades: fc.array(
          fc.record({
            fromM: fc.integer({ min: 0, max: 20_000 }),
            toM: fc.integer({ min: 0, max: 20_000 }),
            grade: fc.constantFrom('downgraded' as const, 'waste' as const),
          }),
          { maxLength: 4 },
        ),
      }),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(rolls, (made) => {
        const all = sumRolls(made)
        const sum = made.reduce((kg, one) => kg + one.kg, 0)
        expect(all.kg).toBeCloseTo(sum, 2)
        expect(all.goodKg + all.downgradedKg + all.wasteKg).toBeCloseTo(all.kg, 2)
        expect([...sumRollsByOrder(made).values()].reduce((kg, one) => kg + one.kg, 0)).toBeCloseTo(all.kg, 2)
        expect(Math.min(all.goodKg, all.downgradedKg, all.wasteKg)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
  it.each([
    [{ from: 0, to: 60 }, 20],
    [{ from: 10, to: 40 }, 20],
    [{ from: 30, to: null }, 10],
    [{ from: 50, to: 60 }, 0],
    [{ from: 0, to: 15 }, 0],
  ])('a stop %j within 20 to 40 min, told at the end: %d min', ({ from, to }, minutes) => {
    expect(
      calculateStopMinutes(
        [{ from: from * 60_000, to: to === null ? null : to * 60_000 }],
        { from: 20 * 60_000, to: 40 * 60_000 },
        100 * 60_000,
      ),
    ).toBe(minutes)
  })
  it('counts overlapping stops once', () => {
    const minute = 60_000
    const stops = [
      { from: 0, to: 20 * minute },
      { from: 10 * minute, to: 30 * minute },
      { from: 40 * minute, to: null },
      { from: 45 * minute, to: 50 * minute },
    ]
    expect(calculateStopMinutes(stops, { from: 0, to: 480 * minute }, 60 * minute)).toBe(50)
  })
  it('counts a running stop up to now', () => {
    expect(calculateStopMinutes([{ from: 0, to: null }], { from: 0, to: 480 * 60_000 }, 30 * 60_000)).toBe(30)
  })
})
