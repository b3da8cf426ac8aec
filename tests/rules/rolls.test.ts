import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fitLanes,
  findSlittingPatternProblems,
  formatSlittingPattern,
  calculateLanePositions,
  sumLaneWidths,
  isReadablePattern,
  parseSlittingPattern,
  findPatternWidthExcess,
  type LaneGroup,
  calculateWebKg,
} from '@/areas/orders/rules/slitting-pattern'
import {
  findDefectProblems,
  clipDefectsToRoll,
  filterRemainingDefects,
  getSetSpans,
  type Defect,
} from '@/areas/rolls/rules/defect-map'
import {
  judgeWeight,
  calculateRollDiameter,
  calculateTrimPercent,
  calculateWebLength,
} from '@/areas/rolls/rules/dimensions'
import { decideJumboTransition, getMetresLeft } from '@/areas/rolls/rules/jumbo-roll'
import { calculateExpectedTrimKg, calculateJumboBalance } from '@/areas/slitting/rules/mass-balance'
import { calculateDisplayedGapPercent } from '@/plant/rules/limits'
import { buildJumboNumber, parseSlitNumber, buildSlitNumber } from '@/areas/rolls/rules/roll-number'
import { decideSlitRollTransition } from '@/areas/slitting/rules/slit-roll'
import { divideKgByGrade } from '@/areas/rolls/rules/grade'
import {
  findDefectsBeyondLength,
  calculateMaxPlausibleLength,
  compareToCountedLength,
  suggestLength,
  findLengthCorrection,
  compareToTargetLength,
} from '@/areas/rolls/rules/winding'

describe('lanes of one width', () => {
  const limits = { jumboWidth: 3200, minTrim: 20, minWidth: 50, knives: 21 }
  it.each([
    [800, 3], // four would leave no trim
    [795, 4],
    [160, 19],
    [100, 20], // one fewer than there are knives
    [40, 0], // narrower than the slitter cuts
    [3200, 0],
  ])('of %i mm %i fit on a web of 3,200 mm', (width, count) => {
    expect(fitLanes(width, limits)).toEqual(count ? [{ width, count }] : [])
  })
})
describe('dimensions', () => {
  it('15 g/m² × 3.2 m × 10,000 m is 480 kg, and back', () => {
    expect(calculateWebKg(15, 3200, 10_000)).toBeCloseTo(480, 9)
    expect(calculateWebLength(15, 3200, 480)).toBeCloseTo(10_000, 6)
    expect(calculateWebLength(0, 3200, 480)).toBeNull()
  })
  it('trim is the width minus the lanes', () => {
    expect(calculateTrimPercent(3200, [...Array.from({ length: 19 }, () => 160), 80])).toBeCloseTo(2.5, 9)
    expect(calculateTrimPercent(0, [160])).toBeNull()
  })
  it("a roll on its core has at least the core's diameter, and no more than its web needs", () => {
    expect(calculateRollDiameter(0, 0.15, 76)).toBe(76)
    expect(calculateRollDiameter(1000, 0.1, 0)).toBeCloseTo(Math.sqrt(400_000 / Math.PI), 6)
  })
  it.each([
    [480, 480, 'ok'],
    [495, 480, 'ok'],
    // Exactly 5 % more or less.
    [504, 480, 'ok'],
    [456, 480, 'ok'],
    [504.1, 480, 'unusual'],
    [520, 480, 'unusual'],
    [48, 480, 'refused'],
    [4800, 480, 'refused'],
    [0, 480, 'refused'],
    [-1, null, 'refused'],
    [Number.NaN, 480, 'refused'],
    [480, null, 'ok'],
  ] as const)('%d kg where %s are expected: %s', (kg, expected, verdict) => {
    expect(judgeWeight(kg, expected, 5).verdict).toBe(verdict)
  })
})

