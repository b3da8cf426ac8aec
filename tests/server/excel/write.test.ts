import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { readSheet, WORKBOOK_LIMITS } from '@/server/excel/read-sheet'
import { CellPicture } from '@/server/excel/pictures'
import { readWorkbook, type Worksheet } from '@/server/excel/read-workbook'
import { writeWorksheet, type WorksheetColumn } from '@/server/excel/write-worksheet'
import { ZipReader } from '@/server/excel/zip-reader'

const columns: WorksheetColumn[] = [
  { header: '名称', kind: 'text' },
  { header: 'Weight', kind: 'amount', unit: 'kg', digits: 2 },
  { header: 'Count', kind: 'integer' },
  { header: 'Day', kind: 'day' },
  { header: 'At', kind: 'moment' },
]
const bytesOf = (rows: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>, timeZone = 'Asia/Shanghai') =>
  buffer(writeWorksheet({ columns, rows, sheetName: '导出/1', timeZone }))
const again = async (rows: readonly (readonly unknown[])[], timeZone?: string): Promise<Worksheet> =>
  readWorkbook(await bytesOf(rows, timeZone), WORKBOOK_LIMITS)
const partOf = async (bytes: Buffer, name: string) => (await buffer(new ZipReader(bytes, 1e9).read(name))).toString()
const sheetXml = async (rows: readonly (readonly unknown[])[]) =>
  partOf(await bytesOf(rows), 'xl/worksheets/sheet1.xml')

describe('writing a sheet', () => {
  it("gives back what was written: text, numbers, days and moments on the plant's clock", async () => {
    const sheet = await again([
      ['纺丝', 1.25, 7, '2026-10-04', '2026-10-03T16:30:05.250Z'],
      ['b', null, undefined, '', null],
    ])
    expect(sheet.header).toEqual(['名称', 'Weight (kg)', 'Count', 'Day', 'At'])
    expect(sheet.rows).toEqual([
      ['纺丝', 1.25, 7, new Date('2026-10-04T00:00:00Z'), new Date('2026-10-04T00:30:05.250Z')],
      ['b', null, null, null, null],
    ])
  })
  it('shows moments on both sides of a change to summer time', async () => {
    const sheet = await again(
      [
        ['a', 0, 0, null, '2026-03-29T00:59:00Z'],
        ['b', 0, 0, null, '2026-03-29T01:00:00Z'],
      ],
      'Europe/Berlin',
    )
    expect(sheet.rows.map((r) => (r[4] as Date).toISOString().slice(11, 16))).toEqual(['01:59', '03:00'])
  })
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'stores %j as quoted text, never as a formula',
    async (text) => {
      const xml = await sheetXml([[text]])
      expect(xml).toContain('<c r="A2" s="3" t="inlineStr">')
      expect(xml).not.toContain('<f>')
      expect((await again([[text]])).rows[0]![0]).toBe(text)
    },
  )
  it('gives quoted text the quote prefix', async () => {
    const styles = await partOf(await bytesOf([]), 'xl/styles.xml')
    expect(styles.split('<cellXfs')[1]!.split('<xf ')[4]).toContain('quotePrefix="1"')
  })
  it('drops what XML cannot hold and keeps what only looks special', async () => {
    const sheet = await again([['a\0b\u0007c\ufffe<&>"\'_x0041_ 😀\nz'], ['\ud800x'], ['x'.repeat(40_000)]])
    expect(sheet.rows.map((r) => r[0])).toEqual(['abc<&>"\'_x0041_ 😀\nz', '\ufffdx', `${'x'.repeat(32_766)}…`])
  })
  it('writes a value that does not fit its column as text instead of losing it', async () => {
    const sheet = await again([['a', Number.NaN, 'many', 'soon', 'never']])
    expect(sheet.rows[0]).toEqual(['a', 'NaN', 'many', 'soon', 'never'])
  })
  it('names the sheet by what Excel allows and freezes the header', async () => {
    const bytes = await bytesOf([['a']])
    expect(await partOf(bytes, 'xl/workbook.xml')).toContain('<sheet name="导出 1"')
    expect(await partOf(bytes, 'xl/worksheets/sheet1.xml')).toContain('ySplit="1"')
  })
})

