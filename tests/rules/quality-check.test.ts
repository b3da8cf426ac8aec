import { describe, expect, test } from 'vitest'
import { calculateFirstPassPercent, buildDefectPareto } from '@/areas/quality/rules/first-pass-yield'
import {
  createBlankReadings,
  deriveCheckResult,
  getRollChangeFlag,
  findReadingProblem,
  selectTemplate,
  findTemplateProblems,
  applyTemplateLimits,
  type CheckReading,
} from '@/areas/quality/rules/quality-check'
import { getFailedSpans, findMetreBeyondEnd } from '@/areas/quality/rules/check-downgrades'
import {
  judgeCodeWidths,
  judgeOiling,
  judgeWidths,
  calculateOpuPercent,
} from '@/areas/quality/rules/width-and-oil-records'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import sharedLabels from '@/contract/locales/zh.json'

const gsm = (value: number | null, more: Partial<CheckReading> = {}): CheckReading => ({
  item: '克重',
  kind: 'number',
  number: 1,
  low: 19,
  target: 20,
  high: 21,
  value,
  ...more,
})

describe('the result of a check', () => {
  test.each([
    ['nothing read, nothing found', [], [], 'ok', 0],
    ['on the limits', [gsm(19), gsm(21)], [], 'ok', 0],
    ['above the upper limit', [gsm(21.01), gsm(20)], [], 'notOk', 1],
    ['an item that is not in order', [{ item: '外观', kind: 'okNotOk', number: 1, verdict: 'notOk' }], [], 'notOk', 1],
    [
      'an item that does not apply',
      [{ item: '外观', kind: 'okNotOk', number: 1, verdict: 'notApplicable' }],
      [],
      'ok',
      0,
    ],
    ['a major defect', [gsm(20)], [{ severity: 'major' }], 'notOk', 0],
    ['a defect whose severity nobody said', [], [{}], 'notOk', 0],
    ['minor defects', [gsm(20)], [{ severity: 'minor' }, { severity: 'minor' }], 'ok', 0],
    ['a required reading missing', [gsm(null, { required: true })], [], 'incomplete', 0],
    ['a required reading missing beside one that is out', [gsm(null, { required: true }), gsm(30)], [], 'notOk', 1],
    ['a reading missing that nobody requires', [gsm(20), gsm(null)], [], 'ok', 0],
    ['a sheet on which nothing was entered', [gsm(null), gsm(null)], [], 'incomplete', 0],
    ['a minor defect alone on an empty sheet', [gsm(null)], [{ severity: 'minor' }], 'ok', 0],
    ['a defect alone on an empty sheet', [gsm(null)], [{ severity: 'major' }], 'notOk', 0],
    ['a reading without limits', [gsm(999, { low: null, high: null })], [], 'ok', 0],
  ] as const)('%s', (_what, readings, defects, result, outOfLimits) => {
    expect(deriveCheckResult({ readings: readings as readonly CheckReading[], defects })).toEqual({
      result,
      outOfLimits,
    })
  })
  test('uses the limits of the sheet, not those sent with a reading', () => {
    const items = [{ item: '克重', kind: 'number' as const, low: 19, target: 20, high: 21 }]
    const judgedItems = applyTemplateLimits(
      [gsm(25, { low: 0, high: 99 }), gsm(5, { item: '自测', low: 1, high: 2 })],
      items,
    )
    expect(judgedItems.map(({ low, high }) => [low, high])).toEqual([
      [19, 21],
      [null, null],
    ])
    expect(applyTemplateLimits([gsm(25)], null)[0]).toMatchObject({ low: null, high: null })
  })
  test('a sheet has a line for every reading', () => {
    const lines = createBlankReadings([
      { item: 'a', kind: 'number', readings: 3 },
      { item: 'b', kind: 'okNotOk' },
    ])
    expect(lines.map(({ item, number }) => `${item}${number}`)).toEqual(['a1', 'a2', 'a3', 'b1'])
  })
})

test.each([
  [20, null],
  [0, null],
  [-0.1, 'negative'],
  [210, null],
  [210.1, 'slip'],
  [Number.NaN, 'noNumber'],
  [Number.POSITIVE_INFINITY, 'noNumber'],
])('a reading of %s g/m² where 19 to 21 are wanted: %s', (value, problem) => {
  expect(findReadingProblem(value, { low: 19, target: 20, high: 21 })).toBe(problem)
})
test('a reading may be negative if its limits are, and anything without limits', () => {
  expect(findReadingProblem(-3, { low: -5, target: 0, high: 5 })).toBeNull()
  expect(findReadingProblem(123_456, {})).toBeNull()
  expect(findReadingProblem(-1, {})).toBe('negative')
})

