import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { controlLimit, freezeLimits } from '@/areas/laboratory/contract/control-limit'
import * as calls from '@/areas/laboratory/contract/stored-charts'
import { expectOk, NOW } from '../plant-staff'
import { createLaboratory, createBatch, createResult, type Lab } from './laboratory-plant'

const LEVELS = [15.0, 15.2, 14.9, 15.1, 14.8, 15.0, 15.1, 14.9, 15.2, 15.0, 18.5, 15.1]
let l: Lab
beforeAll(async () => {
  l = await createLaboratory(LEVELS.length + 1)
  const batch = await createBatch(l)
  for (const [i, level] of LEVELS.entries()) {
    const roll = l.rolls[i]!
    await createResult(
      l,
      batch,
      l.index.gsm,
      roll,
      [-0.1, 0, 0.1].map((by) => (level + by).toFixed(1)),
    )
  }
  // A chart never uses a retest instead of the first result.
  await createResult(l, batch, l.index.gsm, l.rolls[10]!, ['15.0'], { retest: 1, retestReason: '取样错误' })
}, 120_000)
beforeEach(() => l.plant.clock.set(NOW))
afterAll(() => l.plant.close())

describe('charts of stored results', () => {
  test('default to the newest results and name the roll that broke the limits', async () => {
    const chart = expectOk(await l.lab.call(calls.storedChart, { rules: ['limits'] } as never))
    expect(chart).toMatchObject({
      chart: 'i-mr-s',
      subgroup: 'roll',
      productId: l.productId,
      indexId: l.index.gsm,
      lsl: 14,
      usl: 16,
      total: 12,
    })
    const flagged = chart.points.filter((p) => p.violations.length).map((p) => p.index)
    expect(flagged).toEqual([11])
    expect(chart.sources[10]).toMatchObject({ label: l.rolls[10]!.number, rollIds: [l.rolls[10]!.id] })
    expect(chart.capability).toMatchObject({ cpk: expect.any(Number) as number, ppk: expect.any(Number) as number })
  })
  test('use limits frozen from a window, with points excluded for a reason', async () => {
    const window = {
      productId: l.productId,
      lineId: l.lineId,
      indexId: l.index.gsm,
      chart: 'i-mr-s',
      subgroup: 'roll',
      fromAt: '2026-11-19T00:00:00.000Z',
      toAt: NOW,
    } as const
    const out = expectOk(await l.lab.call(calls.storedChart, { own: true } as never)).sources[10]!.key
    const ahead = new Date(Date.parse(NOW) + 3_600_000).toISOString()
    expect(await l.lead.call(freezeLimits, { ...window, toAt: ahead })).toMatchObject({
      data: { issues: [{ path: ['toAt'], code: 'inFuture' }] },
    })
    const bare = await l.lead.call(freezeLimits, { ...window, excluded: [{ key: out }] } as never)
    expect(bare.errno).toBe('4042')
    const limit = expectOk(
      await l.lead.call(freezeLimits, {
        ...window,
        excluded: [{ key: out, reason: '换网' }],
      } as never),
    )
    expect(limit).toMatchObject({
      revision: 1,
      newest: true,
      points: 11,
      excluded: [{ key: out, point: 11, roll: l.rolls[10]!.number, reason: '换网' }],
    })
    expect(limit.center).toBeCloseTo(15.02727, 4)
    const chart = expectOk(await l.lab.call(calls.storedChart, { rules: ['limits'] } as never))
    expect(chart.center).toBeCloseTo(limit.center, 8)
    expect(chart.frozen).toMatchObject({ id: limit.id, revision: 1, points: 11 })
    const ownChart = expectOk(await l.lab.call(calls.storedChart, { own: true } as never))
    expect(ownChart.frozen).toEqual({})
    expect(ownChart.center).toBeGreaterThan(chart.center)
    expect(chart.frozenWithout).toEqual([{ key: out, point: 11, roll: l.rolls[10]!.number, reason: '换网' }])
    // A narrower window renumbers its points and still excludes the same roll.
    const sampleTimes = ownChart.sources.map((one) => one.at)
    const narrow = expectOk(
      await l.lead.call(freezeLimits, {
        ...window,
        fromAt: sampleTimes[3]!,
        excluded: [{ key: out, reason: '换网' }],
      } as never),
    )
    expect(narrow).toMatchObject({ points: 8, excluded: [{ key: out, point: 8, roll: l.rolls[10]!.number }] })
    expect(narrow.center).toBeCloseTo((15.1 + 14.8 + 15.0 + 15.1 + 14.9 + 15.2 + 15.0 + 15.1) / 8, 4)
    // A window that ends earlier keeps the exclusion on record without effect.
    const earlierLimits = expectOk(
      await l.lead.call(freezeLimits, {
        ...window,
        toAt: sampleTimes[10]!,
        excluded: [{ key: out, reason: '换网' }],
      } as never),
    )
    expect(earlierLimits).toMatchObject({
      points: 10,
      excluded: [{ key: out, point: null, roll: l.rolls[10]!.number }],
    })
    for (const key of [l.productId, '11', 'x'])
      expect(
        await l.lead.call(freezeLimits, { ...window, excluded: [{ key, reason: '换网' }] } as never),
      ).toMatchObject({
        data: { issues: [{ path: ['excluded', 0, 'key'], code: 'unknownId' }] },
      })
    const next = expectOk(await l.lead.call(freezeLimits, window as never))
    expect(next.revision).toBe(4)
    const { list } = expectOk(await l.lab.call(controlLimit.endpoints.list, {}))
    expect(list.map(({ revision, newest }) => [revision, newest]).toSorted()).toEqual([
      [1, false],
      [2, false],
      [3, false],
      [4, true],
    ])
  })
  test.each([
    ['lane', 'i-mr', 12],
    ['hour', 'xbar-s', 2],
    ['shift', 'i-mr', 1],
  ] as const)('by %s', async (subgroup, chart, total) => {
    const answer = await l.lab.call(calls.storedChart, { subgroup, chart } as never)
    if (total < 2) expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringContaining('至少')])
    else expect(expectOk(answer).total).toBe(total)
    // The rolls are doffed from 08:05 on.
    if (subgroup === 'hour') expect(expectOk(answer).sources[0]?.label).toMatch(/ 08:00$/)
  })
  test('are refused for counts and for no results', async () => {
    const counts = await l.lab.call(calls.storedChart, { chart: 'p' } as never)
    expect(counts.errno).toBe('6000')
    const none = await l.lab.call(calls.storedChart, { indexId: l.index.md } as never)
    expect(none.errno).toBe('4002')
  })
  test('histogram and Pareto', async () => {
    const histogram = expectOk(await l.lab.call(calls.storedHistogram, {} as never))
    expect(histogram).toMatchObject({ n: 36, lsl: 14, usl: 16 })
    expect(histogram.bins.reduce((sum, { count }) => sum + count, 0)).toBe(36)
    const pareto = expectOk(await l.lab.call(calls.storedPareto, { of: 'indexes' } as never))
    expect(pareto).toMatchObject({ total: 3, bars: [{ key: l.index.gsm, value: 3, cumulative: 1 }] })
    expect(expectOk(await l.lab.call(calls.storedPareto, { of: 'defects' } as never)).bars).toEqual([])
  })
  test('calculate capability of single values by the same within-sigma for every chart and subgroup, and name it', async () => {
    // Moving ranges of the roll means 0.2, 0.3, 0.2, 0.3, 0.2, 0.1, 0.2, 0.3, 0.2, 3.5, 3.4; s of each roll 0.1, c4(3) 0.886227.
    const moving = 8.9 / 11 / 1.128
    const inside = 0.1 / 0.886227
    const sigma = Math.sqrt(moving ** 2 + inside ** 2 * (1 - 1 / 3))
    const mean = 183.8 / 12
    type Capability = Record<string, number | string>
    const loadOwnChart = async (more: object) =>
      expectOk(await l.lab.call(calls.storedChart, { own: true, ...more } as never)) as unknown as {
        capability: Capability
        summary: Capability
      }
    for (const more of [
      {},
      { chart: 'i-mr' },
      { chart: 'xbar-s' },
      { subgroup: 'lane' },
      { subgroup: 'lane', chart: 'i-mr' },
      // Hours hold up to seven rolls: σ still includes the variation between rolls.
      { subgroup: 'hour' },
      { subgroup: 'hour', chart: 'i-mr' },
    ]) {
      const { capability, summary } = await loadOwnChart(more)
      expect(capability['sigmaSource']).toBe('betweenWithin')
      expect(capability['sigmaWithin']).toBeCloseTo(sigma, 5)
      expect(capability['cpk']).toBeCloseTo((16 - mean) / (3 * sigma), 5)
      expect(summary).toMatchObject({ n: 36, min: 14.7, max: 18.6 })
    }
    // The frozen limits judge the points; capability uses the displayed points.
    expect((await loadOwnChart({ own: false })).capability).toEqual((await loadOwnChart({})).capability)
    // An excluded roll removes both of its moving ranges: nine remain before it, none after it.
    const without = (await loadOwnChart({ exclude: [11] })).capability
    const calm = Math.sqrt((2 / 9 / 1.128) ** 2 + inside ** 2 * (1 - 1 / 3))
    expect(without['sigmaWithin']).toBeCloseTo(calm, 5)
    const lanes = (await loadOwnChart({ subgroup: 'lane', exclude: [11] })).capability
    expect(lanes['sigmaWithin']).toBeCloseTo(Math.sqrt((2.1 / 10 / 1.128) ** 2 + inside ** 2 * (1 - 1 / 3)), 5)
  })
  test('yearly statistics of a product', async () => {
    const [row] = expectOk(await l.lab.call(calls.yearlyStatistics, { productId: l.productId }))
    expect(row).toMatchObject({ year: 2026, n: 36, indexId: l.index.gsm, min: 14.7, max: 18.6, lsl: 14 })
    expect(row?.mean).toBeCloseTo(LEVELS.reduce((a, b) => a + b, 0) / 12, 8)
    // Equal to the control chart of the same rolls, apart from rounding.
    const chart = expectOk(await l.lab.call(calls.storedChart, { own: true } as never))
    const { cpk, ppk, cpm, sigmaWithin } = chart.capability as unknown as Record<string, number>
    expect(row).toMatchObject({ sigmaSource: 'betweenWithin' })
    expect(row?.sigmaWithin).toBeCloseTo(sigmaWithin!, 9)
    expect(row?.cpk).toBeCloseTo(cpk!, 9)
    expect(row?.ppk).toBeCloseTo(ppk!, 9)
    // Without a target the middle of the limits is used: 15.
    expect(row?.cpm).toBeCloseTo(cpm!, 9)
    expect([chart.singleValueRolls, row?.singleValueRolls]).toEqual([0, 0])
  })
  test('a roll with a single value counts in the overall capability of chart and year, not in Cpk', async () => {
    const batch = await createBatch(l)
    await createResult(l, batch, l.index.gsm, l.rolls[LEVELS.length]!, ['14.0'])
    const chart = expectOk(await l.lab.call(calls.storedChart, { own: true } as never))
    const { cpk, ppk } = chart.capability as unknown as Record<string, number>
    const rows = expectOk(await l.lab.call(calls.yearlyStatistics, { productId: l.productId }))
    const row = rows.find(({ indexId }) => indexId === l.index.gsm)
    // The mean and the variation of the twelve rolls with three values; see the test of single values.
    const sigma = Math.sqrt((8.9 / 11 / 1.128) ** 2 + (0.1 / 0.886227) ** 2 * (1 - 1 / 3))
    expect(row?.n).toBe(37)
    // Its points and its part of Cpk are left out, and said to be.
    expect([chart.singleValueRolls, row?.singleValueRolls]).toEqual([1, 1])
    expect(row?.cpk).toBeCloseTo((16 - 183.8 / 12) / (3 * sigma), 5)
    expect([row?.cpk, row?.ppk].map((index) => index?.toFixed(9))).toEqual([cpk, ppk].map((index) => index!.toFixed(9)))
  })
  test('open on the index tested most, not the one tested last', async () => {
    const batch = await createBatch(l)
    await createResult(l, batch, l.index.md, l.rolls[LEVELS.length]!, ['50.0', '50.4'])
    const chart = expectOk(await l.lab.call(calls.storedChart, {} as never))
    expect(chart).toMatchObject({ indexId: l.index.gsm, total: LEVELS.length })
    expect((await l.lab.call(calls.storedChart, { indexId: l.index.md } as never)).errno).toBe('6000')
  })
})
