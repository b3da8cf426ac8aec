import { expect, type Locator, type Page } from '@playwright/test'
import { button, SLOW } from './app'
import { typeCode } from './basement-steps'
import type { Translate } from './locale-texts'

/** Locates the topmost dialog. */
export const getTopDialog = (page: Page): Locator => page.locator('dialog[open]').last()
/** Types digits on the open number pad and confirms them. */
export async function typeOnPad(page: Page, digits: string, t: Translate): Promise<void> {
  const pad = getTopDialog(page)
  await expect(pad.locator('.pad-keys')).toBeVisible(SLOW)
  const erase = button(pad, t('client:ui.pad.erase'))
  const value = pad.locator('.pad-value b')
  for (let digitCount = (await value.innerText()).replace('–', '').length; digitCount > 0; digitCount--)
    await erase.click()
  await expect(value).toHaveText('–')
  for (const key of digits) await button(pad, key).click()
  await expect(value).toHaveText(digits)
  await button(pad, t('client:ui.pad.take')).click()
}
/** Opens the scanner from any page of the app and types the label's text. */
export async function scan(page: Page, text: string, t: Translate): Promise<void> {
  await page.locator('a[href="/scan"]:visible').first().click()
  await typeCode(page, text, t)
}

export interface Feed {
  lot: string
  kg: number
  hopper: string
  order: string
}
/** Feeds a lot into a hopper by its label. Returns when the feed appears in the list of the shift. */
export async function feed(page: Page, { lot, kg, hopper, order }: Feed, t: Translate): Promise<void> {
  await scan(page, `lot:${lot}`, t)
  await expect(page.locator('.feed-lot')).toContainText(lot, SLOW)
  await button(page, t('feeding:pages.rawMaterial.enterKg')).click()
  await typeOnPad(page, String(kg), t)
  const orderButton = page.locator('.feed-order')
  if (!(await orderButton.innerText()).includes(order)) {
    await orderButton.click()
    await getTopDialog(page)
      .getByRole('button', { name: new RegExp(order) })
      .click()
  }
  await expect(orderButton).toContainText(order)
  await page.locator('.feed-hoppers button').filter({ hasText: hopper }).first().click()
  await page.getByRole('button', { name: t('feeding:pages.rawMaterial.feed', { kg: String(kg) }) }).click()
  await expect(page.locator('.feed-entries li').filter({ hasText: lot }).first()).toContainText(String(kg), SLOW)
}

/** Enters the gross weight at the winder. In this browser, which supports scales, the pad does not open by itself. */
export async function enterGrossKg(page: Page, kg: string, t: Translate): Promise<void> {
  await getTopDialog(page)
    .getByRole('button', { name: t('rolls:jumboRoll.fields.grossKg') })
    .click()
  await typeOnPad(page, kg, t)
}
export async function enterCoreKg(page: Page, kg: string, t: Translate): Promise<void> {
  await getTopDialog(page)
    .getByRole('button', { name: t('rolls:jumboRoll.fields.coreKg') })
    .click()
  await typeOnPad(page, kg, t)
}