describe('the check sheet of a product', () => {
  const all = { name: 'all', use: 'check' }
  const family = { name: 'family', use: 'check', family: 'sms' }
  const ownTemplate = { name: 'own', use: 'check', productId: 'p1' }
  const widths = { name: 'widths', use: 'codeWidth', productId: 'p1' }
  test.each([
    [{ id: 'p1', family: 'sms' }, 'own'],
    [{ id: 'p2', family: 'sms' }, 'family'],
    [{ id: 'p3', family: 'meltblown' }, 'all'],
    [null, 'all'],
  ])('of %j is %s', (product, name) => {
    expect(selectTemplate([all, widths, family, ownTemplate], 'check', product)?.name).toBe(name)
  })
  test('is the first by name of several general ones, in whatever order they were loaded', () => {
    const another = { ...all, name: 'another' }
    expect(selectTemplate([all, another], 'check', null)?.name).toBe('all')
    expect(selectTemplate([another, all], 'check', null)?.name).toBe('all')
  })
  test('excludes inactive sheets and sheets for another use', () => {
    expect(selectTemplate([{ ...ownTemplate, active: false }, widths], 'check', { id: 'p1' })).toBeNull()
  })
  test('is valid if limits and target are in order and no item is repeated', () => {
    expect(findTemplateProblems([{ item: 'a', kind: 'number', low: 1, target: 1, high: 1 }])).toEqual([])
    expect(findTemplateProblems([{ item: 'a', kind: 'number', low: 2, high: 1 }])).toEqual([
      { itemIndex: 0, field: 'high', code: 'tooSmall', limit: 2 },
    ])
    expect(findTemplateProblems([{ item: 'a', kind: 'number', low: 2, target: 1 }])).toEqual([
      { itemIndex: 0, field: 'target', code: 'tooSmall', limit: 2 },
    ])
    expect(findTemplateProblems([{ item: 'a', kind: 'number', high: 2, target: 3 }])).toEqual([
      { itemIndex: 0, field: 'target', code: 'tooBig', limit: 2 },
    ])
    expect(
      findTemplateProblems([
        { item: 'a', kind: 'number' },
        { item: 'a', kind: 'okNotOk' },
      ]),
    ).toEqual([{ itemIndex: 1, field: 'item', code: 'duplicate' }])
  })
})

describe('metres affected by a failed check', () => {
  test.each([
    ['from and to', [{ kind: 'hole', fromM: 10, toM: 20 }], [{ kind: 'hole', fromM: 10, toM: 20 }]],
    ['a point is one metre', [{ kind: 'hole', fromM: 10 }], [{ kind: 'hole', fromM: 10, toM: 11 }]],
    ['a point at the end too', [{ kind: 'hole', fromM: 100 }], [{ kind: 'hole', fromM: 99, toM: 100 }]],
    ['no metres: all of it', [{ kind: 'shade' }], [{ kind: 'shade', fromM: 0, toM: 100 }]],
    [
      'minor ones are let be',
      [
        { kind: 'gel', severity: 'minor', fromM: 1 },
        { kind: 'hole', fromM: 2, toM: 4 },
      ],
      [{ kind: 'hole', fromM: 2, toM: 4 }],
    ],
    ['by readings alone: all of it', [], [{ kind: null, fromM: 0, toM: 100 }]],
    [
      'one kind at two places, each in its lane',
      [
        { kind: 'streak', lane: 1, fromM: 5, toM: 9 },
        { kind: 'streak', lane: 3, fromM: 40, toM: 60, note: '边部' },
      ],
      [
        { kind: 'streak', lane: 1, fromM: 5, toM: 9 },
        { kind: 'streak', lane: 3, fromM: 40, toM: 60, note: '边部' },
      ],
    ],
  ] as const)('%s', (_what, defects, spans) => {
    expect(getFailedSpans(defects, 100)).toEqual(spans.map((one) => ({ lane: null, note: null, ...one })))
  })
})

test.each([
  ['made', 'good', 'good', null],
  ['made', 'downgraded', 'good', 'downgradedMeanwhile'],
  ['made', 'downgraded', 'downgraded', null],
  ['made', 'downgraded', null, null],
  ['shipped', 'downgraded', 'good', 'soldMeanwhile'],
  ['consumed', 'good', 'good', 'soldMeanwhile'],
  ['recycled', 'good', 'good', 'goneMeanwhile'],
  ['deleted', 'good', null, 'goneMeanwhile'],
])('a roll that is %s and %s, seen as %s: %s', (state, grade, seen, flag) => {
  expect(getRollChangeFlag({ state, grade }, seen)).toBe(flag)
})

describe('metrics', () => {
  test('first-pass yield is the share of rolls that passed at once; none without checks', () => {
    expect(calculateFirstPassPercent({ rolls: 3, passed: 2 })).toBe(66.7)
    expect(calculateFirstPassPercent({ rolls: 4, passed: 4 })).toBe(100)
    expect(calculateFirstPassPercent({ rolls: 0, passed: 0 })).toBeNull()
  })
  test('the Pareto chart ends at a hundred per cent', () => {
    const rows = buildDefectPareto([
      { kind: 'gel', count: 1 },
      { kind: 'hole', count: 6 },
      { kind: 'drip', count: 3 },
      { kind: 'insect', count: 0 },
    ])
    expect(rows.map(({ kind, percent, cumulative }) => [kind, percent, cumulative])).toEqual([
      ['hole', 60, 60],
      ['drip', 30, 90],
      ['gel', 10, 100],
    ])
    expect(buildDefectPareto([])).toEqual([])
  })
})

