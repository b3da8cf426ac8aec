import { describe, expect, it } from 'vitest'
import { estimateSurvival, estimateMeanLife, estimateMedianLife, type Lifetime } from '@/areas/tools/rules/survival'
import {
  calculateUseCost,
  estimateExpectedLife,
  type LimitedLife,
  type LifeLookup,
} from '@/areas/tools/rules/tool-cost'
import {
  findToolAtPlace,
  findOccupant,
  toLifeLevel,
  calculateLifePercent,
  findMisfit,
  findMissingPlaceField,
  toolKinds,
  deriveToolState,
  findUseProblem,
  type ToolUseFields,
} from '@/areas/tools/rules/tool'
import { lineKinds, isWebLineKind } from '@/plant/rules/line'

/** Remission in weeks under 6-MP, 21 patients; + is censored (Freireich et al. 1963, Blood 21; Gehan 1965, Biometrika 52). */
const sixMp = '6 6 6 6+ 7 9+ 10 10+ 11+ 13 16 17+ 19+ 20+ 22 23 25+ 32+ 32+ 34+ 35+'
/** The same under placebo: all relapsed. */
const placebo = '1 1 2 2 3 4 4 5 5 8 8 8 8 11 11 12 12 15 17 22 23'
const lives = (text: string): Lifetime[] =>
  text.split(' ').map((one) => ({ life: Number.parseInt(one, 10), ended: !one.endsWith('+') }))

describe('survival of tools', () => {
  const steps = estimateSurvival(lives(sixMp))
  it.each([
    // at, at risk, ended, S, Greenwood standard error; Stata manual, sts list: log(-log) interval
    [6, 21, 3, 0.8571, 0.0764, 0.6197, 0.9516],
    [7, 17, 1, 0.8067, 0.0869, 0.5631, 0.9228],
    [10, 15, 1, 0.7529, 0.0963, 0.5032, 0.8894],
    [13, 12, 1, 0.6902, 0.1068, 0.4316, 0.8491],
    [16, 11, 1, 0.6275, 0.1141, 0.3675, 0.8049],
    [22, 7, 1, 0.5378, 0.1282, 0.2678, 0.7468],
    [23, 6, 1, 0.4482, 0.1346, 0.1881, 0.6801],
  ])('of the 6-MP data at %d weeks, as published', (at, atRisk, ended, survival, error, low, high) => {
    const step = steps.find((one) => one.life === at)!
    expect(step).toMatchObject({ atRisk, ended })
    expect(step.survival).toBeCloseTo(survival, 4)
    expect(step.standardError).toBeCloseTo(error, 4)
    expect(step.low).toBeCloseTo(low, 3)
    expect(step.high).toBeCloseTo(high, 3)
  })
  it('has a step for each life that ended, and none for running ones', () => {
    expect(steps.map(({ life }) => life)).toEqual([6, 7, 10, 13, 16, 22, 23])
  })
  it('median 23 weeks from 13 on without an upper bound, mean to 35 weeks 23.29 ± 2.83, as R survfit prints it', () => {
    expect(estimateMedianLife(steps)).toEqual({ value: 23, low: 13, high: null })
    const mean = estimateMeanLife(lives(sixMp))
    expect(mean.until).toBe(35)
    expect(mean.value).toBeCloseTo(23.29, 2)
    expect((mean.high! - mean.low!) / 2 / 1.959964).toBeCloseTo(2.83, 2)
  })
  it('of complete lives equals their empirical share: median 8 of 4 to 11, mean 8.67 weeks', () => {
    const all = estimateSurvival(lives(placebo))
    expect(all.at(-1)).toMatchObject({ survival: 0, low: null, high: null })
    expect(estimateMedianLife(all)).toEqual({ value: 8, low: 4, high: 11 })
    expect(estimateMeanLife(lives(placebo)).value).toBeCloseTo(182 / 21, 6)
  })
  it('is undefined without data: no tool, one that never ran, none that ended', () => {
    expect(estimateSurvival([])).toEqual([])
    expect(estimateMeanLife([])).toEqual({ value: null, low: null, high: null, until: 0 })
    expect(estimateSurvival([{ life: 0, ended: true }])).toEqual([])
    const running = [5, 9].map((life) => ({ life, ended: false }))
    expect(estimateSurvival(running)).toEqual([])
    expect(estimateMedianLife([])).toEqual({ value: null, low: null, high: null })
    expect(estimateMeanLife(running).value).toBe(9)
  })
})

