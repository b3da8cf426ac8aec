import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test, type Page, type TestInfo } from '@playwright/test'
import { formatHeader, writeWorksheet } from '@/server/excel/write-worksheet'
import { readSheet } from '@/server/excel/read-sheet'
import { Api, button, signIn, SLOW } from './app'
import { startEmptyPlant } from './basement-plant'
import type { RealServer } from './server'
import { loadTexts } from './locale-texts'

type List<T> = { total: number; list: T[] }
interface Machine {
  code: string
  name: string
  category: string | null
  ratedPower: number | null
}
const ROWS = 5000
const t = loadTexts('zh')
const field = (name: string) => t(`equipment:equipment.fields.${name}`)
/** Workbooks written by LibreOffice; the folder's README says how they were made. */
const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name)
const codeOf = (n: number) => `EQ-${String(n).padStart(5, '0')}`

test.use({ serviceWorkers: 'block' }) // nothing here is done without a network
// Each test continues with the ledger that the previous test left.
test.describe.configure({ mode: 'serial' })
let server: RealServer
test.beforeAll(async () => {
  server = await startEmptyPlant()
})
test.afterAll(async () => {
  await server?.dispose()
})

const machines = async (keyword: string) =>
  await (await Api.signIn(server, 'admin')).call<List<Machine>>('POST', '/book/get_equipments', { keyword, size: 10 })
/** Opens the ledger and its import. */
async function openImport(page: Page): Promise<void> {
  await signIn(page, server, 'admin')
  await page.goto(`${server.url}/ledger/equipment`)
  await button(page, t('client:resource.import')).click(SLOW)
}
/** Chooses a file and starts its check. */
async function checkFile(page: Page, file: string): Promise<void> {
  const sheet = page.locator('dialog[open]').last()
  await sheet.locator('input[type=file]').setInputFiles(file)
  await button(sheet, t('client:resource.dryRun')).click()
}

/** The ledger of a plant that moves here from another program. */
async function buildOldLedger(testInfo: TestInfo): Promise<string> {
  const columns = (['code', 'name', 'category', 'installedOn', 'ratedPower'] as const).map((name) => ({
    header: field(name),
    kind: name === 'installedOn' ? ('day' as const) : name === 'ratedPower' ? ('amount' as const) : ('text' as const),
    ...(name === 'ratedPower' ? { unit: 'kW' } : {}),
  }))
  const fan = t('equipment:equipment.options.category.air')
  const rows = Array.from({ length: ROWS }, (_, n) => [codeOf(n + 1), `风机 ${n + 1}`, fan, '2021-03-04', 7.5])
  const file = testInfo.outputPath('ledger.xlsx')
  await writeFile(file, await buffer(writeWorksheet({ columns, rows, sheetName: 'S', timeZone: 'Asia/Shanghai' })))
  return file
}

test('an empty plant imports a ledger of 5,000 machines after checking it', async ({ page }, testInfo) => {
  const file = await buildOldLedger(testInfo)
  await openImport(page)
  const begun = Date.now()
  await checkFile(page, file)
  const sheet = page.locator('dialog[open]').last()
  await expect(sheet.locator('output')).toHaveText(
    t('client:resource.checked_other', { count: ROWS, created: ROWS, updated: 0, unchanged: 0 }),
    { timeout: 120_000 },
  )
  const checked = Date.now()
  expect((await machines('EQ-')).total).toBe(0) // the check wrote nothing
  await button(sheet, t('client:resource.doImport_other', { count: ROWS })).click()
  await expect(page.locator('dialog[open]')).toHaveCount(0, { timeout: 120_000 }) // the check shows the first rows too: the list is looked at when it is alone
  await expect(page.getByText(codeOf(1)).first()).toBeVisible(SLOW)
  process.stdout.write(
    `excel: ${ROWS} machines checked in ${checked - begun} ms, imported and shown in ${Date.now() - checked} ms\n`,
  )
  expect((await machines('EQ-')).total).toBe(ROWS)
})

test('an export matches the data and is recognised on import', async ({ page }, testInfo) => {
  await openImport(page)
  const sheet = page.locator('dialog[open]').last()
  await button(sheet, t('client:ui.cancel')).click()
  const download = page.waitForEvent('download')
  await button(page, t('client:resource.export')).click()
  const file = testInfo.outputPath('export.xlsx')
  await (await download).saveAs(file)
  const { header, rows } = await readSheet(file)
  expect(rows).toHaveLength(ROWS)
  expect(header).toEqual(
    expect.arrayContaining([field('code'), field('name'), formatHeader({ header: field('ratedPower'), unit: 'kW' })]),
  )
  expect(rows[41]?.[header.indexOf(field('code'))]).toBe(codeOf(42))
  await button(page, t('client:resource.import')).click()
  await checkFile(page, file)
  await expect(sheet.locator('output')).toHaveText(t('client:resource.importNothing_other', { count: ROWS }), {
    timeout: 120_000,
  })
})

test('a LibreOffice workbook: errors are named by row and column, valid rows are counted and imported', async ({
  page,
}) => {
  await openImport(page)
  const sheet = page.locator('dialog[open]').last()
  await checkFile(page, fixture('ledger-wrong.xlsx'))
  const errors = sheet.getByRole('alert').locator('li')
  await expect(errors).toHaveCount(3, SLOW)
  for (const [row, column] of [
    [2, 'C'],
    [3, 'B'],
    [4, 'D'],
  ] as const)
    await expect(errors.filter({ hasText: t('client:resource.importCell', { row, column }) })).toHaveCount(1)
  expect((await machines('EQ-90001')).total).toBe(0)

  await checkFile(page, fixture('ledger-changed.xlsx'))
  await expect(sheet.locator('output')).toHaveText(
    t('client:resource.checked_other', { count: 3, created: 1, updated: 2, unchanged: 0 }),
    SLOW,
  )
  await expect(sheet.getByRole('alert')).toHaveCount(0)
  await button(sheet, t('client:resource.doImport_other', { count: 3 })).click()
  await expect(
    page.getByText(t('client:resource.imported', { created: 1, updated: 2, unchanged: 0 })).first(),
  ).toBeVisible(SLOW)
  const findMachines = async (code: string) =>
    (await machines(code)).list.map(({ name, category, ratedPower }) => ({ name, category, ratedPower }))
  expect(await findMachines(codeOf(1))).toEqual([{ name: '换过名的风机', category: 'air', ratedPower: 11 }])
  expect(await findMachines(codeOf(2))).toEqual([{ name: '风机 2', category: 'drying', ratedPower: 7.5 }])
  expect(await findMachines('EQ-90001')).toEqual([{ name: '新干燥机', category: 'drying', ratedPower: 22.5 }])
})
