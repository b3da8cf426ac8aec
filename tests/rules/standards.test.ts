import { describe, expect, test } from 'vitest'
import { calculateDeltaE2000, calculateDeltaE76, type LabColor } from '@/areas/standards/rules/colour'
import {
  getExceededTolerance,
  calculateColorDifferences,
  findMasterbatchProblems,
  getMasterbatchSubmitBlocker,
  calculateWorstDifference,
} from '@/areas/standards/rules/masterbatch'
import { findMaterialProblems, getMaterialSubmitBlocker } from '@/areas/standards/rules/material-standard'
import {
  isSeasonal,
  selectLimits,
  findProductProblems,
  type ProductContent,
} from '@/areas/standards/rules/product-standard'
import { getSeasonForDay, checkSeasonChange, type SeasonChange } from '@/areas/standards/rules/season'

// Sharma, Wu, Dalal: The CIEDE2000 Color-Difference Formula, Color Research and Application 30 (2005), table 1.
const pairs = `
50.0000 2.6772 -79.7751 50.0000 0.0000 -82.7485 2.0425
50.0000 3.1571 -77.2803 50.0000 0.0000 -82.7485 2.8615
50.0000 2.8361 -74.0200 50.0000 0.0000 -82.7485 3.4412
50.0000 -1.3802 -84.2814 50.0000 0.0000 -82.7485 1.0000
50.0000 -1.1848 -84.8006 50.0000 0.0000 -82.7485 1.0000
50.0000 -0.9009 -85.5211 50.0000 0.0000 -82.7485 1.0000
50.0000 0.0000 0.0000 50.0000 -1.0000 2.0000 2.3669
50.0000 -1.0000 2.0000 50.0000 0.0000 0.0000 2.3669
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0009 7.1792
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0010 7.1792
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0011 7.2195
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0012 7.2195
50.0000 -0.0010 2.4900 50.0000 0.0009 -2.4900 4.8045
50.0000 -0.0010 2.4900 50.0000 0.0010 -2.4900 4.8045
50.0000 -0.0010 2.4900 50.0000 0.0011 -2.4900 4.7461
50.0000 2.5000 0.0000 50.0000 0.0000 -2.5000 4.3065
50.0000 2.5000 0.0000 73.0000 25.0000 -18.0000 27.1492
50.0000 2.5000 0.0000 61.0000 -5.0000 29.0000 22.8977
50.0000 2.5000 0.0000 56.0000 -27.0000 -3.0000 31.9030
50.0000 2.5000 0.0000 58.0000 24.0000 15.0000 19.4535
50.0000 2.5000 0.0000 50.0000 3.1736 0.5854 1.0000
50.0000 2.5000 0.0000 50.0000 3.2972 0.0000 1.0000
50.0000 2.5000 0.0000 50.0000 1.8634 0.5757 1.0000
50.0000 2.5000 0.0000 50.0000 3.2592 0.3350 1.0000
60.2574 -34.0099 36.2677 60.4626 -34.1751 39.4387 1.2644
63.0109 -31.0961 -5.8663 62.8187 -29.7946 -4.0864 1.2630
61.2901 3.7196 -5.3901 61.4292 2.2480 -4.9620 1.8731
35.0831 -44.1164 3.7933 35.0232 -40.0716 1.5901 1.8645
22.7233 20.0904 -46.6940 23.0331 14.9730 -42.5619 2.0373
36.4612 47.8580 18.3852 36.2715 50.5065 21.2231 1.4146
90.8027 -2.0831 1.4410 91.1528 -1.6435 0.0447 1.4441
90.9257 -0.5406 -0.9208 88.6381 -0.8985 -0.7239 1.5381
6.7747 -0.2908 -2.4247 5.8714 -0.0985 -2.2286 0.6377
2.0776 0.0795 -1.1350 0.9033 -0.0636 -0.5514 0.9082`
  .trim()
  .split('\n')
  .map((line) => line.split(' ').map(Number) as [number, number, number, number, number, number, number])

describe('colour difference', () => {
  test.each(pairs)(
    'ΔE00 of (%f, %f, %f) and (%f, %f, %f) is %f, either way round',
    (l1, a1, b1, l2, a2, b2, published) => {
      const [one, other]: [LabColor, LabColor] = [
        { l: l1, a: a1, b: b1 },
        { l: l2, a: a2, b: b2 },
      ]
      expect(calculateDeltaE2000(one, other).toFixed(4)).toBe(published.toFixed(4))
      expect(calculateDeltaE2000(other, one).toFixed(4)).toBe(published.toFixed(4))
    },
  )
  test('ΔE*ab of 1976 is the distance in L*a*b*', () => {
    expect(calculateDeltaE76({ l: 50, a: 2.5, b: 0 }, { l: 73, a: 25, b: -18 })).toBeCloseTo(
      Math.sqrt(529 + 506.25 + 324),
      10,
    )
    expect(calculateDeltaE76({ l: 90, a: 0, b: 1 }, { l: 90, a: 0, b: 1 })).toBe(0)
  })
})

