import { describe, expect, it } from 'vitest'
import { readCsv } from '@/server/excel/csv-reader'
import { readSheet, WORKBOOK_LIMITS, type WorkbookLimits } from '@/server/excel/read-sheet'

const read = (bytes: Buffer | string, limits: Partial<WorkbookLimits> = {}) =>
  readCsv(Buffer.from(bytes as string), { ...WORKBOOK_LIMITS, ...limits })
const refusal = (bytes: Buffer | string, limits: Partial<WorkbookLimits> = {}): object | null => {
  try {
    read(bytes, limits)
    return null
  } catch (error) {
    const { problem, location } = error as { problem: string; location: object }
    return { problem, ...location }
  }
}
/** The rows `编码,数量` and `P-1,3` in GB 18030, as a Chinese Windows program writes them. */
const gbk = Buffer.from([
  0xb1, 0xe0, 0xc2, 0xeb, 0x2c, 0xca, 0xfd, 0xc1, 0xbf, 0x0d, 0x0a, 0x50, 0x2d, 0x31, 0x2c, 0x33,
])

describe('comma-separated values', () => {
  it('finds the table below the title and filters of an export that was saved as CSV', () => {
    const table = { header: ['编码', '数量'], headerRow: 5, rows: [['P-1', '3']], rowNumbers: [6] }
    const lines = ['设备台账', '筛选: 在用，封存', '导出: 2026-11-29 18:00', '', '编码,数量', 'P-1,3']
    expect(read(lines.join('\r\n'))).toMatchObject(table)
    expect(
      read(lines.map((line) => (line.includes('P-1') || line.includes('编码') ? line : `${line},`)).join('\n')),
    ).toMatchObject(table)
    expect(read(lines.map((line) => line.replaceAll(',', ';')).join('\n'))).toMatchObject(table)
  })
  it('keeps the first row as the header where no table follows an empty row', () => {
    expect(read('编码\r\nP-1\r\n\r\nP-2')).toMatchObject({ header: ['编码'], rows: [['P-1'], ['P-2']] })
    expect(refusal('编码\r\nP-1,3')).toMatchObject({ problem: 'valueWithoutHeader', row: 2 })
  })
  it('reads quoted separators, line breaks and quotes, gaps, and a last row without line end', () => {
    expect(read('a,b,c\r\n"x, ""y""","two\nlines",\r\n\r\n,,7')).toEqual({
      header: ['a', 'b', 'c'],
      headerRow: 1,
      rows: [
        ['x, "y"', 'two\nlines', null],
        [null, null, '7'],
      ],
      rowNumbers: [2, 4],
      isCsv: true,
      separator: ',',
      isCommaSeparated: true,
    })
  })
  it.each([
    ['UTF-8 with its mark', Buffer.from('\ufeff编码,数量\nP-1,3\n')],
    ['UTF-16', Buffer.from('\ufeff编码\t数量\nP-1\t3\n', 'utf16le')],
    ['GB 18030', gbk],
    ['semicolons', Buffer.from('编码;数量\nP-1;3')],
  ])('%s', (_name, bytes) => {
    expect(read(bytes)).toMatchObject({ header: ['编码', '数量'], rows: [['P-1', '3']] })
  })
  it('reads GB 18030 under English headings', () => {
    // 德州化纤有限公司
    const bytes = Buffer.from(
      'Code,Name\nC-1,\xb5\xc2\xd6\xdd\xbb\xaf\xcf\xcb\xd3\xd0\xcf\xde\xb9\xab\xcb\xbe',
      'latin1',
    )
    expect(read(bytes)).toMatchObject({ header: ['Code', 'Name'], rows: [['C-1', '德州化纤有限公司']] })
  })
  it('reads rare characters of names in GB 18030', () => {
    // 编码,名称,负责人 and 德州化纤, 李珺
    const bytes = Buffer.from('b1e0c2eb2cc3fbb3c62cb8bad4f0c8cb0a432d312cb5c2d6ddbbafcfcb2cc0eeac42', 'hex')
    expect(read(bytes).rows).toEqual([['C-1', '德州化纤', '李珺']])
  })
  it('keeps private use characters in Unicode text', () => {
    expect(read('编码,名称\nP-1,王\ue000').rows).toEqual([['P-1', '王\ue000']])
  })
  it.each(['sep=;\r\n编码;数量\r\nP-1;3', '\ufeffsep=;\n编码;数量\nP-1;3', '"sep=|"\n编码|数量\nP-1|3'])(
    'takes the separator from a "sep=" line, which is no row: %j',
    (text) => {
      expect(read(text)).toEqual({
        header: ['编码', '数量'],
        headerRow: 1,
        rows: [['P-1', '3']],
        rowNumbers: [2],
        isCsv: true,
        separator: text.includes('|') ? '|' : ';',
      })
    },
  )
  it.each([
    ['a;b\n1,250;2', 'unclear'],
    ['a;b\n12,000;-1,234', 'unclear'],
    ['a;b\n1,25;1,250', 'comma'],
    ['a;b\n0,125;2', 'comma'],
    ['a;b\n1,250;1.234,5', 'comma'],
    ['a;b\n1,250;0.5', 'unclear'],
    ['a;b\n1,250;1,234.5', 'unclear'],
    ['a;b\n1.250;3', 'unclear'],
    ['a;b\n1.250;12.5', undefined],
    ['a;b\n1.250;0.125', undefined],
    ['a;b\n1.250;1,5', 'comma'],
    ['a;b\n1.250;1,5 吨', 'comma'],
    ['a;b\n1.234.567;3', 'comma'],
    ['a;b\n192.168.100.200;3', undefined],
    ['a;b\n1,5 吨;3', 'comma'],
    ['a;b\n¥12,50;3', 'comma'],
    ['a;b\n1,5 t;2.5', 'unclear'],
    ['a;b\n12,000 kg;3', 'unclear'],
    ['a\tb\n1,5\t1,250', 'unclear'],
    ['a\tb\n1,250\t3', undefined],
    ['a,b\n"1,250",3', undefined],
  ])('for %j the decimal sign is %s', (text, decimals) => {
    expect(read(text).decimals).toBe(decimals)
  })
  it.each<[string, Buffer | string, object]>([
    ['UTF-16 without its mark', Buffer.from('编码,数量\nP-1,3\n', 'utf16le'), { problem: 'notUtf8' }],
    ['big-endian UTF-16', Buffer.from('\ufeff编码,数量\nP-1,3\n', 'utf16le').swap16(), { problem: 'notUtf8' }],
    ['a program under the name of a text', Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0]), { problem: 'notExcel' }],
    // 聚丙物粒 in Big5; decoded as GB 18030 it has private use characters
    [
      'Big5',
      Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0xbb, 0x45, 0xa4, 0xfe, 0xaa, 0xab, 0xb2, 0xc9, 0x2c, 0x31]),
      { problem: 'notUtf8' },
    ],
    ['bytes of no encoding', Buffer.from([0x61, 0x2c, 0xff, 0xff, 0xff]), { problem: 'notUtf8' }],
    ['Latin-1 under English headings', Buffer.from('Code,Name\nC-1,Müller GmbH\n', 'latin1'), { problem: 'notUtf8' }],
    // 東京 in Shift-JIS
    [
      'Shift-JIS under English headings',
      Buffer.concat([Buffer.from('Code,Name\nC-1,'), Buffer.from([0x93, 0x8c, 0x8b, 0x9e])]),
      { problem: 'notUtf8' },
    ],
    // 서울 in EUC-KR
    [
      'EUC-KR under English headings',
      Buffer.concat([Buffer.from('sep=,\nCode,Name\nC-1,'), Buffer.from([0xbc, 0xad, 0xbf, 0xef])]),
      { problem: 'notUtf8' },
    ],
    // 公斤 in GB 18030: too little text to tell it from other encodings
    [
      'two Chinese characters in GB 18030',
      Buffer.from('Code,Unit\nC-1,\xb9\xab\xbd\xef', 'latin1'),
      { problem: 'notUtf8' },
    ],
    // Decoded as GB 18030, the heading is Gr鲞e.
    ['Latin-1 with a German heading', Buffer.from('Code,Größe\nC-1,1\n', 'latin1'), { problem: 'notUtf8' }],
    // コード,名称,数量 and 東京 in Shift-JIS
    [
      'Shift-JIS with Japanese headings',
      Buffer.from('8352815b83682c96bc8fcc2c909497ca0a432d312c938c8b9e2c31', 'hex'),
      { problem: 'notUtf8' },
    ],
    // 품목코드,품명,규격,단위,수량 and 부직포 in EUC-KR; decoded as GB 18030 the first heading is 前格内靛.
    [
      'EUC-KR with Korean headings',
      Buffer.from('c7b0b8f1c4dab5e52cc7b0b8ed2cb1d4b0dd2cb4dcc0a72cbcf6b7ae0a432d312cbacec1f7c6f72c2c2c33', 'hex'),
      { problem: 'notUtf8' },
    ],
    // 品名,数量,単位,備考 in EUC-JP
    [
      'EUC-JP with Japanese headings',
      Buffer.from('c9caccbe2cbff4cecc2cc3b1b0cc2cc8f7b9cd0a432d312c332c342c35', 'hex'),
      { problem: 'notUtf8' },
    ],
    [
      'UTF-8 that ends within a character',
      Buffer.from('编码,名称\r\nC-1,德州化纤\r\nC-2,王').subarray(0, -1),
      { problem: 'brokenUtf8', row: 3 },
    ],
    [
      'one damaged character of UTF-8',
      Buffer.concat([Buffer.from('sep=,\nCode,Name\nC-1,德州化纤'), Buffer.from([0xe7, 0x8e]), Buffer.from('\nC-2,x')]),
      { problem: 'brokenUtf8', row: 2 },
    ],
    ['a quote that never ends', 'a,b\n"x', { problem: 'openQuote', row: 2 }],
    ['something behind a quote', 'a,b\n"x"y,1', { problem: 'openQuote', row: 2 }],
    ['nothing', '\n\n', { problem: 'noHeader' }],
    ['a heading twice', 'a,A', { problem: 'duplicateHeader', row: 1, column: 'B', value: 'A' }],
    ['a value without a heading', 'a\n1,2', { problem: 'valueWithoutHeader', row: 2, column: 'B', header: 1 }],
  ])('refuses %s', (_name, bytes, expected) => {
    expect(refusal(bytes)).toEqual(expected)
  })
  it('reads ="007" as 007', () => {
    expect(read('a,b\n="007","=""0,8"""\n=1+1,=""').rows).toEqual([
      ['007', '0,8'],
      ['=1+1', null],
    ])
  })
  it('has the same limits as workbooks', () => {
    expect(refusal('a\n1\n2\n3', { maxRows: 2 })).toEqual({ problem: 'tooManyRows', limit: 2 })
    expect(refusal('a,b,c', { maxColumns: 2 })).toEqual({ problem: 'tooManyColumns', row: 1, column: 'C', limit: 2 })
    expect(refusal('a\nabcdef', { maxCharacters: 5 })).toEqual({
      problem: 'tooMuchText',
      row: 2,
      column: 'A',
      limit: 5,
    })
    expect(refusal('a\nb', { maxBytes: 2 })).toEqual({ problem: 'tooBig', limit: 2 })
  })
  it('is read in the worker if the file name says so', async () => {
    expect((await readSheet(gbk, {}, 'Orders.CSV')).rows).toEqual([['P-1', '3']])
    await expect(readSheet(gbk, {}, 'orders.xlsx')).rejects.toMatchObject({ problem: 'notExcel' })
  })
})
