import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { buildResourceColumns } from '@/server/excel/resource-columns'
import { convertRowsToInputs } from '@/server/excel/convert-rows'
import { WORKBOOK_LIMITS } from '@/server/excel/read-sheet'
import { readWorkbook, type CellValue, type Worksheet } from '@/server/excel/read-workbook'
import { writeTemplate } from '@/server/excel/write-template'
import { writeWorksheet } from '@/server/excel/write-worksheet'
import { ANN, BEN, customFields, hasTranslation, LINE, refs, resolveReference, sample, t } from './sample-resource'

const options = { t, language: 'en' as const, timeZone: 'Asia/Shanghai', customFields, resolveReference }
const plain = { ...options, customFields: [] }
const buildSheet = (header: string[], ...rows: CellValue[][]): Worksheet => ({
  header,
  headerRow: 1,
  rows,
  rowNumbers: rows.map((_, i) => i + 2),
})
const loadIssues = async (s: Worksheet) =>
  (await convertRowsToInputs(sample, s, plain)).issues.map((i) => [i.row, i.column, i.header, i.issue.code])
const importRow = async (...pairs: [string, CellValue][]) => {
  const { inputs, issues } = await convertRowsToInputs(
    sample,
    buildSheet(['Code', ...pairs.map((p) => p[0])], ['c-1', ...pairs.map((p) => p[1])]),
    plain,
  )
  expect(issues).toEqual([])
  return inputs[0]!.input
}
const row = {
  id: 'x',
  code: 'S-1',
  name: '=HYPERLINK("x")',
  secret: 's',
  hidden: 'h',
  count: 3,
  weight: 12.5,
  grade: 'poor',
  live: true,
  madeOn: '2026-10-04',
  takenAt: '2026-10-03T23:59:30.000Z',
  startsAt: '07:30',
  shift: 'night',
  lineId: LINE,
  people: [ANN, BEN],
  parts: [
    { name: 'a', number: 2 },
    { name: 'b', number: null },
  ],
  photos: ['p1', 'p2'],
  state: 'done',
  remark: 'one\ntwo',
  custom: { gap: 0.3, colour: 'b' },
}

