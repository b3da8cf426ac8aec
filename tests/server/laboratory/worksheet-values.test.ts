import { describe, expect, test } from 'vitest'
import { readWorksheet } from '@/areas/laboratory/server/read-worksheet'
import type { MappedColumn } from '@/areas/laboratory/rules/lab-columns'
import type { CellValue, Worksheet } from '@/server/excel/read-sheet'

const roles = ['roll', 'testedAt', 'index'] as const
const read = (
  cells: readonly [roll: CellValue, at: CellValue, value: CellValue][],
  header = '纵向强力',
  more: Partial<Worksheet> = {},
  timeHeader = '检测时间',
) => {
  const names = ['卷号', timeHeader, header]
  const columns = names.map((name, i): MappedColumn => ({
    column: i + 1,
    header: name,
    role: roles[i]!,
    indexId: i === 2 ? 'md' : null,
    example: null,
  }))
  const sheet: Worksheet = {
    header: names,
    headerRow: 1,
    rows: cells.map((row) => [...row]),
    rowNumbers: cells.map((_, i) => i + 2),
    ...more,
  }
  return (unit: string | null = null, digits = 1) => {
    const { problems: allProblems, readings } = readWorksheet(sheet, columns, {
      zone: 'Asia/Shanghai',
      indexById: new Map([['md', { name: '纵向强力', nameEn: null, unit, digits, signed: false }]]),
    })
    // Most rows name only the day.
    const problems = allProblems.filter(({ code }) => code !== 'noTimeOfDay')
    return {
      problems: problems.map(({ row, column, code }) => [row, column, code]),
      params: problems.map(({ params }) => params),
      texts: readings.map(({ text }) => text),
      times: readings.map(({ testedAt }) => testedAt),
      rolls: readings.map(({ roll }) => roll),
    }
  }
}

describe('times in a laboratory worksheet', () => {
  test.each<[CellValue]>([
    ['2026-11-20 8:30 PM'],
    ['2026-11-20 下午 8:30'],
    ['2026/11/20 20时30分'],
    ['2026年11月20日20时30分'],
    ['2026-11-20T12:30:00Z'],
    ['2026-11-20 20:30:00'],
    [new Date('2026-11-20T20:30:00Z')],
    // 2026-11-20 is serial day 46346.
    [46346 + 20.5 / 24],
  ])('%s is half past eight in the evening, plant time', (at) => {
    // Shanghai is eight hours ahead of UTC.
    expect(read([['R-1', at, 50]])()).toMatchObject({ problems: [], times: ['2026-11-20T12:30:00.000Z'] })
  })
  test.each<[CellValue]>([
    ['2026-11-2012'],
    ['01/02/2026'],
    ['2026-11-20 25:00'],
    ['8:30 PM'],
    [2026],
    ['2026-11-20 8:30 XM'],
  ])('%s is refused', (at) => {
    expect(read([['R-1', at, 50]])().problems).toEqual([[2, 'B', 'notDate']])
  })
})