describe('cost of tools', () => {
  const spinneret = { kind: 'spinneret', maker: 'A', lifeUnit: 'kg', lifeLimit: 900_000 } as const
  const createLifeLookup =
    (by: Record<string, LimitedLife[]>): LifeLookup =>
    (_kind, _unit, maker) =>
      by[maker ?? 'all'] ?? []
  const five = (life: number, lifeLimit: number | null = 900_000) =>
    Array.from({ length: 5 }, () => ({ life, ended: true, lifeLimit }))
  it('uses the expected life of the maker, the kind, the limit, or none: the first one known', () => {
    expect(estimateExpectedLife(spinneret, createLifeLookup({ A: five(100), all: five(200) }))).toEqual({
      life: 100,
      from: 'maker',
    })
    expect(estimateExpectedLife(spinneret, createLifeLookup({ A: five(100).slice(1), all: five(200) }))).toEqual({
      life: 200,
      from: 'kind',
    })
    expect(estimateExpectedLife(spinneret, createLifeLookup({}))).toEqual({ life: 900_000, from: 'limit' })
    expect(estimateExpectedLife({ ...spinneret, lifeLimit: null }, createLifeLookup({}))).toBeNull()
  })
  it('expects the same share of their limits for a small and a large tool', () => {
    // Five large ones ended at 80 % of 5,000 t; a small one of 390 t is not expected to make 4,000 t.
    const large = createLifeLookup({ all: five(4_000_000, 5_000_000) })
    expect(estimateExpectedLife({ ...spinneret, lifeLimit: 390_000 }, large)!.life).toBeCloseTo(312_000, 6)
    expect(estimateExpectedLife({ ...spinneret, lifeLimit: 5_000_000 }, large)!.life).toBeCloseTo(4_000_000, 6)
    // Where nobody set limits, and for a tool without one, lives are taken as they are.
    expect(estimateExpectedLife(spinneret, createLifeLookup({ all: five(200, null) }))).toEqual({
      life: 200,
      from: 'kind',
    })
    expect(estimateExpectedLife({ ...spinneret, lifeLimit: null }, large)).toEqual({ life: 4_000_000, from: 'kind' })
  })
  it('is life used × price ÷ expected life; unknown without price or expected life', () => {
    expect(calculateUseCost(186_000, 45_000, 900_000)).toBe(9300)
    expect(calculateUseCost(186_000, null, 900_000)).toBeNull()
    expect(calculateUseCost(186_000, 45_000, null)).toBeNull()
  })
})