describe('values that Excel or a person has changed silently', () => {
  const findProblems = async (header: string, cell: CellValue) => {
    const { issues } = await convertRowsToInputs(sample, buildSheet(['Code', header], ['c-1', cell]), plain)
    return issues.map(({ row, column, issue, text }) => [row, column, issue.code, text])
  }
  it.each<[string, CellValue, string, string]>([
    ['Name', new Date('2026-10-04T00:00:00Z'), 'dateInText', '2026-10-04'],
    ['Remark', new Date('2026-01-02T00:00:00Z'), 'dateInText', '2026-01-02'],
    ['Line', new Date('2026-01-02T00:00:00Z'), 'dateInText', '2026-01-02'],
    ['Name', { number: 1 / 3, text: '0.333', isPercent: false, isFraction: true }, 'fractionInText', '0.333'],
    ['Name', true, 'booleanInText', 'TRUE'],
    // 40:1, which Excel turns into 40 hours and 1 minute.
    [
      'Name',
      { number: 2401 / 1440, text: '1.667361111', isPercent: false, isElapsedTime: true },
      'dateInText',
      '1.667361111',
    ],
    ['Line', false, 'booleanInText', 'FALSE'],
    // 12E3, which Excel turns into 12000.
    ['Name', { number: 12_000, text: '12000', isPercent: false, isScientific: true }, 'digitsLost', '12000'],
    ['Line', { number: 12_000, text: '12000', isPercent: false, isScientific: true }, 'digitsLost', '12000'],
    ['Name', 8.93901e18, 'digitsLost', '8939010000000000000'],
    ['Name', 1234567890123456, 'digitsLost', '1234567890123460'],
    ['Name', '8.93901E+18', 'digitsLost', '8.93901E+18'],
    ['Name', '8,90123E+18', 'digitsLost', '8,90123E+18'],
    ['Name', '8.9e+18', 'digitsLost', '8.9e+18'],
    ['Weight', { number: 41.5, text: '41.5', isPercent: false, isElapsedTime: true }, 'otherUnit', '41.5'],
    ['Weight', { number: 12.5, text: '12.5', isPercent: false, unit: 'm' }, 'otherUnit', '12.5'],
    ['Made on', '01/02/2026', 'badDay', '01/02/2026'],
    ['Made on', 2026, 'badDay', '2026'],
    ['Made on', new Date('1899-12-30T08:00:00Z'), 'badDay', '08:00'],
    ['Taken at', '2026-11-2012', 'badMoment', '2026-11-2012'],
    ['Starts', '晚上 12:30', 'badFormat', '晚上 12:30'],
    ['Weight', '3 只', 'otherUnit', '3 只'],
    ['Weight', { number: 0.3, text: '30%', isPercent: true }, 'otherUnit', '30%'],
  ])('column %s refuses %j: %s', async (header, cell, code, text) => {
    expect(await findProblems(header, cell)).toEqual([[2, 'B', code, text]])
  })
  it('names the format of a cell that should name another row', async () => {
    const cell: CellValue = { number: 8250, text: '8', isPercent: false, displayDivisor: 1000 }
    const { issues } = await convertRowsToInputs(sample, buildSheet(['Code', 'Line'], ['c-1', cell]), plain)
    expect(issues[0]?.issue).toEqual({ path: ['lineId'], code: 'unclearFormat', params: { shown: '÷1000' } })
  })
  it.each<[string, number | undefined]>([
    ['1 250 kg', 1250],
    ['2\u00a0500 kg', 2500],
    ['12\u202f500 kg', 12_500],
    ['3\u2009600 g', 3.6],
    ['1 250', 1250],
    ['1\u00a0250,5 kg', 1250.5],
    ["25'000", 25_000],
    ['1’025’000 g', 1025],
    ["25'00", undefined],
    ['3 25kg', undefined],
    ['12 50 kg', undefined],
    ['1 2500 kg', undefined],
  ])('groups of three digits are one number; other digits after a number are no unit: %j', async (cell, kg) => {
    const { inputs, issues } = await convertRowsToInputs(sample, buildSheet(['Code', 'Weight'], ['c-1', cell]), plain)
    expect([inputs[0]?.input['weight'], issues.length]).toEqual([kg, kg === undefined ? 1 : 0])
  })
  it.each<[CellValue, number]>([
    [{ number: 12.5, text: '12.5', isPercent: false, unit: 't' }, 12_500],
    [{ number: 12_500, text: '12500', isPercent: false, unit: 't', displayDivisor: 1000 }, 12_500],
    [{ number: 800, text: '800', isPercent: false, unit: 'g' }, 0.8],
  ])('the unit of the cell format counts: %j', async (cell, kg) => {
    const { inputs } = await convertRowsToInputs(sample, buildSheet(['Code', 'Weight'], ['c-1', cell]), plain)
    expect(inputs[0]?.input['weight']).toBe(kg)
  })
  it.each([
    ['重 量', 5],
    ['重量 吨', 5000],
    ['重量_t', 5000],
    ['Weight t', 5000],
    ['重量（单位：吨）', 5000],
    ['重量 (kg)', 5],
  ])('finds the column of the heading %s', async (header, kg) => {
    const { inputs, issues } = await convertRowsToInputs(sample, buildSheet(['Code', header], ['c-1', 5]), plain)
    expect(issues).toEqual([])
    expect(inputs[0]?.input['weight']).toBe(kg)
  })
  it.each(['重量 m', '重量_furlong', '重量 上次', '重量 1', 'Name t'])(
    'does not store numbers under the heading %s',
    async (header) => {
      const { inputs } = await convertRowsToInputs(sample, buildSheet(['Code', header], ['c-1', 5]), plain)
      expect(inputs).toEqual([])
    },
  )
  it('names unknown and missing headings if none is known, whatever the rows hold', async () => {
    expect(await loadIssues(buildSheet(['A', 'B'], ['x', 'y']))).toEqual([
      [1, 'A', 'A', 'unknownField'],
      [1, 'B', 'B', 'unknownField'],
      [1, '', 'Code', 'missing'],
    ])
    const { issues } = await convertRowsToInputs(sample, buildSheet(['A'], ['x']), {
      ...plain,
      skipUnknownColumns: true,
    })
    expect(issues.map(({ issue }) => issue.code)).toEqual(['missing'])
  })
  it('lists moments without a time, except midnights that the cell shows', async () => {
    const day = new Date('2026-11-23T00:00:00Z')
    const sheet = {
      ...buildSheet(
        ['Code', 'Taken at'],
        ['a', day],
        ['b', '2026-11-23'],
        ['c', day],
        ['d', '2026-11-23 00:00'],
        ['e', 46_349],
      ),
      midnights: ['4:2'],
    }
    const { inputs, columnsWithoutTime } = await convertRowsToInputs(sample, sheet, plain)
    expect(inputs).toHaveLength(5)
    expect(columnsWithoutTime).toEqual([{ header: 'Taken at', rows: [2, 3, 6] }])
  })
  it('refuses a time that the clock skips in spring', async () => {
    const skipped = buildSheet(['Code', 'Taken at'], ['c-1', new Date('2026-03-29T02:30:00Z')])
    const { issues } = await convertRowsToInputs(sample, skipped, { ...plain, timeZone: 'Europe/Berlin' })
    expect(issues.map(({ issue }) => issue.code)).toEqual(['badMoment'])
  })
  it.each(['Weight (m)', 'Weight (箱)', 'Weight (furlong)', 'Count (kg)'])('refuses the heading %s', async (header) => {
    const { inputs, issues } = await convertRowsToInputs(sample, buildSheet(['Code', header], ['c-1', 1]), plain)
    expect(inputs).toEqual([])
    expect(issues.map(({ row, column, issue }) => [row, column, issue.code])).toEqual([[1, 'B', 'otherUnit']])
  })
  it('reads a percentage as the displayed number', async () => {
    const percent = [
      { of: 'sample', key: 'moist', kind: 'number', labelZh: '水分', labelEn: 'Moisture', unit: '%', decimals: 2 },
    ] as const
    const cells: CellValue[][] = [
      ['a', { number: 0.3, text: '30%', isPercent: true }],
      ['b', 30],
      ['c', '30%'],
      ['d', { number: 0.07, text: '7%', isPercent: true }],
      ['e', '5‰'],
    ]
    const { inputs, issues } = await convertRowsToInputs(sample, buildSheet(['Code', '水分'], ...cells), {
      ...options,
      customFields: percent,
    })
    expect(issues).toEqual([])
    expect(inputs.map(({ input }) => (input['custom'] as { moist: number }).moist)).toEqual([30, 30, 30, 7, 0.5])
  })
  it.each<['comma' | 'unclear' | undefined, string, number | null]>([
    ['comma', '1,250', 1.25],
    ['comma', '1.234,5', 1234.5],
    ['comma', '1.250', 1250],
    ['unclear', '1,250', null],
    ['unclear', '0.5', 0.5],
    [undefined, '1,250', null],
  ])('with decimal sign %s, reads %s as %s', async (decimals, text, weight) => {
    const given = { ...buildSheet(['Code', 'Weight'], ['c-1', text]), ...(decimals ? { decimals } : {}) }
    const { inputs, issues } = await convertRowsToInputs(sample, given, plain)
    expect(inputs[0]?.input['weight'] ?? null).toBe(weight)
    expect(issues.map(({ issue }) => issue.code)).toEqual(weight === null ? ['unclearComma'] : [])
  })
  it('reads serial days of the 1904 date system', async () => {
    // 2026-10-04 is serial day 46299, or 46299 − 1462 in the 1904 system.
    const { inputs } = await convertRowsToInputs(
      sample,
      { ...buildSheet(['Code', 'Made on'], ['c-1', 44_837]), countsFrom1904: true },
      plain,
    )
    expect(inputs[0]!.input['madeOn']).toBe('2026-10-04')
  })
})

