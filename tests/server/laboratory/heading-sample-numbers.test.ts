import { expect, test } from 'vitest'
import { parseSampleNumber } from '@/areas/laboratory/server/assign-heading-numbers'
import { readWorksheet } from '@/areas/laboratory/server/read-worksheet'
import type { ColumnRole } from '@/areas/laboratory/rules/lab-columns'
import type { CellValue } from '@/server/excel/read-sheet'

const index = { name: '克重', nameEn: 'GSM', unit: 'g/m²', digits: 1, signed: false }
/** Reads a worksheet; every heading that is neither a roll nor a sample is a column of the index. */
const read = (header: readonly string[], ...rows: readonly (readonly CellValue[])[]) => {
  const roles: Record<string, ColumnRole> = { 卷号: 'roll', 样品: 'sample' }
  const columns = header.map((heading, i) => ({
    column: i + 1,
    header: heading,
    role: roles[heading] ?? ('index' as const),
    indexId: roles[heading] ? null : 'gsm',
    example: null,
  }))
  const { problems, readings } = readWorksheet(
    { header: [...header], headerRow: 1, rows: rows.map((row) => [...row]), rowNumbers: rows.map((_, i) => i + 2) },
    columns,
    { zone: 'Asia/Shanghai', indexById: new Map([['gsm', index]]) },
  )
  return { codes: problems.map(({ code }) => code), samples: readings.map(({ roll, no, text }) => [roll, no, text]) }
}

test.each<[string, ReturnType<typeof parseSampleNumber>]>([
  ['克重2 (g/m²)', { stem: '克重', no: 2 }],
  ['GSM #12', { stem: 'gsm', no: 12 }],
  ['克重（3）', { stem: '克重', no: 3 }],
  ['克重 (g/m²) 4', { stem: '克重', no: 4 }],
  ['克重 (g/m²)', null],
  ['克重', null],
  ['12', null],
])('the heading %s names the sample', (header, expected) => {
  expect(parseSampleNumber(header)).toEqual(expected)
})
test('samples have the numbers of their headings, also beside an empty cell', () => {
  expect(read(['卷号', '克重1', '克重2', '克重4'], ['R-1', 15, null, 15.4], ['R-2', null, 14.8, 15.1])).toEqual({
    codes: [],
    samples: [
      ['R-1', 1, '15'],
      ['R-1', 4, '15.4'],
      ['R-2', 2, '14.8'],
      ['R-2', 4, '15.1'],
    ],
  })
})
test('headings without a number of their own number nothing', () => {
  for (const header of [
    ['卷号', '克重', '克重'],
    ['卷号', '克重左', '克重2'],
    ['卷号', '克重1', '克重1'],
  ])
    expect(read(header, ['R-1', 15, 15.4])).toMatchObject({
      codes: [],
      samples: [
        ['R-1', null, '15'],
        ['R-1', null, '15.4'],
      ],
    })
})
test('ambiguous numbers are left out with a warning', () => {
  const severalRows = read(['卷号', '克重1', '克重2'], ['R-1', 15, 15.1], ['R-1', 15.2, 15.3])
  expect(severalRows.codes).toEqual(['headingNumbersLeftOut'])
  expect(severalRows.samples.map(([, no]) => no)).toEqual([null, null, null, null])
  const numberedRows = read(['卷号', '样品', '克重1', '克重2'], ['R-1', 7, 15, 15.1])
  expect(numberedRows.codes).toEqual(['sampleInTwoColumns', 'headingNumbersLeftOut'])
})
test.each([
  ['another language', ['克重', 'GSM']],
  ['another unit', ['克重', '克重 (oz/yd²)']],
  ['a trade name', ['定量', '克重 (g/m²)']],
])('a second column of the index under %s is refused instead of counted as a sample', (_what, headings) => {
  expect(read(['卷号', ...headings], ['R-1', 15, 30]).codes).toContain('indexTwice')
  expect(read(['卷号', '样品', ...headings], ['R-1', 1, 15, 30], ['R-1', 2, 16, 31]).codes).toContain('indexTwice')
})
test('one sample in two columns of a row is refused, also if the headings are equal', () => {
  expect(read(['卷号', '样品', '克重', '克重'], ['R-1', 1, 15, 15.4], ['R-1', 2, 15, null]).codes).toEqual([
    'sampleInTwoColumns',
  ])
  expect(read(['卷号', '样品', '克重', '克重'], ['R-1', 1, 15, null], ['R-1', 2, null, 15.4]).codes).toEqual([])
  expect(read(['卷号', '样品', '克重左', '克重右'], ['R-1', 1, 15, 15.4]).codes).toEqual(['sampleInTwoColumns'])
  expect(read(['卷号', '克重左', '克重右'], ['R-1', 15, 15.4]).codes).toEqual([])
})
