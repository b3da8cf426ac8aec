import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_CHART_POINTS } from '@/areas/laboratory/contract/spc-endpoints'
import { amps, circuit, orangeJuice, pistonRings } from '../../rules/spc/published'
import { createTestPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let admin: Caller
beforeAll(async () => {
  plant = await createTestPlant()
  admin = await plant.as('admin')
}, 120_000)
afterAll(() => plant.close())

interface Point {
  index: number
  value: number
  ucl: number
  lcl: number
  violations: string[]
}
interface Answered {
  center: number
  sigma: number
  ucl: number | number[]
  lcl: number | number[]
  points: Point[]
  total: number
  leftOut: number
  rules: string[]
  averageRunLength: number
  range?: { center: number; ucl: number; values: number[] }
  capability?: { cp: number; cpk: number; ppk: number; intervals: Record<string, number[]> }
  summary?: { n: number; mean: number }
}
const compileChart = async (body: Record<string, unknown> | string, headers?: Record<string, string>) => {
  const answer = await admin.raw('POST', '/quality/spc_compile', body, headers)
  return {
    ...answer,
    data: answer.data as unknown as Answered,
    issues: answer.data as unknown as { issues: unknown[] },
  }
}

describe('a chart of values in the request', () => {
  test('equals the published example, with capability and signals', async () => {
    const { data, errno } = await compileChart({
      chart: 'xbar-r',
      samples: pistonRings,
      base: 25,
      lsl: 73.95,
      usl: 74.05,
      rules: ['nelson'],
    })
    expect(errno).toBe('200')
    expect(data.center).toBeCloseTo(74.00118, 5)
    expect(data.sigma).toBeCloseTo(0.009785039, 9)
    expect([data.lcl, data.ucl]).toEqual([expect.closeTo(73.98805, 5), expect.closeTo(74.0143, 4)])
    expect(data.points).toHaveLength(40)
    expect(data.points.filter((p) => p.violations.includes('n1')).map((p) => p.index)).toEqual([37, 38, 39])
    expect(data.points[0]).toEqual({
      index: 1,
      value: expect.closeTo(74.0102, 9) as number,
      ucl: data.ucl,
      lcl: data.lcl,
      violations: [],
    })
    expect(data.averageRunLength).toBeGreaterThan(65)
    expect(data.averageRunLength).toBeLessThan(80)
    expect(JSON.stringify(data)).not.toContain('null')
  })
  test('takes a row with subgroup size, rules by number or set, and frozen limits', async () => {
    const { data: row } = await compileChart({
      chart: 'xbar-r',
      samples: pistonRings.flat(),
      subgroupSize: 5,
      base: 25,
    })
    const { data: groups } = await compileChart({ chart: 'xbar-r', samples: pistonRings, base: 25, rules: [1] })
    expect(row).toEqual(groups)
    const { data: frozen } = await compileChart({
      chart: 'xbar-r',
      samples: pistonRings.slice(25),
      center: 74.00118,
      sigma: 0.009785039,
      rules: 'western-electric',
    })
    expect(frozen.points.filter((p) => p.violations.includes('we1')).map((p) => p.index)).toEqual([12, 13, 14])
    expect(frozen.averageRunLength / 91.75).toBeCloseTo(1, 1)
  })
  test('has limits per point for different sizes, and one pair otherwise', async () => {
    const { data: same } = await compileChart({ chart: 'p', samples: orangeJuice, sizes: [50], base: 30 })
    expect(same.ucl).toBeCloseTo(0.4102391, 7)
    const { data } = await compileChart({ chart: 'u', samples: [14, 12, 20], sizes: [10, 8, 13] })
    expect(data.ucl).toHaveLength(3)
    expect(data.points.map((p) => p.ucl)).toEqual(data.ucl)
    const { data: defects } = await compileChart({ chart: 'c', samples: circuit.slice(0, 26) })
    expect(defects.points.filter((p) => p.violations.length).map((p) => p.index)).toEqual([6, 20])
    expect(defects.capability).toBeUndefined()
  })
  test('omits two-sided capability indices for a one-sided limit', async () => {
    const { data } = await compileChart({ chart: 'i-mr', samples: amps, lsl: 4 })
    expect(data.capability).not.toHaveProperty('cp')
    expect(data.capability?.ppk).toBeCloseTo(0.4119, 4)
    const { data: both } = await compileChart({ chart: 'i-mr', samples: amps, lsl: 4, usl: 6, confidence: 0.9 })
    expect(both.capability?.intervals['ppk']?.map((v) => v.toFixed(3))).toEqual(['0.328', '0.496'])
  })
})

describe('incomplete frozen limits', () => {
  test.each([
    [{ center: 5 }, 'sigma'],
    [{ sigma: 1 }, 'center'],
  ])('are refused: %j without %s', async (given, missing) => {
    const { errno, issues } = await compileChart({ chart: 'i-mr', samples: amps, ...given })
    expect(errno).toBe('4042')
    expect(issues.issues).toEqual([expect.objectContaining({ path: [missing], code: 'missing' })])
  })
})

describe('invalid values', () => {
  const issue = (path: unknown[], code: string) => expect.objectContaining({ path, code }) as unknown
  test.each<[string, Record<string, unknown>, unknown]>([
    ['text', { chart: 'i-mr', samples: [1, 'two', 3] }, issue(['samples', 1], 'notNumber')],
    [
      'text in a group',
      {
        chart: 'xbar-r',
        samples: [
          [1, 2],
          [3, 'x'],
        ],
      },
      issue(['samples', 1, 1], 'notNumber'),
    ],
    ['a gap', { chart: 'i-mr', samples: [1, null, 3] }, issue(['samples', 1], 'missing')],
    ['an empty group', { chart: 'xbar-r', samples: [[1, 2], []] }, issue(['samples', 1], 'missing')],
    ['none', { chart: 'i-mr', samples: [] }, issue(['samples'], 'missing')],
    ['an object', { chart: 'i-mr', samples: { a: 1 } }, issue(['samples'], 'wrongType')],
    ['too large', { chart: 'i-mr', samples: [1e300, 2] }, issue(['samples', 0], 'tooBig')],
    ['no chart', { samples: [1, 2] }, issue(['chart'], 'missing')],
    ['another chart', { chart: 'pie', samples: [1, 2] }, issue(['chart'], 'notAnOption')],
  ])('are named: %s', async (_what, body, expected) => {
    const { errno, issues } = await compileChart(body)
    expect(['4013', '4042']).toContain(errno)
    expect(issues.issues).toEqual(expect.arrayContaining([expected]))
  })
  test.each([
    ['NaN', '{"chart":"i-mr","samples":[1,NaN,3]}'],
    ['infinity', '{"chart":"i-mr","samples":[1,1e999,3]}'],
  ])('%s is refused', async (_what, body) => {
    const { errno, data } = await compileChart(body, { 'content-type': 'application/json' })
    expect(errno).not.toBe('200')
    expect(data?.points).toBeUndefined()
  })
  test.each<[Record<string, unknown>, RegExp, RegExp]>([
    [{ chart: 'i-mr', samples: [5] }, /至少需要 2 个数值/, /at least 2 values/],
    [{ chart: 'i-mr', samples: [5, 5, 5] }, /所有数值都相等/, /All values are equal/],
    [{ chart: 'xbar-r', samples: [1, 2, 3] }, /需要子组/, /needs subgroups/],
    [{ chart: 'p', samples: [1, 2] }, /样本量/, /sample sizes/],
    [{ chart: 'c', samples: [1, 2], rules: ['n5'] }, /不适用于计数型/, /does not suit a chart of counts/],
    [{ chart: 'i-mr', samples: [1, 2], usl: 1, lsl: 2 }, /必须小于/, /must be below/],
    [{ chart: 'i-mr', samples: [1, 2], rules: ['x'] }, /没有判异规则/, /no rule/],
  ])('without a possible chart return the reason: %o', async (body, zh, en) => {
    const chinese = await compileChart(body, { 'accept-language': 'zh' })
    const english = await compileChart(body, { 'accept-language': 'en' })
    expect([chinese.errno, chinese.errmsg]).toEqual(['6000', expect.stringMatching(zh)])
    expect([english.errno, english.errmsg]).toEqual(['6000', expect.stringMatching(en)])
    expect(english.errmsg).not.toMatch(/\{\{|laboratory:/)
  })
})

describe('very many values', () => {
  const many = Array.from({ length: 100_000 }, (_, i) => 40 + ((i * 7919) % 1000) / 1000)
  test('are charted; signals are listed, other points counted', async () => {
    const { data, errno } = await compileChart({ chart: 'i-mr', samples: many, usl: 42, lsl: 39, rules: ['nelson'] })
    expect(errno).toBe('200')
    expect(data.total).toBe(100_000)
    expect(data.points.length + data.leftOut).toBe(100_000)
    expect(data.points.length).toBeLessThanOrEqual(MAX_CHART_POINTS)
    expect(data.summary?.n).toBe(100_000)
    expect(data.summary?.mean).toBeCloseTo(40.4995, 9)
    const groups = await compileChart({ chart: 'xbar-s', samples: many, subgroupSize: 5 })
    expect(groups.data.total).toBe(20_000)
    expect(groups.data.points).toHaveLength(20_000)
    expect(groups.data.leftOut).toBe(0)
  }, 30_000)
  test('above the limit are refused, naming the limit', async () => {
    const { errno, errmsg, issues } = await compileChart({ chart: 'i-mr', samples: [...many, 1] })
    expect(errno).toBe('4013')
    expect(errmsg).toContain('samples: 太多（最多 100,000 个）')
    expect(issues.issues).toEqual([expect.objectContaining({ path: ['samples'], code: 'tooMany' })])
    const million = Array.from({ length: 1_000_000 }, () => 40.123)
    const huge = await compileChart({ chart: 'i-mr', samples: million })
    expect(huge.status).toBe(413)
    expect(huge.errmsg).toMatch(/最多 2\.3 MB，samples 最多 100000 条/)
  }, 30_000)
})

test('a person without the right is refused', async () => {
  const answer = await plant.stranger.raw('POST', '/quality/spc_compile', { chart: 'i-mr', samples: [1, 2] })
  expect(answer.status).toBe(401)
})
