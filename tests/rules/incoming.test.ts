import { describe, expect, test } from 'vitest'
import {
  findCountProblem,
  judgeInspection,
  judgeItem,
  buildSamplingPlan,
  type InspectionInput,
  type InspectionItemLimits,
  type ItemReading,
} from '@/areas/incoming/rules/judge-inspection'
import { getReleaseProblem } from '@/areas/incoming/rules/material-inspection'
import { parseTypedNumber } from '@/contract/unit-table'
import {
  formatMean,
  hasAmbiguousComma,
  hasAmbiguousSpace,
  parseReadings,
  formatReadings,
} from '@/areas/incoming/rules/parse-readings'

const item = (more: Partial<InspectionItemLimits> = {}): InspectionItemLimits => ({
  low: 33,
  high: 37,
  required: true,
  digits: 1,
  ...more,
})
const reading = (value: number | null, more: Partial<ItemReading> = {}): ItemReading => ({
  item: 0,
  sample: null,
  value,
  ok: null,
  ...more,
})

describe('an item', () => {
  test('conforms at its limits, and is compared after rounding', () => {
    const outside = (value: number, of = item()) => judgeItem(of, [reading(value)]).judgement
    expect([33, 37, 37.04, 32.95].map((one) => outside(one))).toEqual(['ok', 'ok', 'ok', 'ok'])
    expect([37.06, 32.94, 0].map((one) => outside(one))).toEqual(['notOk', 'notOk', 'notOk'])
    // In full, where nothing says to how many decimals.
    expect(outside(37.04, item({ digits: null }))).toBe('notOk')
    expect(outside(1000, item({ high: null }))).toBe('ok')
  })
  test('has count, mean, minimum and maximum', () => {
    expect(
      judgeItem(
        item(),
        [35, 36, 38].map((one) => reading(one)),
      ),
    ).toEqual({
      n: 3,
      mean: 36.333333,
      min: 35,
      max: 38,
      outside: 1,
      judgement: 'notOk',
    } satisfies object)
  })
  test('without a reading stays open if it is required', () => {
    expect(judgeItem(item(), []).judgement).toBe('open')
    expect(judgeItem(item(), [reading(null)])).toMatchObject({ n: 0, judgement: 'open' })
    expect(judgeItem(item({ required: false }), []).judgement).toBe('notNeeded')
    expect(judgeItem(item({ low: null, high: null }), [reading(null, { ok: true })]).judgement).toBe('ok')
    expect(judgeItem(item({ low: null, high: null }), [reading(null, { ok: false })]).judgement).toBe('notOk')
  })
})

describe('an inspection', () => {
  const bags: InspectionInput = {
    sampling: 'gbt6678',
    sampleSize: 12,
    codeLetter: null,
    acceptNumber: null,
    rejectNumber: null,
    items: [item(), item({ low: null, high: 0.05, digits: 2 })],
    readings: [reading(35), reading(0.03, { item: 1 })],
    examined: 12,
    defects: 0,
  }
  test('of packages passes if the sample is complete and everything conforms', () => {
    expect(judgeInspection(bags)).toMatchObject({ result: 'pass', nonconforming: 0 })
    expect(judgeInspection({ ...bags, examined: 11 }).result).toBe('open')
    expect(judgeInspection({ ...bags, examined: null }).result).toBe('open')
    expect(judgeInspection({ ...bags, readings: [reading(35)] }).result).toBe('open')
    expect(judgeInspection({ ...bags, readings: [...bags.readings, reading(40)] }).result).toBe('fail')
    expect(judgeInspection({ ...bags, defects: 1 }).result).toBe('fail')
  })
  const pieces: InspectionInput = {
    ...bags,
    sampling: 'gbt2828',
    sampleSize: 80,
    examined: 80,
    acceptNumber: 2,
    rejectNumber: 3,
  }
  test('of pieces counts each nonconforming piece once', () => {
    const wrong = (sample: number, of = 0) => reading(99, { sample, item: of })
    const two = [...bags.readings, wrong(4), wrong(4, 1), wrong(9)]
    expect(judgeInspection({ ...pieces, readings: two })).toMatchObject({ result: 'pass', nonconforming: 2 })
    expect(judgeInspection({ ...pieces, readings: two, defects: 1 })).toMatchObject({
      result: 'fail',
      nonconforming: 3,
    })
    // It has failed as soon as the rejection number is reached, however few were examined.
    expect(judgeInspection({ ...pieces, readings: two, defects: 1, examined: 10 }).result).toBe('fail')
    expect(judgeInspection({ ...pieces, readings: two, examined: 79 }).result).toBe('open')
  })
  test('without sampling uses the entered result', () => {
    const none: InspectionInput = { ...bags, sampling: 'none', sampleSize: 0, readings: [], examined: null }
    expect(judgeInspection(none).result).toBe('pass')
    expect(judgeInspection({ ...none, readings: [reading(40)] }).result).toBe('fail')
  })
  test('uses the sampling plan of its standard', () => {
    const planInput = { level: null, aql: null, severity: 'normal', lotSize: 100 } as const
    expect(buildSamplingPlan({ ...planInput, sampling: 'gbt6678' })).toMatchObject({
      sampleSize: 14,
      acceptNumber: null,
    })
    expect(buildSamplingPlan({ ...planInput, sampling: 'all' })).toMatchObject({ sampleSize: 100 })
    expect(buildSamplingPlan({ ...planInput, sampling: 'none' })).toMatchObject({ sampleSize: 0 })
    expect(buildSamplingPlan({ ...planInput, sampling: 'gbt6678', lotSize: null })).toMatchObject({ sampleSize: null })
    expect(
      buildSamplingPlan({ sampling: 'gbt2828', level: 'II', aql: 1, severity: 'tightened', lotSize: 1000 }),
    ).toEqual({
      sampleSize: 80,
      codeLetter: 'J',
      acceptNumber: 1,
      rejectNumber: 2,
    })
  })
  test('can only be released without a reason if it passed', () => {
    expect(getReleaseProblem({ result: 'pass', discontinued: false })).toBeNull()
    expect(getReleaseProblem({ result: 'fail', discontinued: false })).toBe('failed')
    expect(getReleaseProblem({ result: 'open', discontinued: false })).toBe('notFinished')
    expect(getReleaseProblem({ result: 'pass', discontinued: true })).toBe('discontinued')
  })
})

