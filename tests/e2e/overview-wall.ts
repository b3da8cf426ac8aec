import { expect, type Browser, type Page } from '@playwright/test'
import { button, PASSWORD, SLOW } from './app'
import { comes, device } from './overview-plant'
import type { RealServer } from './server'
import { wordsIn } from './words'

const zh = wordsIn('zh')
const en = wordsIn('en')
/** The password once more, where it is asked for. */
export async function passwordAgain(page: Page): Promise<void> {
  const asked = page.locator('dialog[open] input[name=password]')
  await asked.fill(PASSWORD)
  await asked.press('Enter')
  await expect(asked).toHaveCount(0)
}
const links = (server: RealServer): string => `${server.url}/overview/data-center?view=links`
const SCREEN = '二车间东墙'

/** A link for one wall, used once; it wakes by itself after the server was gone, and stops when the link is revoked. */
export async function wallScreen(browser: Browser, server: RealServer): Promise<void> {
  const lead = await comes(browser, server, { name: 'prod-lead', size: 'desk', language: 'en' })
  await lead.goto(links(server))
  await lead.getByLabel(en('boards:inputs.name'), { exact: true }).fill(SCREEN)
  await button(lead, en('boards:actions.lobbyLink_make')).click()
  await passwordAgain(lead)
  const address = await lead.getByLabel(en('boards:lobbyLink.name')).inputValue(SLOW)
  expect(address).toMatch(/\/lobby#./)
  await button(lead, en('boards:pages.dataCenter.noted')).click()

  const wall = await device(browser, 'wall')
  await wall.goto(address)
  await expect(wall.locator('.wall-figures dd').first()).toBeVisible(SLOW)
  await expect(wall.locator('.wall-figures')).toContainText(zh('plant:figures.outputKg.name'))
  expect(wall.url()).toBe(`${server.url}/lobby`)
  expect(await wall.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true)
  const second = await device(browser, 'wall')
  await second.goto(address)
  await expect(second.locator('.wall-plain h1')).toHaveText(zh('boards:refusals.linkUsed'), SLOW)
  await second.context().close()

  await server.kill()
  await expect(wall.locator('.wall-foot')).toHaveClass(/is-stale/, { timeout: 60_000 })
  await expect(wall.locator('.wall-figures dd').first()).toBeVisible()
  await server.restart()
  await expect(wall.locator('.wall-foot')).not.toHaveClass(/is-stale/, { timeout: 60_000 })

  await lead.goto(links(server))
  const card = lead.locator('.ui-card', { hasText: SCREEN })
  await card.getByRole('button', { name: en('boards:actions.lobbyLink_revoke') }).click(SLOW)
  await lead
    .locator('dialog[open]')
    .getByRole('button', { name: en('boards:actions.lobbyLink_revoke') })
    .click()
  await expect(card).toContainText(en('boards:answerOptions.state.revoked'), SLOW)
  await expect(wall.locator('.wall-plain h1')).toHaveText(zh('boards:wall.revoked'), SLOW)
  for (const page of [wall, lead]) await page.context().close()
}
