import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  evaluateUse,
  listComparedHours,
  calculateMedian,
  calculateMedianDeviation,
  findExceedances,
} from '@/areas/energy/rules/abnormal-use'
import {
  calculateBaseline,
  calculateExpectedKwhPerKg,
  isWithinBaselineRange,
  findBaselineProblems,
  calculateSavings,
} from '@/areas/energy/rules/baseline'
import {
  calculateLosses,
  calculateOwnUse,
  findTreeProblem,
  sumWeighted,
  resolveWeights,
  type TreeMeter,
} from '@/areas/energy/rules/meter-tree'
import { getComparisonPeriods, clipToElapsedDays, getPeriodOfDay, splitPeriodIntoSteps } from '@/plant/rules/periods'
import { fitLinearRegression } from '@/areas/energy/rules/regression'
import { getCoalFactors, toStandardCoalTonnes } from '@/areas/energy/rules/standard-coal'
import { buildPlantSettings } from '@/plant/rules/settings'
import { calculateFUpperTail } from '@/plant/rules/distributions'

/** Digits that agree with a certified value: −log10 of the relative error, as NIST counts them. */
const digits = (got: number | undefined, certified: number): number =>
  -Math.log10(Math.max(1e-16, Math.abs(((got ?? Number.NaN) - certified) / certified)))

// NIST StRD, Longley (1967): highly collinear, six variables.
const longley = [
  [60323, 83, 234289, 2356, 1590, 107608, 1947],
  [61122, 88.5, 259426, 2325, 1456, 108632, 1948],
  [60171, 88.2, 258054, 3682, 1616, 109773, 1949],
  [61187, 89.5, 284599, 3351, 1650, 110929, 1950],
  [63221, 96.2, 328975, 2099, 3099, 112075, 1951],
  [63639, 98.1, 346999, 1932, 3594, 113270, 1952],
  [64989, 99, 365385, 1870, 3547, 115094, 1953],
  [63761, 100, 363112, 3578, 3350, 116219, 1954],
  [66019, 101.2, 397469, 2904, 3048, 117388, 1955],
  [67857, 104.6, 419180, 2822, 2857, 118734, 1956],
  [68169, 108.4, 442769, 2936, 2798, 120445, 1957],
  [66513, 110.8, 444546, 4681, 2637, 121950, 1958],
  [68655, 112.6, 482704, 3813, 2552, 123366, 1959],
  [69564, 114.2, 502601, 3931, 2514, 125368, 1960],
  [69331, 115.7, 518173, 4806, 2572, 127852, 1961],
  [70551, 116.9, 554894, 4007, 2827, 130081, 1962],
]
// NIST StRD, Norris: y, x.
const norris = [
  [0.1, 0.2],
  [338.8, 337.4],
  [118.1, 118.2],
  [888, 884.6],
  [9.2, 10.1],
  [228.1, 226.5],
  [668.5, 666.3],
  [998.5, 996.3],
  [449.1, 448.6],
  [778.9, 777],
  [559.2, 558.2],
  [0.3, 0.4],
  [0.1, 0.6],
  [778.1, 775.5],
  [668.8, 666.9],
  [339.3, 338],
  [448.9, 447.5],
  [10.8, 11.6],
  [557.7, 556],
  [228.3, 228.1],
  [998, 995.8],
  [888.8, 887.6],
  [119.6, 120.2],
  [0.3, 0.3],
  [0.6, 0.3],
  [557.6, 556.8],
  [339.3, 339.1],
  [888, 887.2],
  [998.5, 999],
  [778.9, 779],
  [10.2, 11.1],
  [117.6, 118.3],
  [228.9, 229.2],
  [668.4, 669.1],
  [449.2, 448.9],
  [0.2, 0.5],
]

