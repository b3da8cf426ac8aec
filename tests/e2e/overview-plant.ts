import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type Page } from '@playwright/test'
import { signIn, type Language } from './app'
import type { RealServer } from './server'
import { watchRequests } from './page-at-rest'

export const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  tabletWide: { width: 1180, height: 820 },
  desk: { width: 1440, height: 900 },
  wall: { width: 1920, height: 1080 },
} as const
export type Size = keyof typeof sizes
type Worker = 'allow' | 'block'
const touchSizes = new Set<Size>(['phone', 'tablet', 'tabletWide'])
/** Opens a device of a size; nobody is signed in. `worker`: whether a service worker may run; by default the test file's setting. */
export async function openDevice(browser: Browser, size: Size, worker?: Worker): Promise<Page> {
  const isTouch = touchSizes.has(size)
  const context: BrowserContext = await browser.newContext({
    viewport: sizes[size],
    hasTouch: isTouch,
    isMobile: isTouch,
    reducedMotion: 'reduce',
    ...(worker ? { serviceWorkers: worker } : {}),
  })
  const page = await context.newPage()
  watchRequests(page)
  return page
}
/** Signs a person in on a new device. */
export async function signInOnDevice(
  browser: Browser,
  server: RealServer,
  { name, size, language, worker }: { name: string; size: Size; language: Language; worker?: Worker },
): Promise<Page> {
  const page = await openDevice(browser, size, worker)
  await signIn(page, server, name, { language })
  return page
}
/** True if the whole page is visible without scrolling. */
export const fitsScreen = (page: Page): Promise<boolean> =>
  page
    .locator('.ui-page-content')
    .evaluate((content) => content.scrollHeight <= content.clientHeight && content.scrollWidth <= content.clientWidth)
/** Saves pictures of a page at the usual widths for review, only if SHOTS names a folder. */
export async function saveScreenshots(page: Page, name: string, pageSizes: readonly Size[] = []): Promise<void> {
  const folder = process.env['SHOTS']
  if (!folder) return
  await mkdir(folder, { recursive: true })
  const initialSize = page.viewportSize()
  const save = (size: string) => page.screenshot({ path: join(folder, `${name}-${size}.png`), animations: 'disabled' })
  await save(String(initialSize?.width))
  for (const size of pageSizes) {
    await page.setViewportSize(sizes[size])
    await page.waitForTimeout(700) // no event tells that a chart has its new width; only pictures need this wait
    await save(String(sizes[size].width))
  }
  if (initialSize && pageSizes.length > 0) await page.setViewportSize(initialSize)
}
