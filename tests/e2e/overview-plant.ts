import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type Page } from '@playwright/test'
import { signIn, type Language } from './app'
import type { RealServer } from './server'
import { watch } from './settled'

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
/** Opens a device of a size; nobody is signed in. `worker`: whether it keeps a copy of the app; as the file has it otherwise. */
export async function device(browser: Browser, size: Size, worker?: Worker): Promise<Page> {
  const touch = byHand.has(size)
  const context: BrowserContext = await browser.newContext({
    viewport: sizes[size],
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: 'reduce',
    ...(worker ? { serviceWorkers: worker } : {}),
  })
  const page = await context.newPage()
  watch(page)
  return page
}
/** A person comes with a device. */
export async function comes(
  browser: Browser,
  server: RealServer,
  { name, size, language, worker }: { name: string; size: Size; language: Language; worker?: Worker },
): Promise<Page> {
  const page = await device(browser, size, worker)
  await signIn(page, server, name, { language })
  return page
}
/** Whether all of the page is seen without scrolling. */
export const fits = (page: Page): Promise<boolean> =>
  page
    .locator('.ui-page-content')
    .evaluate((content) => content.scrollHeight <= content.clientHeight && content.scrollWidth <= content.clientWidth)
/** Keeps a picture of a page at the widths that people have, to be looked at; only where SHOTS names a folder. */
export async function shot(page: Page, name: string, at: readonly Size[] = []): Promise<void> {
  const folder = process.env['SHOTS']
  if (!folder) return
  await mkdir(folder, { recursive: true })
  const own = page.viewportSize()
  const keep = (size: string) => page.screenshot({ path: join(folder, `${name}-${size}.png`), animations: 'disabled' })
  await keep(String(own?.width))
  for (const size of at) {
    await page.setViewportSize(sizes[size])
    await page.waitForTimeout(700) // only a picture waits: nothing says that a chart has its new width
    await keep(String(sizes[size].width))
  }
  if (own && at.length > 0) await page.setViewportSize(own)
}