const seen = { takenOn: null, lineId: null, deltaE: null, deltaE2000: null }
const batch = {
  additions: [{ lineId: 'sb1', percent: 2 }],
  masterL: 50,
  masterA: 2.5,
  masterB: 0,
  formula: 'ciede2000' as const,
  tolerance: 1,
  measured: [
    { ...seen, l: 50, a: 3.1736, b: 0.5854 },
    { ...seen, l: 50, a: 2.5, b: 0 },
  ],
}
describe('a calibration', () => {
  test('compares each measurement with the master, and is judged by the largest difference', () => {
    expect(calculateColorDifferences(batch).map(({ deltaE, deltaE2000: e }) => [deltaE, e])).toEqual([
      [0.89, 1],
      [0, 0],
    ])
    expect(calculateWorstDifference(batch)).toBe(1)
    expect(calculateWorstDifference({ ...batch, formula: 'cie76' })).toBe(0.89)
    expect(getMasterbatchSubmitBlocker(batch)).toBeNull()
    expect(getMasterbatchSubmitBlocker({ ...batch, tolerance: 0.99 })).toBe('outOfTolerance')
    expect(getExceededTolerance(batch)).toBeNull()
    expect(getExceededTolerance({ ...batch, tolerance: 0.99 })).toEqual({
      worst: calculateWorstDifference(batch),
      tolerance: 0.99,
    })
    // A line that is only begun says nothing yet.
    const begun = { ...batch.measured[0]!, l: Number.NaN }
    expect(getExceededTolerance({ ...batch, tolerance: 0.99, measured: [begun] })).toBeNull()
  })
  test('has no result without a master colour, an addition or a measurement', () => {
    const without = { ...batch, masterL: null, masterA: null, masterB: null }
    expect(calculateColorDifferences(without).map(({ deltaE }) => deltaE)).toEqual([null, null])
    expect(calculateWorstDifference(without)).toBeNull()
    expect([without, { ...batch, additions: [] }, { ...batch, measured: [] }].map(getMasterbatchSubmitBlocker)).toEqual(
      ['empty', 'empty', 'empty'],
    )
  })
  test('needs the complete master colour, and each line once', () => {
    expect(findMasterbatchProblems({ ...batch, masterB: null })).toEqual([{ path: ['masterB'], code: 'missing' }])
    expect(findMasterbatchProblems({ ...batch, additions: [batch.additions[0]!, batch.additions[0]!] })).toEqual([
      { path: ['additions', 1, 'lineId'], code: 'duplicate' },
    ])
  })
})

const changes: SeasonChange[] = [
  { startsOn: '2026-11-01', season: 'winter' },
  { startsOn: '2026-05-01', season: 'summer' },
]
describe('a season', () => {
  test.each([
    ['2026-04-30', null],
    ['2026-05-01', 'summer'],
    ['2026-10-31', 'summer'],
    ['2026-11-01', 'winter'],
    ['2030-07-01', 'winter'],
  ])('of %s is %s', (day, season) => expect(getSeasonForDay(changes, day)).toBe(season))
  test.each([
    ['a day to come', changes, '2027-05-01', 'summer', null],
    ['today, which has been judged by', changes, '2026-11-20', 'summer', 'past'],
    ['a day long gone', changes, '2026-07-01', 'winter', 'past'],
    ['a day that is taken', changes, '2026-11-01', 'summer', 'taken'],
    ['what holds already', changes, '2027-05-01', 'winter', 'same'],
    ['what holds next', [...changes, { startsOn: '2027-05-01', season: 'summer' }], '2027-04-01', 'summer', 'same'],
    ['the first of all, in the past', [], '2026-05-01', 'summer', null],
  ] as [string, SeasonChange[], string, 'summer' | 'winter', string | null][])(
    'set for %s',
    (_what, known, startsOn, season, problem) => {
      expect(checkSeasonChange(known, { startsOn, season }, '2026-11-20')).toBe(problem)
    },
  )
})

describe('limits', () => {
  const line = (indexId: string, season: 'both' | 'summer' | 'winter') => ({ indexId, season })
  const standard = { indexes: [line('gsm', 'both'), line('md', 'summer'), line('md', 'winter')] }
  test.each([
    ['summer', ['gsm both', 'md summer']],
    ['winter', ['gsm both', 'md winter']],
    [null, ['gsm both']],
  ] as const)('of %s', (season, shown) => {
    expect(selectLimits(standard, season).map((one) => `${one.indexId} ${one.season}`)).toEqual(shown)
  })
  test('are seasonal or not', () => {
    expect(isSeasonal(standard)).toBe(true)
    expect(isSeasonal({ indexes: [line('gsm', 'both')] })).toBe(false)
  })
})