describe('columns of a resource', () => {
  it.each(['zh', 'en'] as const)('formats every value in %s', (language) => {
    const columns = buildResourceColumns(sample, t[language], { language, customColumns: customFields })
    expect(columns.map((c) => c.field)).not.toContain('secret')
    expect(columns.map((c) => c.field)).not.toContain('hidden')
    const cellByKey = Object.fromEntries(columns.map((c) => [c.customKey ?? c.field, c.getCellValue(row, refs)]))
    expect(cellByKey).toMatchObject({
      grade: language === 'zh' ? '差' : 'Poor',
      live: language === 'zh' ? '是' : 'Yes',
      shift: language === 'zh' ? '夜班' : 'Night shift',
      lineId: 'SMS 1',
      people: '安; Ben',
      parts: 'a × 2 pcs; b',
      photos: 2,
      gap: 0.3,
      colour: language === 'zh' ? '蓝' : 'Blue',
    })
  })
})

describe('export and import', () => {
  it.each(['zh', 'en'] as const)('imports its own export in %s', async (language) => {
    const columns = buildResourceColumns(sample, t[language], { language, customColumns: customFields })
    const bytes = await buffer(
      writeWorksheet({
        columns,
        rows: [columns.map((c) => c.getCellValue(row, refs))],
        sheetName: 'x',
        timeZone: 'Asia/Shanghai',
      }),
    )
    const { inputs, issues } = await convertRowsToInputs(sample, await readWorkbook(bytes, WORKBOOK_LIMITS), options)
    expect(issues).toEqual([])
    const { code, name, count, weight, grade, live, madeOn, takenAt, startsAt, lineId, people, remark, custom } = row
    const { shift } = row
    const input = { code, name, count, weight, grade, live, madeOn, takenAt, startsAt, shift, lineId, people, remark }
    expect(inputs).toEqual([{ row: 2, input: { ...input, custom } }])
  })
  it('finds a shift by its name in either language, by its key, or by the plant’s own name', async () => {
    const importShift = (word: string) => importRow(['Shift', word]).then((input) => (input as { shift: string }).shift)
    expect(await Promise.all(['夜班', 'night  SHIFT', 'night', '常日班'].map(importShift))).toEqual([
      'night',
      'night',
      'night',
      '常日班',
    ])
  })
})

