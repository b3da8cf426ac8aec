import { expect, test, type Locator, type Page } from '@playwright/test'
import { button, PASSWORD, SLOW } from './app'
import { getTopDialog } from './kilogram-steps'
import { signInOnDevice, openDevice, saveScreenshots } from './overview-plant'
import { startServerForFile } from './server'
import { loadTexts } from './locale-texts'

const server = startServerForFile()
const t = loadTexts('zh')
const NAME = '大堂东墙'
/** Slightly more than the longest retry pause of a large screen that has lost its server. */
const WAKES = { timeout: 60_000 }
const scene = (wall: Page): Locator => wall.locator('.wall-scene')
/** Expects a screen that shows only the reason. Searched by text: the last scene may still show several headings, which a strict wait rejects. */
const says = (wall: Page, why: string): Locator => wall.getByRole('heading', { name: why, exact: true })
const foot = (wall: Page): Locator => wall.locator('.wall-foot')
const center = (page: Page, view: string) => page.goto(`${server.now.url}/overview/data-center?view=${view}`)

/** Creates a link for one screen; the link is displayed only once. */
async function createLink(page: Page): Promise<string> {
  await center(page, 'links')
  await page.getByRole('textbox', { name: t('boards:inputs.name') }).fill(NAME)
  await button(page, t('boards:actions.lobbyLink_make')).click(SLOW)
  const password = getTopDialog(page).locator('input[name=password]')
  const link = getTopDialog(page).getByRole('textbox', { name: t('boards:lobbyLink.name') })
  await expect(password.or(link)).toBeVisible(SLOW)
  if (await password.isVisible()) {
    await password.fill(PASSWORD)
    await button(getTopDialog(page), t('client:session.again.go')).click()
  }
  const address = await link.inputValue(SLOW)
  await saveScreenshots(page, 'wall-link', ['phone', 'tablet'])
  await button(page, t('boards:pages.dataCenter.noted')).click()
  return address
}
/** Shortens a scene to five seconds; the screen updates without being touched. */
async function shortenScene(page: Page): Promise<void> {
  await center(page, 'settings')
  await page.getByRole('textbox', { name: t('boards:lobbySetting.fields.dataSeconds') }).fill('5')
  await button(page, t('boards:pages.board.save')).click()
  await saveScreenshots(page, 'wall-settings', ['phone', 'tablet'])
}
/** A signed-in person opens the screen from the page, without a link. */
async function openFromPage(page: Page): Promise<void> {
  const [preview] = await Promise.all([
    page.waitForEvent('popup'),
    button(page, t('boards:pages.dataCenter.open')).click(),
  ])
  await expect(scene(preview)).toBeVisible(SLOW)
  await expect(preview.locator('.wall-head')).toContainText(t('boards:wall.preview'))
  await preview.close()
}
/** Scenes follow one another by the clock alone. */
async function expectNextScene(wall: Page): Promise<void> {
  const at = async () => Number(await scene(wall).getAttribute('data-at'))
  const now = await at()
  await expect.poll(at, WAKES).toBeGreaterThan(now)
}

test('a large screen signs in once by its link, recovers with the server, and ends with the link', async ({
  browser,
}) => {
  const desk = await signInOnDevice(browser, server.now, {
    name: 'admin',
    size: 'desk',
    language: 'zh',
    worker: 'block',
  })
  const address = await createLink(desk)
  await openFromPage(desk)
  const wall = await openDevice(browser, 'wall')
  await wall.goto(address)
  await expect(scene(wall)).toBeVisible(SLOW)
  expect(wall.url()).toBe(`${server.now.url}/lobby`)
  const second = await openDevice(browser, 'wall')
  await second.goto(address)
  await expect(says(second, t('boards:refusals.linkUsed'))).toBeVisible(SLOW)
  await expect(scene(second)).toHaveCount(0)

  await shortenScene(desk)
  await expectNextScene(wall)
  const seen = new Set<string>()
  while (seen.size < 5) {
    const name = (await scene(wall).getAttribute('data-scene'))!
    if (!seen.has(name)) await saveScreenshots(wall, `wall-${name}`)
    seen.add(name)
    await wall.keyboard.press('ArrowRight')
    await expect(scene(wall)).not.toHaveAttribute('data-scene', name)
  }

  await server.now.kill()
  await expect(foot(wall)).toHaveClass(/is-stale/, WAKES)
  await expect(scene(wall)).toBeVisible()
  await saveScreenshots(wall, 'wall-stale')
  await server.now.restart()
  await expect(foot(wall)).not.toHaveClass(/is-stale/, WAKES)
  await expectNextScene(wall)
  await wall.reload()
  await expect(scene(wall)).toBeVisible(SLOW)

  await center(desk, 'links')
  await saveScreenshots(desk, 'wall-links', ['phone', 'tablet'])
  const revoke = t('boards:actions.lobbyLink_revoke')
  await button(desk.getByRole('listitem').filter({ hasText: NAME }), revoke).click(SLOW)
  await button(getTopDialog(desk), revoke).click()
  await expect(says(wall, t('boards:wall.revoked'))).toBeVisible(WAKES)
  await saveScreenshots(wall, 'wall-revoked')
  await wall.reload()
  await expect(says(wall, t('boards:wall.noLink'))).toBeVisible(SLOW)
  for (const page of [desk, wall, second]) await page.context().close()
})