describe('least squares', () => {
  test('agrees with the certified values of Longley', () => {
    const fit = fitLinearRegression(
      longley.map((row) => row.slice(1)),
      longley.map(([y]) => y!),
    )!
    const b = [
      -3482258.63459582, 15.0618722713733, -0.035819179292591, -2.02022980381683, -1.03322686717359,
      -0.0511041056535807, 1829.15146461355,
    ]
    const sd = [
      890420.383607373, 84.9149257747669, 0.0334910077722432, 0.488399681651699, 0.214274163161675, 0.22607320006937,
      455.478499142212,
    ]
    for (const [i, value] of b.entries()) expect(digits(fit.coefficients[i], value)).toBeGreaterThan(8)
    for (const [i, value] of sd.entries()) expect(digits(fit.standardErrors[i], value)).toBeGreaterThan(8)
    expect(digits(fit.residualSd, 304.854073561965)).toBeGreaterThan(8)
    expect(digits(fit.r2, 0.995479004577296)).toBeGreaterThan(9)
    expect(digits(fit.f, 330.285339234588)).toBeGreaterThan(8)
  })
  test('agrees with the certified values of Norris', () => {
    const fit = fitLinearRegression(
      norris.map(([, x]) => [x!]),
      norris.map(([y]) => y!),
    )!
    expect(digits(fit.coefficients[0], -0.262323073774029)).toBeGreaterThan(9)
    expect(digits(fit.coefficients[1], 1.00211681802045)).toBeGreaterThan(12)
    expect(digits(fit.standardErrors[0], 0.232818234301152)).toBeGreaterThan(10)
    expect(digits(fit.standardErrors[1], 0.000429796848199937)).toBeGreaterThan(10)
    expect(digits(fit.residualSd, 0.884796396144373)).toBeGreaterThan(10)
    expect(digits(fit.f, 5436385.54079785)).toBeGreaterThan(9)
  })
  test('has no result if one variable follows from the others or nothing varies', () => {
    expect(
      fitLinearRegression(
        [
          [1, 2],
          [2, 4],
          [3, 6],
          [4, 8],
          [5, 10],
        ],
        [1, 2, 3, 4, 6],
      ),
    ).toBeNull()
    expect(fitLinearRegression([[1], [1], [1], [1]], [1, 2, 3, 4])).toBeNull()
    expect(fitLinearRegression([[1], [2]], [1, 2])).toBeNull()
  })
  test('knows the critical value of F: 3.2850 of 12 months and one variable at 10 %', () => {
    expect(calculateFUpperTail(3.285, 1, 10)).toBeCloseTo(0.1, 5)
  })
})

describe('a baseline', () => {
  const day = (speed: number, gsm: number, noise: number) => ({
    speed,
    gsm,
    kwhPerKg: 2 - 0.004 * speed - 0.01 * gsm + noise,
  })
  const days = Array.from({ length: 24 }, (_, i) => day(200 + (i % 6) * 20, 12 + (i % 4) * 4, ((i * 7) % 5) * 0.002))
  test('is valid by LBNL and reproduces its generating model', () => {
    const found = calculateBaseline(days)
    expect(found.problems).toEqual([])
    if (!('fit' in found)) throw new Error('not fitted')
    expect(found.variables).toEqual(['speed', 'gsm'])
    expect(found.fit.coefficients[1]).toBeCloseTo(-0.004, 3)
  })
  test('excludes constant variables, and reports problems', () => {
    const oneGsm = calculateBaseline(days.map((d) => ({ ...d, gsm: 15 })))
    expect('fit' in oneGsm && oneGsm.variables).toEqual(['speed'])
    expect(calculateBaseline(days.slice(0, 11)).problems).toEqual(['fewObservations'])
    expect(calculateBaseline(days.map((d) => ({ ...d, gsm: 15, speed: 300 }))).problems).toEqual(['noVariable'])
    expect(findBaselineProblems({ pOfF: 0.1, pOfVariables: [0.15, 0.05], r2: 0.49 })).toEqual(['fTest', 'r2'])
    expect(findBaselineProblems({ pOfF: 0.05, pOfVariables: [0.15, 0.12], r2: 0.5 })).toEqual(['variables'])
    expect(findBaselineProblems({ pOfF: 0.05, pOfVariables: [0.2, 0.01], r2: 0.5 })).toEqual(['variables'])
  })
  test('sums savings, and checks its range of validity', () => {
    const line = { intercept: 2, bySpeed: -0.002, byGsm: 0 }
    expect(calculateExpectedKwhPerKg(line, { speed: 250, gsm: 15 })).toBe(1.5)
    const operatingPoint = { speed: 250, gsm: 15, kg: 1000 }
    expect(
      calculateSavings(line, [
        { ...operatingPoint, kwhPerKg: 1.4 },
        { ...operatingPoint, kwhPerKg: 1.55 },
      ]).map((d) => Math.round(d.cumulativeKwh)),
    ).toEqual([100, 50])
    const range = { low: 200, high: 300, mean: 250, sd: 30 }
    expect([
      isWithinBaselineRange(300, range),
      isWithinBaselineRange(340, range),
      isWithinBaselineRange(341, range),
    ]).toEqual([true, true, false])
  })
})