describe('headings', () => {
  it('accepts both languages, with or without unit, full-width characters, and a star', async () => {
    const { issues, inputs } = await convertRowsToInputs(
      sample,
      buildSheet(['编码*', ' WEIGHT ', 'Count（pcs）', 'made  on'], ['c', 1, 2, '2026-10-04']),
      plain,
    )
    expect(issues).toEqual([])
    expect(inputs[0]!.input).toEqual({ code: 'c', weight: 1, count: 2, madeOn: '2026-10-04' })
  })
  it('reports unknown, repeated and missing headings with their column', async () => {
    expect(await loadIssues(buildSheet(['名称', 'Colour?', 'Name'], ['x', null, null]))).toEqual([
      [1, 'B', 'Colour?', 'unknownField'],
      [1, 'C', 'Name', 'columnTwice'],
      [1, '', 'Code', 'missing'],
    ])
  })
  it('also reports the errors of the rows', async () => {
    expect(await loadIssues(buildSheet(['Code', 'Colour?', 'Weight'], ['c', 'x', 'heavy'], ['d', 'y', 2]))).toEqual([
      [1, 'B', 'Colour?', 'unknownField'],
      [2, 'C', 'Weight', 'notNumber'],
    ])
  })
  it('ignores read-only columns of an export', async () => {
    const { issues, inputs } = await convertRowsToInputs(
      sample,
      buildSheet(['Code', 'State', 'Photos', 'Parts'], ['c', 'Done', 3, 'a × 2']),
      plain,
    )
    expect(issues).toEqual([])
    expect(inputs[0]!.input).toEqual({ code: 'c' })
  })
})

