/** Steps of the quality lead at a desk: imports the laboratory's file, reads the chart, downgrades, drafts. */
import { expect, type Page } from '@playwright/test'
import { Api, button, SLOW, chooseOption } from './app'
import { HEADINGS, type Lab } from './certificate-plant'
import { onTop } from './kilogram-steps'
import type { RealServer } from './server'
import type { Words } from './locale-texts'

interface Batch {
  id: string
  number: string
  state: string
}
const word = (t: Words, key: string, filled?: Record<string, string | number>) =>
  t(`laboratory:pages.qualityData.${key}`, filled)

/** Imports a file under a batch number. With `names`, the columns are assigned first; otherwise the assignment is known already. */
export async function importFile(
  page: Page,
  base: string,
  { file, batch, rows, values }: { file: string; batch: string; rows: number; values: number },
  t: Words,
  names?: Pick<Lab, 'index'>,
): Promise<void> {
  await page.goto(`${base}/quality/data?view=import`)
  await page.getByLabel(t('laboratory:inputs.batch'), { exact: true }).fill(batch)
  await page.getByLabel(word(t, 'file')).setInputFiles(file)
  const take = button(page.locator('.lab-import'), word(t, 'takeIn'))
  const understood = page.getByRole('status').filter({ hasText: word(t, 'understood', { rows, values }) })
  if (names) {
    await expect(take).toBeDisabled(SLOW) // no column says which roll it is
    await nameColumns(page, names, t)
    await button(page, word(t, 'lookAgain')).click()
  }
  await expect(understood).toBeVisible(SLOW)
  await expect(page.getByText(word(t, 'noProblems'))).toBeVisible()
  await take.click()
  const recent = page.locator('.lab-recent li').filter({ hasText: file.split('/').at(-1)! })
  await expect(recent.first()).toContainText(t('laboratory:labImport.options.state.stored'), SLOW)
}
async function nameColumns(page: Page, { index }: Pick<Lab, 'index'>, t: Words): Promise<void> {
  const sub = (field: string) => t(`laboratory:labImport.sub.columns.${field}`)
  for (const [n, header] of HEADINGS.entries()) {
    await chooseOption(page.getByLabel(`${header} ${sub('role')}`, { exact: true }), n === 0 ? 'roll' : 'index')
    if (n === 0) continue
    const of = page.getByLabel(`${header} ${sub('indexId')}`, { exact: true })
    await chooseOption(of, header === 'Puller' ? index.strength : index.gsm)
  }
}
/** Opens the batch, confirms the findings of its check and publishes it. */
export async function publishBatch(page: Page, base: string, batch: string, t: Words): Promise<void> {
  await page.goto(`${base}/quality/data`)
  await page.getByText(batch, { exact: true }).first().click(SLOW)
  const publish = t('laboratory:actions.testBatch_publish')
  await button(page, publish).first().click(SLOW)
  await expect(onTop(page)).toContainText(word(t, 'publishSentence'))
  await button(onTop(page), publish).click(SLOW)
  await expect(page.getByText(t('laboratory:testBatch.options.state.published')).first()).toBeVisible(SLOW)
  await expect(button(page, publish)).toHaveCount(0, SLOW)
}
export async function publishBatchByApi(server: RealServer, number: string): Promise<void> {
  const lead = await Api.signIn(server, 'quality-lead')
  const { list } = await lead.call<{ list: Batch[] }>('GET', '/quality/get_batch_list', { keyword: number })
  const [batch] = list.filter((one) => one.number === number)
  if (!batch) throw new Error(`no batch ${number}`)
  await lead.call('POST', '/plant/test_batch_publish', { id: batch.id })
}

/** Checks that one shift lies outside the limits of the earlier shifts and opens its rolls from the point. Returns where a roll opens. */
export async function expectDrift(
  page: Page,
  base: string,
  { productId, index }: Lab,
  rolls: readonly string[],
  t: Words,
): Promise<void> {
  const chartQuery = new URLSearchParams({ view: 'chart', product: productId, index: index.gsm, subgroup: 'shift' })
  await page.goto(`${base}/quality/data?${chartQuery.toString()}&rules=limits`)
  await expect(page.locator('.lab-charts canvas').first()).toBeVisible(SLOW)
  await expect(page.getByText(word(t, 'frozen', { revision: 1, points: 2 }))).toBeVisible()
  const signals = page.locator('.lab-signals')
  await expect(signals.locator('summary')).toHaveText(word(t, 'signals', { count: 1 }), SLOW)
  await signals.locator('summary').click()
  for (const roll of rolls) await expect(signals.getByRole('link', { name: roll, exact: true })).toBeVisible(SLOW)
  await expect(signals.locator('.lab-rolls a')).toHaveCount(rolls.length)
}
/** Creates an abnormity from a point in one tap, with its subject filled in. */
export async function raiseAbnormity(page: Page, t: Words): Promise<void> {
  await page
    .locator('.lab-signals')
    .getByRole('link', { name: t('deviations:pages.abnormities.raise') })
    .click()
  await expect(page.locator('textarea').first()).toHaveValue(/out of control/, SLOW)
  await expect(page).toHaveURL(/jumboRoll/)
}

/** Goes from the roll behind the point to its check, and from there to the downgrade of its slit rolls. */
export async function downgradeFromRoll(page: Page, roll: string, t: Words): Promise<void> {
  await page.locator('.lab-signals').getByRole('link', { name: roll, exact: true }).click()
  await expect(page).toHaveURL(/kind=jumboRoll/)
  await page
    .getByRole('link', { name: t('quality:pages.sheet.newCheck'), exact: true })
    .first()
    .click(SLOW)
  await expect(page.getByRole('heading', { name: roll })).toBeVisible(SLOW)
  await button(page, t('quality:qualityCheck.subOptions.defects.kind.wrongWeight')).click()
  await button(page, t('quality:pages.sheet.save', { result: t('quality:qualityCheck.options.result.notOk') })).click()
  await button(page, t('quality:pages.sheet.downgrade')).first().click(SLOW)
  const sheet = page.locator('dialog[open]').last()
  await expect(sheet).toContainText(t('quality:pages.sheet.downgradeSpans'))
  await button(sheet, t('quality:pages.sheet.downgrade')).click()
  await expect(page.locator('dialog[open]')).toHaveCount(0, SLOW)
}

/** Opens the order in the list of orders to certify. */
export async function openOrderToCertify(page: Page, base: string, order: string): Promise<void> {
  await page.goto(`${base}/quality/report`)
  await page.locator('.certificate-orders button', { hasText: order }).first().click(SLOW)
}
/** Drafts the certificate for the manager and returns its number. */
export async function draftCertificate(page: Page, t: Words): Promise<string> {
  const people = page.locator('.certificate-form .approval-people button')
  await people.first().waitFor(SLOW)
  const manager = people.filter({ hasText: /manager/i })
  await ((await manager.count()) > 0 ? manager.first() : people.last()).click()
  await button(page, t('certificates:pages.qualityReport.send')).click()
  const heading = page.getByRole('heading', { name: /^COA\d{4}-\d{5}$/ }).first()
  await expect(heading).toBeVisible(SLOW)
  return (await heading.textContent()) ?? ''
}
/** Downloads the PDF or the Excel file by its button. */
export async function downloadFile(page: Page, which: 0 | 1): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download', SLOW),
    page.locator('.certificate-files button').nth(which).click(),
  ])
  return download.path()
}
