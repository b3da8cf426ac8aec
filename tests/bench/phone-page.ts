import type { BrowserContext, CDPSession, Page } from 'playwright'

/** The phone used for all measurements. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
  locale: 'zh-CN',
} as const
/** Factor by which the page is slowed down on this machine: a cheap phone of five years ago. */
export const SLOWDOWN = 4

/**
 * Home is usable once its bar and a full screen of cards, or all cards, are drawn. A card that is still loading draws
 * nothing, so home without a drawn card is not usable even if the page is idle.
 */
const USABLE = `!!document.querySelector('nav.bar a') && !!document.querySelector('#content .today .ui-card:not(:has([aria-busy=true])), #content .ui-notice') && !document.querySelector('#content [aria-busy=true]')`

/** Console message of a usable home. Polling from outside would itself slow the start down. */
const USABLE_SAID = 'bench: usable'
const saidUsable = new WeakSet<Page>()

/**
 * Runs in the page before the app. Records when home was first usable, when something was tapped, and when a saved command
 * was on the disk (end of the transaction that writes the outbox). All in ms since the page began to load.
 */
const WATCH = `(() => {
  globalThis.__name = (named) => named // the runner's compiler names functions with it
  const seen = { usable: 0, tapped: 0, durable: 0, picked: 0 }
  globalThis.bench = seen
  const watcher = new MutationObserver(() => {
    if (!(${USABLE} && document.querySelector('#content .today'))) return
    watcher.disconnect()
    requestAnimationFrame(() => setTimeout(() => { // drawn, not only in the document
      seen.usable = performance.now()
      console.debug('${USABLE_SAID}')
    }))
  })
  watcher.observe(document, { subtree: true, childList: true, attributes: true })
  addEventListener('click', (event) => { seen.tapped = event.timeStamp; seen.durable = 0 }, true)
  addEventListener('change', (event) => { if (event.target.type === 'file') seen.picked = performance.now() }, true)
  const open = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (stores, mode, ...rest) {
    const work = open.call(this, stores, mode, ...rest)
    if (this.name === 'nonwoven-outbox' && mode === 'readwrite' && work.objectStoreNames.contains('outbox') && work.objectStoreNames.contains('drafts'))
      work.addEventListener('complete', () => { if (seen.tapped && !seen.durable) seen.durable = performance.now() })
    return work
  }
})()`

export interface Seen {
  usable: number
  tapped: number
  durable: number
  picked: number
}
declare global {
  interface Window {
    bench: Seen
  }
}
export const getRecordedTimes = (page: Page): Promise<Seen> => page.evaluate(() => window.bench)

/** Opens a page that records these times. */
export async function openWatchedPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  page.on('console', (message) => {
    if (message.text() === USABLE_SAID) saidUsable.add(page)
  })
  await page.addInitScript(WATCH)
  return page
}
/** Waits until the given time is recorded and returns all recorded times. */
export async function waitForMetric(page: Page, what: keyof Seen): Promise<Seen> {
  if (what === 'usable' && !saidUsable.has(page))
    await page.waitForEvent('console', (message) => message.text() === USABLE_SAID)
  else await page.waitForFunction((name) => window.bench[name] > 0, what)
  return getRecordedTimes(page)
}
export async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  return session
}

export async function signIn(page: Page, who: { userName: string; password: string }, keep: boolean): Promise<void> {
  await page.locator('input[name=username]').fill(who.userName)
  await page.locator('input[name=password]').fill(who.password)
  if (keep) await page.locator('input[name=keep]').check()
  await page.locator('button[type=submit]').click()
}

/** Goes to a page of the app without a reload. */
export const navigateInApp = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Waits until the phone has its worker and a complete shift pack, so that it can go offline. */
export async function readyOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.waitForFunction(
    () =>
      new Promise<boolean>((done) => {
        const openRequest = indexedDB.open('nonwoven-cache')
        openRequest.onerror = () => done(false)
        openRequest.onsuccess = () => {
          const got = openRequest.result.objectStoreNames.contains('meta')
            ? openRequest.result.transaction('meta').objectStore('meta').get('pack')
            : null
          openRequest.result.close() // once the transaction is through
          if (!got) return done(false)
          got.onsuccess = () => done(got.result?.value?.readyAt != null)
          got.onerror = () => done(false)
        }
      }),
    undefined,
    { timeout: 120_000, polling: 500 },
  )
}
