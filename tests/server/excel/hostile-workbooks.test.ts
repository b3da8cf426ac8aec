import { describe, expect, it } from 'vitest'
import { readSheet, WORKBOOK_LIMITS } from '@/server/excel/read-sheet'
import { readWorkbook } from '@/server/excel/read-workbook'
import { headAB, buildSheetXml, buildWorkbookFile } from './build-archive'

const getProblem = (bytes: Uint8Array) =>
  readSheet(bytes).then(
    () => null,
    (error: { problem?: string }) => error.problem,
  )
const getProblemWithoutWorker = (bytes: Buffer) =>
  readWorkbook(bytes, WORKBOOK_LIMITS).then(
    () => null,
    (error: { problem?: string }) => error.problem,
  )
/** Reads the bytes. @returns the problem, and the milliseconds until the refusal */
async function measureRefusal(bytes: Uint8Array): Promise<{ problem: string | null | undefined; ms: number }> {
  const start = performance.now()
  return { problem: await getProblem(bytes), ms: performance.now() - start }
}

/** Far less than reading everything would take, even on a busy machine. */
const SOON_MS = 20_000
describe('hostile workbooks', () => {
  it('refuses half a megabyte that unpacks to half a gigabyte, by its declared size', async () => {
    const bomb = buildWorkbookFile(Buffer.alloc(500 * 1024 * 1024, ' '))
    expect(bomb.length).toBeLessThan(520 * 1024)
    const { problem, ms } = await measureRefusal(bomb)
    expect(problem).toBe('tooBigUnpacked')
    expect(ms).toBeLessThan(SOON_MS)
  })
  it('refuses a part with a declared size that is too small, as soon as more bytes come out', async () => {
    const sheet = Buffer.concat([Buffer.from(buildSheetXml(headAB)), Buffer.alloc(150 * 1024 * 1024, ' ')])
    expect(
      await getProblem(
        buildWorkbookFile('', [{ name: 'xl/worksheets/sheet1.xml', content: sheet, declaredSize: 90 * 1024 * 1024 }]),
      ),
    ).toBe('damaged')
  })
  it('adds up the unpacked sizes of all parts', async () => {
    const halfMb = Buffer.alloc(60 * 1024 * 1024, ' ')
    const sheet = Buffer.concat([Buffer.from(buildSheetXml(headAB)), halfMb])
    const strings = Buffer.concat([Buffer.from('<sst/>'), halfMb])
    // the declared sizes are correct here, and their sum is above the limit
    expect(await getProblem(buildWorkbookFile(sheet, [{ name: 'xl/sharedStrings.xml', content: strings }]))).toBe(
      'tooBigUnpacked',
    )
  })
  it.each([
    [
      'entities that multiply',
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><worksheet>&b;</worksheet>',
    ],
    ['an entity from a file', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet>&e;</worksheet>'],
    ['an entity nobody declared', buildSheetXml(`<row r="1"><c r="A1" t="str"><v>&xxe;</v></c></row>`)],
    ['another encoding', `<?xml version="1.0" encoding="UTF-7"?><worksheet/>`],
  ])('refuses %s', async (_, sheet) => {
    expect(await getProblemWithoutWorker(buildWorkbookFile(sheet))).toBe('forbiddenXml')
  })
  it.each([
    ['a tag without an end', `<worksheet><sheetData><row r="1" ${'x'.repeat(600_000)}`],
    ['a depth of 10,000', '<a>'.repeat(10_000)],
    ['crossed tags', '<worksheet><sheetData></worksheet></sheetData>'],
    ['bytes that are no UTF-8', Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0xfe])],
  ])('refuses %s', async (_, sheet) => {
    expect(await getProblemWithoutWorker(buildWorkbookFile(sheet))).toBe('damaged')
  })
  it('refuses a long shared text used by very many cells before it fills the memory', async () => {
    const strings = `<sst><si><t>${'长'.repeat(32_000)}</t></si></sst>`
    const cells = Array.from(
      { length: 49_000 },
      (_, i) => `<row r="${i + 2}"><c r="A${i + 2}" t="s"><v>0</v></c></row>`,
    ).join('')
    expect(
      await getProblem(
        buildWorkbookFile(buildSheetXml(headAB + cells), [{ name: 'xl/sharedStrings.xml', content: strings }]),
      ),
    ).toBe('tooMuchText')
  })
  it('refuses a million rows after the first fifty thousand', async () => {
    const piece = Array.from({ length: 1_000_000 }, () => '<row><c><v>1</v></c></row>').join('')
    const { problem, ms } = await measureRefusal(buildWorkbookFile(buildSheetXml(headAB + piece)))
    expect(problem).toBe('tooManyRows')
    expect(ms).toBeLessThan(SOON_MS)
  })
  it('refuses a million cells', async () => {
    const row = `<row>${'<c><v>1</v></c>'.repeat(100)}</row>`
    const head = `<row r="1">${Array.from({ length: 100 }, (_, i) => `<c t="str"><v>h${i}</v></c>`).join('')}</row>`
    const { problem, ms } = await measureRefusal(buildWorkbookFile(buildSheetXml(head + row.repeat(10_000))))
    expect(problem).toBe('tooManyCells')
    expect(ms).toBeLessThan(SOON_MS)
  })
  it('survives a worker that runs out of memory, and one that takes too long', async () => {
    const buildRow = (i: number) => `<row><c t="str"><v>${String(i).padStart(40, '长')}</v></c></row>`
    const largeWorkbook = buildWorkbookFile(
      Buffer.concat([
        Buffer.from('<worksheet><sheetData>'),
        ...Array.from({ length: 1_500 }, (_, k) =>
          Buffer.from(Array.from({ length: 1_000 }, (__, i) => buildRow(k * 1_000 + i)).join('')),
        ),
      ]),
    )
    const looseLimits = { maxUnpackedBytes: 1e9, maxRows: 1e7, maxCells: 1e7, maxCharacters: 1e9, maxSeconds: 120 }
    await expect(readSheet(largeWorkbook, looseLimits)).rejects.toMatchObject({ problem: 'tooBigUnpacked' })
    await expect(readSheet(largeWorkbook, { ...looseLimits, maxSeconds: 0.1 })).rejects.toMatchObject({
      problem: 'tooSlow',
      location: { limit: 0.1 },
    })
  })
  it('queues imports when all workers are busy', async () => {
    const good = buildWorkbookFile(buildSheetXml(`${headAB}<row r="2"><c r="A2"><v>1</v></c></row>`))
    const sheets = await Promise.all(Array.from({ length: 6 }, () => readSheet(good)))
    expect(sheets.map((s) => s.rows)).toEqual(Array.from({ length: 6 }, () => [[1, null]]))
  })
})