describe('abnormal use', () => {
  test('uses the published median and MAD', () => {
    expect(calculateMedian([1, 1, 2, 2, 4, 6, 9])).toBe(2)
    expect(calculateMedianDeviation([1, 1, 2, 2, 4, 6, 9])).toBe(1)
    expect(calculateMedian([1, 2, 3, 10])).toBe(2.5)
  })
  test('compares the same time on the clock, also when summer time ends in between', () => {
    // Berlin leaves UTC+2 for UTC+1 on 25 October 2026.
    const hours = listComparedHours(Date.parse('2026-10-28T06:00:00+01:00'), 'Europe/Berlin')
    expect(hours).toHaveLength(29)
    expect(hours.slice(2, 5).map((hour) => new Date(hour).toISOString())).toEqual([
      '2026-10-26T05:00:00.000Z',
      '2026-10-25T05:00:00.000Z',
      '2026-10-24T04:00:00.000Z',
    ])
    expect(hours.at(-1)).toBe(Date.parse('2026-09-30T06:00:00+02:00'))
  })
  test('lies beyond k spreads; one earlier outlier does not widen them', () => {
    const before = [98, 99, 100, 101, 102, 100, 99, 101, 100, 900, 100, 98]
    expect(evaluateUse(130, before, 4)).toMatchObject({ verdict: 'high', median: 100 })
    expect(evaluateUse(70, before, 4)?.verdict).toBe('low')
    expect(evaluateUse(105, before, 4)?.verdict).toBe('usual')
    expect(evaluateUse(500, before.slice(0, 9), 4)).toBeNull()
  })
  test('of a constant meter is not its first small change', () => {
    expect(
      evaluateUse(
        101,
        Array.from({ length: 28 }, () => 100),
        4,
      )?.verdict,
    ).toBe('usual')
    expect(
      evaluateUse(
        0,
        Array.from({ length: 28 }, () => 0),
        4,
      )?.verdict,
    ).toBe('usual')
  })
})

const node = (id: string, more: Partial<TreeMeter> = {}): TreeMeter => ({
  id,
  kind: 'meter',
  medium: 'electricity',
  parentId: null,
  members: [],
  sharePercent: null,
  ...more,
})
describe('the tree of meters', () => {
  const tree = [
    node('main'),
    node('l1', { parentId: 'main' }),
    node('l2', { parentId: 'main' }),
    node('x1', { parentId: 'l1' }),
    node('both', { kind: 'sum', members: ['l1', 'l2'] }),
    node('rest', { kind: 'difference', members: ['main', 'both'] }),
    node('third', { kind: 'share', members: ['rest'], sharePercent: 25 }),
  ]
  const figures = new Map([
    ['main', 1000],
    ['l1', 600],
    ['l2', 340],
    ['x1', 250],
  ])
  test('calculates sums, differences and shares, including virtual meters', () => {
    const weights = resolveWeights(tree)
    const of = (id: string) => sumWeighted(weights.get(id), figures)
    expect([of('both'), of('rest'), of('third')]).toEqual([940, 60, 15])
  })
  test('shows losses, and counts nothing twice', () => {
    expect(
      calculateLosses(tree, figures).map(({ id, usedBelow, loss, lossPercent }) => [id, usedBelow, loss, lossPercent]),
    ).toEqual([
      ['main', 940, 60, 6],
      ['l1', 250, 350, (350 / 600) * 100],
    ])
    expect([...calculateOwnUse(tree, figures).values()].reduce((a, b) => a + b)).toBe(1000)
  })
  test('refuses cycles, other media and virtual parents', () => {
    expect(findTreeProblem(node('main', { parentId: 'x1' }), tree)).toBe('circle')
    expect(findTreeProblem(node('both', { kind: 'sum', members: ['rest'] }), tree)).toBe('circle')
    expect(findTreeProblem(node('new', { parentId: 'both' }), tree)).toBe('virtualParent')
    expect(findTreeProblem(node('new', { parentId: 'main', medium: 'gas' }), tree)).toBe('otherMedium')
    expect(findTreeProblem(node('new', { kind: 'sum' }), tree)).toBe('noMembers')
    expect(findTreeProblem(node('new', { kind: 'share', members: ['l1'] }), tree)).toBe('noShare')
    expect(findTreeProblem(node('new', { kind: 'sum', members: ['l1', 'x1'] }), tree)).toBeNull()
  })
  test('with a cycle returns nothing instead of hanging', () => {
    const circle = [node('a', { kind: 'sum', members: ['b'] }), node('b', { kind: 'sum', members: ['a'] })]
    expect(sumWeighted(resolveWeights(circle).get('a'), figures)).toBe(0)
  })
})

