import { describe, expect, test } from 'vitest'
import {
  calculateHedgesG,
  applyHolmCorrection,
  MIN_RUNS,
  compareBestRuns,
  calculateWelchTest,
  type CostedRun,
} from '@/areas/cost/rules/compare-best-runs'

describe("Welch's test", () => {
  // p-values as published with the data sets (Rosetta Code, after NIST and Wikipedia); R's t.test gives the same.
  const published: [number[], number[], number][] = [
    [
      [27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4],
      [27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 20.5, 24.4],
      0.021378001462867,
    ],
    [
      [19.8, 20.4, 19.6, 17.8, 18.5, 18.9, 18.3, 18.9, 19.5, 22.0],
      [
        28.2, 26.6, 20.1, 23.3, 25.2, 22.1, 17.7, 27.6, 20.6, 13.7, 23.2, 17.5, 20.6, 18.0, 23.9, 21.6, 24.3, 20.4,
        24.0, 13.2,
      ],
      0.0359722710297968,
    ],
    [[30.02, 29.99, 30.11, 29.97, 30.01, 29.99], [29.89, 29.93, 29.72, 29.98, 30.02, 29.98], 0.090773324285671],
    [[3.0, 4.0, 1.0, 2.1], [490.2, 340.0, 433.9], 0.010751561149785],
  ]
  test.each(published)('%j against %j: p = %d', (a, b, p) => {
    expect(calculateWelchTest(a, b)!.p).toBeCloseTo(p, 9)
  })
  test('the interval contains the difference, and touches 0 if p is the significance level', () => {
    const [a, b] = published[2]!
    const { difference, low, high, p } = calculateWelchTest(a, b, 1 - 0.090773324285671)!
    // NIST's example of two means: 30.015 − 29.92.
    expect(difference).toBeCloseTo(0.095, 12)
    expect(p).toBeCloseTo(0.090773324285671, 9)
    expect(low).toBeCloseTo(0, 6)
    expect(high).toBeCloseTo(0.19, 6)
  })
  test('has no result for a single value or without variation', () => {
    expect(calculateWelchTest([1], [2, 3])).toBeNull()
    expect(calculateWelchTest([1, 1], [1, 1])).toBeNull()
  })
})

test("Hedges' g: Cohen's d 0.5 of two groups of ten is 0.479 (correction 1 − 3/71, Hedges and Olkin 1985)", () => {
  const a = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  const sd = Math.sqrt(82.5 / 9)
  expect(
    calculateHedgesG(
      a.map((x) => x + 0.5 * sd),
      a,
    ),
  ).toBeCloseTo(0.5 * (1 - 3 / 71), 10)
  expect(calculateHedgesG([1], [2])).toBeNull()
})

test('Holm: 0.01, 0.04, 0.03, 0.005 become 0.03, 0.06, 0.06, 0.02', () => {
  const corrected = applyHolmCorrection([0.01, 0.04, 0.03, 0.005])
  ;[0.03, 0.06, 0.06, 0.02].forEach((p, i) => expect(corrected[i]).toBeCloseTo(p, 12))
  expect(applyHolmCorrection([0.5, 0.9])).toEqual([1, 1])
  expect(applyHolmCorrection([])).toEqual([])
})

describe('the best quartile', () => {
  const runs = (n: number, more: (i: number) => Partial<CostedRun> = () => ({})): CostedRun[] =>
    Array.from({ length: n }, (_, i) => ({
      id: String(i).padStart(3, '0'),
      perKg: 10 + i * 0.1,
      quality: 0.95,
      parameters: { temperature: i < n / 4 ? 140 + (i % 3) : 150 + (i % 3), noise: i % 5 },
      ...more(i),
    }))
  test('is found by cost among runs of good quality; differences come first', () => {
    const found = compareBestRuns(runs(40), 0.9)
    expect(found.bestRunIds).toEqual(['000', '001', '002', '003', '004', '005', '006', '007', '008', '009'])
    expect(found).toMatchObject({ goodRunCount: 40, tooFew: false })
    expect(found.findings.map(({ key }) => key)).toEqual(['temperature', 'noise'])
    expect(found.findings[0]).toMatchObject({ worthTrying: true, bestN: 10, restN: 30 })
    expect(found.findings[0]!.test.difference).toBeCloseTo(-10.1, 1)
    expect(found.findings[1]!.worthTrying).toBe(false)
  })
  test('cheap runs of bad quality are no example', () => {
    const found = compareBestRuns(
      runs(40, (i) => (i < 10 ? { quality: 0.5 } : {})),
      0.9,
    )
    expect(found.goodRunCount).toBe(30)
    expect(found.bestRunIds).not.toContain('000')
  })
  test(`fewer than ${MIN_RUNS} runs in it give no result`, () => {
    expect(compareBestRuns(runs(19), 0.9)).toMatchObject({ tooFew: true, findings: [] })
    expect(compareBestRuns(runs(20), 0.9)).toMatchObject({ tooFew: false })
    expect(compareBestRuns([], 0.9)).toMatchObject({ goodRunCount: 0, tooFew: true, bestPerKg: null })
  })
  test('a run with unknown quality counts in neither group', () => {
    expect(
      compareBestRuns(
        runs(20, (i) => (i === 3 ? { quality: null } : {})),
        0.9,
      ).goodRunCount,
    ).toBe(19)
  })
})
