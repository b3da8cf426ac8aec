import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSheet, WORKBOOK_LIMITS, type WorkbookLimits } from '@/server/excel/read-sheet'
import { readWorkbook } from '@/server/excel/read-workbook'
import { archive, headAB, inline, sheetOf, workbookWith } from './archive'

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name)
const wall = (text: string) => new Date(`${text}Z`)
/** Without a worker, which costs half a second to start from source. */
const read = (bytes: Buffer, limits: Partial<WorkbookLimits> = {}) =>
  readWorkbook(bytes, { ...WORKBOOK_LIMITS, ...limits })
const refusal = (source: Buffer | string, limits: Partial<WorkbookLimits> = {}) =>
  (typeof source === 'string' ? readSheet(source, limits) : read(source, limits)).then(
    () => null,
    (error: { problem?: string; at?: object }) => ({ problem: error.problem, ...error.at }),
  )

describe('workbooks of other programs', () => {
  it('reads LibreOffice: rich text, days in Chinese format, moments, booleans, gaps', async () => {
    const sheet = await readSheet(fixture('libreoffice.xlsx'))
    expect(sheet.header).toEqual(['编码', '重量 (kg)', '日期', '时间', '启用'])
    expect(sheet.rows).toEqual([
      ['P-01 粗&细', 12.345, wall('2026-10-04T00:00:00'), wall('2026-10-04T23:59:00'), true],
      ['00123', null, wall('1999-12-31T00:00:00'), null, false],
    ])
    expect(sheet.rowNumbers).toEqual([2, 6])
  })
  it('reads SheetJS: shared strings used twice, short rows, its date formats', async () => {
    const sheet = await readSheet(fixture('sheetjs.xlsx'))
    expect(sheet.rows).toEqual([
      ['A-1', 1.25, wall('2026-10-04T00:00:00'), true],
      ['重复', 2, wall('2026-10-04T12:00:00'), false],
      ['重复', 3, null, null],
    ])
  })
  it('reads the 1904 date system', async () => {
    expect((await readSheet(fixture('sheetjs-1904.xlsx'))).rows).toEqual([[wall('2026-10-04T00:00:00')]])
  })
  it('reads write-excel-file', async () => {
    expect((await readSheet(fixture('write-excel-file.xlsx'))).rows).toEqual([
      ['w-1', wall('2026-10-04T08:30:00'), 7, true],
    ])
  })
  it.each([
    ['sheetjs-formula.xlsx', { problem: 'formula', row: 2, column: 'B' }],
    ['sheetjs-merged.xlsx', { problem: 'merged', row: 2, column: 'A' }],
    ['password.xlsx', { problem: 'encrypted' }],
    ['libreoffice.xls', { problem: 'oldExcel' }],
  ])('refuses %s', async (name, expected) => {
    expect(await refusal(fixture(name))).toEqual(expected)
  })
})

