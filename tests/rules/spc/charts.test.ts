import { describe, expect, test } from 'vitest'
import { calculateBissellInterval, calculateCapability } from '@/areas/laboratory/rules/spc/capability'
import { compileChart, getChartPoint, parseRules, type ChartRequest } from '@/areas/laboratory/rules/spc/compile-chart'
import { calculateDeviation, calculateMoments } from '@/areas/laboratory/rules/spc/moments'
import { NotChartable } from '@/areas/laboratory/rules/spc/not-chartable'
import { calculateAverageRunLength } from '@/areas/laboratory/rules/spc/run-length'
import { RunRuleTracker, includesRule, ruleSets, type RunRule } from '@/areas/laboratory/rules/spc/run-rules'
import { amps, circuit, computers, dyedCloth, orangeJuice, pistonRings, pistonRingsOfAnySize } from './published'

const chart = (asked: Partial<ChartRequest> & Pick<ChartRequest, 'chart'>) => {
  const found = compileChart({ rules: ['n1'], ...asked })
  return { ...found, points: found.main.values.map((_, i) => getChartPoint(found, i)) }
}
const problemOf = (asked: Partial<ChartRequest> & Pick<ChartRequest, 'chart'>): string => {
  try {
    chart(asked)
    return 'charted'
  } catch (error) {
    if (error instanceof NotChartable) return error.code
    throw error
  }
}
const signals = (found: ReturnType<typeof chart>) =>
  found.points.flatMap((p, i) => (p.violations.length ? [i + 1] : []))
const phaseOne = pistonRings.slice(0, 25)

describe('charts of measurements', () => {
  test("X̄-R of the piston rings equals qcc's output", () => {
    const controlChart = chart({ chart: 'xbar-r', groups: phaseOne })
    expect(controlChart.center).toBeCloseTo(74.00118, 5)
    expect(controlChart.sigma).toBeCloseTo(0.009785039, 9)
    expect(controlChart.lcl).toBeCloseTo(73.98805, 5)
    expect(controlChart.ucl).toBeCloseTo(74.0143, 4)
    expect(controlChart.range?.center).toBeCloseTo(0.02276, 8)
    // qcc prints 0.04812533: its d3 has seven digits, the last two of them rounded off.
    expect(controlChart.range?.ucl).toBeCloseTo(0.0481253, 6)
    expect(controlChart.range?.lcl).toBe(0)
    expect(signals(controlChart)).toEqual([])
  })
  test("X̄-S of the piston rings equals qcc's output", () => {
    const found = chart({ chart: 'xbar-s', groups: phaseOne })
    expect(found.deviation?.center).toBeCloseTo(0.009240037, 8)
    expect(found.deviation?.ucl).toBeCloseTo(0.01930242, 7)
    expect(found.deviation?.lcl).toBe(0)
    expect(found.sigma).toBeCloseTo(0.009829977, 8)
    expect(found.range).toBeUndefined()
  })
  test('limits of the first phase judge the second', () => {
    const found = chart({ chart: 'xbar-r', groups: pistonRings, base: 25 })
    expect(found.center).toBeCloseTo(74.00118, 5)
    expect(signals(found)).toEqual([37, 38, 39])
    const frozen = chart({ chart: 'xbar-r', groups: pistonRings.slice(25), frozen: found })
    expect(signals(frozen)).toEqual([12, 13, 14])
  })
  test('subgroups of different sizes have different limits', () => {
    const found = chart({ chart: 'xbar-s', groups: pistonRingsOfAnySize })
    const width = (i: number) => (found.points[i]!.ucl - found.points[i]!.lcl) / 6
    expect(width(0)).toBeCloseTo(found.sigma / Math.sqrt(5), 12)
    expect(width(1)).toBeCloseTo(found.sigma / Math.sqrt(3), 12)
    expect(found.ucl).toHaveLength(25)
    // The centre is weighted by size: the mean of all values.
    expect(found.center).toBeCloseTo(calculateMoments(pistonRingsOfAnySize.flat()).mean, 12)
    expect(found.deviation?.center).toHaveLength(25)
  })
  test('I-MR: flow rates of the NIST/SEMATECH e-Handbook, 6.3.2.2', () => {
    const found = chart({ chart: 'i-mr', values: [49.6, 47.6, 49.9, 51.3, 47.8, 51.2, 52.6, 52.4, 53.6, 52.1] })
    expect(found.center).toBeCloseTo(50.81, 10)
    expect(found.range?.center).toBeCloseTo(1.8778, 4)
    expect(found.ucl).toBeCloseTo(55.8041, 4)
    expect(found.lcl).toBeCloseTo(45.8159, 4)
    expect(found.range?.values).toHaveLength(9)
  })
  test('lanes of a roll: limits of the mean come from roll to roll', () => {
    // Rolls differ by about 1, lanes by about 0.1: limits from the lanes would alarm at nearly every roll.
    const levels = [10, 11, 10.4, 9.2, 10.1, 11.2, 10.6, 9.8, 9.1, 10.3]
    const groups = levels.map((level) => [level - 0.1, level, level + 0.1])
    expect(signals(chart({ chart: 'xbar-r', groups })).length).toBeGreaterThan(5)
    const controlChart = chart({ chart: 'i-mr-r', groups, lsl: 5, usl: 15 })
    expect(signals(controlChart)).toEqual([])
    const steps = levels.slice(1).map((v, i) => Math.abs(v - levels[i]!))
    expect(controlChart.sigma).toBeCloseTo(steps.reduce((a, b) => a + b, 0) / 9 / 1.128, 9)
    expect(controlChart.range?.center).toBeCloseTo(0.2, 9)
    expect(controlChart.movingRange?.values).toHaveLength(9)
    const inside = 0.2 / 1.693
    expect(controlChart.capability?.cp).toBeCloseTo(
      10 / 6 / Math.sqrt(controlChart.sigma ** 2 - inside ** 2 / 3 + inside ** 2),
      9,
    )
  })
})

