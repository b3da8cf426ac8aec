import { describe, expect, it } from 'vitest'
import { readSheet, WORKBOOK_LIMITS } from '@/server/excel/read-sheet'
import { readWorkbook } from '@/server/excel/read-workbook'
import { headAB, sheetOf, workbookWith } from './archive'

const refusal = (bytes: Uint8Array) =>
  readSheet(bytes).then(
    () => null,
    (error: { problem?: string }) => error.problem,
  )
const directly = (bytes: Buffer) =>
  readWorkbook(bytes, WORKBOOK_LIMITS).then(
    () => null,
    (error: { problem?: string }) => error.problem,
  )
/** Milliseconds a refusal took. */
async function timed(bytes: Uint8Array): Promise<{ problem: string | null | undefined; ms: number }> {
  const start = performance.now()
  return { problem: await refusal(bytes), ms: performance.now() - start }
}

/** Far below the time in which all of it could be read, on a busy machine too. */
const SOON_MS = 20_000
describe('hostile workbooks', () => {
  it('refuses half a megabyte that unpacks to half a gigabyte, by what it declares', async () => {
    const bomb = workbookWith(Buffer.alloc(500 * 1024 * 1024, ' '))
    expect(bomb.length).toBeLessThan(520 * 1024)
    const { problem, ms } = await timed(bomb)
    expect(problem).toBe('tooBigUnpacked')
    expect(ms).toBeLessThan(SOON_MS)
  })
  it('refuses one that declares less than it holds, as soon as more comes out', async () => {
    const sheet = Buffer.concat([Buffer.from(sheetOf(headAB)), Buffer.alloc(150 * 1024 * 1024, ' ')])
    expect(
      await refusal(
        workbookWith('', [{ name: 'xl/worksheets/sheet1.xml', content: sheet, declaredSize: 90 * 1024 * 1024 }]),
      ),
    ).toBe('damaged')
  })
  it('counts what comes out of all parts together', async () => {
    const half = Buffer.alloc(60 * 1024 * 1024, ' ')
    const sheet = Buffer.concat([Buffer.from(sheetOf(headAB)), half])
    const strings = Buffer.concat([Buffer.from('<sst/>'), half])
    // declared sizes are true here and add up to more than is allowed
    expect(await refusal(workbookWith(sheet, [{ name: 'xl/sharedStrings.xml', content: strings }]))).toBe(
      'tooBigUnpacked',
    )
  })
  it.each([
    [
      'entities that multiply',
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><worksheet>&b;</worksheet>',
    ],
    ['an entity from a file', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet>&e;</worksheet>'],
    ['an entity nobody declared', sheetOf(`<row r="1"><c r="A1" t="str"><v>&xxe;</v></c></row>`)],
    ['another encoding', `<?xml version="1.0" encoding="UTF-7"?><worksheet/>`],
  ])('refuses %s', async (_, sheet) => {
    expect(await directly(workbookWith(sheet))).toBe('forbiddenXml')
  })
  it.each([
    ['a tag without an end', `<worksheet><sheetData><row r="1" ${'x'.repeat(600_000)}`],
    ['a depth of 10,000', '<a>'.repeat(10_000)],
    ['crossed tags', '<worksheet><sheetData></worksheet></sheetData>'],
    ['bytes that are no UTF-8', Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0xfe])],
  ])('refuses %s', async (_, sheet) => {
    expect(await directly(workbookWith(sheet))).toBe('damaged')
  })
  it('refuses one long text shown by very many cells before it fills the memory', async () => {
    const strings = `<sst><si><t>${'长'.repeat(32_000)}</t></si></sst>`
    const cells = Array.from(
      { length: 49_000 },
      (_, i) => `<row r="${i + 2}"><c r="A${i + 2}" t="s"><v>0</v></c></row>`,
    ).join('')
    expect(
      await refusal(workbookWith(sheetOf(headAB + cells), [{ name: 'xl/sharedStrings.xml', content: strings }])),
    ).toBe('tooMuchText')
  })
  it('refuses a million rows after the first fifty thousand', async () => {
    const piece = Array.from({ length: 1_000_000 }, () => '<row><c><v>1</v></c></row>').join('')
    const { problem, ms } = await timed(workbookWith(sheetOf(headAB + piece)))
    expect(problem).toBe('tooManyRows')
    expect(ms).toBeLessThan(SOON_MS)
  })
  it('refuses a million cells', async () => {
    const row = `<row>${'<c><v>1</v></c>'.repeat(100)}</row>`
    const head = `<row r="1">${Array.from({ length: 100 }, (_, i) => `<c t="str"><v>h${i}</v></c>`).join('')}</row>`
    const { problem, ms } = await timed(workbookWith(sheetOf(head + row.repeat(10_000))))
    expect(problem).toBe('tooManyCells')
    expect(ms).toBeLessThan(SOON_MS)
  })
  it('outlives a worker that runs out of memory, and one that takes too long', async () => {
    const row = (i: number) => `<row><c t="str"><v>${String(i).padStart(40, '长')}</v></c></row>`
    const large = workbookWith(
      Buffer.concat([
        Buffer.from('<worksheet><sheetData>'),
        ...Array.from({ length: 1_500 }, (_, k) =>
          Buffer.from(Array.from({ length: 1_000 }, (__, i) => row(k * 1_000 + i)).join('')),
        ),
      ]),
    )
    const open = { maxUnpacked: 1e9, maxRows: 1e7, maxCells: 1e7, maxText: 1e9, maxSeconds: 120 }
    await expect(readSheet(large, open)).rejects.toMatchObject({ problem: 'tooBigUnpacked' })
    await expect(readSheet(large, { ...open, maxSeconds: 0.1 })).rejects.toMatchObject({
      problem: 'tooSlow',
      at: { limit: 0.1 },
    })
  })
  it('serves more imports than it has workers, one after another', async () => {
    const good = workbookWith(sheetOf(`${headAB}<row r="2"><c r="A2"><v>1</v></c></row>`))
    const sheets = await Promise.all(Array.from({ length: 6 }, () => readSheet(good)))
    expect(sheets.map((s) => s.rows)).toEqual(Array.from({ length: 6 }, () => [[1, null]]))
  })
})