const verdicts = { ok: ['合格', 'ok'], notOk: ['不合格', 'ng'] }
test.each([
  [{ lotSize: 32, examined: 32, defects: 32 }, null],
  [
    { lotSize: 32, examined: 33, defects: 0 },
    { field: 'examined', limit: 32 },
  ],
  [
    { lotSize: 32, examined: 5, defects: 6 },
    { field: 'defects', limit: 5 },
  ],
  [{ lotSize: null, examined: 40, defects: 0 }, null],
  [{ lotSize: 32, examined: null, defects: 3 }, null],
])('counts %j: %j', (counts, wrong) => {
  expect(findCountProblem(counts)).toEqual(wrong)
})

describe('readings in a cell', () => {
  test('accept decimal points and commas, and reject ambiguous ones', () => {
    expect(
      ['35.2', '35,2', '０．０３', '-0,5', '0,902', '1,234.5', '1.234,5', '1,234,567', '12,3456'].map(parseTypedNumber),
    ).toEqual([35.2, 35.2, 0.03, -0.5, 0.902, 1234.5, 1234.5, 1234567, 12.3456])
    expect(['1,234', '三十五', '35..2', '', '1e3', '0x10'].map(parseTypedNumber)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ])
  })
  test('may be several, with a verdict for items without a number', () => {
    expect(parseReadings('35,2; 35,4；35.6', 3, verdicts)).toEqual([
      { item: 3, sample: 1, value: 35.2, ok: null },
      { item: 3, sample: 2, value: 35.4, ok: null },
      { item: 3, sample: 3, value: 35.6, ok: null },
    ])
    expect(parseReadings('合格', 0, verdicts)).toEqual([{ item: 0, sample: 1, value: null, ok: true }])
    expect(parseReadings('OK/NG', 0, verdicts)?.map(({ ok }) => ok)).toEqual([true, false])
    expect(parseReadings('35,2; 约 36', 0, verdicts)).toBeNull()
    expect(parseReadings('0.30000000000000004', 0, verdicts)?.[0]?.value).toBe(0.3)
  })
  test('are ambiguous if a comma may separate two of them', () => {
    expect(['35,36', '34,5; 35,36', '35,2', '0,902', '35.36', '35; 36'].map(hasAmbiguousComma)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
    expect(parseReadings('3²', 0, verdicts)).toBeNull()
    const values = (text: string) => parseReadings(text, 0, verdicts)?.map(({ value }) => value)
    expect(['1 500', '1 500;1 480', '12 345.5', '120\u00a0500', '35.2\u00a035.4'].map(hasAmbiguousSpace)).toEqual(
      Array.from({ length: 5 }, () => true),
    )
    expect(['120 118 121', '1 50', '35 36', '1; 500', '1\u00a0500', '1\n500'].map(hasAmbiguousSpace)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ])
    expect(values('120 118 121')).toEqual([120, 118, 121])
    expect(values('1\u00a0500; 1\u202f480.5 12\u2009000')).toEqual([1500, 1480.5, 12_000])
    expect(parseReadings('３５．２；３６', 0, verdicts)?.map(({ value }) => value)).toEqual([35.2, 36])
  })
  test('are formatted as they are parsed', () => {
    const read = [...parseReadings('35.2; 36', 0, verdicts)!, ...parseReadings('NG', 1, verdicts)!]
    const words = { ok: '合格', notOk: '不合格' }
    expect([0, 1, 2].map((at) => formatReadings(read, at, words))).toEqual(['35.2; 36', '不合格', null])
  })
  test('have a mean with one more decimal than the readings', () => {
    const measured = [76.2, 76.1, 76.1].map((value, sample) => ({ item: 0, sample, value, ok: null }))
    expect(formatMean({ mean: 76.133333 }, measured, 0)).toBe('76.13')
    expect(formatMean({ mean: null }, measured, 0)).toBeNull()
  })
})
