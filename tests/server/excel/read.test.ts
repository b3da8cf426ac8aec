import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSheet, WORKBOOK_LIMITS, type WorkbookLimits } from '@/server/excel/read-sheet'
import { readWorkbook } from '@/server/excel/read-workbook'
import { buildArchive, headAB, buildTextCell, buildSheetXml, buildWorkbookFile } from './build-archive'

const getFixturePath = (name: string) => join(import.meta.dirname, 'fixtures', name)
const toWallClock = (text: string) => new Date(`${text}Z`)
/** Reads without a worker, because a worker takes half a second to start from source. */
const read = (bytes: Buffer, limits: Partial<WorkbookLimits> = {}) =>
  readWorkbook(bytes, { ...WORKBOOK_LIMITS, ...limits })
const refusal = (source: Buffer | string, limits: Partial<WorkbookLimits> = {}) =>
  (typeof source === 'string' ? readSheet(source, limits) : read(source, limits)).then(
    () => null,
    (error: { problem?: string; location?: object }) => ({ problem: error.problem, ...error.location }),
  )

describe('workbooks of other programs', () => {
  it('reads LibreOffice: rich text, days in Chinese format, moments, booleans, gaps', async () => {
    const sheet = await readSheet(getFixturePath('libreoffice.xlsx'))
    expect(sheet.header).toEqual(['编码', '重量 (kg)', '日期', '时间', '启用'])
    expect(sheet.rows).toEqual([
      ['P-01 粗&细', 12.345, toWallClock('2026-10-04T00:00:00'), toWallClock('2026-10-04T23:59:00'), true],
      ['00123', null, toWallClock('1999-12-31T00:00:00'), null, false],
    ])
    expect(sheet.rowNumbers).toEqual([2, 6])
  })
  it('reads SheetJS: shared strings used twice, short rows, its date formats', async () => {
    const sheet = await readSheet(getFixturePath('sheetjs.xlsx'))
    expect(sheet.rows).toEqual([
      ['A-1', 1.25, toWallClock('2026-10-04T00:00:00'), true],
      ['重复', 2, toWallClock('2026-10-04T12:00:00'), false],
      ['重复', 3, null, null],
    ])
  })
  it('reads the 1904 date system', async () => {
    expect((await readSheet(getFixturePath('sheetjs-1904.xlsx'))).rows).toEqual([[toWallClock('2026-10-04T00:00:00')]])
  })
  it('reads write-excel-file', async () => {
    expect((await readSheet(getFixturePath('write-excel-file.xlsx'))).rows).toEqual([
      ['w-1', toWallClock('2026-10-04T08:30:00'), 7, true],
    ])
  })
  it.each([
    ['sheetjs-formula.xlsx', { problem: 'formula', row: 2, column: 'B' }],
    ['sheetjs-merged.xlsx', { problem: 'merged', row: 2, column: 'A' }],
    ['password.xlsx', { problem: 'encrypted' }],
    ['libreoffice.xls', { problem: 'oldExcel' }],
  ])('refuses %s', async (name, expected) => {
    expect(await refusal(getFixturePath(name))).toEqual(expected)
  })
})