describe('values in a laboratory worksheet', () => {
  test.each<[header: string, unit: string, cell: CellValue, text: string]>([
    ['纵向强力 (cN)', 'N/50 mm', 5120, '51.2'],
    // 1 kgf is 9.80665 N by definition.
    ['纵向强力 (kgf)', 'N', '1', '9.80665'],
    ['静水压 (mbar)', 'kPa', '25.5', '2.55'],
    ['克重（kg/m²）', 'g/m²', 0.015, '15'],
    ['透气率 (L/m²/s)', 'mm/s', 820, '820'],
    ['纵向强力 N/50 mm', 'N/50mm', '51.20', '51.20'],
    ['克重1 (1)', 'g/m²', '15.0', '15.0'],
    ['纵向强力 (MD)', 'N', 50, '50'],
    // All decimals stay, because GB/T 8170 rounds the mean once and not the values before. 1 kPa is 1000/98.0665 cmH₂O.
    ['静水压（kPa）', 'cmH₂O', 4, '40.788649'],
    ['静水压（kPa）', 'cmH₂O', 5, '50.985811'],
    ['静水压（kPa）', 'cmH₂O', '4.00', '40.788649'],
    ['静水压（kPa）', 'cmH₂O', 4.123, '42.042899'],
    ['静水压（kPa）', 'cmH₂O', '0.123', '1.254251'],
    ['纵向强力 (kgf)', 'N', 5, '49.03325'],
    ['纵向强力 (kgf)', 'N', 6, '58.8399'],
    ['纵向强力（公斤力）', 'N', 7, '68.64655'],
    ['液体穿透时间（分钟）', 's', 2, '120'],
    ['液体穿透时间（分钟）', 's', 3, '180'],
    ['液体穿透时间（min）', 's', 2, '120'],
    ['液体穿透时间（min）', 's', 1.5, '90'],
    ['液体穿透时间（分）', 's', 7, '420'],
    ['液体穿透时间 min', 's', 2, '120'],
    ['克重 (kg/m²)（样品1）', 'g/m²', 0.015, '15'],
    ['纵向强力（cN，纵向）', 'N', 5120, '51.2'],
    ['伸长率', '%', { number: 0.3, text: '30%', isPercent: true }, '30'],
    ['静水压 (mbar)', 'kPa', '<5', '<0.5'],
    ['伸长率', '%', '45.5%', '45.5'],
    ['伸长率', '%', '45.5 ％', '45.5'],
    ['静水压', 'kPa', '4 kPa', '4'],
    ['静水压', 'kPa', '40 mbar', '4'],
    ['静水压', 'kPa', '<5 mbar', '<0.5'],
    // The unit of the cell precedes that of the heading.
    ['静水压 (mbar)', 'kPa', '4 kPa', '4'],
    ['纵向强力', 'N/50 mm', '51.20 N/50mm', '51.20'],
    ['纵向强力', 'N', '7 公斤力', '68.64655'],
    ['克重', 'g/m²', '15,5 g/m²', '15.5'],
    ['粘度 (Pa·s)', 'mPa·s', 25, '25000'],
    ['粘度', 'mPa·s', '0.25 Pa·s', '250'],
    ['粘度 (mPa.s)', 'mPa·s', 25, '25'],
    ['表面电阻 (mΩ)', 'Ω', 25, '0.025'],
    ['静水压 (mPa)', 'mPa', '25 mPa', '25'],
  ])('read %s as %s', (header, unit, cell, text) => {
    expect(read([['R-1', '2026-11-20', cell]], header)(unit)).toMatchObject({ problems: [], texts: [text] })
  })
  test.each<[cell: CellValue, unit: string | null, problem: string]>([
    ['45.5%', 'N', 'otherUnit'],
    ['45.5%', null, 'otherUnit'],
    [{ number: 0.455, text: '45.5%', isPercent: true }, null, 'otherUnit'],
    ['4 kPa', 'N', 'otherUnit'],
    // mPa is written for MPa too.
    ['4 mPa', 'kPa', 'otherUnit'],
    ['4 MN/50 mm', 'N/50 mm', 'otherUnit'],
    ['4 xyz', 'kPa', 'notNumber'],
    ['4 5 kPa', 'kPa', 'twoReadings'],
    ['1,234 kPa', 'kPa', 'twoReadings'],
    ['1/2', 'kPa', 'notNumber'],
    ['10²', 'kPa', 'notNumber'],
    // Nothing shows whether the point separates decimals or thousands.
    ['4.123', 'kPa', 'twoReadings'],
    ['>100', 'kPa', 'notExact'],
    ['n.d.', 'kPa', 'notExact'],
    ['未检出', 'kPa', 'notExact'],
    ['12-', 'kPa', 'minusBehind'],
    ['(12)', 'kPa', 'minusBehind'],
  ])('refuse %j for the unit %s as %s', (cell, unit, problem) => {
    expect(read([['R-1', '2026-11-20', cell]])(unit).problems).toEqual([[2, 'C', problem]])
  })
  test.each<[Worksheet['decimals'], CellValue, string]>([
    ['comma', '1.234', '1234'],
    ['comma', '1,234', '1.234'],
    ['comma', '<1.234 kPa', '<1234'],
    ['unclear', '1.25', '1.25'],
  ])('with the decimal sign %s read %s as %s', (decimals, cell, text) => {
    const result = read([['R-1', '2026-11-20', cell]], '静水压', decimals ? { decimals } : {})('kPa')
    expect(result).toMatchObject({ problems: [], texts: [text] })
  })
  test('refuse a plain share beside cells that are formatted as percentages', () => {
    const percent: CellValue = { number: 0.525, text: '53%', isPercent: true }
    const rows = (plain: CellValue): [CellValue, CellValue, CellValue][] => [
      ['R-1', '2026-11-20', percent],
      ['R-2', '2026-11-20', plain],
    ]
    expect(read(rows(0.53), '伸长率')('%')).toMatchObject({ problems: [[3, 'C', 'mixedPercent']], texts: ['52.5'] })
    expect(read(rows(53), '伸长率')('%')).toMatchObject({ problems: [], texts: ['52.5', '53'] })
    expect(read([['R-2', '2026-11-20', 0.53]], '伸长率')('%')).toMatchObject({ problems: [], texts: ['0.53'] })
  })
  test.each<[percentage: CellValue, plain: CellValue, text: string | null]>([
    // 1.5 may be 150 % beside 120 %.
    [{ number: 1.2, text: '120%', isPercent: true }, 1.5, null],
    [{ number: 1.2, text: '120%', isPercent: true }, 2.5, '2.5'],
    ['53%', '0.53', null],
    ['0.3%', '<0.4', null],
    ['<0.3%', 0.4, null],
    ['53 ％', 0.53, null],
    ['53%', '53.5', '53.5'],
    [{ number: 0.53, text: '53%', isPercent: true }, 0, '0'],
    [
      { number: 0.53, text: '53%', isPercent: true },
      { number: 0.53, text: '0.53%', isPercent: false, unit: '%' },
      '0.53',
    ],
  ])('beside %j read %j as %j', (percentage, plain, text) => {
    const { problems, texts } = read(
      [
        ['R-1', '2026-11-20', percentage],
        ['R-2', '2026-11-20', plain],
      ],
      '伸长率',
    )('%')
    expect(problems).toEqual(text === null ? [[3, 'C', 'mixedPercent']] : [])
    expect(texts[1] ?? null).toBe(text)
  })
  test('refuse a plain share beside percentages in another column of the index', () => {
    const names = ['卷号', '伸长率1', '伸长率2']
    const columns = names.map((header, i): MappedColumn => ({
      column: i + 1,
      header,
      role: i === 0 ? 'roll' : 'index',
      indexId: i === 0 ? null : 'elongation',
      example: null,
    }))
    const sheet = { header: names, headerRow: 1, rows: [['R-1', '45.2%', 0.456]], rowNumbers: [2] }
    const index = { name: '伸长率', nameEn: null, unit: '%', digits: 1, signed: false }
    const { problems } = readWorksheet(sheet, columns, {
      zone: 'Asia/Shanghai',
      indexById: new Map([['elongation', index]]),
    })
    expect(problems).toMatchObject([{ row: 2, column: 'C', code: 'mixedPercent', params: { value: '0.456' } }])
  })
  test('refuse a point that may separate thousands', () => {
    const result = read([['R-1', '2026-11-20', '1.234']], '静水压', { decimals: 'unclear' })('kPa')
    expect(result.problems).toEqual([[2, 'C', 'twoReadings']])
  })
  test('refuse an unconvertible unit at the heading and a percentage at its cell', () => {
    expect(read([['R-1', '2026-11-20', 5]], '克重 (mm)')('g/m²').problems[0]).toEqual([1, 'C', 'otherUnit'])
    expect(read([['R-1', '2026-11-20', 5]], '克重 (xyz)')('g/m²').problems[0]).toEqual([1, 'C', 'otherUnit'])
    const share: CellValue = { number: 0.3, text: '30%', isPercent: true }
    expect(read([['R-1', '2026-11-20', share]])('N').problems).toEqual([[2, 'C', 'otherUnit']])
    const mass: CellValue = { number: 3, text: '3 kg', isPercent: false, unit: 'kg' }
    expect(read([['R-1', '2026-11-20', mass]])('N').params).toEqual([{ value: '3 kg', unit: 'kg', own: 'N' }])
    expect(read([['R-1', '2026-11-20', 5]], '纵向强力 (cN)（N）')('N').problems[0]).toEqual([1, 'C', 'otherUnit'])
  })
  test.each([
    '（CV）',
    '（CV%）',
    '（SD）',
    '（标准值）',
    '（上限）',
    '（下限）',
    '（最大值）',
    ' (max)',
    '（min）',
    '极差',
    ' SD',
  ])('refuse statistics and limits as samples: 克重%s', (ending) => {
    const { problems, texts } = read([['R-1', '2026-11-20', 20]], `克重${ending}`)('g/m²')
    expect({ problems, texts }).toEqual({ problems: [[1, 'C', 'notSamples']], texts: [] })
  })
  test.each(['（平均值）', '(mean)', ' (g/m², 平均值)', '平均值（g/m²）'])(
    'take means as single values, with a warning: 克重%s',
    (ending) =>
      expect(read([['R-1', '2026-11-20', 20.3]], `克重${ending}`)('g/m²')).toMatchObject({
        problems: [[1, 'C', 'onlyMean']],
        texts: ['20.3'],
      }),
  )
  test.each(['10²', '①', '5³', '0,125,000'])('refuse %s', (cell) => {
    expect(read([['R-1', '2026-11-20', cell]])('N').problems).toEqual([[2, 'C', 'notNumber']])
  })
  test.each([
    ['1\u00a0250', '1250'],
    ['12\u2009500.5 g/m²', '12500.5'],
    ['<1\u202f250', '<1250'],
  ])('accept groups of three digits after no-break and thin spaces, which separate no values: %j', (cell, text) => {
    expect(read([['R-1', '2026-11-20', cell]], '克重')('g/m²')).toMatchObject({ problems: [], texts: [text] })
  })
  test('accept decimal commas', () => {
    const sheet = read([['R-1', '2026-11-20', '1,250']], '克重', { decimals: 'comma' })
    expect(sheet('g/m²').texts).toEqual(['1.250'])
    expect(read([['R-1', '2026-11-20', '1,250']])().problems).toEqual([[2, 'C', 'twoReadings']])
    for (const twoValues of ['2 0.1', '0.3 1', '40.\n18', '812 815', '1 250', '812\u00a0815', '1\n250'])
      expect(read([['R-1', '2026-11-20', twoValues]])().problems).toEqual([[2, 'C', 'twoReadings']])
  })
})