const product: ProductContent = {
  indexes: [{ indexId: 'gsm', lsl: 14, target: 15, usl: 16 }],
  mix: [
    { materialId: 'pp', percent: 97.5 },
    { materialId: 'mb', percent: 2.5 },
  ],
  energy: [{ lineId: 'sb1', kwhPerKg: 1.2 }],
  trimPercent: 4,
  wastePercent: 2,
  speed: 250,
}
test.each([
  ['nothing', {}, []],
  ['an index twice', { indexes: [{ indexId: 'gsm' }, { indexId: 'gsm' }] }, [['indexes.1.indexId', 'duplicate']]],
  [
    'all the year and one season',
    { indexes: [{ indexId: 'gsm', season: 'winter' }, { indexId: 'gsm' }] },
    [['indexes.1.indexId', 'duplicate']],
  ],
  [
    'one limit a season',
    {
      indexes: [
        { indexId: 'gsm', season: 'winter' },
        { indexId: 'gsm', season: 'summer' },
      ],
    },
    [],
  ],
  ['limits crossed', { indexes: [{ indexId: 'gsm', lsl: 17, usl: 16 }] }, [['indexes.0.lsl', 'tooBig', 16]]],
  ['a target outside', { indexes: [{ indexId: 'gsm', target: 17, usl: 16 }] }, [['indexes.0.target', 'tooBig', 16]]],
  ['a target below', { indexes: [{ indexId: 'gsm', lsl: 14, target: 13 }] }, [['indexes.0.target', 'tooSmall', 14]]],
  ['no limits at all', { indexes: [], mix: [], energy: [] }, []],
  [
    'a recipe of 98 %',
    {
      mix: [
        { materialId: 'pp', percent: 95 },
        { materialId: 'mb', percent: 3 },
      ],
    },
    [['mix.1.percent', 'sumTooSmall', 5]],
  ],
  [
    'a recipe of 101 %',
    {
      mix: [
        { materialId: 'pp', percent: 95 },
        { materialId: 'mb', percent: 6 },
      ],
    },
    [['mix.1.percent', 'sumTooBig', 5]],
  ],
  ['thirds', { mix: ['a', 'b', 'c'].map((materialId, i) => ({ materialId, percent: i ? 33.333 : 33.334 })) }, []],
  [
    'a material twice',
    {
      mix: [
        { materialId: 'pp', percent: 50 },
        { materialId: 'pp', percent: 50 },
      ],
    },
    [['mix.1.materialId', 'duplicate']],
  ],
  [
    'a line twice',
    {
      energy: [
        { lineId: 'sb1', kwhPerKg: 1 },
        { lineId: 'sb1', kwhPerKg: 2 },
      ],
    },
    [['energy.1.lineId', 'duplicate']],
  ],
  ['more lost than there is', { trimPercent: 60, wastePercent: 41 }, [['wastePercent', 'tooBig', 40]]],
] as [string, Partial<ProductContent>, [string, string, number?][]][])(
  'a product standard with %s',
  (_what, more, problems) => {
    expect(
      findProductProblems({ ...product, ...more }).map(({ path, code, limit }) => [path.join('.'), code, limit]),
    ).toEqual(problems.map(([path, code, limit]) => [path, code, limit]))
  },
)

const item = { indexId: null, name: 'MFR', low: 33, target: 35, high: 37 }
const material = { items: [item], sampling: 'gbt6678' as const, aql: null, level: null }
test.each([
  ['nothing', {}, []],
  ['a nameless item', { items: [{ ...item, name: null }] }, ['items.0.name missing']],
  ['an item twice', { items: [item, item] }, ['items.1.name duplicate']],
  [
    'an index twice',
    {
      items: [
        { ...item, indexId: 'i' },
        { ...item, indexId: 'i', name: null },
      ],
    },
    ['items.1.indexId duplicate'],
  ],
  ['limits crossed', { items: [{ ...item, low: 38 }] }, ['items.0.low tooBig']],
  ['GB/T 2828.1 without its plan', { sampling: 'gbt2828' }, ['aql missing', 'level missing']],
  ['an AQL that is in no table', { sampling: 'gbt2828', level: 'II', aql: 2 }, ['aql notAllowed']],
  ['GB/T 2828.1 at 2.5, II', { sampling: 'gbt2828', level: 'II', aql: 2.5 }, []],
] as [string, Partial<Parameters<typeof findMaterialProblems>[0]>, string[]][])(
  'a material standard with %s',
  (_what, more, problems) => {
    expect(findMaterialProblems({ ...material, ...more }).map(({ path, code }) => `${path.join('.')} ${code}`)).toEqual(
      problems,
    )
  },
)
test('a material without inspection needs no items', () => {
  expect(getMaterialSubmitBlocker({ items: [], sampling: 'none' })).toBeNull()
  expect(getMaterialSubmitBlocker({ items: [], sampling: 'all' })).toBe('empty')
})
