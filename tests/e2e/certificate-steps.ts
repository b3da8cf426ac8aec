/** Steps of the quality lead at a desk: imports the laboratory's file, reads the chart, downgrades, drafts. */
import { expect, type Page } from '@playwright/test'
import { Api, button, SLOW, chooseOption } from './app'
import { HEADINGS, type Lab } from './certificate-plant'
import { getTopDialog } from './kilogram-steps'
import type { RealServer } from './server'
import type { Translate } from './locale-texts'

interface Batch {
  id: string
  number: string
  state: string
}
const translate = (t: Translate, key: string, values?: Record<string, string | number>) =>
  t(`laboratory:pages.qualityData.${key}`, values)

/** Imports a file under a batch number. With `unassignedIndexes`, assigns the columns first; otherwise the app knows them. */
export async function importFile(
  page: Page,
  base: string,
  { file, batch, rows, values }: { file: string; batch: string; rows: number; values: number },
  t: Translate,
  unassignedIndexes?: Pick<Lab, 'index'>,
): Promise<void> {
  await page.goto(`${base}/quality/data?view=import`)
  await page.getByLabel(t('laboratory:inputs.batch'), { exact: true }).fill(batch)
  await page.getByLabel(translate(t, 'file')).setInputFiles(file)
  const importButton = button(page.locator('.lab-import'), translate(t, 'takeIn'))
  const recognizedValues = page.getByRole('status').filter({ hasText: translate(t, 'understood', { rows, values }) })
  if (unassignedIndexes) {
    await expect(importButton).toBeDisabled(SLOW) // no column is assigned to the roll
    await assignColumns(page, unassignedIndexes, t)
    await button(page, translate(t, 'lookAgain')).click()
  }
  await expect(recognizedValues).toBeVisible(SLOW)
  await expect(page.getByText(translate(t, 'noProblems'))).toBeVisible()
  await importButton.click()
  const recent = page.locator('.lab-recent li').filter({ hasText: file.split('/').at(-1)! })
  await expect(recent.first()).toContainText(t('laboratory:labImport.options.state.stored'), SLOW)
}
async function assignColumns(page: Page, { index }: Pick<Lab, 'index'>, t: Translate): Promise<void> {
  const getColumnLabel = (field: string) => t(`laboratory:labImport.sub.columns.${field}`)
  for (const [n, header] of HEADINGS.entries()) {
    await chooseOption(
      page.getByLabel(`${header} ${getColumnLabel('role')}`, { exact: true }),
      n === 0 ? 'roll' : 'index',
    )
    if (n === 0) continue
    const indexSelect = page.getByLabel(`${header} ${getColumnLabel('indexId')}`, { exact: true })
    await chooseOption(indexSelect, header === 'Puller' ? index.strength : index.gsm)
  }
}
/** Opens the batch, confirms the findings of its check and publishes it. */
export async function publishBatch(page: Page, base: string, batch: string, t: Translate): Promise<void> {
  await page.goto(`${base}/quality/data`)
  await page.getByText(batch, { exact: true }).first().click(SLOW)
  const publish = t('laboratory:actions.testBatch_publish')
  await button(page, publish).first().click(SLOW)
  await expect(getTopDialog(page)).toContainText(translate(t, 'publishSentence'))
  await button(getTopDialog(page), publish).click(SLOW)
  await expect(page.getByText(t('laboratory:testBatch.options.state.published')).first()).toBeVisible(SLOW)
  await expect(button(page, publish)).toHaveCount(0, SLOW)
}
export async function publishBatchByApi(server: RealServer, number: string): Promise<void> {
  const lead = await Api.signIn(server, 'quality-lead')
  const { list } = await lead.call<{ list: Batch[] }>('GET', '/quality/get_batch_list', { keyword: number })
  const [batch] = list.filter((row) => row.number === number)
  if (!batch) throw new Error(`no batch ${number}`)
  await lead.call('POST', '/plant/test_batch_publish', { id: batch.id })
}

/** Checks that the chart reports one shift outside the limits of the earlier shifts, and that the signal links to its rolls. */
export async function expectDrift(
  page: Page,
  base: string,
  { productId, index }: Lab,
  rolls: readonly string[],
  t: Translate,
): Promise<void> {
  const chartQuery = new URLSearchParams({ view: 'chart', product: productId, index: index.gsm, subgroup: 'shift' })
  await page.goto(`${base}/quality/data?${chartQuery.toString()}&rules=limits`)
  await expect(page.locator('.lab-charts canvas').first()).toBeVisible(SLOW)
  await expect(page.getByText(translate(t, 'frozen', { revision: 1, points: 2 }))).toBeVisible()
  const signals = page.locator('.lab-signals')
  await expect(signals.locator('summary')).toHaveText(translate(t, 'signals', { count: 1 }), SLOW)
  await signals.locator('summary').click()
  for (const roll of rolls) await expect(signals.getByRole('link', { name: roll, exact: true })).toBeVisible(SLOW)
  await expect(signals.locator('.lab-rolls a')).toHaveCount(rolls.length)
}
/** Creates an abnormity from a point in one tap, with its subject filled in. */
export async function raiseAbnormity(page: Page, t: Translate): Promise<void> {
  await page
    .locator('.lab-signals')
    .getByRole('link', { name: t('deviations:pages.abnormities.raise') })
    .click()
  await expect(page.locator('textarea').first()).toHaveValue(/out of control/, SLOW)
  await expect(page).toHaveURL(/jumboRoll/)
}

/** Opens a roll of the signal, checks it, and downgrades its slit rolls. */
export async function downgradeFromRoll(page: Page, roll: string, t: Translate): Promise<void> {
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
  const dialog = page.locator('dialog[open]').last()
  await expect(dialog).toContainText(t('quality:pages.sheet.downgradeSpans'))
  await button(dialog, t('quality:pages.sheet.downgrade')).click()
  await expect(page.locator('dialog[open]')).toHaveCount(0, SLOW)
}

/** Opens the order in the list of orders to certify. */
export async function openOrderToCertify(page: Page, base: string, order: string): Promise<void> {
  await page.goto(`${base}/quality/report`)
  await page.locator('.certificate-orders button', { hasText: order }).first().click(SLOW)
}
/** Drafts the certificate for the manager and returns its number. */
export async function draftCertificate(page: Page, t: Translate): Promise<string> {
  const people = page.locator('.certificate-form .approval-people button')
  await people.first().waitFor(SLOW)
  const manager = people.filter({ hasText: /manager/i })
  await ((await manager.count()) > 0 ? manager.first() : people.last()).click()
  await button(page, t('certificates:pages.qualityReport.send')).click()
  const heading = page.getByRole('heading', { name: /^COA\d{4}-\d{5}$/ }).first()
  await expect(heading).toBeVisible(SLOW)
  return (await heading.textContent()) ?? ''
}
/** Downloads the file of a button: 0 for the PDF, 1 for the Excel file. @returns the path */
export async function downloadFile(page: Page, which: 0 | 1): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download', SLOW),
    page.locator('.certificate-files button').nth(which).click(),
  ])
  return download.path()
}
