import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, type BrowserContext, type Page } from '@playwright/test'
import { signIn, type Language } from './app'
import { RealServer } from './server'

const DAY = 86_400_000
const zone = { timeZone: 'Asia/Shanghai' } as const
/** A day of the plant's calendar. */
export const dayOf = (at: number): string => new Date(at).toLocaleDateString('sv', zone)
/** Three days ago: whole, and made by the demonstration. Its month is the one that is closed. */
export const correctedDay = dayOf(Date.now() - 3 * DAY)
export const booksMonth = correctedDay.slice(0, 7)
export const monthBefore = (month: string): string => dayOf(Date.parse(`${month}-01T04:00:00Z`) - 2 * DAY).slice(0, 7)
/** Sessions outlast the days that the story skips. */
const env = { SESSION_HOURS: '2000', SESSION_DAYS: '90' }

export const morningServer = (): Promise<RealServer> => RealServer.start({ env })
/** The same plant on the third of the month after, ten in the morning, or now if that is over. */
export function booksServer(dataDir: string): Promise<RealServer> {
  const first = new Date(`${booksMonth}-01T02:00:00Z`)
  const third = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 3, 2)
  const preload = pathToFileURL(join(import.meta.dirname, 'clock-ahead.mjs')).href
  return RealServer.start({
    dataDir,
    env: { ...env, CLOCK_AHEAD_MS: String(Math.max(0, third - Date.now())), NODE_OPTIONS: `--import ${preload}` },
  })
}

export const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  tabletWide: { width: 1180, height: 820 },
  desk: { width: 1440, height: 900 },
  wall: { width: 1920, height: 1080 },
} as const
export type Size = keyof typeof sizes
/** Opens a device of a size; nobody is signed in. */
export async function device(browser: Browser, size: Size): Promise<Page> {
  const touch = size === 'phone' || size === 'tablet' || size === 'tabletWide'
  const context: BrowserContext = await browser.newContext({
    viewport: sizes[size],
    hasTouch: touch,
    isMobile: touch,
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