describe('charts of counts', () => {
  test('p: orange juice', () => {
    const controlChart = chart({ chart: 'p', values: orangeJuice, sizes: [50], base: 30 })
    expect(controlChart.center).toBeCloseTo(0.2313333, 7)
    expect(controlChart.sigma).toBeCloseTo(0.421685, 6)
    expect(controlChart.lcl).toBeCloseTo(0.05242755, 8)
    expect(controlChart.ucl).toBeCloseTo(0.4102391, 7)
    expect(signals(controlChart)).toEqual([15, 23, 41])
    // Montgomery leaves out 15 and 23: 0.2150, limits 0.3893 and 0.0407.
    const mended = chart({ chart: 'p', values: orangeJuice.slice(0, 30), sizes: [50], excluded: [15, 23] })
    expect(mended.center).toBeCloseTo(0.215, 4)
    expect(mended.ucl).toBeCloseTo(0.3893, 4)
    expect(mended.lcl).toBeCloseTo(0.0407, 4)
  })
  test('np: the same data', () => {
    const found = chart({ chart: 'np', values: orangeJuice, sizes: [50], base: 30 })
    expect(found.center).toBeCloseTo(11.56667, 5)
    expect(found.ucl).toBeCloseTo(20.51196, 4)
  })
  test('c: circuit boards', () => {
    const controlChart = chart({ chart: 'c', values: circuit.slice(0, 26) })
    expect(controlChart.center).toBeCloseTo(19.84615, 5)
    expect(controlChart.lcl).toBeCloseTo(6.481447, 5)
    expect(controlChart.ucl).toBeCloseTo(33.21086, 5)
    expect(signals(controlChart)).toEqual([6, 20])
    const mended = chart({ chart: 'c', values: circuit, base: 26, excluded: [6, 20] })
    expect(mended.center).toBeCloseTo(19.67, 2)
    expect(mended.ucl).toBeCloseTo(32.97, 2)
    expect(mended.lcl).toBeCloseTo(6.36, 2)
  })
  test('u: computers of five units; cloth of different areas', () => {
    const controlChart = chart({ chart: 'u', values: computers, sizes: [5] })
    expect(controlChart.center).toBeCloseTo(1.93, 10)
    expect(controlChart.lcl).toBeCloseTo(0.06613305, 7)
    expect(controlChart.ucl).toBeCloseTo(3.793867, 6)
    const cloth = chart({ chart: 'u', values: dyedCloth.counts, sizes: dyedCloth.sizes })
    // Montgomery: ū = 153/107.5 = 1.42, limits of the first roll 2.55 and 0.29.
    expect(cloth.center).toBeCloseTo(1.42, 2)
    expect(cloth.points[0]?.ucl).toBeCloseTo(2.55, 1)
    expect(cloth.points[0]?.lcl).toBeCloseTo(0.29, 2)
    expect(cloth.points[4]?.ucl).toBeCloseTo(2.58, 2)
  })
  test('have no zone rules', () => {
    expect(parseRules(['nelson'], 'c')).toEqual(['n1', 'n2', 'n3', 'n4'])
    expect(parseRules(['western-electric'], 'p')).toEqual(['we1', 'we4'])
    expect(() => parseRules(['n5'], 'u')).toThrow(NotChartable)
    expect(parseRules(['Nelson', 'WE4'], 'i-mr')).toHaveLength(9)
    expect(parseRules(['1', '5'], 'xbar-r')).toEqual(['n1', 'n5'])
    expect(parseRules([], 'xbar-r')).toEqual(['n1'])
    expect(() => parseRules(['montgomery'], 'xbar-r')).toThrow(NotChartable)
  })
})