describe('roll numbers in a worksheet', () => {
  test('keep their zeros; numbers altered by Excel are refused', () => {
    expect(read([[{ number: 1234, text: '00001234', isPercent: false }, '2026-11-20', 5]])().rolls).toEqual([
      '00001234',
    ])
    expect(read([[new Date('2026-01-02T00:00:00Z'), '2026-11-20', 5]])().problems[0]).toEqual([2, 'A', 'dateInText'])
    expect(read([['8.93901E+18', '2026-11-20', 5]])().problems[0]).toEqual([2, 'A', 'digitsLost'])
    const scientific: CellValue = { number: 12_000, text: '12000', isPercent: false, isScientific: true }
    expect(read([[scientific, '2026-11-20', 5]])().problems[0]).toEqual([2, 'A', 'digitsLost'])
    expect(read([['R-1', '2026-11-20', scientific]])()).toMatchObject({ problems: [], texts: ['12000'] })
  })
  test('that look like dates in a CSV file are imported with a warning', () => {
    const names = ['卷号', '批号', '克重']
    const columns = names.map((header, i): MappedColumn => ({
      column: i + 1,
      header,
      role: (['roll', 'batch', 'index'] as const)[i]!,
      indexId: i === 2 ? 'mass' : null,
      example: null,
    }))
    const rows = [
      ['R-1', '3月5日', '20'],
      ['R-2', 'A-17', '21'],
      ['R-3', '5-Mar', '20'],
      ['R-4', '3月5日', '22'],
    ]
    const index = { name: '克重', nameEn: null, unit: 'g/m²', digits: 1, signed: false }
    const readFile = (isCsv: boolean) =>
      readWorksheet({ header: names, headerRow: 1, rows, rowNumbers: [2, 3, 4, 5], isCsv }, columns, {
        zone: 'Asia/Shanghai',
        indexById: new Map([['mass', index]]),
      })
    const { problems, readings } = readFile(true)
    expect(problems).toEqual([
      {
        row: 2,
        column: 'B',
        header: '批号',
        code: 'dateInColumn',
        params: { rows: '2, 4–5', values: '3月5日; 5-Mar' },
        warning: true,
      },
    ])
    expect(readings.map(({ batch }) => batch)).toEqual(['3月5日', 'A-17', '5-Mar', '3月5日'])
    expect(readFile(false).problems).toEqual([])
  })
  test('in hidden rows are reported and imported', () => {
    const sheet = read(
      [
        ['R-1', '2026-11-20', 5],
        ['R-2', '2026-11-20', 5],
      ],
      '克重',
      { hiddenRows: [3] },
    )()
    expect(sheet).toMatchObject({ problems: [[3, '', 'hidden']], rolls: ['R-1', 'R-2'] })
  })
})

test('test times in another zone than the plant are refused', () => {
  const result = read([['R-1', '2026-11-20 12:30', 50]], '纵向强力', {}, 'Tested at (UTC)')()
  expect([result.problems, result.params]).toEqual([[[1, 'B', 'otherZone']], [{ zone: 'UTC' }]])
})
