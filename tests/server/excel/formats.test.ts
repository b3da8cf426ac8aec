import { describe, expect, it } from 'vitest'
import { WORKBOOK_LIMITS } from '@/server/excel/read-sheet'
import { readWorkbook } from '@/server/excel/read-workbook'
import { archive, headAB, sheetOf, workbookParts, workbookWith, type Part } from './archive'

const read = (bytes: Buffer) => readWorkbook(bytes, WORKBOOK_LIMITS)
/** A workbook whose cell A2 holds a number in a format, by its code or its built-in number. */
const numberIn = async (format: string | number, value: string) => {
  const [id, own] = typeof format === 'number' ? [format, ''] : [164, format]
  const code = own.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const styles = `<styleSheet>${own ? `<numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts>` : ''}<cellXfs><xf numFmtId="0"/><xf numFmtId="${id}"/></cellXfs></styleSheet>`
  const sheet = sheetOf(`${headAB}<row r="2"><c r="A2" s="1"><v>${value}</v></c></row>`)
  return (await read(workbookWith(sheet, [{ name: 'xl/styles.xml', content: styles }]))).rows[0]![0]
}

describe('formats that show more than the number', () => {
  it.each([
    ['00000000', '1234', '00001234'],
    ['00000000;-00000000', '1234', '00001234'],
    ['"P-"0000', '12', 'P-0012'],
    ['000\\-0000', '1234567', '123-4567'],
    ['000-000', '1234567', '1234-567'],
    ['[Red]0000', '7', '0007'],
    ['0000"号"', '7', '0007号'],
    ['0.00', '1.5', '1.50'],
    ['#0.000', '12.5', '12.500'],
  ])('%s of %s is %s', async (code, value, text) => {
    expect(await numberIn(code, value)).toEqual({ number: Number(value), text, percent: false })
  })
  it.each([
    [9, '0.3', '30%'],
    [10, '0.305', '30.50%'],
    ['0.0%', '0.07', '7.0%'],
  ])('%s of %s is %s', async (format, value, text) => {
    expect(await numberIn(format, value)).toEqual({ number: Number(value), text, percent: true })
  })
  it.each([
    [0, '12.5'],
    ['#,##0.00', '12.5'],
    ['0.000', '12.125'],
    ['0', '7'],
    ['0.00E+00', '12345'],
    ['00000000', '12345678'],
  ])('%s of %s is the number', async (format, value) => {
    expect(await numberIn(format, value)).toBe(Number(value))
  })
})

describe('formats that write a unit behind the number', () => {
  it.each([
    ['0.0"t"', { unit: 't' }],
    ['#,##0.00\\ "kg"', { unit: 'kg' }],
    ['0.00\\k\\g', { unit: 'kg' }],
    ['0.0吨;-0.0吨', { unit: '吨' }],
    ['#,##0.0,"t"', { unit: 't', shownDivisor: 1000 }],
  ])('%s', async (code, unit) => {
    expect(await numberIn(code, '12.5')).toMatchObject({ number: 12.5, ...unit })
  })
})

describe('formats of elapsed time', () => {
  it.each(['[h]:mm', '[mm]:ss', 46])('%s holds days', async (format) => {
    expect(await numberIn(format, '41.5')).toEqual({ number: 41.5, text: '41.5', percent: false, elapsed: true })
  })
})

describe('rows that nobody sees', () => {
  it('are read, and named', async () => {
    const rows = [2, 3, 4].map((r) => `<row r="${r}"${r === 3 ? ' hidden="1"' : ''}><c r="A${r}"><v>${r}</v></c></row>`)
    const sheet = await read(workbookWith(sheetOf(headAB + rows.join(''))))
    expect(sheet.rows).toHaveLength(3)
    expect(sheet.hiddenRows).toEqual([3])
  })
})

describe('packages as other programs write them', () => {
  const one = sheetOf(`${headAB}<row r="2"><c r="A2"><v>7</v></c></row>`)
  it('with sizes in ZIP64 fields, and the end record too', async () => {
    const large = workbookParts(one).map((part): Part => ({ ...part, large: true }))
    expect((await read(archive(large))).rows).toEqual([[7, null]])
    expect((await read(archive(large, { largeEnd: true }))).rows).toEqual([[7, null]])
  })
  it('with names of parts in another case', async () => {
    const upper = workbookParts(one).map((part): Part => ({
      ...part,
      name: part.name.replace('sheet1', 'Sheet1').replace('xl/', 'XL/'),
    }))
    expect((await read(archive(upper))).rows).toEqual([[7, null]])
  })
  it('a ZIP64 field that promises more than may be unpacked is refused', async () => {
    const parts = workbookParts(one).map((part): Part => ({ ...part, large: true, declaredSize: 200 * 1024 * 1024 }))
    await expect(read(archive(parts))).rejects.toMatchObject({ problem: 'tooBigUnpacked' })
  })
  it('a date that is none is damage', async () => {
    const bad = sheetOf(`${headAB}<row r="2"><c r="A2" t="d"><v>2026-02-31T00:00:00</v></c></row>`)
    await expect(read(workbookWith(bad))).rejects.toMatchObject({ problem: 'damaged', at: { row: 2, column: 'A' } })
  })
})
