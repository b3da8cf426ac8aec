import { expect, test, type Locator, type Page } from '@playwright/test'
import { button, PASSWORD, SLOW } from './app'
import { onTop } from './kilogram-steps'
import { comes, device, shot } from './overview-plant'
import { serverForFile } from './server'
import { wordsIn } from './words'

const server = serverForFile()
const t = wordsIn('zh')
const NAME = '大堂东墙'
/** The longest pause of a wall that has lost its server, and a little more. */
const WAKES = { timeout: 60_000 }
const scene = (wall: Page): Locator => wall.locator('.wall-scene')
/** A wall that shows nothing else but why. Asked for by its words: a scene still on show may have several headings, which no wait gets over. */
const says = (wall: Page, why: string): Locator => wall.getByRole('heading', { name: why, exact: true })
const foot = (wall: Page): Locator => wall.locator('.wall-foot')
const center = (page: Page, view: string) => page.goto(`${server.now.url}/overview/data-center?view=${view}`)

/** Makes a link for one screen; it is shown this once. */
async function linkMade(page: Page): Promise<string> {
  await center(page, 'links')
  await page.getByRole('textbox', { name: t('boards:inputs.name') }).fill(NAME)
  await button(page, t('boards:actions.lobbyLink_make')).click(SLOW)
  const password = onTop(page).locator('input[name=password]')
  const link = onTop(page).getByRole('textbox', { name: t('boards:lobbyLink.name') })
  await expect(password.or(link)).toBeVisible(SLOW)
  if (await password.isVisible()) {
    await password.fill(PASSWORD)
    await button(onTop(page), t('client:session.again.go')).click()
  }
  const address = await link.inputValue(SLOW)
  await shot(page, 'wall-link', ['phone', 'tablet'])
  await button(page, t('boards:pages.dataCenter.noted')).click()
  return address
}
/** A scene stays as long as it can be read; the wall hears of it without being touched. */
async function faster(page: Page): Promise<void> {
  await center(page, 'settings')
  await page.getByRole('spinbutton', { name: t('boards:lobbySetting.fields.dataSeconds') }).fill('5')
  await button(page, t('boards:pages.board.save')).click()
  await shot(page, 'wall-settings', ['phone', 'tablet'])
}
/** Who is signed in looks at it from the page, without a link. */
async function looksAtIt(page: Page): Promise<void> {
  const [preview] = await Promise.all([
    page.waitForEvent('popup'),
    button(page, t('boards:pages.dataCenter.open')).click(),
  ])
  await expect(scene(preview)).toBeVisible(SLOW)
  await expect(preview.locator('.wall-head')).toContainText(t('boards:wall.preview'))
  await preview.close()
}
/** Scenes follow one another, by the clock alone. */
async function goesOn(wall: Page): Promise<void> {
  const at = async () => Number(await scene(wall).getAttribute('data-at'))
  const now = await at()
  await expect.poll(at, WAKES).toBeGreaterThan(now)
}

test('a wall is let in once by its link, wakes by itself after the server, and ends with the link', async ({
  browser,
}) => {
  const desk = await comes(browser, server.now, { name: 'admin', size: 'desk', language: 'zh', worker: 'block' })
  const address = await linkMade(desk)
  await looksAtIt(desk)
  const wall = await device(browser, 'wall')
  await wall.goto(address)
  await expect(scene(wall)).toBeVisible(SLOW)
  expect(wall.url()).toBe(`${server.now.url}/lobby`)
  const second = await device(browser, 'wall')
  await second.goto(address)
  await expect(says(second, t('boards:refusals.linkUsed'))).toBeVisible(SLOW)
  await expect(scene(second)).toHaveCount(0)

  await faster(desk)
  await goesOn(wall)
  const seen = new Set<string>()
  while (seen.size < 5) {
    const name = (await scene(wall).getAttribute('data-scene'))!
    if (!seen.has(name)) await shot(wall, `wall-${name}`)
    seen.add(name)
    await wall.keyboard.press('ArrowRight')
    await expect(scene(wall)).not.toHaveAttribute('data-scene', name)
  }

  await server.now.kill()
  await expect(foot(wall)).toHaveClass(/is-stale/, WAKES)
  await expect(scene(wall)).toBeVisible()
  await shot(wall, 'wall-stale')
  await server.now.restart()
  await expect(foot(wall)).not.toHaveClass(/is-stale/, WAKES)
  await goesOn(wall)
  await wall.reload()
  await expect(scene(wall)).toBeVisible(SLOW)

  await center(desk, 'links')
  await shot(desk, 'wall-links', ['phone', 'tablet'])
  const revoke = t('boards:actions.lobbyLink_revoke')
  await button(desk.getByRole('listitem').filter({ hasText: NAME }), revoke).click(SLOW)
  await button(onTop(desk), revoke).click()
  await expect(says(wall, t('boards:wall.revoked'))).toBeVisible(WAKES)
  await shot(wall, 'wall-revoked')
  await wall.reload()
  await expect(says(wall, t('boards:wall.noLink'))).toBeVisible(SLOW)
  for (const page of [desk, wall, second]) await page.context().close()
})
