import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test, type Page } from '@playwright/test'
import { Api, signIn } from './app'
import { startServerForFile } from './server'
import { loadTexts } from './locale-texts'

/** Printed output, read as paper by system programs that CI has installed. */
const server = startServerForFile()
test.use({ serviceWorkers: 'block' }) // nothing here is done without a network
const run = promisify(execFile)
/** An A4 sheet of labels, scanned at 200 dpi: 3 × 8 labels of 70 × 37 mm. */
const DOTS = 200 / 25.4
const CELL = { width: 70 * DOTS, height: Math.floor(37 * DOTS) }
const tools = ['pdftotext', 'pdftoppm', 'zbarimg']

test.beforeAll(async () => {
  for (const tool of tools)
    try {
      await run(tool, ['--help'])
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) continue
      process.stderr.write(`paper: ${tool} is not installed, NOTHING PRINTED WAS READ\n`)
      test.info().skip(true, `${tool} is not installed`)
    }
})
const textOf = async (file: string): Promise<string[]> =>
  (await run('pdftotext', ['-layout', file, '-'])).stdout.split('\f').slice(0, -1)

/**
 * The codes on the first page, by rows of three. In one picture of the whole page zbar 0.23 finds a random number of codes: 2 to
 * 22 of 24 small ones (version 1) and 19 to 24 larger ones, whatever their size, quiet zone, level and position. zbar reads
 * every code in a picture of its own.
 */
async function codesOn(sheet: string, draft: string): Promise<string[][]> {
  const rows: string[][] = []
  for (let row = 0; row < 8; row++) {
    const area = ['-x', 0, '-y', Math.floor(row * 37 * DOTS), '-W', Math.floor(3 * CELL.width), '-H', CELL.height]
    await run('pdftoppm', ['-r', '200', '-l', '1', '-gray', '-singlefile', ...area.map(String), sheet, draft])
    const { stdout } = await run('zbarimg', ['-q', '--raw', '-Sdisable', '-Sqrcode.enable', `${draft}.pgm`])
    rows.push(stdout.trim().split('\n').sort())
  }
  return rows
}
const shownCodes = (page: Page) => page.locator('.eq-label-list strong').allInnerTexts()

test('each of the 24 labels of an A4 sheet is read at 200 dpi; all are left out by one tap', async ({
  page,
}, testInfo) => {
  const t = loadTexts('zh')
  await signIn(page, server.now, 'maint')
  await page.goto(`${server.now.url}/ledger/equipment/labels`)
  await page.getByRole('button', { name: t('plant:labels.stocks.sheet24') }).click()
  await expect(page.locator('.eq-label-list .eq-label').nth(23)).toBeAttached({ timeout: 30_000 })
  const sheet = testInfo.outputPath('sheet.pdf')
  await page.pdf({ path: sheet, preferCSSPageSize: true })
  const codes = (await shownCodes(page)).slice(0, 24)
  const rows = Array.from({ length: 8 }, (_, row) => codes.slice(row * 3, row * 3 + 3))
  expect(await codesOn(sheet, testInfo.outputPath('row'))).toEqual(
    rows.map((row) => row.map((code) => `eq:${code}`).sort()),
  )

  await page.getByRole('button', { name: t('plant:labels.noneOfThem') }).click()
  await expect(page.getByRole('button', { name: t('plant:labels.printCount', { count: 0 }) })).toBeDisabled()
})

for (const language of ['zh', 'en'] as const)
  test(`a printed handover has exact numbers and the number of each page: ${language}`, async ({ page }, testInfo) => {
    const t = loadTexts(language)
    const lead = await Api.signIn(server.now, 'prod-lead')
    const { list } = await lead.call<{ list: { id: string; kind: string; facts: { jumboM: number }[] }[] }>(
      'GET',
      '/production_form/handover?size=100&kind=middle',
    )
    const longestHandover = list.sort((a, b) => (b.facts[0]?.jumboM ?? 0) - (a.facts[0]?.jumboM ?? 0))[0]
    const length = longestHandover?.facts[0]?.jumboM ?? 0
    expect(length).toBeGreaterThan(10_000) // on a card it would be shortened
    await signIn(page, server.now, 'prod-lead', { language })
    await page.goto(`${server.now.url}/production/handover?id=${longestHandover!.id}`)
    await page.getByRole('button', { name: t('handover:pages.handover.preview') }).click()
    await expect(page.locator('.ho-paper')).toBeAttached({ timeout: 30_000 })
    const a4 = testInfo.outputPath('a4.pdf')
    await page.pdf({ path: a4, preferCSSPageSize: true })
    const [first] = await textOf(a4)
    expect(first).toContain(`${length.toLocaleString('en', { maximumFractionDigits: 1 })} m`)
    expect(first).not.toMatch(/万|\dk /)

    // A paper as long as a handover with many entries.
    const long = testInfo.outputPath('long.pdf')
    await page.addStyleTag({ content: '@media print { .ho-paper { zoom: 2.5 } }' })
    await page.pdf({ path: long, preferCSSPageSize: true })
    const pages = await textOf(long)
    expect(pages.length).toBeGreaterThan(1)
    for (const [at, text] of pages.entries())
      expect(text.trimEnd()).toMatch(new RegExp(`${at + 1} ?/ ?${pages.length}$`))
  })

test('a list printed at a desk has all its rows on as many sheets as they need, and nothing of the frame', async ({
  page,
}, testInfo) => {
  const t = loadTexts('en')
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, server.now, 'manager', { language: 'en' })
  await page.goto(`${server.now.url}/ledger/equipment`)
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('row').nth(5)).toBeVisible({ timeout: 30_000 })
  const printed = async (name: string) => {
    const file = testInfo.outputPath(name)
    await page.pdf({ path: file, preferCSSPageSize: true })
    const sheets = await textOf(file)
    return { sheets, all: sheets.join('\n') }
  }
  const count = Number(await grid.getAttribute('aria-rowcount')) - 1
  expect(count).toBeGreaterThan(100)
  // The browser's own print menu prints the loaded rows, and every page is marked as a part.
  const part = await printed('part.pdf')
  const cut = t('client:ui.table.printedPart', { shown: 50, total: count })
  for (const sheet of part.sheets.slice(0, -1)) expect(sheet).toContain(cut)
  expect(part.all.match(/\bIn use\b/g)?.length).toBeGreaterThan(40)
  // The print key loads the other rows first.
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-asked', 'print')
  })
  await page.keyboard.press('Control+p')
  await expect(page.locator('body[data-asked=print]')).toHaveCount(1, { timeout: 30_000 })
  const { sheets, all } = await printed('list.pdf')
  expect(sheets.length).toBeGreaterThan(part.sheets.length)
  expect(all).toContain(t('client:ui.table.printed', { total: count }))
  expect(all).not.toContain(cut)
  expect(all.match(/\bIn use\b/g)?.length).toBeGreaterThan(count * 0.8)
  const heading = t('equipment:equipment.fields.code')
  for (const sheet of sheets.slice(0, -1)) expect(sheet).toContain(heading)
  expect(sheets[0]).toMatch(new RegExp(`1 ?/ ?${sheets.length}\\s*$`))
  expect(all).not.toContain(t('client:shell.bar.today'))
  // The screen returns to normal afterwards.
  await expect(page.locator('.ui-printed')).toHaveCount(0)
})
