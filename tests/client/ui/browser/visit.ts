import type { BrowserContextOptions, Page } from 'playwright'
import type { Stage } from './stage'

/** One check in a browser; returns its measured figures and throws on failure. */
export type Check = { name: string; run: (stage: Stage) => Promise<string | void> }

export const PHONE = { width: 390, height: 844 }
export const TABLET = { width: 820, height: 1180 }
export const DESK = { width: 1440, height: 900 }

export type Visit = {
  part: string
  query?: string
  size?: { width: number; height: number }
  options?: BrowserContextOptions
  /** Runs in the page before anything else. */
  before?: () => void
}

/** Opens a part of the gallery, passes the page to the check, and throws if the page reported an error meanwhile. */
export async function visit<T>(stage: Stage, where: Visit, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await stage.browser.newContext({
    viewport: where.size ?? PHONE,
    permissions: ['camera'],
    ...where.options,
  })
  const errors: string[] = []
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(8000)
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      // The browser's own messages about a missing icon and about vibration without a tap are no faults.
      if (message.type() === 'error' && !/favicon|404|vibrate/.test(message.text())) errors.push(message.text())
    })
    // The runner's compiler names functions with a helper that the page does not have.
    await page.addInitScript('globalThis.__name = (named) => named')
    if (where.before) await page.addInitScript(where.before)
    await page.goto(`${stage.url}?part=${where.part}&${where.query ?? ''}`)
    await page.locator('h1').first().waitFor()
    const answer = await work(page)
    if (errors.length) throw new Error(`errors in the page: ${errors.join('; ')}`)
    return answer
  } finally {
    await context.close()
  }
}

export function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what)
}

/** Returns the gallery's log once it has `count` entries. */
export async function seen(page: Page, count: number): Promise<unknown[]> {
  await page.waitForFunction((wanted) => window.seen.length >= wanted, count)
  return page.evaluate(() => window.seen)
}
