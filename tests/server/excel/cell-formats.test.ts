import { describe, expect, it } from 'vitest'
import { WORKBOOK_LIMITS } from '@/server/excel/read-sheet'
import { readWorkbook } from '@/server/excel/read-workbook'
import {
  buildArchive,
  headAB,
  buildSheetXml,
  buildWorkbookParts,
  buildWorkbookFile,
  type ArchivePart,
} from './build-archive'

const read = (bytes: Buffer) => readWorkbook(bytes, WORKBOOK_LIMITS)
/** Reads cell A2 with a number in the given format: a format code or a built-in format id. */
const readFormattedNumber = async (format: string | number, value: string) => {
  const [id, customFormat] = typeof format === 'number' ? [format, ''] : [164, format]
  const code = customFormat.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const styles = `<styleSheet>${customFormat ? `<numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts>` : ''}<cellXfs><xf numFmtId="0"/><xf numFmtId="${id}"/></cellXfs></styleSheet>`
  const sheet = buildSheetXml(`${headAB}<row r="2"><c r="A2" s="1"><v>${value}</v></c></row>`)
  return (await read(buildWorkbookFile(sheet, [{ name: 'xl/styles.xml', content: styles }]))).rows[0]![0]
}

describe('formats that change the displayed value', () => {
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
    ['0000.00', '7.5', '0007.50'],
    ['0000.0;-0', '8.5', '0008.5'],
    ['[>99999]000000;00000', '2345', '02345'],
    ['[<=9999]"A"0000;"B"00000', '23456', 'B23456'],
    ['"No."#,##0', '1234', 'No.1,234'],
    ['00000;@', '7', '00007'],
    [2, '4', '4.00'],
  ])('%s reads %s as %s', async (code, value, text) => {
    expect(await readFormattedNumber(code, value)).toMatchObject({ number: Number(value), text, isPercent: false })
  })
  it.each([
    [9, '0.3', '30%'],
    [10, '0.305', '30.50%'],
    ['0.0%', '0.07', '7.0%'],
  ])('%s reads %s as %s', async (format, value, text) => {
    expect(await readFormattedNumber(format, value)).toEqual({ number: Number(value), text, isPercent: true })
  })
  it.each([
    [0, '12.5'],
    ['#,##0.00', '12.5'],
    ['0.000', '12.125'],
    ['0', '7'],
    ['00000000', '12345678'],
    ['[>99999]000000;00000', '123456'],
  ])('%s reads %s as the number', async (format, value) => {
    expect(await readFormattedNumber(format, value)).toBe(Number(value))
  })
})

describe('formats that append a unit', () => {
  it.each([
    ['0.0"t"', { unit: 't' }],
    ['#,##0.00\\ "kg"', { unit: 'kg' }],
    ['0.00\\k\\g', { unit: 'kg' }],
    ['0.0吨;-0.0吨', { unit: '吨' }],
    ['#,##0.0,"t"', { unit: 't', displayDivisor: 1000 }],
    ['General"kg"', { unit: 'kg' }],
    ['0.0 [$吨]', { unit: '吨' }],
    ['"kg" 0.0', { unit: 'kg' }],
    ['[$$-409]#,##0.00', { unit: '$' }],
    ['"US$"0.00', { unit: 'US$' }],
    ['"$"0.00', { unit: '$' }],
    ['$#,##0.00', { unit: '$' }],
    ['[$USD] 0.00', { unit: 'USD' }],
    ['#,##0.00 [$€-407]', { unit: '€' }],
    ['[$€-2] 0.00', { unit: '€' }],
    ['[$¥-411]#,##0.00', { unit: 'JPY' }],
    ['[$¥-804]#,##0.00', { unit: '¥' }],
    ['"￥"#,##0.00"/kg"', { unit: '¥/kg' }],
    ['_ ¥* #,##0.00_ ;_ ¥* \\-#,##0.00_ ', { unit: '¥' }],
    ['"约"0.0" 吨"', { unit: '约…吨' }],
    ['"≤"0.0" t"', { unit: '≤…t' }],
    ['0.0"万"', { unit: '万' }],
    ['0.0"%"', { unit: '%' }],
    ['0!.0,"万"', { unit: '!…万', displayDivisor: 1000 }],
    ['[<100]0.0"kg";0.0,"t"', { unit: 'kg' }],
    ['[>=100]0.0,"t";0.0"kg"', { unit: 'kg' }],
    ['0.0"t";-0.0"kg"', { unit: 't' }],
    ['#,##0.00,', { displayDivisor: 1000 }],
    ['#,##0,,', { displayDivisor: 1_000_000 }],
  ])('%s', async (code, unit) => {
    expect(await readFormattedNumber(code, '12.5')).toMatchObject({ number: 12.5, ...unit })
  })
  it.each([
    '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)',
    '#,##0.00_ ;[Red]\\-#,##0.00\\ ',
    '_-* #,##0.00\\ _€_-',
    '[Blue]#,##0.0;[Red]-#,##0.0;"-"',
    '[$-804]#,##0.0',
  ])('%s appends none', async (code) => {
    for (const value of ['12.5', '-12.5', '0']) expect(await readFormattedNumber(code, value)).toBe(Number(value))
  })
  it('takes the section of the number', async () => {
    const code = '0"t";-0"kg";"none"'
    expect(await readFormattedNumber(code, '1')).toMatchObject({ unit: 't' })
    expect(await readFormattedNumber(code, '-1')).toMatchObject({ unit: 'kg' })
    expect(await readFormattedNumber(code, '0')).toMatchObject({ unit: 'none', text: 'none' })
  })
})