describe('periods', () => {
  test('follow the calendar', () => {
    expect(getPeriodOfDay('week', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
    expect(getPeriodOfDay('month', '2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
    expect(getPeriodOfDay('season', '2026-11-22')).toEqual({ from: '2026-10-01', to: '2026-12-31' })
    expect(getPeriodOfDay('year', '2026-11-22')).toEqual({ from: '2026-01-01', to: '2026-12-31' })
  })
  test('are compared with the previous one and with that of the previous year', () => {
    expect(getComparisonPeriods('month', { from: '2026-01-01', to: '2026-01-31' })).toEqual({
      before: { from: '2025-12-01', to: '2025-12-31' },
      yearBefore: { from: '2025-01-01', to: '2025-01-31' },
    })
    expect(getComparisonPeriods('week', { from: '2026-11-16', to: '2026-11-22' }).yearBefore).toEqual({
      from: '2025-11-17',
      to: '2025-11-23',
    })
    expect(getComparisonPeriods('day', { from: '2026-02-28', to: '2026-02-28' }).yearBefore.from).toBe('2025-02-28')
  })
  test('that are not over are compared up to the same point', () => {
    const february = { from: '2026-02-01', to: '2026-02-28' }
    expect(clipToElapsedDays(february, 10)).toEqual({ from: '2026-02-01', to: '2026-02-11', whole: false })
    expect(clipToElapsedDays(february, 30)).toEqual({ ...february, whole: true })
    expect(splitPeriodIntoSteps('year', { from: '2026-01-01', to: '2026-12-31' })).toHaveLength(12)
    expect(splitPeriodIntoSteps('week', { from: '2026-11-16', to: '2026-11-22' })).toHaveLength(7)
  })
})

test('a limit is reported once an hour and a day', () => {
  const now = { hour: '2026-11-22T08', usedHour: 12, day: '2026-11-22', usedDay: 100 }
  expect(findExceedances({ perHour: 10, perDay: 100 }, now)).toEqual([
    { span: 'hour', slot: '2026-11-22T08', used: 12, limit: 10 },
  ])
  expect(findExceedances({ perHour: null, perDay: 99 }, now).map(({ span }) => span)).toEqual(['day'])
})
test('10 MWh are 1.229 tce by the equivalent value of GB/T 2589', () => {
  expect(toStandardCoalTonnes(10_000, getCoalFactors(buildPlantSettings([])).electricity)).toBeCloseTo(1.229, 9)
})
test('the parts of a tree add up to its root', () => {
  const trees = fc.array(fc.record({ above: fc.nat(), value: fc.double({ min: 0, max: 1e6, noNaN: true }) }), {
    minLength: 1,
    maxLength: 30,
  })
  fc.assert(
    fc.property(trees, (made) => {
      const meters = made.map(({ above }, i) =>
        node(`${i}`, { parentId: i === 0 || above % 4 === 0 ? null : `${above % i}` }),
      )
      const shown = new Map(made.map(({ value }, i) => [`${i}`, value]))
      const top = meters.filter(({ parentId }) => !parentId).reduce((sum, { id }) => sum + shown.get(id)!, 0)
      expect([...calculateOwnUse(meters, shown).values()].reduce((a, b) => a + b)).toBeCloseTo(top, 3)
    }),
  )
})