test('OPU is add-on mass divided by fabric mass, in per cent', () => {
  expect(calculateOpuPercent({ fabricG: 250, addOnG: 1 })).toBe(0.4)
  expect(calculateOpuPercent({ fabricG: 0, addOnG: 1 })).toBeNull()
  expect(calculateOpuPercent({ fabricG: null, addOnG: 1 })).toBeNull()
  expect(judgeOiling([], { low: 0.2, high: 0.8 })).toEqual({ opu: null, lowest: null, highest: null, result: null })
  // By mass: (0.2 + 2.4) / (100 + 300), with one sample on the lower limit and one on the upper.
  expect(
    judgeOiling(
      [
        { fabricG: 100, addOnG: 0.2 },
        { fabricG: 300, addOnG: 2.4 },
      ],
      { low: 0.2, high: 0.8 },
    ),
  ).toEqual({ opu: 0.65, lowest: 0.2, highest: 0.8, result: 'ok' })
})
test('OPU is judged before it is rounded', () => {
  // 0.03 / 9.99 = 0.3003 %.
  expect(judgeOiling([{ fabricG: 9.99, addOnG: 0.03 }], { low: 0.1, high: 0.3 })).toEqual({
    opu: 0.3,
    lowest: 0.3,
    highest: 0.3,
    result: 'notOk',
  })
  // 0.07 / 100 = 0.07 %, the limit itself.
  for (const limits of [
    { low: 0.07, high: 0.3 },
    { low: 0.01, high: 0.07 },
  ])
    expect(judgeOiling([{ fabricG: 100, addOnG: 0.07 }], limits).result).toBe('ok')
})
test('widths: the limit itself passes; unmeasured widths have no verdict', () => {
  const lane = (setMm: number, measuredMm: number | null) => ({ lane: 1, setMm, measuredMm })
  expect(judgeWidths([lane(160, 162), lane(160, 158)], 2)).toMatchObject({ outOfLimits: 0, result: 'ok' })
  expect(judgeWidths([lane(160, 162.1), lane(160, null)], 2)).toEqual({
    measured: 1,
    outOfLimits: 1,
    worstMm: 2.1,
    result: 'notOk',
  })
  expect(judgeWidths([], 2)).toEqual({ measured: 0, outOfLimits: null, worstMm: null, result: null })
  expect(judgeCodeWidths([{ widthMm: 100 }, { widthMm: 103 }], { low: 99, high: 102 })).toEqual({
    mean: 101.5,
    min: 100,
    max: 103,
    outOfLimits: 1,
    result: 'notOk',
  })
})
test('a record with unknown limits is not judged, as on a phone without them', () => {
  const unjudged = { outOfLimits: null, result: null }
  expect(judgeCodeWidths([{ widthMm: 3190.2 }], {})).toEqual({ mean: 3190.2, min: 3190.2, max: 3190.2, ...unjudged })
  for (const none of [null, undefined])
    expect(judgeWidths([{ lane: 1, setMm: 160, measuredMm: 190 }], none)).toEqual({
      measured: 1,
      worstMm: 30,
      ...unjudged,
    })
  const sample = { fabricG: 100, addOnG: 90 }
  for (const limits of [{}, { low: 0.2 }, { low: null, high: 0.8 }])
    expect(judgeOiling([sample], limits), JSON.stringify(limits)).toMatchObject({ opu: 90, result: null })
  // One limit of a template is all it has.
  expect(judgeCodeWidths([{ widthMm: 3190.2 }], { low: 3195 })).toMatchObject({ outOfLimits: 1, result: 'notOk' })
  expect(judgeCodeWidths([{ widthMm: 3195 }], { low: 3195, high: null })).toMatchObject({
    outOfLimits: 0,
    result: 'ok',
  })
})

test('the defects of the plant are those of the defect map, with the plant’s own names', () => {
  const words: Record<string, string> = sharedLabels.options.kind
  expect(defectKinds.map((kind) => words[kind]).join(' ')).toBe(
    '飞花 硬块 翻网 条纹 稀网 断丝 滴料 并丝 晶点 破洞 油污 蚊虫 色差 皱折 端面不齐 门幅不符 克重超差 强力不足 接头超标',
  )
})

describe('a defect outside the roll', () => {
  test.each([
    [[{ fromM: 10, toM: 100 }], 100, null],
    [[{ fromM: 0 }, { fromM: 101, toM: null }], 100, { defectIndex: 1, metre: 101, length: 100 }],
    [[{ fromM: 90, toM: 120 }], 100, { defectIndex: 0, metre: 120, length: 100 }],
    [[{ fromM: null, toM: null }], 100, null],
    // Of a roll that this phone does not know nobody can say.
    [[{ fromM: 99_999 }], null, null],
  ])('%j of %s m', (defects, length, found) => expect(findMetreBeyondEnd(defects, length)).toEqual(found))
})
