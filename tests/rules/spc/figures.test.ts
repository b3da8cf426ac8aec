import { describe, expect, test } from 'vitest'
import {
  calculateChartFactors,
  calculateC4,
  getD2,
  calculateNormalRange,
} from '@/areas/laboratory/rules/spc/chart-factors'
import {
  calculateChiSquareQuantile,
  calculateNormalCdf,
  calculateNormalQuantile,
  calculateStudentQuantile,
} from '@/plant/rules/distributions'
import { calculateDeviation, calculateMoments, combineMoments } from '@/areas/laboratory/rules/spc/moments'
import { calculateGrubbsCriticalValue, findOutliers } from '@/areas/laboratory/rules/spc/find-outliers'
import { buildHistogram, buildParetoBars } from '@/areas/laboratory/rules/spc/histogram'
import { judgeTestValue } from '@/areas/laboratory/rules/judge-results'
import { countDecimals, roundTo } from '@/plant/rules/rounding'
import { nist } from './nist'
import { aiag, amps } from './published'

/** Digits in which a result agrees with a certified one. */
const agreeing = (found: number, certified: number): number =>
  found === certified ? 15 : -Math.log10(Math.abs((found - certified) / certified))
const pairs = (first: number, low: number, high: number): number[] => [
  first,
  ...Array.from({ length: 500 }, () => [low, high]).flat(),
]

describe('mean and deviation', () => {
  const numAcc = {
    numAcc1: { mean: 10000002, deviation: 1, values: [10000001, 10000003, 10000002] },
    numAcc2: { mean: 1.2, deviation: 0.1, values: pairs(1.2, 1.1, 1.3) },
    numAcc3: { mean: 1000000.2, deviation: 0.1, values: pairs(1000000.2, 1000000.1, 1000000.3) },
    numAcc4: { mean: 10000000.2, deviation: 0.1, values: pairs(10000000.2, 10000000.1, 10000000.3) },
  }
  test.each(Object.entries({ ...nist, ...numAcc }))("equal NIST's certified values of %s", (_name, set) => {
    const found = calculateMoments(set.values)
    expect(agreeing(found.mean, set.mean)).toBeGreaterThan(14)
    expect(agreeing(calculateDeviation(found) ?? 0, set.deviation)).toBeGreaterThan(14)
  })
  test('of many digits lose no digit of the values', () => {
    const values = nist.michelso.values.map((v) => v * Math.PI)
    expect(
      agreeing(calculateDeviation(calculateMoments(values)) ?? 0, nist.michelso.deviation * Math.PI),
    ).toBeGreaterThan(11)
  })
  test('of two parts combined equal those of the whole', () => {
    const { values, mean, deviation } = nist.lew
    const whole = combineMoments(calculateMoments(values.slice(0, 37)), calculateMoments(values.slice(37)))
    expect(agreeing(whole.mean, mean)).toBeGreaterThan(13)
    expect(agreeing(calculateDeviation(whole) ?? 0, deviation)).toBeGreaterThan(13)
    expect([whole.n, whole.min, whole.max]).toEqual([200, -579, 300])
  })
  test('of a single value: no deviation', () => {
    expect(calculateDeviation(calculateMoments([5]))).toBeNull()
  })
})

describe('quantiles', () => {
  test('of the normal distribution', () => {
    expect(calculateNormalQuantile(0.975)).toBeCloseTo(1.959963984540054, 10)
    expect(calculateNormalQuantile(0.95)).toBeCloseTo(1.644853626951473, 10)
    expect(calculateNormalQuantile(0.0013498980316300933)).toBeCloseTo(-3, 9)
    expect(calculateNormalCdf(-3)).toBeCloseTo(0.0013498980316300933, 14)
    expect(calculateNormalCdf(1)).toBeCloseTo(0.8413447460685429, 13)
  })
  // Pearson and Hartley, Biometrika Tables for Statisticians, tables 8 and 12.
  test('of χ² and t', () => {
    expect(calculateChiSquareQuantile(0.025, 10)).toBeCloseTo(3.24697, 5)
    expect(calculateChiSquareQuantile(0.975, 10)).toBeCloseTo(20.4832, 4)
    expect(calculateChiSquareQuantile(0.95, 1)).toBeCloseTo(3.84146, 5)
    expect(calculateChiSquareQuantile(0.95, 100)).toBeCloseTo(124.342, 3)
    expect(calculateStudentQuantile(0.975, 1)).toBeCloseTo(12.706, 3)
    expect(calculateStudentQuantile(0.975, 10)).toBeCloseTo(2.228, 3)
    expect(calculateStudentQuantile(0.995, 30)).toBeCloseTo(2.75, 3)
    expect(calculateStudentQuantile(0.1, 5)).toBeCloseTo(-1.476, 3)
  })
})

