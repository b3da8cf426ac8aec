import type { BrowserContextOptions, Page } from 'playwright'
import type { Stage } from './stage'

/** One check in a browser; returns its measured figures and throws on failure. */
export type Check = { name: string; run: (stage: Stage) => Promise<string | void> }

export const PHONE = { width: 390, height: 844 }
export const TABLET = { width: 820, height: 1180 }
export const DESK = { width: 1440, height: 900 }

export type VisitOptions = {
  part: string
  query?: string
  size?: { width: number; height: number }
  options?: BrowserContextOptions
  /** Runs in the page before anything else. */
  initScript?: () => void
}

/** Opens a part of the gallery and runs the check on the page. @throws if the page reports an error */
export async function visit<T>(
  stage: Stage,
  { part, query, size, options, initScript }: VisitOptions,
  run: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await stage.browser.newContext({
    viewport: size ?? PHONE,
    permissions: ['camera'],
    ...options,
  })
  const errors: string[] = []
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(8000)
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      // The browser itself reports a missing icon and vibration without a tap; neither is an error of the app.
      if (message.type() === 'error' && !/favicon|404|vibrate/.test(message.text())) errors.push(message.text())
    })
    // The compiler of the runner calls a helper to name functions, which the page does not have.
    await page.addInitScript('globalThis.__name = (named) => named')
    if (initScript) await page.addInitScript(initScript)
    await page.goto(`${stage.url}?part=${part}&${query ?? ''}`)
    await page.locator('h1').first().waitFor()
    const result = await run(page)
    if (errors.length) throw new Error(`errors in the page: ${errors.join('; ')}`)
    return result
  } finally {
    await context.close()
  }
}

export function assertTrue(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message)
}

/** Waits until the gallery has recorded `count` events. @returns all recorded events */
export async function waitForEvents(page: Page, count: number): Promise<unknown[]> {
  await page.waitForFunction((minCount) => window.galleryEvents.length >= minCount, count)
  return page.evaluate(() => window.galleryEvents)
}
