import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { readSheet } from '@/server/excel/read'
import { Api, button, signIn, SLOW } from './app'
import { serverForFile } from './server'
import { wordsIn } from './words'

const server = serverForFile()
const zh = wordsIn('zh')
const en = wordsIn('en')

interface Ready {
  list: { id: string; number: string; ready: boolean; gaps: { judgement: string }[] }[]
}

/** A point out of control becomes an abnormity; the order's certificate is drafted, the server dies, another issues it. */
test('what the laboratory measured becomes an abnormity and a certificate', async ({ browser, page }) => {
  const lead = await Api.signIn(server.now, 'quality-lead')
  const { list } = await lead.call<Ready>('GET', '/quality/qua_inspection_list', { size: '60' })
  const order = list.find(({ ready }) => ready)
  if (!order) throw new Error('no order of the plant has all its tests')

  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, server.now, 'quality-lead', { language: 'en' })
  await page.goto(`${server.now.url}/quality/data?view=chart&rules=nelson&${await signalled(lead)}`)
  await test.step('the chart, and an abnormity of a point in one tap', () => fromChart(page))
  const number = await test.step('the draft', () => drafted(page, order.number))
  await server.now.kill()
  await server.now.restart()

  const tablet = await browser.newContext({ viewport: { width: 820, height: 1180 }, locale: 'zh-CN', hasTouch: true })
  try {
    const office = await tablet.newPage()
    await signIn(office, server.now, 'manager', { language: 'zh' })
    await office.goto(`${server.now.url}/quality/report?view=certificates`)
    await office.getByText(number).first().click(SLOW)
    await button(office, zh('certificates:actions.certificate_issue')).first().click(SLOW)
    await expect(office.locator('.chips').getByText(zh('certificates:certificate.options.state.issued'))).toBeVisible(
      SLOW,
    )
    const pdf = await downloaded(office, 0)
    const text = execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' })
    for (const part of [number, order.number, '检验报告', 'Certificate of Analysis', '合格 Pass'])
      expect(text).toContain(part)
    expect(text).not.toContain('DRAFT')
    const sheet = await readSheet(readFileSync(await downloaded(office, 1)))
    expect(JSON.stringify(sheet.rows)).toContain(number)
  } finally {
    await tablet.close()
  }
})

interface Result {
  readonly id: string
  readonly version: number
  readonly productId: string
  readonly indexId: string
  readonly rolledAt: string
  readonly digits: number
  readonly samples: readonly { no: number; lane: number; text: string }[]
}
const RECENT_MS = 2 * 86_400_000
/** The laboratory's newest reading of a roll comes out far below those before it: which product and index that is. */
async function signalled(lead: Api): Promise<string> {
  const { list } = await lead.call<{ list: Result[] }>('GET', '/plant/test_result', { size: '200' })
  const groups = new Map<string, Result[]>()
  for (const one of list) {
    const chart = `product=${one.productId}&index=${one.indexId}`
    groups.set(chart, [...(groups.get(chart) ?? []), one])
  }
  // Of an order at work: what was published is closed.
  const recent = [...groups].filter(
    ([, [newest]]) => newest!.samples.length > 1 && Date.parse(newest!.rolledAt) > Date.now() - RECENT_MS,
  )
  const [chart, results] = recent.sort(([, one], [, other]) => other.length - one.length)[0]!
  const [{ id, version, samples, digits }] = results as [Result]
  const lower = samples.map(({ no, lane, text }) => ({ no, lane, text: (Number(text) * 0.6).toFixed(digits) }))
  await lead.call('PUT', '/plant/test_result', { id, version, samples: lower })
  return chart
}
async function fromChart(page: Page): Promise<void> {
  await expect(page.locator('.lab-charts canvas').first()).toBeVisible(SLOW)
  const signals = page.locator('.lab-signals')
  await signals.locator('summary').click(SLOW)
  await signals
    .getByRole('link', { name: en('deviations:pages.abnormities.raise') })
    .first()
    .click()
  const said = page.locator('textarea').first()
  await expect(said).toHaveValue(/out of control/, SLOW)
  await page.getByRole('combobox').first().waitFor(SLOW)
  await expect(page).toHaveURL(/jumboRoll/)
}

/** Drafts it for the manager, and answers its number. */
async function drafted(page: Page, order: string): Promise<string> {
  await page.goto(`${server.now.url}/quality/report`)
  await page.locator('.coa-orders button', { hasText: order }).first().click(SLOW)
  const approver = page.locator('.coa-form select')
  await expect.poll(() => approver.locator('option').count(), SLOW).toBeGreaterThan(1)
  const manager = await approver
    .locator('option')
    .evaluateAll((all) => all.map((o) => [(o as HTMLOptionElement).value, o.textContent ?? ''] as const))
  const [value] = manager.find(([, words]) => /manager/i.test(words)) ?? manager.at(-1)!
  await approver.selectOption(value)
  await button(page, en('certificates:pages.qualityReport.send')).click()
  const heading = page.getByRole('heading', { name: /^COA\d{4}-\d{5}$/ }).first()
  await expect(heading).toBeVisible(SLOW)
  return (await heading.textContent()) ?? ''
}

/** The file of one of the two buttons beside each other: PDF, Excel. */
async function downloaded(page: Page, which: 0 | 1): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download', SLOW),
    page.locator('.coa-files button').nth(which).click(),
  ])
  return download.path()
}