describe('cells', () => {
  it('reads prefixed elements, missing references, ISO dates, text with escapes, CDATA and entities', async () => {
    const sheet =
      `<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>A</x:t></x:is></x:c><x:c t="str"><x:v>B</x:v></x:c><x:c t="str"><x:v>C</x:v></x:c></x:row>` +
      `<x:row><x:c t="d"><x:v>2026-10-04T08:30:00</x:v></x:c><x:c t="str"><x:v>a_x000D_&#x4e2d;&amp;<![CDATA[<b>]]></x:v></x:c><x:c><x:v>1e3</x:v></x:c></x:row></x:sheetData></x:worksheet>`
    expect((await read(workbookWith(sheet))).rows).toEqual([[wall('2026-10-04T08:30:00'), 'a\r中&<b>', 1000]])
  })
  it('leaves out readings of Chinese and Japanese characters', async () => {
    const strings = '<sst><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si></sst>'
    const sheet = await read(
      workbookWith(sheetOf(`<row r="1"><c r="A1" t="s"><v>0</v></c></row>`), [
        { name: 'xl/sharedStrings.xml', content: strings },
      ]),
    )
    expect(sheet.header).toEqual(['東京'])
  })
  it('takes a merged title that stands beside the data as it is', async () => {
    const sheet = sheetOf(
      `${headAB}<row r="2"><c r="A2"><v>1</v></c></row>`,
      '<mergeCells><mergeCell ref="A5:B6"/></mergeCells>',
    )
    expect((await read(workbookWith(sheet))).rows).toEqual([[1, null]])
  })
  it('names the title merged over a table, and not the headings below it', async () => {
    const title = `<row r="1"><c r="A1" t="str"><v>Tests</v></c></row>`
    const table = headAB.replaceAll('r="1"', 'r="2"').replace('"A1"', '"A2"').replace('"B1"', '"B2"')
    const sheet = sheetOf(`${title}${table}`, '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>')
    expect(await refusal(workbookWith(sheet))).toEqual({ problem: 'merged', row: 1, column: 'A' })
    const plain = workbookWith(sheetOf(`${title}${table}`))
    expect(await refusal(plain)).toEqual({ problem: 'valueWithoutHeader', row: 2, column: 'B', header: 1 })
  })
  it.each([
    [
      'an error value',
      `<row r="2"><c r="B2" t="e"><v>#N/A</v></c></row>`,
      { problem: 'errorCell', row: 2, column: 'B', value: '#N/A' },
    ],
    [
      'a value without heading',
      `<row r="2"><c r="C2"><v>1</v></c></row>`,
      { problem: 'valueWithoutHeader', row: 2, column: 'C', header: 1 },
    ],
    [
      'a column past XFD',
      `<row r="2"><c r="XFE2"><v>1</v></c></row>`,
      { problem: 'outsideSheet', row: 2, value: 'XFE2' },
    ],
    [
      'a row past the last',
      `<row r="1048577"><c r="A1048577"><v>1</v></c></row>`,
      { problem: 'outsideSheet', row: 1048577 },
    ],
    [
      'a shared string that is not there',
      `<row r="2"><c r="A2" t="s"><v>7</v></c></row>`,
      { problem: 'damaged', row: 2, column: 'A' },
    ],
    ['a number that is none', `<row r="2"><c r="A2"><v>abc</v></c></row>`, { problem: 'damaged', row: 2, column: 'A' }],
    ['rows out of order', `<row r="3"/><row r="2"/>`, { problem: 'damaged', row: 3 }],
    [
      'a cell twice',
      `<row r="2"><c r="A2"><v>1</v></c><c r="A2"><v>2</v></c></row>`,
      { problem: 'damaged', row: 2, value: 'A2' },
    ],
  ])('refuses %s', async (_, rows, expected) => {
    expect(await refusal(workbookWith(sheetOf(headAB + rows)))).toEqual(expected)
  })
  it('refuses a heading that appears twice and an empty sheet', async () => {
    expect(
      await refusal(workbookWith(sheetOf(`<row r="3">${inline('A3', 'Code')}${inline('C3', 'code ')}</row>`))),
    ).toEqual({ problem: 'duplicateHeader', row: 3, column: 'C', value: 'code' })
    expect(await refusal(workbookWith(sheetOf('')))).toEqual({ problem: 'noHeader' })
  })
})

describe('limits', () => {
  const rows = (n: number) =>
    sheetOf(
      headAB + Array.from({ length: n }, (_, i) => `<row r="${i + 2}"><c r="A${i + 2}"><v>${i}</v></c></row>`).join(''),
    )
  it('takes exactly as many rows as allowed', async () => {
    expect((await read(workbookWith(rows(20)), { maxRows: 20 })).rows).toHaveLength(20)
    expect(await refusal(workbookWith(rows(21)), { maxRows: 20 })).toEqual({ problem: 'tooManyRows', limit: 20 })
  })
  it('counts cells, columns and characters', async () => {
    expect(await refusal(workbookWith(rows(21)), { maxCells: 10 })).toEqual({
      problem: 'tooManyCells',
      row: 10,
      column: 'A',
      limit: 10,
    })
    expect(await refusal(workbookWith(sheetOf(headAB)), { maxColumns: 1 })).toEqual({
      problem: 'tooManyColumns',
      row: 1,
      column: 'B',
      limit: 1,
    })
    expect(
      await refusal(workbookWith(sheetOf(headAB + `<row r="2">${inline('A2', 'x'.repeat(50))}</row>`)), {
        maxText: 40,
      }),
    ).toEqual({ problem: 'tooMuchText', row: 2, column: 'A', limit: 40 })
  })
  it('refuses a file by its size before a worker starts', async () => {
    await expect(readSheet(Buffer.alloc(30), { maxBytes: 20 })).rejects.toMatchObject({
      problem: 'tooBig',
      at: { limit: 20 },
    })
  })
})

describe('what is no workbook', () => {
  it.each([
    ['a program with another name', Buffer.from('MZ\x90\x00'.padEnd(400, 'x'), 'latin1'), { problem: 'notExcel' }],
    ['text', Buffer.from('a,b\n1,2\n'), { problem: 'notExcel' }],
    ['a zip of something else', archive([{ name: 'a.txt', content: 'hello' }]), { problem: 'notExcel' }],
    ['half a file', workbookWith(sheetOf(headAB)).subarray(0, 300), { problem: 'damaged' }],
    [
      'a password on its parts',
      archive([{ name: 'xl/workbook.xml', content: 'x', encrypted: true }]),
      { problem: 'encrypted' },
    ],
    [
      'a workbook without a sheet',
      workbookWith('', [{ name: 'xl/workbook.xml', content: '<workbook><sheets/></workbook>' }]),
      { problem: 'noSheet' },
    ],
  ])('refuses %s', async (_, bytes, expected) => {
    expect(await refusal(bytes)).toEqual(expected)
  })
  it("tells a missing path as the server's own error", async () => {
    await expect(readSheet('/nowhere/x.xlsx')).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
