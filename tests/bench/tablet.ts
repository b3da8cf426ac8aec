/** What a manager's tablet costs: from the tap on the dashboard to its figures, drawn. */
import type { Browser, Page } from 'playwright'
import { demoPassword } from '../../src/demo/accounts'
import { goWithin, once, readyOffline, signIn, SLOWDOWN, slowed, watchedPage } from './phone-page'
import { atMost, plainly, type Figure } from './table'

const TABLET = {
  viewport: { width: 820, height: 1180 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'zh-CN',
} as const
const who = { userName: 'manager', password: demoPassword }
const GLANCE = '/overview/dashboard'
const OPENED = 12

/** The plant at a glance, from a running server with the demonstration plant; its code is on the tablet, as after its first day. */
export async function tabletFigures(browser: Browser, url: string): Promise<Figure[]> {
  const tablet = await browser.newContext(TABLET)
  try {
    const page = await watchedPage(tablet)
    await page.goto(`${url}/home`)
    await signIn(page, who, false)
    await once(page, 'usable')
    await readyOffline(page)
    await page.reload()
    await once(page, 'usable')
    await page.waitForTimeout(3000)
    await slowed(page)
    const took: number[] = []
    for (let n = 0; n < OPENED; n++) {
      took.push(await opened(page))
      await page.waitForTimeout(1000)
      await goWithin(page, '/home')
      await page.waitForTimeout(1500)
    }
    const [first = Number.NaN, ...later] = took
    const median = later.sort((a, b) => a - b)[Math.floor(later.length / 2)] ?? Number.NaN
    return [
      plainly(
        `the plant at a glance on a tablet, ${SLOWDOWN}x slower: for the first time since the start`,
        first,
        'ms',
      ),
      atMost(`the same, median of ${later.length} later`, median, 300, 'ms'),
    ]
  } finally {
    await tablet.close()
  }
}

/** From the change of address until the figures are drawn, ms. */
const opened = (page: Page): Promise<number> =>
  page.evaluate(
    (to) =>
      new Promise<number>((done) => {
        const began = performance.now()
        const watcher = new MutationObserver(() => {
          const glance = document.querySelector('.overview.is-glance')
          // What says when the figures were counted stands beside them.
          if (!glance?.querySelector('.overview-as-of')) return
          watcher.disconnect()
          requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)))
        })
        watcher.observe(document, { subtree: true, childList: true })
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }),
    GLANCE,
  )
