import { describe, expect, test } from 'vitest'
import { readWorksheet } from '@/areas/laboratory/server/read-worksheet'
import type { MappedColumn } from '@/areas/laboratory/rules/lab-columns'
import type { CellValue, Worksheet } from '@/server/excel/read-sheet'

const roles = ['roll', 'testedAt', 'index'] as const
const read = (
  cells: readonly [roll: CellValue, at: CellValue, value: CellValue][],
  header = '纵向强力',
  more: Partial<Worksheet> = {},
) => {
  const names = ['卷号', '检测时间', header]
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
  return (unit: string | null = null) => {
    const { problems, readings } = readWorksheet(sheet, columns, {
      zone: 'Asia/Shanghai',
      signedIndexIds: new Set(),
      unitByIndexId: new Map([['md', unit]]),
    })
    return {
      problems: problems.map(({ row, column, code }) => [row, column, code]),
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
    ['纵向强力 (kgf)', 'N', '1', '10'],
    ['静水压 (mbar)', 'kPa', '25.5', '2.55'],
    ['克重（kg/m²）', 'g/m²', 0.015, '15'],
    ['透气率 (L/m²/s)', 'mm/s', 820, '820'],
    ['纵向强力 N/50 mm', 'N/50mm', '51.20', '51.20'],
    ['克重1 (1)', 'g/m²', '15.0', '15.0'],
    ['纵向强力 (MD)', 'N', 50, '50'],
    ['纵向强力 (平均)', 'N', 50, '50'],
    ['伸长率', '%', { number: 0.3, text: '30%', isPercent: true }, '30'],
    ['静水压 (mbar)', 'kPa', '<5', '<0.5'],
  ])('read %s as %s', (header, unit, cell, text) => {
    expect(read([['R-1', '2026-11-20', cell]], header)(unit)).toMatchObject({ problems: [], texts: [text] })
  })
  test('refuse an unconvertible unit at the heading and a percentage at its cell', () => {
    expect(read([['R-1', '2026-11-20', 5]], '克重 (mm)')('g/m²').problems[0]).toEqual([1, 'C', 'otherUnit'])
    expect(read([['R-1', '2026-11-20', 5]], '克重 (xyz)')('g/m²').problems[0]).toEqual([1, 'C', 'otherUnit'])
    const share: CellValue = { number: 0.3, text: '30%', isPercent: true }
    expect(read([['R-1', '2026-11-20', share]])('N').problems).toEqual([[2, 'C', 'otherUnit']])
  })
  test('accept decimal commas', () => {
    const sheet = read([['R-1', '2026-11-20', '1,250']], '克重', { decimals: 'comma' })
    expect(sheet('g/m²').texts).toEqual(['1.250'])
    expect(read([['R-1', '2026-11-20', '1,250']])().problems).toEqual([[2, 'C', 'twoReadings']])
  })
})

describe('roll numbers in a worksheet', () => {
  test('keep their zeros; numbers altered by Excel are refused', () => {
    expect(read([[{ number: 1234, text: '00001234', isPercent: false }, '2026-11-20', 5]])().rolls).toEqual([
      '00001234',
    ])
    expect(read([[new Date('2026-01-02T00:00:00Z'), '2026-11-20', 5]])().problems[0]).toEqual([2, 'A', 'dateInText'])
    expect(read([['8.93901E+18', '2026-11-20', 5]])().problems[0]).toEqual([2, 'A', 'digitsLost'])
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