describe('streaming', () => {
  it('asks for rows no faster than they are read, and ends the source when the reader leaves', async () => {
    let given = 0
    let ended = false
    async function* rows() {
      try {
        for (;;) {
          given += 1
          yield [`row ${given} ${Math.random()}`, given, given, '2026-10-04', '2026-10-04T00:00:00Z']
        }
      } finally {
        ended = true
      }
    }
    const stream = writeWorksheet({ columns, rows: rows(), sheetName: 'x', timeZone: 'Asia/Shanghai' })
    for await (const block of stream) {
      expect(block.length).toBeGreaterThan(0)
      if (given > 100) break
    }
    await expect.poll(() => ended).toBe(true)
    expect(given).toBeLessThan(20_000)
  })
  it('fails with what the row source throws', async () => {
    async function* rows() {
      yield ['a']
      throw new Error('the database went away')
    }
    await expect(
      buffer(writeWorksheet({ columns, rows: rows(), sheetName: 'x', timeZone: 'Asia/Shanghai' })),
    ).rejects.toThrow('the database went away')
  })
  it('is a byte stream that the worker reads back', async () => {
    const stream = writeWorksheet({
      columns,
      rows: Array.from({ length: 3_000 }, (_, i) => [`r${i}`, i / 4, i]),
      sheetName: 'x',
      timeZone: 'Asia/Shanghai',
    })
    expect(stream).toBeInstanceOf(Readable)
    const sheet = await readSheet(await buffer(stream))
    expect(sheet.rows).toHaveLength(3_000)
    expect(sheet.rows[2_999]).toEqual(['r2999', 749.75, 2_999, null, null])
  })
  it('draws a picture in its cell, in a row that is as high, and writes its bytes as they are', async () => {
    const photo = readFileSync(new URL('../../../public/icon-192.png', import.meta.url))
    const rows = [
      ['a', 1],
      [new CellPicture(photo, 'image/png', { width: 1920, height: 960 }), 2],
    ]
    const bytes = await bytesOf(rows)
    expect((await readWorkbook(bytes, WORKBOOK_LIMITS)).rows).toEqual([
      ['a', 1, null, null, null],
      [null, 2, null, null, null],
    ])
    const sheet = await partOf(bytes, 'xl/worksheets/sheet1.xml')
    expect(sheet).toContain('<row r="3" ht="186" customHeight="1">') // 480 × 240 px
    expect(sheet).toMatch(/<\/headerFooter><drawing [^>]*r:id="rId1"\/><\/worksheet>$/)
    const drawing = await partOf(bytes, 'xl/drawings/drawing1.xml')
    expect(drawing).toContain('<xdr:col>0</xdr:col>')
    expect(drawing).toContain('<xdr:row>2</xdr:row>')
    expect(drawing).toContain(`<xdr:ext cx="${480 * 9525}" cy="${240 * 9525}"/>`)
    expect(await partOf(bytes, 'xl/worksheets/_rels/sheet1.xml.rels')).toContain('Target="../drawings/drawing1.xml"')
    expect(await partOf(bytes, 'xl/drawings/_rels/drawing1.xml.rels')).toContain('Target="../media/image1-1.png"')
    expect(await partOf(bytes, '[Content_Types].xml')).toContain('PartName="/xl/drawings/drawing1.xml"')
    expect(await buffer(new ZipReader(bytes, 1e9).read('xl/media/image1-1.png'))).toEqual(photo)
  })
  it('has no drawing where no cell has a picture', async () => {
    const bytes = await bytesOf([['a']])
    expect(await partOf(bytes, 'xl/worksheets/sheet1.xml')).not.toContain('drawing')
    expect(new ZipReader(bytes, 1e9).has('xl/drawings/drawing1.xml')).toBe(false)
  })
})