describe('the length of a roll', () => {
  it.each([
    [10_000, 10_000, null, null],
    [30_000, 10_000, null, null],
    [30_001, 10_000, null, 10_000],
    [100, 10_000, 9000, null],
    // A line that ran on wound more than was ordered.
    [45_000, 10_000, 20_000, null],
    [100_000, 10_000, 20_000, 20_000],
    [999_999, null, 20_000, null],
  ])('%d m where %s were ordered and %s can be wound', (length, ordered, wound, about) =>
    expect(findLengthCorrection(length, ordered, wound)).toBe(about),
  )
})
describe('a length far from the counter', () => {
  it.each([
    [219, 2204, 'short'],
    [735, 2204, null],
    [734, 2204, 'short'],
    [50, null, null],
    [6612, 2204, null],
    [6613, 2204, 'long'],
    [3020, 14, 'long'],
    [24_960, 0, 'long'],
  ])('%d m where %s were counted', (length, counted, asked) =>
    expect(compareToCountedLength(length, counted)).toBe(asked),
  )
  it.each([
    // Nothing counts, or a usual speed does: what was set.
    [null, false, 10_000, 10_000],
    [4000, true, 10_000, 10_000],
    // Far off even that guess: neither.
    [14, true, 10_000, null],
    [14, false, 10_000, 14],
    [4000.4, false, 10_000, 4000],
    [0, false, 24_960, null],
    [0, true, 24_960, null],
    [0.3, false, 24_960, null],
  ])('%s m counted (by a usual speed: %s) where %d are wanted offer %s', (metres, usual, wanted, offered) =>
    expect(suggestLength({ woundM: metres, isUsualSpeed: usual }, wanted)).toBe(offered),
  )
  it('offers what is wanted of a roll that nobody began', () => expect(suggestLength(null, 10_000)).toBe(10_000))
  it.each([
    [4100, 4500, null],
    [4049, 4500, 'short'],
    [5000, 4500, null],
    [5001, 4500, 'long'],
    [9105, 4500, 'long'],
    [9105, null, null],
  ])('%d m where %s were set are off it to one side or the other', (length, set, asked) =>
    expect(compareToTargetLength(length, set)).toBe(asked),
  )
  it('and positions beyond the roll have the same tolerance', () => {
    expect([
      calculateMaxPlausibleLength(10_000, 2145),
      calculateMaxPlausibleLength(10_000, null),
      calculateMaxPlausibleLength(null, 2145),
    ]).toEqual([30_000, 30_000, null])
    const at = (fromM: number, toM = fromM) => ({ fromM, toM })
    expect(findDefectsBeyondLength([at(10), at(90, 110), at(120)], 100)).toEqual([at(90, 110), at(120)])
  })
})
describe('numbers', () => {
  it('are parsed back', () => {
    const jumbo = buildJumboNumber('B2611', 'SS1', '2026-11-20', 7)
    expect(jumbo).toBe('B2611-SS1-261120-007')
    expect(buildSlitNumber(jumbo, 2, 5)).toBe('B2611-SS1-261120-007-2-05')
    expect(parseSlitNumber(buildSlitNumber(jumbo, 12, 105))).toEqual({ jumbo, set: 12, lane: 105 })
    expect(parseSlitNumber(jumbo)).toBeNull()
    expect(parseSlitNumber('SB-01')).toBeNull()
  })
})

describe('slitting pattern', () => {
  it.each<[string, LaneGroup[] | null]>([
    [
      '5×160 + 2×80',
      [
        { count: 5, width: 160 },
        { count: 2, width: 80 },
      ],
    ],
    [
      '5x160+2*80',
      [
        { count: 5, width: 160 },
        { count: 2, width: 80 },
      ],
    ],
    [
      '５×１６０，80毫米',
      [
        { count: 5, width: 160 },
        { count: 1, width: 80 },
      ],
    ],
    [
      '160 160 80',
      [
        { count: 1, width: 160 },
        { count: 1, width: 160 },
        { count: 1, width: 80 },
      ],
    ],
    ['', []],
    ['wide', null],
    ['5×', null],
    ['-5×160', null],
    ['5×160×3', null],
    ['1e9×5', null],
  ])('%s', (text, lanes) => {
    expect(parseSlittingPattern(text)).toEqual(lanes)
  })

  it('a formatted pattern parses to itself', () => {
    const lanes = fc.array(
      fc.record({ count: fc.integer({ min: 1, max: 99 }), width: fc.integer({ min: 10, max: 9999 }) }),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(lanes, (given) => {
        const again = parseSlittingPattern(formatSlittingPattern(given))!
        expect(sumLaneWidths(again)).toBe(sumLaneWidths(given))
        expect(formatSlittingPattern(again)).toBe(formatSlittingPattern(given))
      }),
    )
  })
  const limits = { jumboWidth: 3200, minTrim: 40, minWidth: 60, knives: 21 }
  it.each([
    [
      [
        { count: 19, width: 160 },
        { count: 1, width: 120 },
      ],
      [],
    ],
    [[{ count: 20, width: 160 }], ['tooWide']],
    [[{ count: 21, width: 100 }], ['tooManyLanes']],
    [[{ count: 1, width: 40 }], ['tooNarrow']],
    [[], ['empty']],
    [[{ count: 70, width: 50 }], ['tooNarrow', 'tooManyLanes', 'tooWide']],
  ])('%j: %j', (lanes, codes) => {
    expect(findSlittingPatternProblems(lanes, limits).map((p) => p.code)).toEqual(codes)
  })
  it('of an order: an unreadable pattern is refused, one wider than web minus trim is reported', () => {
    expect([null, undefined, '', '2×1600', '1600×2', '随便写'].map(isReadablePattern)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ])
    expect(findPatternWidthExcess('2×1600', 3200)).toEqual({ width: 3200, trim: 20, limit: 3180 })
    expect(findPatternWidthExcess('2×1590', 3200)).toBeNull()
    expect(findPatternWidthExcess('随便写', 3200)).toBeNull()
  })

  it('lanes are adjacent, with trim on both edges', () => {
    const places = calculateLanePositions(
      [
        { count: 2, width: 1000 },
        { count: 1, width: 1160 },
      ],
      3200,
    )
    expect(places).toEqual([
      { lane: 1, from: 20, width: 1000 },
      { lane: 2, from: 1020, width: 1000 },
      { lane: 3, from: 2020, width: 1160 },
    ])
  })
})