describe('factors of charts', () => {
  test.each(aiag)("of %i values equal AIAG's", (n, a2, dTwo, dThree, dFour, a3, cFour, b3, b4) => {
    const factors = calculateChartFactors(n!)
    const off = Object.entries({
      a2: factors.A2 - a2!,
      d2: getD2(n!) - dTwo!,
      d3: factors.D3 - dThree!,
      d4: factors.D4 - dFour!,
      a3: factors.A3 - a3!,
      c4: calculateC4(n!) - cFour!,
      b3: factors.B3 - b3!,
      b4: factors.B4 - b4!,
    }).filter(([name, by]) => Math.abs(by) > (name === 'c4' ? 0.00006 : 0.0012))
    expect(off).toEqual([])
  })
  test('of ranges follow from the distribution of the range', () => {
    for (const [n = 0, , dTwo = 0] of aiag) expect(Math.abs(calculateNormalRange(n).mean - dTwo)).toBeLessThan(0.00051)
    // Exact: 2/√π and √(2 − 4/π).
    expect(calculateNormalRange(2).mean).toBeCloseTo(2 / Math.sqrt(Math.PI), 7)
    expect(calculateNormalRange(2).deviation).toBeCloseTo(Math.sqrt(2 - 4 / Math.PI), 7)
    // Tippett (1925) and ASTM E2587.
    expect(calculateNormalRange(5).deviation).toBeCloseTo(0.8641, 4)
    expect(calculateNormalRange(10).deviation).toBeCloseTo(0.7971, 4)
  })
  test('of deviations continue smoothly to any size', () => {
    expect(calculateC4(399)).toBeCloseTo(1 - 1 / (4 * 399) - 7 / (32 * 399 ** 2), 8)
    // Of its definition by the gamma function, c4(n) · c4(n + 1) = √((n − 1) / n).
    for (const n of [2, 25, 398, 399, 400, 1000])
      expect(calculateC4(n) * calculateC4(n + 1)).toBeCloseTo(Math.sqrt((n - 1) / n), 9)
    expect(calculateC4(1_000_000)).toBeCloseTo(0.99999975, 9)
  })
})

describe('rounding by GB/T 8170', () => {
  // The examples of the standard, 3.2 and Annex A.
  test.each([
    ['12.1498', 0, 12],
    ['12.1498', 1, 12.1],
    ['1268', -2, 1300],
    ['10.5002', 0, 11],
    ['1.050', 1, 1.0],
    ['0.35', 1, 0.4],
    ['2500', -3, 2000],
    ['3500', -3, 4000],
    ['-355', -1, -360],
    ['-325', -1, -320],
    ['-365', -1, -360],
    ['-0.0365', 3, -0.036],
    ['15.4546', 0, 15],
    ['97.46', 0, 97],
  ])('%s to %i decimals is %d', (value, digits, expected) => {
    expect(roundTo(value, digits)).toBe(expected)
    expect(roundTo(Number(value), digits)).toBe(expected)
  })
  test.each([
    ['60.25', 60],
    ['60.38', 60.5],
    ['60.28', 60.5],
    ['-60.75', -61],
  ])('%s to an interval of 0.5 is %d', (value, expected) => expect(roundTo(value, 1, 5)).toBe(expected))
  test.each([
    ['830', 840],
    ['842', 840],
    ['832', 840],
    ['-930', -920],
  ])('%s to an interval of 20 is %d', (value, expected) => expect(roundTo(value, -1, 2)).toBe(expected))
  test('uses the decimal digits, not the binary fraction', () => {
    expect([1.005, 2.675, 0.125, 1.015, 8.345].map((v) => roundTo(v, 2))).toEqual([1, 2.68, 0.12, 1.02, 8.34])
    expect([0.15, 0.25, 0.35, 0.45].map((v) => roundTo(v, 1))).toEqual([0.2, 0.2, 0.4, 0.4])
    expect(roundTo(5e-7, 6)).toBe(0)
    expect(roundTo(1.5e-6, 6)).toBe(0.000002)
    expect(Object.is(roundTo(-0.04, 1), -0)).toBe(false)
    expect(roundTo('n.d.', 1)).toBeNaN()
    expect(countDecimals('12.50')).toBe(2)
  })
  // GB/T 8170-2008, table 2: the same results judged both ways.
  test.each([
    ['97.01', { lsl: 97.0 }, 1, 'ok', 'ok'],
    ['97.00', { lsl: 97.0 }, 1, 'ok', 'ok'],
    ['96.96', { lsl: 97.0 }, 1, 'low', 'ok'],
    ['96.94', { lsl: 97.0 }, 1, 'low', 'low'],
    ['0.452', { usl: 0.5 }, 1, 'ok', 'ok'],
    ['0.549', { usl: 0.5 }, 1, 'high', 'ok'],
    ['0.551', { usl: 0.5 }, 1, 'high', 'high'],
    ['1349', { lsl: 1400 }, -2, 'low', 'low'],
    ['1351', { lsl: 1400 }, -2, 'low', 'ok'],
  ] as const)('%s against %o is judged in full and rounded', (value, limits, digits, full, rounded) => {
    expect(
      (['full', 'rounded'] as const).map((comparison) => judgeTestValue(value, { ...limits, comparison, digits })),
    ).toEqual([full, rounded])
  })
})

