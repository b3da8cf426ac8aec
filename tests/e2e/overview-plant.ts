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
const byHand = new Set<Size>(['phone', 'tablet', 'tabletWide'])
/** Opens a device of a size; nobody is signed in. `worker` says if the device keeps an offline copy of the app; default: the file's setting. */
export async function openDevice(browser: Browser, size: Size, worker?: Worker): Promise<Page> {
  const touch = byHand.has(size)
  const context: BrowserContext = await browser.newContext({
    viewport: sizes[size],
    hasTouch: touch,
    isMobile: touch,
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
export const expectFitsScreen = (page: Page): Promise<boolean> =>
  page
    .locator('.ui-page-content')
    .evaluate((content) => content.scrollHeight <= content.clientHeight && content.scrollWidth <= content.clientWidth)
/** Saves pictures of a page at the usual widths for review, only if SHOTS names a folder. */
export async function saveScreenshots(page: Page, name: string, pageSizes: readonly Size[] = []): Promise<void> {
  const folder = process.env['SHOTS']
  if (!folder) return
  await mkdir(folder, { recursive: true })
  const initialSize = page.viewportSize()
  const keep = (size: string) => page.screenshot({ path: join(folder, `${name}-${size}.png`), animations: 'disabled' })
  await keep(String(initialSize?.width))
  for (const size of pageSizes) {
    await page.setViewportSize(sizes[size])
    await page.waitForTimeout(700) // only a picture waits: nothing says that a chart has its new width
    await keep(String(sizes[size].width))
  }
  if (initialSize && pageSizes.length > 0) await page.setViewportSize(initialSize)
}
