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
const writeBytes = (
  rows: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>,
  timeZone = 'Asia/Shanghai',
) => buffer(writeWorksheet({ columns, rows, sheetName: '导出/1', timeZone }))
const writeAndRead = async (rows: readonly (readonly unknown[])[], timeZone?: string): Promise<Worksheet> =>
  readWorkbook(await writeBytes(rows, timeZone), WORKBOOK_LIMITS)
const readPart = async (bytes: Buffer, name: string) => (await buffer(new ZipReader(bytes, 1e9).read(name))).toString()
const writeSheetXml = async (rows: readonly (readonly unknown[])[]) =>
  readPart(await writeBytes(rows), 'xl/worksheets/sheet1.xml')

describe('writing a sheet', () => {
  it("reads back the written text, numbers, days and times in the plant's time zone", async () => {
    const sheet = await writeAndRead([
      ['纺丝', 1.25, 7, '2026-10-04', '2026-10-03T16:30:05.250Z'],
      ['b', null, undefined, '', null],
    ])
    expect(sheet.header).toEqual(['名称', 'Weight (kg)', 'Count', 'Day', 'At'])
    expect(sheet.rows).toEqual([
      ['纺丝', 1.25, 7, new Date('2026-10-04T00:00:00Z'), new Date('2026-10-04T00:30:05.250Z')],
      ['b', null, null, null, null],
    ])
  })
  it('writes title and filters above the table, which an import skips', async () => {
    const heading = {
      title: '工单',
      lines: [['期间', '2026-11-01 – 2026-11-30'] as const, ['状态', '已计划'] as const],
    }
    const bytes = await buffer(
      writeWorksheet({ columns, rows: [['纺丝', 1.25]], sheetName: '导出/1', timeZone: 'Asia/Shanghai', heading }),
    )
    const xml = await readPart(bytes, 'xl/worksheets/sheet1.xml')
    expect(
      [...xml.matchAll(/<c r="(A[123]|A4)"[^>]*><is><t[^>]*>([^<]*)/g)].map(([, ref, text]) => [ref, text]),
    ).toEqual([
      ['A1', '工单'],
      ['A2', '期间: 2026-11-01 – 2026-11-30'],
      ['A3', '状态: 已计划'],
    ])
    expect(xml).toContain('<autoFilter ref="A5:E6"/>')
    expect(xml).toContain('ySplit="5" topLeftCell="A6"')
    const sheet = await readWorkbook(bytes, WORKBOOK_LIMITS)
    expect(sheet).toMatchObject({ headerRow: 5, rowNumbers: [6] })
    expect(sheet.header[0]).toBe('名称')
    expect(sheet.rows[0]?.slice(0, 2)).toEqual(['纺丝', 1.25])
  })
  it('shows times on both sides of a change to summer time', async () => {
    const sheet = await writeAndRead(
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
      const xml = await writeSheetXml([[text]])
      expect(xml).toContain('<c r="A2" s="3" t="inlineStr">')
      expect(xml).not.toContain('<f>')
      expect((await writeAndRead([[text]])).rows[0]![0]).toBe(text)
    },
  )
  it('marks quoted text with the quote prefix', async () => {
    const styles = await readPart(await writeBytes([]), 'xl/styles.xml')
    expect(styles.split('<cellXfs')[1]!.split('<xf ')[4]).toContain('quotePrefix="1"')
  })
  it('drops characters that XML cannot hold, and keeps text that only looks special', async () => {
    const sheet = await writeAndRead([['a\0b\u0007c\ufffe<&>"\'_x0041_ 😀\nz'], ['\ud800x'], ['x'.repeat(40_000)]])
    expect(sheet.rows.map((r) => r[0])).toEqual(['abc<&>"\'_x0041_ 😀\nz', '\ufffdx', `${'x'.repeat(32_766)}…`])
  })
  it('writes a value of the wrong type as text', async () => {
    const sheet = await writeAndRead([['a', Number.NaN, 'many', 'soon', 'never']])
    expect(sheet.rows[0]).toEqual(['a', 'NaN', 'many', 'soon', 'never'])
  })
  it('gives the worksheet a name that Excel allows, and freezes the header', async () => {
    const bytes = await writeBytes([['a']])
    expect(await readPart(bytes, 'xl/workbook.xml')).toContain('<sheet name="导出 1"')
    expect(await readPart(bytes, 'xl/worksheets/sheet1.xml')).toContain('ySplit="1"')
  })
})

describe('streaming', () => {
  it('pulls rows no faster than they are read, and ends the source when the reader stops', async () => {
    let yieldedRows = 0
    let ended = false
    async function* yieldRows() {
      try {
        for (;;) {
          yieldedRows += 1
          yield [`row ${yieldedRows} ${Math.random()}`, yieldedRows, yieldedRows, '2026-10-04', '2026-10-04T00:00:00Z']
        }
      } finally {
        ended = true
      }
    }
    const stream = writeWorksheet({ columns, rows: yieldRows(), sheetName: 'x', timeZone: 'Asia/Shanghai' })
    for await (const block of stream) {
      expect(block.length).toBeGreaterThan(0)
      if (yieldedRows > 100) break
    }
    await expect.poll(() => ended).toBe(true)
    expect(yieldedRows).toBeLessThan(20_000)
  })
  it('fails with the error of the row source', async () => {
    async function* failAfterOneRow() {
      yield ['a']
      throw new Error('the database went away')
    }
    await expect(
      buffer(writeWorksheet({ columns, rows: failAfterOneRow(), sheetName: 'x', timeZone: 'Asia/Shanghai' })),
    ).rejects.toThrow('the database went away')
  })
  it('produces bytes that the worker reads back', async () => {
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
  it('puts a picture into its cell, adapts the row height, and stores the picture’s bytes unchanged', async () => {
    const photo = readFileSync(new URL('../../../public/icon-192.png', import.meta.url))
    const rows = [
      ['a', 1],
      [new CellPicture(photo, 'image/png', { width: 1920, height: 960 }), 2],
    ]
    const bytes = await writeBytes(rows)
    expect((await readWorkbook(bytes, WORKBOOK_LIMITS)).rows).toEqual([
      ['a', 1, null, null, null],
      [null, 2, null, null, null],
    ])
    const sheet = await readPart(bytes, 'xl/worksheets/sheet1.xml')
    expect(sheet).toContain('<row r="3" ht="186" customHeight="1">') // 480 × 240 px
    expect(sheet).toMatch(/<\/headerFooter><drawing [^>]*r:id="rId1"\/><\/worksheet>$/)
    const drawing = await readPart(bytes, 'xl/drawings/drawing1.xml')
    expect(drawing).toContain('<xdr:col>0</xdr:col>')
    expect(drawing).toContain('<xdr:row>2</xdr:row>')
    expect(drawing).toContain(`<xdr:ext cx="${480 * 9525}" cy="${240 * 9525}"/>`)
    expect(await readPart(bytes, 'xl/worksheets/_rels/sheet1.xml.rels')).toContain('Target="../drawings/drawing1.xml"')
    expect(await readPart(bytes, 'xl/drawings/_rels/drawing1.xml.rels')).toContain('Target="../media/image1-1.png"')
    expect(await readPart(bytes, '[Content_Types].xml')).toContain('PartName="/xl/drawings/drawing1.xml"')
    expect(await buffer(new ZipReader(bytes, 1e9).read('xl/media/image1-1.png'))).toEqual(photo)
  })
  it('has no drawing if no cell has a picture', async () => {
    const bytes = await writeBytes([['a']])
    expect(await readPart(bytes, 'xl/worksheets/sheet1.xml')).not.toContain('drawing')
    expect(new ZipReader(bytes, 1e9).has('xl/drawings/drawing1.xml')).toBe(false)
  })
})
