import { expect, type Page } from '@playwright/test'
import { button, SLOW } from './app'
import type { Translate } from './locale-texts'

/** Types a code into the open scanner, as a person does if a label is torn. */
export async function typeCode(page: Page, code: string, t: Translate): Promise<void> {
  const scanner = page.locator('dialog[open]').last()
  await scanner.getByPlaceholder(t('client:ui.scanner.code')).fill(code)
  await scanner.getByRole('button', { name: t('client:ui.scanner.enter'), exact: true }).click()
}
/** Opens a machine by its label code from any page of the app. */
export async function scanMachine(page: Page, code: string, t: Translate): Promise<void> {
  await page.locator('a[href="/scan"]:visible').first().click()
  await typeCode(page, `eq:${code}`, t)
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible(SLOW)
}
/** Scans the label of the machine at the open point of a round, which confirms the person's presence. */
export async function confirmPresence(page: Page, code: string, t: Translate): Promise<void> {
  await expect(page.locator('.presence-code')).toContainText(code, SLOW)
  await button(page, t('rounds:pages.polling.scanHere')).click()
  await typeCode(page, `eq:${code}`, t)
  await expect(page.locator('.present')).toBeVisible(SLOW)
}
/** Types a value on the number pad of the open item. */
export async function enterNumber(page: Page, digits: string, t: Translate): Promise<void> {
  await page.locator('button.number').click()
  const pad = page.locator('dialog[open]').last()
  for (const key of digits) await button(pad, key).click()
  await pad.getByRole('button', { name: t('client:ui.pad.take'), exact: true }).click()
  await expect(page.locator('button.number')).toContainText(digits)
}