describe('a tool', () => {
  it.each(toolKinds)(
    '%s belongs on a slitter if it cuts, else on a line that makes web; never on a utility',
    (kind) => {
      const wanted = lineKinds.filter((line) => (kind === 'knife' ? line === 'slitting' : isWebLineKind(line)))
      expect(lineKinds.filter((line) => findMisfit(kind, line) === null)).toEqual(wanted)
      expect(findMisfit(kind, 'utility')).toBe(kind === 'knife' ? 'notSlitter' : 'notWebLine')
    },
  )
  it.each([
    [0, 1000, 'good'],
    [899.4, 1000, 'good'],
    [900, 1000, 'nearEnd'],
    [1000, 1000, 'over'],
    [5, null, 'unknown'],
    // 89.99 % and 99.95 % are below the levels of 90 % and 100 %.
    [449_950, 500_000, 'good'],
    [499_750, 500_000, 'nearEnd'],
    [8.1, 9, 'nearEnd'],
  ] as const)('after %d of %s m: %s', (usedM, lifeLimit, expected) => {
    expect(toLifeLevel(calculateLifePercent({ lifeUnit: 'm', lifeLimit, usedM, usedH: 9999, usedKg: 9999 }))).toBe(
      expected,
    )
  })
  it.each([
    [499_750, 500_000, 99.9],
    [449_950, 500_000, 89.9],
    [498_000, 500_000, 99.6],
    // 8.1 of 9 m are 90 %, but 89.999… as binary numbers.
    [8.1, 9, 90],
    [500_000, 500_000, 100],
    [720_000, 500_000, 144],
  ])('%d of %d m read as %d %%, never as more than they are', (usedM, lifeLimit, percent) => {
    expect(calculateLifePercent({ lifeUnit: 'm', lifeLimit, usedM, usedH: null, usedKg: null })).toBe(percent)
  })
  const use = (
    id: string,
    occurredAt: string,
    removedAt: string | null,
    more: Partial<ToolUseFields> = {},
  ): ToolUseFields => ({
    id,
    kind: 'mounted',
    occurredAt,
    removedAt,
    lineId: 'L1',
    place: 1,
    side: null,
    reason: null,
    ...more,
  })
  it('is where its records say', () => {
    expect(deriveToolState([])).toMatchObject({ state: 'ready', since: null })
    const on = use('a', '2026-01-01', null)
    expect(deriveToolState([on])).toMatchObject({ state: 'mounted', lineId: 'L1', place: 1, mountedAt: '2026-01-01' })
    const off = use('a', '2026-01-01', '2026-02-01')
    expect(deriveToolState([off])).toMatchObject({ state: 'removed', lineId: null, since: '2026-02-01' })
    const ground = use('b', '2026-02-02', null, { kind: 'ground', lineId: null })
    expect(deriveToolState([ground, off])).toMatchObject({ state: 'ready', since: '2026-02-02' })
    const scrapped = use('c', '2026-02-03', null, { kind: 'scrapped', reason: 'worn' })
    expect(deriveToolState([scrapped, ground, off])).toMatchObject({
      state: 'scrapped',
      endReason: 'worn',
      lineId: null,
    })
  })
  it('is alone at its position; without a side it may be on either', () => {
    const upper = use('a', '2026-10-31', '2026-11-13', { place: 4, side: 'upper' })
    const added = use('b', '2026-11-10', '2026-11-12', { place: 4 })
    expect(findOccupant(added, [upper])).toBe(upper)
    expect(findOccupant({ ...added, side: 'lower' }, [upper])).toBeUndefined()
    expect(findOccupant({ ...added, occurredAt: '2026-11-13', removedAt: null }, [upper])).toBeUndefined()
    expect(findOccupant({ ...added, place: null }, [{ ...upper, place: null }])).toBeUndefined()
    expect(findToolAtPlace([upper], { lineId: 'L1', place: 4, side: null })).toBe(upper)
    expect(findMissingPlaceField('knife', { place: null, side: null })).toBe('place')
    expect(findMissingPlaceField('knife', { place: 4, side: null })).toBe('side')
    expect(findMissingPlaceField('spinneret', { place: null, side: null })).toBeNull()
  })
  it('is on one machine at a time, is removed after it was mounted, and does nothing once scrapped', () => {
    const first = use('a', '2026-01-01', '2026-02-01')
    expect(findUseProblem(use('b', '2026-01-20', null, { lineId: 'L2' }), [first])).toMatchObject({
      code: 'elsewhere',
      conflictingUse: first,
    })
    expect(findUseProblem(use('b', '2026-02-01', null, { lineId: 'L2' }), [first])).toBeNull()
    expect(findUseProblem(use('b', '2026-01-20', '2026-01-10'), [])).toMatchObject({ code: 'order' })
    expect(findUseProblem(use('b', '2026-01-20', null, { lineId: null }), [])).toMatchObject({ code: 'noPlace' })
    const scrapped = use('c', '2026-02-03', null, { kind: 'scrapped', lineId: null })
    expect(findUseProblem(use('b', '2026-02-05', null), [first, scrapped])).toMatchObject({ code: 'afterScrap' })
    const running = use('d', '2026-02-01', null)
    expect(findUseProblem(use('e', '2026-02-02', null, { kind: 'scrapped' }), [running])).toMatchObject({
      code: 'notOff',
    })
  })
})