describe('capability', () => {
  test("of the piston rings equals qcc's output, by σ of the ranges", () => {
    const { capability } = chart({ chart: 'xbar-r', groups: phaseOne, lsl: 73.95, usl: 74.05 })
    expect(capability).toMatchObject({ sigmaSource: 'range' })
    expect(capability?.sigmaWithin).toBeCloseTo(0.009785039, 9)
    expect(capability?.cp).toBeCloseTo(1.703, 3)
    expect(capability?.cpl).toBeCloseTo(1.743, 3)
    expect(capability?.cpu).toBeCloseTo(1.663, 3)
    expect(capability?.cpk).toBeCloseTo(1.663, 3)
    // qcc takes σ of 25 ranges for one of n − 1 degrees of freedom.
    const sampled = { n: 125, freedom: 124, sigmaSource: 'range' } as const
    const all = calculateMoments(phaseOne.flat())
    const asQcc = calculateCapability(
      all,
      { ...sampled, mean: all.mean, sigma: capability!.sigmaWithin! },
      { lsl: 73.95, usl: 74.05 },
    )
    expect(asQcc?.intervals.cp?.map((v) => v.toFixed(3))).toEqual(['1.491', '1.915'])
    expect(asQcc?.intervals.cpk?.map((v) => v.toFixed(3))).toEqual(['1.448', '1.878'])
  })
  test('intervals use the degrees of freedom of the ranges, so they are wider than with n − 1', () => {
    // Worked out with SciPy: ν of 25 ranges of five is 90.83, χ² and normal quantiles of it.
    const { capability } = chart({ chart: 'xbar-r', groups: phaseOne, lsl: 73.95, usl: 74.05 })
    expect(capability?.freedom).toBeCloseTo(90.825, 2)
    expect(capability?.intervals.cp?.map((v) => v.toFixed(4))).toEqual(['1.4558', '1.9503'])
    expect(capability?.intervals.cpk?.map((v) => v.toFixed(4))).toEqual(['1.4144', '1.9120'])
    // Pp is of all 125 values.
    expect(capability?.pp).toBeCloseTo(1.65509, 5)
    expect(capability?.intervals.pp?.[0]).toBeCloseTo((1.65509 * 1.491411) / 1.703281, 4)
  })
  test('Cpm uses the standard deviation of all values', () => {
    // s of the 125 piston rings is 0.01006997, their mean 74.001176: (0.1 / 6) / √(s² + (x̄ − T)²), by SciPy.
    const limits = { lsl: 73.95, usl: 74.05 }
    const middle = chart({ chart: 'xbar-r', groups: phaseOne, ...limits }).capability
    expect(middle?.sigmaOverall).toBeCloseTo(0.01006997, 8)
    expect(middle?.cpm).toBeCloseTo(1.643914, 6)
    expect(middle?.intervals.cpm?.map((v) => v.toFixed(4))).toEqual(['1.4403', '1.8473'])
    const off = chart({ chart: 'xbar-r', groups: phaseOne, ...limits, target: 74.02 }).capability
    expect(off?.cpm).toBeCloseTo(0.780705, 6)
    // The same whatever chart estimates σ within.
    expect(chart({ chart: 'xbar-s', groups: phaseOne, ...limits }).capability?.cpm).toBe(middle?.cpm)
    expect(chart({ chart: 'i-mr-r', groups: phaseOne, ...limits }).capability?.cpm).toBe(middle?.cpm)
  })
  test('of the e-Handbook of NIST/SEMATECH, 6.1.6: mean 16, s 2 between 8 and 20', () => {
    const data = { n: 50, mean: 16, m2: 49 * 4 }
    const process = { n: 50, mean: 16, sigma: 2, sigmaSource: 'deviation', freedom: 49 } as const
    const capability = calculateCapability(data, process, { lsl: 8, usl: 20 })
    expect([capability?.cp, capability?.cpl, capability?.cpu, capability?.cpk].map((v) => v?.toFixed(4))).toEqual([
      '1.0000',
      '1.3333',
      '0.6667',
      '0.6667',
    ])
    // Cp / √(1 + ((16 − 14) / 2)²).
    expect(capability?.cpm).toBeCloseTo(1 / Math.SQRT2, 12)
  })
  test('of frozen limits uses the displayed values, not those behind the limits', () => {
    const limits = { lsl: 73.95, usl: 74.05 }
    const shown = pistonRings.slice(25)
    const own = chart({ chart: 'xbar-r', groups: shown, ...limits }).capability
    const frozen = chart({ chart: 'xbar-r', groups: shown, frozen: { center: 74, sigma: 0.001 }, ...limits })
    expect(frozen.sigma).toBe(0.001)
    expect(frozen.capability).toEqual(own)
  })
  test('without variation within subgroups only the overall indices exist', () => {
    const groups = [
      [1, 1],
      [2, 2],
      [3, 3],
    ]
    const { capability } = chart({ chart: 'xbar-r', groups, frozen: { center: 2, sigma: 1 }, lsl: 0, usl: 4 })
    expect(capability).not.toHaveProperty('cp')
    // s² = 4/5: (4 − 0) / (6 √0.8).
    expect(capability?.pp).toBeCloseTo(4 / 6 / Math.sqrt(0.8), 12)
  })
  test("of the amplifiers equals SAS's output", () => {
    const all = calculateMoments(amps)
    const deviation = calculateDeviation(all)!
    expect([all.n, all.mean.toFixed(4), deviation.toFixed(5)]).toEqual([75, '4.8093', '0.65493'])
    const process = { n: 75, mean: all.mean, sigma: deviation, sigmaSource: 'deviation', freedom: 74 } as const
    const capability = calculateCapability(all, process, { lsl: 4, usl: 6 }, 0.9)
    expect(capability?.cpk).toBeCloseTo(0.4119, 4)
    expect(capability?.intervals.cpk?.map((v) => v.toFixed(3))).toEqual(['0.328', '0.496'])
    expect(chart({ chart: 'i-mr', values: amps, lsl: 4, usl: 6 }).capability?.ppk).toBeCloseTo(0.4119, 4)
    expect(calculateBissellInterval(0.4119, { n: 75, freedom: 74 }, 0.9)[0]).toBeCloseTo(0.328, 3)
  })
  test('of a single limit contains only the indices that one limit defines', () => {
    const { capability } = chart({ chart: 'i-mr', values: amps, lsl: 4 })
    expect(Object.keys(capability!).toSorted()).toEqual(
      [
        'confidence',
        'cpk',
        'cpl',
        'expectedOutside',
        'freedom',
        'intervals',
        'ppk',
        'ppl',
        'sigmaOverall',
        'sigmaSource',
        'sigmaWithin',
      ].toSorted(),
    )
    expect(chart({ chart: 'i-mr', values: amps }).capability).toBeUndefined()
  })
})