describe('formats of fractions', () => {
  it.each(['# ?/?', '# ??/16', 12, 13])('%s holds a number that the cell shows as a fraction', async (format) => {
    expect(await readFormattedNumber(format, '0.25')).toEqual({
      number: 0.25,
      text: '0.25',
      isPercent: false,
      isFraction: true,
    })
    expect(await readFormattedNumber(format, '3')).toBe(3)
  })
})

describe('formats with an exponent', () => {
  // Excel gives format 11 to a typed 12E3.
  it.each([11, 48, '0.0E+00', '0E+0'])('%s holds a number that the cell shows with an exponent', async (format) => {
    expect(await readFormattedNumber(format, '12000')).toEqual({
      number: 12_000,
      text: '12000',
      isPercent: false,
      isScientific: true,
    })
  })
  it('may append a unit', async () => {
    expect(await readFormattedNumber('0.0E+00" kg"', '12000')).toMatchObject({ unit: 'kg', isScientific: true })
  })
})

describe('struck-out cells', () => {
  const styles =
    '<styleSheet><fonts><font/><font><strike/></font><font><strike val="0"/></font></fonts><dxfs><dxf><font><strike/></font></dxf></dxfs><cellXfs><xf/><xf fontId="1"/><xf fontId="2"/></cellXfs></styleSheet>'
  const run = (text: string, format: string) => `<r><rPr>${format}<sz val="11"/></rPr><t>${text}</t></r>`
  const strings = [
    `${run('1500', '<strike/>')}${run('1800', '')}`,
    run('1800', '<strike val="0"/>'),
    `<r><t>18</t></r>${run('00', '')}`,
    `${run(' ', '<strike/>')}${run('1800', '')}`,
  ]
  const parts = [
    { name: 'xl/styles.xml', content: styles },
    { name: 'xl/sharedStrings.xml', content: `<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>` },
  ]
  const readCell = async (cell: string) =>
    (await read(buildWorkbookFile(buildSheetXml(`${headAB}<row r="2">${cell}</row>`), parts))).rows[0]![0]
  it.each([
    ['a number', '<c r="A2" s="1"><v>7</v></c>', '7'],
    ['a part of a shared text', '<c r="A2" t="s"><v>0</v></c>', '15001800'],
    ['a part of an inline text', `<c r="A2" t="inlineStr"><is>${strings[0]}</is></c>`, '15001800'],
    ['a run without a format of its own', '<c r="A2" s="1" t="s"><v>2</v></c>', '1800'],
  ])('refuse %s', async (_, cell, value) => {
    await expect(readCell(cell)).rejects.toMatchObject({
      problem: 'struckOut',
      location: { row: 2, column: 'A', value },
    })
  })
  it.each([
    ['strike that is switched off in the cell', '<c r="A2" s="2"><v>7</v></c>', 7],
    ['strike that is switched off in the text', '<c r="A2" t="s"><v>1</v></c>', '1800'],
    ['runs with their own format', '<c r="A2" s="1" t="s"><v>1</v></c>', '1800'],
    ['a struck-out blank', '<c r="A2" t="s"><v>3</v></c>', ' 1800'],
    ['an empty cell', '<c r="A2" s="1"/><c r="B2"><v>1</v></c>', null],
  ])('accept %s', async (_, cell, value) => {
    expect(await readCell(cell)).toBe(value)
  })
})

describe('formats that hide values', () => {
  it.each([
    [';;;', '12.5'],
    [';;;@', '12.5'],
    ['0.0;', '-3'],
    ['0.0;;0', '-3'],
    ['" ";" "', '12.5'],
  ])('%s hides %s', async (code, value) => {
    await expect(readFormattedNumber(code, value)).rejects.toMatchObject({
      problem: 'hiddenValue',
      location: { row: 2, column: 'A' },
    })
  })
  it.each([
    ['0.0;-0.0;', '0'],
    ['0.0;-0.0;;@', '0'],
    [';;;', '0'],
    ['[Red]', '12.5'],
    ['[Red]0;[Blue]-0', '-3'],
    ['_(* #,##0_);_(* \\(#,##0\\);_(* "-"??_)', '12.5'],
  ])('%s leaves %s', async (code, value) => {
    expect(await readFormattedNumber(code, value)).toBe(Number(value))
  })
  it('hide texts too', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode=";;;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>'
    const sheet = buildSheetXml(`${headAB}<row r="2"><c r="B2" s="1" t="inlineStr"><is><t>secret</t></is></c></row>`)
    await expect(read(buildWorkbookFile(sheet, [{ name: 'xl/styles.xml', content: styles }]))).rejects.toMatchObject({
      problem: 'hiddenValue',
      location: { row: 2, column: 'B' },
    })
  })
})

