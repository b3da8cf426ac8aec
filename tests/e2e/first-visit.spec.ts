import { expect, test } from '@playwright/test'
import { goOffline, goOnline, signIn, SLOW } from './app'
import { startServerForFile } from './server'
import { loadTexts } from './locale-texts'

/*
 * A phone that opens the app for the first time over a network that breaks off, and a person who types Chinese with an input method.
 */
const server = startServerForFile()
const t = loadTexts('zh')
const isControlled = () =>
  navigator.serviceWorker.getRegistration().then((registration) => Boolean(registration?.active))

test('an interrupted installation resumes with the network and reports when the phone is ready', async ({
  context,
  page,
}) => {
  await signIn(page, server.now, 'maint')
  await goOffline(context) // the worker is registered only a moment after the first page has settled
  await page.waitForTimeout(6_000)
  expect(await page.evaluate(isControlled)).toBe(false)
  await goOnline(context)
  await expect(page.locator('.sync')).toContainText(t('client:shell.readiness.ready'), { timeout: 90_000 })
  expect(await page.evaluate(isControlled)).toBe(true)
  await goOffline(context)
  await page.reload()
  await expect(page.locator('.shell')).toBeVisible(SLOW)
  await goOnline(context)
})

test('a page whose stylesheet failed has its styles after a retry', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block', locale: 'zh-CN' })
  const page = await context.newPage()
  await signIn(page, server.now, 'maint')
  const blocked: string[] = []
  await page.route('**/*.css', (route) => {
    blocked.push(new URL(route.request().url()).pathname)
    return route.abort()
  })
  await page.route('**/api/ping*', (route) => route.abort()) // nor does the server answer: the network is gone
  await page.evaluate(() => {
    history.pushState({}, '', '/activities/rounds')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  const retry = page.getByRole('button', { name: t('client:ui.error.retry') })
  await expect(retry).toBeVisible(SLOW)
  expect(blocked.length).toBeGreaterThan(0)
  await page.unroute('**/*.css')
  await page.unroute('**/api/ping*')
  await retry.click()
  await expect(retry).toHaveCount(0, SLOW)
  const loaded = await page.evaluate(() =>
    [...document.styleSheets].map(({ href }) => (href ? new URL(href).pathname : '')),
  )
  expect(loaded).toEqual(expect.arrayContaining([...new Set(blocked)]))
  await context.close()
})

test('Enter that commits pinyin neither opens the first hit nor moves the selection', async ({ page, context }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, server.now, 'admin', { path: '/home' })
  await page.keyboard.press('Control+k')
  const box = page.locator('.find input')
  await expect(box).toBeVisible(SLOW)
  await box.focus()
  const previousUrl = page.url()
  const session = await context.newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: '设备', selectionStart: 2, selectionEnd: 2 })
  await expect(page.locator('.find-list a').first()).toBeVisible(SLOW)
  for (const [key, code] of [
    ['ArrowDown', 40],
    ['Enter', 13],
  ] as const)
    for (const type of ['rawKeyDown', 'keyUp'] as const)
      await session.send('Input.dispatchKeyEvent', { type, key, code: key, windowsVirtualKeyCode: code })
  await expect(box).toBeFocused()
  expect(page.url()).toBe(previousUrl)
  await session.send('Input.insertText', { text: '设备' }) // the candidate is chosen: the composition ends
  await expect(box).toHaveValue('设备')
  await page.locator('.find-list a').first().waitFor()
  await page.keyboard.press('Enter')
  await expect(page.locator('.find')).toHaveCount(0, SLOW)
  expect(page.url()).not.toBe(previousUrl)
})