describe('defects', () => {
  const hole: Defect = { kind: 'hole', fromM: 12_500, toM: 12_510, fromMm: 300, toMm: 340 }
  it('the slitter unwinds from the outside: the first set takes the metres wound last', () => {
    expect(getSetSpans(16_000, [4000, 4000, 8000])).toEqual([
      { set: 1, fromM: 12_000, toM: 16_000 },
      { set: 2, fromM: 8000, toM: 12_000 },
      { set: 3, fromM: 0, toM: 8000 },
    ])
  })
  it('end up in the set and lane they belong to, and in no other', () => {
    const spans = getSetSpans(16_000, [4000, 4000, 8000])
    const places = calculateLanePositions([{ count: 10, width: 300 }], 3200)
    const hit = spans.flatMap((span) =>
      places.flatMap((place) =>
        clipDefectsToRoll([hole], span, place).length > 0 ? [`${span.set}/${place.lane}`] : [],
      ),
    )
    expect(hit).toEqual(['1/1'])
  })
  it('over the whole width appear in every lane; across two sets in both', () => {
    const streak: Defect = { kind: 'streak', fromM: 11_990, toM: 12_010, fromMm: null, toMm: null }
    const [first, second, third] = getSetSpans(16_000, [4000, 4000, 8000])
    expect(clipDefectsToRoll([streak], first!, { from: 0, width: 160 })).toEqual([{ ...streak, fromM: 12_000 }])
    expect(clipDefectsToRoll([streak], second!, { from: 3000, width: 160 })).toEqual([{ ...streak, toM: 12_000 }])
    expect(clipDefectsToRoll([streak], third!, { from: 0, width: 160 })).toEqual([])
  })
  it('must be within the roll', () => {
    const roll = { lengthM: 10_000, widthMm: 3200 }
    expect(findDefectProblems({ ...hole, fromM: 5000, toM: 5001 }, roll)).toEqual([])
    expect(findDefectProblems(hole, roll)).toEqual([
      { field: 'fromM', code: 'outside' },
      { field: 'toM', code: 'outside' },
    ])
    expect(findDefectProblems({ ...hole, fromM: 5000, toM: 4000, fromMm: 3300, toMm: null }, roll)).toEqual([
      { field: 'toM', code: 'order' },
      { field: 'fromMm', code: 'outside' },
    ])
  })
})