describe('formats that add words to texts', () => {
  const readFormattedText = async (format: string, text: string) => {
    const code = format.replaceAll('"', '&quot;')
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`
    const sheet = buildSheetXml(
      `${headAB}<row r="2"><c r="A2" s="1" t="inlineStr"><is><t>${text}</t></is></c><c r="B2" s="1" t="s"><v>0</v></c></row>`,
    )
    const file = buildWorkbookFile(sheet, [
      { name: 'xl/styles.xml', content: styles },
      { name: 'xl/sharedStrings.xml', content: `<sst><si><t>${text}</t></si></sst>` },
    ])
    return (await read(file)).rows[0]
  }
  it.each([
    ['"RM-"@', '001', 'RM-001'],
    ['0;-0;0;"RM-"@', '001', 'RM-001'],
    ['00000;"RM-"@', '001', 'RM-001'],
    ['@"号"', '12', '12号'],
    ['@" kg"', '12.5', '12.5 kg'],
    ['"A"@"-"@', '7', 'A7-7'],
    ['@', ' 001', ' 001'],
    ['_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)', 'PP', 'PP'],
    ['0.0" kg"', 'none', 'none'],
    ['General', 'none', 'none'],
    ['0.0;-0.0;General', 'none', 'none'],
    ['0;-0;0;General', '001', '001'],
    ['0;-0;0;"RM-"General', '001', 'RM-001'],
    ['0;-0;0;G/通用格式', '001', '001'],
  ])('%s displays %s as %s', async (format, text, displayedText) => {
    expect(await readFormattedText(format, text)).toEqual([displayedText, displayedText])
  })
  it('refuse a text that displays as other words', async () => {
    await expect(readFormattedText('0;-0;0;"see list"', '001')).rejects.toMatchObject({ problem: 'hiddenValue' })
  })
})

describe('formats of elapsed time', () => {
  it.each(['[h]:mm', '[mm]:ss', 46])('%s holds days', async (format) => {
    expect(await readFormattedNumber(format, '41.5')).toEqual({
      number: 41.5,
      text: '41.5',
      isPercent: false,
      isElapsedTime: true,
    })
  })
})

describe('hidden rows', () => {
  it('are read and reported', async () => {
    const rows = [2, 3, 4].map((r) => `<row r="${r}"${r === 3 ? ' hidden="1"' : ''}><c r="A${r}"><v>${r}</v></c></row>`)
    const sheet = await read(buildWorkbookFile(buildSheetXml(headAB + rows.join(''))))
    expect(sheet.rows).toHaveLength(3)
    expect(sheet.hiddenRows).toEqual([3])
  })
})

describe('packages of other programs', () => {
  const workbookSheet = buildSheetXml(`${headAB}<row r="2"><c r="A2"><v>7</v></c></row>`)
  it('reads sizes in ZIP64 fields and a ZIP64 end record', async () => {
    const large = buildWorkbookParts(workbookSheet).map((part): ArchivePart => ({ ...part, zip64: true }))
    expect((await read(buildArchive(large))).rows).toEqual([[7, null]])
    expect((await read(buildArchive(large, { largeEnd: true }))).rows).toEqual([[7, null]])
  })
  it('reads part names in another case', async () => {
    const upper = buildWorkbookParts(workbookSheet).map((part): ArchivePart => ({
      ...part,
      name: part.name.replace('sheet1', 'Sheet1').replace('xl/', 'XL/'),
    }))
    expect((await read(buildArchive(upper))).rows).toEqual([[7, null]])
  })
  it('refuses a ZIP64 field with a size above the limit', async () => {
    const parts = buildWorkbookParts(workbookSheet).map((part): ArchivePart => ({
      ...part,
      zip64: true,
      declaredSize: 200 * 1024 * 1024,
    }))
    await expect(read(buildArchive(parts))).rejects.toMatchObject({ problem: 'tooBigUnpacked' })
  })
  it('reports an invalid date as damage', async () => {
    const bad = buildSheetXml(`${headAB}<row r="2"><c r="A2" t="d"><v>2026-02-31T00:00:00</v></c></row>`)
    await expect(read(buildWorkbookFile(bad))).rejects.toMatchObject({
      problem: 'damaged',
      location: { row: 2, column: 'A' },
    })
  })
})
