import { type Browser, type BrowserContext, type Page } from '@playwright/test'
import { signIn, type Language } from './app'
import type { RealServer } from './server'

export const sizes = {
  tablet: { width: 820, height: 1180 },
  tabletWide: { width: 1180, height: 820 },
} as const
export type Size = keyof typeof sizes
/** Opens a device of a size; nobody is signed in. */
export async function device(browser: Browser, size: Size): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    viewport: sizes[size],
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  return context.newPage()
}
/** A person comes with a device. */
export async function comes(
  browser: Browser,
  server: RealServer,
  { name, size, language }: { name: string; size: Size; language: Language },
): Promise<Page> {
  const page = await device(browser, size)
  await signIn(page, server, name, { language })
  return page
}
/** Whether all of the page is seen without scrolling. */
export const fits = (page: Page): Promise<boolean> =>
  page
    .locator('.ui-page-content')
    .evaluate((content) => content.scrollHeight <= content.clientHeight && content.scrollWidth <= content.clientWidth)