describe('run rules', () => {
  const completed = (zs: readonly number[], rule: RunRule): number[] => {
    const watch = new RunRuleTracker()
    return zs.flatMap((z, i) => {
      return includesRule(watch.add(z, z), rule) ? [i + 1] : []
    })
  }
  const times = (n: number, ...zs: number[]) => Array.from({ length: n }, () => zs).flat()
  test.each<[RunRule, number[], number[]]>([
    ['n1', [0, 3, 3.01, -3.2], [3, 4]],
    ['n2', [-1, ...times(9, 0.4)], [10]],
    ['n2', [...times(8, 0.4), -0.1, ...times(8, 0.4)], []],
    ['n2', [...times(8, 0.4), 0, ...times(8, 0.4)], []],
    ['we4', times(9, -0.4), [8, 9]],
    ['n3', [0, 0.1, 0.2, 0.3, 0.4, 0.5], [6]],
    ['n3', [0, 0.1, 0.2, 0.2, 0.3, 0.4, 0.5], []],
    ['n3', [0.5, 0.4, 0.3, 0.2, 0.1, 0], [6]],
    ['n4', times(7, 0.5, -0.5), [14]],
    ['n4', [...times(6, 0.5, -0.5), 0.5], []],
    ['n5', [2.1, 0, 2.1], [3]],
    ['n5', [2.1, 0, -2.1, 2.1], []],
    ['n5', [2.1, 2.1, 0], [2]],
    ['n6', [1.1, 1.1, 0, 1.1, 1.1], [5]],
    ['n6', [1.1, 1.1, 0, 0, 1.1, 1.1], []],
    ['n6', [1.1, -1.1, 1.1, 1.1, 1.1], [5]],
    ['n7', [1.5, ...times(15, 0.9)], [16]],
    ['n8', times(4, 1.2, -1.2), [8]],
    ['n8', [...times(3, 1.2, -1.2), 0.5, 1.2, -1.2], []],
  ])('%s in %j', (rule, zs, expected) => expect(completed(zs, rule)).toEqual(expected))

  test('cost false alarms: published run lengths', () => {
    expect(calculateAverageRunLength(ruleSets.limits)).toBeCloseTo(370.398, 2)
    expect(calculateAverageRunLength(['we1'])).toBeCloseTo(370.398, 2)
    // Champ and Woodall (1987): 91.75; the limits with eight on a side 152.73, with two of three 225.44.
    expect(calculateAverageRunLength(ruleSets.westernElectric, 20_000)! / 91.75).toBeCloseTo(1, 1.5)
    expect(calculateAverageRunLength(['we1', 'we4'], 20_000)! / 152.73).toBeCloseTo(1, 1.5)
    expect(calculateAverageRunLength(['we1', 'we2'], 20_000)! / 225.44).toBeCloseTo(1, 1.5)
    expect(Math.abs(calculateAverageRunLength(ruleSets.nelson)! - 74)).toBeLessThan(4)
    expect(calculateAverageRunLength([])).toBeNull()
  })
})