describe('values', () => {
  it.each<[string, CellValue, string, unknown]>([
    ['Code', 123, 'code', undefined],
    ['Count', '1,234 pcs', 'count', 1234],
    ['Weight', 0.1 + 0.2, 'weight', 0.3],
    ['Weight', ' １２.5kg ', 'weight', 12.5],
    ['Grade', 'GOOD', 'grade', 'good'],
    ['Grade', '差', 'grade', 'poor'],
    ['In use', 'yes', 'live', true],
    ['In use', '否', 'live', false],
    ['In use', 1, 'live', true],
    ['In use', null, 'live', false],
    ['Made on', new Date('2026-10-04T15:00:00Z'), 'madeOn', '2026-10-04'],
    ['Made on', '2026/10/4', 'madeOn', '2026-10-04'],
    ['Made on', '2026年10月4日', 'madeOn', '2026-10-04'],
    ['Made on', 20261004, 'madeOn', '2026-10-04'],
    ['Taken at', new Date('2026-10-04T07:30:00Z'), 'takenAt', '2026-10-03T23:30:00.000Z'],
    ['Taken at', '2026-10-04 07:30', 'takenAt', '2026-10-03T23:30:00.000Z'],
    ['Taken at', '2026-10-04T07:30:00Z', 'takenAt', '2026-10-04T07:30:00.000Z'],
    ['Starts', new Date('1899-12-30T07:30:00Z'), 'startsAt', '07:30'],
    ['Made on', 46299, 'madeOn', '2026-10-04'],
    ['Taken at', '2026/10/4 下午 8:30', 'takenAt', '2026-10-04T12:30:00.000Z'],
    ['Taken at', '2026年10月4日20时30分', 'takenAt', '2026-10-04T12:30:00.000Z'],
    ['Starts', '下午 8:30', 'startsAt', '20:30'],
    ['Starts', 0.3125, 'startsAt', '07:30'],
    ['Name', { number: 1234, text: '00001234', isPercent: false }, 'name', '00001234'],
    ['Name', 123456789012345, 'name', '123456789012345'],
    ['Weight', { number: 1234, text: '00001234', isPercent: false }, 'weight', 1234],
    ['Weight', '12.5 吨', 'weight', 12_500],
    ['Weight（吨）', 12.5, 'weight', 12_500],
    ['重量/克', 250, 'weight', 0.25],
    ['重量 [lb]', 10, 'weight', 4.54],
    ['Name', 42, 'name', '42'],
    ['Name', '  ', 'name', null],
    ['Line', 'SMS 1', 'lineId', LINE],
    ['People', '安；Ben', 'people', [ANN, BEN]],
    ['People', null, 'people', []],
  ])('column %s with %j becomes %s %j', async (header, cell, field, expected) => {
    if (header === 'Code') {
      const { inputs } = await convertRowsToInputs(sample, buildSheet(['Code'], [cell]), plain)
      return expect(inputs[0]!.input[field]).toBe('123')
    }
    expect((await importRow([header, cell]))[field]).toEqual(expected)
  })
  it.each<[string, CellValue, string]>([
    ['Count', 1.5, 'notInteger'],
    ['Count', '1,5', 'decimalComma'],
    ['Count', -1, 'tooSmall'],
    ['Weight', 1.234, 'tooPrecise'],
    ['Grade', 'fine', 'notAnOption'],
    ['In use', 'maybe', 'wrongType'],
    ['Made on', '2026-02-30', 'badDay'],
    ['Made on', 'soon', 'badDay'],
    ['Taken at', '2026-02-30 08:00', 'badMoment'],
    ['Starts', '25:00', 'badFormat'],
    ['Line', 'SMS 9', 'unknownId'],
    ['People', 'Ben; Li', 'severalFound'],
    ['Name', 'x'.repeat(61), 'tooLong'],
  ])('column %s with %j is reported: %s', async (header, cell, code) => {
    expect(await loadIssues(buildSheet(['Code', header], ['a', null], ['b', cell]))).toEqual([[3, 'B', header, code]])
  })
  it('reports an empty required cell, and rows with the same key', async () => {
    expect(await loadIssues(buildSheet(['Code', 'Name'], ['a', 'x'], [null, 'y'], ['A', 'z']))).toEqual([
      [3, 'A', 'Code', 'missing'],
      [4, 'A', 'Code', 'resemblesRow'],
    ])
  })
  it("checks the plant's custom columns", async () => {
    const { issues } = await convertRowsToInputs(
      sample,
      buildSheet(['Code', 'Gap (mm)', 'Colour'], ['a', 'wide', 'Red'], ['b', 1, 'Green'], ['c', 1, null]),
      options,
    )
    expect(issues.map((i) => [i.row, i.column, i.issue.code])).toEqual([
      [2, 'B', 'notNumber'],
      [3, 'C', 'notAnOption'],
      [4, 'C', 'missing'],
    ])
  })
  it('lists no more issues than requested', async () => {
    const { issues } = await convertRowsToInputs(
      sample,
      buildSheet(['Code', 'Count'], ...Array.from({ length: 50 }, (_, i): CellValue[] => [`c${i}`, 'x'])),
      { ...plain, maxIssues: 7 },
    )
    expect(issues).toHaveLength(7)
  })
})

describe('the template', () => {
  it('has headings that the import understands, and explains them on a second worksheet', async () => {
    const bytes = await buffer(
      writeTemplate(sample, t.zh, {
        language: 'zh',
        customColumns: customFields,
        hasText: hasTranslation,
        examples: { code: 'S-1' },
      }),
    )
    const filled = await readWorkbook(bytes, WORKBOOK_LIMITS)
    expect(filled.header).toContain('重量 (kg)')
    expect(filled.header).not.toContain('状态')
    const { issues } = await convertRowsToInputs(sample, filled, options)
    expect(issues).toEqual([])
  })
})
