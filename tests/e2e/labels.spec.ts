import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { writeFile } from 'node:fs/promises'
import { expect, test, type Page, type TestInfo } from '@playwright/test'
import { Api, signIn, SLOW } from './app'
import { MACHINE_IN_VIEW, withLabelInView } from './camera'
import { startServerForFile } from './server'
import { loadTexts } from './locale-texts'

const server = startServerForFile()
// Nothing here is done without a network.
test.use({ serviceWorkers: 'block', launchOptions: withLabelInView() })
const run = promisify(execFile)
/** A label of the roll printer on paper, px at 96 dpi: 100 × 60 mm. */
const PAPER = { width: 378, height: 227 }

/** Text that another program decodes from the picture; null if the program is not installed. */
async function decodeWithZbar(file: string): Promise<string | null> {
  try {
    return (await run('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', file])).stdout.trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
/** The label as sent to the printer. */
async function printLabel(page: Page, testInfo: TestInfo): Promise<string> {
  await page.emulateMedia({ media: 'print' })
  const label = page.locator('.eq-paper.is-roll .eq-label')
  await expect(label).toHaveCount(1)
  const box = await label.boundingBox()
  expect(Math.abs((box?.width ?? 0) - PAPER.width)).toBeLessThan(2)
  expect(box?.height ?? Infinity).toBeLessThanOrEqual(PAPER.height)
  const file = testInfo.outputPath('label.png')
  await writeFile(file, await label.screenshot({ animations: 'disabled' }))
  await page.emulateMedia({ media: 'screen' })
  return file
}

test('another program and this app both read a photo of a printed label', async ({ page }, testInfo) => {
  const t = loadTexts('zh')
  const admin = await Api.signIn(server.now, 'admin')
  const { list } = await admin.call<{ list: { id: string; code: string }[] }>('POST', '/book/get_equipments', {
    size: 1,
    state: 'inUse',
  })
  const machine = list[0]
  if (!machine) throw new Error('the plant has no machine')
  await signIn(page, server.now, 'maint')
  await page.goto(`${server.now.url}/ledger/equipment?id=${machine.id}`)
  await page.getByRole('button', { name: t('equipment:pages.labels.printOne') }).click()
  await expect(page.locator('.eq-label-list .eq-label')).toHaveCount(1, { timeout: 30_000 })
  const file = await printLabel(page, testInfo)

  const read = await decodeWithZbar(file)
  if (read === null) {
    testInfo.annotations.push({
      type: 'not checked',
      description: 'zbarimg is not installed: no other program has read the label',
    })
    process.stderr.write('labels: zbarimg is not installed, NO OTHER PROGRAM HAS READ THE LABEL\n')
  } else expect(read).toBe(`eq:${machine.code}`)

  // The camera would read the label in its view first.
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await page.goto(`${server.now.url}/scan`)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: t('client:ui.scanner.photo') }).click()
  await (await chooser).setFiles(file)
  await expect(page).toHaveURL(new RegExp(`/ledger/equipment\\?.*id=${machine.id}`), { timeout: 30_000 })
  await expect(page.getByRole('heading', { level: 1, name: machine.code })).toBeVisible()
})

test('the camera reads a tilted label in bad light and opens its machine', async ({ page }) => {
  await signIn(page, server.now, 'maint', { language: 'zh' })
  const decoder = page.waitForResponse(/zxing_reader.*\.wasm$/)
  await page.locator('a[href="/scan"]:visible').first().click()
  expect((await decoder).ok()).toBe(true)
  await expect(page.getByRole('heading', { name: MACHINE_IN_VIEW }).first()).toBeVisible(SLOW)
})