describe('data without a chart', () => {
  const equal = times5([7, 7, 7])
  function times5<T>(of: T): T[] {
    return Array.from({ length: 5 }, () => of)
  }
  test.each<[string, Partial<ChartRequest> & Pick<ChartRequest, 'chart'>]>([
    ['tooFewValues', { chart: 'i-mr', values: [5] }],
    ['tooFewValues', { chart: 'c', values: [5] }],
    ['tooFewGroups', { chart: 'xbar-r', groups: [[1, 2]] }],
    ['groupTooSmall', { chart: 'xbar-r', groups: [[1, 2], [3]] }],
    ['groupTooLarge', { chart: 'xbar-r', groups: times5(Array.from({ length: 26 }, (_, i) => i)) }],
    ['allEqual', { chart: 'xbar-r', groups: equal }],
    ['allEqual', { chart: 'xbar-s', groups: equal }],
    ['allEqual', { chart: 'i-mr', values: [7, 7, 7] }],
    ['allEqual', { chart: 'i-mr-r', groups: equal }],
    [
      'noVariation',
      {
        chart: 'xbar-r',
        groups: [
          [1, 1],
          [2, 2],
        ],
      },
    ],
    ['notGrouped', { chart: 'xbar-s', values: [1, 2, 3] }],
    ['grouped', { chart: 'i-mr', groups: [[1, 2]] }],
    ['noDefects', { chart: 'c', values: [0, 0, 0] }],
    ['allDefective', { chart: 'p', values: [5, 5, 5], sizes: [5] }],
    ['notCounts', { chart: 'c', values: [1.5, 2] }],
    ['notCounts', { chart: 'p', values: [-1, 2], sizes: [5] }],
    ['sizesMissing', { chart: 'u', values: [1, 2] }],
    ['sizesOff', { chart: 'u', values: [1, 2, 3], sizes: [1, 2] }],
    ['sizeNotPositive', { chart: 'u', values: [1, 2], sizes: [1, 0] }],
    ['sizesDiffer', { chart: 'np', values: [1, 2], sizes: [10, 20] }],
    ['moreThanSize', { chart: 'p', values: [1, 12], sizes: [10] }],
    ['limitsCrossed', { chart: 'i-mr', values: amps, lsl: 6, usl: 4 }],
    ['limitsCrossed', { chart: 'c', values: circuit, lsl: 6, usl: 4 }],
    ['baseTooLong', { chart: 'i-mr', values: amps, base: 76 }],
    ['noSuchPoint', { chart: 'i-mr', values: amps, excluded: [76] }],
  ])('say why: %s', (code, asked) => expect(problemOf(asked)).toBe(code))
  test('groups of 25 values are the largest of an X̄-R chart', () => {
    const groups = Array.from({ length: 3 }, (_, i) => Array.from({ length: 25 }, (_unused, k) => i + k))
    // Each range is 24, and d2(25) = 3.931 (AIAG).
    expect(chart({ chart: 'xbar-r', groups }).sigma).toBeCloseTo(24 / 3.931, 3)
  })
  test('a binary rounding error is no variation', () => {
    expect(problemOf({ chart: 'i-mr', values: [0.1 + 0.2, 0.3, 0.3, 0.1 + 0.2] })).toBe('noVariation')
    const groups = Array.from({ length: 4 }, (_, i) => [74.01 + i, 74.04 + i])
    const ranges = chart({ chart: 'xbar-r', groups }).range?.values
    expect(ranges).toEqual([0.03, 0.03, 0.03, 0.03])
  })
})