describe('cells', () => {
  it('reads prefixed elements, missing references, ISO dates, text with escapes, CDATA and entities', async () => {
    const sheet =
      `<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>A</x:t></x:is></x:c><x:c t="str"><x:v>B</x:v></x:c><x:c t="str"><x:v>C</x:v></x:c></x:row>` +
      `<x:row><x:c t="d"><x:v>2026-10-04T08:30:00</x:v></x:c><x:c t="str"><x:v>a_x000D_&#x4e2d;&amp;<![CDATA[<b>]]></x:v></x:c><x:c><x:v>1e3</x:v></x:c></x:row></x:sheetData></x:worksheet>`
    expect((await read(buildWorkbookFile(sheet))).rows).toEqual([
      [toWallClock('2026-10-04T08:30:00'), 'a\r中&<b>', 1000],
    ])
  })
  it('leaves out phonetic readings of Chinese and Japanese text', async () => {
    const strings = '<sst><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si></sst>'
    const sheet = await read(
      buildWorkbookFile(buildSheetXml(`<row r="1"><c r="A1" t="s"><v>0</v></c></row>`), [
        { name: 'xl/sharedStrings.xml', content: strings },
      ]),
    )
    expect(sheet.header).toEqual(['東京'])
  })
  it('accepts a merged title beside the data', async () => {
    const sheet = buildSheetXml(
      `${headAB}<row r="2"><c r="A2"><v>1</v></c></row>`,
      '<mergeCells><mergeCell ref="A5:B6"/></mergeCells>',
    )
    expect((await read(buildWorkbookFile(sheet))).rows).toEqual([[1, null]])
  })
  it('reports a title merged over the table, not the headings below it', async () => {
    const title = `<row r="1"><c r="A1" t="str"><v>Tests</v></c></row>`
    const table = headAB.replaceAll('r="1"', 'r="2"').replace('"A1"', '"A2"').replace('"B1"', '"B2"')
    const sheet = buildSheetXml(`${title}${table}`, '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>')
    expect(await refusal(buildWorkbookFile(sheet))).toEqual({ problem: 'merged', row: 1, column: 'A' })
    const unmergedWorkbook = buildWorkbookFile(buildSheetXml(`${title}${table}`))
    expect(await refusal(unmergedWorkbook)).toEqual({ problem: 'valueWithoutHeader', row: 2, column: 'B', header: 1 })
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
    expect(await refusal(buildWorkbookFile(buildSheetXml(headAB + rows)))).toEqual(expected)
  })
  it('refuses a heading that appears twice and an empty sheet', async () => {
    expect(
      await refusal(
        buildWorkbookFile(
          buildSheetXml(`<row r="3">${buildTextCell('A3', 'Code')}${buildTextCell('C3', 'code ')}</row>`),
        ),
      ),
    ).toEqual({ problem: 'duplicateHeader', row: 3, column: 'C', value: 'code' })
    expect(await refusal(buildWorkbookFile(buildSheetXml('')))).toEqual({ problem: 'noHeader' })
  })
})

describe('limits', () => {
  const buildRows = (n: number) =>
    buildSheetXml(
      headAB + Array.from({ length: n }, (_, i) => `<row r="${i + 2}"><c r="A${i + 2}"><v>${i}</v></c></row>`).join(''),
    )
  it('accepts exactly the maximum number of rows', async () => {
    expect((await read(buildWorkbookFile(buildRows(20)), { maxRows: 20 })).rows).toHaveLength(20)
    expect(await refusal(buildWorkbookFile(buildRows(21)), { maxRows: 20 })).toEqual({
      problem: 'tooManyRows',
      limit: 20,
    })
  })
  it('counts cells, columns and characters', async () => {
    expect(await refusal(buildWorkbookFile(buildRows(21)), { maxCells: 10 })).toEqual({
      problem: 'tooManyCells',
      row: 10,
      column: 'A',
      limit: 10,
    })
    expect(await refusal(buildWorkbookFile(buildSheetXml(headAB)), { maxColumns: 1 })).toEqual({
      problem: 'tooManyColumns',
      row: 1,
      column: 'B',
      limit: 1,
    })
    expect(
      await refusal(
        buildWorkbookFile(buildSheetXml(headAB + `<row r="2">${buildTextCell('A2', 'x'.repeat(50))}</row>`)),
        {
          maxCharacters: 40,
        },
      ),
    ).toEqual({ problem: 'tooMuchText', row: 2, column: 'A', limit: 40 })
  })
  it('refuses a file by its size before a worker starts', async () => {
    await expect(readSheet(Buffer.alloc(30), { maxBytes: 20 })).rejects.toMatchObject({
      problem: 'tooBig',
      location: { limit: 20 },
    })
  })
})

describe('files that are no workbooks', () => {
  it.each([
    ['a program with another name', Buffer.from('MZ\x90\x00'.padEnd(400, 'x'), 'latin1'), { problem: 'notExcel' }],
    ['text', Buffer.from('a,b\n1,2\n'), { problem: 'notExcel' }],
    ['a zip of something else', buildArchive([{ name: 'a.txt', content: 'hello' }]), { problem: 'notExcel' }],
    ['half a file', buildWorkbookFile(buildSheetXml(headAB)).subarray(0, 300), { problem: 'damaged' }],
    [
      'a password on its parts',
      buildArchive([{ name: 'xl/workbook.xml', content: 'x', encrypted: true }]),
      { problem: 'encrypted' },
    ],
    [
      'a workbook without a sheet',
      buildWorkbookFile('', [{ name: 'xl/workbook.xml', content: '<workbook><sheets/></workbook>' }]),
      { problem: 'noSheet' },
    ],
  ])('refuses %s', async (_, bytes, expected) => {
    expect(await refusal(bytes)).toEqual(expected)
  })
  it("reports a missing path as the server's error", async () => {
    await expect(readSheet('/nowhere/x.xlsx')).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