describe('outliers', () => {
  // Grubbs and Beck (1972) and ASTM E178, two-sided at 5 %.
  test.each([
    [3, 1.1543],
    [8, 2.1266],
    [10, 2.2896],
    [20, 2.7082],
    [100, 3.3841],
  ])('of %i values lie beyond %d deviations', (n, critical) =>
    expect(calculateGrubbsCriticalValue(n, 0.05)).toBeCloseTo(critical, 3),
  )
  test('are found in the uranium readings of Tietjen and Moore', () => {
    const found = findOutliers([199.31, 199.53, 200.19, 200.82, 201.92, 201.95, 202.18, 245.57])
    expect(found.map(({ index, value }) => ({ index, value }))).toEqual([{ index: 7, value: 245.57 }])
    expect(found[0]?.g).toBeCloseTo(2.4688, 3)
  })
  test('are not found in equal values, in two values, or in good ones', () => {
    expect(findOutliers([5, 5, 5, 5, 5])).toEqual([])
    expect(findOutliers([5, 900])).toEqual([])
    expect(findOutliers(nist.mavro.values)).toEqual([])
  })
  test('are not found in three readings, two of them equal, that differ by one step of the last digit', () => {
    expect(findOutliers([0.25, 0.24, 0.25])).toHaveLength(1)
    expect(findOutliers([0.25, 0.24, 0.25], 0.05, 0.01)).toEqual([])
    expect(findOutliers([0.25, 0.21, 0.25], 0.05, 0.01).map(({ value }) => value)).toEqual([0.21])
  })
})

describe('distribution charts', () => {
  test('a histogram counts every value once, and its curve has the same area', () => {
    const { bins, width } = buildHistogram(amps)
    expect(bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(75)
    expect(bins.reduce((sum, bin) => sum + bin.expected, 0)).toBeGreaterThan(72)
    expect(bins.every((bin, i) => i === 0 || bin.from === bins[i - 1]?.to)).toBe(true)
    for (const bin of bins) {
      expect(bin.count).toBe(amps.filter((v) => v >= bin.from && v < bin.to).length)
      expect(bin.to - bin.from).toBeCloseTo(width, 9)
    }
  })
  test('classes are never finer than the readings', () => {
    const { bins, width } = buildHistogram([20, 21, 21, 22, 22, 22, 23, 23, 24])
    expect(width).toBeGreaterThanOrEqual(1)
    expect(bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(9)
    expect(buildHistogram([4, 4, 4]).bins).toEqual([{ from: 4, to: 4, count: 3, expected: 3 }])
    expect(buildHistogram([]).bins).toEqual([])
  })
  test('causes are sorted from largest to smallest and end at 100 %', () => {
    const bars = buildParetoBars(
      new Map([
        ['holes', 3],
        ['lumps', 30],
        ['flies', 7],
        ['none', 0],
      ]),
    )
    expect(bars.map((bar) => [bar.key, bar.value, bar.cumulative])).toEqual([
      ['lumps', 30, 0.75],
      ['flies', 7, 0.925],
      ['holes', 3, 1],
    ])
  })
})