describe('mass balance of a jumbo', () => {
  it('closes within the tolerance, with the trim of its slitting pattern', () => {
    const trim = calculateExpectedTrimKg(480, 3200, 3160, 10_000, 10_000)
    expect(trim).toBe(6)
    expect(
      calculateJumboBalance(
        480,
        Array.from({ length: 4 }, () => 118),
        trim,
        0,
        1,
      ),
    ).toMatchObject({ gapKg: 2, isWithinTolerance: true })
    expect(calculateJumboBalance(480, [400], trim, 0, 1)).toMatchObject({ gapKg: 74, isWithinTolerance: false })
    expect(calculateJumboBalance(480, [480], trim, 0, 1)).toMatchObject({ gapKg: -6, isWithinTolerance: false })
    expect(calculateJumboBalance(0, [], 0, 0, 1)).toMatchObject({ gapPercent: null, isWithinTolerance: false })
  })
  it.each([
    // 30.4 kg of 1000 kg.
    [969.6, 3, 3.04],
    // 30.04 kg are 3.004 %, more than 3 %.
    [969.96, 3, 3.01],
    [1030.04, 3, -3.01],
    // 0.3004 %.
    [996.996, 0.3, 0.31],
    [900, 3, 10],
  ])('a gap of 1000 kg less %d kg reads as more than %d %%', (slitKg, tolerance, percent) => {
    const balance = calculateJumboBalance(1000, [slitKg], 0, 0, tolerance)
    expect(balance.isWithinTolerance).toBe(false)
    expect(calculateDisplayedGapPercent(balance, tolerance)).toBe(percent)
  })
  it.each([
    // The server rounds the gap of an order to three decimals: 3.0004 % arrives as 3 %.
    [{ gapKg: 30.004, gapPercent: 3 }, 3.01],
    [{ gapKg: -30.04, gapPercent: -3.004 }, -3.01],
    [{ gapKg: 30.4, gapPercent: 3.04 }, 3.04],
    [{ gapKg: 123.456, gapPercent: 12.346 }, 12.35],
  ])('a gap of an order, %o, reads as %d %%, more than 3 %%', (gap, percent) => {
    expect(calculateDisplayedGapPercent(gap, 3)).toBe(percent)
  })
})

describe('grades', () => {
  it('overlapping metres count once, as the worse grade', () => {
    expect(
      divideKgByGrade(100, 4000, [
        { fromM: 0, toM: 400, grade: 'downgraded' },
        { fromM: 200, toM: 600, grade: 'downgraded' },
        { fromM: 300, toM: 400, grade: 'waste' },
      ]),
    ).toEqual({ good: 85, downgraded: 12.5, waste: 2.5 })
  })
  it('always add up to the roll', () => {
    const spans = fc.array(
      fc.record({
        fromM: fc.double({ min: -10, max: 5000, noNaN: true }),
        toM: fc.double({ min: -10, max: 5000, noNaN: true }),
        grade: fc.constantFrom('downgraded' as const, 'waste' as const),
      }),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500_000 }),
        fc.integer({ min: 1, max: 20_000 }),
        spans,
        (grams, length, given) => {
          const { good, downgraded, waste } = divideKgByGrade(grams / 1000, length, given)
          expect(good + downgraded + waste).toBeCloseTo(grams / 1000, 6)
          expect(Math.min(good, downgraded, waste)).toBeGreaterThanOrEqual(-0.0011)
        },
      ),
    )
  })
})

describe('life cycles', () => {
  it('a jumbo can be deleted only while uncut, a slit roll undone only before packing', () => {
    expect(decideJumboTransition('uncut', 'remove', { reason: 'x' })).toEqual({ ok: true, to: 'deleted' })
    expect(decideJumboTransition('slitting', 'remove', { reason: 'x' }).ok).toBe(false)
    expect(decideJumboTransition('uncut', 'startSlitting', {})).toEqual({ ok: true, to: 'slitting' })
    expect(decideJumboTransition('slitting', 'startSlitting', {}).ok).toBe(false)
    expect(decideJumboTransition('cut', 'startSlitting', {}).ok).toBe(false)
    expect(decideSlitRollTransition('made', 'undo', { reason: 'x' })).toEqual({ ok: true, to: 'undone' })
    expect(decideSlitRollTransition('packed', 'undo', { reason: 'x' }).ok).toBe(false)
  })
})

describe('the remnant of a jumbo', () => {
  const defect = (fromM: number, toM: number): Defect => ({ kind: 'hole', fromM, toM, fromMm: null, toMm: null })
  it('has the defects of its first metres: the outer ones were cut away', () => {
    const all = [defect(100, 120), defect(5990, 6100), defect(6000, 6010), defect(11_000, 11_000)]
    expect(filterRemainingDefects(all, 6000)).toEqual(all.slice(0, 2))
    expect(filterRemainingDefects(all, null)).toEqual(all)
    expect(filterRemainingDefects(all, 0)).toEqual([])
  })
  it('is nothing once the jumbo is used up, even if metres were not cut', () => {
    const roll = { leftM: 62, lengthM: 12_000 }
    expect(
      ['uncut', 'remnant', 'slitting', 'cut', 'consumed', 'scrapped'].map((state) => getMetresLeft({ ...roll, state })),
    ).toEqual([62, 62, 62, 0, 0, 0])
    expect(getMetresLeft({ state: 'uncut', leftM: null, lengthM: 12_000 })).toBe(12_000)
  })
})
